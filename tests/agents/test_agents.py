"""Agents: the spec grammar, sound choices, and the signature of the search."""

import random
from typing import Any

import pytest

from asobiba.agents.advice import Adviser
from asobiba.agents.minimax import Minimax
from asobiba.agents.spec import make_agent, read_spec
from asobiba.arena.series import play_series
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game, game_names
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import OthelloOptions, Position


@pytest.mark.parametrize(
    ("spec", "name", "settings"),
    [
        ("random", "random", {}),
        ("minimax:depth=3", "minimax", {"depth": "3"}),
        (" greedy:noise = 0.5 ", "greedy", {"noise": "0.5"}),
    ],
)
def test_specs_are_read(spec: str, name: str, settings: dict[str, str]) -> None:
    assert read_spec(spec) == (name, settings)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("", "no agent is named ''; agents of othello: random, greedy, minimax"),
        ("magic", "no agent is named 'magic'"),
        ("minimax:depth", "write settings once each, as name:key=value,key=value"),
        ("minimax:depth=3,depth=4", "write settings once each"),
        ("minimax:depth=0", "option depth=0 of MinimaxSettings: allowed is a whole number from 1 to 20"),
        ("minimax:deep=3", "MinimaxSettings has no option 'deep'; its options: depth"),
        ("random:x=1", "Options has no option 'x'; its options: none"),
        ("greedy:noise=2", "option noise=2.0 of GreedySettings: allowed is a number from 0.0 to 1.0"),
    ],
)
def test_a_wrong_spec_is_refused(spec: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        make_agent(spec, find_game("othello"))

    assert sentence in str(caught.value)


def test_minimax_refuses_games_it_is_not_sound_for() -> None:
    with pytest.raises(ConfigError, match="minimax plays games of two seats without luck"):
        make_agent("minimax", find_game("twenty48"))


def positions(name: str, plies: int = 60) -> list[Any]:
    """Positions of a random game in which a seat is to move, as that seat sees them."""
    found, generator, luck = find_game(name), random.Random(4), Luck(4)
    state, seen = found.start(found.options()), []
    for ply in range(plies):
        if state.to_play == OVER:
            break
        if state.to_play >= 0:
            seen.append(found.conceal(state, state.to_play))
        state = state.apply(luck.draw(state, ply) if state.to_play < 0 else generator.choice(state.legal()))
    return seen


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("spec", ["random", "greedy", "greedy:noise=0.3"])
def test_choices_are_legal(name: str, spec: str) -> None:
    agent = make_agent(spec, find_game(name))

    for state in positions(name):
        assert agent.choose(state) in state.legal()


@pytest.mark.parametrize("name", game_names())
def test_an_adviser_values_every_move(name: str) -> None:
    agent = make_agent("greedy", find_game(name))
    assert isinstance(agent, Adviser)

    for state in positions(name, 20):
        advice = agent.advise(state)
        assert list(advice.values) == list(state.legal())
        assert agent.choose(state) in advice.best()


def test_random_gives_no_advice() -> None:
    assert not isinstance(make_agent("random", find_game("othello")), Adviser)


def full_width(position: Position, seat: int, depth: int, minimax: Minimax) -> float:
    """Minimax without pruning or ordering."""
    if depth == 0 or position.to_play == OVER:
        return minimax.value(position, seat, 0, float("-inf"), float("inf"))
    values = [full_width(position.apply(action), seat, depth - 1, minimax) for action in position.legal()]
    return max(values) if position.to_play == seat else min(values)


def test_pruning_changes_no_value() -> None:
    minimax = make_agent("minimax:depth=3", find_game("othello"))
    assert isinstance(minimax, Minimax)

    for position in positions("othello")[::6]:
        advice = minimax.advise(position)
        seat = position.to_play
        expected = {a: full_width(position.apply(a), seat, 2, minimax) for a in position.legal()}
        assert dict(advice.values) == expected
        assert expected[minimax.choose(position)] == max(expected.values())


def test_an_endgame_within_its_depth_is_exact() -> None:
    """FFO 20: six squares are empty, h5 wins by six discs, every other move loses."""
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
    options = OthelloOptions(score="discs")
    minimax = make_agent("minimax:depth=12", find_game("othello"), options)
    assert isinstance(minimax, Minimax)

    advice = minimax.advise(read_position(board, options))

    assert advice.exact
    discs = {action: round(value / 1e6) for action, value in advice.values.items()}
    assert discs == {39: 6, 46: -2, 45: -4, 47: -10}


def test_the_search_has_its_signature() -> None:
    """Nodes of a fixed search. A changed number is a changed search, and the commit says so."""
    minimax = make_agent("minimax:depth=5", find_game("othello"))
    assert isinstance(minimax, Minimax)
    for position in positions("othello")[::5]:
        minimax.choose(position)

    assert minimax.nodes == 16421


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", [name for name in game_names() if len(find_game(name).seats(find_game(name).options())) > 1]
)
def test_greedy_beats_random(name: str) -> None:
    found = find_game(name)
    options = found.options()
    rivals = ["greedy"] + ["random"] * (len(found.seats(options)) - 1)

    greedy, *others = play_series(found, rivals, options, games=24, seed=1, max_plies=4000)

    assert greedy.wins > 2 * max(other.wins for other in others)


def test_seats_rotate_and_luck_is_shared() -> None:
    records: list[Any] = []

    play_series(find_game("othello"), ["random", "greedy"], OthelloOptions(), games=4, opening=4, watch=records.append)

    assert [record.seats for record in records] == [("random", "greedy"), ("greedy", "random")] * 2
    openings = [[ply.action for ply in record.plies[:4]] for record in records]
    assert openings[0] == openings[1]
    assert openings[2] == openings[3]
    assert openings[0] != openings[2]
