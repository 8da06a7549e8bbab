"""The judgement that looks further ahead than greedy's."""

import pytest

from asobiba.games.twenty48.heuristic import WEIGHTS, WON, Weights, judge, line_judge, worth
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.rules import Twenty48Options

BY_HAND = Weights(life=1000, room=10, merge=7, disorder=2, disorder_power=2, weight=3, weight_power=1)


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ((0, 0, 0, 0), 1000 + 40),
        ((4, 2, 0, 0), 1000 + 20 - 3 * 3),
        ((8, 8, 4, 4), 1000 + 2 * 7 - 3 * (3 + 3 + 2 + 2)),
        ((2, 8, 2, 4), 1000 - 2 * 8 - 3 * (1 + 3 + 1 + 2)),
    ],
)
def test_room_merges_order_and_weight_of_a_line(line: tuple[int, ...], points: float) -> None:
    by_hand = line_judge(BY_HAND)

    assert by_hand(line) == by_hand(line[::-1]) == points


def test_a_game_that_is_over_is_worth_less_than_a_board_in_disorder() -> None:
    over = read_position("2.4.2.4/4.2.4.2/2.4.2.4/4.2.4.2", Twenty48Options())
    messy = read_position("8192.2.4096.2/2.1024.2.2048/512.2.128.4/2.256.4.0", Twenty48Options())
    stopped = read_position("64.0/0.2", Twenty48Options(rows=2, columns=2, target=64, stop_at_target=True))

    assert judge(over, 0) == 0
    assert judge(stopped, 0) == WON
    assert 0 < judge(messy, 0) < 8 * (WEIGHTS.life + 4 * WEIGHTS.room) < WON
    assert worth((0, 0, 0, 0)) == WEIGHTS.life + 4 * WEIGHTS.room
