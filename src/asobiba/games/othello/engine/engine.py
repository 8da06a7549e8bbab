"""Othello's engine, for Python programs.

>>> engine = Engine(level=8)
>>> engine.analyse(Position()).best
37
"""

import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from asobiba._native import kernels
from asobiba.core.errors import ConfigError
from asobiba.games.othello.engine.labels import Labels, boards_of, solve_batch
from asobiba.games.othello.engine.plan import CERTAINTY, ERRORS, LEVELS, WITHOUT_END, Plan, Step, plan_of
from asobiba.games.othello.patterns import Patterns, shipped
from asobiba.games.othello.rules import Position

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

    @property
    def best(self) -> int:
        return self.moves[0].move

    @property
    def discs(self) -> float:
        return self.moves[0].discs

    @property
    def is_exact(self) -> bool:
        return self.to_end and self.certainty == 1.0


class Engine:
    """Used by one thread at a time; `cancel` may come from any other. With one thread and no clock it finds the same
    every time it is asked the same in the same order; `forget` begins anew."""

    def __init__(
        self, level: int | None = None, *, plan: Plan | None = None, threads: int = 1, patterns: Patterns | None = None
    ) -> None:
        if level is not None and not 1 <= level <= len(LEVELS):
            raise ConfigError(f"level={level} of Engine: allowed is 1 to {len(LEVELS)}", option="level", value=level)
        self.plan = plan_of(level) if plan is None else plan
        self.threads = threads
        bits = 18 if self.plan.depth >= DEEP or self.plan.exact >= 2 * DEEP else 14
        self._native = kernels.OthelloEngine((patterns or shipped()).native, bits, threads, ERRORS)

    def choose(self, position: Position, *, seconds: float | None = None, nodes: int | None = None) -> int:
        """A best move: of this level, or as deep as the seconds or nodes allow."""
        return self.best(position, seconds=seconds, nodes=nodes).best

    def best(self, position: Position, *, seconds: float | None = None, nodes: int | None = None) -> Finding:
        """Only the best move's value is sure."""
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
        nodes are used up, or when it is cancelled."""
        until = None if seconds is None else monotonic() + seconds
        yield self.begin(position)
        for step in (plan or self.plan).steps(empties(position)):
            left = None if until is None else max(0.0, until - monotonic())
            if not self.look(step, every_move=every_move, seconds=left, nodes=nodes):
                return
            yield self.found()

    def begin(self, position: Position) -> Finding:
        """The next searches are about this position; what they found of others is remembered."""
        self._native.about(position.mine, position.theirs)
        return self.found()

    def look(self, step: Step, *, every_move: bool, seconds: float | None = None, nodes: int | None = None) -> bool:
        """One search. False: it was stopped, and what was found before stands."""
        return self._native.look(step.depth, step.care, every_move, seconds, nodes)

    def found(self) -> Finding:
        """By the last search that came to its end."""
        moves = tuple(Valued(*each) for each in self._native.moves())
        depth, care, to_end = self._native.reach
        line = tuple(self._native.line(moves[0].move)) if moves else ()
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


def empties(position: Position) -> int:
    return 64 - (position.black | position.white).bit_count()
