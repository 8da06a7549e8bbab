"""Asobiba 遊び場: Othello, 2048, Puyo, Otrio and Coppit — play them, search them, learn them.

>>> import asobiba
>>> othello = asobiba.game("othello")
>>> state = othello.start(othello.options())
>>> [othello.notation.write_move(state, action) for action in state.legal()]
['d3', 'c4', 'f5', 'e6']

With Gymnasium: gymnasium.make("asobiba/Othello-v0").
"""

from typing import TYPE_CHECKING, Any

import asobiba.envs  # registers the environments once Gymnasium or PettingZoo is imported
import asobiba.games  # noqa: F401  importing it registers the games
from asobiba.core.agent import Agent
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove, NotationError, RecordError
from asobiba.core.game import CHANCE, OVER, Game, State
from asobiba.core.match import play
from asobiba.core.records import Ply, Record, read_records, write_record
from asobiba.core.registry import find_game, game_names, register

game = find_game

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> Any:
        """The version is read from the installed package, which takes longer than all else here."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version("asobiba")


__all__ = [
    "CHANCE",
    "OVER",
    "Agent",
    "AsobibaError",
    "ConfigError",
    "Game",
    "IllegalMove",
    "NotationError",
    "Ply",
    "Record",
    "RecordError",
    "State",
    "game",
    "game_names",
    "play",
    "read_records",
    "register",
    "write_record",
]
