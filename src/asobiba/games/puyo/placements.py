"""The 22 placements of a pair: their numbers, which of them can be reached, where the puyos land.

A pair is two letters, `RB`: the *axis* R, about which it turns, and the *child* B. A placement is the axis' column and
the side of the axis on which the child stands; `3u` is column 3 with the child above. The numbers are frozen:

    0-5    1u 2u 3u 4u 5u 6u       12-16  1r 2r 3r 4r 5r
    6-11   1d 2d 3d 4d 5d 6d       17-21  2l 3l 4l 5l 6l

Columns are counted from 0 here, as everywhere but in texts. Both puyos drop on their own; where the two columns differ
in height the pair *tears*.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from asobiba.core.errors import Phrase
from asobiba.games.puyo.field import HEIGHT, IN_SIGHT, WIDTH, Field, drop

SPAWN = 2
"""The column in which pairs appear: the third."""


class Placement(NamedTuple):
    axis: int
    """Column of the axis."""
    child: int
    """Column of the child."""
    side: str
    """Of the axis on which the child stands: u, d, r or l."""

    @property
    def name(self) -> str:
        return f"{self.axis + 1}{self.side}"


PLACEMENTS = (
    *(Placement(column, column, "u") for column in range(WIDTH)),
    *(Placement(column, column, "d") for column in range(WIDTH)),
    *(Placement(column, column + 1, "r") for column in range(WIDTH - 1)),
    *(Placement(column, column - 1, "l") for column in range(1, WIDTH)),
)
ACTIONS = len(PLACEMENTS)
EVERYWHERE = tuple(range(ACTIONS))
NUMBER_OF = {placement.name: number for number, placement in enumerate(PLACEMENTS)}


def reachable(heights: tuple[int, ...], row14: int = 0) -> tuple[int, ...]:
    """The placements that the columns' heights allow. While column 3 is open, 3u and 3d always are among them."""
    return EVERYWHERE if max(heights) < IN_SIGHT else _reachable(heights, row14)


@lru_cache(maxsize=1 << 12)
def _reachable(heights: tuple[int, ...], row14: int) -> tuple[int, ...]:
    return tuple(number for number in EVERYWHERE if obstacle(heights, number, row14) is None)


def obstacle(heights: Sequence[int], number: int, row14: int = 0) -> Phrase | None:
    """Why the placement cannot be reached; None if it can.

    The pair walks at row 12 from column 3 to the farther of its columns. A column of 13 stops it. A column of 12 has to
    be climbed: by a quick turn when columns 2 and 4 wall the pair in, or by pushing off a column of 11 that
    lies open on the near side. `row14` has a bit for each column whose row 14 is taken.
    """
    axis, child, side = PLACEMENTS[number]
    if heights[axis] + (side == "d") >= HEIGHT:
        return Phrase("the axis would rest above row 13")
    if side == "u" and heights[child] + 1 == HEIGHT and row14 >> child & 1:
        return Phrase("row 14 of column {column} has been used", column=child + 1)
    far = max(axis, child, key=lambda column: abs(column - SPAWN))
    step = 1 if far > SPAWN else -1
    way = range(SPAWN + step, far + step, step)
    full = [column for column in way if heights[column] >= HEIGHT]
    if full:
        return Phrase("column {column} is full to row 13", column=full[0] + 1)
    walls = [column for column in way if heights[column] == IN_SIGHT]
    if not walls or can_climb(heights, walls[0], step):
        return None
    text = "column {column} is filled to row 12, and nothing before it is a step of height 11"
    return Phrase(text, column=walls[0] + 1)


def can_climb(heights: Sequence[int], wall: int, step: int) -> bool:
    """Whether a pair that walks by `step` gets on top of the column `wall`, which is 12 high."""
    if heights[SPAWN - 1] >= IN_SIGHT and heights[SPAWN + 1] >= IN_SIGHT:
        return True
    for column in range(wall - step, -1 if step > 0 else WIDTH, -step):
        if heights[column] >= IN_SIGHT - 1:
            return heights[column] == IN_SIGHT - 1
    return False


def place(field: Field, pair: str, number: int) -> Field:
    """The field when both puyos have landed and nothing has popped yet."""
    axis, child, side = PLACEMENTS[number]
    if side == "u":
        return drop(field, axis, pair)
    if side == "d":
        return drop(field, axis, pair[::-1])
    return drop(drop(field, axis, pair[0]), child, pair[1])


def tears(field: Field, number: int) -> bool:
    axis, child, _ = PLACEMENTS[number]
    return len(field[axis]) != len(field[child])


def distinct(pair: str, numbers: Sequence[int]) -> Sequence[int]:
    """Without those that lead to the same field: of a pair of one colour only u and r remain, 11 of 22."""
    return numbers if pair[0] != pair[1] else [number for number in numbers if PLACEMENTS[number].side in "ur"]
