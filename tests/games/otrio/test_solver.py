"""The agent `solver`: values that rank proven results, and games that it does not lose."""

import json
from functools import cache
from typing import Any

import pytest

from asobiba.agents.advice import Adviser
from asobiba.agents.analysis import advise_position
from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.arena.series import play_series
from asobiba.cli.analysis import analysis
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER
from asobiba.core.registry import find_game, game_names
from asobiba.games.otrio.solver import DECIDED, Solver, Verdict, solve, worth
from tests.games.otrio.positions import ONE_SLOT_LEFT, after, board

OTRIO = find_game("otrio")
FOR_TWO = OTRIO.options(players=2)
CENTER_MEDIUM = 13

MIDDLE = "Mb2 Sa1 Sb2 Lb2 Sc3"
"""Settled with few nodes: green must block."""


def solver(spec: str = "solver", options: Any = FOR_TWO) -> Solver:
    found = make_agent(spec, OTRIO, options)
    assert isinstance(found, Solver)
    assert isinstance(found, Adviser)
    return found


def test_quick_wins_and_slow_losses_are_better() -> None:
    worst_to_best = [Verdict(-1, 2), Verdict(-1, 14), Verdict(0, 0), Verdict(1, 15), Verdict(1, 1)]

    values = [worth(verdict) for verdict in worst_to_best]

    assert values == sorted(values) == [2 - DECIDED, 14 - DECIDED, 0, DECIDED - 15, DECIDED - 1]


def test_advice_ranks_every_move_and_choice_is_its_best() -> None:
    state = after(MIDDLE, players=2)
    verdicts = solve(state, 2_000_000, every_move=True)

    advice = solver().advise(state)

    assert advice.exact
    assert dict(advice.values) == {action: worth(verdict) for action, verdict in verdicts.items() if verdict}
    assert list(advice.values) == list(state.legal())
    assert solver().choose(state) in advice.best()


def test_out_of_nodes_the_evaluation_decides() -> None:
    state = after("Mb2 Sa1", players=2)
    greedy = make_agent("greedy", OTRIO, FOR_TWO)
    assert isinstance(greedy, Adviser)

    advice = solver("solver:nodes=10").advise(state)

    assert not advice.exact
    assert all(-1 < value < 1 for value in advice.values.values())
    assert advice.best() == greedy.advise(state).best()


def test_a_proven_win_makes_the_advice_exact_though_others_are_open() -> None:
    advice = solver().advise(OTRIO.start(FOR_TWO))

    assert advice.exact
    assert advice.best() == [CENTER_MEDIUM]
    assert advice.values[CENTER_MEDIUM] == DECIDED - 15
    assert sum(abs(value) < 1 for value in advice.values.values()) > 0


def test_a_proven_draw_is_worth_nothing() -> None:
    advice = solver().advise(board(ONE_SLOT_LEFT, players=2))

    assert advice.exact
    assert set(advice.values.values()) == {0.0}


@pytest.mark.parametrize("rival", ["random", "greedy"])
def test_the_first_player_wins_every_game(rival: str) -> None:
    """At the latest with his eighth piece. What was asked once is remembered: most games begin alike."""
    first, second = cache(solver().choose), make_agent(rival, OTRIO, FOR_TWO, seed=1).choose

    for _ in range(20):
        state, plies = OTRIO.start(FOR_TWO), 0
        while state.to_play != OVER:
            state, plies = state.apply((first, second)[state.to_play](state)), plies + 1
        assert state.returns() == (1.0, -1.0)
        assert plies <= 15


@pytest.mark.slow
def test_it_is_the_strongest_level() -> None:
    *_, next_below, strongest = OTRIO.part(Players).levels(FOR_TWO)
    assert strongest == "solver"

    above, below = play_series(OTRIO, [strongest, next_below], FOR_TWO, games=16, seed=1, opening=2)

    assert above.wins > 1.5 * below.wins


@pytest.mark.parametrize("name", [name for name in game_names() if name not in ("otrio", "twenty48")])
def test_games_without_one_do_not_know_it(name: str) -> None:
    with pytest.raises(ConfigError, match=f"no agent is named 'solver'; agents of {name}: random, greedy"):
        make_agent("solver", find_game(name))


@pytest.mark.parametrize("players", [3, 4])
def test_it_is_for_two(players: int) -> None:
    options = OTRIO.options(players=players)

    with pytest.raises(ConfigError, match=f"these options have {players}"):
        make_agent("solver", OTRIO, options)
    assert OTRIO.part(Players).agent_for("adviser", options) == "foresight"
    assert "solver" not in OTRIO.part(Players).levels(options)


@pytest.mark.parametrize("nodes", ["0", "-1", "1000000001", "many"])
def test_a_wrong_budget_is_refused(nodes: str) -> None:
    with pytest.raises(ConfigError, match="SolverSettings"):
        make_agent(f"solver:nodes={nodes}", OTRIO, FOR_TWO)


def test_who_names_no_judge_hears_the_solver_of_two() -> None:
    state = after(MIDDLE, players=2)
    text = OTRIO.notation.write_position(state)

    told = analysis(OTRIO, text, FOR_TWO, None).as_json()

    assert OTRIO.part(Players).agent_for("adviser", FOR_TWO) == "solver"
    assert told["exact"]
    assert told["best"] == advise_position(OTRIO, FOR_TWO, state, "solver")["best"]
    assert json.dumps(told)


def test_games_that_name_no_judge_have_greedy() -> None:
    large = find_game("twenty48").options(rows=5, columns=5)
    players = find_game("twenty48").part(Players)

    assert players.agent_for("adviser", large) == players.agent_for("analyst", large) == "greedy"
