"""The sixteen symmetries of Otrio: the eight of the square, each with or without exchanging small and large.

Medium must stay, because only it stands in the middle of an ascending line; the cube itself has 48 symmetries, but the
stock is counted by size.
"""

from dataclasses import replace

from asobiba.core.symmetry import Places, Symmetry, grid_symmetries
from asobiba.games.otrio.board import slots
from asobiba.games.otrio.rules import PASS, SECOND_COLOUR, Position

AS_THEY_ARE, EXCHANGED = (0, 1, 2), (2, 1, 0)


def moved(board: int, places: Places) -> int:
    """A set of slots after the symmetry."""
    return sum(1 << places[at] for at in slots(board))


def _symmetry(name: str, places: Places) -> Symmetry[Position]:
    actions = (*places, PASS, *(SECOND_COLOUR + at for at in places))

    def position(original: Position) -> Position:
        red, green, blue, yellow = (moved(mine, places) for mine in original.pieces)
        return replace(original, pieces=(red, green, blue, yellow))

    return Symmetry(name, position, actions.__getitem__)


def _every_slot() -> dict[str, Places]:
    """By name: where each of the 27 slots goes."""
    return {
        name + suffix: tuple(9 * size + cell for size in sizes for cell in cells)
        for suffix, sizes in (("", AS_THEY_ARE), (", small for large", EXCHANGED))
        for name, cells in grid_symmetries(3, 3).items()
    }


SYMMETRIES = tuple(_symmetry(name, places) for name, places in _every_slot().items())
