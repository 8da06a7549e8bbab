"""A judgement of the board, line by line: room, merges at hand, and tiles in order.

A line is a row or a column. An empty cell is worth 100 and a merge that could be played 200. A line should rise or
fall from end to end; every step against its direction costs the difference of the ranks' cubes, so that a large
tile behind a small one weighs most. The score plays no part: it comes by itself to a board in order.
"""

from functools import lru_cache
from itertools import pairwise

from asobiba.games.twenty48.rules import LEFT, RANKS, UP, Position, Tiles, lines, rank, slide

EMPTY, MERGE = 100, 200


def evaluate(position: Position, seat: int) -> float:
    rows, columns = position.options.rows, position.options.columns
    return sum(worth(position.board[line]) for action in (LEFT, UP) for line in lines(action, rows, columns))


@lru_cache(maxsize=RANKS**4)
def worth(line: Tiles) -> int:
    """[4 2 0 0] -> 200, room; [2 0 2 0] -> 200 for room, 200 for the merge, and 1 off for the disorder."""
    steps = [rank(after) ** 3 - rank(before) ** 3 for before, after in pairwise(line)]
    rises = sum(step for step in steps if step > 0)
    falls = sum(-step for step in steps if step < 0)
    return EMPTY * line.count(0) + MERGE * len(slide(line).merged) - min(rises, falls)
