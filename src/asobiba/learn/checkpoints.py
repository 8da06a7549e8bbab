"""Checkpoints: one file of arrays and a note, without pickle. The last good one is never touched until the next is
whole on the disk.
"""

import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np
from numpy.typing import NDArray

from asobiba.agents.weights import FORMAT, NOTE, write_weights
from asobiba.core.errors import StateError


def save(path: Path, arrays: Mapping[str, NDArray[Any]], note: Mapping[str, Any]) -> None:
    written(path, lambda file: write_weights(file, arrays, note))


def written(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Written beside the old file, forced to the disk, then renamed: a kill or a full disk leaves the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        kept = "the last good one is still there" if path.exists() else "there is none yet"
        raise StateError(f"cannot save {path}: {error.strerror}; {kept}") from None


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
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            note: dict[str, Any] = msgspec.json.decode(file[NOTE].tobytes(), type=dict[str, Any])
            agree(path, note, {"format": FORMAT, **expected})
            return {name: file[name] for name in file.files if name != NOTE}, note
    except FileNotFoundError:
        raise StateError(f"there is no checkpoint {path}") from None
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise StateError(f"checkpoint {path} is damaged: {error}") from None


def agree(path: Path, note: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for key, value in expected.items():
        if note.get(key) != value:
            raise StateError(f"checkpoint {path}: its {key} is {note.get(key)!r}, here {value!r} is needed")


def under(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """{"a": x} -> {"prefix/a": x}"""
    return {f"{prefix}/{name}": array for name, array in arrays.items()}


def part(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The same backwards."""
    start = f"{prefix}/"
    return {name[len(start) :]: array for name, array in arrays.items() if name.startswith(start)}


def words(dice: np.random.Generator) -> dict[str, Any]:
    """A generator's state for a note; its numbers of 128 bits as texts."""
    state = dice.bit_generator.state
    return {**state, "state": {name: str(value) for name, value in state["state"].items()}}


def take_words(dice: np.random.Generator, known: Mapping[str, Any]) -> None:
    dice.bit_generator.state = {**known, "state": {name: int(value) for name, value in known["state"].items()}}
