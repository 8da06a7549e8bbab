"""What an agent thinks of a position: one shape for every game, and nothing in it that the seat may not know."""

import json

import pytest

from asobiba.agents.analysis import advise_position
from asobiba.agents.spec import make_agent
from asobiba.core.contract import CHANCE, OVER
from asobiba.core.errors import ConfigError
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game, game_names
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import OthelloOptions

KEYS = ["to_play", "moves", "best", "exact", "evaluation", "insight"]


@pytest.mark.parametrize("name", game_names())
def test_every_move_is_valued_and_the_best_comes_first(name: str) -> None:
    found = find_game(name)
    options, luck = found.options(), Luck(1)
    state = found.rules.start(options)
    for ply in range(12):
        result = advise_position(found, options, state, "greedy")

        assert list(json.loads(json.dumps(result))) == KEYS
        values = [move["value"] for move in result["moves"]]
        assert values == sorted(values, reverse=True)
        if state.to_play == CHANCE:
            assert (result["moves"], result["best"], result["exact"]) == ([], [], False)
            state = state.apply(luck.draw(state, ply))
            continue
        assert sorted(move["action"] for move in result["moves"]) == list(state.legal())
        assert result["best"] == [move["move"] for move in result["moves"] if move["value"] == values[0]]
        assert result["insight"] == found.text.insight(state)
        state = state.apply(result["moves"][0]["action"])


def test_a_finished_game_has_no_moves_and_is_exact() -> None:
    options = OthelloOptions()
    state = read_position("d3c3b3d2e1d6d7e3f4", options)

    result = advise_position(find_game("othello"), options, state, "minimax")

    assert (result["to_play"], result["moves"], result["best"], result["exact"]) == (OVER, [], [], True)


def test_an_agent_without_values_leaves_them_to_the_game() -> None:
    othello = find_game("othello")
    options = othello.options()
    state = othello.rules.start(options)

    assert advise_position(othello, options, state, "random") == advise_position(othello, options, state, "greedy")
    with pytest.raises(ConfigError, match="no agent is named 'magic'"):
        advise_position(othello, options, state, "magic")


def test_what_the_other_has_committed_changes_nothing() -> None:
    puyo = find_game("puyo")
    options = puyo.options()
    state = puyo.rules.start(options).apply(7)
    agent = make_agent("greedy", puyo, options)
    for _ in range(6):
        state = state.apply(agent.choose(puyo.rules.conceal(state, state.to_play)))

    answers = [advise_position(puyo, options, state.apply(commit), "greedy") for commit in state.legal()]

    assert len(answers) > 1
    assert all(answer == answers[0] for answer in answers)
