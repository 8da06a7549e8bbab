"""Measure what random play scores in 2048, and how fast the environment is.

python -m asobiba.games.twenty48.benchmark --games 1000
python -m asobiba.games.twenty48.benchmark --games 10 --log      # and a line for each game
"""

import sys
from collections import Counter
from collections.abc import Sequence
from statistics import fmean, stdev
from time import process_time

import numpy as np

from asobiba.games.twenty48.env import Twenty48Env
from asobiba.games.twenty48.play_random import ending_quietly, options
from asobiba.games.twenty48.rules import ACTIONS

AT_ONCE = 1024
"""Actions are drawn in bulk: one at a time they would take a tenth of what is measured."""


def benchmark(games: int = 200, seed: int = 0, log: bool = False) -> None:
    """Play random games and print their mean score, largest tiles and speed; Ctrl-C ends with the games so far."""
    env, generator = Twenty48Env(seed), np.random.default_rng((seed, 1))
    scores: list[int] = []
    largest: Counter[int] = Counter()
    steps = moves = 0
    actions: list[int] = []
    started = process_time()
    try:
        for game in range(1, games + 1):
            if not log:
                show(f"game {game} of {games}")
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
                print(f"game {game:5}  score {env.score:6}  tile {info['max_tile']:5}  moves {moves - before:5}")
    except KeyboardInterrupt:
        print("stopped")
    show("")
    report(scores, largest, steps, moves, process_time() - started)


def show(progress: str) -> None:
    """Overwrite the line on the terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{progress}")
        sys.stderr.flush()


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


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options("Measure the mean score of random play in 2048, and the speed of the environment.", games=200)
    parser.add_argument("--log", action="store_true", help="Print a line for each game.")
    chosen = parser.parse_args(arguments)
    with ending_quietly():
        benchmark(chosen.games, chosen.seed, chosen.log)


if __name__ == "__main__":
    main()
