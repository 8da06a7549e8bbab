"""The sixteen symmetries of Otrio: the eight of the square, each with or without exchanging small and large.

A symmetry is a tuple of 27: the slot that each slot goes to. Medium must stay, because only it stands in the middle of
an ascending line; the cube itself has 48 symmetries, but the stock is counted by size.
"""

from dataclasses import replace
from itertools import product
from typing import TypeAlias

from asobiba.games.otrio.board import slots
from asobiba.games.otrio.rules import PASS, SECOND_COLOR, Position

Symmetry: TypeAlias = tuple[int, ...]


def _symmetry(mirrored: bool, upside_down: bool, transposed: bool, sizes_exchanged: bool) -> Symmetry:
    found = []
    for size, row, column in product(range(3), repeat=3):
        x, y = (row, column) if transposed else (column, row)
        x, y = 2 - x if mirrored else x, 2 - y if upside_down else y
        found.append(9 * (2 - size if sizes_exchanged else size) + 3 * y + x)
    return tuple(found)


SYMMETRIES: tuple[Symmetry, ...] = tuple(_symmetry(*chosen) for chosen in product((False, True), repeat=4))
"""The first is the identity."""


def moved(board: int, symmetry: Symmetry) -> int:
    """A set of slots after the symmetry."""
    return sum(1 << symmetry[at] for at in slots(board))


def moved_action(action: int, symmetry: Symmetry) -> int:
    """The action that does in the twin what `action` does here."""
    which, at = divmod(action, SECOND_COLOR)
    return action if at == PASS else SECOND_COLOR * which + symmetry[at]


def twin(position: Position, symmetry: Symmetry) -> Position:
    """The same position, seen through the symmetry."""
    red, green, blue, yellow = (moved(mine, symmetry) for mine in position.pieces)
    return replace(position, pieces=(red, green, blue, yellow))
