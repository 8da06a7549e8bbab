"""What an agent thinks of each move. An agent that can say it has `advise` beside `choose`."""

import random
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from asobiba.agents.players import Players
from asobiba.agents.solver import Proven
from asobiba.core.agent import Agent
from asobiba.core.game import AnyGame, State

SCORE = "score"
"""The unit of what is proven: what the seat will have scored when the game is over."""


@dataclass(frozen=True)
class Advice:
    values: Mapping[int, float]
    """Each legal action's value for the seat to move, higher is better; what is proven lies far beyond any estimate."""
    exact: bool = False
    """True when the best value is proven."""
    unit: str = "evaluation"
    """Of the values that are estimated."""
    proven: Mapping[int, Proven] = field(default_factory=dict)
    """Those actions whose end is known."""
    visits: Mapping[int, int] = field(default_factory=dict)
    """Of a search that counts them: how often it looked at each action."""
    line: Sequence[int] = ()
    """What it expects everybody to play from here on, as far as it says."""
    depth: int | None = None
    """Plies that it looked ahead; None: it does not count in plies."""
    certainty: float | None = None
    """Of a search that leaves out what is unlikely: how sure it is that this changes nothing. To the end of the game
    1 is proven."""
    nodes: int | None = None
    """Positions that it looked at, where it counts them."""
    insight: Mapping[str, Any] = field(default_factory=dict)
    """The mind's own remarks, ready for JSON; they stand beside those of the game, `Text.insight`."""

    def best(self) -> list[int]:
        top = max(self.values.values())
        return [action for action, value in self.values.items() if value == top]


SIDES: Mapping[str, tuple[float, float]] = {"result": (-1.0, 1.0), "win chance": (0.0, 1.0)}
"""Units with two sides: what a sure loss and a sure win are in them."""
SCORES = ("return", SCORE)
"""Units of what the seat will have scored; its sides are those of the game."""


def leaning(advice: Advice, bounds: tuple[float, float]) -> float | None:
    """From -1, a sure loss, to 1, a sure win: what the best move is worth. None where the unit has no sides, such as
    points of an evaluation. `bounds` are the lowest and the highest score of the game."""
    sides = bounds if advice.unit in SCORES else SIDES.get(advice.unit)
    if sides is None:
        return None
    best = advice.best()[0]
    if best in advice.proven:
        return float(advice.proven[best].outcome)
    low, high = sides
    return (2 * advice.values[best] - low - high) / (high - low)


@runtime_checkable
class Adviser(Agent, Protocol):
    def advise(self, state: State, /) -> Advice: ...


@runtime_checkable
class Deepener(Adviser, Protocol):
    def deepen(self, state: State, /) -> Generator[Advice, None, None]:
        """Advice that grows better, the last like that of `advise`. Whoever has seen enough closes the generator: the
        search ends at once."""


def one_of_the_best(advice: Advice, generator: random.Random) -> int:
    return generator.choice(advice.best())


def settled_move(game: AnyGame, state: State, generator: random.Random) -> int | None:
    """The move that looks best whatever the result, where that stands; otherwise None.

    An agent that only minds the result would put off a loss that is certain for ever.
    """
    if not game.part(Players).settled(state):
        return None
    looks = {action: game.part(Players).evaluate(state.apply(action), state.to_play) for action in state.legal()}
    return one_of_the_best(Advice(looks), generator)
