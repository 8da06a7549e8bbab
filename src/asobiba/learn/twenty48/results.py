"""What games of 2048 came to: scores, moves and largest tiles."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

SCORE, MOVES, LARGEST = range(3)
"""Columns of results [n, 3] int32; the largest tile as its rank."""
FIRST_TILE, LAST_TILE = 10, 17
"""Ranks of the tiles of which is told how often they were reached."""
QUANTILES = (0.1, 0.5, 0.9)


def summary(results: NDArray[np.int32]) -> dict[str, float]:
    """Mean score with its error, quantiles, how often 2048, 4096, ... were reached, 1024 and all that were."""
    scores = results[:, SCORE].astype(np.float64)
    found = {"mean": float(scores.mean()), "standard_error": float(scores.std() / sqrt(len(scores)))}
    for share, score in zip(QUANTILES, np.quantile(scores, QUANTILES).tolist(), strict=True):
        found[f"quantile_{share:g}"] = score
    return found | tile_rates(results)


def tile_rates(results: NDArray[np.int32]) -> dict[str, float]:
    """Of every tile from 1024 on, up to the largest there was: {"tile_1024": 0.9, "tile_2048": 0.4}."""
    last = min(max(int(results[:, LARGEST].max()), FIRST_TILE), LAST_TILE)
    return {f"tile_{1 << rank}": float((results[:, LARGEST] >= rank).mean()) for rank in range(FIRST_TILE, last + 1)}
