"""Prioritised replay: what was seen often surprises little, so what surprised is seen more often.

Priorities belong to places in the memory, never to positions in a sampled batch.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from asobiba.learn.checkpoints import fill, part, under
from asobiba.learn.packing import pack, unpack

Columns = Mapping[str, NDArray[np.generic]]


FADING = 0.99
"""What is left of the highest priority with each update that does not reach it."""
HIGHEST = 1e100
"""A priority that nothing learned comes near, and whose sums are still numbers."""
SORTED_OUT = 64
"""So many nodes are looked through for the same one beside itself."""


class SumTree:
    """Numbers whose sum is known at once, and the place where a running sum passes a value. Node 1 is the root."""

    def __init__(self, size: int) -> None:
        self.leaves = 1 << max(size - 1, 1).bit_length()
        self.nodes = np.zeros(2 * self.leaves)

    @property
    def total(self) -> float:
        return float(self.nodes[1])

    def __getitem__(self, places: NDArray[np.int64]) -> NDArray[np.float64]:
        return self.nodes[self.leaves + places]

    def put(self, places: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Of a place that is named twice the last value counts."""
        nodes = self.leaves + places
        self.nodes[nodes] = values
        while nodes.size and nodes[0] > 1:
            nodes = nodes >> 1
            if len(nodes) > SORTED_OUT:  # a long run of neighbours halves with every level; few are summed twice sooner
                nodes = nodes[np.append(True, nodes[1:] != nodes[:-1])]
            left = 2 * nodes
            self.nodes[nodes] = self.nodes[left] + self.nodes[left + 1]

    def find(self, values: NDArray[np.float64]) -> NDArray[np.int64]:
        """Of [3, 1, 4]: 0 to 3 are at place 0, 3 to 4 at place 1, 4 to 8 at place 2."""
        nodes = np.ones(values.shape, np.int64)
        left_to_go = values.copy()
        while nodes.size and nodes[0] < self.leaves:
            nodes *= 2
            left = self.nodes[nodes]
            beyond = left_to_go >= left
            left_to_go -= np.where(beyond, left, 0.0)
            nodes += beyond
        return nodes - self.leaves


class Sample(NamedTuple):
    places: NDArray[np.int64]
    weights: NDArray[np.float32]
    """Of importance, the largest is 1."""
    columns: dict[str, NDArray[np.generic]]


def check_actions(columns: Columns) -> None:
    """ValueError where an action of the rows does not exist."""
    action, legal = columns["action"].astype(np.int64), columns["legal"]
    if action.size and not 0 <= action.min() <= action.max() < legal.shape[1]:
        raise ValueError(f"an action of the replay is {action.min()} or {action.max()}, there are {legal.shape[1]}")


class PrioritisedReplay:
    """A ring of `capacity` rows; `columns` names them, with the shape and type of one row. What stands in one of the
    columns `alike` often stands in another of them, too; it is saved once."""

    def __init__(
        self,
        capacity: int,
        columns: Mapping[str, tuple[tuple[int, ...], DTypeLike]],
        alpha: float,
        alike: tuple[str, ...] = (),
    ) -> None:
        self.capacity, self.alpha, self.alike = capacity, alpha, alike
        self.columns = {name: np.zeros((capacity, *shape), kind) for name, (shape, kind) in columns.items()}
        self.tree = SumTree(capacity)
        self.size, self.next, self.highest = 0, 0, 1.0

    def __len__(self) -> int:
        return self.size

    def add(self, rows: Columns) -> None:
        """New rows have the highest priority of late: each is looked at soon, and one great surprise long ago does
        not put them before all that has surprised since."""
        count = len(next(iter(rows.values())))
        if count > self.capacity:
            rows, count = {name: column[-self.capacity :] for name, column in rows.items()}, self.capacity
        places = (self.next + np.arange(count)) % self.capacity
        for name, column in self.columns.items():
            column[places] = rows[name]
        self.tree.put(places, np.full(count, self.highest**self.alpha))
        self.next = (self.next + count) % self.capacity
        self.size = min(self.size + count, self.capacity)

    def sample(self, count: int, beta: float, dice: np.random.Generator) -> Sample:
        """One from each of `count` equal parts of the sum, so that a batch is spread over the memory."""
        part = self.tree.total / count
        places = self.tree.find((np.arange(count) + dice.random(count)) * part)
        places = np.minimum(places, self.size - 1)  # rounding may lead one past the end
        chances = self.tree[places] / self.tree.total
        weights = (self.size * chances) ** -beta
        columns: dict[str, NDArray[np.generic]] = {name: column[places] for name, column in self.columns.items()}
        return Sample(places, (weights / weights.max()).astype(np.float32), columns)

    def update(self, places: NDArray[np.int64], priorities: NDArray[np.float64]) -> None:
        self.highest = max(self.highest * FADING, float(priorities.max()))
        self.tree.put(places, priorities**self.alpha)

    def state(self) -> dict[str, NDArray[np.generic]]:
        filled: dict[str, NDArray[np.generic]] = {name: column[: self.size] for name, column in self.columns.items()}
        shared = [filled.pop(name) for name in self.alike]
        return {
            **filled,
            **(under("alike", pack(shared)) if shared else {}),
            "priorities": self.tree[np.arange(self.size)],
            "ring": np.array([self.size, self.next]),
            "highest": np.array([self.highest]),
        }

    def restore(self, state: Columns) -> None:
        """ValueError or KeyError where it is no such state."""
        size, following = (int(number) for number in state["ring"])
        if not 0 <= size <= self.capacity or not 0 <= following < self.capacity:
            raise ValueError(f"its ring of {size} rows, the next at {following}, is not one of {self.capacity}")
        given = dict(state)
        if self.alike:
            first = self.columns[self.alike[0]]
            shared = unpack(part("alike", state), len(self.alike), first.shape[1:], first.dtype)
            given |= zip(self.alike, shared, strict=True)
        for name, column in self.columns.items():
            fill(name, column[:size], given[name])
        priorities = np.zeros(size)
        fill("priorities", priorities, state["priorities"])
        highest = float(state["highest"][0])
        if min(highest, priorities.min(initial=1)) <= 0 or max(highest, priorities.max(initial=1)) > HIGHEST:
            raise ValueError(f"a priority is not above 0 and up to {HIGHEST}")
        self.size, self.next, self.highest = size, following, highest
        self.tree = SumTree(self.capacity)
        self.tree.put(np.arange(size), priorities)
