"""A look at a game by random play, before anything is learned: how large its numbers are."""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from asobiba.core.contract import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch

GAMES, PLIES = 64, 400
WITHIN_REACH = 20.0
"""Bounds that random play comes so near, by this factor, are the scale; others say nothing of the scores that occur."""


@dataclass(frozen=True)
class Survey:
    inputs: NDArray[np.float32]
    """[F], brings every number of a flat observation to about 1: what varies by less than 1 stays as it is."""
    reward: float
    """Brings scores to about 1."""
    score: float
    """The mean of all seats' scores at the end."""


def survey(game: AnyGame, options: Options, seed: int) -> Survey:
    batch = Batch(game, GAMES, seed=seed, options=options)
    seen, plies = [], 0
    while not batch.over.all() and plies < PLIES:
        seen.append(batch.observation[~batch.over].reshape(-1, batch.observation[0].size).astype(np.float32))
        batch.step(batch.random_actions())
        plies += 1
    spread = np.concatenate(seen).std(0)
    scores = batch.scores()
    return Survey(
        (1 / np.maximum(spread, 1)).astype(np.float32),
        1 / _size(game.rules.bounds(options), float(np.abs(scores).mean())),
        float(scores.mean()),
    )


def _size(bounds: tuple[float, float], seen: float) -> float:
    """Of scores. 2048 could bring millions and brings a thousand; of Othello's 64 discs twenty make the difference."""
    highest = max(abs(bound) for bound in bounds)
    if isfinite(highest) and (seen == 0 or highest <= WITHIN_REACH * seen):
        return highest or 1.0
    return seen or 1.0
