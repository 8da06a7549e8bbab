"""What a search for a position says, whatever the game."""

from asobiba.core.registry import find_game
from asobiba.core.setup import set_up
from asobiba.core.solution import Limits, Solution
from asobiba.core.solving import solving_of


def test_it_is_solved_when_the_bounds_meet() -> None:
    assert Solution(lower=0, upper=0).value == 0
    assert Solution(lower=-1, upper=0).value is None


def test_a_truth_answers_where_there_is_no_search() -> None:
    game = find_game("twenty48")
    options = game.options(rows=2, columns=2)
    state = set_up(game, "2.4/0.0 score=0", options)

    solving = solving_of(game, options, state, Limits())

    assert solving is not None
    assert solving.work(0)
    truth = game.minds.truth(options)
    assert truth is not None
    found, values = solving.found(), truth.values(state)
    assert values is not None
    assert (found.value, found.unit) == (max(values.values()), "points")
    assert set(found.best) == {action for action, value in values.items() if value == found.value}


def test_most_games_are_not_solved() -> None:
    game = find_game("puyo")
    options = game.options()

    assert solving_of(game, options, game.rules.start(options), Limits()) is None
