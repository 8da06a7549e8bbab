"""The games, one folder each. A folder with a GAME of its name in its __init__ is found by itself, and loaded when
somebody asks for it."""

import pkgutil
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from asobiba.core.contract import AnyGame
from asobiba.core.registry import register_later


def _load(name: str) -> AnyGame:
    game: AnyGame = import_module(f"{__name__}.{name}").GAME
    return game


_folders = [found.name for found in pkgutil.iter_modules(__path__) if found.ispkg]
for _name in _folders:
    register_later(_name, partial(_load, _name))

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """asobiba.games.<folder>, of whoever has imported asobiba and nothing more."""
        if name not in _folders:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return import_module(f"{__name__}.{name}")
