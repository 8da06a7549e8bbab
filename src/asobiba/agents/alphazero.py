"""The AlphaZero agent: a trained network guides a search. For every game that has such a network; `asobiba train GAME
alphazero` makes one. With simulations=0 the network plays alone.

Sound for games in which nothing is hidden from the seat to move; where something is, it needs the kernel's search.
"""

import random
from dataclasses import dataclass

from asobiba.agents.guided import Ends, Found, Plan, search
from asobiba.agents.insight import Insight
from asobiba.agents.learned import load_network
from asobiba.agents.weights import is_path, networks_of
from asobiba.core.advice import Advice, Proven, one_of_the_best, proven_by
from asobiba.core.contract import AnyGame, State
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option

DECIDED = 1e6
"""What is proven lies beyond any estimate."""


@dataclass(frozen=True)
class AlphaZeroSettings(Options):
    weights: str = option("alphazero", "a network that comes with the game, or the path of a file", local=is_path)
    simulations: int = option(64, "of each move; 0: the network alone", low=0, high=1 << 20)


class AlphaZero:
    settings = AlphaZeroSettings

    def __init__(self, game: AnyGame, options: Options, settings: AlphaZeroSettings, generator: random.Random) -> None:
        network = load_network(game, options, settings.weights)
        if not isinstance(network, Insight):
            raise ConfigError(
                f"network {settings.weights} is not of AlphaZero: play with it as learned:weights={settings.weights}",
                weights=settings.weights,
            )
        self.network, self.simulations, self.generator = network, settings.simulations, generator
        self.ends = Ends.of(game, options)

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: AlphaZeroSettings) -> str | None:
        if not is_path(settings.weights) and settings.weights not in networks_of(game):
            return f"no network {settings.weights} comes with {game.name}: train one, and name its file as weights=PATH"
        if game.rules.simultaneous(options) and settings.simulations:
            return f"alphazero does not search games with hidden commits, such as {game.name} with these options"
        return None

    def choose(self, state: State) -> int:
        if not self.simulations:
            return one_of_the_best(self.advise(state), self.generator)
        return self.found(state).action

    def found(self, state: State) -> Found:
        considered = len(state.legal())
        plan = Plan(self.simulations, considered, gumbel_scale=0.0)
        asked = search(state, self.ends, plan, self.generator)
        position = next(asked)
        while True:
            try:
                position = asked.send(self.network.judge(position))
            except StopIteration as over:
                found: Found = over.value
                return found

    def advise(self, state: State) -> Advice:
        """Win chances, or points; those of the most visited move count as the best."""
        if not self.simulations:
            return Advice(self.network.values(state), unit=self.network.unit)
        found = self.found(state)
        unit = "win chance" if self.ends.are_known else "points"
        values: dict[int, float] = {}
        proven: dict[int, Proven] = {}
        for action, worth, known in zip(found.actions, found.values.tolist(), found.proven, strict=True):
            values[action] = (worth + 1) / 2 if self.ends.are_known else worth
            if known and len(found.value) > 1:
                proven[action] = proven_by(self.ends.score(worth), 0)
                values[action] = DECIDED * self.ends.score(worth) if worth else values[action]
        top = max(values.values())
        values[found.action] = max(values[found.action], top)
        return Advice(values, exact=found.action in proven, unit=unit, proven=proven)
