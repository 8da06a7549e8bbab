"""Which search solves a position: the game's own, or its truth where that is at hand. See core/solution.py."""

from dataclasses import dataclass
from typing import Any

from asobiba.core.contract import AnyGame
from asobiba.core.options import Options
from asobiba.core.solution import Limits, Solution, Solving
from asobiba.core.truth import Truth


@dataclass(frozen=True)
class _Known:
    """A game whose truth is at hand needs no search."""

    truth: Truth[Any]
    state: Any
    bounds: tuple[float, float]

    def work(self, seconds: float | None) -> bool:
        return True

    def found(self) -> Solution:
        values = self.truth.values(self.state)
        if values is None:
            return Solution(lower=self.bounds[0], upper=self.bounds[1], unit=self.truth.unit)
        top = max(values.values())
        best = tuple(action for action, value in values.items() if value == top)
        return Solution(lower=top, upper=top, best=best, unit=self.truth.unit)


def solving_of(game: AnyGame, options: Options, state: Any, limits: Limits) -> Solving | None:
    """The game's own search, or its truth; None: nothing is solved with these options."""
    own: Solving | None = game.minds.solve(state, limits)
    if own is not None:
        return own
    truth: Truth[Any] | None = game.minds.truth(options)
    return None if truth is None else _Known(truth, state, game.rules.bounds(options))
