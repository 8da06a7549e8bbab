"""Othello's engine, for Python programs.

>>> engine = Engine(level=8)
>>> engine.analyse(Position()).best
37
"""

import random
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic

from asobiba._native import kernels
from asobiba.core.errors import IllegalMove, StateError
from asobiba.games.othello.engine.labels import Labels, boards_of, solve_batch
from asobiba.games.othello.engine.limits import nodes_of, seconds_of, threads_of, whole
from asobiba.games.othello.engine.plan import CERTAINTY, ERRORS, LEVELS, WITHOUT_END, Plan, Step, plan_of
from asobiba.games.othello.patterns import Patterns, shipped
from asobiba.games.othello.rules import OthelloOptions, Position

DEEP = 12
"""Plies from which on a search has use for a large table."""


@dataclass(frozen=True)
class Valued:
    move: int
    discs: float
    """The final difference for the side to move, the empty squares given to the winner; an expectation unless exact."""
    sure: bool
    """False: the move is worth so much at most. A search for the best one looks no further."""


@dataclass(frozen=True)
class Finding:
    """What a search found."""

    moves: tuple[Valued, ...]
    """The best first; none where the game is over."""
    line: tuple[int, ...]
    """What both are expected to play, from the best move on."""
    depth: int
    """Plies; 0: it has only looked at the moves."""
    to_end: bool
    certainty: float
    """Of a search to the end: how sure the values are, 1 being proven. Of another one it says how much it left out."""
    nodes: int
    """From the beginning of the search on."""
    score: float = 0.0
    """Of the side to move so far, in discs: 0 until the game is over."""

    @property
    def best(self) -> int:
        if not self.moves:
            raise IllegalMove("no move is the best: the game is over")
        return self.moves[0].move

    @property
    def discs(self) -> float:
        """What the best move is worth; where the game is over, how it has ended."""
        return self.moves[0].discs if self.moves else self.score

    @property
    def is_exact(self) -> bool:
        return self.to_end and self.certainty == 1.0


class Engine:
    """Used by one thread at a time; `cancel` may come from any other. With one thread and no clock it finds the same
    every time it is asked the same in the same order; `forget` begins anew, but for what `choose` draws."""

    def __init__(
        self,
        level: int | None = None,
        *,
        plan: Plan | None = None,
        threads: int = 1,
        patterns: Patterns | None = None,
        seed: int | random.Random = 0,
    ) -> None:
        """`seed` is for the moves that a weak level draws; a generator is drawn from as it is."""
        if level is not None:
            level = whole("Engine", "level", level, 1, len(LEVELS))
        self.plan = plan_of(level) if plan is None else plan
        self.threads = threads_of("Engine", threads)
        self.generator = seed if isinstance(seed, random.Random) else random.Random(seed)
        self._position = Position(0, 0)
        self._begun = 0
        """How many positions it has been asked about."""
        bits = 18 if self.plan.depth >= DEEP or self.plan.exact >= 2 * DEEP else 14
        self._native = kernels.OthelloEngine((patterns or shipped()).native, bits, self.threads, ERRORS)

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        plan: Plan | None = None,
    ) -> int:
        """A move of this level, or of a plan. Within the discs that it may give away any of the moves is drawn: a weak
        level errs a little and often, as people do, and never throws everything away."""
        loss = (plan or self.plan).loss
        *_, found = self.deepen(position, every_move=loss > 0, seconds=seconds, nodes=nodes, plan=plan)
        near = [each.move for each in found.moves if each.sure and each.discs >= found.discs - loss]
        # Nothing is near, because nothing is sure, where it was stopped at once.
        return self.generator.choice(near) if loss > 0 and near else found.best

    def best(self, position: Position, *, seconds: float | None = None, nodes: int | None = None) -> Finding:
        """As deep as this level looks. Only the best move's value is sure."""
        *_, found = self.deepen(position, every_move=False, seconds=seconds, nodes=nodes)
        return found

    def analyse(self, position: Position, *, seconds: float | None = None, nodes: int | None = None) -> Finding:
        """What every move is worth."""
        *_, found = self.deepen(position, seconds=seconds, nodes=nodes)
        return found

    def solve(self, position: Position, *, every_move: bool = False) -> Finding:
        """To the end, however long it takes: up to 20 empty squares seconds, from 26 on minutes."""
        *_, found = self.deepen(position, every_move=every_move, plan=WITHOUT_END)
        return found

    def solve_all(self, positions: Sequence[Position]) -> Labels:
        return solve_batch(boards_of(positions), self.threads)

    def deepen(
        self,
        position: Position,
        *,
        every_move: bool = True,
        seconds: float | None = None,
        nodes: int | None = None,
        plan: Plan | None = None,
    ) -> Generator[Finding, None, None]:
        """One finding after the other, each from a deeper search, at least one. It ends with the plan, when time or
        nodes are used up, or when it is cancelled. One at a time: who asks about another position has left this one."""
        seconds, nodes = seconds_of("Engine", seconds), nodes_of("Engine", nodes)
        return self._deepening(position, plan or self.plan, every_move, seconds, nodes)

    def _deepening(
        self, position: Position, plan: Plan, every_move: bool, seconds: float | None, nodes: int | None
    ) -> Generator[Finding, None, None]:
        until = None if seconds is None else monotonic() + seconds
        found = self.begin(position)
        begun = self._begun
        yield found
        for step in plan.steps(empties(position)) if found.moves else ():
            if self._begun != begun:
                raise StateError(
                    "this search cannot go on: its engine has begun another one since; "
                    "allowed is one at a time, or an Engine for each"
                )
            left = None if until is None else max(0.0, until - monotonic())
            if not self.look(step, every_move=every_move, seconds=left, nodes=nodes):
                return
            yield self.found()

    def begin(self, position: Position) -> Finding:
        """The next searches are about this position; what they found of others is remembered."""
        self._native.about(position.mine, position.theirs)
        self._position = position
        self._begun += 1
        return self.found()

    def look(self, step: Step, *, every_move: bool, seconds: float | None = None, nodes: int | None = None) -> bool:
        """One search. False: it was stopped, and what was found before stands."""
        return self._native.look(step.depth, step.care, every_move, seconds, nodes)

    def found(self) -> Finding:
        """By the last search that came to its end."""
        moves = tuple(Valued(*each) for each in self._native.moves())
        if not moves:
            return Finding((), (), 0, True, 1.0, self._native.nodes, score_of(self._position))
        depth, care, to_end = self._native.reach
        line = tuple(self._native.line(moves[0].move))
        return Finding(moves, line, depth, to_end, CERTAINTY[care], self._native.nodes)

    def cancel(self) -> None:
        """From any thread: the search ends with what it has found."""
        self._native.stop()

    def forget(self) -> None:
        self._native.forget()

    @contextmanager
    def pondering(self, position: Position) -> Iterator[None]:
        """While the other side thinks: its position is searched, and what is found helps later."""
        stopped = threading.Event()

        def ponder() -> None:
            for _ in self.deepen(position, every_move=False, plan=WITHOUT_END):
                if stopped.is_set():
                    return

        thinker = threading.Thread(target=ponder)
        thinker.start()
        try:
            yield
        finally:
            stopped.set()
            while thinker.is_alive():
                self.cancel()
                thinker.join(0.01)


def score_of(position: Position) -> float:
    """Whatever the game counts."""
    return replace(position, options=OthelloOptions(score="discs")).returns()[position.side]


def empties(position: Position) -> int:
    return 64 - (position.black | position.white).bit_count()
