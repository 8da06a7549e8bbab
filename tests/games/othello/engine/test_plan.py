"""Levels grow, and a plan leads to what it promises."""

from itertools import pairwise, product

import pytest

from asobiba.games.othello.engine.plan import LEVELS, WHOLE, WITHOUT_END, Plan, Step, parts_of_clock, plan_of


def test_levels_grow_in_every_respect() -> None:
    assert len(LEVELS) == 20
    for lower, higher in pairwise(LEVELS):
        assert lower != higher
        assert lower.depth <= higher.depth
        assert lower.exact <= higher.exact
        assert lower.loss >= higher.loss


@pytest.mark.parametrize(
    ("empties", "last"),
    [
        (60, Step(10, 1)),
        (21, Step(10, 1)),
        (20, Step(20, 1)),
        (17, Step(17, 1)),
        (16, Step(16, WHOLE)),
        (3, Step(3, WHOLE)),
    ],
    ids=["ten plies", "still", "to the end, unlikely moves left out", "still to the end", "perfectly", "at last"],
)
def test_the_last_search_is_the_one_that_counts(empties: int, last: Step) -> None:
    *_, found = Plan(depth=10, exact=16, selective=20).steps(empties)

    assert found == last


def test_searches_grow_deeper_or_more_careful() -> None:
    for plan, empties in product([*LEVELS, WITHOUT_END], range(1, 65)):
        steps = list(plan.steps(empties))
        assert steps
        assert all(1 <= step.depth <= empties for step in steps)
        to_end = [step.care for step in steps if step.depth == empties]
        assert to_end == sorted(to_end)
        assert [step.depth for step in steps] == sorted(step.depth for step in steps)


def test_without_an_end_every_board_is_searched_to_its_end() -> None:
    """Boards that somebody has set up may have fewer discs than the start."""
    for empties in range(1, 65):
        *_, last = WITHOUT_END.steps(empties)
        assert last == Step(empties, WHOLE)


def test_what_is_said_beside_a_level_goes_before_it() -> None:
    assert plan_of(None) == LEVELS[9]
    assert plan_of(5) == LEVELS[4]
    assert plan_of(None, depth=7) == Plan(7, 0)
    assert plan_of(12, exact=22) == Plan(LEVELS[11].depth, 22, 22)
    assert plan_of(12, loss=2.0).loss == 2.0


def test_a_clock_is_never_used_up() -> None:
    left = 60.0
    for empties in range(60, 0, -2):
        spent = left / parts_of_clock(empties)
        assert 0 < spent < left
        left -= spent
    assert left > 0
