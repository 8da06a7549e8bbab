"""Choosing among legal actions, many at once."""

import numpy as np
from numpy.typing import NDArray


def choose(
    values: NDArray[np.float32], legal: NDArray[np.bool_], epsilon: float, dice: np.random.Generator
) -> NDArray[np.int64]:
    """The best legal action, or with probability epsilon any legal one. [B, A] -> [B]"""
    best: NDArray[np.int64] = np.where(legal, values, -np.inf).argmax(1)
    if epsilon > 0:
        best = np.where(dice.random(len(best)) < epsilon, any_legal(legal, dice), best)
    return best


def any_legal(legal: NDArray[np.bool_], dice: np.random.Generator) -> NDArray[np.int64]:
    drawn: NDArray[np.int64] = np.where(legal, dice.random(legal.shape, np.float32), np.float32(-1)).argmax(1)
    return drawn
