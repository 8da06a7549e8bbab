"""Solve a position with the solver of its game.

solving = solving_of(game, options, state, Limits(nodes=1_000_000))
while not solving.work(1.0):
    ...
solving.found()
"""

from dataclasses import dataclass
from typing import Any

from asobiba.agents.players import Players
from asobiba.agents.solver import Limits, Solution, Solver, Solving
from asobiba.core.game import AnyGame
from asobiba.core.options import Options


@dataclass(frozen=True)
class _Known:
    """A solver with values needs no search."""

    solver: Solver[Any]
    state: Any
    bounds: tuple[float, float]

    def work(self, seconds: float | None) -> bool:
        return True

    def found(self) -> Solution:
        values = self.solver.values(self.state)
        if values is None:
            return Solution(lower=self.bounds[0], upper=self.bounds[1], unit=self.solver.unit)
        top = max(values.values())
        best = tuple(action for action, value in values.items() if value == top)
        return Solution(lower=top, upper=top, best=best, unit=self.solver.unit)


def solving_of(game: AnyGame, options: Options, state: Any, limits: Limits) -> Solving | None:
    """Return a search for the position; None if nothing is solved with these options."""
    solver: Solver[Any] | None = game.part(Players).solver(options)
    if solver is None:
        return None
    if solver.search is not None:
        return solver.search(state, limits)
    return _Known(solver, state, game.bounds(options))
