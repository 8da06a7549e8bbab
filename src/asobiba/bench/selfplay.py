"""How fast AlphaZero plays against itself: the network by each way to compute it, and the whole loop that learns; or
the pools that play, threads and a Ray cluster of this machine."""

import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.inference import Inference, NumpyInference, OnnxInference
from asobiba.bench.adaptors import bars
from asobiba.bench.measure import Row, best_rate
from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game
from asobiba.learn.methods import course

BATCHES = (1, 16, 64, 256)
SHORTEST = 0.2
"""Seconds of one measurement of a network."""
WORKERS, ROUNDS = (1, 2), 3
"""Of the pools."""


def selfplay_rows(seconds: float) -> Iterator[Row]:
    """The loop runs for so long, on the clock and on all cores; networks are measured by CPU time, on one."""
    for name, (options, bar) in bars.SELF_PLAY.items():
        yield from network_rows(name, options)
        yield from loop_rows(name, options, bar, seconds)


def ray_rows(seconds: float) -> Iterator[Row]:
    """The same units by both pools in turns, on the clock, the best of several; then the loop that learns."""
    for name, (options, _) in bars.SELF_PLAY.items():
        yield from cost_rows(name, options)
        for workers in WORKERS:
            yield from pool_rows(name, options, workers, seconds)
        here, there = (_loop(name, options, seconds, ray=ray)["games"] for ray in ("", "local"))
        yield Row(f"{name}: Ray while it learns, {WORKERS[-1]} workers", there, "games/s", "threads", here)


def cost_rows(name: str, options: dict[str, Any]) -> Iterator[Row]:
    """What a cluster of any size is reckoned from."""
    with closing(_learner(name, options)) as learner:
        while not learner.teacher.updates:
            learner.step()
        samples, begun = learner.samples, time.thread_time()
        for _ in range(ROUNDS):
            learner.step()
        rate = (learner.samples - samples) / (time.thread_time() - begun)
        weights = learner.teacher.averaged.weights()
        played = learner.unit.play(learner.units, weights)
    yield Row(f"{name}: a unit", played.games, "games")
    yield Row(f"{name}: a unit", len(played.samples["seat"]), "moves")
    yield Row(f"{name}: a unit", played.seconds, "CPU s")
    yield Row(f"{name}: a unit", sum(column.nbytes for column in played.samples.values()), "bytes")
    yield Row(f"{name}: a version of the weights", sum(array.nbytes for array in weights.values()), "bytes")
    yield Row(f"{name}: the learner", rate, "samples/CPU s")


def pool_rows(name: str, options: dict[str, Any], workers: int, seconds: float) -> Iterator[Row]:
    from asobiba.learn.alphazero.cluster import Cluster
    from asobiba.learn.alphazero.units import Threads

    with closing(_learner(name, options)) as learner:
        unit, weights = learner.unit, learner.teacher.averaged.weights()
    with closing(Threads(unit, workers)) as threads, closing(Cluster(unit, "local", workers)) as cluster:
        found = [Pace(pool, weights, workers) for pool in (threads, cluster)]
        taken = [pace.play(workers)[1] for pace in found]  # the first units wait for the workers to start
        units = workers * max(2, round(seconds / ROUNDS / 2 * taken[0] / unit.games))
        rounds = [[pace.play(units) for pace in found] for _ in range(ROUNDS)]
    (here, cheap), (there, their) = (
        [max(rates) for rates in zip(*of, strict=True)] for of in zip(*rounds, strict=True)
    )
    what = f"{name}: Ray, {workers} worker{'s' * (workers > 1)}"
    yield Row(what, there, "games/s", "threads", here)
    yield Row(what, their, "games/CPU s", "threads", cheap)


class Pace:
    """Of a pool: the same units each time, with a few under way."""

    def __init__(self, pool: Any, weights: Any, workers: int) -> None:
        self.pool, self.weights, self.ahead = pool, weights, workers + 1

    def play(self, units: int) -> tuple[float, float]:
        """Games a second of the clock, and of all cores: who only passes them on counts too."""
        begun, spent, waiting, played = time.monotonic(), cpu_seconds(), deque[Any](), list[Any]()
        for number in range(units):
            waiting.append(self.pool.play(number, self.weights))
            if len(waiting) > self.ahead:
                played.append(waiting.popleft().result())
        played += [each.result() for each in waiting]
        games = sum(each.games for each in played)
        return games / (time.monotonic() - begun), games / (cpu_seconds() - spent)


def cpu_seconds() -> float:
    """Of this process and of all that it has started; of this one alone where there is no /proc."""
    spent, parents = dict[int, float](), dict[int, int]()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1])
            spent[int(path.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(spent[pid] for pid in ours) if spent else time.process_time()


def network_rows(name: str, options: dict[str, Any]) -> Iterator[Row]:
    from asobiba.learn.alphazero.networks import TorchInference

    with closing(_learner(name, options)) as learner:
        network, kind = learner.teacher.averaged, learner.unit.kind
        weights, shape = network.weights(), learner.shape
    guides: dict[str, Inference] = {
        "onnxruntime": OnnxInference(weights, kind),
        "numpy": NumpyInference(weights),
        "torch": TorchInference(network),
    }
    size = sum(array.size for array in weights.values()) - weights["scale"].size
    for batch in BATCHES:
        seen = np.random.default_rng(1).integers(0, 2, (batch, *shape)).astype(kind)
        for who, guide in guides.items():
            rate = best_rate(Judging(guide, seen), repeats=3)
            yield Row(f"{name}: {size:,} parameters, {batch} at once, {who}", rate, "evaluations/s")


class Judging:
    def __init__(self, guide: Inference, seen: NDArray[Any]) -> None:
        self.inference, self.seen = guide, seen

    def __call__(self) -> int:
        begun, done = time.process_time(), 0
        while time.process_time() - begun < SHORTEST:
            self.inference.judge(self.seen)
            done += len(self.seen)
        return done


def loop_rows(name: str, options: dict[str, Any], bar: float, seconds: float) -> Iterator[Row]:
    done = _loop(name, options, seconds)
    yield Row(f"{name}: self-play while it learns", done["evaluations"], "evaluations/s", "bar", bar)
    for unit in ("games", "moves", "samples"):
        yield Row(f"{name}: self-play while it learns", done[unit], f"{unit}/s")


def _loop(name: str, options: dict[str, Any], seconds: float, **settings: Any) -> dict[str, float]:
    """What is done in a second, from the first update on: before, nothing is learned."""
    with closing(_learner(name, options, **settings)) as learner:
        while not learner.teacher.updates:
            learner.step()
        begun, before = time.monotonic(), dict(learner.counts)
        while time.monotonic() - begun < seconds:
            learner.step()
        took = time.monotonic() - begun
        return {unit: (count - before[unit]) / took for unit, count in learner.counts.items()}


def _learner(name: str, options: dict[str, Any], **settings: Any) -> Any:
    try:
        return course(find_game(name), "alphazero", {"options": options, **settings}).begin()
    except ImportError as error:
        raise ConfigError(f"bench selfplay needs {error.name}: pip install asobiba[learn]") from None
