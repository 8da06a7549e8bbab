"""Othello solved near its end: what a position is worth, and by which moves."""

from collections.abc import Mapping
from functools import lru_cache
from time import monotonic

from asobiba.agents.solver import RESULT, Limits, Solution, Solver
from asobiba.games.othello.engine.agent import DISCS, proven
from asobiba.games.othello.engine.engine import Engine, empties
from asobiba.games.othello.engine.labels import boards_of, solve_batch
from asobiba.games.othello.engine.plan import WITHOUT_END
from asobiba.games.othello.rules import OthelloOptions, Position

MOST = 64
SETTLED = 14
"""Empty squares up to which the truth is at hand: some milliseconds for every move."""


def solver(options: OthelloOptions) -> Solver[Position] | None:
    """Return values near the end and a search from anywhere; the plain count of discs is another game."""
    if options.score == "count":
        return None
    if options.score == RESULT:
        return Solver(values=results, reaches=reaches, search=Search)
    return Solver(values=discs, unit=DISCS, reaches=reaches, search=Search)


def reaches(position: Position) -> bool:
    return empties(position) <= SETTLED


@lru_cache(maxsize=1 << 14)
def discs(position: Position) -> Mapping[int, float] | None:
    """Each move's result with the empty squares given to the winner; None if the end is too far."""
    if not reaches(position):
        return None
    legal = position.legal()
    answers = solve_batch(boards_of([position.apply(action) for action in legal])).scores
    return {action: -float(score) for action, score in zip(legal, answers.tolist(), strict=True)}


def results(position: Position) -> Mapping[int, float] | None:
    found = discs(position)
    return None if found is None else {action: float((value > 0) - (value < 0)) for action, value in found.items()}


class Search:
    """To the end, one search after the other; the last of them is exact. Discs, whatever the game counts: they tell
    the result too."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits = position, limits
        self.engine = Engine(plan=WITHOUT_END)
        self.engine.begin(position)
        self.steps = list(WITHOUT_END.steps(empties(position)))

    def work(self, seconds: float | None) -> bool:
        until = None if seconds is None else monotonic() + seconds
        while self.steps:
            step, nodes = self.steps[0], self.limits.nodes
            left = None if until is None else max(0.0, until - monotonic())
            if not self.engine.look(step, every_move=self.limits.every_move, seconds=left, nodes=nodes):
                return nodes is not None and self.engine.found().nodes >= nodes
            del self.steps[0]
        return True

    def found(self) -> Solution:
        found = self.engine.found()
        if not found.is_exact:
            return Solution(lower=-MOST, upper=MOST, searched=None, nodes=found.nodes, unit=DISCS)
        best = tuple(sorted(each.move for each in found.moves if each.sure and each.discs == found.discs))
        values = {each.move: each.discs for each in found.moves if self.limits.every_move}
        ends = {move: proven(self.position, discs) for move, discs in values.items()}
        return Solution(
            lower=found.discs,
            upper=found.discs,
            best=best,
            proven=ends,
            values=values,
            nodes=found.nodes,
            unit=DISCS,
        )
