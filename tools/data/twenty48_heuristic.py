"""How the weights of games/twenty48/heuristic.py were found, by these two commands, one after the other:

    python -m tools.data.twenty48_heuristic --stages 2 --rounds 8 --games 60
    python -m tools.data.twenty48_heuristic --stages 3 --rounds 2 --games 30 --candidates 24 --seed 2 \\
        --begin 18150 100 228.7 2.64 3.196 1.466 1.887

The cross-entropy method: weights near the present ones play whole games by expectimax, those that score most become
the next. An empty cell is worth 100 throughout, which fixes the scale; every other weight is searched by its logarithm.
A number of moves to look ahead is a stage, each beginning where the last ended. The same seed gives the same weights.
"""

import argparse
from statistics import fmean, stdev

import numpy as np
import numpy.typing as npt

from asobiba._native import kernels

Floats = npt.NDArray[np.float64]

NAMES = ("life", "room", "merge", "disorder", "disorder_power", "weight", "weight_power")
NOVICE = (30_000.0, 100.0, 200.0, 1.0, 3.0, 1.0, 2.0)
"""Where the search begins: the greedy agent's judgement, a little against many tiles, and life above all."""
SPREAD = (0.7, 0.0, 0.7, 0.7, 0.15, 1.0, 0.3)
"""Of the logarithms."""
NARROWEST = 0.03
WON = 1e7


def scores(weights: Floats, moves: int, games: int, seed: int) -> list[int]:
    mind = kernels.Twenty48Expectimax(tuple(weights.tolist()), WON)
    return [mind.play(seed + game, moves)[0] for game in range(games)]


def improved(mean: Floats, spread: Floats, moves: int, asked: argparse.Namespace) -> Floats:
    """Of a stage: the logarithms of the weights, and how far around them it looks."""
    generator = np.random.default_rng(asked.seed)
    for number in range(asked.rounds):
        candidates = generator.normal(mean, spread, (asked.candidates, len(NAMES)))
        seed = 1_000_000 * (number + 1) + asked.seed
        scored = np.array([np.mean(scores(np.exp(each), moves, asked.games, seed)) for each in candidates])
        best = candidates[np.argsort(-scored)[: asked.candidates // 4]]
        mean = best.mean(axis=0)
        spread = np.where(spread > 0, np.maximum(best.std(axis=0), NARROWEST), 0.0)
        row = ", ".join(f"{weight:.4g}" for weight in np.exp(mean))
        print(
            f"  round {number + 1}: all {scored.mean():,.0f}, best {np.sort(scored)[-len(best) :].mean():,.0f}: {row}",
            flush=True,
        )
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stages", type=int, nargs="+", default=[2, 3], help="moves to look ahead")
    parser.add_argument("--begin", type=float, nargs=len(NAMES), default=NOVICE, help="weights to begin with")
    parser.add_argument("--rounds", type=int, default=10, help="of a stage")
    parser.add_argument("--candidates", type=int, default=32, help="of a round")
    parser.add_argument(
        "--games", type=int, default=100, help="of a candidate; of the weights in the end ten times that"
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    mean = np.log(asked.begin)
    for number, moves in enumerate(asked.stages):
        print(f"{moves} moves ahead", flush=True)
        mean = improved(mean, np.array(SPREAD) / (number + 1), moves, asked)
        found = scores(np.exp(mean), moves, 10 * asked.games, asked.seed)
        print(f"  {fmean(found):,.0f} +- {stdev(found) / len(found) ** 0.5:,.0f} points", flush=True)
    print("Weights(" + ", ".join(f"{weight:.4g}" for weight in np.exp(mean)) + ")")


if __name__ == "__main__":
    main()
