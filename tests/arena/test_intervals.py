from math import inf

import pytest

from asobiba.arena.intervals import mean, rate


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (980, 1000, 0.9693, 0.9870),
        (0.5, 1, 0.0546, 0.9454),
    ],
)
def test_rates(points: float, games: int, low: float, high: float) -> None:
    assert rate(points, games) == pytest.approx((points / games, low, high), abs=1e-3)


@pytest.mark.parametrize(
    ("values", "expected"),
    [([3.0], (3, -inf, inf)), ([5.0, 5.0, 5.0], (5, 5, 5)), ([0.0, 2.0], (1, 1 - 1.96, 1 + 1.96))],
)
def test_means(values: list[float], expected: tuple[float, float, float]) -> None:
    assert mean(values) == pytest.approx(expected)
