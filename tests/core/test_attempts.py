"""Every game's exercises, done by the rulebook: their solutions, other moves, too many moves."""

from typing import Any

import pytest

from asobiba.core.errors import IllegalMove
from asobiba.core.game import AnyGame
from asobiba.core.registry import every_game, find_game
from asobiba.online.attempts import Attempt, attempt
from asobiba.online.people import Exercise, People
from tests.variants import OURS

ALL = [
    pytest.param(game, exercise, id=f"{game.name}-{exercise.name}")
    for game in every_game()
    for exercise in game.part(People).exercises
]


def solved(game: AnyGame, exercise: Exercise[Any]) -> tuple[list[int], list[Attempt]]:
    """The person's actions, and how it stood before each of them and at the end."""
    actions: list[int] = []
    stood = [attempt(game, exercise, actions)]
    for text in exercise.solution:
        actions.append(game.notation.read_move(stood[-1].state, text))
        stood.append(attempt(game, exercise, actions))
    return actions, stood


@pytest.mark.parametrize(("game", "exercise"), ALL)
def test_the_solution_does_it_and_not_before_its_last_move(game: AnyGame, exercise: Exercise[Any]) -> None:
    actions, stood = solved(game, exercise)

    assert [each.done for each in stood] == [False] * len(actions) + [True]
    assert not any(each.failed for each in stood)
    assert all(each.state.to_play == exercise.seat for each in stood[:-1])
    with pytest.raises(IllegalMove):
        attempt(game, exercise, [*actions, actions[-1]])


@pytest.mark.parametrize(("game", "exercise"), ALL)
def test_the_scripted_answers_are_given(game: AnyGame, exercise: Exercise[Any]) -> None:
    _, stood = solved(game, exercise)

    given = [step.text for step in stood[-1].steps if step.seat != exercise.seat]
    assert given[: len(exercise.answers)] == list(exercise.answers)


@pytest.mark.parametrize(("game", "exercise"), ALL)
def test_there_is_something_to_get_wrong(game: AnyGame, exercise: Exercise[Any]) -> None:
    """Unless it is the first, in which whatever one does is right: some first move is not the end of it."""
    if exercise is game.part(People).exercises[0]:
        return
    start = attempt(game, exercise, []).state
    assert any(not attempt(game, exercise, [action]).done for action in start.legal())


@pytest.mark.parametrize(("game", "exercise"), ALL)
def test_the_task_is_said_in_both_languages(game: AnyGame, exercise: Exercise[Any]) -> None:
    assert exercise.task.keys() == {"en", "ja"}
    assert all(exercise.task.values())


def test_every_game_has_five_of_different_names() -> None:
    for game in map(find_game, OURS):
        assert (
            len({exercise.name for exercise in game.part(People).exercises}) == len(game.part(People).exercises) == 5
        ), game.name


def test_who_has_no_moves_left_has_failed() -> None:
    game = next(game for game in every_game() if game.name == "othello")
    corner = next(each for each in game.part(People).exercises if each.name == "corner")
    other = game.notation.read_move(attempt(game, corner, []).state, "g3")

    failed = attempt(game, corner, [other])
    assert (failed.done, failed.failed, failed.left) == (False, True, 0)
    with pytest.raises(IllegalMove, match="the exercise is over"):
        attempt(game, corner, [other, other])
