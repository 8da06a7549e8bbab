"""Encodings that games need not write: the numbers of a position, and planes of a board."""

from typing import Any

import numpy as np
import pytest

from asobiba.agents.arrays import Planes, numbers
from asobiba.core.options import Options

BOARD: Planes[Any] = Planes((2, 2, 3), lambda cells, seat: [[cell == owner for cell in cells] for owner in (1, 2)])


def test_planes_have_the_shape_and_bounds_of_a_board() -> None:
    seen = BOARD.observe((1, 0, 2, 2, 1, 0), 0)

    assert seen.tolist() == [[[1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 0]]]
    low, high = BOARD.bounds(Options())
    assert BOARD.shape(Options()) == seen.shape == low.shape == high.shape
    assert seen.dtype == low.dtype == high.dtype == np.int8
    assert (low.min(), high.max()) == (0, 1)


def test_planes_may_be_rows_and_hold_other_numbers() -> None:
    ladder: Planes[Any] = Planes((1, 2, 2), lambda height, seat: [[[height, 0], [0, seat]]], low=-1, high=9)

    assert ladder.observe(7, 1).tolist() == [[[7, 0], [0, 1]]]
    assert [bound.max() for bound in ladder.bounds(Options())] == [-1, 9]


def test_planes_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot reshape"):
        BOARD.observe((1, 0, 2), 0)


def test_numbers_are_read_in_the_order_of_the_fields() -> None:
    assert list(numbers((3, (True, None), "name", Options(), [2.5]))) == [3, 1, 0, 2.5]
