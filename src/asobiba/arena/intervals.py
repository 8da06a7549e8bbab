"""How much a result says: a value and the interval of 95 % around it."""

from collections.abc import Sequence
from math import inf, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

CONFIDENCE = 1.96
"""Standard deviations on either side."""


class Measured(NamedTuple):
    value: float
    low: float
    high: float


def rate(points: float, games: int) -> Measured:
    """The share of the points, by Wilson: rate(50, 100) is 0.5, from about 0.404 to 0.596."""
    share, square = points / games, CONFIDENCE**2
    centre = share + square / (2 * games)
    spread = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games * games))
    whole = 1 + square / games
    return Measured(share, max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole))


def mean(values: Sequence[float]) -> Measured:
    """Of one value nothing is known but itself."""
    middle = fmean(values)
    spread = CONFIDENCE * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
    return Measured(middle, middle - spread, middle + spread)
