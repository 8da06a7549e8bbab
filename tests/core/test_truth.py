"""A truth is true: every move is worth what the best answers to it are worth, to the end of the game."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from asobiba.core.contract import CHANCE, OVER, AnyGame, State
from asobiba.core.registry import find_game, game_names
from asobiba.core.truth import RESULT, Truth

SOLVED = [(find_game(name), some) for name in game_names() for some in find_game(name).minds.solved]
QUICK = [(game, some) for game, some in SOLVED if some.get("rows", 0) * some.get("columns", 0) < 8]
"""Larger boards have millions of positions."""
LATE = 12
"""Where so few actions are legal, or fewer, every truth is quick."""


def named(part: Any) -> str:
    return getattr(part, "name", None) or ",".join(f"{name}={value}" for name, value in part.items())


def truth_of(game: AnyGame, some: Mapping[str, Any]) -> Truth[Any]:
    truth = game.minds.truth(game.options(**some))
    assert truth is not None
    return truth


def expected(truth: Truth[Any], state: State, seat: int) -> float | None:
    """What `seat` gets, of a game for one or one for two in which a gain is a loss."""
    if state.to_play == OVER:
        own, *others = state.returns()[seat], *state.returns()[:seat], *state.returns()[seat + 1 :]
        return own if truth.unit != RESULT else (own > max(others)) - (own < max(others))
    if state.to_play == CHANCE:
        parts = [(p, expected(truth, state.apply(outcome), seat)) for outcome, p in state.chances()]
        return sum(p * part for p, part in parts if part is not None)
    values = truth.values(state)
    return None if values is None else max(values.values()) if state.to_play == seat else -max(values.values())


@pytest.mark.parametrize(("game", "some"), SOLVED, ids=named)
def test_what_is_said_to_be_solved_is(game: AnyGame, some: Mapping[str, Any]) -> None:
    assert truth_of(game, some).unit


def test_other_games_say_nothing() -> None:
    unsolved = [find_game(name) for name in game_names() if not find_game(name).minds.solved]

    assert unsolved
    assert [game.minds.truth(game.options()) for game in unsolved] == [None] * len(unsolved)


@pytest.mark.parametrize(("game", "some"), QUICK, ids=named)
def test_a_move_is_worth_what_follows_from_it(game: AnyGame, some: Mapping[str, Any]) -> None:
    truth, generator, compared = truth_of(game, some), random.Random(1), 0
    for _ in range(6):
        state = game.rules.start(game.options(**some))
        while state.to_play != OVER:
            if state.to_play != CHANCE and len(state.legal()) <= LATE:
                values = truth.values(state)
                if values is None:  # of a game that is solved near its end alone
                    state = state.apply(generator.choice(state.legal()))
                    continue
                assert list(values) == list(state.legal())
                for action in generator.sample(list(values), min(2, len(values))):
                    follows = expected(truth, state.apply(action), state.to_play)
                    if follows is not None:
                        assert values[action] == pytest.approx(follows, abs=1e-9)
                        compared += 1
            state = state.apply(generator.choice(state.legal()))
    assert compared > 20
