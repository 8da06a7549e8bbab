"""The games, one folder each. A folder with a GAME in its __init__ is found by itself."""

import pkgutil
from importlib import import_module

from asobiba.core.registry import register

for _found in pkgutil.iter_modules(__path__):
    if _found.ispkg:
        register(import_module(f"{__name__}.{_found.name}").GAME)
