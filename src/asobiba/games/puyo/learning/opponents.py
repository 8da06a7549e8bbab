"""Who sits opposite in Puyo: the pool, and three players that never change: random, greedy, a small beam."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from asobiba.games.puyo.afterstates import SCALE, Afterstates
from asobiba.games.puyo.beam import LEVELS
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.learn.choices import any_legal, choose
from asobiba.learn.networks import CandidateNetwork
from asobiba.learn.opponents import FROZEN, Pool

RANDOM, GREEDY, BEAM, PAST = 1, 2, 3, 4
"""Kinds of opponents; from PAST on they are the past selves."""
SMALL_BEAM = LEVELS[0]
Search = Callable[[NDArray[np.int64]], NDArray[np.int32]]
"""What the small beam would play against the main agent in these games."""

__all__ = ["BEAM", "FROZEN", "GREEDY", "PAST", "RANDOM", "SMALL_BEAM", "Opponents", "greedy"]


class Opponents(Pool[CandidateNetwork]):
    def __init__(self, config: SelfPlaySettings) -> None:
        self.config = config
        shares = {
            "random": config.random_share,
            "greedy": config.greedy_share,
            "past": config.past_share,
            "beam": config.beam_share,
        }
        super().__init__(lambda: CandidateNetwork(SCALE, config.hidden), shares, config.pool_size)

    def answer(
        self,
        kinds: NDArray[np.int64],
        seen: Afterstates,
        legal: NDArray[np.bool_],
        dice: np.random.Generator,
        search: Search,
    ) -> NDArray[np.int64]:
        """[B] actions of opponents of these kinds."""
        return self.choose(
            kinds,
            lambda network, at: choose(network.values(seen.numbers[at], legal[at]), legal[at], self.epsilon, dice),
            {
                "random": lambda at: any_legal(legal[at], dice),
                "greedy": lambda at: greedy(seen.worth[at], legal[at], dice),
                "beam": search,
            },
        )


def greedy(worth: NDArray[np.float32], legal: NDArray[np.bool_], dice: np.random.Generator) -> NDArray[np.int64]:
    """As the agent `greedy`: one of the placements that evaluate.py likes best."""
    worth = np.where(legal, worth, -np.inf)
    return any_legal(worth >= worth.max(1, keepdims=True), dice)
