"""2048 (specification 004 of docs/specifications.md). The rules are in rules.py.

GAME is the game; the names of the specification are imported from here, too.
"""

from typing import TYPE_CHECKING

from asobiba.games import lazily

if TYPE_CHECKING:
    from asobiba.games.twenty48.game import GAME as GAME
    from asobiba.games.twenty48.specification import *  # noqa: F403  its __all__ lists the names

lazily(__name__)
