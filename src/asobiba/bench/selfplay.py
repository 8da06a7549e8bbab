"""How fast AlphaZero plays against itself: the network by each way to compute it, and the whole loop that learns."""

import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.guide import Guide, NumpyGuide, OnnxGuide
from asobiba.bench.adaptors import bars
from asobiba.bench.measure import Row, best_rate
from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game
from asobiba.learn.methods import course

BATCHES = (1, 16, 64, 256)
SHORTEST = 0.2
"""Seconds of one measurement of a network."""


def selfplay_rows(seconds: float) -> Iterator[Row]:
    """The loop runs for so long, on the clock and on all cores; networks are measured by CPU time, on one."""
    for name, (options, bar) in bars.SELF_PLAY.items():
        yield from network_rows(name, options)
        yield from loop_rows(name, options, bar, seconds)


def network_rows(name: str, options: dict[str, Any]) -> Iterator[Row]:
    from asobiba.learn.alphazero.networks import TorchGuide

    with closing(_learner(name, options)) as learner:
        network, kind = learner.teacher.averaged, learner.unit.kind
        weights, shape = network.weights(), learner.shape
    guides: dict[str, Guide] = {
        "onnxruntime": OnnxGuide(weights, kind),
        "numpy": NumpyGuide(weights),
        "torch": TorchGuide(network),
    }
    size = sum(array.size for array in weights.values()) - weights["scale"].size
    for batch in BATCHES:
        seen = np.random.default_rng(1).integers(0, 2, (batch, *shape)).astype(kind)
        for who, guide in guides.items():
            rate = best_rate(Judging(guide, seen), repeats=3)
            yield Row(f"{name}: {size:,} parameters, {batch} at once, {who}", rate, "evaluations/s")


class Judging:
    def __init__(self, guide: Guide, seen: NDArray[Any]) -> None:
        self.guide, self.seen = guide, seen

    def __call__(self) -> int:
        begun, done = time.process_time(), 0
        while time.process_time() - begun < SHORTEST:
            self.guide.judge(self.seen)
            done += len(self.seen)
        return done


def loop_rows(name: str, options: dict[str, Any], bar: float, seconds: float) -> Iterator[Row]:
    """From the first update on: before, nothing is learned."""
    with closing(_learner(name, options)) as learner:
        while not learner.teacher.updates:
            learner.step()
        begun, before = time.monotonic(), dict(learner.counts)
        while time.monotonic() - begun < seconds:
            learner.step()
        took = time.monotonic() - begun
        done = {unit: (count - before[unit]) / took for unit, count in learner.counts.items()}
    yield Row(f"{name}: self-play while it learns", done["evaluations"], "evaluations/s", "bar", bar)
    for unit in ("games", "moves", "samples"):
        yield Row(f"{name}: self-play while it learns", done[unit], f"{unit}/s")


def _learner(name: str, options: dict[str, Any]) -> Any:
    try:
        return course(find_game(name), "alphazero", {"options": options}).begin()
    except ImportError as error:
        raise ConfigError(f"bench selfplay needs {error.name}: pip install asobiba[learn]") from None
