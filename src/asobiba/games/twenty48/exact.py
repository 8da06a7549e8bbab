"""Small boards are solved: what best play expects there, to the last digit, by native/twenty48/exact.hpp.

3x3 has 48,713,509 positions up to mirror images, 2x4 has 4,980,757; they are found when they are first asked for, and
kept.
"""

from functools import lru_cache
from math import isnan

from asobiba._native import kernels
from asobiba.core.truth import Truth
from asobiba.games.twenty48.rules import Position, Twenty48Options, rank

MOST_CELLS = 9
MOST_POSITIONS = 50_000_000
"""Remembered at 16 bytes each in a table that is at least a quarter empty."""
SOLVED = tuple({"rows": rows, "columns": columns} for rows, columns in ((2, 2), (2, 3), (2, 4), (3, 3)))


def truth(options: Twenty48Options) -> Truth[Position] | None:
    return Truth(expected, "points") if options.rows * options.columns <= MOST_CELLS else None


def expected(position: Position) -> dict[int, float] | None:
    """The score in the end, after each move."""
    found = _solver(position.options).moves(bytes(map(rank, position.board)))
    if not found:
        return None
    return {action: position.score + value for action, value in enumerate(found) if not isnan(value)}


@lru_cache(maxsize=1)
def _solver(options: Twenty48Options) -> kernels.Twenty48Exact:
    return kernels.Twenty48Exact(
        options.rows, options.columns, options.target, options.stop_at_target, most_positions=MOST_POSITIONS
    )
