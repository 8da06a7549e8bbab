"""A dueling network over candidates: every action is described by the numbers of what it leads to.

    [B, A, F] uint8, [B, A] bool  ->  [B, A] values

One body looks at each candidate alone, so it learns from all of them. The value of the state is read from the mean
of what the body says of the legal candidates, the advantages are measured from their own mean.
"""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import linear

torch.set_num_threads(1)
"""Small matrices are multiplied faster by one thread; the other cores have work of their own."""
NEVER = -1e9
"""The value of an action that is not allowed; no real value comes near it."""


class CandidateNetwork(nn.Module):
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

    def values(self, candidates: NDArray[np.uint8], legal: NDArray[np.bool_]) -> NDArray[np.float32]:
        with torch.inference_mode():
            found: NDArray[np.float32] = self(torch.from_numpy(candidates), torch.from_numpy(legal)).numpy()
        return found

    def weights(self) -> dict[str, NDArray[np.float32]]:
        return {name: tensor.detach().numpy().copy() for name, tensor in self.state_dict().items()}

    def take(self, weights: "dict[str, NDArray[np.float32]] | CandidateNetwork") -> None:
        """Becomes a copy."""
        if isinstance(weights, CandidateNetwork):
            self.load_state_dict(weights.state_dict())
        else:
            self.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in weights.items()})
