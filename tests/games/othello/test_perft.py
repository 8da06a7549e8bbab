"""Counts of move sequences (tests/data/othello_perft.txt), in plain Python and in the native twin."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from asobiba.agents.perft import Convention, fast_perft, perft
from asobiba.games.othello import GAME
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import OthelloOptions, Position
from tests.amounts import amount

DATA = Path(__file__).parents[2] / "data" / "othello_perft.txt"
CONVENTIONS: tuple[Convention, ...] = ("A", "B", "C")
PLAIN_LIMIT = amount("ASOBIBA_PERFT_LEAVES", 6_000, long=60_000)
"""The plain rulebook counts tables up to this size; the start position to depth 7 is 55,092."""
NATIVE_LIMIT = 5_000_000
"""Its native twin in the short suite; the start position to depth 9 is 3,005,288."""


def rows() -> Iterator[tuple[str, int, Convention, int]]:
    """(position, depth, convention, leaves) for every count that the file gives."""
    position, in_table = "start", True
    for line in DATA.read_text().splitlines():
        words = line.split()
        if line.startswith("# DISTINCT"):
            in_table = False
        elif words[:1] == ["position"]:
            position, in_table = " ".join(words[2:]), True
        elif in_table and words and words[0].isdigit():
            for convention, count in zip(CONVENTIONS, words[1:4], strict=True):
                if count != "-":
                    yield position, int(words[0]), convention, int(count)


def board(position: str) -> Position:
    return Position() if position == "start" else read_position(position, OthelloOptions())


def test_the_file_is_read_whole() -> None:
    assert len(list(rows())) == 3 * 13 + 2 + 2 + 1 + 3 * (12 + 6 + 5 + 5 + 5 + 6)


@pytest.mark.parametrize(
    ("position", "depth", "convention", "leaves"), [row for row in rows() if row[3] <= PLAIN_LIMIT]
)
def test_the_rulebook_counts_right(position: str, depth: int, convention: Convention, leaves: int) -> None:
    assert perft(GAME, board(position), depth, convention) == leaves


@pytest.mark.parametrize(
    ("position", "depth", "convention", "leaves"),
    [pytest.param(*row, marks=[] if row[3] <= NATIVE_LIMIT else pytest.mark.slow) for row in rows() if row[1] <= 10],
)
def test_the_native_twin_counts_right(position: str, depth: int, convention: Convention, leaves: int) -> None:
    assert fast_perft(GAME, board(position), depth, convention) == leaves
