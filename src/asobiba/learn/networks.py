"""Networks that say what every action is worth: [B, ...] states and [B, A] bool of legal actions -> [B, A] values."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import linear

torch.set_num_threads(1)
"""Small matrices are multiplied faster by one thread; the other cores have work of their own."""
NEVER = -1e9
"""The value of an action that is not allowed; no real value comes near it."""


class QNetwork(nn.Module):
    def forward(self, states: Tensor, legal: Tensor) -> Tensor:
        raise NotImplementedError

    def values(self, states: NDArray[Any], legal: NDArray[np.bool_]) -> NDArray[np.float32]:
        with torch.inference_mode():
            found: NDArray[np.float32] = self(torch.from_numpy(states), torch.from_numpy(legal)).numpy()
        return found

    def weights(self) -> dict[str, NDArray[np.float32]]:
        return {name: tensor.detach().numpy().copy() for name, tensor in self.state_dict().items()}

    def take(self, weights: Mapping[str, NDArray[np.float32]] | Self) -> None:
        """Becomes a copy. ValueError for weights of another network."""
        if isinstance(weights, QNetwork):
            self.load_state_dict(weights.state_dict())
            return
        for name, own in self.state_dict().items():
            if name not in weights or tuple(own.shape) != weights[name].shape:
                shape = weights[name].shape if name in weights else "missing"
                raise ValueError(f"{name} of the network is {shape}, here {tuple(own.shape)} is needed")
        self.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in weights.items()})


class CandidateNetwork(QNetwork):
    """Dueling, over candidates: every action is described by the numbers of what it leads to, [B, A, F] uint8.

    One body looks at each candidate alone, so it learns from all of them. The value of the state is read from the mean
    of what the body says of the legal candidates, the advantages are measured from their own mean.
    """

    scale: Tensor

    def __init__(self, scale: Sequence[float], hidden: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor(scale, dtype=torch.float32))
        self.first = nn.Linear(len(scale), hidden)
        self.second = nn.Linear(hidden, hidden)
        self.advantage = nn.Linear(hidden, 1)
        self.value = nn.Linear(hidden, 1)

    def forward(self, candidates: Tensor, legal: Tensor) -> Tensor:
        # The weights are scaled, not the many candidates; a mean of values is the value of the mean.
        hidden = linear(candidates.float(), self.first.weight * self.scale, self.first.bias).relu_()
        hidden = self.second(hidden).relu_()
        advantage, value = linear(hidden, torch.cat((self.advantage.weight, self.value.weight))).unbind(2)
        share = legal.float()
        share = share / share.sum(1, keepdim=True).clamp(min=1)
        state = ((value - advantage) * share).sum(1, keepdim=True) + self.value.bias
        values: Tensor = state + advantage
        return values.masked_fill(~legal, NEVER)


class FlatNetwork(QNetwork):
    """The whole observation at once, as a row of numbers [B, F] of any kind; `layers` of `hidden` each.

    agents/learned.py computes the same from the weights body.0.weight, body.0.bias, body.1.weight, ..., out.weight,
    out.bias and scale.
    """

    scale: Tensor

    def __init__(self, scale: Sequence[float], hidden: int, layers: int, actions: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor(scale, dtype=torch.float32))
        widths = [len(scale), *[hidden] * layers]
        self.body = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(widths))
        self.out = nn.Linear(widths[-1], actions)

    def forward(self, states: Tensor, legal: Tensor) -> Tensor:
        hidden = states.float() * self.scale
        for layer in self.body:
            hidden = layer(hidden).relu_()
        values: Tensor = self.out(hidden)
        return values.masked_fill(~legal, NEVER)
