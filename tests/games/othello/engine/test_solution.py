"""Positions near the end are solved, and the truth is at hand there."""

import pytest

from asobiba.agents.solver import Limits
from asobiba.agents.solving import solving_of
from asobiba.bench.adaptors.othello import Problem, problems
from asobiba.core.registry import find_game
from asobiba.games.othello.engine.solution import SETTLED, Search, solver
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import OthelloOptions, Position, square

SHORT = problems()[0]


def read(problem: Problem, score: str = "result") -> Position:
    return read_position(f"{problem.board} {problem.side}", OthelloOptions.read({"score": score}))


def test_truth_is_in_what_the_game_counts() -> None:
    expected = {square(name): value for name, value in SHORT.values.items()}
    discs, results = solver(OthelloOptions(score="discs")), solver(OthelloOptions())
    assert discs is not None
    assert results is not None

    assert discs.values(read(SHORT, "discs")) == expected
    assert discs.unit == "discs"
    assert results.values(read(SHORT)) == {move: (value > 0) - (value < 0) for move, value in expected.items()}
    assert solver(OthelloOptions(score="count")) is None


def test_what_is_far_from_the_end_is_not_settled() -> None:
    known = solver(OthelloOptions())
    assert known is not None

    assert known.values(Position()) is None
    far = next(problem for problem in problems() if problem.empties == SETTLED + 1)
    assert known.values(read(far)) is None


@pytest.mark.parametrize(
    ("board", "value", "best"),
    [
        ("-" * 27 + "OX" + "-" * 35 + " X", 64, {"c4"}),
        ("-" * 26 + "XOX" + "-" * 35 + " O", -64, {"b4", "f4"}),
        ("XXXX-XXXXXX-XXOXXXXX-XX-XXXXXX-XXXXXXXXXXXXXXXXXXXXXXX-XXXXXXXXX O", -64, {"d2", "g4"}),
    ],
    ids=["62 empty squares", "61, whatever he does he is wiped out", "the last disc is lost"],
)
@pytest.mark.parametrize("every_move", [False, True])
def test_strange_boards_are_solved(board: str, value: float, best: set[str], every_move: bool) -> None:
    solving = Search(read_position(board, OthelloOptions()), Limits(every_move=every_move))
    assert solving is not None

    assert solving.work(None)
    found = solving.found()
    assert (found.value, set(found.best)) == (value, {square(name) for name in best})
    assert set(found.proven) == (set(found.best) if every_move else set())


def test_a_game_that_is_over_is_worth_its_end() -> None:
    solving = Search(read_position("X" * 40 + "O" * 24 + " O", OthelloOptions()), Limits())
    assert solving is not None

    assert solving.work(None)
    assert (solving.found().value, solving.found().best) == (-16, ())


@pytest.mark.parametrize("every_move", [False, True])
def test_a_position_is_solved(every_move: bool) -> None:
    solving = Search(read(SHORT), Limits(every_move=every_move))
    assert solving is not None
    assert solving.found().value is None

    assert solving.work(None)
    found = solving.found()
    assert (found.value, found.unit) == (SHORT.score, "discs")
    assert set(found.best) == {square(name) for name in SHORT.best}
    assert len(found.proven) == (len(SHORT.values) if every_move else 0)


def test_it_stops_and_goes_on() -> None:
    solving = Search(read(SHORT), Limits())
    assert solving is not None

    assert not solving.work(0.0)
    while not solving.work(0.05):
        pass
    assert solving.found().value == SHORT.score


def test_nodes_are_an_end() -> None:
    solving = Search(Position(), Limits(nodes=20_000))
    assert solving is not None

    assert solving.work(None)
    found = solving.found()
    assert (found.lower, found.upper, found.value) == (-64, 64, None)
    assert 20_000 <= found.nodes < 21_000


def test_the_plain_count_is_another_game() -> None:
    assert solving_of(find_game("othello"), OthelloOptions(score="count"), read(SHORT, "count"), Limits()) is None
