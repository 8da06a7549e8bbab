"""The players of Otrio: the solver for two, foresight for three and four, and the levels."""

from typing import Any

from asobiba.agents.players import LEVELS, Players, Role
from asobiba.agents.solver import Solver as GameSolver
from asobiba.games.otrio.evaluate import evaluate, insight
from asobiba.games.otrio.foresight import Foresight
from asobiba.games.otrio.rules import OtrioOptions, Position
from asobiba.games.otrio.solution import Solving
from asobiba.games.otrio.solver import Solver, results


def _levels(options: OtrioOptions) -> tuple[str, ...]:
    """Minimax is for two. Where each may choose his colour, looking three plies ahead wins no more than two."""
    if options.players > 2:
        return *LEVELS, "foresight"
    ahead = ("minimax:depth=2", "minimax:depth=3") if options.two_player_alternation else ("minimax:depth=2",)
    return *LEVELS, *ahead, "solver"


def _roles(options: OtrioOptions) -> dict[Role, str]:
    if options.players > 2:
        return {"adviser": "foresight"}
    return {"adviser": "solver", "exact": "solver:nodes=1000000000"}


def _solver(options: OtrioOptions) -> GameSolver[Position]:
    """With more than two players a search finds what each seat forces; which moves keep it is not told."""
    return GameSolver(values=results, search=Solving) if options.players == 2 else GameSolver(search=Solving)


PLAYERS: Players[Any, Any] = Players(
    evaluate=evaluate,
    agents={"solver": Solver, "foresight": Foresight},
    levels=_levels,
    roles=_roles,
    ends_suddenly=True,
    solver=_solver,
    insight=insight,
)
