"""Weights of an n-tuple network in a file. Most of a table is never met in play: only blocks that a game has changed
are written, of 16 weights each, with the steps from one block's number to the next.

For play, a weight is a whole number of 16 bits times the scale of its table. Of a block only the weights are written
that differ from those of the stage before, as a bit for each says; first the lower bytes of all, then the upper ones,
of which most are 0.
"""

from collections.abc import Mapping
from itertools import pairwise
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


def rounded(
    weights: NDArray[np.float32], ends: NDArray[np.int64], fill: float, *, stages: int = 1, step: float = 0.0
) -> Arrays:
    """For play; `ends` is where each table of each stage ends. Rounded to `step`, or as finely as 16 bits can."""
    changed = _changes(weights.reshape(stages, -1), fill)
    numbers = np.flatnonzero(changed.any(1))
    changed, values = changed[numbers], weights.reshape(-1, BLOCK)[numbers]
    tables = _tables(numbers, ends)
    sizes = np.zeros(len(ends), np.float32)
    np.maximum.at(sizes, tables, np.abs(values).max(1))
    scales = np.maximum(np.where(sizes > 0, sizes / MOST, 1), step).astype(np.float32)
    whole = np.clip(np.rint(values / scales[tables, None]), -MOST, MOST).astype(np.int32)[changed]
    lower = whole.astype(np.int8)
    return {
        "steps": np.diff(numbers, prepend=0).astype(np.int32),
        "changed": np.packbits(changed, axis=1).view(np.int8),
        "lower": lower,
        "upper": (whole - lower >> 8).astype(np.int8),
        "scales": scales,
    }


def _changes(by_stage: NDArray[np.float32], fill: float) -> NDArray[np.bool_]:
    """[blocks, 16] which weights differ from those of the stage before."""
    changed = np.empty(by_stage.shape, np.bool_)
    np.not_equal(by_stage[0], np.float32(fill), out=changed[0])
    np.not_equal(by_stage[1:], by_stage[:-1], out=changed[1:])
    changed[0, 0] |= not changed.any()  # a file has no empty arrays
    return changed.reshape(-1, BLOCK)


def exact(
    arrays: Mapping[str, NDArray[Any]], ends: NDArray[np.int64], fill: float, *, stages: int = 1
) -> NDArray[np.float32]:
    """[ends[-1]] the weights of `rounded` ones. ValueError where that is no file of so many."""
    scales, size = arrays["scales"], int(ends[-1])
    numbers = _numbers(arrays["steps"], size)
    if scales.dtype != np.float32 or scales.shape != ends.shape:
        raise ValueError(f"scales are {scales.dtype} {scales.shape}, here float32 {ends.shape} is needed")
    changed = _changed(arrays, len(numbers))
    counts = changed.sum(1)
    values = _whole(arrays, int(counts.sum())) * np.repeat(scales[_tables(numbers, ends)], counts)
    places = (BLOCK * numbers[:, None] + np.arange(BLOCK))[changed]
    weights = np.zeros(size, np.float32) if fill == 0 else np.full(size, fill, np.float32)
    each = size // stages
    begins = np.searchsorted(places, each * np.arange(stages + 1))
    for stage, (first, last) in enumerate(pairwise(begins.tolist())):
        if stage:
            weights[stage * each : (stage + 1) * each] = weights[(stage - 1) * each : stage * each]
        weights[places[first:last]] = values[first:last]
    return weights


def _changed(arrays: Mapping[str, NDArray[Any]], blocks: int) -> NDArray[np.bool_]:
    bits = arrays["changed"]
    if bits.dtype != np.int8 or bits.shape != (blocks, BLOCK // 8):
        raise ValueError(f"changed are {bits.dtype} {bits.shape}, here int8 {(blocks, BLOCK // 8)} is needed")
    return np.unpackbits(bits.view(np.uint8), axis=1).view(np.bool_)


def _whole(arrays: Mapping[str, NDArray[Any]], count: int) -> NDArray[np.float32]:
    lower, upper = arrays["lower"], arrays["upper"]
    if any(part.dtype != np.int8 or part.shape != (count,) for part in (lower, upper)):
        raise ValueError(f"values are {lower.shape} and {upper.shape}, here int8 {(count,)} twice is needed")
    return lower + np.float32(256) * upper


def _tables(numbers: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each block, to which table it belongs."""
    return np.searchsorted(ends, BLOCK * numbers, side="right")
