"""Symmetries: ways to turn, mirror or rename a position that the rules do not notice.

For a symmetry g and an action a of a position s, g.position(s.apply(a)) == g.position(s).apply(g.action(a)); where luck
decides, the same holds with g.outcome, and the images are as likely as the originals. The symmetries of a game are a
group: two of them, one after the other, are a third.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

S = TypeVar("S")
T = TypeVar("T")

Places: TypeAlias = tuple[int, ...]
"""By cell: where it goes."""


def unchanged(one: T) -> T:
    return one


@dataclass(frozen=True)
class Symmetry(Generic[S]):
    name: str
    position: Callable[[S], S]
    action: Callable[[int], int]
    """Does in the image what the action does in the original."""
    outcome: Callable[[int], int] = unchanged
    """The same for luck."""
    seat: Callable[[int], int] = unchanged
    """Who plays in the image what the seat plays in the original."""


IDENTITY: Symmetry[Any] = Symmetry("identity", unchanged, unchanged)


def grid_symmetries(rows: int, columns: int) -> dict[str, Places]:
    """By name, the eight symmetries of a square or the four of a rectangle, the identity first.

    Cells are numbered along the rows, row 0 on top. 2x3, left-right: 0 1 2 / 3 4 5 go to 2 1 0 / 5 4 3.
    """
    right, bottom = columns - 1, rows - 1
    ways: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "identity": lambda x, y: (x, y),
        "left-right": lambda x, y: (right - x, y),
        "top-bottom": lambda x, y: (x, bottom - y),
        "half turn": lambda x, y: (right - x, bottom - y),
    }
    if rows == columns:
        ways |= {
            "quarter turn": lambda x, y: (right - y, x),  # clockwise
            "three-quarter turn": lambda x, y: (y, bottom - x),
            "main diagonal": lambda x, y: (y, x),  # the one that stays where it is, from the top left
            "other diagonal": lambda x, y: (right - y, bottom - x),
        }

    def places(way: Callable[[int, int], tuple[int, int]]) -> Places:
        landed = (way(x, y) for y in range(rows) for x in range(columns))
        return tuple(x + columns * y for x, y in landed)

    return {name: places(way) for name, way in ways.items()}


def origins(places: Places) -> Places:
    """By cell: where its contents come from. (2, 0, 1) -> (1, 2, 0)"""
    return tuple(places.index(cell) for cell in range(len(places)))
