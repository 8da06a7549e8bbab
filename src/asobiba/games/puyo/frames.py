"""How long everything takes on the clock, in ticks of a sixtieth of a second."""

from asobiba.games.puyo.field import FALL_FRAMES, LAND_FRAMES

MOVE_IN = 12
"""The next pair comes into the field."""
HALF_ROW = 8
"""A pair left alone falls half a row; with `down` held, in every tick."""
REPEAT_AFTER, REPEAT_EVERY = 8, 2
"""A direction that is held moves the pair at once, again after 8 ticks, and from then on in every second one."""
QUICK_TURN = 20
"""A second press within so many ticks turns a pair over that has no room to turn."""
GROUNDED, CONTACTS = 32, 8
"""A pair locks when it has stood on the ground for so long altogether, or has come to the ground so often."""
LONG_FALL = (0, 10, 16, 22, 24, 28, 32, 34, 36, 40, 42, 44, 46)
"""By rows: what tears off a pair, and ojama."""


def after_lock(rows: int) -> int:
    """A pair has locked, and one of its puyos falls on for so many rows."""
    return LONG_FALL[rows] + LAND_FRAMES


def after_vanish(rows: int) -> int:
    """A link has vanished, and what stood on it falls; where nothing has to fall, no time passes."""
    return FALL_FRAMES * rows + LAND_FRAMES if rows else 0


def ojama(rows: int, count: int) -> int:
    """So many ojama fall, the farthest so many rows, and come to rest."""
    return LONG_FALL[rows] + (8 if count <= 3 else 24 if count <= 18 else 32)
