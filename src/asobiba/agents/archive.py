"""Arrays and a note in one file, without pickle: what numpy calls .npz, and what weights and checkpoints are.

A file may come from a stranger. What it claims to hold is checked before memory is taken for it: how much it unpacks
to, and that each array's shape and type are just as large as its member of the archive.
"""

import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from math import prod
from typing import Any, BinaryIO

import msgspec
import numpy as np
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
MOST_NOTE = 4 << 20
MOST_LENGTH = 1 << 48
"""Of one dimension of an array, also of an empty one."""
MAGIC = b"\x93NUMPY\x01\x00"
HEAD = re.compile(
    rb"\{'descr': '([<|](?:b1|[iu][1248]|f[248]))', 'fortran_order': (True|False), "
    rb"'shape': \(([0-9, ]{0,200})\), \} *\n"
)
"""As numpy writes it before the numbers; numpy itself would read any expression of Python there."""
UNREADABLE = (
    EOFError,
    KeyError,
    OSError,
    OverflowError,
    RuntimeError,  # RecursionError and NotImplementedError among them
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    msgspec.MsgspecError,
)
"""What the library's reader of archives brings about when one is damaged."""


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
    """Arrays of numbers, and the note. Damaged, before it takes memory, where the file is not what it says."""
    try:
        with zipfile.ZipFile(file) as archive:
            members = _members(archive, most)
            note = _note(archive, members.pop(NOTE, None))
            return {name: _array(archive, name, member) for name, member in members.items()}, note
    except UNREADABLE as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Damaged(str(reason or type(error).__name__)) from None


def _members(archive: zipfile.ZipFile, most: int) -> dict[str, zipfile.ZipInfo]:
    entries = archive.infolist()
    if any(entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for entry in entries):
        raise Damaged("it is packed in a way that is not used here")
    size, packed = sum(entry.file_size for entry in entries), sum(entry.compress_size for entry in entries)
    allowed = min(most, max(SMALL_BYTES, MOST_TIMES * packed))
    if size > allowed:
        raise Damaged(f"it unpacks to {size} bytes, allowed are {allowed}")
    members = {entry.filename.removesuffix(MEMBER): entry for entry in entries}
    if len(members) != len(entries):
        raise Damaged("two of its members have the same name")
    return members


def _note(archive: zipfile.ZipFile, member: zipfile.ZipInfo | None) -> dict[str, Any]:
    if member is None:
        raise Damaged("it has no note that says what it is of")
    if member.file_size > MOST_NOTE:
        raise Damaged(f"its note has {member.file_size} bytes, allowed are {MOST_NOTE}")
    return msgspec.json.decode(_array(archive, NOTE, member).tobytes(), type=dict[str, Any])


def _array(archive: zipfile.ZipFile, name: str, member: zipfile.ZipInfo) -> NDArray[Any]:
    with archive.open(member) as entry:
        magic, length = entry.read(len(MAGIC)), entry.read(2)
        text = entry.read(int.from_bytes(length, "little"))
        head = HEAD.fullmatch(text)
        if magic != MAGIC or head is None:
            raise Damaged(f"{name} does not begin as an array of numbers")
        kind = np.dtype(head[1].decode())
        shape = tuple(int(number) for number in head[3].decode().split(",") if number.strip())
        size, found = kind.itemsize * prod(shape), member.file_size - len(MAGIC) - len(length) - len(text)
        if size != found or max(shape, default=0) > MOST_LENGTH:
            raise Damaged(f"{name} is {kind} {shape}, but has {found} bytes")
        numbers = bytearray(size)
        _fill(entry, memoryview(numbers))
    order = "F" if head[2] == b"True" else "C"
    return np.frombuffer(numbers, kind).reshape(shape, order=order)  # type: ignore[call-overload,no-any-return]


def _fill(entry: Any, rest: memoryview) -> None:
    while rest:
        count = entry.readinto(rest)
        if not count:
            raise EOFError("it ends too early")
        rest = rest[count:]
    if entry.read(1):  # the end is where the sum of the bytes is checked
        raise Damaged("a member goes on after its end")
