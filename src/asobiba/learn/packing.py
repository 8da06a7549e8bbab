"""States of a replay, small enough for a file: each is written once, though one row leads to it and another begins with
it, and candidates ([A, F] of a state) as what differs from the middle one.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import DTypeLike, NDArray

Arrays = dict[str, NDArray[np.generic]]
TOGETHER = 1 << 14
"""So many states are packed at a time, so that a large replay does not need as much memory again."""


def pack(columns: Sequence[NDArray[np.generic]]) -> Arrays:
    """Columns of the same shape and type, [n, ...] each."""
    known: dict[bytes, int] = {}
    places = np.array([_places(column, known) for column in columns], np.int32).reshape(len(columns), -1)
    packed: Arrays = {"places": places}
    states, shape, kind = list(known), columns[0].shape[1:], columns[0].dtype
    for part, at in enumerate(range(0, len(states), TOGETHER)):
        some = np.frombuffer(b"".join(states[at : at + TOGETHER]), kind).reshape(-1, *shape)
        packed |= {f"{part}/{name}": array for name, array in _packed(some).items()}
    return packed


def unpack(packed: Arrays, columns: int, shape: tuple[int, ...], kind: DTypeLike) -> list[NDArray[np.generic]]:
    """So many columns; `shape` and `kind` are those of a state. ValueError or KeyError where it is no such pack."""
    places = packed["places"]
    if places.dtype != np.int32 or places.ndim != 2 or len(places) != columns:
        raise ValueError(f"the places of the states are {places.dtype} {places.shape}, {columns} columns are needed")
    if places.max(initial=-1) > places.size:
        raise ValueError("there are more states than places")
    states: list[NDArray[np.generic]] = [np.zeros((0, *shape), kind)]
    for part in range(-(-(int(places.max(initial=-1)) + 1) // TOGETHER)):
        names = [name for name in packed if name.startswith(f"{part}/")]
        states.append(_unpacked({name.partition("/")[2]: packed[name] for name in names}, shape, kind))
    whole = np.concatenate(states)
    if places.size and not 0 <= places.min() <= places.max() < len(whole):
        raise ValueError(f"a place among the {len(whole)} states is wrong")
    return [whole[each] for each in places]


def _places(column: NDArray[np.generic], known: dict[bytes, int]) -> list[int]:
    """Of each row among the known ones, which grow."""
    found: list[int] = []
    size = max(column.dtype.itemsize * int(np.prod(column.shape[1:])), 1)
    for at in range(0, len(column), TOGETHER):
        raw = column[at : at + TOGETHER].tobytes()
        found += [known.setdefault(raw[start : start + size], len(known)) for start in range(0, len(raw), size)]
    return found


def _is_of_candidates(shape: tuple[int, ...], kind: DTypeLike) -> bool:
    return len(shape) == 2 and np.dtype(kind) == np.uint8


def _packed(states: NDArray[np.generic]) -> Arrays:
    if not _is_of_candidates(states.shape[1:], states.dtype):
        return {"plain": states}
    numbers = np.ascontiguousarray(states.transpose(2, 0, 1)).astype(np.uint8, copy=False)  # the like side by side
    half = numbers.shape[2] // 2
    middle = np.partition(numbers, half, axis=2)[..., half]
    numbers -= middle[..., None]
    differs = numbers != 0
    return {"middle": middle, "differs": np.packbits(differs), "by": numbers[differs]}


def _unpacked(part: Arrays, shape: tuple[int, ...], kind: DTypeLike) -> NDArray[np.generic]:
    if not _is_of_candidates(shape, kind):
        plain = part["plain"]
        if plain.shape[1:] != shape or plain.dtype != kind:
            raise ValueError(f"states are {plain.dtype} {plain.shape[1:]}, here {np.dtype(kind)} {shape} is needed")
        return plain
    candidates, features = shape
    middle, packed, by = part["middle"], part["differs"], part["by"]
    if any(array.dtype != np.uint8 for array in (middle, packed, by)) or middle.shape[:1] != (features,):
        raise ValueError(f"packed states are {middle.dtype} {middle.shape}, here uint8 of {features} numbers is needed")
    if middle.ndim != 2 or middle.shape[1] > TOGETHER:
        raise ValueError(f"packed states are {middle.shape}, here up to {TOGETHER} are together")
    numbers = np.zeros((*middle.shape, candidates), np.uint8)
    differs = np.unpackbits(packed.astype(np.uint8), count=numbers.size).astype(np.bool_)
    if by.shape != (differs.sum(),):
        raise ValueError(f"packed states have {by.size} differences, here {differs.sum()} are needed")
    numbers[differs.reshape(numbers.shape)] = by
    numbers += middle[..., None]
    return np.ascontiguousarray(numbers.transpose(1, 2, 0))
