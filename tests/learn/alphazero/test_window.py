"""The window: the latest positions, more of them as time goes on, none used too often."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.learn.alphazero.window import Window


def samples(*numbers: int, length: int = 3) -> dict[str, NDArray[Any]]:
    """Position n is n in every byte; two seats and four actions."""
    count = len(numbers)
    return {
        "position": np.repeat(np.array(numbers, np.uint8)[:, None], length, axis=1),
        "seat": np.zeros(count, np.int8),
        "policy": np.full((count, 4), 0.25, np.float32),
        "weight": np.ones(count, np.float32),
        "result": np.zeros((count, 2), np.float32),
        "root_value": np.zeros((count, 2), np.float32),
    }


def window(**changes: Any) -> Window:
    return Window(**{"start": 16, "power": 0.5, "megabytes": 1, "uses": 2, **changes})


def drawn(found: Window, count: int = 1_000) -> list[int]:
    places = found.draw(count, np.random.default_rng(1))
    return sorted(found.rows(places)["position"][:, 0].tolist())


def test_it_grows_more_slowly_than_what_was_played() -> None:
    found = window()
    sizes = []
    for number in range(5):
        found.add(samples(*range(16 * number, 16 * number + 16)))
        sizes.append(found.size)

    assert sizes == [16, 22, 27, 32, 35]
    assert drawn(found) == list(range(45, 80))


def test_no_position_is_used_more_often_than_allowed() -> None:
    found = window(uses=2)
    found.add(samples(*range(10)))

    uses = [number for _ in range(9) for number in drawn(found, 8)]
    assert sorted(uses) == sorted([*range(10)] * 2)
    found.add(samples(77))
    assert drawn(found) == [77]


def test_texts_of_positions_may_become_longer() -> None:
    found = window()
    found.add(samples(1, 2, length=2))
    found.add(samples(3, length=4))

    assert found.rows(np.arange(3))["position"].tolist() == [[1, 1, 0, 0], [2, 2, 0, 0], [3, 3, 3, 3]]


def test_memory_is_bounded() -> None:
    found = window(start=10**9)
    for number in range(4):
        found.add({name: np.repeat(column, 10_000, axis=0) for name, column in samples(number).items()})

    row = sum(column[0].nbytes for column in found.columns.values())
    assert found.capacity == (1 << 20) // row
    assert found.size == found.capacity < found.total == 40_000


def test_it_is_restored_as_it_was() -> None:
    one, other = window(), window()
    one.add(samples(*range(60)))
    drawn(one, 20)
    other.restore(one.state(), {})

    assert other.state().keys() == one.state().keys()
    assert all((array == other.state()[name]).all() for name, array in one.state().items())
    for found in (one, other):
        found.add(samples(90, 91))
    assert drawn(one) == drawn(other)


def test_a_state_that_was_edited_is_refused() -> None:
    found = window()
    found.add(samples(*range(30)))
    state = found.state()

    with pytest.raises(ValueError, match="a window of"):
        window().restore({**state, "shape": np.array([5, 900])}, {})
    with pytest.raises(ValueError, match="policy is"):
        window().restore({**state, "policy": state["policy"][:4]}, {})
    with pytest.raises(ValueError, match=r"^a row of weight has the shape \(\), here \(2,\) is needed$"):
        window().restore(state, {"weight": (2,)})
