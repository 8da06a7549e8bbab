"""Coppit (specification 002 of docs/specifications.md). The rules are in rules.py, the board in board_4p.json.

GAME is the game; the names of the specification are imported from here, too.
"""

from typing import TYPE_CHECKING, Any

from asobiba.games import lazily

if TYPE_CHECKING:
    from asobiba.games.coppit.game import GAME as GAME

    def __getattr__(name: str) -> Any: ...


lazily(__name__)
