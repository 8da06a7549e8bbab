"""The engine as a player: `engine`, `engine:level=5`, `engine:ms=100`, `engine:depth=12,exact=20`."""

import random
from collections.abc import Generator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from asobiba.agents.advice import Advice
from asobiba.agents.solver import Proven
from asobiba.core.clock import share
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options, option
from asobiba.games.othello.book import book
from asobiba.games.othello.engine.engine import Engine, Finding, empties
from asobiba.games.othello.engine.plan import LEVELS, WITHOUT_END, Plan, parts_of_clock, plan_of
from asobiba.games.othello.rules import OthelloOptions, Position

DISCS = "discs"
NEARLY = 0.5
"""Discs less than the best that a move from the book may win."""


@dataclass(frozen=True)
class EngineSettings(Options):
    level: int | None = option(None, "strength; 10 where nothing is said", low=1, high=len(LEVELS))
    depth: int | None = option(None, "plies to look ahead, instead of the level's", low=1, high=64)
    exact: int | None = option(None, "empty squares from which on it plays perfectly", low=0, high=64)
    loss: float | None = option(None, "discs that a move may give away", low=0.0, high=64.0)
    ms: int | None = option(
        None, "milliseconds for a move; without a level it looks as deep as they allow", low=1, high=3_600_000
    )
    nodes: int | None = option(None, "positions that it may search for a move", low=1, high=10**12)
    threads: int = option(1, "processors that it uses", low=1, high=64)
    book: bool = option(False, "plays openings from the book, any move that is nearly the best")

    def check(self) -> None:
        if self.level is not None and self.depth is not None:
            raise ConfigError(
                f"level={self.level} and depth={self.depth} of EngineSettings: allowed is one of them", option="depth"
            )


class EngineAgent:
    settings = EngineSettings

    def __init__(
        self, game: AnyGame, options: OthelloOptions, settings: EngineSettings, generator: random.Random
    ) -> None:
        limited = settings.ms is not None or settings.nodes is not None
        self.unsaid = settings.level is None and settings.depth is None and settings.exact is None
        plan = plan_of(settings.level, settings.depth, settings.exact, settings.loss)
        self.endless = replace(WITHOUT_END, loss=plan.loss)
        self.engine = Engine(
            plan=self.endless if limited and self.unsaid else plan, threads=settings.threads, seed=generator
        )
        self.seconds = None if settings.ms is None else settings.ms / 1000
        self.nodes, self.generator = settings.nodes, generator
        self.clock: tuple[float, int | None, float] | None = None
        self.has_pondered = False
        """Since the last move: then what is remembered was found for the next one."""
        self.book = book() if settings.book else None

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: EngineSettings) -> str | None:
        return None

    def choose(self, state: Position) -> int:
        legal, on_clock = state.legal(), self._share(state)
        if len(legal) == 1:
            return legal[0]
        if self.book is not None and (known := self.book.values(state)):
            return self.generator.choice([move for move in legal if known[move] >= max(known.values()) - NEARLY])
        seconds, plan = self._limits(on_clock)
        self._begin(seconds)
        return self.engine.choose(state, seconds=seconds, nodes=self.nodes, plan=plan)

    def advise(self, state: Position) -> Advice:
        self._begin(self.seconds)
        return advice(state, self.engine.analyse(state, seconds=self.seconds, nodes=self.nodes))

    def deepen(self, state: Position) -> Generator[Advice, None, None]:
        self._forget()
        for found in self.engine.deepen(state, seconds=self.seconds, nodes=self.nodes):
            yield advice(state, found)

    def allow(self, seconds: float, moves: int | None, increment: float) -> None:
        self.clock = seconds, moves, increment

    def pondering(self, state: Position) -> AbstractContextManager[None]:
        self.has_pondered = True
        return self.engine.pondering(state)

    def stop(self) -> None:
        """From any thread: it moves at once."""
        self.engine.cancel()

    def _limits(self, on_clock: float | None) -> tuple[float | None, Plan | None]:
        """Seconds for a move, and the plan where it is not the engine's own."""
        if on_clock is None:
            return self.seconds, None
        seconds = on_clock if self.seconds is None else min(self.seconds, on_clock)
        return seconds, self.endless if self.unsaid else None

    def _begin(self, seconds: float | None) -> None:
        if seconds is None:
            self._forget()
        self.has_pondered = False

    def _forget(self) -> None:
        """The same position is answered alike, whatever came before; who ponders wants what it has found to be used."""
        if not self.has_pondered:
            self.engine.forget()

    def _share(self, state: Position) -> float | None:
        """Of what the clock allows; asked once, because the next move is told anew."""
        clock, self.clock = self.clock, None
        if clock is None:
            return None
        return share(*clock, parts=parts_of_clock(empties(state)))


def advice(state: Position, found: Finding) -> Advice:
    """Who counts only the discs on the board plays another game near the end: of that nothing is proven."""
    is_exact = found.is_exact and state.options.score != "count"
    return Advice(
        {each.move: each.discs for each in sorted(found.moves, key=lambda each: each.move)},
        exact=is_exact,
        unit=DISCS,
        proven={each.move: proven(state, each.discs) for each in found.moves if each.sure} if is_exact else {},
        line=found.line,
        depth=found.depth,
        certainty=found.certainty if found.depth or found.to_end else None,  # a mere glance has left out everything
        nodes=found.nodes,
    )


def proven(state: Position, discs: float) -> Proven:
    """Of a game that ends with so many discs more; nobody has counted the plies."""
    outcome = (discs > 0) - (discs < 0)
    return Proven(outcome, 0, float(outcome) if state.options.score == "result" else discs)
