"""The names of openings that players know: openings/names.csv, transcripts from f5 with English and Japanese names.

An opening is a position, however it was reached and from whichever side it is seen.
"""

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from asobiba.games.othello.notation import after_transcript
from asobiba.games.othello.rules import OthelloOptions, Position
from asobiba.games.othello.symmetry import SYMMETRIES

TABLE = files("asobiba.games.othello") / "openings" / "names.csv"
LONGEST = 25
"""Discs beyond which no opening is looked for."""

Names = Mapping[str, str]
"""By language: {"en": "Tiger", "ja": "虎"}"""


@cache
def openings() -> Mapping[tuple[int, int, int], Names]:
    """By the position's place among its like."""
    rows = csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines())
    return {like(after_transcript(row["moves"], OthelloOptions())): {"en": row["en"], "ja": row["ja"]} for row in rows}


def like(position: Position) -> tuple[int, int, int]:
    """The same for a position and all that look like it: black, white, and the side to move."""
    images = (symmetry.position(position) for symmetry in SYMMETRIES)
    return min((image.black, image.white, image.side) for image in images)


def name_of(positions: Iterable[Position]) -> Names | None:
    """Of the opening that a game has come to: the last of its positions that has a name."""
    found = None
    for position in positions:
        if (position.black | position.white).bit_count() > LONGEST + 4:
            break
        found = openings().get(like(position), found)
    return found


def insight(positions: Iterable[Position]) -> dict[str, Names]:
    """Return the last name on the line: {"opening": {"en": "Tiger", "ja": "虎"}}; nothing if it has none."""
    name = name_of(positions)
    return {} if name is None else {"opening": name}
