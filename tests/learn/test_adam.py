"""What Adam remembers goes into a checkpoint and comes back."""

import numpy as np
import pytest
import torch

from asobiba.learn.adam import adam_state, restore_adam


def test_it_remembers_after_a_restart() -> None:
    one, other = (torch.nn.Linear(3, 2) for _ in range(2))
    other.load_state_dict(one.state_dict())
    adams = [torch.optim.Adam(each.parameters(), lr=0.1) for each in (one, other)]
    given = torch.ones(4, 3)

    def update(layer: torch.nn.Linear, adam: torch.optim.Optimizer) -> None:
        adam.zero_grad()
        (layer(given) ** 2).sum().backward()
        adam.step()

    update(one, adams[0])
    other.load_state_dict(one.state_dict())
    restore_adam(adams[1], list(other.parameters()), adam_state(adams[0]), 1)
    for layer, adam in zip((one, other), adams, strict=True):
        update(layer, adam)

    assert torch.equal(one.weight, other.weight)


@pytest.mark.parametrize(
    ("state", "updates", "sentence"),
    [
        ({}, 1, "Adam remembers 0 parameters of 2 after 1 updates"),
        ({"7/step": np.zeros(())}, 1, "Adam remembers 1 parameters"),
        ({"0/step": np.zeros(())}, 1, "what Adam remembers of parameter 0 is not of shape"),
    ],
)
def test_a_memory_of_something_else_is_refused(state: dict[str, np.ndarray], updates: int, sentence: str) -> None:
    layer = torch.nn.Linear(3, 2)
    adam = torch.optim.Adam(layer.parameters())

    with pytest.raises(ValueError, match=sentence):
        restore_adam(adam, list(layer.parameters()), state, updates)
