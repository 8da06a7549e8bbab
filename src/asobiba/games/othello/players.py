"""The players of Othello: the engine, trained patterns, and the levels from the weakest to the strongest."""

from typing import Any

from asobiba.agents.players import Players, Role
from asobiba.games.othello.book import balanced
from asobiba.games.othello.engine.agent import EngineAgent
from asobiba.games.othello.engine.solution import solver
from asobiba.games.othello.evaluate import evaluate
from asobiba.games.othello.openings import insight
from asobiba.games.othello.patterns import Patterns
from asobiba.games.othello.rules import OthelloOptions


def _roles(options: OthelloOptions) -> dict[Role, str]:
    """In a perfect game level 10 blames a move for six discs; level 12 is wrong by 2.3 at most."""
    exact: dict[Role, str] = {} if options.score == "count" else {"exact": "engine:exact=64"}
    return {"adviser": "engine:level=12", "analyst": "engine:ms=600000", **exact}


PLAYERS: Players[Any, Any] = Players(
    evaluate=evaluate,
    agents={"engine": EngineAgent},
    openings=lambda _: balanced(),
    networks={"patterns": Patterns.read},
    levels=lambda _: (
        "greedy:noise=0.5",
        "greedy",
        "engine:level=1",
        "minimax:depth=5",
        "engine:level=5",
        "engine:level=8",
        "engine:level=12",
    ),
    roles=_roles,
    solver=solver,
    insight=insight,
)
