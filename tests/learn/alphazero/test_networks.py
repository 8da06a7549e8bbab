"""Networks in torch: what they look like for every game, and that the players compute the same numbers."""

from typing import Any

import numpy as np
import pytest
import torch

from asobiba.agents.inference import NumpyInference, OnnxInference
from asobiba.learn.alphazero.networks import PolicyValue, TorchInference

SHAPES: dict[str, tuple[tuple[int, ...], int, int, int]] = {
    "otrio": ((28, 3, 3), 28, 2, 53_562),
    "othello": ((3, 8, 8), 65, 2, 35_051),
    "2048": ((18, 4, 4), 4, 1, 58_949),
    "puyo": ((45, 13, 6), 22, 2, 36_390),
    "nim": ((1,), 3, 2, 25_542),
}


def network(shape: tuple[int, ...], actions: int, seats: int, **sizes: Any) -> PolicyValue:
    torch.manual_seed(3)
    made = PolicyValue(np.full(shape, 0.5, np.float32), actions, seats, **sizes)
    for parameter in made.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    return made


@pytest.mark.parametrize(("shape", "actions", "seats", "numbers"), SHAPES.values(), ids=SHAPES)
def test_the_shape_decides_what_a_network_looks_like(
    shape: tuple[int, ...], actions: int, seats: int, numbers: int
) -> None:
    made = network(shape, actions, seats)
    weights = made.weights()
    seen = np.random.default_rng(1).integers(0, 2, (5, *shape)).astype(np.int8)
    guides = (OnnxInference(weights, np.int8), NumpyInference(weights), TorchInference(made))
    answers = [guide.judge(seen) for guide in guides]

    assert sum(array.size for array in weights.values()) == numbers
    for logits, values in answers:
        assert (logits.shape, values.shape) == ((5, actions), (5, seats))
        assert logits == pytest.approx(answers[0][0], abs=1e-5)
        assert values == pytest.approx(answers[0][1], abs=1e-5)


def test_width_and_blocks_are_settings() -> None:
    weights = network((28, 3, 3), 28, 2, width=8, blocks=3).weights()

    assert weights["stem.weight"].shape == (8, 28, 3, 3)
    assert [name for name in weights if name.endswith("second.weight")] == [
        f"blocks.{block}.second.weight" for block in range(3)
    ]


def test_a_board_may_have_layers_instead_of_convolutions() -> None:
    made = network((3, 8, 8), 65, 2, layers=True, width=10, blocks=2)
    weights = made.weights()
    seen = np.random.default_rng(1).integers(0, 2, (5, 3, 8, 8)).astype(np.int8)

    assert [weights[f"body.{layer}.weight"].shape for layer in range(2)] == [(10, 192), (10, 10)]
    answers = [
        guide.judge(seen) for guide in (OnnxInference(weights, np.int8), NumpyInference(weights), TorchInference(made))
    ]
    for logits, values in answers:
        assert logits == pytest.approx(answers[0][0], abs=1e-5)
        assert values == pytest.approx(answers[0][1], abs=1e-5)


def test_at_first_every_move_is_as_good_as_another() -> None:
    made = PolicyValue(np.ones((3, 8, 8), np.float32), 65, 2)
    logits, values = TorchInference(made).judge(np.ones((2, 3, 8, 8), np.int8))

    assert not logits.any()
    assert not values.any()


def test_weights_of_another_network_are_refused() -> None:
    small, large = network((4,), 3, 2, width=4), network((4,), 3, 2, width=8)

    with pytest.raises(ValueError, match=r"body.0.weight of the network is \(8, 4\), here \(4, 4\) is needed"):
        small.take(large.weights())
