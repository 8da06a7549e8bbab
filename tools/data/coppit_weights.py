"""How Coppit's weights were found, from games of instinct alone: python -m tools.data.coppit_weights

For each way to win it prints a row of games/coppit/weights.py. First INSTINCT, by the cross-entropy method: instincts
near the present one play one seat each against it, those that win most become the next. Then JUDGEMENT: the odds that
make the results of such games most likely. The same seed gives the same rows.
"""

import argparse
import sys
from dataclasses import astuple, fields
from functools import partial

import numpy as np
import numpy.typing as npt

from asobiba._native import kernels
from asobiba.games.coppit.native import rules
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.survey import Traits

Floats = npt.NDArray[np.float64]

NAMES = tuple(field.name for field in fields(Traits))
FELT = len(NAMES) - 1
"""Instinct does not ask who leads: the last trait is for judgement alone."""
NOVICE = Traits(home=0.5, banked=0.2, free=0.4, prisoners=0.3, free_in_danger=-0.3)
"""Where the search begins: hats are good, and better at home than in danger."""
CANDIDATES, BEST, NARROWEST = 32, 8, 0.02
RIDGE = 1.0
"""How many positions it takes to move a weight: little, where there are thousands."""


def minded(options: CoppitOptions, weights: Floats) -> kernels.CoppitMind:
    return kernels.CoppitMind(rules(options), tuple(weights), astuple(Traits()))


def find_instinct(options: CoppitOptions, asked: argparse.Namespace) -> Floats:
    """Those who win most of CANDIDATES say where the next are looked for."""
    generator = np.random.default_rng(asked.seed)
    mean, spread = np.array(astuple(NOVICE)), np.full(len(NAMES), 0.2)
    spread[FELT:] = 0.0
    for number in range(asked.rounds):
        candidates = generator.normal(mean, spread, (CANDIDATES, len(NAMES)))
        trial = partial(minded(options, mean).rival, games=asked.games, turns=asked.turns, seed=asked.seed + number)
        won = np.array([trial(tuple(candidate)) for candidate in candidates])
        best = candidates[np.argsort(-won)[:BEST]]
        mean, spread = best.mean(axis=0), np.maximum(best.std(axis=0), NARROWEST * (np.arange(len(NAMES)) < FELT))
        print(f"  round {number + 1}: {np.sort(won)[-BEST:].mean():.3f} of the games", flush=True)
    return mean


def find_judgement(options: CoppitOptions, instinct: Floats, asked: argparse.Namespace) -> Floats:
    lessons = minded(options, instinct).lessons(asked.lessons, asked.turns, asked.whims, asked.seed)
    if not lessons:
        sys.exit(f"none of {asked.lessons} games ended within {asked.turns} turns")
    traits, shares = (np.array(column, dtype=np.float64) for column in zip(*lessons, strict=True))
    print(f"  {len(lessons)} positions of {asked.lessons} games", flush=True)
    return most_likely(traits, shares)


def most_likely(traits: Floats, shares: Floats, steps: int = 30) -> Floats:
    """Weights w of [positions, seats, traits] by which the chances, in proportion to exp(w * traits), fit the shares of
    the win [positions, seats] best. Newton's method: the likelihood has one summit."""
    weights = np.zeros(traits.shape[-1])
    for _ in range(steps):
        odds = np.exp(traits @ weights)
        chances = odds / odds.sum(axis=1, keepdims=True)
        slope = np.einsum("ps,pst->t", shares - chances, traits) - RIDGE * weights
        expected = np.einsum("ps,pst->pt", chances, traits)
        bend = np.einsum("ps,pst,psu->tu", chances, traits, traits) - expected.T @ expected
        weights += np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
    return weights


WAYS_TO_WIN = {
    "box_count": CoppitOptions(win_mode="box_count"),
    "captured": CoppitOptions(win_mode="captured"),
    "box_plus_captured": CoppitOptions(win_mode="box_plus_captured"),
    "last_survivor": CoppitOptions(win_mode="last_survivor"),
    "in_play": CoppitOptions(max_players=2),
}
"""With four seats the end on the board; with two the end in play, where all ways to win are much the same."""


def row(weights: Floats) -> str:
    return "Traits(" + ", ".join(f"{weight:.2f}" for weight in weights) + ")"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--way", action="append", choices=WAYS_TO_WIN, help="to win; repeatable; by default all")
    parser.add_argument("--rounds", type=int, default=12, help="of the search for an instinct")
    parser.add_argument("--games", type=int, default=150, help="of each candidate in a round")
    parser.add_argument("--lessons", type=int, default=4000, help="games that judgement is fitted to")
    parser.add_argument("--turns", type=int, default=600, help="after which a game is broken off: nobody has won it")
    parser.add_argument("--whims", type=int, default=3, help="of a hundred moves of the lessons, those at random")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for way in asked.way or WAYS_TO_WIN:
        options = WAYS_TO_WIN[way]
        print(f"{way}, {options.max_players} seats", flush=True)
        instinct = find_instinct(options, asked)
        print(f"  INSTINCT {row(instinct[:FELT])}", flush=True)
        print(f"  JUDGEMENT {row(find_judgement(options, instinct, asked))}", flush=True)


if __name__ == "__main__":
    main()
