"""The players of 2048: expectimax with a trained network, exact search on small boards, and the levels."""

from collections.abc import Sequence
from typing import Any

from asobiba.agents.players import LEVELS, Players, Role
from asobiba.games.twenty48.evaluate import evaluate
from asobiba.games.twenty48.exact import AGENT_CELLS, Solver, solver
from asobiba.games.twenty48.expectimax import Expectimax
from asobiba.games.twenty48.native import SIZE
from asobiba.games.twenty48.ntuple import NTuple
from asobiba.games.twenty48.playouts import played_out
from asobiba.games.twenty48.rules import LARGEST, Position, Twenty48Options

USUAL_CELLS = 16
QUICK_CELLS = 6
"""Boards up to this size are solved in less time than it takes to look at them."""


def _insight(positions: Sequence[Position]) -> dict[str, Any]:
    position = positions[-1]
    return {"max_tile": position.max_tile, "score": position.score, "won": position.won}


def _levels(options: Twenty48Options) -> tuple[str, ...]:
    """Leave playouts out on large boards, where they are long."""
    if _is_usual(options):
        return *LEVELS, "expectimax:depth=2", "expectimax:depth=3"
    searching = ("mcts:simulations=100",) if options.rows * options.columns <= USUAL_CELLS else ()
    return *LEVELS, *searching


def _roles(options: Twenty48Options) -> dict[Role, str]:
    cells = options.rows * options.columns
    roles: dict[Role, str] = {"exact": "solver"} if cells <= AGENT_CELLS else {}
    if cells <= QUICK_CELLS:
        return {**roles, "adviser": "solver"}
    return {**roles, "adviser": "expectimax:depth=3"} if _is_usual(options) else roles


def _is_usual(options: Twenty48Options) -> bool:
    return options.rows == options.columns == SIZE


PLAYERS: Players[Any, Any] = Players(
    evaluate=evaluate,
    agents={"expectimax": Expectimax, "solver": Solver},
    networks={"ntuple": NTuple.read},
    levels=_levels,
    roles=_roles,
    solver=solver,
    insight=_insight,
    milestones=("max_tile", tuple(2**rank for rank in range(1, LARGEST.bit_length()))),
    playouts=played_out,
)
