"""Beam search: many moves ahead, of each layer the best positions, with futures drawn by lot where luck decides.

Sound for games that bring a search of their own (`Game.beam`); that knows only what the seat to move may know.
"""

import random
from dataclasses import dataclass

from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.core.beam import BeamSearch, Plan
from asobiba.core.contract import AnyGame, State
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option

MOST_STEPS = 1_000_000
SEED_BITS = 64


@dataclass(frozen=True)
class BeamSettings(Options):
    level: int = option(3, "its strength; the settings below change it one by one", low=1)
    width: int | None = option(None, "positions of each layer that are looked at further", low=1, high=10_000)
    depth: int | None = option(None, "moves that it looks ahead", low=1, high=100)
    queues: int | None = option(None, "futures that are drawn by lot", low=1, high=1_000)

    def plan(self, levels: tuple[Plan, ...]) -> Plan:
        if self.level > len(levels):
            raise ConfigError(
                f"option level={self.level} of BeamSettings: allowed is 1 to {len(levels)}", option="level"
            )
        basis = levels[self.level - 1]
        plan = Plan(self.width or basis.width, self.depth or basis.depth, self.queues or basis.queues)
        if plan.width * plan.depth * plan.queues > MOST_STEPS:
            raise ConfigError(
                f"width {plan.width} x depth {plan.depth} x queues {plan.queues} of BeamSettings: "
                f"allowed is a product up to {MOST_STEPS}",
                option="width",
            )
        return plan


class Beam:
    settings = BeamSettings

    def __init__(self, game: AnyGame, options: Options, settings: BeamSettings, generator: random.Random) -> None:
        if game.minds.beam is None:
            raise ConfigError(f"beam plays games that bring a beam search; {game.name} is not one of them")
        self.search: BeamSearch[State] = game.minds.beam
        self.plan, self.generator = settings.plan(game.minds.beam.levels), generator

    def choose(self, state: State) -> int:
        return one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: State) -> Advice:
        return Advice(self.search.values(state, self.plan, self.generator.getrandbits(SEED_BITS)))
