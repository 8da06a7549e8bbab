"""What a network learns from the samples: the policy that the search found, and what the seats got.

Moves that are not legal are masked to minus infinity before the softmax, in play and here: no probability is spent on
them, and nothing is learned about them. The averaged network follows slowly and plays better than the one that learns.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import mse_loss

from asobiba.core.errors import StateError
from asobiba.learn.adam import adam_state, restore_adam
from asobiba.learn.alphazero.networks import PolicyValue
from asobiba.learn.checkpoints import part, under

LARGEST_GRADIENT = 4.0


@dataclass(frozen=True)
class Lesson:
    """Samples of one update, [n, ...]."""

    seen: NDArray[Any]
    legal: NDArray[np.bool_]
    policy: NDArray[np.float32]
    weight: NDArray[np.float32]
    """Of the policy: 0 where the search was a cheap one."""
    value: NDArray[np.float32]
    """[n, seats], -1 to 1, or roots of points."""


def masked_log_softmax(logits: Tensor, legal: Tensor) -> Tensor:
    """[n, actions]; 0 where an action is not legal, so that it counts for nothing in a sum."""
    log = logits.masked_fill(~legal, -torch.inf).log_softmax(1)
    return log.masked_fill(~legal, 0.0)


def policy_loss(logits: Tensor, legal: Tensor, policy: Tensor, weight: Tensor) -> Tensor:
    """Cross-entropy, of the samples that have a weight."""
    surprise = -(policy * masked_log_softmax(logits, legal)).sum(1)
    return (surprise * weight).sum() / weight.sum().clamp(min=1)


class Teacher:
    def __init__(
        self,
        network: Callable[[], PolicyValue],
        *,
        learning_rate: float,
        weight_decay: float,
        average: float,
        value_weight: float,
        is_score: bool,
    ) -> None:
        self.network, self.averaged = network(), network()
        self.averaged.take(self.network.weights())
        self.average, self.value_weight, self.is_score, self.updates = average, value_weight, is_score, 0
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=learning_rate, weight_decay=weight_decay, eps=1e-6
        )

    def set_rate(self, learning_rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate

    def update(self, lesson: Lesson) -> dict[str, float]:
        legal, wanted = torch.from_numpy(lesson.legal), torch.from_numpy(lesson.value)
        policy, weight = torch.from_numpy(lesson.policy), torch.from_numpy(lesson.weight)
        logits, values = self.network(torch.from_numpy(lesson.seen))
        values = values if self.is_score else values.tanh()
        by_policy, by_value = policy_loss(logits, legal, policy, weight), mse_loss(values, wanted)
        loss = by_policy + self.value_weight * by_value
        if not torch.isfinite(loss):
            raise StateError(
                f"after {self.updates} updates the loss is no longer a number: the learning rate is too large; the "
                "last checkpoint is still there"
            )
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_GRADIENT)
        self.optimizer.step()
        self.updates += 1
        self._follow()
        return {
            "loss": float(loss.detach()),
            "policy_loss": float(by_policy.detach()),
            "value_loss": float(by_value.detach()),
            "policy_entropy": entropy(logits.detach(), legal),
        }

    def _follow(self) -> None:
        """At first faster, so that the weights of the start are soon forgotten."""
        step = max(1 - self.average, 9 / (9 + self.updates))
        with torch.no_grad():
            for mean, weight in zip(self.averaged.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(weight, step)

    def state(self) -> dict[str, NDArray[Any]]:
        return {
            "updates": np.array([self.updates]),
            **under("network", self.network.weights()),
            **under("averaged", self.averaged.weights()),
            **under("adam", adam_state(self.optimizer)),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.updates = int(state["updates"][0])
        self.network.take(part("network", state))
        self.averaged.take(part("averaged", state))
        restore_adam(self.optimizer, list(self.network.parameters()), part("adam", state), self.updates)


def entropy(logits: Tensor, legal: Tensor) -> float:
    """Of the network's policy, on average."""
    log = masked_log_softmax(logits, legal)
    return float(-(log.exp().masked_fill(~legal, 0.0) * log).sum(1).mean())
