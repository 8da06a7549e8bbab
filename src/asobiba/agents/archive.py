"""Arrays and a note in one file, without pickle: what numpy calls .npz, and what weights and checkpoints are.

A file may come from a stranger: how much it unpacks to is checked before memory is taken for it.
"""

import zipfile
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

import msgspec
import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]

FORMAT = 1
NOTE = "note.json"
MEMBER = ".npy"
QUICK, THOROUGH = 1, 9
"""Of zip's levels: the first saves most of what the others do, in a fraction of their time."""
MOST_BYTES = 64 << 30
SMALL_BYTES, MOST_TIMES = 64 << 20, 200
"""What a file unpacks to: so much at least is allowed, and so many times its own size; zeros would be a thousand."""
MOST_REASON = 200
"""Letters; numpy quotes a whole header."""
NUMBERS = "biuf"
"""Kinds of arrays: booleans, whole numbers, floats."""


class Damaged(Exception):
    """A file that is no such archive, and why."""


def write_archive(
    file: BinaryIO,
    arrays: Mapping[str, NDArray[Any]],
    note: Mapping[str, Any],
    *,
    small: bool = False,
    level: int = QUICK,
) -> None:
    """`small`: compressed."""
    text = np.frombuffer(msgspec.json.encode({**note, "format": FORMAT}), np.uint8)
    kind = zipfile.ZIP_DEFLATED if small else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", kind, compresslevel=level) as archive:
        for name, array in {NOTE: text, **arrays}.items():
            with archive.open(name + MEMBER, "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asarray(array), allow_pickle=False)


def read_archive(file: BinaryIO, most: int = MOST_BYTES) -> tuple[Arrays, dict[str, Any]]:
    """Return arrays of numbers and the note. Damaged if the file is not what it says."""
    try:
        with zipfile.ZipFile(file) as members:
            _check_size(members.infolist(), most)
        file.seek(0)
        with NpzFile(file, allow_pickle=False) as archive:
            arrays: dict[str, Any] = {name: archive[name] for name in archive.files}
        for name, array in arrays.items():
            if not isinstance(array, np.ndarray) or array.dtype.kind not in NUMBERS:
                raise Damaged(f"{name} is not an array of numbers")
        if NOTE not in arrays:
            raise Damaged("it has no note that says what it is of")
        return arrays, msgspec.json.decode(arrays.pop(NOTE).tobytes(), type=dict[str, Any])
    except Exception as error:  # zipfile and numpy raise almost anything for a damaged file
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Damaged(reason[:MOST_REASON]) from None


def _check_size(members: Sequence[zipfile.ZipInfo], most: int) -> None:
    """numpy unpacks whatever the file says; only deflate is unpacked in pieces."""
    if any(each.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for each in members):
        raise Damaged("it is packed in a way that is not used here")
    size, packed = sum(each.file_size for each in members), sum(each.compress_size for each in members)
    allowed = min(most, max(SMALL_BYTES, MOST_TIMES * packed))
    if size > allowed:
        raise Damaged(f"it unpacks to {size} bytes, allowed are {allowed}")
