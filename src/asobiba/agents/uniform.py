"""The random agent: every legal action is equally likely. For every game."""

import random

from asobiba.core.game import AnyGame, State
from asobiba.core.options import Options


class Uniform:
    settings = Options

    def __init__(self, game: AnyGame, options: Options, settings: Options, generator: random.Random) -> None:
        self.generator = generator

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: Options) -> str | None:
        return None

    def choose(self, state: State) -> int:
        return self.generator.choice(state.legal())
