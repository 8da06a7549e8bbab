"""Something to do as soon as a library is imported by whoever needs it, without importing it for those who do not.

when_imported("gymnasium", register)    # at once if it is there already
"""

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, TypeAlias

Action: TypeAlias = Callable[[Any], None]
"""What is done with the module."""


def when_imported(name: str, action: Action) -> None:
    """Asked for twice, it is done once."""
    module = sys.modules.get(name)
    if module is not None:
        _do(action, module)
    elif not any(isinstance(each, Arrival) and (each.name, each.action) == (name, action) for each in sys.meta_path):
        sys.meta_path.insert(0, Arrival(name, action))


class Arrival(MetaPathFinder):
    """Waits among Python's finders for one name; whoever finds the library finds it as before."""

    def __init__(self, name: str, action: Action) -> None:
        self.name, self.action = name, action

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        later = sys.meta_path[sys.meta_path.index(self) + 1 :]
        specs = (finder.find_spec(fullname, path, target) for finder in later if hasattr(finder, "find_spec"))
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is not None and hasattr(spec.loader, "exec_module"):
            spec.loader = Announcing(spec.loader, self)
        return spec

    def came(self, module: ModuleType) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)
        _do(self.action, module)


class Announcing(Loader):
    """The library's own loader, in whose place it stands until the library is there."""

    def __init__(self, own: Any, arrival: Arrival) -> None:
        self.own, self.arrival = own, arrival

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        made: ModuleType | None = self.own.create_module(spec)
        return made

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self.own
        if module.__spec__ is not None:
            module.__spec__.loader = self.own
        self.own.exec_module(module)
        self.arrival.came(module)


def _do(action: Action, module: ModuleType) -> None:
    """What goes wrong here is no reason that somebody cannot import a library."""
    try:
        action(module)
    except Exception as error:
        warnings.warn(f"after the import of {module.__name__}: {type(error).__name__}: {error}", stacklevel=2)
