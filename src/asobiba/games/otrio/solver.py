"""The solver: perfect play of Otrio for two, by native/otrio/solver.hpp.

What its nodes do not settle is left to `evaluate`, which ranks between a proven win and a proven loss.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from asobiba._native import kernels
from asobiba.core.advice import Advice, Proven, one_of_the_best
from asobiba.core.contract import AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option
from asobiba.core.truth import Truth
from asobiba.games.otrio.evaluate import evaluate
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.rules import OtrioOptions, Position

DECIDED = 1e6
"""A proven result outweighs any opinion. A ply of delay is worth 1."""
TRUTH_NODES = 200_000
"""For every move of a position. Ten times as many settle one in twenty positions of random games more."""


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
    found, _ = kernels.solve_otrio(rules(position.options), pack(position), nodes, every_move)
    return {action: None if outcome is None else Verdict(outcome, plies) for action, outcome, plies in found}


def worth(verdict: Verdict) -> float:
    """A quick win is better than a slow one, a slow loss better than a quick one."""
    return verdict.outcome * (DECIDED - verdict.plies)


def truth(options: OtrioOptions) -> Truth[Position] | None:
    return Truth(results) if options.players == 2 else None


@lru_cache(maxsize=1 << 14)
def results(position: Position) -> Mapping[int, float] | None:
    """1, 0 or -1 of each move, however long it takes; None if one of them is not settled."""
    verdicts = solve(position, TRUTH_NODES, every_move=True)
    settled = {action: float(verdict.outcome) for action, verdict in verdicts.items() if verdict is not None}
    return settled if len(settled) == len(verdicts) else None


@dataclass(frozen=True)
class SolverSettings(Options):
    nodes: int = option(2_000_000, "positions that it may search for a move", low=1, high=1_000_000_000)


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
        verdicts = solve(state, self.nodes, every_move=every_move)
        values = {
            action: opinion(state, action) if verdict is None else worth(verdict)
            for action, verdict in verdicts.items()
        }
        wins = any(verdict is not None and verdict.outcome > 0 for verdict in verdicts.values())
        loss = -1.0 if state.options.losers == "minus" else 0.0
        proven = {
            action: Proven(verdict.outcome, verdict.plies, loss if verdict.outcome < 0 else float(verdict.outcome))
            for action, verdict in verdicts.items()
            if verdict is not None
        }
        return Advice(values, exact=wins or None not in verdicts.values(), unit="result", proven=proven)


def opinion(state: Position, action: int) -> float:
    """How a move looks that is not settled: above -1 and below 1, whatever the scale of the evaluation."""
    looks = evaluate(state.apply(action), state.to_play)
    return looks / (1.0 + abs(looks))
