"""What a look at the board tells. That the kernel sees the same is in tests/native/test_coppit_mind.py."""

from dataclasses import replace
from typing import Any

import pytest

from asobiba.games.coppit.survey import chances, danger, lateness, risk_after, traits, ways
from asobiba.games.coppit.weights import judgement
from tests.games.coppit.situation import played, situation


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("8:R 4:G play=GREEN", 7 / 36),  # a 4, or a 6 and then a 4
        ("8:R 2:G play=GREEN", 6 / 36),  # a 6
        ("8:R 4:G 9:G play=GREEN", 14 / 36),  # a 4 or a 1
        ("28:R play=GREEN", 7 / 36),  # out of the BOX with a 4
        ("13:R 10:G play=GREEN", 0),  # on a red square
        ("5:R 4:G play=GREEN", 0),  # on a grey one
        ("8:R 4:G play=RED", 0),  # RED moves first
    ],
)
def test_danger_is_the_chance_of_the_dice_that_strike_before_the_seat_moves_again(text: str, chance: float) -> None:
    position = situation(text, max_players=2)
    node = next(node for node, stack in position.stacks if stack[-1] == 0)

    assert danger(position, 0, node, position.seat) == pytest.approx(chance)


def test_the_risk_after_a_move_is_that_of_all_stacks_and_ends_with_the_next_turn() -> None:
    one, both = (situation(f"8:R {more}4:G play=GREEN", max_players=2) for more in ("", "7:R "))
    assert risk_after(one, 0) == pytest.approx(7 / 36)  # a 4, or a 6 and then a 4
    assert risk_after(both, 0) == pytest.approx(1 - (1 - 7 / 36) ** 2)  # a 3 as well
    again = replace(one, seat=0)  # a six rolls again, and then the others come
    assert risk_after(again, 0) == pytest.approx(7 / 36)


def test_two_enemies_are_more_dangerous_than_one() -> None:
    position = situation("8:R 4:B 6:G play=BLUE turn=2")

    assert danger(position, 0, 8, 1) == pytest.approx(1 - (1 - 7 / 36) ** 2)


def test_without_another_roll_a_six_is_only_a_six() -> None:
    position = situation("8:R 4:G play=GREEN", max_players=2, extra_roll_on_6=False)

    assert danger(position, 0, 8, 1) == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("node", "pips"),
    [("0", 1), ("1", 2), ("47", 2), ("10", 9), ("c", 6), ("24", 11)],
)
def test_the_way_home(node: str, pips: int) -> None:
    position = situation(f"{node}:R")

    assert ways(position.options, 0)[position.stacks[0][0]] == pips


def test_clockwise_it_is_farther() -> None:
    assert ways(situation("", allow_backward=False).options, 0)[1] > ways(situation("").options, 0)[1]


def test_what_counts_for_red() -> None:
    red = traits(situation("RED:bank=Y1 10:BRR 20:RG 30:Y play=RED turn=9"), 0)

    assert (red.home, red.banked, red.free, red.prisoners, red.captive, red.stacks) == (3, 1, 2, 1, 1, 1)
    assert red.free_away == pytest.approx(1.8)
    assert red.prisoners_away == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("text", "options", "late"),
    [
        ("20:R 30:B", {}, 1 / 2),  # one of two stacks goes home, and it is over
        ("20:R 30:B 32:B 34:G", {}, 1 / 4),
        ("20:R 30:GGG GREEN:bank=R3", {"max_players": 2}, 1 / 3),  # RED has three free hats left
        ("20:R 30:B 32:B 34:G turn=36 play=YELLOW", {"max_turns": 40}, 1 / 2),
    ],
)
def test_how_near_the_end_is(text: str, options: dict[str, Any], late: float) -> None:
    assert lateness(situation(text, **options)) == pytest.approx(late)


@pytest.mark.parametrize("win_mode", ["box_count", "captured", "box_plus_captured", "last_survivor"])
@pytest.mark.parametrize("end_mode", ["board", "in_play"])
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("20:BR", "20:R 30:B"),  # a prisoner rather than none
        ("5:BBR 4:G play=GREEN turn=3", "6:BBR 4:G play=GREEN turn=3"),  # on a grey square
        ("20:R", "20:RB"),  # free rather than captive
    ],
)
def test_what_promises_more_to_red(better: str, worse: str, win_mode: str, end_mode: str) -> None:
    here, there = (situation(text, win_mode=win_mode, end_mode=end_mode) for text in (better, worse))
    weights = judgement(here.options)

    assert chances(here, weights)[0] > chances(there, weights)[0]


def test_a_game_that_is_over_has_its_winner() -> None:
    end = played(situation("2:R 30:R 10:B play=BLUE turn=9 mingled=1 die=6", win_mode="captured"), "10>16")
    won = played(situation("2:BR play=RED turn=9 mingled=1 die=3", win_mode="captured"), "2>box")

    assert not end.over
    assert won.over
    assert chances(won, judgement(won.options)) == [1, 0, 0, 0]
    assert sum(chances(end, judgement(end.options))) == pytest.approx(1)
