"""Returns over several steps, for many games side by side.

A *lane* is one player in one game. A step waits until `steps` rewards are known or its game is over; then it is a row
for the replay: where it was, what was done, the discounted rewards, and where that led, with the discount of what comes
after. The discount is 0 after a game that terminated; one that was truncated goes on in the estimate.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import DTypeLike, NDArray

from asobiba.learn.checkpoints import fill

Arrays = dict[str, NDArray[np.generic]]


class Returns:
    def __init__(
        self, lanes: int, steps: int, gamma: float, columns: Mapping[str, tuple[tuple[int, ...], DTypeLike]]
    ) -> None:
        self.steps, self.gamma = steps, gamma
        self.waiting = {name: np.zeros((steps, lanes, *shape), kind) for name, (shape, kind) in columns.items()}
        self.sums = np.zeros((steps, lanes), np.float32)
        self.lengths = np.zeros(lanes, np.int64)
        self.clocks = np.zeros(lanes, np.int64)

    def push(
        self,
        rows: Mapping[str, NDArray[np.generic]],
        rewards: NDArray[np.float32],
        ended: NDArray[np.bool_],
        terminated: NDArray[np.bool_],
        lanes: NDArray[np.int64] | None = None,
    ) -> Arrays:
        """Takes one step of every lane, or of these. Returns the rows that are complete, with `lane`, `reward` and
        `discount`."""
        moved = np.arange(len(self.lengths)) if lanes is None else lanes
        clocks = self.clocks[moved]
        for name, store in self.waiting.items():
            store[clocks % self.steps, moved] = rows[name]
        self.sums[clocks % self.steps, moved] = 0
        self.lengths[moved] += 1
        found: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]] = []
        for age in range(self.steps):
            slots = (clocks - age) % self.steps
            waits = self.lengths[moved] > age
            self.sums[slots[waits], moved[waits]] += np.float32(self.gamma**age) * rewards[waits]
            known = waits & (ended | (age == self.steps - 1))
            discounts = np.float32(self.gamma ** (age + 1)) * ~terminated[known]
            found.append((moved[known], slots[known], discounts))
        self.lengths[moved] = np.where(ended, 0, np.minimum(self.lengths[moved], self.steps - 1))
        self.clocks[moved] += 1
        return self._gather(found)

    def forget(self, lanes: NDArray[np.int64]) -> None:
        """Of games that are broken off and count for nothing."""
        self.lengths[lanes] = 0

    def _gather(self, found: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]]) -> Arrays:
        lanes, slots, discounts = (np.concatenate(parts) for parts in zip(*found, strict=True))
        complete: Arrays = {name: store[slots, lanes] for name, store in self.waiting.items()}
        complete["lane"] = lanes
        complete["reward"] = self.sums[slots, lanes]
        complete["discount"] = discounts.astype(np.float32)
        return complete

    def state(self) -> Arrays:
        return {**self.waiting, "sums": self.sums, "lengths": self.lengths, "clocks": self.clocks}

    def restore(self, state: Mapping[str, NDArray[np.generic]]) -> None:
        stores = {**self.waiting, "sums": self.sums, "lengths": self.lengths, "clocks": self.clocks}
        for name, store in stores.items():
            fill(name, store, state[name])
        if (self.lengths < 0).any() or (self.lengths >= self.steps).any() or (self.clocks < 0).any():
            raise ValueError(f"lengths or clocks of the games are not those of {self.steps} steps")
