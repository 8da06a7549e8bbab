"""What Othello says: why the game is over, and all of its phrases in Japanese."""

from collections.abc import Sequence

from asobiba.core.errors import Phrase
from asobiba.core.game import OVER
from asobiba.games.othello.rules import BOARD, NAMES, Position
from asobiba.online.people import Happening


def happened(before: Position, action: int, after: Position) -> Sequence[Happening]:
    """Return why the game is over, once it is."""
    return (Happening(_end(after)),) if after.to_play == OVER else ()


def _end(position: Position) -> Phrase:
    if position.black | position.white == BOARD:
        return Phrase("the board is full")
    if not (position.black and position.white):
        return Phrase("{side} has no disc left", side=Phrase(NAMES[bool(position.black)]))
    return Phrase("neither side can move")


WORDS = {
    "ja": {
        "black": "黒",
        "white": "白",
        "the board is full": "盤がすべて埋まりました",
        "{side} has no disc left": "{side}の石がなくなりました",
        "neither side can move": "どちらも打てる手がありません",
        "action {action}: the game is over": "アクション {action}: ゲームは終わっています",
        "action {action} does not exist: squares are 0 to 63, the pass is {last}": "アクション {action} はありません。"
        "マスは 0 から 63、パスは {last} です",
        "{side} may not pass: it can place a disc": "{side}は置けるマスがあるのでパスできません",
        "{side} to {square}: the square is taken": "{side} {square}: そのマスにはもう石があります",
        "{side} to {square}: no disc would be turned": "{side} {square}: そこでは相手の石を一つも返せません",
    }
}
