"""Double Q-learning with a target network, on rows of the prioritised replay.

The online network chooses the next action, the target network says what it is worth; neither sees an action that is not
allowed. Priorities are |TD error| + 1e-6, from the same forward pass as the update.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from asobiba.core.errors import StateError
from asobiba.learn.adam import adam_state, restore_adam
from asobiba.learn.checkpoints import part, under
from asobiba.learn.networks import QNetwork

LEAST_PRIORITY = 1e-6
LARGEST_GRADIENT = 10.0
N = TypeVar("N", bound=QNetwork)


def double_target(rewards: Tensor, discounts: Tensor, online: Tensor, target: Tensor, legal: Tensor) -> Tensor:
    """reward + discount * target value of the action that is best online. [B], values [B, A].

    A state without legal actions has nothing to offer: its target is the reward alone.
    """
    chosen = online.masked_fill(~legal, -torch.inf).argmax(1, keepdim=True)
    future = target.gather(1, chosen).squeeze(1)
    return rewards + torch.where(legal.any(1), discounts * future, torch.zeros_like(rewards))


def _priorities(values: Tensor, wanted: Tensor) -> NDArray[np.float64]:
    found: NDArray[np.float64] = (wanted - values).abs().double().numpy() + LEAST_PRIORITY
    return found


class Learned(NamedTuple):
    loss: float
    priorities: NDArray[np.float64]
    mean_value: float


class DoubleDQN(Generic[N]):
    """`target_every` counts updates. Rows have state, legal, action, reward, discount, next_state and next_legal.

    `averaged` follows the online network slowly: it plays as well as that does on its better days.
    """

    def __init__(
        self,
        network: Callable[[], N],
        *,
        learning_rate: float,
        target_every: int,
        average: float = 0.999,
    ) -> None:
        self.online, self.target, self.averaged = network(), network(), network()
        self.target.take(self.online)
        self.averaged.take(self.online)
        self.target_every, self.average, self.updates = target_every, average, 0
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=learning_rate, eps=1e-5)

    def set_rate(self, learning_rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate

    def update(self, rows: Mapping[str, NDArray[Any]], weights: NDArray[np.float32] | None = None) -> Learned:
        value, wanted = self._compared(rows)
        errors = torch.nn.functional.smooth_l1_loss(value, wanted, reduction="none")
        loss = (errors if weights is None else errors * torch.from_numpy(weights)).mean()
        if not torch.isfinite(loss):
            raise StateError(
                f"after {self.updates} updates the loss is no longer a number: the learning rate or the rewards are "
                "too large; the last checkpoint is still there"
            )
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.online.parameters(), LARGEST_GRADIENT)
        self.optimizer.step()
        self.updates += 1
        self._follow()
        if self.updates % self.target_every == 0:
            self.target.take(self.online)
        return Learned(float(loss.detach()), _priorities(value.detach(), wanted), float(value.detach().mean()))

    def surprise(self, rows: Mapping[str, NDArray[Any]]) -> NDArray[np.float64]:
        """Return the priority of each row, [B], without learning from it."""
        with torch.no_grad():
            return _priorities(*self._compared(rows))

    def _compared(self, rows: Mapping[str, NDArray[Any]]) -> tuple[Tensor, Tensor]:
        """[B] values of the actions taken, and what they should be; gradients flow through the first."""
        tensors = {name: torch.from_numpy(column) for name, column in rows.items()}
        with torch.no_grad():
            following = tensors["next_state"], tensors["next_legal"]
            wanted = double_target(
                tensors["reward"],
                tensors["discount"],
                self.online(*following),
                self.target(*following),
                tensors["next_legal"],
            )
        values = self.online(tensors["state"], tensors["legal"])
        return values.gather(1, tensors["action"].long().unsqueeze(1)).squeeze(1), wanted

    def _follow(self) -> None:
        """At first faster, so that the weights of the start are soon forgotten."""
        step = max(1 - self.average, 9 / (9 + self.updates))
        with torch.no_grad():
            for mean, weight in zip(self.averaged.parameters(), self.online.parameters(), strict=True):
                mean.lerp_(weight, step)

    def _networks(self) -> tuple[tuple[str, N], ...]:
        return ("online", self.online), ("target", self.target), ("averaged", self.averaged)

    def state(self) -> dict[str, NDArray[Any]]:
        """The networks, the optimizer's memory of every parameter, the count of updates."""
        found: dict[str, NDArray[Any]] = {"updates": np.array([self.updates])}
        for name, network in self._networks():
            found |= {f"{name}/{key}": array for key, array in network.weights().items()}
        found |= under("adam", adam_state(self.optimizer))
        return found

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.updates = int(state["updates"][0])
        if self.updates < 0:
            raise ValueError(f"{self.updates} updates, there are 0 or more")
        for name, network in self._networks():
            network.take({key: state[f"{name}/{key}"] for key in network.state_dict()})
        restore_adam(self.optimizer, list(self.online.parameters()), part("adam", state), self.updates)
