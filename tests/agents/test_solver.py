"""A solver is right: every move is worth what the best answers to it are worth, to the end of the game."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from asobiba.agents.players import Players
from asobiba.agents.solver import RESULT, Limits, Solution, Solver
from asobiba.agents.solving import solving_of
from asobiba.core.game import CHANCE, OVER, AnyGame, State
from asobiba.core.registry import find_game
from asobiba.core.setup import set_up

SOLVED: list[tuple[AnyGame, dict[str, Any]]] = [
    (find_game("othello"), {}),
    (find_game("othello"), {"score": "discs"}),
    (find_game("otrio"), {"players": 2}),
    *(
        (find_game("twenty48"), {"rows": rows, "columns": columns})
        for rows, columns in ((2, 2), (2, 3), (2, 4), (3, 3))
    ),
]
QUICK = [(game, some) for game, some in SOLVED if some.get("rows", 0) * some.get("columns", 0) < 8]
"""Larger boards have millions of positions."""
LATE = 12
"""Where so few actions are legal, or fewer, every solver is quick."""


def named(part: Any) -> str:
    return getattr(part, "name", None) or ",".join(f"{name}={value}" for name, value in part.items())


def solver_of(game: AnyGame, some: Mapping[str, Any]) -> Solver[Any]:
    solver: Solver[Any] | None = game.part(Players).solver(game.options(**some))
    assert solver is not None
    assert solver.has_values
    return solver


def expected(solver: Solver[Any], state: State, seat: int) -> float | None:
    """What `seat` gets, of a game for one or one for two in which a gain is a loss."""
    if state.to_play == OVER:
        own, *others = state.returns()[seat], *state.returns()[:seat], *state.returns()[seat + 1 :]
        return own if solver.unit != RESULT else (own > max(others)) - (own < max(others))
    if state.to_play == CHANCE:
        parts = [(p, expected(solver, state.apply(outcome), seat)) for outcome, p in state.chances()]
        return sum(p * part for p, part in parts if part is not None)
    values = solver.values(state)
    return None if values is None else max(values.values()) if state.to_play == seat else -max(values.values())


@pytest.mark.parametrize(("game", "some"), SOLVED, ids=named)
def test_what_is_said_to_be_solved_is(game: AnyGame, some: Mapping[str, Any]) -> None:
    assert solver_of(game, some).unit


def test_other_games_say_nothing() -> None:
    unsolved = [find_game(name) for name in ("coppit", "puyo")]

    assert [game.part(Players).solver(game.options()) for game in unsolved] == [None] * len(unsolved)


@pytest.mark.parametrize(("game", "some"), QUICK, ids=named)
def test_a_move_is_worth_what_follows_from_it(game: AnyGame, some: Mapping[str, Any]) -> None:
    solver, generator, compared = solver_of(game, some), random.Random(1), 0
    for _ in range(6):
        state = game.start(game.options(**some))
        while state.to_play != OVER:
            if state.to_play != CHANCE and len(state.legal()) <= LATE:
                values = solver.values(state)
                if values is None:  # of a game that is solved near its end alone
                    state = state.apply(generator.choice(state.legal()))
                    continue
                assert list(values) == list(state.legal())
                for action in generator.sample(list(values), min(2, len(values))):
                    follows = expected(solver, state.apply(action), state.to_play)
                    if follows is not None:
                        assert values[action] == pytest.approx(follows, abs=1e-9)
                        compared += 1
            state = state.apply(generator.choice(state.legal()))
    assert compared > 20


def test_it_is_solved_when_the_bounds_meet() -> None:
    assert Solution(lower=0, upper=0).value == 0
    assert Solution(lower=-1, upper=0).value is None


def test_values_answer_where_there_is_no_search() -> None:
    game = find_game("twenty48")
    options = game.options(rows=2, columns=2)
    state = set_up(game, "2.4/0.0 score=0", options)

    solving = solving_of(game, options, state, Limits())

    assert solving is not None
    assert solving.work(0)
    solver = game.part(Players).solver(options)
    assert solver is not None
    found, values = solving.found(), solver.values(state)
    assert values is not None
    assert (found.value, found.unit) == (max(values.values()), "points")
    assert set(found.best) == {action for action, value in values.items() if value == found.value}


def test_most_games_are_not_solved() -> None:
    game = find_game("puyo")
    options = game.options()

    assert solving_of(game, options, game.start(options), Limits()) is None
