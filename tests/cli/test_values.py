"""What a move is worth, as people read it."""

import pytest

from asobiba.agents.analysis import Advised, Valued
from asobiba.agents.solver import Proven
from asobiba.cli.values import apart, lost, measured, place

WIN, LOSS = Proven(1, 3, 1.0), Proven(-1, 4, -1.0)


def found(unit: str, *moves: tuple[float, Proven | None]) -> Advised:
    valued = tuple(Valued(action, f"m{action}", value, proven) for action, (value, proven) in enumerate(moves))
    return Advised(0, valued, False, 0.0, {}, unit)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ([481.7249, 481.7213, 481.698], ["481.725", "481.721", "481.698"]),
        ([481.7249, 481.7249, 12.5], ["481.7", "481.7", "12.5"]),
        ([12345.67, 12345.69], ["12,345.67", "12,345.69"]),
        ([18.0, -2.0], ["18", "-2"]),
        ([0.5 + 1e-9, 0.5], ["0.5", "0.5"]),  # noise
        ([7.000001, 7.000002], ["7.000001", "7.000002"]),
    ],
)
def test_as_many_decimals_as_tell_different_values_apart(values: list[float], shown: list[str]) -> None:
    assert [*map(apart(values), values)] == shown


@pytest.mark.parametrize(
    ("unit", "values", "expected"),
    [
        ("evaluation", [(1e6, WIN), (40.0, None)], [None, None]),
        ("result", [(999_997.0, WIN), (0.94, None), (-999_996.0, LOSS)], [1.0, None, -1.0]),
        ("win chance", [(999_997.0, WIN), (0.25, None), (-999_996.0, LOSS)], [1.0, 0.25, 0.0]),
        ("score", [(999_997.0, WIN), (0.25, None)], [1.0, 0.25]),
        ("discs", [(6.0, Proven(1, 9, 1.0)), (4.5, None), (-1e6, LOSS)], [6.0, 4.5, None]),
        ("points", [(328_640.0, None)], [328_640.0]),
    ],
)
def test_a_value_is_a_number_in_its_unit_or_none(
    unit: str, values: list[tuple[float, Proven | None]], expected: list[float | None]
) -> None:
    told = found(unit, *values)

    assert [measured(told, valued) for valued in told.moves] == expected


def test_a_slower_win_gives_nothing_away() -> None:
    told = found("result", (999_997.0, WIN), (999_995.0, Proven(1, 5, 1.0)), (0.9, None), (-999_996.0, LOSS))

    assert [lost(told, action) for action in range(4)] == [0.0, 0.0, None, 2.0]


def test_equal_moves_share_a_place() -> None:
    told = found("evaluation", (9.0, None), (9.0, None), (4.0, None), (1.0, None), (1.0, None))

    assert [place(told, action) for action in range(5)] == [1, 1, 3, 4, 4]
