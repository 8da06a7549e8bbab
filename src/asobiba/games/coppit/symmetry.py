"""The symmetries of Coppit: turns of the board with its colours. Each seat becomes that of the colour it turns into.

Four seats have four turns, two have two; three have none but the identity, because a turn would seat a colour that
does not play. A board that is not fair has only the turns that leave it as it is.
"""

from functools import lru_cache, partial

from asobiba.core.symmetry import IDENTITY, Symmetry
from asobiba.games.coppit.board import COLOURS
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import layout_of
from asobiba.games.coppit.rotation import is_fair, turned_action, turned_position, turned_seats
from asobiba.games.coppit.rules import Position

NAMES = ("identity", "quarter turn", "half turn", "three-quarter turn")


def _turn(options: CoppitOptions, quarters: int) -> Symmetry[Position]:
    layout = layout_of(options)
    actions = tuple(turned_action(options, action, quarters) for action in range(len(layout.moves)))
    return Symmetry(
        NAMES[quarters],
        partial(turned_position, quarters=quarters),
        actions.__getitem__,
        seat=turned_seats(layout, quarters).__getitem__,
    )


def _seats_stay(options: CoppitOptions, quarters: int) -> bool:
    """Whether the turn seats the colours that play, and no other."""
    colours = layout_of(options).colours
    return {(colour + quarters) % len(COLOURS) for colour in colours} == set(colours)


@lru_cache(maxsize=64)
def symmetries(options: CoppitOptions) -> tuple[Symmetry[Position], ...]:
    board = layout_of(options).board
    turns = (quarters for quarters in (1, 2, 3) if _seats_stay(options, quarters) and is_fair(board, quarters))
    return (IDENTITY, *(_turn(options, quarters) for quarters in turns))
