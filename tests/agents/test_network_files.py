"""Layers follow on one another, or the file is refused before anybody plays with it."""

import numpy as np
import pytest

from asobiba.agents.network_files import check_layers

NETWORK = {
    "scale": np.ones(3),
    "first.weight": np.ones((2, 3)),
    "first.bias": np.ones(2),
    "out.weight": np.ones((4, 2)),
    "out.bias": np.ones(4),
}


def test_layers_that_follow_are_a_network() -> None:
    check_layers(NETWORK, ("first", "out"))


@pytest.mark.parametrize(
    ("name", "shape"),
    [("scale", (3, 1)), ("scale", (2,)), ("first.weight", (2,)), ("first.bias", (2, 3)), ("out.weight", (4, 3))],
)
def test_others_are_none(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="does not follow on"):
        check_layers({**NETWORK, name: np.ones(shape)}, ("first", "out"))


def test_a_layer_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="second"):
        check_layers(NETWORK, ("first", "second", "out"))
