"""Weights in a file: only what was changed, exactly; rounded ones come back as they were rounded."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.games.twenty48.tables import Arrays, packed, read, rounded, unpacked, written

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
    assert not read(written(rounded(np.zeros(SIZE, np.float32), ENDS), ENDS, 0.0), ENDS, 0.0).whole.any()


def as_written(fill: float = 0.0) -> Arrays:
    return written(rounded(some_weights(fill), ENDS), ENDS, fill)


def test_rounding_is_finer_where_weights_are_small() -> None:
    weights = some_weights(0.0)
    whole, scales = rounded(weights, ENDS)

    errors = np.abs(whole * np.repeat(scales, np.diff(ENDS, prepend=0)) - weights)
    assert errors[:256].max() <= np.abs(weights[:256]).max() / 65_533
    assert errors[256:].max() <= np.abs(weights[256:]).max() / 65_533
    assert scales[0] < scales[1] / 100


@pytest.mark.parametrize("fill", [0.0, 10.1])
@pytest.mark.parametrize("step", [0.0, 0.5, 8.0])
@pytest.mark.parametrize("stages", [1, 3])
def test_what_is_read_is_just_what_was_rounded(fill: float, step: float, stages: int) -> None:
    by_stage = np.tile(some_weights(fill), (stages, 1))
    by_stage[1:, 7:900:100] += 30
    by_stage[2:, 50:60] = fill
    tables = rounded(by_stage.reshape(-1), ENDS, stages=stages, step=step)

    again = read(written(tables, ENDS, fill), ENDS, fill, stages=stages)

    assert (tables.scales >= step).all()
    assert again.whole.dtype == np.int16
    assert again.whole.tolist() == tables.whole.tolist()
    assert again.scales.tolist() == tables.scales.tolist()
    assert np.count_nonzero(tables.whole) > 30


def test_only_what_differs_from_the_stage_before_is_written() -> None:
    first = some_weights(0.0)
    second = first.copy()
    second[[3, np.flatnonzero(first)[5], 999]] = 5, 0, 7_000
    alone, both = (rounded(np.concatenate(stages), ENDS, stages=len(stages)) for stages in ([first], [first, second]))

    assert written(alone, ENDS, 0.0)["lower"].shape == (np.count_nonzero(alone.whole),)
    assert written(both, ENDS, 0.0)["upper"].shape == (np.count_nonzero(alone.whole) + 3,)


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
    "scales that are nothing": {"scales": lambda array: 0 * array},
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_is_refused(edit: str) -> None:
    arrays = as_written()
    edited = {name: EDITS[edit].get(name, lambda array: array)(array) for name, array in arrays.items()}

    with pytest.raises(ValueError, match=r"steps|block|values|changed|scales"):
        read(edited, ENDS, 0.0)
