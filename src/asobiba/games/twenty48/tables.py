"""Weights of an n-tuple network in a file. Most of a table is never met in play: only blocks that a game has changed
are written, of 16 weights each, with the steps from one block's number to the next.

For play, a weight is a whole number of 16 bits times the scale of its table, in memory and in files. Files have only
the numbers that differ from those of the stage before, as a bit for each says; first the lower bytes of all, then the
upper ones, of which most are 0.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK = 16
MOST = np.iinfo(np.int16).max

Arrays = dict[str, NDArray[Any]]


class Tables(NamedTuple):
    """Of a network that plays."""

    whole: NDArray[np.int16]
    """[stages, weights of one] in one line."""
    scales: NDArray[np.float32]
    """[tables] of all stages."""


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


def rounded(weights: NDArray[np.float32], ends: NDArray[np.int64], *, stages: int = 1, step: float = 0.0) -> Tables:
    """To `step`, or as finely as 16 bits can; `ends` is where each table of a stage ends."""
    by_stage = weights.reshape(stages, -1)
    whole = np.empty(by_stage.shape, np.int16)
    scales = np.ones(len(ends), np.float32)
    for number, (first, last) in enumerate(pairwise([0, *ends.tolist()])):
        table = by_stage[:, first:last]
        scales[number] = max(float(np.abs(table).max()) / MOST, step) or 1
        whole[:, first:last] = np.clip(np.rint(table / scales[number]), -MOST, MOST)
    return Tables(whole.reshape(-1), scales)


def in_points(tables: Tables, ends: NDArray[np.int64], stages: int) -> NDArray[np.float32]:
    """[stages, weights of one] what they stand for."""
    weights = tables.whole.reshape(stages, -1).astype(np.float32)
    for number, (first, last) in enumerate(pairwise([0, *ends.tolist()])):
        weights[:, first:last] *= tables.scales[number]
    return weights


def written(tables: Tables, ends: NDArray[np.int64], fill: float) -> Arrays:
    """For a file, of weights that began as `fill`."""
    by_stage = tables.whole.reshape(-1, int(ends[-1]))
    changed = np.empty(by_stage.shape, np.bool_)
    np.not_equal(by_stage[0], _begun(tables.scales, ends, fill), out=changed[0])
    np.not_equal(by_stage[1:], by_stage[:-1], out=changed[1:])
    changed[0, 0] |= not changed.any()  # a file has no empty arrays
    blocks = changed.reshape(-1, BLOCK)
    numbers = np.flatnonzero(blocks.any(1))
    whole = by_stage[changed]
    lower = whole.astype(np.int8)
    return {
        "steps": np.diff(numbers, prepend=0).astype(np.int32),
        "changed": np.packbits(blocks[numbers], axis=1).view(np.int8),
        "lower": lower,
        "upper": (whole - lower.astype(np.int32) >> 8).astype(np.int8),
        "scales": tables.scales,
    }


def read(arrays: Mapping[str, NDArray[Any]], ends: NDArray[np.int64], fill: float, *, stages: int = 1) -> Tables:
    """Just what was written. ValueError where that is no file of so many weights."""
    scales, each = arrays["scales"], int(ends[-1])
    if scales.dtype != np.float32 or scales.shape != ends.shape or not (scales > 0).all():
        raise ValueError(f"scales are {scales.dtype} {scales.shape}, here float32 {ends.shape} above 0 is needed")
    numbers = _numbers(arrays["steps"], stages * each)
    changed = _changed(arrays, len(numbers))
    values = _values(arrays, int(np.count_nonzero(changed)))
    by_stage = np.empty((stages, each), np.int16)  # numpy asks for large pages here, and for zeros it does not
    by_stage.fill(0)
    blocks, first = np.searchsorted(numbers, each // BLOCK * np.arange(stages + 1)), 0
    for stage, (begin, end) in enumerate(pairwise(blocks.tolist())):
        if stage or fill:
            by_stage[stage] = by_stage[stage - 1] if stage else _begun(scales, ends, fill)
        part = by_stage[stage].reshape(-1, BLOCK)
        there, here = changed[begin:end], numbers[begin:end] - stage * each // BLOCK
        known, last = part[here], first + int(np.count_nonzero(there))
        known[there] = values[first:last]
        part[here], first = known, last
    return Tables(by_stage.reshape(-1), scales)


def _begun(scales: NDArray[np.float32], ends: NDArray[np.int64], fill: float) -> NDArray[np.int16]:
    """[weights of a stage] before anything was learned."""
    whole = np.clip(np.rint(np.float32(fill) / scales), -MOST, MOST).astype(np.int16)
    return np.repeat(whole, np.diff(ends, prepend=0))


def _changed(arrays: Mapping[str, NDArray[Any]], blocks: int) -> NDArray[np.bool_]:
    bits = arrays["changed"]
    if bits.dtype != np.int8 or bits.shape != (blocks, BLOCK // 8):
        raise ValueError(f"changed are {bits.dtype} {bits.shape}, here int8 {(blocks, BLOCK // 8)} is needed")
    return np.unpackbits(bits.view(np.uint8), axis=1).view(np.bool_)


def _values(arrays: Mapping[str, NDArray[Any]], count: int) -> NDArray[np.int16]:
    lower, upper = arrays["lower"], arrays["upper"]
    if any(part.dtype != np.int8 or part.shape != (count,) for part in (lower, upper)):
        raise ValueError(f"values are {lower.shape} and {upper.shape}, here int8 {(count,)} twice is needed")
    whole: NDArray[np.int16] = lower + (upper.astype(np.int16) << 8)
    return whole
