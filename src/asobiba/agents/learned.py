"""The learned agent: a network that was trained by self-play says what each move is worth. One ply, no search.

For games whose folder has a policy.py with weights. It needs nothing but numpy.
"""

import random
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.core.contract import AnyGame, State
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option


@dataclass(frozen=True)
class LearnedSettings(Options):
    weights: str = option("default", "which of the networks that come with the game")
    noise: float = option(0.0, "how often it plays a random move instead", low=0.0, high=1.0)


class Learned:
    settings = LearnedSettings

    def __init__(self, game: AnyGame, options: Options, settings: LearnedSettings, generator: random.Random) -> None:
        module = f"asobiba.games.{game.name}.policy"
        if find_spec(module) is None:
            raise ConfigError(f"no network of {game.name} has been trained")
        self.policy: Any = import_module(module).load(settings.weights)
        self.noise, self.generator = settings.noise, generator

    def choose(self, state: State) -> int:
        if self.noise and self.generator.random() < self.noise:
            return self.generator.choice(state.legal())
        return one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: State) -> Advice:
        return Advice(self.policy.values(state))
