"""How quick n-tuple networks of 2048 learn, in CPU seconds of one thread, and what a short training comes to."""

import time
from collections.abc import Iterator
from typing import NamedTuple

from asobiba.bench.measure import Row
from asobiba.games.twenty48.rules import Twenty48Options
from asobiba.learn.twenty48.learner import NTupleLearner
from asobiba.learn.twenty48.settings import NTupleSettings

WARM_GAMES, GAMES = 1_000, 2_000
"""Games before the clock runs, in which the tables come to life; games that are measured."""
EVERY_GAME = 10**10
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
    td_games = EVERY_GAME if way == "TD" else 0
    return NTupleLearner(NTupleSettings(net=net, td_games=td_games, threads=threads), Twenty48Options())


def pace_of(learner: NTupleLearner, warm: int = WARM_GAMES, games: int = GAMES) -> Pace:
    while learner.games < warm:
        learner.step()
    moves, cpu, begun = learner.moves, time.process_time(), time.monotonic()
    while learner.games < warm + games:
        learner.step()
    return Pace(learner.moves - moves, time.process_time() - cpu, time.monotonic() - begun)


def learning_rows(long: bool) -> Iterator[Row]:
    alone = {}
    for way, bar in BARS.items():
        alone[way] = pace_of(learner_of("4x6", way))
        yield Row(f"learning, 4x6 by {way}", alone[way].moves / alone[way].cpu_seconds, "moves/s", "bar", bar)
    both = pace_of(learner_of("4x6", "TC", threads=2))
    ratio = (both.moves / both.seconds) / (alone["TC"].moves / alone["TC"].seconds)
    yield Row("learning, 4x6 by TC: two threads beside one, by the clock on the wall", ratio, "times", "bar", TWICE)
    for net in NETS if long else ():
        pace = pace_of(learner_of(net, "TC"))
        yield Row(f"learning, {net} by TC", pace.moves / pace.cpu_seconds, "moves/s")
    if long:
        learner = learner_of("4x6", "TC")
        pace = pace_of(learner, 0, SHORT_TRAINING)
        what = f"{SHORT_TRAINING:,} games of learning, 4x6 by TC"
        yield Row(f"{what}: mean of the last 1,000", learner.measure()["score"], "points", "bar", MEAN)
        yield Row(f"{what}: together", pace.cpu_seconds, "s", "bar", SECONDS)
