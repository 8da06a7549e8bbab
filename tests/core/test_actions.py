"""What counts as the number of an action."""

from typing import Any

import numpy as np
import pytest

from asobiba.core.game import action_number


@pytest.mark.parametrize("action", [3, np.int8(3), np.uint64(3), np.array(3)])
def test_whole_numbers_become_plain_ones(action: Any) -> None:
    assert action_number(action) == 3
    assert type(action_number(action)) is int


@pytest.mark.parametrize("action", [True, np.True_, 3.0, np.float32(3), "3", None, [3], np.array([3]), np.array(3.0)])
def test_nothing_else_is_taken_for_one(action: Any) -> None:
    assert action_number(action) is None
