"""A pair while it is steered: moves, turns, kicks, the fall, and when it locks.

The axis is in a column and at a height in half rows: at 22 it stands in row 12, at 21 it is half way down to row 11 and
takes up room there. Nothing floats, so a column is free from its height upwards, and all that a pair can bump into is
told by two numbers for each column and side: the *lowest* and the *highest* row that its axis can have there.

Sides are numbered clockwise, 0 above the axis, 1 right, 2 below, 3 left. A turn for which there is no room *kicks* the
axis away: from a wall sideways, from the floor one row up. A pair with walls on both sides is turned over by the second
press, a *quick turn*: axis and child change places.
"""

from functools import lru_cache
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from asobiba.games.puyo import frames
from asobiba.games.puyo.field import HEIGHT, IN_SIGHT, WIDTH, Field
from asobiba.games.puyo.placements import NUMBER_OF, SPAWN

ABOVE, RIGHT, BELOW, LEFT = range(4)
SIDES = "urdl"
TOP = HEIGHT - 1
"""The highest row of an axis, counted from 0; only a child gets above it."""
WALL = HEIGHT + 1
"""The lowest row where there is no column: higher than any axis can be."""


class Space(NamedTuple):
    """By side and column. The seventh column is the wall, also for column -1, which Python counts from the end."""

    lowest: tuple[tuple[int, ...], ...]
    highest: tuple[tuple[int, ...], ...]

    def fits(self, column: int, side: int, row: int) -> bool:
        return self.lowest[side][column] <= row <= self.highest[side][column]


@lru_cache(maxsize=1 << 12)
def space(field: Field, row14: int) -> Space:
    """The room that a field leaves. `row14` has a bit for each column whose row 14 is taken."""
    alone = [*map(len, field), WALL]
    below = [height + 1 for height in alone]
    right = [max(alone[column], alone[column + 1]) for column in range(WIDTH)] + [WALL]
    left = [max(alone[column], alone[column - 1]) for column in range(WIDTH)] + [WALL]
    anywhere = (TOP,) * (WIDTH + 1)
    above = (*(TOP - (row14 >> column & 1) for column in range(WIDTH)), TOP)
    return Space(
        (tuple(alone), tuple(right), tuple(below), tuple(left)),
        (above, anywhere, anywhere, anywhere),
    )


class Falling(Struct):
    column: Annotated[int, Meta(ge=0, lt=WIDTH)] = SPAWN
    height: Annotated[int, Meta(ge=0, le=2 * TOP + 1)] = 2 * (IN_SIGHT - 1)
    """Of the axis, in half rows."""
    side: Annotated[int, Meta(ge=ABOVE, le=LEFT)] = ABOVE
    """On which the child is."""
    floated: int = 0
    """Ticks since it fell half a row or stood on the ground."""
    grounded: int = 0
    """Ticks on the ground, all together."""
    contacts: int = 0
    """How often it has come to the ground."""
    rests: bool = False
    dropped: int = 0
    """Rows that it fell with `down` held."""
    quick: int = -1
    """The last tick in which one more press is a quick turn."""

    @property
    def row(self) -> int:
        """The lower of the rows in which the axis is."""
        return self.height >> 1

    @property
    def placement(self) -> int:
        """Where it comes to rest if it is left alone; see placements.py."""
        return NUMBER_OF[f"{self.column + 1}{SIDES[self.side]}"]

    def move(self, by: int, space: Space) -> None:
        if space.fits(self.column + by, self.side, self.row):
            self.column += by

    def turn(self, by: int, space: Space, tick: int) -> None:
        """Clockwise by 1, the other way by -1."""
        side = (self.side + by) % 4
        if space.fits(self.column, side, self.row):
            self.side = side
        elif side == BELOW:
            self._kick_up()
        elif side != ABOVE:
            self._kick_aside(side, space, tick)

    def _kick_up(self) -> None:
        if self.row < TOP:
            self.height, self.side = 2 * (self.row + 1), BELOW

    def _kick_aside(self, side: int, space: Space, tick: int) -> None:
        away = self.column + (1 if side == LEFT else -1)
        if space.fits(away, side, self.row):
            self.column, self.side = away, side
        elif tick > self.quick:
            self.quick = tick + frames.QUICK_TURN
        else:
            self._turn_over()

    def _turn_over(self) -> None:
        """Axis and child change places; the axis cannot take that of a child in row 14."""
        if self.side == BELOW:
            self.height, self.side, self.quick = self.height - 2, ABOVE, -1
        elif self.row < TOP:
            self.height, self.side, self.quick = self.height + 2, BELOW, -1

    def fall(self, space: Space, down: bool) -> bool:
        """One tick of gravity; True when the pair locks. Who holds `down` on the ground does not wait."""
        if self.height == 2 * space.lowest[self.side][self.column]:
            self.contacts += not self.rests
            self.rests, self.floated = True, 0
            self.grounded += 1
            return down or self.grounded >= frames.GROUNDED or self.contacts >= frames.CONTACTS
        self.rests = False
        self.floated += 1
        if down or self.floated >= frames.HALF_ROW:
            self.height, self.floated = self.height - 1, 0
            self.dropped += down and not self.height & 1
        return False
