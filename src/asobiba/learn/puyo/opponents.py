"""Who sits opposite: the frozen copy of the main agent, past selves, and three players that never change."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.games.puyo.afterstates import SCALE, Afterstates
from asobiba.games.puyo.beam import LEVELS
from asobiba.learn.networks import CandidateNetwork
from asobiba.learn.puyo.config import SelfPlayConfig
from asobiba.learn.puyo.player import any_legal, choose

FROZEN, RANDOM, GREEDY, BEAM, PAST = 0, 1, 2, 3, 4
"""Kinds of opponents; from PAST on they are the past selves."""
SMALL_BEAM = LEVELS[0]
Search = Callable[[NDArray[np.int64]], NDArray[np.int32]]
"""What the small beam would play against the main agent in these games."""
LEAST_EPSILON, MORE_EPSILON = 0.05, 1.2


class Opponents:
    def __init__(self, config: SelfPlayConfig) -> None:
        self.config = config
        self.frozen = CandidateNetwork(SCALE, config.hidden)
        self.past: list[CandidateNetwork] = []
        self.epsilon = 1.0

    def update(self, main: CandidateNetwork, epsilon: float) -> None:
        """The main agent becomes the opponent; what was the opponent joins the past selves."""
        if self.config.past_share > 0:
            self.past = [*self.past, self._copy(self.frozen)][-self.config.pool_size :]
        self.frozen.take(main)
        self.epsilon = max(LEAST_EPSILON, MORE_EPSILON * epsilon)

    def begin(self, main: CandidateNetwork, epsilon: float) -> None:
        """Before the first game there are no past selves."""
        self.frozen.take(main)
        self.epsilon = max(LEAST_EPSILON, MORE_EPSILON * epsilon)

    def draw(self, games: int, dice: np.random.Generator) -> NDArray[np.int64]:
        """The kinds of so many new opponents, by their shares."""
        config, thrown, which = self.config, dice.random(games), dice.random(games)
        kinds = np.full(games, FROZEN)
        shares = (config.random_share, config.greedy_share, config.past_share, config.beam_share)
        for kind, below in zip((BEAM, PAST, GREEDY, RANDOM), reversed(np.cumsum(shares)), strict=True):
            kinds[thrown < below] = kind
        past = kinds == PAST
        kinds[past] = PAST + (which[past] * len(self.past)).astype(np.int64) if self.past else FROZEN
        return kinds

    def choose(
        self,
        kinds: NDArray[np.int64],
        seen: Afterstates,
        legal: NDArray[np.bool_],
        dice: np.random.Generator,
        search: Search,
    ) -> NDArray[np.int64]:
        """[B] actions of opponents of these kinds."""
        actions = np.zeros(len(kinds), np.int64)
        for kind in np.unique(kinds):
            at = np.flatnonzero(kinds == kind)
            if kind == BEAM:
                actions[at] = search(at)
                continue
            actions[at] = self._choose(int(kind), Afterstates(seen.numbers[at], seen.worth[at]), legal[at], dice)
        return actions

    def _choose(
        self, kind: int, seen: Afterstates, legal: NDArray[np.bool_], dice: np.random.Generator
    ) -> NDArray[np.int64]:
        if kind == RANDOM:
            return any_legal(legal, dice)
        if kind == GREEDY:
            return greedy(seen.worth, legal, dice)
        # A pool that has moved on since the game began has another self in that place.
        network = self.past[min(kind - PAST, len(self.past) - 1)] if kind >= PAST else self.frozen
        return choose(network.values(seen.numbers, legal), legal, self.epsilon, dice)

    def _copy(self, network: CandidateNetwork) -> CandidateNetwork:
        twin = CandidateNetwork(SCALE, self.config.hidden)
        twin.take(network)
        return twin

    def state(self) -> dict[str, NDArray[Any]]:
        everyone = {"frozen": self.frozen} | {f"past{number}": network for number, network in enumerate(self.past)}
        found: dict[str, NDArray[Any]] = {"epsilon": np.array([self.epsilon]), "past": np.array([len(self.past)])}
        for name, network in everyone.items():
            found |= {f"{name}/{key}": array for key, array in network.weights().items()}
        return found

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.epsilon = float(state["epsilon"][0])
        self.past = [self._copy(self.frozen) for _ in range(int(state["past"][0]))]
        for name, network in [("frozen", self.frozen), *((f"past{i}", past) for i, past in enumerate(self.past))]:
            network.take({key: state[f"{name}/{key}"] for key in network.state_dict()})


def greedy(worth: NDArray[np.float32], legal: NDArray[np.bool_], dice: np.random.Generator) -> NDArray[np.int64]:
    """As the agent `greedy`: one of the placements that evaluate.py likes best."""
    worth = np.where(legal, worth, -np.inf)
    return any_legal(worth >= worth.max(1, keepdims=True), dice)
