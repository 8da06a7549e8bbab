"""How quick n-tuple networks of 2048 learn, in CPU seconds of one thread, and what a short training comes to."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from asobiba.bench.measure import Row
from asobiba.games.twenty48.rules import Twenty48Options
from asobiba.learn.twenty48.learner import NTupleLearner
from asobiba.learn.twenty48.settings import NTupleSettings

WARM_GAMES, GAMES, TRIES = 1_000, 2_000, 3
"""Games before the clock runs, in which tables come to life; games that are measured; how often: the best counts."""
EVERY_GAME = 10**10
WAYS: dict[str, dict[str, Any]] = {
    "TD": {"td_games": EVERY_GAME, "backward": False, "trace": 0.0, "lanes": 2},  # TD(0), after each move
    "TC": {},
}
BARS = {"TD": 2.0e6, "TC": 1.4e6}
"""Moves a second with the net 4x6."""
NETS = ("5x4", "4x5", "4x6", "8x6")
SHORT_TRAINING, MEAN, SECONDS = 16_000, 54_000.0, 30.0
TWICE = 1.7
"""How many times as fast two threads are."""


class Pace(NamedTuple):
    moves: int
    cpu_seconds: float
    seconds: float


def learner_of(net: str, way: str, threads: int = 1) -> NTupleLearner:
    return NTupleLearner(NTupleSettings(net=net, threads=threads, **WAYS[way]), Twenty48Options())


def paces_of(learner: NTupleLearner) -> list[Pace]:
    play_until(learner, WARM_GAMES)
    return [play_until(learner, learner.games + GAMES) for _ in range(TRIES)]


def play_until(learner: NTupleLearner, games: int) -> Pace:
    moves, cpu, begun = learner.moves, time.process_time(), time.monotonic()
    while learner.games < games:
        learner.step()
    return Pace(learner.moves - moves, time.process_time() - cpu, time.monotonic() - begun)


def best_by_cpu(learner: NTupleLearner) -> float:
    return max(pace.moves / pace.cpu_seconds for pace in paces_of(learner))


def best_by_clock(learner: NTupleLearner) -> float:
    return max(pace.moves / pace.seconds for pace in paces_of(learner))


def learning_rows(long: bool) -> Iterator[Row]:
    for way, bar in BARS.items():
        yield Row(f"learning, 4x6 by {way}", best_by_cpu(learner_of("4x6", way)), "moves/s", "bar", bar)
    ratio = best_by_clock(learner_of("4x6", "TC", threads=2)) / best_by_clock(learner_of("4x6", "TC"))
    yield Row("learning, 4x6 by TC: two threads beside one, by the clock on the wall", ratio, "times", "bar", TWICE)
    if long:
        for net in NETS:
            yield Row(f"learning, {net} by TC", best_by_cpu(learner_of(net, "TC")), "moves/s")
        yield from training_rows()


def training_rows() -> Iterator[Row]:
    """Who learns more from a game plays longer ones: so the time until the wanted score is told, too."""
    learner, begun, reached = learner_of("4x6", "TC"), time.process_time(), float("inf")
    while learner.games < SHORT_TRAINING:
        learner.step()
        if learner.measure()["score"] >= MEAN:
            reached = min(reached, time.process_time() - begun)
    seconds = time.process_time() - begun
    what = f"{SHORT_TRAINING:,} games of learning, 4x6 by TC"
    yield Row(f"{what}: mean of the last 1,000", learner.measure()["score"], "points", "bar", MEAN)
    yield Row(f"{what}: all of them", seconds, "s", "bar", SECONDS)
    yield Row(f"{what}: until that mean was {MEAN:,.0f}", reached, "s")
    yield Row(f"{what}: all of them", learner.moves / seconds, "moves/s", "bar", BARS["TC"])
