"""What an agent thinks of a position: one shape for every game, and nothing in it that the seat may not know."""

import json
from typing import Any

import pytest

from asobiba.agents.advice import Adviser
from asobiba.agents.analysis import advise_position, deepening, judge_of
from asobiba.agents.players import Players
from asobiba.agents.search import Budget
from asobiba.agents.solver import Proven
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game, game_names
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import OthelloOptions

KEYS = ["to_play", "moves", "best", "exact", "unit", "evaluation", "insight"]


@pytest.mark.parametrize("name", game_names())
def test_every_move_is_valued_and_the_best_comes_first(name: str) -> None:
    found = find_game(name)
    options, luck = found.options(), Luck(1)
    state = found.start(options)
    for ply in range(12):
        if state.to_play == OVER:
            return
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
        assert result["insight"] == found.part(Players).insight([state])
        state = state.apply(result["moves"][0]["action"])


def test_a_finished_game_has_no_moves_and_is_exact() -> None:
    options = OthelloOptions()
    state = read_position("d3c3b3d2e1d6d7e3f4", options)

    result = advise_position(find_game("othello"), options, state, "minimax")

    assert (result["to_play"], result["moves"], result["best"], result["exact"]) == (OVER, [], [], True)


def test_an_agent_without_values_leaves_them_to_the_game() -> None:
    othello = find_game("othello")
    options = othello.options()
    state = othello.start(options)

    assert advise_position(othello, options, state, "random") == advise_position(othello, options, state, "greedy")
    with pytest.raises(ConfigError, match="no agent is named 'magic'"):
        advise_position(othello, options, state, "magic")


def test_what_the_other_has_committed_changes_nothing() -> None:
    puyo = find_game("puyo")
    options = puyo.options()
    state = puyo.start(options).apply(7)
    agent = make_agent("greedy", puyo, options)
    for _ in range(6):
        state = state.apply(agent.choose(puyo.conceal(state, state.to_play)))

    answers = [advise_position(puyo, options, state.apply(commit), "greedy") for commit in state.legal()]

    assert len(answers) > 1
    assert all(answer == answers[0] for answer in answers)


LAST_FOUR = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"


LAST_SIX = "XOOOO-O-XOOO-OO-XOOOOOOXXXXXOOO-XXOOXOXXOOOOXOXOOXXXOXOOOX-XXXXO X"


def played_out(state: Any, seat: int) -> tuple[float, float, frozenset[int]]:
    """By trying everything: the score of `seat` when both sides play best, among equal scores the evaluation in the
    end, and how many plies the games take that lead to it."""
    if state.to_play == OVER:
        return state.returns()[seat], find_game("othello").part(Players).evaluate(state, seat), frozenset({0})
    ends = [played_out(state.apply(action), seat) for action in state.legal()]
    best = (max if state.to_play == seat else min)(end[:2] for end in ends)
    return *best, frozenset(plies + 1 for *end, after in ends if tuple(end) == best for plies in after)


@pytest.mark.parametrize(("board", "longest"), [(LAST_FOUR, 7), (LAST_SIX, 6)])
@pytest.mark.parametrize("score", ["result", "discs"])
def test_what_minimax_has_seen_to_the_end_is_proven(score: str, board: str, longest: int) -> None:
    othello = find_game("othello")
    options = othello.options.read({"score": score})
    state = read_position(board, options)
    agent = make_agent("minimax:depth=12", othello, options)
    assert isinstance(agent, Adviser)

    advice = agent.advise(state)

    assert advice.exact
    assert set(advice.proven) == set(state.legal())
    for action, proven in advice.proven.items():
        expected, _, plies = played_out(state.apply(action), state.to_play)
        assert (proven.score, proven.outcome) == (expected, (expected > 0) - (expected < 0))
        assert proven.plies - 1 in plies
    assert max(proven.plies for proven in advice.proven.values()) == longest


def test_a_win_is_proven_though_other_ways_were_not_followed_to_the_end() -> None:
    """Red completes its line at once; what follows other moves lies beyond the horizon."""
    otrio = find_game("otrio")
    options = otrio.options.read({"players": 2})
    state = otrio.notation.read_position("R../.R./.../G../.../.../.../.../... R", options)
    agent = make_agent("minimax:depth=2", otrio, options)
    assert isinstance(agent, Adviser)

    advice = agent.advise(state)

    assert not advice.exact
    proven = {otrio.notation.write_move(state, action): each for action, each in advice.proven.items()}
    assert proven == {"Lc1": Proven(1, 1, 1.0)}


def test_greedy_knows_only_the_end_that_its_move_makes() -> None:
    otrio = find_game("otrio")
    options = otrio.options.read({"players": 2})
    state = otrio.notation.read_position("R../.R./.../G../.../.../.../.../... R", options)

    result = advise_position(otrio, options, state, "greedy")

    proven = {each["move"]: each["proven"] for each in result["moves"] if "proven" in each}
    assert proven == {"Lc1": {"outcome": 1, "plies": 1}}
    assert result["unit"] == "evaluation"


@pytest.mark.parametrize(
    ("name", "options", "agent", "unit"),
    [
        ("othello", {}, "minimax:depth=1", "evaluation"),
        ("puyo", {}, "greedy", "ojama"),
        ("puyo", {}, "beam:level=1", "points"),
        ("puyo", {}, "learned", "return"),
        ("otrio", {"players": 2}, "solver:nodes=10", "result"),
    ],
)
def test_values_have_a_unit(name: str, options: dict[str, Any], agent: str, unit: str) -> None:
    found = find_game(name)
    chosen = found.options.read(options)
    state = found.start(chosen)
    while state.to_play == CHANCE:
        state = state.apply(state.legal()[0])

    assert advise_position(found, chosen, state, agent)["unit"] == unit


def test_a_judge_that_thinks_aloud_ends_with_its_whole_budget() -> None:
    othello = find_game("othello")
    options = othello.options()
    state = othello.start(options)
    judge = judge_of(make_agent("mcts:simulations=100", othello, options), othello, options)

    thoughts = [sum(move.visits or 0 for move in told.moves) for told in deepening(othello, state, judge)]

    assert thoughts == sorted(thoughts)
    assert thoughts[-1] == 100
    assert len(thoughts) == 16


@pytest.mark.parametrize("agent", ["greedy", "mcts:simulations=100"])
@pytest.mark.parametrize("moves", ["d3c3b3d2e1d6d7e3f4", ""])
def test_whoever_thinks_in_silence_has_one_thought(agent: str, moves: str) -> None:
    othello = find_game("othello")
    options = othello.options()
    state = read_position(moves, options) if moves else othello.start(options)
    judge = judge_of(make_agent(agent, othello, options), othello, options)

    is_aloud = agent != "greedy" and state.to_play != OVER

    assert len(list(deepening(othello, state, judge))) == (16 if is_aloud else 1)


@pytest.mark.parametrize(
    ("budget", "parts"),
    [
        (Budget(simulations=10), [2, 3, 2, 3]),
        (Budget(simulations=2), [1, 1]),
        (Budget(milliseconds=400), [100, 100, 100, 100]),
        (Budget(until_full=True), [None]),
    ],
)
def test_a_budget_in_parts_is_as_much(budget: Budget, parts: list[int | None]) -> None:
    assert [part.simulations or part.milliseconds for part in budget.in_parts(4)] == parts
