"""The positions to learn from: the latest of those that were played, more of them as time goes on, but not all of them:
what the first networks played is forgotten. None is used more often than a bound says.

Positions are kept as the game's own bytes, so that hundreds of thousands fit; see observer.py for what becomes of them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.learn.checkpoints import fill

Samples = Mapping[str, NDArray[Any]]
KINDS = {
    "position": np.uint8,
    "seat": np.int8,
    "policy": np.float16,
    "weight": np.float32,
    "result": np.float32,
    "root_value": np.float32,
}


class Window:
    """`start` and `power` say how it grows: see `size`. At most `megabytes` are kept."""

    def __init__(self, start: int, power: float, megabytes: int, uses: int) -> None:
        self.start, self.power, self.megabytes, self.most_uses = start, power, megabytes, uses
        self.columns: dict[str, NDArray[Any]] = {}
        self.uses: NDArray[np.uint8] = np.zeros(0, np.uint8)
        self.total = 0
        """Positions that have ever been added; number n is kept in place n % capacity."""

    @property
    def capacity(self) -> int:
        return len(self.uses)

    @property
    def size(self) -> int:
        """Of the latest positions: all while they are few, then as many as the total's power, continued smoothly."""
        if self.total <= self.start:
            return min(self.total, self.capacity)
        grown = self.start * (self.total / self.start) ** self.power
        return min(int(grown), self.total, self.capacity)

    def add(self, samples: Samples) -> None:
        count = len(samples["seat"])
        if not count:
            return
        self._make_room(samples)
        if count > self.capacity:
            samples = {name: column[-self.capacity :] for name, column in samples.items()}
            self.total += count - self.capacity
            count = self.capacity
        places = (self.total + np.arange(count)) % self.capacity
        for name, store in self.columns.items():
            store[places] = _wide(samples[name], store.shape[1]) if name == "position" else samples[name]
        self.uses[places] = 0
        self.total += count

    def _make_room(self, samples: Samples) -> None:
        """At first, and again where a game's positions are texts and one is longer than all before."""
        length = samples["position"].shape[1]
        if not self.columns:
            row = sum(
                samples[name][0].nbytes * np.dtype(kind).itemsize // samples[name].itemsize
                for name, kind in KINDS.items()
            )
            self._allocate({name: samples[name].shape[1:] for name in KINDS}, max((self.megabytes << 20) // row, 1))
        elif self.columns["position"].shape[1] < length:
            self.columns["position"] = _wide(self.columns["position"], length)

    def _allocate(self, shapes: Mapping[str, tuple[int, ...]], capacity: int) -> None:
        self.columns = {name: np.zeros((capacity, *shapes[name]), kind) for name, kind in KINDS.items()}
        self.uses = np.zeros(capacity, np.uint8)

    def draw(self, count: int, dice: np.random.Generator) -> NDArray[np.int64]:
        """At most so many places, each once, of positions that may still be used; they are used now."""
        size = self.size
        places = (self.total - size + np.arange(size)) % max(self.capacity, 1)
        fresh = places[self.uses[places] < self.most_uses]
        drawn: NDArray[np.int64] = dice.permutation(fresh)[:count]
        self.uses[drawn] += 1
        return drawn

    def rows(self, places: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
        return {name: column[places] for name, column in self.columns.items()}

    def state(self) -> dict[str, NDArray[Any]]:
        """The oldest first."""
        size = self.size
        places = (self.total - size + np.arange(size)) % max(self.capacity, 1)
        shape = np.array([self.total, self.capacity], np.int64)
        return {**self.rows(places), "uses": self.uses[places], "shape": shape}

    def restore(self, state: Samples, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """ValueError or KeyError where it is no such state, or where a row has not the shape that is named."""
        for name, shape in shapes.items():
            if len(state["uses"]) and state[name].shape[1:] != shape:
                raise ValueError(f"a row of {name} has the shape {state[name].shape[1:]}, here {shape} is needed")
        total, capacity = (int(number) for number in state["shape"])
        size = len(state["uses"])
        if not 0 <= size <= capacity or size > total or capacity > self.megabytes << 20:
            raise ValueError(f"a window of {size} positions of {total} in {capacity} places is none")
        if not capacity:
            return
        self._allocate({name: state[name].shape[1:] for name in KINDS}, capacity)
        places = (total - size + np.arange(size)) % capacity
        for name, store in {**self.columns, "uses": self.uses}.items():
            kept = np.zeros((size, *store.shape[1:]), store.dtype)
            fill(name, kept, state[name])
            store[places] = kept
        self.total = total
        if self.size != size:
            raise ValueError(f"a window of {size} positions, after {total} there are {self.size}")


def _wide(positions: NDArray[Any], length: int) -> NDArray[Any]:
    """With zeros behind them."""
    return np.pad(positions, ((0, 0), (0, length - positions.shape[1])))
