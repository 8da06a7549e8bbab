"""Field URLs as the community's simulators share them: http://www.puyop.com/s/420Aa9r9hj_0o

Before the underscore stands a field: a character for two cells side by side, eight times the left one plus the right
one, rows from the top, what is empty at the front left out. After it stand the pairs in turn, two characters each,
the lower six bits first: 5 * axis + child, and from bit 7 on four times the axis' column, counted from 1, plus the side
of the child, clockwise from above; 0 where the pair has not been placed.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from asobiba.core.errors import NotationError
from asobiba.games.puyo.field import HEIGHT, NOTHING, OJAMA, WIDTH, Field, rows
from asobiba.games.puyo.placements import NUMBER_OF, PLACEMENTS

PREFIX = "http://www.puyop.com/s/"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[]"
CELLS = NOTHING + "RGBYP" + OJAMA
PAIRED = "RGBYP"
SIDES = "urdl"
_URL = re.compile(r"(?:https?://)?(?:www\.)?puyop\.com/s/([^_]*)(?:_(.*))?", re.DOTALL)


class Shared(NamedTuple):
    """What a URL tells."""

    rows: list[str]
    """Of the field, as notation.py writes them; puyos may float."""
    moves: list[tuple[str, int | None]]
    """Pairs, axis first, with their placements; None for a pair that has not been placed."""


def is_url(text: str) -> bool:
    return "puyop.com/s/" in text


def write_url(field: Field, moves: Sequence[tuple[str, int | None]] = ()) -> str:
    control = "".join(_written(pair, placement) for pair, placement in moves)
    return PREFIX + write_code(field) + ("_" + control if moves else "")


def write_code(field: Field) -> str:
    """("RR", "", "", "", "", "") -> 800800: two cells for a character, the lowest row last."""
    cells = "".join(rows(field))
    digits = (8 * CELLS.index(left) + CELLS.index(right) for left, right in zip(cells[::2], cells[1::2], strict=True))
    return "".join(DIGITS[digit] for digit in digits).lstrip("0")


def read_url(text: str) -> Shared:
    """NotationError for another address, an unknown character, a field that is too large, ojama among the pairs."""
    found = _URL.fullmatch(text.strip())
    if found is None:
        raise NotationError(f"{text.strip()!r} is no field URL: it begins {PREFIX}", text=text)
    code, control = found[1], found[2] or ""
    if wrong := re.search(r"[^0-9a-zA-Z\[\]]", code + control):
        raise NotationError(f"{wrong[0]!r} in a field URL: digits, letters and the brackets [ ] are used", text=text)
    if len(code) > HEIGHT * WIDTH // 2:
        raise NotationError(f"a field has {HEIGHT * WIDTH // 2} characters at most; found {len(code)}", text=text)
    if len(control) % 2:
        raise NotationError(f"pairs have two characters each; {control!r} has {len(control)}", text=text)
    return Shared(_rows(code), [_move(control[at : at + 2]) for at in range(0, len(control), 2)])


def _rows(code: str) -> list[str]:
    cells = "".join(_cell(digit >> 3) + _cell(digit & 7) for digit in map(DIGITS.index, code))
    cells = cells.rjust(WIDTH * HEIGHT, NOTHING)
    return [cells[at : at + WIDTH] for at in range(0, len(cells), WIDTH)]


def _cell(number: int) -> str:
    if number >= len(CELLS):
        raise NotationError(f"cell {number} in a field URL: only {len(CELLS) - 1} kinds of puyo are known here")
    return CELLS[number]


def _move(characters: str) -> tuple[str, int | None]:
    low, high = map(DIGITS.index, characters)
    where, colours = divmod(low + 64 * high, 128)
    if colours >= len(PAIRED) ** 2:
        raise NotationError(f"{characters!r} in a field URL is no pair")
    axis, child = divmod(colours, len(PAIRED))
    name = f"{where >> 2}{SIDES[where & 3]}"
    if where and name not in NUMBER_OF:
        raise NotationError(f"{characters!r} in a field URL places a pair at {name}, where it cannot stand")
    return PAIRED[axis] + PAIRED[child], NUMBER_OF.get(name)


def _written(pair: str, placement: int | None) -> str:
    number = len(PAIRED) * PAIRED.index(pair[0]) + PAIRED.index(pair[1])
    if placement is not None:
        where = PLACEMENTS[placement]
        number |= (4 * (where.axis + 1) + SIDES.index(where.side)) << 7
    return DIGITS[number % 64] + DIGITS[number // 64]


def spelled_out(fields: str, words: list[str]) -> tuple[str, list[str]]:
    """The fields and words of a position, each URL replaced by its rows and its pairs."""
    shared = [read_url(field) if is_url(field) else None for field in fields.split("|")]
    pairs = next(([pair for pair, _ in each.moves] for each in shared if each and each.moves), [])
    if pairs and any("=" not in word or word.lower().startswith("seed=") for word in words):
        raise NotationError("the queue is given twice: in the field URL and beside it")
    texts = ("/".join(url.rows) if url else field for url, field in zip(shared, fields.split("|"), strict=True))
    return "|".join(texts), pairs + words
