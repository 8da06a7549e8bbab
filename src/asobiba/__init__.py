"""Asobiba 遊び場: Othello, 2048, Puyo, Otrio and Coppit — play them, search them, learn them.

>>> import asobiba
>>> othello = asobiba.game("othello")
>>> state = othello.start(othello.options())
>>> [othello.notation.write_move(state, action) for action in state.legal()]
['d3', 'c4', 'f5', 'e6']

With Gymnasium: gymnasium.make("asobiba/Othello-v0").
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asobiba import envs as envs
    from asobiba import games as games
    from asobiba.core.agent import Agent as Agent
    from asobiba.core.errors import AsobibaError as AsobibaError
    from asobiba.core.errors import ConfigError as ConfigError
    from asobiba.core.errors import IllegalMove as IllegalMove
    from asobiba.core.errors import NotationError as NotationError
    from asobiba.core.errors import RecordError as RecordError
    from asobiba.core.game import CHANCE as CHANCE
    from asobiba.core.game import OVER as OVER
    from asobiba.core.game import Game as Game
    from asobiba.core.game import State as State
    from asobiba.core.match import play as play
    from asobiba.core.options import Options as Options
    from asobiba.core.records import Ply as Ply
    from asobiba.core.records import Record as Record
    from asobiba.core.records import read_records as read_records
    from asobiba.core.records import write_record as write_record
    from asobiba.core.registry import find_game
    from asobiba.core.registry import game_names as game_names
    from asobiba.core.registry import register as register

    game = find_game
    __version__: str

_MODULES = {
    "CHANCE": "core.game",
    "OVER": "core.game",
    "Agent": "core.agent",
    "AsobibaError": "core.errors",
    "ConfigError": "core.errors",
    "Game": "core.game",
    "IllegalMove": "core.errors",
    "NotationError": "core.errors",
    "Options": "core.options",
    "Ply": "core.records",
    "Record": "core.records",
    "RecordError": "core.errors",
    "State": "core.game",
    "game": "core.registry:find_game",
    "game_names": "core.registry",
    "play": "core.match",
    "read_records": "core.records",
    "register": "core.registry",
    "write_record": "core.records",
}
"""The module that holds a public name, and the name there if it is another."""

_PACKAGES = ("agents", "core", "envs", "games")
"""Packages that `import asobiba` alone gives access to."""

__all__ = list(_MODULES)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load a public name on first use."""
        if name == "__version__":
            from importlib.metadata import version

            value = version("asobiba")
        elif name in _PACKAGES:
            return import_module(f"asobiba.{name}")
        elif name in _MODULES:
            module, _, attribute = _MODULES[name].partition(":")
            value = getattr(import_module(f"asobiba.{module}"), attribute or name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_PACKAGES, "__version__"})


class _RegisterEnvironments:
    """A finder that registers our environments with Gymnasium and PettingZoo as soon as one of them is imported.

    It finds nothing itself: it lets the library's own loader finish, then registers.
    """

    LIBRARIES = ("gymnasium", "pettingzoo")

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in cls.LIBRARIES:
            return None
        others = [finder for finder in sys.meta_path if finder is not cls and hasattr(finder, "find_spec")]
        spec = next((found for finder in others if (found := finder.find_spec(name, path, target)) is not None), None)
        loader: Any = spec and spec.loader
        if hasattr(loader, "exec_module"):
            load = loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                if module.__name__ == name:  # a loader may load others, too
                    cls.register(module)

            loader.exec_module = load_and_register
        return spec

    @staticmethod
    def register(library: ModuleType) -> None:
        """An error here is a warning: it must not make the import of the library fail."""
        try:
            import_module("asobiba.envs.registration").register_with(library)
        except Exception as error:
            import warnings

            message = f"after the import of {library.__name__}: {type(error).__name__}: {error}"
            warnings.warn(message, stacklevel=2)


sys.meta_path.insert(0, _RegisterEnvironments)
for _library in map(sys.modules.get, _RegisterEnvironments.LIBRARIES):
    if _library is not None:
        _RegisterEnvironments.register(_library)
