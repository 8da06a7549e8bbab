"""Weights in a file: only what was changed, exactly; rounded ones come back as they were rounded."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.games.twenty48.tables import exact, packed, rounded, unpacked

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
    assert not exact(rounded(arrays, ENDS), ENDS)["values"].any()


def test_rounding_is_finer_where_weights_are_small_and_happens_once() -> None:
    weights = some_weights(0.0)
    written = rounded(packed(weights, 0.0), ENDS)
    read = unpacked(exact(written, ENDS), SIZE, 0.0)
    again = rounded(packed(read, 0.0), ENDS)

    assert written["values"].dtype == np.int16
    errors = np.abs(read - weights)
    assert errors[:256].max() <= np.abs(weights[:256]).max() / 32_767
    assert errors[256:].max() <= np.abs(weights[256:]).max() / 32_767
    assert written["scales"][0] < written["scales"][1] / 100
    assert unpacked(exact(again, ENDS), SIZE, 0.0) == pytest.approx(read, rel=1e-6)


EDITS: dict[str, dict[str, Any]] = {
    "steps go back": {"steps": lambda array: -array},
    "steps are none": {"steps": lambda array: array[:0]},
    "steps are of another type": {"steps": lambda array: array.astype(np.int64)},
    "a block beyond the end": {"steps": lambda array: array + 64},
    "values of another type": {"values": lambda array: array.astype(np.float32)},
    "values of another shape": {"values": lambda array: array[:, :8]},
    "scales of another number": {"scales": lambda array: array[:1]},
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_is_refused(edit: str) -> None:
    arrays = rounded(packed(some_weights(0.0), 0.0), ENDS)
    edited = {name: EDITS[edit].get(name, lambda array: array)(array) for name, array in arrays.items()}

    with pytest.raises(ValueError, match=r"steps|block|values|scales"):
        exact(edited, ENDS)
