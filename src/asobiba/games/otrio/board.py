"""Otrio's board as numbers: 27 slots, and the 49 lines that win.

A slot is 9 * size + cell; cells are numbered along the rows, a1 = 0, b1 = 1, c1 = 2, a2 = 3, ..., c3 = 8, row 1 on top.
`Mb2`, the medium slot of the middle space, is 13. A set of slots is an integer with one bit for each.
"""

from itertools import product

SIZES = ("small", "medium", "large")
SIZE_LETTERS = "SML"
COLOURS = ("red", "green", "blue", "yellow")
COLOUR_LETTERS = "RGBY"

SLOTS = 27
STOCK = 3
"""Pieces of each size that a colour begins with."""
EVERY_SLOT = (1 << SLOTS) - 1
OF_SIZE = tuple(0b111_111_111 << 9 * size for size in range(3))
CENTER_MEDIUM = 13


def slot(name: str) -> int:
    """Mb2 -> 13"""
    return 9 * SIZE_LETTERS.index(name[0]) + "abc".index(name[1]) + 3 * "123".index(name[2])


def slot_name(at: int) -> str:
    """13 -> Mb2"""
    return SIZE_LETTERS[at // 9] + "abc"[at % 3] + "123"[at % 9 // 3]


def slots(board: int) -> tuple[int, ...]:
    """The slots of a set, ascending."""
    return _SMALL[board & 511] + _MEDIUM[board >> 9 & 511] + _LARGE[board >> 18]


_SMALL, _MEDIUM, _LARGE = (
    tuple(tuple(9 * size + cell for cell in range(9) if cells >> cell & 1) for cells in range(512)) for size in range(3)
)


def _straight_lines() -> tuple[int, ...]:
    """Three in a row of the cube size x row x column.

    One size along a row is a line within a layer, S-M-L along a row climbs through the layers, and S, M, L in one
    space is a column: the three ways to win are the 49 lines of three-dimensional noughts and crosses.
    """
    found = set()
    for start, step in product(product(range(3), repeat=3), product((-1, 0, 1), repeat=3)):
        points = [[at + far * by for at, by in zip(start, step, strict=True)] for far in range(3)]
        if any(step) and all(0 <= at < 3 for point in points for at in point):
            found.add(sum(1 << 9 * size + 3 * row + column for size, row, column in points))
    return tuple(sorted(found))


LINES = _straight_lines()
LINES_THROUGH = tuple(tuple(line for line in LINES if line >> at & 1) for at in range(SLOTS))


def lines_of(mine: int) -> tuple[int, ...]:
    """The lines that `mine` fills."""
    return tuple(line for line in LINES if mine & line == line)


def completing(mine: int) -> int:
    """The slots that make a line with two of `mine`."""
    found = 0
    for line in LINES:
        missing = line & ~mine
        if not missing & (missing - 1):
            found |= missing
    return found
