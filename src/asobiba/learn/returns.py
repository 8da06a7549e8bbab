"""Returns over several steps, for many games side by side.

A *lane* is one player in one game. A step waits until `steps` rewards are known or its game is over; then it is a row
for the replay: where it was, what was done, the discounted rewards, and where that led, with the discount of what comes
after. The discount is 0 after a game that terminated; one that was truncated goes on in the estimate.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import DTypeLike, NDArray

Arrays = dict[str, NDArray[np.generic]]


class Returns:
    def __init__(
        self, lanes: int, steps: int, gamma: float, columns: Mapping[str, tuple[tuple[int, ...], DTypeLike]]
    ) -> None:
        self.steps, self.gamma = steps, gamma
        self.waiting = {name: np.zeros((steps, lanes, *shape), kind) for name, (shape, kind) in columns.items()}
        self.sums = np.zeros((steps, lanes), np.float32)
        self.lengths = np.zeros(lanes, np.int64)
        self.clock = 0

    def push(
        self,
        rows: Mapping[str, NDArray[np.generic]],
        rewards: NDArray[np.float32],
        ended: NDArray[np.bool_],
        terminated: NDArray[np.bool_],
    ) -> Arrays:
        """Takes one step of every lane. Returns the rows that are complete, with `lane`, `reward` and `discount`."""
        slot = self.clock % self.steps
        for name, store in self.waiting.items():
            store[slot] = rows[name]
        self.sums[slot] = 0
        self.lengths += 1
        found: list[tuple[NDArray[np.int64], int, NDArray[np.float32]]] = []
        for age in range(self.steps):
            at = (self.clock - age) % self.steps
            waits = self.lengths > age
            self.sums[at][waits] += np.float32(self.gamma**age) * rewards[waits]
            lanes = np.flatnonzero(waits & (ended | (age == self.steps - 1)))
            found.append((lanes, at, np.float32(self.gamma ** (age + 1)) * ~terminated[lanes]))
        self.lengths = np.where(ended, 0, np.minimum(self.lengths, self.steps - 1))
        self.clock += 1
        return self._gather(found)

    def _gather(self, found: list[tuple[NDArray[np.int64], int, NDArray[np.float32]]]) -> Arrays:
        lanes = np.concatenate([lanes for lanes, _, _ in found])
        slots = np.concatenate([np.full(len(lanes), at) for lanes, at, _ in found])
        complete: Arrays = {name: store[slots, lanes] for name, store in self.waiting.items()}
        complete["lane"] = lanes
        complete["reward"] = self.sums[slots, lanes]
        complete["discount"] = np.concatenate([discount for _, _, discount in found]).astype(np.float32)
        return complete

    def state(self) -> Arrays:
        return {**self.waiting, "sums": self.sums, "lengths": self.lengths, "clock": np.array([self.clock])}

    def restore(self, state: Mapping[str, NDArray[np.generic]]) -> None:
        for name, store in self.waiting.items():
            store[:] = state[name]
        self.sums[:], self.lengths[:], self.clock = state["sums"], state["lengths"], int(state["clock"][0])
