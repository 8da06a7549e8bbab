"""The agent that looks at every die and every answer."""

import pytest

from asobiba.agents import make_agent
from asobiba.agents.advice import Adviser
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.games.coppit import GAME
from asobiba.games.coppit.notation import write_move
from asobiba.games.coppit.options import CoppitOptions
from tests.games.coppit.situation import situation


@pytest.mark.parametrize("plies", [1, 2])
def test_it_takes_a_certain_win_and_says_that_it_is_proven(plies: int) -> None:
    """GREEN has one free hat left, and RED may capture it."""
    position = situation("2:R 6:G 40:R RED:bank=G5 die=4 turn=9 mingled=1", max_players=2)
    agent = make_agent(f"expectimax:plies={plies}", GAME, position.options, seed=1)
    assert isinstance(agent, Adviser)
    advice = agent.advise(position)

    assert [write_move(position, action) for action in advice.best()] == ["2>6"]
    assert (advice.exact, advice.unit, advice.depth) == (True, "win chance", plies)
    assert agent.choose(position) == advice.best()[0]


def test_it_plays_a_game_to_its_end() -> None:
    options = CoppitOptions(max_players=2, hats_per_player=2, max_turns=200)
    agents = [make_agent(spec, GAME, options, seed=1) for spec in ("expectimax:plies=2", "random")]
    *_, end = play(GAME, agents, options, seed=3).states()

    assert end.over


@pytest.mark.parametrize("plies", ["0", "5", "many"])
def test_how_far_it_looks_is_bounded(plies: str) -> None:
    with pytest.raises(ConfigError, match="ExpectimaxSettings"):
        make_agent(f"expectimax:plies={plies}", GAME)
