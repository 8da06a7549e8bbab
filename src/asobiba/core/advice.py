"""What an agent thinks of each move. An agent that can say it has `advise` beside `choose`."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from asobiba.core.contract import Agent, State


@dataclass(frozen=True)
class Advice:
    values: Mapping[int, float]
    """Each legal action's value for the seat to move, higher is better."""
    exact: bool = False
    """True when the best value is proven."""

    def best(self) -> list[int]:
        top = max(self.values.values())
        return [action for action, value in self.values.items() if value == top]


@runtime_checkable
class Adviser(Agent, Protocol):
    def advise(self, state: State, /) -> Advice: ...


def one_of_the_best(advice: Advice, generator: random.Random) -> int:
    return generator.choice(advice.best())
