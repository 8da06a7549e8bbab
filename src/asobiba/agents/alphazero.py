"""The AlphaZero agent: a trained network guides a search. For every game that has such a network; `asobiba train GAME
alphazero` makes one. With simulations=0 the network plays alone.

The search is native where the game has a kernel (native/common/guided.hpp), by PUCT, and keeps its tree from move to
move; otherwise it is agents/gumbel.py, by Gumbel's rule, which is what networks learn with. Sound for any number of
seats and with luck; where moves are hidden it needs the kernel.
"""

import random
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.alphazero_network import AlphaZeroNetwork
from asobiba.agents.arrays import Arrays
from asobiba.agents.gumbel import Ends, Plan, search
from asobiba.agents.learned import load_network, no_network
from asobiba.agents.network_files import is_path
from asobiba.agents.search import CERTAIN, UNPROVEN, Found, FoundMove, found_in, native_rules
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame, State
from asobiba.core.options import Options, option

SEED_BITS = 63
KEPT = 2
"""Searches that a tree has room for: the next one begins with what the last one knows."""


@dataclass(frozen=True)
class AlphaZeroSettings(Options):
    weights: str = option("alphazero", "a network that comes with the game, or the path of a file", local=is_path)
    simulations: int = option(64, "of each move; 0: the network alone", low=0, high=1 << 16)
    sides: int = option(1, "from which a position is looked at, by the game's symmetries", low=1, high=64)


class GuidedSearch(Protocol):
    def think(self, state: State, seed: int, /) -> tuple[int, Found]:
        """The move to play, and what was found."""


class AlphaZero:
    settings = AlphaZeroSettings

    def __init__(self, game: AnyGame, options: Options, settings: AlphaZeroSettings, generator: random.Random) -> None:
        network = load_network(game, options, settings.weights)
        if not isinstance(network, AlphaZeroNetwork):
            raise ConfigError(
                f"network {settings.weights} is not of AlphaZero: play with it as learned:weights={settings.weights}",
                weights=settings.weights,
            )
        self._begin(game, options, network, settings, generator)

    @classmethod
    def of(cls, game: AnyGame, options: Options, network: AlphaZeroNetwork, simulations: int, seed: int) -> "AlphaZero":
        """With a network that has no file, such as one that is being trained."""
        made = cls.__new__(cls)
        made._begin(game, options, network, AlphaZeroSettings(simulations=simulations), random.Random(seed))
        return made

    def _begin(
        self,
        game: AnyGame,
        options: Options,
        network: AlphaZeroNetwork,
        settings: AlphaZeroSettings,
        generator: random.Random,
    ) -> None:
        self.network = network if settings.sides == 1 else network.from_sides(game, options, settings.sides)
        self.simulations, self.generator = settings.simulations, generator
        self.bounds = game.bounds(options)
        self.thought: tuple[State, int, Found] | None = None
        self.search: GuidedSearch = (
            NativeGuided(game, options, self.network, self.simulations)
            if is_native(game, options)
            else PlainGuided(game, options, self.network, self.simulations)
        )

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: AlphaZeroSettings) -> str | None:
        if reason := no_network(game, options, settings.weights, "alphazero"):
            return reason
        if game.simultaneous(options) and settings.simulations and not is_native(game, options):
            return f"alphazero needs a kernel where moves are hidden; {game.name} with these options has none"
        return None

    def choose(self, state: State) -> int:
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        if not self.simulations:
            return one_of_the_best(self.advise(state), self.generator)
        return self._think(state)[0]

    def advise(self, state: State) -> Advice:
        """Without search, probabilities: of what a search would play."""
        if not self.simulations:
            return Advice(self.network.values(state), unit=self.network.unit)
        return self._think(state)[1].advice(state.to_play, *self.bounds)

    def _think(self, state: State) -> tuple[int, Found]:
        """Once about a position, whether it is asked for a move or for what it thinks, or for both."""
        if self.thought is None or self.thought[0] != state:
            self.thought = (state, *self.search.think(state, self.generator.getrandbits(SEED_BITS)))
        return self.thought[1:]


def is_native(game: AnyGame, options: Options) -> bool:
    """Whether the game's kernel has a search that a network guides."""
    kernel = game.part(Arrays).kernel
    return kernel is not None and hasattr(kernel.batch, "Guided") and native_rules(game, options) is not None


class NativeGuided:
    def __init__(self, game: AnyGame, options: Options, network: AlphaZeroNetwork, simulations: int) -> None:
        kernel = game.part(Arrays).kernel
        assert kernel is not None
        self.network, self.simulations, self.pack = network, simulations, kernel.pack
        low, high = game.bounds(options)
        actions, rules = game.actions(options), kernel.rules(options)
        nodes = KEPT * (simulations + 2) * (actions + 2) * len(game.seats(options))
        plan: dict[str, Any] = {"low": low, "high": high, "puct": 1}
        self.tree = kernel.batch.Guided(rules, nodes, plan)
        sample = game.part(Arrays).encode.observe(game.start(options), 0)
        self.seen = np.zeros((1, *sample.shape), sample.dtype)
        self.mask, self.seat = np.zeros((1, actions), np.int8), np.zeros(1, np.int8)

    def think(self, state: State, seed: int) -> tuple[int, Found]:
        self.tree.place(self.pack(state), self.simulations, seed)
        while self.tree.gather(self.seen, self.mask, self.seat):
            self.tree.give(*self.network.look(self.seen, self.seat))
        told = self.tree.report()
        return told["choice"], found_in(told)


class PlainGuided:
    def __init__(self, game: AnyGame, options: Options, network: AlphaZeroNetwork, simulations: int) -> None:
        self.network, self.ends = network, Ends.of(game, options)
        self.plan = Plan(simulations, game.actions(options), gumbel_scale=0.0)

    def think(self, state: State, seed: int) -> tuple[int, Found]:
        asked = search(state, self.ends, self.plan, random.Random(seed))
        position = next(asked)
        found, ends = None, self.ends
        while found is None:
            try:
                position = asked.send(self.network.judge(position))
            except StopIteration as over:
                found = over.value
        moves = {
            action: FoundMove(int(visits), tuple(map(ends.score, payoffs.tolist())), CERTAIN if known else UNPROVEN, 0)
            for action, visits, payoffs, known in zip(
                found.actions, found.visits, found.payoffs, found.proven, strict=True
            )
        }
        value = tuple(map(ends.score, found.value.tolist()))
        nodes = int(found.visits.sum())
        return found.action, Found(moves, found.line, value, found.is_proven, nodes, len(found.line))
