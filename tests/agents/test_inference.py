"""Guides: the same numbers whoever computes them, and files of ONNX that another library reads."""

import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.agents.inference import (
    NumpyInference,
    OnnxInference,
    check_network,
    from_points,
    inference,
    to_points,
    unrolled,
)
from asobiba.core.errors import ConfigError

LOOKS: dict[str, tuple[int, ...]] = {
    "a small board": (5, 3, 3),
    "a large board": (3, 6, 8),
    "numbers": (7,),
    "planes of no board": (3, 5),
}


def network(shape: tuple[int, ...], actions: int = 6, seats: int = 2, score: float = 0.0) -> dict[str, NDArray[Any]]:
    dice, width = np.random.default_rng(1), 4

    def layer(name: str, *shape: int) -> dict[str, NDArray[Any]]:
        weight, bias = dice.normal(size=shape), dice.normal(size=shape[0])
        return {f"{name}.weight": 0.3 * weight.astype(np.float32), f"{name}.bias": 0.3 * bias.astype(np.float32)}

    found: dict[str, NDArray[Any]] = {"scale": np.full(shape, 0.5, np.float32)}
    if score:
        found["score"] = np.array([score], np.float32)
    cells, kept = (shape[1] * shape[2], width) if len(shape) == 3 else (1, width)
    if len(shape) == 3:
        found |= layer("stem", width, shape[0], 3, 3)
        found |= layer("blocks.0.first", width, width, 3, 3) | layer("blocks.0.second", width, width, 3, 3)
        if cells > 16:
            kept = 2
            found |= layer("policy.squeeze", kept, width, 1, 1) | layer("value.squeeze", kept, width, 1, 1)
    else:
        found |= layer("body.0", width, int(np.prod(shape)))
    found |= layer("policy.out", actions, kept * cells)
    return found | layer("value.hidden", 3, kept * cells) | layer("value.out", seats, 3)


@pytest.mark.parametrize("kind", [np.int8, np.float32])
@pytest.mark.parametrize("score", [0.0, 30.0])
@pytest.mark.parametrize("shape", LOOKS.values(), ids=LOOKS)
def test_onnxruntime_and_numpy_agree(shape: tuple[int, ...], score: float, kind: Any) -> None:
    arrays = network(shape, score=score)
    seen = np.random.default_rng(2).integers(0, 3, (9, *shape)).astype(kind)
    (logits, values), (others, other_values) = (
        OnnxInference(arrays, kind).judge(seen),
        NumpyInference(arrays).judge(seen),
    )

    assert logits.shape == (9, 6)
    assert values.shape == (9, 2)
    assert logits == pytest.approx(others, abs=1e-5)
    assert values == pytest.approx(other_values, rel=1e-4, abs=1e-5)
    assert score or np.abs(values).max() <= 1


def test_a_convolution_on_a_small_board_is_one_matrix() -> None:
    weight = np.arange(9, dtype=np.float32).reshape(1, 1, 3, 3)
    board = np.array([[1, 0], [0, 2]], np.float32)

    around = (board.reshape(-1) @ unrolled(weight, (2, 2))).reshape(2, 2)

    assert around.tolist() == [[4 * 1 + 8 * 2, 3 * 1 + 7 * 2], [1 * 1 + 5 * 2, 0 * 1 + 4 * 2]]


def test_numpy_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    assert isinstance(inference(network((7,)), np.float32), NumpyInference)


def test_points_of_games_without_end_are_learned_as_roots() -> None:
    scores = np.array([-900, -1, 0, 3, 24_000], np.float32)

    assert from_points(scores, 2.0)[3] == pytest.approx(0.5)
    assert to_points(from_points(scores, 7.0), 7.0) == pytest.approx(scores, rel=1e-4, abs=1e-4)


def test_a_network_of_other_options_is_refused_with_its_sizes() -> None:
    with pytest.raises(ConfigError, match=r"sees \(7,\) and knows 6 actions and 2 seats.* \(7,\), 6 and 4"):
        check_network(network((7,)), (7,), 6, 4)
