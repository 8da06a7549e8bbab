"""The eight symmetries of Othello: those of the board. Colours cannot change places, because black begins.

The half turn and the two diagonals leave the start as it is; the other four exchange its colours.
"""

from dataclasses import replace

from asobiba.core.symmetry import Places, Symmetry, grid_symmetries
from asobiba.games.othello.rules import PASS, Position, squares


def moved(board: int, places: Places) -> int:
    """A set of squares after the symmetry."""
    return sum(1 << places[at] for at in squares(board))


def _symmetry(name: str, places: Places) -> Symmetry[Position]:
    def position(original: Position) -> Position:
        return replace(original, black=moved(original.black, places), white=moved(original.white, places))

    return Symmetry(name, position, (*places, PASS).__getitem__)


SYMMETRIES = tuple(_symmetry(name, places) for name, places in grid_symmetries(8, 8).items())
