"""What 2048 is worth on small boards: the expected score of the best and of random play, from the rulebook alone.

A tile more on the board is a larger sum of the tiles, so the boards are solved sum by sum, the largest first.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from asobiba.games.twenty48.rules import Position, Tiles, Twenty48Options, start

Fold = Callable[[Tiles], Tiles]
"""Turns boards that are mirror images of each other into one of them."""


class Worth(NamedTuple):
    best: float
    random: float


def unfolded(board: Tiles) -> Tiles:
    return board


def mirrored_2x4(board: Tiles) -> Tiles:
    top, bottom = board[:4], board[4:]
    return min(board, bottom + top, top[::-1] + bottom[::-1], board[::-1])


def spawns(before: Position, fold: Fold) -> Iterator[tuple[Tiles, float]]:
    """The boards after luck, each with its probability."""
    for outcome, p in before.chances():
        yield fold(before.apply(outcome).board), p


def worth(rows: int, columns: int, fold: Fold = unfolded) -> Worth:
    options = Twenty48Options(rows=rows, columns=columns)
    empty = start(options)
    first = [(board, p, q) for one, p in spawns(empty, fold) for board, q in spawns(Position(one, 0, 1, options), fold)]
    by_sum: defaultdict[int, set[Tiles]] = defaultdict(set)
    for board, _, _ in first:
        by_sum[sum(board)].add(board)
    total = min(by_sum)
    while total <= max(by_sum):
        for board in by_sum[total]:
            position = Position(board, options=options)
            for action in position.legal():
                for after, _ in spawns(position.apply(action), fold):
                    by_sum[sum(after)].add(after)
        total += 2

    solved: dict[Tiles, Worth] = {}
    for total in sorted(by_sum, reverse=True):
        for board in by_sum[total]:
            solved[board] = solve(Position(board, options=options), solved, fold)
        for board in by_sum.pop(total + 6, ()):
            del solved[board]  # a move adds 2 or 4, and the start is 4, 6 or 8
    return Worth(*(sum(p * q * solved[board][kind] for board, p, q in first) for kind in (0, 1)))


def solve(position: Position, solved: dict[Tiles, Worth], fold: Fold) -> Worth:
    moves = []
    for action in position.legal():
        after = position.apply(action)
        found = [(p, solved[board]) for board, p in spawns(after, fold)]
        moves.append(Worth(*(after.score + sum(p * worth[kind] for p, worth in found) for kind in (0, 1))))
    if not moves:
        return Worth(0, 0)
    return Worth(max(move.best for move in moves), sum(move.random for move in moves) / len(moves))


@pytest.mark.parametrize(
    ("rows", "columns", "best", "random"),
    [
        (1, 4, 33.311350, 21.737277),
        (4, 1, 33.311350, 21.737277),
        (2, 2, 66.964149, 19.656540),
        (2, 3, 480.258272, 61.168880),
    ],
)
def test_best_and_random_play_are_worth_what_they_should(rows: int, columns: int, best: float, random: float) -> None:
    assert worth(rows, columns) == pytest.approx((best, random), abs=1e-6)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_best_play_on_2x4() -> None:
    """Several million boards: eleven minutes and 0.9 GB."""
    assert worth(2, 4, mirrored_2x4).best == pytest.approx(2641.873036, abs=1e-6)
