"""The judgement of a board, and what it is good for."""

import statistics

import pytest

from asobiba.agents import make_agent
from asobiba.core.match import play
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.evaluate import evaluate, worth
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.rules import Twenty48Options


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ((0, 0, 0, 0), 400),
        ((4, 2, 0, 0), 200),
        ((16, 8, 4, 2), 0),
        ((2, 4, 8, 16), 0),
        ((8, 8, 4, 4), 2 * 200),
        ((2, 0, 2, 0), 200 + 200 - 1),
        ((8, 2, 16, 4), -min((27 - 1) + (64 - 8), 64 - 1)),
    ],
)
def test_room_merges_and_order_of_a_line(line: tuple[int, ...], points: int) -> None:
    assert worth(line) == worth(line[::-1]) == points


def test_a_board_is_judged_by_its_rows_and_columns() -> None:
    position = read_position("4.2/0.2", Twenty48Options(rows=2, columns=2))

    assert evaluate(position, 0) == 0 + 100 + 100 + 200


def test_greedy_scores_five_times_what_random_play_scores() -> None:
    scores = []
    for seed in range(8):
        record = play(GAME, [make_agent("greedy", GAME, seed=seed)], seed=seed)
        assert record.returns is not None
        scores.append(record.returns[0])

    assert statistics.mean(scores) > 5 * 1094
