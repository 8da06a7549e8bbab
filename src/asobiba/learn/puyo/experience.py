"""Experience and PrioritizedReplayBuffer of specification 001: rows of the replay, one by one.

What was legal need not be said: of a placement out of reach every number is 0.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.placements import ACTIONS
from asobiba.learn.replay import PrioritisedReplay

COLUMNS: dict[str, tuple[tuple[int, ...], Any]] = {
    "state": ((ACTIONS, SIZE), np.uint8),
    "legal": ((ACTIONS,), np.bool_),
    "action": ((), np.uint8),
    "reward": ((), np.float32),
    "discount": ((), np.float32),
    "next_state": ((ACTIONS, SIZE), np.uint8),
    "next_legal": ((ACTIONS,), np.bool_),
}
"""Of the replay."""
BEFORE = ("state", "legal", "action")
"""Those that are known when a step is taken."""
ALIKE = ("state", "next_state")
"""Where a step leads is where a later one begins."""


class Experience(NamedTuple):
    """One step: `state` and `next_state` as encode_state gives them."""

    state: NDArray[np.uint8]
    action: int
    reward: float
    next_state: NDArray[np.uint8]
    done: bool


def rows_of(experiences: Sequence[Experience], gamma: float) -> dict[str, NDArray[Any]]:
    """The columns of many."""
    states, following = (np.stack([each[at] for each in experiences]) for at in (0, 3))
    return {
        "state": states,
        "legal": np.any(states, axis=2),
        "action": np.array([each.action for each in experiences], np.uint8),
        "reward": np.array([each.reward for each in experiences], np.float32),
        "discount": np.array([0.0 if each.done else gamma for each in experiences], np.float32),
        "next_state": following,
        "next_legal": np.any(following, axis=2),
    }


class Batch(list[Experience]):
    """What was sampled; `places` are those of the memory, in which priorities are updated."""

    def __init__(self, experiences: list[Experience], places: list[int], weights: NDArray[np.float32]) -> None:
        super().__init__(experiences)
        self.places, self.weights = places, weights


class PrioritizedReplayBuffer:
    """`capacity` experiences. A priority belongs to a place of the memory, not to a position in a batch."""

    def __init__(
        self, capacity: int, alpha: float = 0.6, beta: float = 0.4, gamma: float = 0.99, seed: int = 0
    ) -> None:
        self.rows = PrioritisedReplay(capacity, COLUMNS, alpha)
        self.beta, self.gamma, self.dice = beta, gamma, np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self.rows)

    def push(self, experience: Experience, priority: float | None = None) -> int:
        """The place where it is kept. Without a priority it is as likely as what surprised most of late."""
        place = self.rows.next
        self.rows.add(rows_of([experience], self.gamma))
        if priority is not None:
            self.update_priority(place, priority)
        return place

    def sample(self, batch_size: int) -> Batch:
        sample = self.rows.sample(batch_size, self.beta, self.dice)
        drawn = sample.columns
        experiences = [
            Experience(state, int(action), float(reward), following, not discount)
            for state, action, reward, following, discount in zip(
                *(drawn[name] for name in ("state", "action", "reward", "next_state", "discount")), strict=True
            )
        ]
        return Batch(experiences, sample.places.tolist(), sample.weights)

    def update_priority(self, place: int, priority: float) -> None:
        self.rows.update(np.array([place]), np.array([priority], np.float64))
