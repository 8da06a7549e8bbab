"""The replay of learn/replay.py beside cpprb's, on the rows that we store: CPU time, memory, and what is exact.

    pip install cpprb && python -m tools.compare.replay [ROUNDS]

A round is what a training does: add rows, sample a batch, update its priorities. The two take turns.
"""

import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np

from asobiba.learn.replay import PrioritisedReplay

CAPACITY, BATCH, ALPHA, BETA = 100_000, 256, 0.6, 0.4
ROWS: dict[str, tuple[tuple[int, ...], int, Any, int]] = {
    # State, actions, type, rows that are added at a time.
    "puyo, 22 afterstates of 53 numbers": ((22, 53), 22, np.uint8, 2_048),
    "2048, one-hot": ((288,), 4, np.int8, 64),
    "otrio, planes": ((252,), 27, np.float32, 64),
}
Columns = dict[str, tuple[tuple[int, ...], Any]]


def columns(state: tuple[int, ...], actions: int, kind: Any) -> Columns:
    return {
        "state": (state, kind),
        "legal": ((actions,), np.bool_),
        "action": ((), np.int32),
        "reward": ((), np.float32),
        "discount": ((), np.float32),
        "next_state": (state, kind),
        "next_legal": ((actions,), np.bool_),
    }


def made(known: Columns, count: int, dice: np.random.Generator) -> dict[str, Any]:
    return {name: dice.integers(0, 2, (count, *shape)).astype(kind) for name, (shape, kind) in known.items()}


class Ours:
    def __init__(self, known: Columns) -> None:
        self.replay, self.dice = PrioritisedReplay(CAPACITY, known, ALPHA), np.random.default_rng(1)

    def add(self, rows: dict[str, Any]) -> None:
        self.replay.add(rows)

    def sample(self) -> Any:
        return self.replay.sample(BATCH, BETA, self.dice).places

    def update(self, places: Any, priorities: Any) -> None:
        self.replay.update(places, priorities)


class Theirs:
    def __init__(self, known: Columns) -> None:
        from cpprb import PrioritizedReplayBuffer

        shapes = {name: {"shape": shape or 1, "dtype": kind} for name, (shape, kind) in known.items()}
        self.replay = PrioritizedReplayBuffer(CAPACITY, shapes, alpha=ALPHA)

    def add(self, rows: dict[str, Any]) -> None:
        self.replay.add(**rows)

    def sample(self) -> Any:
        return self.replay.sample(BATCH, BETA)["indexes"]

    def update(self, places: Any, priorities: Any) -> None:
        self.replay.update_priorities(places, priorities)


def round_of(store: Any, rows: dict[str, Any], priorities: Any) -> list[float]:
    """Seconds to add, to sample, to update."""
    times = [time.process_time()]
    store.add(rows)
    times.append(time.process_time())
    places = store.sample()
    times.append(time.process_time())
    store.update(places, priorities)
    times.append(time.process_time())
    return [after - before for before, after in pairwise(times)]


def main(rounds: int) -> None:
    kinds: dict[str, Callable[[Columns], Any]] = {"ours": Ours}
    if find_spec("cpprb"):
        kinds["cpprb"] = Theirs
    for title, (state, actions, kind, together) in ROWS.items():
        known, dice = columns(state, actions, kind), np.random.default_rng(0)
        stores = {name: make(known) for name, make in kinds.items()}
        rows, spent = made(known, together, dice), {name: np.zeros(3) for name in stores}
        for store in stores.values():
            for _ in range(-(-CAPACITY // together)):
                store.add(rows)
        for _ in range(rounds):
            priorities = dice.random(BATCH)
            for name, store in stores.items():
                spent[name] += round_of(store, rows, priorities)
        print(title)
        for name, seconds in spent.items():
            counts = np.array([together, BATCH, BATCH]) * rounds / seconds
            a_round = 1e3 * seconds.sum() / rounds
            print(f"  {name:6} rows/s: add {counts[0]:,.0f}  sample {counts[1]:,.0f}  update {counts[2]:,.0f}", end="")
            print(f"  a round {a_round:.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
