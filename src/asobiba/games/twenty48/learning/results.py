"""What games of 2048 came to: scores, moves and largest tiles."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

SCORE, MOVES, LARGEST = range(3)
"""Columns of results [n, 3] int32; the largest tile as its rank."""
FIRST_TILE, LAST_TILE = 10, 17
"""Ranks of the tiles of which is told how often they were reached; smaller ones only where they are hard to reach."""
AT_TIMES = 0.01
"""Of the games: less often is as good as never."""
QUANTILES = (0.1, 0.5, 0.9)


def summary(results: NDArray[np.int32], target: int = FIRST_TILE) -> dict[str, float]:
    """Mean score with its error, quantiles, and how often large tiles were reached. `target` is a rank."""
    scores = results[:, SCORE].astype(np.float64)
    found = {"mean": float(scores.mean()), "standard_error": float(scores.std() / sqrt(len(scores)))}
    for share, score in zip(QUANTILES, np.quantile(scores, QUANTILES).tolist(), strict=True):
        found[f"quantile_{share:g}"] = score
    return found | tile_rates(results, target)


def tile_rates(results: NDArray[np.int32], target: int = FIRST_TILE) -> dict[str, float]:
    """Of every tile from 1024 on, or from the target or what half of the games reached if that is less, up to the
    largest there was: {"tile_1024": 0.9, "tile_2048": 0.4}."""
    first = min(FIRST_TILE, target, typical(results))
    last = min(max(int(results[:, LARGEST].max()), FIRST_TILE), LAST_TILE)
    return {f"tile_{1 << rank}": rate_of(rank, results) for rank in range(first, last + 1)}


def rate_of(rank: int, results: NDArray[np.int32]) -> float:
    return float((results[:, LARGEST] >= rank).mean())


def typical(results: NDArray[np.int32]) -> int:
    """The largest rank that half of the games reached."""
    return min(int(np.sort(results[:, LARGEST])[len(results) // 2]), LAST_TILE)


def telling(results: NDArray[np.int32], target: int) -> int:
    """The rank whose rate says most of a player in one number: that of the target, if it is reached at times."""
    return target if rate_of(target, results) >= AT_TIMES else typical(results)
