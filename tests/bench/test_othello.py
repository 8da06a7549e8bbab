"""The benchmark of Othello's engine: the suite is read, and what is right is told from what is not."""

from asobiba.bench.adaptors.othello import DEEP_AFTER, PERFECT_GAME, Solved, late_positions, problems, solved
from asobiba.games.othello.engine.engine import empties


def test_the_suite_has_49_problems() -> None:
    suite = problems()

    assert [problem.number for problem in suite] == [str(number) for number in range(1, 50)]
    for problem in suite:
        assert problem.empties == empties(problem.position)
        assert problem.score == max(problem.values.values())
        assert problem.best == {name for name, value in problem.values.items() if value == problem.score}


def test_the_first_problems_are_solved() -> None:
    found = solved(1, 7)

    assert found == Solved(7, 7, found.seconds, found.nodes)
    assert found.nodes > 1_000


def test_late_positions_differ() -> None:
    found = late_positions(20, 14)

    assert len(set(found)) == 20
    assert {empties(position) for position in found} == {14}


def test_the_perfect_game_is_long_enough() -> None:
    assert 2 * max(DEEP_AFTER) <= len(PERFECT_GAME)
