"""Puyo (the engine that specification 001 of docs/specifications.md presumes). The rules are in rules.py.

GAME is the game; the names of the specification are imported from here, too.
"""

from typing import TYPE_CHECKING

from asobiba.games import lazily

if TYPE_CHECKING:
    from asobiba.games.puyo.game import GAME as GAME
    from asobiba.games.puyo.specification import *  # noqa: F403  its __all__ lists the names

lazily(__name__)
