"""The judgement of the greedy agent."""

import pytest

from asobiba.agents import make_agent
from asobiba.core.match import play
from asobiba.games.coppit import GAME
from asobiba.games.coppit.evaluate import evaluate
from asobiba.games.coppit.options import CoppitOptions
from tests.games.coppit.situation import situation


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("RED:bank=B1", "20:BR"),  # banked rather than carried
        ("20:BR", "20:R 30:B"),  # a prisoner rather than none
        ("46:BR", "26:BR"),  # near home rather than far
        ("13:R 10:B", "14:R 10:B"),  # on a red square rather than in reach of BLUE
        ("17:R 10:B", "16:R 10:B"),  # out of reach rather than in reach
        ("20:R 10:B", "20:R 18:B"),
        ("", "20:R"),  # at home
    ],
)
def test_what_looks_better_to_red(better: str, worse: str) -> None:
    assert evaluate(situation(better), 0) > evaluate(situation(worse), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("30:R 20:R", "20:RR"),  # two hunters rather than one tower
        ("17:R 20:G", "13:R 20:G"),  # a hat in reach rather than out of it
        ("26:R 20:GG", "26:R 20:G"),  # a tower in reach rather than a hat
        ("17:R 20:G", "16:R 19:G"),  # one that is not safe
        ("20:R", ""),  # out there rather than at home
    ],
)
def test_what_looks_better_to_red_where_hats_at_home_do_not_win(better: str, worse: str) -> None:
    here, there = (situation(text, max_players=2) for text in (better, worse))

    assert evaluate(here, 0) > evaluate(there, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_greedy_beats_random(seat: int) -> None:
    options = CoppitOptions(max_players=2)
    names = ["greedy", "random"] if seat == 0 else ["random", "greedy"]
    for game in range(10):
        record = play(GAME, [make_agent(name, GAME, options, seed=game) for name in names], options, seed=game)
        assert record.returns is not None
        assert record.returns[seat] == 1


def test_greedy_beats_three_random_players() -> None:
    options = CoppitOptions(max_turns=800)
    won = 0
    for game in range(20):
        agents = [make_agent("greedy" if seat == game % 4 else "random", GAME, options, seed=game) for seat in range(4)]
        record = play(GAME, agents, options, seed=game)
        won += record.returns is not None and record.returns[game % 4] == 1

    assert won >= 17
