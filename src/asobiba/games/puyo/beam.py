"""The beam: many moves ahead, of each layer the best positions, with futures drawn by lot where the queue is unknown.

The search is native/puyo/beam.hpp. Of the queue it knows the three pairs in sight, of the turn no commit.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from asobiba._native import kernels
from asobiba.core.advice import Advice, one_of_the_best
from asobiba.core.contract import AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option
from asobiba.games.puyo.native import pack, rules
from asobiba.games.puyo.rules import Position

MOST_STEPS = 1_000_000
SEED_BITS = 64


@dataclass(frozen=True)
class Plan:
    """How far and how broadly to look."""

    width: int
    """Positions of each layer that are looked at further."""
    depth: int
    """Moves."""
    queues: int
    """Futures that are drawn by lot."""


LEVELS = (Plan(3, 4, 1), Plan(20, 8, 2), Plan(60, 10, 6), Plan(100, 12, 8))
"""About 0.3, 4, 40 and 100 ms a move."""


def values(position: Position, plan: Plan, seed: int) -> Mapping[int, float]:
    """In points: of the chain that is expected; in versus also of blows given and feared. By the same seed the same."""
    found, _ = kernels.puyo_search(rules(position.options), pack(position), plan.width, plan.depth, plan.queues, seed)
    return {action: found[action] for action in position.legal()}


@dataclass(frozen=True)
class BeamSettings(Options):
    level: int = option(3, "its strength; the settings below change it one by one", low=1, high=len(LEVELS))
    width: int | None = option(None, "positions of each layer that are looked at further", low=1, high=10_000)
    depth: int | None = option(None, "moves that it looks ahead", low=1, high=100)
    queues: int | None = option(None, "futures that are drawn by lot", low=1, high=1_000)

    def plan(self) -> Plan:
        basis = LEVELS[self.level - 1]
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
        self.plan, self.generator = settings.plan(), generator

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: BeamSettings) -> str | None:
        return None

    def choose(self, state: Position) -> int:
        return one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: Position) -> Advice:
        return Advice(values(state, self.plan, self.generator.getrandbits(SEED_BITS)), unit="points")
