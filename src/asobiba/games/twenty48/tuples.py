"""Which cells an n-tuple network looks at together: sets by name, or spelled out.

    4x6                     four tuples of six cells, of a 4x4 board; 4x5 and 8x6 likewise
    lines                   rows, columns and squares of 2x2 of a board of any shape
    boxes                   lines and boxes of 2x3, likewise
    usual                   4x6 of a 4x4 board, boxes of other ones of up to 16 cells, lines of larger ones
    012345/456789/01456     cells along the rows from a1, one digit each: 0 to 9, then a to z, then A to Z

A set holds one tuple of those that the board's symmetries turn into each other.
"""

from collections.abc import Iterable
from string import ascii_letters, digits

from asobiba.core.errors import ConfigError
from asobiba.core.symmetry import grid_symmetries
from asobiba.games.twenty48.rules import Twenty48Options

Cells = tuple[int, ...]

USUAL = "usual"
LINES, BOXES = "lines", "boxes"
DIGITS = digits + ascii_letters
NAMED = {
    "4x5": "01234/45678/01245/45689",
    "4x6": "012345/456789/012456/45689a",
    "8x6": "012456/456789/012345/234569/01259a/345678/134567/01489a",
}
"""Of a 4x4 board."""
MOST_TUPLES, MOST_CELLS = 32, 7
MOST_BOXED = 16
"""Cells of a board whose boxes all have a table of their own, 64 MiB each."""
LONGEST_LINE = 5
"""Cells of a line that are looked at together: of 8, a window of 5 that moves along."""


def tuples_of(net: str, options: Twenty48Options) -> tuple[Cells, ...]:
    """ConfigError if the net is none for this board."""
    is_4x4 = (options.rows, options.columns) == (4, 4)
    if net == USUAL:
        net = "4x6" if is_4x4 else BOXES if options.rows * options.columns <= MOST_BOXED else LINES
    if net in NAMED and not is_4x4:
        raise _wrong(net, f"{net} is for a board of 4x4")
    if net == LINES or (net == "5x4" and is_4x4):
        return _lines(options)
    if net == BOXES:
        boxes = _distinct([*_lines(options), *_boxes(2, 3, options), *_boxes(3, 2, options)], options)
        if len(boxes) > MOST_TUPLES:
            raise _wrong(net, f"that would be {len(boxes)} tuples, of {MOST_TUPLES} at most")
        return boxes
    return tuple(_spelled(word, net, options) for word in NAMED.get(net, net).split("/"))


def _spelled(word: str, net: str, options: Twenty48Options) -> Cells:
    cells = tuple(DIGITS.find(digit) for digit in word)
    if not 1 <= len(cells) <= MOST_CELLS or len(set(cells)) < len(cells) or net.count("/") >= MOST_TUPLES:
        raise _wrong(net, f"1 to {MOST_TUPLES} tuples of 1 to {MOST_CELLS} different cells")
    if not all(0 <= cell < options.rows * options.columns for cell in cells):
        raise _wrong(net, f"{word!r} is no tuple of cells of a board of {options.rows}x{options.columns}")
    return tuple(sorted(cells))


def _wrong(net: str, reason: str) -> ConfigError:
    known = ", ".join([USUAL, LINES, BOXES, "5x4", *NAMED])
    return ConfigError(f"net={net}: {reason}; allowed are {known}, and tuples such as 0145/0123", option="net")


def _lines(options: Twenty48Options) -> tuple[Cells, ...]:
    across, down = min(options.columns, LONGEST_LINE), min(options.rows, LONGEST_LINE)
    return _distinct(
        [*_boxes(1, across, options), *_boxes(down, 1, options), *_boxes(2, 2, options)],
        options,
    )


def _boxes(height: int, width: int, options: Twenty48Options) -> list[Cells]:
    """Wherever they have room, from the top left on."""
    return [
        tuple((top + row) * options.columns + left + column for row in range(height) for column in range(width))
        for top in range(options.rows - height + 1)
        for left in range(options.columns - width + 1)
    ]


def _distinct(tuples: Iterable[Cells], options: Twenty48Options) -> tuple[Cells, ...]:
    """The first of those that symmetries turn into each other."""
    found: dict[frozenset[Cells], Cells] = {}
    for cells in tuples:
        images = grid_symmetries(options.rows, options.columns).values()
        found.setdefault(frozenset(tuple(sorted(places[cell] for cell in cells)) for places in images), cells)
    return tuple(found.values())
