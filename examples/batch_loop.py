"""A plain loop over a thousand games: the shape of self-play and of search.

    python examples/batch_loop.py --game puyo --games 1024 --steps 200

Replace `policy` by a network: it gets what the seats to move see and what they may play.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from asobiba.envs import Batch


def policy(batch: Batch, generator: np.random.Generator) -> NDArray[np.int64]:
    """The legal action with the highest score; here the scores are noise."""
    scores = generator.random(batch.mask.shape, np.float32)
    return np.asarray(np.where(batch.mask, scores, -1).argmax(axis=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="othello")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    batch = Batch(arguments.game, arguments.games, seed=arguments.seed)
    generator = np.random.default_rng(arguments.seed)
    finished, results = 0, np.zeros(batch.seats)
    begun = time.perf_counter()
    for _ in range(arguments.steps):
        batch.step(policy(batch, generator))
        over = batch.over
        if over.any():
            finished += int(over.sum())
            results += batch.scores()[over].sum(axis=0)
            batch.reset(over)
    rate = arguments.games * arguments.steps / (time.perf_counter() - begun)
    print(
        f"{batch.game.name}: {finished} games finished, mean result {np.round(results / max(finished, 1), 3).tolist()}"
    )
    print(f"{rate:,.0f} steps/s with the {batch.implementation} implementation")


if __name__ == "__main__":
    main()
