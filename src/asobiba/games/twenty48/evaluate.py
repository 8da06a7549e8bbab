"""A judgement of the board, line by line: room, merges at hand, and tiles in order.

A line is a row or a column. An empty cell is worth 100 and a merge that could be played 200. A line should rise or
fall from end to end; every step against its direction costs the difference of the ranks' cubes, so that a large
tile behind a small one weighs most. The score plays no part: it comes by itself to a board in order.

It is made for who looks one move ahead; for those who look further there is heuristic.py.
"""

from asobiba.games.twenty48.heuristic import Weights, board_worth, line_judge
from asobiba.games.twenty48.rules import Position

WEIGHTS = Weights(life=0, room=100, merge=200, disorder=1, disorder_power=3, weight=0, weight_power=1)
worth = line_judge(WEIGHTS)
"""[4 2 0 0] -> 200, room; [2 0 2 0] -> 200 for room, 200 for the merge, and 1 off for the disorder."""


def evaluate(position: Position, seat: int) -> float:
    return board_worth(position, worth)
