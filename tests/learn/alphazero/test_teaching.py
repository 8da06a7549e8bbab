"""What is learned: the policy of full searches among legal moves, and the value; and the average that follows."""

from typing import Any

import numpy as np
import pytest
import torch

from asobiba.core.errors import StateError
from asobiba.learn.alphazero.networks import PolicyValue
from asobiba.learn.alphazero.teaching import Lesson, Teacher, entropy, masked_log_softmax, policy_loss


def teacher(**changes: Any) -> Teacher:
    torch.manual_seed(1)
    settings = {"learning_rate": 0.01, "weight_decay": 0.0, "average": 0.9, "value_weight": 1.0, "is_score": False}
    return Teacher(lambda: PolicyValue(np.ones(3, np.float32), 4, 2, width=16), **{**settings, **changes})


def lesson(**changes: Any) -> Lesson:
    """Two positions, in the second of which action 3 is not legal."""
    columns: dict[str, Any] = {
        "seen": np.array([[1, 0, 0], [0, 1, 1]], np.float32),
        "legal": np.array([[1, 1, 1, 1], [1, 1, 1, 0]], np.bool_),
        "policy": np.array([[0, 0, 0, 1], [0.5, 0.5, 0, 0]], np.float32),
        "weight": np.ones(2, np.float32),
        "value": np.array([[1, -1], [-0.5, 0.5]], np.float32),
    }
    return Lesson(**{**columns, **changes})


def test_the_lesson_is_learned() -> None:
    found = teacher()
    losses = [found.update(lesson()) for _ in range(300)]
    with torch.no_grad():
        logits, values = found.averaged(torch.from_numpy(lesson().seen))

    assert losses[-1]["value_loss"] < 0.01 < losses[0]["value_loss"]
    shares = masked_log_softmax(logits, torch.from_numpy(lesson().legal)).exp().numpy()
    assert shares[0, 3] > 0.9
    assert shares[1, :2] == pytest.approx([0.5, 0.5], abs=0.1)
    assert values.tanh().numpy() == pytest.approx(lesson().value, abs=0.2)


def test_cheap_searches_teach_values_only() -> None:
    one, other = teacher(), teacher()
    cheap = lesson(weight=np.array([1, 0], np.float32))
    for _ in range(5):
        one.update(cheap)
        changed = cheap.policy.copy()
        changed[1] = [0, 0, 1, 0]
        other.update(lesson(weight=cheap.weight, policy=changed))

    assert all((array == other.network.weights()[name]).all() for name, array in one.network.weights().items())


def test_a_batch_of_cheap_searches_is_no_division_by_zero() -> None:
    logits, legal = torch.zeros(2, 4), torch.ones(2, 4, dtype=torch.bool)

    assert policy_loss(logits, legal, torch.zeros(2, 4), torch.zeros(2)) == 0


def test_the_average_follows() -> None:
    found = teacher(average=0.5)
    before = found.averaged.weights()
    for _ in range(30):
        found.update(lesson())
    after, now = found.averaged.weights(), found.network.weights()
    name = "policy.out.weight"

    assert (before[name] != after[name]).any()
    assert np.abs(after[name] - now[name]).max() < np.abs(after[name] - before[name]).max()


def test_the_entropy_is_of_legal_moves() -> None:
    legal = torch.tensor([[True, True, False, False]])

    assert entropy(torch.zeros(1, 4), legal) == pytest.approx(np.log(2))


def test_a_loss_that_is_no_number_is_said() -> None:
    with pytest.raises(StateError, match="after 0 updates the loss is no longer a number"):
        teacher().update(lesson(value=np.full((2, 2), np.nan, np.float32)))


def test_it_is_restored_bit_for_bit() -> None:
    one, other = teacher(), teacher()
    for _ in range(3):
        one.update(lesson())
    other.restore(one.state())
    for each in (one, other):
        each.update(lesson())

    assert all((array == other.state()[name]).all() for name, array in one.state().items())
    with pytest.raises(ValueError, match="Adam remembers 0 parameters"):
        teacher().restore({name: array for name, array in one.state().items() if not name.startswith("adam")})
