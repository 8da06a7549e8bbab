"""Archives of arrays: what a file claims is checked before memory is taken for it."""

import io
import resource
import tracemalloc
import zipfile
from typing import Any

import numpy as np
import pytest

from asobiba.agents.archive import NOTE, Damaged, read_archive, write_archive

ARRAYS = {"a/b": np.arange(6, dtype=np.float32).reshape(2, 3), "c": np.array([True, False]), "none": np.zeros((0, 3))}


def archive(arrays: dict[str, Any] = ARRAYS, *, small: bool = False) -> io.BytesIO:
    file = io.BytesIO()
    write_archive(file, arrays, {"game": "nim"}, small=small)
    file.seek(0)
    return file


def members(content: dict[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    """An archive of these, after a note."""
    with zipfile.ZipFile(archive({})) as known:
        note = known.read(f"{NOTE}.npy")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kind) as made:
        for name, member in {f"{NOTE}.npy": note, **content}.items():
            made.writestr(zipfile.ZipInfo(name), member, kind)
    file.seek(0)
    return file


def array(head: str, numbers: bytes = bytes(24)) -> bytes:
    text = head.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + numbers


def head(shape: str, kind: str = "<f4", fortran: bool = False) -> str:
    return f"{{'descr': '{kind}', 'fortran_order': {fortran}, 'shape': ({shape}), }}"


@pytest.mark.parametrize("small", [False, True])
def test_what_was_written_is_read(small: bool) -> None:
    arrays, note = read_archive(archive(small=small))

    assert note == {"game": "nim", "format": 1}
    assert {name: (each.dtype, each.tolist()) for name, each in arrays.items()} == {
        name: (each.dtype, each.tolist()) for name, each in ARRAYS.items()
    }


def test_it_is_what_numpy_reads_and_writes() -> None:
    with np.load(archive(small=True), allow_pickle=False) as file:
        assert file["a/b"].tolist() == ARRAYS["a/b"].tolist()
    file_of_numpy = io.BytesIO()
    columns = np.asfortranarray(np.arange(6).reshape(2, 3))
    given: dict[str, Any] = {NOTE: np.frombuffer(b"{}", np.uint8), "columns": columns}
    np.savez(file_of_numpy, allow_pickle=False, **given)
    assert read_archive(file_of_numpy)[0]["columns"].tolist() == columns.tolist()


@pytest.mark.parametrize(
    "member",
    [
        array(head("1099511627776,")),
        array(head("9223372036854775807, 2")),
        array(head("7,")),
        array(head("-6,")),
        array(head("6,", "|O")),
        array(head("6,", "|S4")),
        array(head("6,", "(9999999,)f4")),
        array("(" * 60_000),
        array("-" * 9_000 + "1"),
        array("{'descr': '"),
        b"",
        b"\x80\x04K\x01.",
    ],
)
def test_a_head_that_lies_is_refused_and_takes_no_memory(member: bytes) -> None:
    before = resident()
    with pytest.raises(Damaged, match=r"."):
        read_archive(members({"x.npy": member}))
    assert resident() - before < 64 << 20


def resident() -> int:
    """Bytes that this process had in memory at most. An array that is only promised takes none."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_small_file_does_not_unpack_to_very_much() -> None:
    size = 65 << 20
    bomb = members({"x.npy": array(head(f"{size},", "|u1"), bytes(size))})
    tracemalloc.start()
    try:
        with pytest.raises(Damaged, match=r"it unpacks to \d+ bytes, allowed are \d+"):
            read_archive(bomb)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_it_is_packed_as_we_pack_or_refused(kind: int) -> None:
    with pytest.raises(Damaged, match="packed in a way that is not used here"):
        read_archive(members({"x.npy": array(head("6,"))}, kind))


@pytest.mark.parametrize("note", [b"[" * 100_000, b"{" * 3, b"3", b'{"a":NaN}', b"\xff"])
def test_a_note_that_is_none_is_refused(note: bytes) -> None:
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **{NOTE: np.frombuffer(note, np.uint8)})
    with pytest.raises(Damaged, match=r"."):
        read_archive(file)
