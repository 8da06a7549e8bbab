"""Checkpoints: one file of arrays and a note, without pickle. The last good one is never touched until the next is
whole on the disk.
"""

import os
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.archive import FORMAT, QUICK, Damaged, read_archive, write_archive
from asobiba.core.errors import AsobibaError, StateError

CHECKPOINT = "checkpoint.npz"
MOST_COUNTED = 2**53
"""As much as a float counts one by one."""
MISFITS = (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError, RuntimeError, struct.error)
"""What a checkpoint brings about that somebody has edited."""


def save(path: Path, arrays: Mapping[str, NDArray[Any]], note: Mapping[str, Any]) -> None:
    written(path, lambda file: write_archive(file, arrays, note))


def save_small(path: Path, arrays: Mapping[str, NDArray[Any]], note: Mapping[str, Any], level: int = QUICK) -> None:
    """The same, compressed."""
    written(path, lambda file: write_archive(file, arrays, note, small=True, level=level))


def written(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Written beside the old file, forced to the disk, then renamed: a kill or a full disk leaves the old one."""
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        _drop(fresh)
        kept = "the last good one is still there" if path.exists() else "there is none yet"
        raise StateError(f"cannot save {path}: {error.strerror}; {kept}") from None


def _drop(path: Path) -> None:
    with suppress(OSError):  # where nothing can be written, nothing was
        path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """So that the new name outlives a power cut, too."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def load(path: Path, expected: Mapping[str, Any]) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Arrays and note. `expected` is what the note must say, such as the version of the rules."""
    try:
        with path.open("rb") as file:
            arrays, note = read_archive(file)
    except FileNotFoundError:
        raise StateError(f"there is no checkpoint {path}") from None
    except OSError as error:
        raise StateError(f"checkpoint {path} cannot be read: {error.strerror or error}") from None
    except Damaged as error:
        raise StateError(f"checkpoint {path} is damaged: {error}") from None
    agree(path, note, {"format": FORMAT, **expected})
    return arrays, note


@contextmanager
def fitting(path: Path) -> Iterator[None]:
    """While a checkpoint is taken up: what does not fit, because somebody has edited it, is said in a sentence."""
    try:
        yield
    except StateError as error:
        raise StateError(
            str(error) if str(path) in str(error) else f"checkpoint {path} does not fit: {error}"
        ) from None
    except AsobibaError:
        raise
    except MISFITS as error:
        what = f"it has no {error.args[0]!r}" if isinstance(error, KeyError) else str(error).splitlines()[0]
        raise StateError(f"checkpoint {path} does not fit: {what}") from None


def check_finite(arrays: Mapping[str, NDArray[Any]]) -> None:
    for name, array in arrays.items():
        if array.dtype.kind not in "biuf":
            raise ValueError(f"{name} is {array.dtype}, not numbers")
        if not np.isfinite(array).all():
            raise ValueError(f"{name} is not all finite numbers")


def check_shapes(arrays: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[int, ...]]) -> None:
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            raise ValueError(f"{name} is {arrays[name].shape}, here {shape} is needed")


def count(name: str, given: object) -> int:
    """What was counted so far, which grows on from there."""
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= MOST_COUNTED:
        raise ValueError(f"{name} is no count")
    return given


def number(name: str, given: object) -> float:
    if not isinstance(given, int | float) or isinstance(given, bool):
        raise ValueError(f"{name} is no number")
    return float(given)


def fill(name: str, store: NDArray[Any], given: NDArray[Any]) -> None:
    """Becomes a copy of just such an array; numpy would stretch another one."""
    if given.shape != store.shape or given.dtype != store.dtype:
        raise ValueError(f"{name} is {given.dtype} {given.shape}, here {store.dtype} {store.shape} is needed")
    store[...] = given


def agree(path: Path, note: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for key, value in expected.items():
        if note.get(key) != value:
            raise StateError(f"checkpoint {path}: its {key} is {note.get(key)!r}, here {value!r} is needed")


def under(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """{"a": x} -> {"prefix/a": x}; an empty prefix changes nothing."""
    start = f"{prefix}/" if prefix else ""
    return {f"{start}{name}": array for name, array in arrays.items()}


def part(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The same backwards."""
    start = f"{prefix}/" if prefix else ""
    return {name[len(start) :]: array for name, array in arrays.items() if name.startswith(start)}


def words(dice: np.random.Generator) -> dict[str, Any]:
    """A generator's state for a note; its numbers of 128 bits as texts."""
    state = dice.bit_generator.state
    return {**state, "state": {name: str(value) for name, value in state["state"].items()}}


def take_words(dice: np.random.Generator, known: Mapping[str, Any]) -> None:
    dice.bit_generator.state = {**known, "state": {name: int(value) for name, value in known["state"].items()}}
