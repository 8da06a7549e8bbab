"""2048: its expectimax, judged by hand and by a network, how quick its networks learn, and whether it has its rules.

Seconds are CPU seconds of one thread. `--long` adds how well expectimax plays and what a short training comes to. The
scores of best and random play stand beside the known ones.
"""

import time
from collections.abc import Iterator
from dataclasses import astuple
from statistics import fmean, stdev
from typing import Any, NamedTuple

from asobiba._native import kernels
from asobiba.agents.advice import Adviser
from asobiba.agents.learned import load_network
from asobiba.agents.network_files import networks_called
from asobiba.agents.spec import make_agent
from asobiba.arena.batches import play_at_random
from asobiba.bench.measure import Row
from asobiba.core.agent import Network
from asobiba.core.game import CHANCE
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.expectimax import DEEPEST, LEAST_CHANCE, SHIPPED
from asobiba.games.twenty48.heuristic import WEIGHTS, WON
from asobiba.games.twenty48.learning.learner import NTupleLearner
from asobiba.games.twenty48.learning.settings import NTupleSettings
from asobiba.games.twenty48.ntuple import NTuple
from asobiba.games.twenty48.rules import Twenty48Options

DEPTH, SEEDS = 3, range(1, 6)
NODES_PER_SECOND, MOVES_PER_SECOND = 40e6, 3_000.0
LONG = {1: 1_000, 2: 400, 3: 100}
"""Games by the moves that it looks ahead."""
NETWORK_DEPTHS, NETWORK_MS = {2: 20_000, 3: 2_000}, {1: 2_000, 20: 100}
"""By depth and by milliseconds: moves that are measured with a network."""
TAUGHT_GAMES = 2_000
"""Where no network comes with the game."""
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
BEST = {(2, 2): 66.964149, (2, 3): 480.258272, (2, 4): 2641.873036}
"""By rows and columns: what independent programs found."""
RANDOM = 1094.39
"""The same of random play on 4x4, with a standard error of 0.35."""
RANDOM_GAMES = 1_000_000
KNOWN = "known"

Mind = kernels.Twenty48Expectimax | kernels.Twenty48LearnedExpectimax


def twenty48_rows(long: bool) -> Iterator[Row]:
    yield from expectimax_rows(long)
    yield from learning_rows(long)
    yield from truth_rows()


class Played(NamedTuple):
    score: int
    largest: int
    """The largest tile."""
    moves: int
    nodes: int
    """Afterstates, and boards with a new tile."""
    seconds: float


def thinker() -> kernels.Twenty48Expectimax:
    return kernels.Twenty48Expectimax(astuple(WEIGHTS), WON)


def network() -> NTuple:
    found: Network | None = None
    if networks_called(GAME, SHIPPED, Twenty48Options()):
        found = load_network(GAME, Twenty48Options(), SHIPPED)
    if isinstance(found, NTuple):
        return found
    learner = learner_of("4x5", "TC")
    while learner.games < TAUGHT_GAMES:
        learner.step()
    return NTuple(learner.options, learner.cells, learner.opened, learner.open_weights, learner.familiar)


def played(mind: Mind, depth: int, seed: int) -> Played:
    begun = time.process_time()
    score, rank, moves, nodes = mind.play(seed, depth)
    return Played(score, 2**rank, moves, nodes, time.process_time() - begun)


def network_rows(judge: NTuple) -> Iterator[Row]:
    """Games by the clock count its seconds, others those of the processor."""
    mind = kernels.Twenty48LearnedExpectimax(judge.native, judge.familiar)
    for depth, most in NETWORK_DEPTHS.items():
        begun = time.process_time()
        _, _, moves, nodes = mind.play(1, depth, LEAST_CHANCE, most)
        yield from pace_rows(
            f"expectimax with a network, {depth} moves ahead", moves, nodes, time.process_time() - begun
        )
    for ms, most in NETWORK_MS.items():
        begun = time.perf_counter()
        _, _, moves, nodes = mind.play(1, DEEPEST, 0.0, most, ms)
        yield from pace_rows(f"expectimax with a network, {ms} ms a move", moves, nodes, time.perf_counter() - begun)


def pace_rows(what: str, moves: int, nodes: int, seconds: float) -> Iterator[Row]:
    yield Row(what, nodes / seconds, "nodes/s")
    yield Row(what, moves / seconds, "moves/s")


def expectimax_rows(long: bool) -> Iterator[Row]:
    mind = thinker()
    games = [played(mind, DEPTH, seed) for seed in SEEDS]
    nodes = max(game.nodes / game.seconds for game in games)
    moves = max(game.moves / game.seconds for game in games)
    yield Row(f"expectimax, {DEPTH} moves ahead", nodes, "nodes/s", "bar", NODES_PER_SECOND)
    yield Row(f"expectimax, {DEPTH} moves ahead", moves, "moves/s", "bar", MOVES_PER_SECOND)
    yield from network_rows(network())
    for depth, count in LONG.items() if long else ():
        yield from strength_rows(depth, [played(mind, depth, seed) for seed in range(count)])


def strength_rows(depth: int, games: list[Played]) -> Iterator[Row]:
    name = f"expectimax, {depth} move{'s' * (depth > 1)} ahead, {len(games)} games"
    scores = [game.score for game in games]
    yield Row(f"{name}: score", fmean(scores), "points")
    yield Row(f"{name}: standard error", stdev(scores) / len(scores) ** 0.5, "points")
    for tile in (2048, 4096, 8192, 16384):
        yield Row(f"{name}: with {tile}", 100 * fmean(game.largest >= tile for game in games), "%")


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


def truth_rows() -> Iterator[Row]:
    for (rows, columns), known in BEST.items():
        what = f"best play on {rows}x{columns}, by expectimax to the end"
        yield Row(what, best_play(rows, columns), "points", KNOWN, known, digits=len(str(known)) - 1)
    scores = play_at_random(GAME, Twenty48Options(), games=RANDOM_GAMES).returns
    what = f"random play, {len(scores):,} games"
    yield Row(f"{what}: score", fmean(scores), "points", KNOWN, RANDOM, digits=6)
    yield Row(f"{what}: standard error", stdev(scores) / len(scores) ** 0.5, "points")


def best_play(rows: int, columns: int) -> float:
    """The score that it expects before the first tiles are there."""
    options = Twenty48Options(rows=rows, columns=columns)
    agent = make_agent("solver", GAME, options)
    assert isinstance(agent, Adviser)
    return _expected(agent, GAME.start(options))


def _expected(agent: Adviser, state: Any) -> float:
    if state.to_play == CHANCE:
        return float(sum(p * _expected(agent, state.apply(outcome)) for outcome, p in state.chances()))
    return max(agent.advise(state).values.values())
