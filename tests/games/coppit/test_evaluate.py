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


def test_greedy_beats_three_random_players() -> None:
    options = CoppitOptions(max_turns=800)
    won = 0
    for game in range(20):
        agents = [make_agent("greedy" if seat == game % 4 else "random", GAME, options, seed=game) for seat in range(4)]
        record = play(GAME, agents, options, seed=game)
        won += record.returns is not None and record.returns[game % 4] == 1

    assert won >= 17
