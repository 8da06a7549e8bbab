"""The beam: many moves ahead, of each layer the best positions, with futures drawn by lot where the queue is unknown.

The search is native/puyo/beam.hpp. Of the queue it knows the three pairs in sight, of the turn no commit.
"""

import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from asobiba._native import kernels
from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options, option
from asobiba.games.puyo.native import pack, rules
from asobiba.games.puyo.rules import Position, land

MOST_STEPS = 1_000_000
MOST_POINTS = 99_999.0
"""Of a value that is told: beyond it somebody is buried, and how far beyond says nothing to people."""
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


@dataclass(frozen=True)
class Judgement:
    values: Mapping[int, float]
    """In points: of the chain that is expected; in versus also of blows given and feared."""
    links: Mapping[int, float]
    """Of the chain that is expected."""


def judged(position: Position, plan: Plan, seed: int) -> Judgement:
    """By the same seed the same."""
    values, links = kernels.puyo_search(
        rules(position.options), pack(position), plan.width, plan.depth, plan.queues, seed
    )
    legal = position.legal()
    return Judgement({action: values[action] for action in legal}, {action: links[action] for action in legal})


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
        return one_of_the_best(Advice(self._judged(state).values), self.generator)

    def advise(self, state: Position) -> Advice:
        """With the links of the chain that the best placement aims at."""
        return told(self._judged(state))

    def deepen(self, state: Position) -> Generator[Advice, None, None]:
        """The same, and then with the placements that follow the best one while the pairs are in sight."""
        found = self._judged(state)
        yield told(found)
        yield told(found, self._plan_from(state, best_of(found)))

    def _plan_from(self, state: Position, first: int) -> list[int]:
        """As if the seat played alone: what the other does is not known."""
        options, pairs, plan = replace(state.options, mode="single", max_turns=None), state.pairs(), [first]
        player = replace(state.players[state.to_play], ojama=0, loose=0)
        for turn in range(1, len(pairs)):
            player = land(player, plan[-1], pairs[turn - 1], options).player
            position = Position(players=(player,), queue="".join(pairs), turn=turn, options=options)
            if position.to_play < 0:
                break
            plan.append(best_of(self._judged(position)))
        return plan

    def _judged(self, state: Position) -> Judgement:
        return judged(state, self.plan, self.generator.getrandbits(SEED_BITS))


def best_of(found: Judgement) -> int:
    return max(found.values, key=lambda action: found.values[action])


def told(found: Judgement, plan: Sequence[int] = ()) -> Advice:
    aim = {"aim": round(found.links[best_of(found)])}
    values = {action: max(-MOST_POINTS, min(MOST_POINTS, value)) for action, value in found.values.items()}
    return Advice(values, unit="points", insight={**aim, **({"plan": list(plan)} if plan else {})})
