"""What random play scores in 2048, and how fast its environment is.

python scripts/benchmark.py --games 1000
python scripts/benchmark.py --games 10 --log      # and a line for each game
"""

from collections import Counter
from statistics import fmean, stdev
from time import process_time
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from asobiba.games.twenty48 import Twenty48Env
from asobiba.games.twenty48.rules import ACTIONS

AT_ONCE = 1024
"""Actions are drawn in bulk: one at a time they would take a tenth of what is measured."""


def benchmark(
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="of the tiles and of the actions")] = 0,
    log: Annotated[bool, typer.Option("--log", help="a line for each game")] = False,
) -> None:
    """Random actions in 2048: mean score, largest tiles, speed. Ctrl-C ends it with the games played so far."""
    env, generator = Twenty48Env(seed), np.random.default_rng((seed, 1))
    scores: list[int] = []
    largest: Counter[int] = Counter()
    steps = moves = 0
    actions: list[int] = []
    started = process_time()
    try:
        for _ in track(range(games), "playing", console=Console(stderr=True), transient=True):
            env.reset()
            done, before = False, moves
            while not done:
                actions = actions or generator.integers(ACTIONS, size=AT_ONCE).tolist()
                _, _, done, info = env.step(actions.pop())
                steps += 1
                moves += info["moved"]
            scores.append(env.score)
            largest[info["max_tile"]] += 1
            if log:
                print(f"game {len(scores):5}  score {env.score:6}  tile {info['max_tile']:5}  moves {moves - before:5}")
    except KeyboardInterrupt:
        print("stopped")
    report(scores, largest, steps, moves, process_time() - started)


def report(scores: list[int], largest: Counter[int], steps: int, moves: int, seconds: float) -> None:
    print(f"games      {len(scores)}")
    if len(scores) > 1:
        print(f"score      {fmean(scores):.1f} ± {stdev(scores) / len(scores) ** 0.5:.1f}  (mean, standard error)")
    elif scores:
        print(f"score      {scores[0]:.1f}  (mean)")
    for tile, count in sorted(largest.items()):
        print(f"tile {tile:5} {count / len(scores):6.1%}  (largest of the game)")
    print(f"steps      {steps}, of which {moves} changed the board")
    print(f"speed      {steps / seconds:,.0f} steps/s  (one core, CPU seconds)")


if __name__ == "__main__":
    typer.run(benchmark)
