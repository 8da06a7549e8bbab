"""A look at a game by random play, before anything is learned: how large its numbers are."""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch

GAMES, PLIES = 64, 400
WITHIN_REACH = 20.0
"""Bounds that random play comes so near, by this factor, are the scale; others say nothing of the scores that occur."""


@dataclass(frozen=True)
class Payment:
    """What the change of a score is worth: a game brings about 1."""

    size: float
    by_logarithm: bool
    """Where scores have no end a gain of 1,000 counts four times as much as one of 4, not 250 times."""

    def __call__(self, changes: NDArray[np.float32]) -> NDArray[np.float32]:
        sized = np.copysign(np.log2(1 + np.abs(changes)), changes) if self.by_logarithm else changes
        return (sized / self.size).astype(np.float32)


@dataclass(frozen=True)
class Survey:
    inputs: NDArray[np.float32]
    """[F], brings every number of a flat observation to about 1: what varies by less than 1 stays as it is."""
    payment: "Payment"
    score: float
    """The mean of all seats' scores at the end."""
    plies: float
    """The mean length of a game, as far as it was looked at."""


def survey(game: AnyGame, options: Options, seed: int) -> Survey:
    batch = Batch(game, GAMES, seed=seed, options=options)
    seen, plies, played, logarithms = [], 0, 0, np.zeros((GAMES, batch.seats), np.float32)
    while not batch.over.all() and plies < PLIES:
        played += int((~batch.over).sum())
        seen.append(batch.observation[~batch.over].reshape(-1, batch.observation[0].size).astype(np.float32))
        logarithms += Payment(1, by_logarithm=True)(batch.step(batch.random_actions()))
        plies += 1
    spread, scores = np.concatenate(seen).std(0), batch.scores()
    return Survey(
        (1 / np.maximum(spread, 1)).astype(np.float32),
        payment(game.bounds(options), float(np.abs(scores).mean()), float(np.abs(logarithms).mean())),
        float(scores.mean()),
        played / GAMES,
    )


def payment(bounds: tuple[float, float], seen: float, logarithms: float) -> Payment:
    """2048 could bring millions and brings a thousand; of Othello's 64 discs twenty make the difference."""
    highest = max(abs(bound) for bound in bounds)
    if isfinite(highest) and (seen == 0 or highest <= WITHIN_REACH * seen):
        return Payment(highest or 1.0, by_logarithm=False)
    return Payment(logarithms or 1.0, by_logarithm=True)
