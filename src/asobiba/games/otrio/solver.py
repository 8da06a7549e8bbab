"""The solver: perfect play of Otrio for two, by native/otrio/solver.hpp.

What its nodes do not settle is left to `evaluate`, which ranks between a proven win and a proven loss.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from asobiba._native import kernels
from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.solver import Proven
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options, option
from asobiba.games.otrio.evaluate import evaluate
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.openings import openings
from asobiba.games.otrio.rules import OtrioOptions, Position

DECIDED = 1e6
"""A proven result outweighs any opinion. A ply of delay is worth 1."""
TRUTH_NODES = 200_000
"""For every move of a position. Ten times as many settle one in twenty positions of random games more."""
QUICK_NODES = 1 << 14
"""Most positions need no more, and a small table is made in no time."""
AGENT_BITS = 20
"""A table of 32 MB at most."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move leads to when both seats play perfectly, for the one that makes it."""

    outcome: int
    """1 a win, 0 a draw, -1 a loss."""
    plies: int
    """To the end, the move counted: the winner hastens it, the loser delays it. 0 of a draw."""


def solve(position: Position, nodes: int, *, every_move: bool) -> dict[int, Verdict | None]:
    """Of each legal move, ascending; None: a search of so many nodes did not settle it. A win that is found is a
    quickest one. Not `every_move`: it ends as soon as a best move is known.

    The same position and nodes give the same verdicts: nothing is remembered from search to search.
    """
    if position.options.players != 2:
        raise ConfigError(
            f"option players={position.options.players} of OtrioOptions: allowed is 2, other games are not solved",
            option="players",
            value=position.options.players,
        )
    searching = search(position, min(nodes, QUICK_NODES))
    if not searching.solve(every_move) and nodes > QUICK_NODES:
        searching = search(position, nodes)
        searching.solve(every_move)
    return verdicts(searching)


def search(
    position: Position, nodes: int, table_bits: int = AGENT_BITS, seat: int | None = None
) -> kernels.OtrioSolver:
    """About to begin, with the openings that are known."""
    options = position.options
    found = kernels.OtrioSolver(rules(options), nodes, table_bits, openings(options))
    found.about(pack(position), seat)
    return found


def verdicts(searching: kernels.OtrioSolver) -> dict[int, Verdict | None]:
    return {
        action: None if outcome is None else Verdict(outcome, plies) for action, outcome, plies in searching.verdicts()
    }


def worth(verdict: Verdict) -> float:
    """A quick win is better than a slow one, a slow loss better than a quick one."""
    return verdict.outcome * (DECIDED - verdict.plies)


@lru_cache(maxsize=1 << 14)
def results(position: Position) -> Mapping[int, float] | None:
    """1, 0 or -1 of each move, however long it takes; None if one of them is not settled."""
    found = solve(position, TRUTH_NODES, every_move=True)
    settled = {action: float(verdict.outcome) for action, verdict in found.items() if verdict is not None}
    return settled if len(settled) == len(found) else None


@dataclass(frozen=True)
class SolverSettings(Options):
    nodes: int = option(100_000, "positions that it may search for a move", low=1, high=1_000_000_000)


class Solver:
    settings = SolverSettings

    def __init__(self, game: AnyGame, options: Options, settings: SolverSettings, generator: random.Random) -> None:
        self.nodes, self.generator = settings.nodes, generator

    @staticmethod
    def refuses(game: AnyGame, options: OtrioOptions, settings: SolverSettings) -> str | None:
        return (
            None if options.players == 2 else f"solver plays otrio with two seats; these options have {options.players}"
        )

    def choose(self, state: Position) -> int:
        """Of the best moves, the one that looks best: a lost game is not lost against everybody."""
        best = self._advice(state, every_move=False).best()
        return one_of_the_best(Advice({action: opinion(state, action) for action in best}), self.generator)

    def advise(self, state: Position) -> Advice:
        return self._advice(state, every_move=True)

    def _advice(self, state: Position, *, every_move: bool) -> Advice:
        found = solve(state, self.nodes, every_move=every_move)
        values = {
            action: opinion(state, action) if verdict is None else worth(verdict) for action, verdict in found.items()
        }
        wins = any(verdict is not None and verdict.outcome > 0 for verdict in found.values())
        return Advice(
            values, exact=wins or None not in found.values(), unit="result", proven=proven(state.options, found)
        )


def proven(options: OtrioOptions, found: Mapping[int, Verdict | None]) -> dict[int, Proven]:
    loss = -1.0 / (options.players - 1) if options.losers == "minus" else 0.0
    return {
        action: Proven(verdict.outcome, verdict.plies, loss if verdict.outcome < 0 else float(verdict.outcome))
        for action, verdict in found.items()
        if verdict is not None
    }


def opinion(state: Position, action: int) -> float:
    """How a move looks that is not settled: above -1 and below 1, whatever the scale of the evaluation."""
    looks = evaluate(state.apply(action), state.to_play)
    return looks / (1.0 + abs(looks))
