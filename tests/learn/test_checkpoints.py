"""Checkpoints: exact, without pickle, refused with a sentence, and never half written."""

import os
import signal
import sys
from pathlib import Path

import numpy as np
import pytest

from asobiba.core.errors import StateError
from asobiba.learn import checkpoints
from tests.processes import run

ARRAYS = {"a/b": np.arange(6, dtype=np.float32).reshape(2, 3), "c": np.array([True, False])}


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    checkpoints.save(tmp_path / "deep" / "x.npz", ARRAYS, {"rules": 1, "large": 2**60})
    arrays, note = checkpoints.load(tmp_path / "deep" / "x.npz", {"rules": 1})

    assert {name: array.tolist() for name, array in arrays.items()} == {n: a.tolist() for n, a in ARRAYS.items()}
    assert arrays["a/b"].dtype == np.float32
    assert note["large"] == 2**60
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["x.npz"]


def test_what_was_saved_small_is_the_same_again_and_small(tmp_path: Path) -> None:
    arrays = {**ARRAYS, "zeros": np.zeros(100_000), "none": np.zeros((0, 3), np.uint8)}
    checkpoints.save_small(tmp_path / "x.npz", arrays, {"rules": 1})
    again, note = checkpoints.load(tmp_path / "x.npz", {"rules": 1})

    assert note["rules"] == 1
    assert {name: (array.dtype, array.shape, array.tobytes()) for name, array in again.items()} == {
        name: (array.dtype, array.shape, array.tobytes()) for name, array in arrays.items()
    }
    assert (tmp_path / "x.npz").stat().st_size < 5_000


def test_parts_are_kept_apart() -> None:
    assert checkpoints.part("a", ARRAYS).keys() == {"b"}
    assert checkpoints.under("a", {"b": ARRAYS["c"]}).keys() == {"a/b"}


@pytest.mark.parametrize(
    ("expected", "sentence"),
    [({"rules": 2}, "its rules is 1, here 2 is needed"), ({"shape": 3}, "its shape is None, here 3 is needed")],
)
def test_another_version_is_refused(tmp_path: Path, expected: dict[str, int], sentence: str) -> None:
    checkpoints.save(tmp_path / "x.npz", ARRAYS, {"rules": 1})

    with pytest.raises(StateError, match=sentence):
        checkpoints.load(tmp_path / "x.npz", expected)


def test_a_damaged_or_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    with pytest.raises(StateError, match="there is no checkpoint"):
        checkpoints.load(path, {})
    checkpoints.save(path, ARRAYS, {})
    whole = path.read_bytes()
    number = whole.index(np.float32(5.0).tobytes())
    for broken in (b"", whole[: len(whole) // 2], b"nonsense", whole[:number] + b"?" + whole[number + 1 :]):
        path.write_bytes(broken)
        with pytest.raises(StateError, match="is damaged"):
            checkpoints.load(path, {})


def test_a_small_one_that_is_damaged_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    checkpoints.save_small(path, {"numbers": np.random.default_rng(1).random(500)}, {})
    whole = path.read_bytes()
    for at in range(0, len(whole), 97):
        path.write_bytes(whole[:at])
        with pytest.raises(StateError, match="is damaged"):
            checkpoints.load(path, {})
    path.write_bytes(whole[:300] + bytes(200) + whole[500:])
    with pytest.raises(StateError, match="is damaged"):
        checkpoints.load(path, {})


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(StateError, match="cannot be read: Is a directory"):
        checkpoints.load(tmp_path, {})
    with pytest.raises(StateError, match="cannot be read: Not a directory"):
        checkpoints.load(tmp_path / "file" / "x.npz", {})
    for nowhere in (tmp_path / "file" / "x.npz", tmp_path / "file" / "deep" / "x.npz"):
        with pytest.raises(StateError, match=r"cannot save .* there is none yet"):
            checkpoints.save(nowhere, ARRAYS, {})


def test_an_array_of_another_shape_is_not_stretched() -> None:
    store = np.zeros((2, 3), np.float32)
    for given in (np.ones(3, np.float32), np.ones((2, 1), np.float32), np.ones((2, 3))):
        with pytest.raises(ValueError, match=r"here float32 \(2, 3\) is needed"):
            checkpoints.fill("sums", store, given)
    checkpoints.fill("sums", store, np.ones((2, 3), np.float32))
    assert store.all()


def test_a_disk_that_cannot_be_written_leaves_the_last_good_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.npz"
    checkpoints.save(path, ARRAYS, {"number": 1})

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StateError, match="No space left on device; the last good one is still there"):
        checkpoints.save(path, ARRAYS, {"number": 2})
    assert checkpoints.load(path, {"number": 1})[1]["number"] == 1
    assert [each.name for each in tmp_path.iterdir()] == ["x.npz"]


KILLED_WHILE_IT_SAVES = """
import io, os, signal, sys
from pathlib import Path
import numpy as np
from asobiba.learn import checkpoints

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def write_half(file, *what):
    whole = io.BytesIO()
    write(whole, *what)
    file.write(whole.getvalue()[: len(whole.getvalue()) // 2])
    file.flush()
    die()

def save(number):
    checkpoints.save(Path(sys.argv[1]), {"array": np.full(1 << 20, number)}, {"number": number})

write = checkpoints.write_archive
save(1)
match sys.argv[2]:
    case "write": checkpoints.write_archive = write_half
    case "fsync": os.fsync = die
    case "rename": Path.replace = die
    case "folder": checkpoints._sync_folder = die
save(2)
"""


@pytest.mark.parametrize(("step", "number"), [("write", 1), ("fsync", 1), ("rename", 1), ("folder", 2)])
def test_a_kill_in_the_midst_of_saving_leaves_a_good_one(tmp_path: Path, step: str, number: int) -> None:
    path = tmp_path / "x.npz"
    done = run([sys.executable, "-c", KILLED_WHILE_IT_SAVES, path, step])
    arrays, note = checkpoints.load(path, {})

    assert done.returncode == -signal.SIGKILL, done.stderr
    assert (tmp_path / "x.npz.new").exists() == (number == 1)
    assert note["number"] == number
    assert (arrays["array"] == number).all()
