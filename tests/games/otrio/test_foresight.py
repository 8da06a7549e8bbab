"""The agent that foresees what the others play."""

import pytest

from asobiba.agents import make_agent
from asobiba.agents.advice import Adviser
from asobiba.core.match import play
from asobiba.games.otrio import GAME
from asobiba.games.otrio.notation import read_move, write_move
from asobiba.games.otrio.rules import OtrioOptions
from tests.games.otrio.positions import after, board


def test_it_wins_at_once_and_says_that_it_is_proven() -> None:
    position = board("R.. R.. ... G.. .G. ... B.. .B. ... R")
    agent = make_agent("foresight:simulations=50", GAME, position.options, seed="1")
    assert isinstance(agent, Adviser)

    assert write_move(position, agent.choose(position)) == "Sc1"
    advice = agent.advise(position)
    assert advice.exact
    assert advice.best() == list(advice.proven) == [read_move(position, "Sc1")]


def test_it_stops_a_threat_that_the_others_would_leave_to_it() -> None:
    """Yellow, who moves next, threatens Lc2: red and green could not help any more."""
    position = board("... ... ... Y.. .Y. ... R.. ... ..G B")

    assert write_move(position, make_agent("foresight:simulations=500", GAME, position.options).choose(position)) == (
        "Lc2"
    )


@pytest.mark.parametrize(("players", "least"), [(3, 5), (4, 4)])
def test_it_beats_those_who_look_no_further_than_their_move(players: int, least: int) -> None:
    """Of six games, seats in turn; the greedy among themselves win a third of three, and draw with four."""
    options, won = OtrioOptions(players=players), 0
    for number in range(6):
        own = number % players
        agents = [
            make_agent(
                "foresight:simulations=1000,doubt=0" if seat == own else "greedy",
                GAME,
                options,
                seed=f"{number}/{seat}",
            )
            for seat in range(players)
        ]
        *_, end = play(GAME, agents, options, seed=number).states()
        won += end.winner_seat == own
    assert won >= least


def test_what_it_never_tried_is_worth_no_more_than_a_loss() -> None:
    position = after("Mb2 Sa1", players=3)
    agent = make_agent("foresight:simulations=5", GAME, position.options, seed="1")
    assert isinstance(agent, Adviser)
    advice = agent.advise(position)

    assert set(advice.values) == set(position.legal())
    assert {advice.values[action] for action, visits in advice.visits.items() if not visits} == {0.0}
    assert advice.unit == "win chance"


@pytest.mark.parametrize("players", [3, 4])
def test_the_same_seed_gives_the_same_moves(players: int) -> None:
    position = after("Mb2 Sa1", players=players)
    spec = "foresight:simulations=200"
    one, other = (make_agent(spec, GAME, position.options, seed="7") for _ in range(2))

    assert [one.choose(position) for _ in range(3)] == [other.choose(position) for _ in range(3)]
