"""Weights of an n-tuple network in a file. Most of a table is never met in play: only blocks that a game has changed
are written, of 16 weights each, with the steps from one block's number to the next.

For play, a weight is a whole number of 16 bits times the scale of its table.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 16
MOST = np.iinfo(np.int16).max

Arrays = dict[str, NDArray[Any]]


def packed(weights: NDArray[np.float32], fill: float) -> Arrays:
    """Of [N] weights that began as `fill`, N a multiple of 16. At least one block, for a file has no empty arrays."""
    blocks = weights.reshape(-1, BLOCK)
    changed = np.flatnonzero((blocks != np.float32(fill)).any(1))
    if not len(changed):
        changed = np.zeros(1, np.int64)
    return {"steps": np.diff(changed, prepend=0).astype(np.int32), "values": blocks[changed]}


def unpacked(arrays: Mapping[str, NDArray[Any]], size: int, fill: float) -> NDArray[np.float32]:
    """[size] the same. ValueError where that is no file of so many weights."""
    weights = np.zeros(size, np.float32) if fill == 0 else np.full(size, fill, np.float32)
    place(arrays, weights)
    return weights


def place(arrays: Mapping[str, NDArray[Any]], weights: NDArray[np.float32]) -> None:
    """Over weights that are all what they began as."""
    numbers, values = _numbers(arrays["steps"], len(weights)), arrays["values"]
    if values.dtype != np.float32 or values.shape != (len(numbers), BLOCK):
        raise ValueError(f"values are {values.dtype} {values.shape}, here float32 {(len(numbers), BLOCK)} is needed")
    weights.reshape(-1, BLOCK)[numbers] = values


def _numbers(steps: NDArray[Any], size: int) -> NDArray[np.int64]:
    if steps.dtype != np.int32 or steps.ndim != 1 or not len(steps) or (steps[1:] < 1).any() or steps[0] < 0:
        raise ValueError("steps are no numbers of blocks in ascending order")
    numbers: NDArray[np.int64] = np.cumsum(steps, dtype=np.int64)
    if numbers[-1] >= size // BLOCK:
        raise ValueError(f"there is no block {numbers[-1]} of {size} weights")
    return numbers


def rounded(arrays: Mapping[str, NDArray[Any]], ends: NDArray[np.int64]) -> Arrays:
    """Of `packed` ones: values as whole numbers of 16 bits, and the scale of each table; `ends` is where each ends."""
    tables = _tables(arrays["steps"], ends)
    sizes = np.zeros(len(ends), np.float32)
    np.maximum.at(sizes, tables, np.abs(arrays["values"]).max(1))
    scales = np.where(sizes > 0, sizes / MOST, 1).astype(np.float32)
    whole = np.clip(np.rint(arrays["values"] / scales[tables, None]), -MOST, MOST).astype(np.int16)
    return {"steps": arrays["steps"], "values": whole, "scales": scales}


def exact(arrays: Mapping[str, NDArray[Any]], ends: NDArray[np.int64]) -> Arrays:
    """Back: `packed` ones of `rounded` ones."""
    steps, values, scales = arrays["steps"], arrays["values"], arrays["scales"]
    _numbers(steps, int(ends[-1]))
    if values.dtype != np.int16 or values.shape != (len(steps), BLOCK):
        raise ValueError(f"values are {values.dtype} {values.shape}, here int16 {(len(steps), BLOCK)} is needed")
    if scales.dtype != np.float32 or scales.shape != ends.shape:
        raise ValueError(f"scales are {scales.dtype} {scales.shape}, here float32 {ends.shape} is needed")
    return {"steps": steps, "values": values * scales[_tables(steps, ends), None]}


def _tables(steps: NDArray[Any], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each block, to which table it belongs."""
    return np.searchsorted(ends, BLOCK * np.cumsum(steps, dtype=np.int64), side="right")
