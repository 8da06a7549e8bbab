"""Weights in a file: only what was changed, exactly; rounded ones come back as they were rounded."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.games.twenty48.tables import Arrays, exact, packed, rounded, unpacked

SIZE = 1_024
ENDS = np.array([256, 1_024], np.int64)


def some_weights(fill: float) -> NDArray[np.float32]:
    weights = np.full(SIZE, fill, np.float32)
    dice = np.random.default_rng(1)
    weights[dice.integers(0, 256, 40)] = dice.normal(0, 9, 40)
    weights[dice.integers(512, SIZE, 20)] = dice.normal(0, 9_000, 20)
    return weights


@pytest.mark.parametrize("fill", [0.0, 10.1])
def test_what_is_packed_comes_back(fill: float) -> None:
    weights = some_weights(fill)
    arrays = packed(weights, fill)

    assert arrays["values"].size < SIZE / 2
    assert unpacked(arrays, SIZE, fill).tolist() == weights.tolist()


def test_weights_that_nothing_has_changed_are_one_block() -> None:
    arrays = packed(np.zeros(SIZE, np.float32), 0.0)

    assert {name: array.size for name, array in arrays.items()} == {"steps": 1, "values": 16}
    assert not unpacked(arrays, SIZE, 0.0).any()
    assert not exact(rounded(np.zeros(SIZE, np.float32), ENDS, 0.0), ENDS, 0.0).any()


def as_written(fill: float = 0.0, step: float = 0.0) -> Arrays:
    return rounded(some_weights(fill), ENDS, fill, step=step)


def test_rounding_is_finer_where_weights_are_small_and_happens_once() -> None:
    weights = some_weights(0.0)
    written = as_written()
    read = exact(written, ENDS, 0.0)
    again = rounded(read, ENDS, 0.0)

    errors = np.abs(read - weights)
    assert errors[:256].max() <= np.abs(weights[:256]).max() / 32_767
    assert errors[256:].max() <= np.abs(weights[256:]).max() / 32_767
    assert written["scales"][0] < written["scales"][1] / 100
    assert exact(again, ENDS, 0.0) == pytest.approx(read, rel=1e-6)


@pytest.mark.parametrize("fill", [0.0, 10.1])
@pytest.mark.parametrize("step", [0.0, 0.5, 8.0])
def test_what_is_read_is_just_what_was_rounded(fill: float, step: float) -> None:
    """To the last bit: the nearest multiple of the table's scale, and weights that no game has changed as they were."""
    weights, written = some_weights(fill), as_written(fill, step)
    scales = np.repeat(written["scales"], np.diff(ENDS, prepend=0))
    expected = np.where(weights == np.float32(fill), weights, np.rint(weights / scales).astype(np.int16) * scales)

    read = exact(written, ENDS, fill)

    assert (written["scales"] >= step).all()
    assert read.dtype == np.float32
    assert read.tolist() == expected.astype(np.float32).tolist()
    assert np.abs(read - weights).max() <= written["scales"].max() / 2 * 1.001


def test_of_a_stage_only_what_differs_from_the_one_before_is_written() -> None:
    first = some_weights(0.0)
    second = first.copy()
    places = np.array([3, np.flatnonzero(first)[5], 999])
    second[places] = 5, 0, 7_000
    both, ends = np.concatenate([first, second]), np.concatenate([ENDS, ENDS + SIZE])
    written = rounded(both, ends, 0.0, stages=2, step=0.5)
    read = exact(written, ends, 0.0, stages=2)

    assert len(written["lower"]) == np.count_nonzero(first) + 3
    assert read[SIZE + places].tolist() == pytest.approx([5, 0, 7_000], abs=0.25)
    others = np.delete(np.arange(SIZE), places)
    assert read[SIZE + others].tolist() == read[others].tolist()


def test_only_weights_that_a_game_has_changed_are_written() -> None:
    written = as_written()

    assert written["lower"].shape == written["upper"].shape == (np.count_nonzero(some_weights(0.0)),)


EDITS: dict[str, dict[str, Any]] = {
    "steps go back": {"steps": lambda array: -array},
    "steps are none": {"steps": lambda array: array[:0]},
    "steps are of another type": {"steps": lambda array: array.astype(np.int64)},
    "a block beyond the end": {"steps": lambda array: array + 64},
    "values of another type": {"lower": lambda array: array.astype(np.float32)},
    "values that are missing": {"upper": lambda array: array[:-1]},
    "bits of another shape": {"changed": lambda array: array[:, :1]},
    "bits of another type": {"changed": lambda array: array.astype(np.int16)},
    "more bits than values": {"changed": lambda array: np.full_like(array, -1)},
    "scales of another number": {"scales": lambda array: array[:1]},
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_is_refused(edit: str) -> None:
    arrays = as_written()
    edited = {name: EDITS[edit].get(name, lambda array: array)(array) for name, array in arrays.items()}

    with pytest.raises(ValueError, match=r"steps|block|values|changed|scales"):
        exact(edited, ENDS, 0.0)
