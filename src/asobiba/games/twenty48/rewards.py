"""Rewards of 2048 beside the sum of the merges: they span 4 to 131072, which networks dislike."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def log(gained: NDArray[Any]) -> NDArray[Any]:
    """log2(1 + sum of the merges): 0 -> 0, 4 -> 2.3, 2048 -> 11."""
    return np.asarray(np.log2(1.0 + np.asarray(gained)))
