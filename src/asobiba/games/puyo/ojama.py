"""Ojama: what points are worth, how attacks offset each other, what the tray shows."""

from itertools import combinations

from asobiba.games.puyo.field import HEIGHT, OJAMA, WIDTH, Field, drop

FRAMES_A_SECOND = 60
MARGIN_STEP, MARGIN_STEPS = 16, 14
"""After the margin time the price falls every 16 seconds, fourteen times at most."""
ALL_CLEAR = 30
"""So many ojama come with the chain after an all clear."""
ALL_COLUMNS = (1 << WIDTH) - 1
COLUMN_SETS = tuple(
    tuple(sorted(sum(1 << column for column in chosen) for chosen in combinations(range(WIDTH), count)))
    for count in range(WIDTH)
)
"""By how many: the sets of so many of the six columns, ascending. Bit 0 is the first column."""
TRAY = {"comet": 1440, "crown": 720, "moon": 360, "star": 180, "rock": 30, "large": 6, "small": 1}
TRAY_LENGTH = 6


def price(base: int, margin: int | None, frames: int) -> int:
    """Points that one ojama costs: 70, from the margin time on 52, 35, 26, 17, 13, 8, 6, 4, 3, 2, 1.

    The first step takes a quarter off; each later price is half of the one two steps before.
    """
    if margin is None or frames < margin * FRAMES_A_SECOND:
        return base
    steps = min(1 + (frames // FRAMES_A_SECOND - margin) // MARGIN_STEP, MARGIN_STEPS)
    start = base * 3 // 4 if steps % 2 else base
    return max(start >> steps // 2, 1)


def bought(carry: int, points: int, price: int) -> tuple[int, int]:
    """Ojama for the points of a chain, and the rest that is carried to the next: 69 -> (0, 69), 70 -> (1, 0)."""
    return divmod(carry + points, price) if points else (0, carry)


def offset(attack: int, other: int) -> tuple[int, int]:
    """What is left of two amounts that cancel each other one for one: (20, 6) -> (14, 0)."""
    cancelled = min(attack, other)
    return attack - cancelled, other - cancelled


def fall(field: Field, rows: int, columns: int = ALL_COLUMNS) -> Field:
    """Rows of ojama fall onto the columns of a set."""
    for column in range(WIDTH):
        if columns >> column & 1:
            field = drop(field, column, OJAMA * min(rows, HEIGHT))
    return field


def tray(count: int) -> list[str]:
    """The symbols above a field, at most six, the largest first: 37 -> rock, large, small."""
    symbols: list[str] = []
    for symbol, size in TRAY.items():
        shown, count = divmod(count, size)
        symbols += [symbol] * min(shown, TRAY_LENGTH)
    return symbols[:TRAY_LENGTH]
