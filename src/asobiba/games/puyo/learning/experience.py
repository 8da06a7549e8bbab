"""Experience and PrioritizedReplayBuffer of specification 001, and the rows in which a network learns from them.

What was legal need not be said: of a placement out of reach every number is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError
from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.placements import ACTIONS
from asobiba.learn.dqn.double import LEAST_PRIORITY
from asobiba.learn.replay import HIGHEST, PrioritisedReplay

MOST_ROWS = 10**8


@dataclass
class Experience:
    """One step: `state` and `next_state` as encode_state gives them."""

    state: Any
    action: int
    reward: float
    next_state: Any
    done: bool


def rows_of(experiences: Sequence[Experience], gamma: float) -> dict[str, NDArray[Any]]:
    """The columns of many."""
    shapes = {np.shape(state) for each in experiences for state in (each.state, each.next_state)}
    if shapes != {(ACTIONS, SIZE)}:
        found = " and ".join(map(str, shapes)) or "of no experience"
        raise ConfigError(f"states {found}: allowed are {(ACTIONS, SIZE)}, as encode_state gives them")
    states = np.stack([each.state for each in experiences])
    following = np.stack([each.next_state for each in experiences])
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
    """What was sampled, with the importance of each."""

    def __init__(self, experiences: list[Experience], weights: NDArray[np.float32]) -> None:
        super().__init__(experiences)
        self.weights = weights


class PrioritizedReplayBuffer:
    """The last `capacity` experiences, whatever their states are. A high priority is sampled more often."""

    def __init__(self, capacity: int, alpha: float = 0.6, beta: float = 0.4, seed: int = 0) -> None:
        if capacity not in range(1, MOST_ROWS + 1):
            raise ConfigError(
                f"capacity={capacity}: allowed is a whole number from 1 to {MOST_ROWS}", option="capacity"
            )
        self.priorities = PrioritisedReplay(capacity, {}, alpha)
        self.experiences: list[Experience] = []
        self.beta, self.dice = beta, np.random.default_rng(seed)
        self._sampled: list[tuple[int, Experience]] = []

    def __len__(self) -> int:
        return len(self.experiences)

    def push(self, experience: Experience, priority: float | None = None) -> None:
        """Without a priority it is as likely as what surprised most of late."""
        place = self.priorities.next
        self.experiences[place : place + 1] = [experience]
        self.priorities.add({"place": np.array([place])})
        if priority is not None:
            self._put(place, priority)

    def sample(self, batch_size: int) -> Batch:
        """A likely experience may be in a batch twice."""
        if not self.experiences or batch_size < 1:
            raise ConfigError(f"sample({batch_size}) of {len(self)} experiences: allowed is 1 or more of 1 or more")
        sample = self.priorities.sample(batch_size, self.beta, self.dice)
        self._sampled = [(place, self.experiences[place]) for place in sample.places.tolist()]
        return Batch([experience for _, experience in self._sampled], sample.weights)

    def update_priority(self, index: int, priority: float) -> None:
        """`index` is the position in the batch that was sampled last; before the first, in the order of the pushes."""
        known = self._sampled or list(enumerate(self.experiences))
        if not 0 <= index < len(known):
            raise ConfigError(f"update_priority({index}, ...): the last batch has positions 0 to {len(known) - 1}")
        place, experience = known[index]
        if self.experiences[place] is experience:  # or another one has been pushed over it
            self._put(place, priority)

    def _put(self, place: int, priority: float) -> None:
        if not 0 <= float(priority) <= HIGHEST:
            raise ConfigError(f"priority {priority}: allowed is a number from 0 to {HIGHEST}")
        self.priorities.update(np.array([place]), np.array([max(float(priority), LEAST_PRIORITY)]))
