"""How quick 2048's expectimax is, in CPU seconds of one thread, and with `--long` how well it plays."""

import time
from collections.abc import Iterator
from dataclasses import astuple
from statistics import fmean, stdev
from typing import NamedTuple

from asobiba._native import kernels
from asobiba.bench.measure import Row
from asobiba.games.twenty48.heuristic import WEIGHTS, WON

DEPTH, SEEDS = 3, range(1, 6)
NODES_PER_SECOND, MOVES_PER_SECOND = 40e6, 3_000.0
LONG = {1: 1_000, 2: 400, 3: 100}
"""Games by the moves that it looks ahead."""


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


def played(mind: kernels.Twenty48Expectimax, depth: int, seed: int) -> Played:
    begun = time.process_time()
    score, rank, moves, nodes = mind.play(seed, depth)
    return Played(score, 2**rank, moves, nodes, time.process_time() - begun)


def twenty48_rows(long: bool) -> Iterator[Row]:
    mind = thinker()
    games = [played(mind, DEPTH, seed) for seed in SEEDS]
    nodes = max(game.nodes / game.seconds for game in games)
    moves = max(game.moves / game.seconds for game in games)
    yield Row(f"expectimax, {DEPTH} moves ahead", nodes, "nodes/s", "bar", NODES_PER_SECOND)
    yield Row(f"expectimax, {DEPTH} moves ahead", moves, "moves/s", "bar", MOVES_PER_SECOND)
    for depth, count in LONG.items() if long else ():
        yield from strength_rows(depth, [played(mind, depth, seed) for seed in range(count)])


def strength_rows(depth: int, games: list[Played]) -> Iterator[Row]:
    name = f"expectimax, {depth} move{'s' * (depth > 1)} ahead, {len(games)} games"
    scores = [game.score for game in games]
    yield Row(f"{name}: score", fmean(scores), "points")
    yield Row(f"{name}: standard error", stdev(scores) / len(scores) ** 0.5, "points")
    for tile in (2048, 4096, 8192, 16384):
        yield Row(f"{name}: with {tile}", 100 * fmean(game.largest >= tile for game in games), "%")
