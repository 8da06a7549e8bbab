"""The games, one folder each. The registry finds the folders, and loads a game when somebody asks for it."""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar


class GamePackage(ModuleType):
    """The package of a game: GAME and the names of its specification, each loaded on first use.

    A name of the specification that is set here is set in its module too, where its functions look for it.
    """

    _originals: ClassVar[dict[tuple[str, str], Any]] = {}

    def __getattr__(self, name: str) -> Any:
        if name == "GAME" and find_spec(f"{self.__name__}.game") is not None:
            return import_module(f"{self.__name__}.game").GAME
        if name == "__all__":
            return ["GAME", *self._specified()]
        # Python asks here first when a module of the folder is imported from it.
        if not name.startswith("__") and find_spec(f"{self.__name__}.{name}") is not None:
            return import_module(f"{self.__name__}.{name}")
        if name.startswith("__") or name not in self._specified():
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        return getattr(self._specification(), name)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), "GAME", *self._specified()})

    def __setattr__(self, name: str, value: object) -> None:
        # Importing a module sets it in its package.
        if not isinstance(value, ModuleType) and not name.startswith("__") and name in self._specified():
            original = getattr(self._specification(), name)
            self._originals.setdefault((self.__name__, name), original)
            self._set(name, value, original)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        if (self.__name__, name) in self._originals:
            original = self._originals.pop((self.__name__, name))
            self._set(name, original, original)

    def _set(self, name: str, value: object, original: Any) -> None:
        """Set a name in the specification, and in the module of this folder that defines it."""
        for module in {self._specification(), sys.modules.get(getattr(original, "__module__", ""))}:
            if module is not None and module.__name__.startswith(f"{self.__name__}.") and hasattr(module, name):
                setattr(module, name, value)

    def _specification(self) -> ModuleType | None:
        name = f"{self.__name__}.specification"
        return import_module(name) if find_spec(name) is not None else None

    def _specified(self) -> list[str]:
        return getattr(self._specification(), "__all__", [])


def lazily(package: str) -> None:
    """Let a game's package load GAME and the names of its specification on first use."""
    sys.modules[package].__class__ = GamePackage


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Return asobiba.games.<folder> for those who have imported asobiba alone."""
        if name.startswith("__") or find_spec(f"{__name__}.{name}") is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return import_module(f"{__name__}.{name}")
