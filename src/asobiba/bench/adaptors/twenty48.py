"""How quick 2048's expectimax is, in CPU seconds of one thread, judged by hand and by a network, and with `--long` how
well it plays."""

import time
from collections.abc import Iterator
from dataclasses import astuple
from statistics import fmean, stdev
from typing import NamedTuple

from asobiba._native import kernels
from asobiba.agents.learned import load_network
from asobiba.agents.weights import networks_called
from asobiba.bench.adaptors.twenty48_learning import learner_of
from asobiba.bench.measure import Row
from asobiba.core.agent import Network
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.expectimax import DEEPEST, LEAST_CHANCE, SHIPPED
from asobiba.games.twenty48.heuristic import WEIGHTS, WON
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

Mind = kernels.Twenty48Expectimax | kernels.Twenty48LearnedExpectimax


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


def twenty48_rows(long: bool) -> Iterator[Row]:
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
