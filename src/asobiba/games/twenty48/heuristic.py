"""The judgement that expectimax uses, line by line: room, merges at hand, tiles in order, and few of them.

A line is a row or a column. Steps against a line's direction cost the difference of the ranks, raised to a power; so
does every tile, because many of them are in the way. A game that is over is worth nothing, which is less than
any board that is likely to come up.
native/twenty48/heuristic.hpp is the same in a table. The weights were found by tools/data/twenty48_heuristic.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from asobiba.core.game import OVER
from asobiba.games.twenty48.rules import LEFT, RANKS, UP, Position, Tiles, lines, rank, slide


@dataclass(frozen=True)
class Weights:
    life: float
    """Of a line, whatever is on it."""
    room: float
    """Of an empty cell."""
    merge: float
    """Of a merge that could be played."""
    disorder: float
    disorder_power: float
    weight: float
    weight_power: float


def line_judge(weights: Weights) -> Callable[[Tiles], float]:
    """What a line is worth by these weights."""

    @lru_cache(maxsize=RANKS**4)
    def worth(line: Tiles) -> float:
        ranks = [rank(tile) for tile in line]
        ordered = [raised(k, weights.disorder_power) for k in ranks]
        steps = [after - before for before, after in pairwise(ordered)]
        rises = sum(step for step in steps if step > 0)
        falls = sum(-step for step in steps if step < 0)
        return (
            weights.life
            + weights.room * line.count(0)
            + weights.merge * len(slide(line).merged)
            - weights.disorder * min(rises, falls)
            - weights.weight * sum(raised(k, weights.weight_power) for k in ranks)
        )

    return worth


def raised(k: int, power: float) -> float:
    return float(k**power) if k else 0.0


def board_worth(position: Position, worth: Callable[[Tiles], float]) -> float:
    rows, columns = position.options.rows, position.options.columns
    return sum(worth(position.board[line]) for action in (LEFT, UP) for line in lines(action, rows, columns))


WEIGHTS = Weights(31250, 100, 124.5, 3.875, 3.457, 1.922, 1.727)
WON = 1e7
"""Of a game that stops because its target is reached: more than any board."""
worth = line_judge(WEIGHTS)


def judge(position: Position, seat: int) -> float:
    if position.to_play == OVER:
        return WON if position.won and position.options.stop_at_target else 0.0
    return board_worth(position, worth)
