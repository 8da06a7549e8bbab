"""Small boards are solved: what best play expects there, to the last digit, by native/twenty48/exact.hpp.

3x3 has 48,713,509 positions up to mirror images, 2x4 has 4,980,757; they are found when they are first asked for, and
kept. The agent `solver` plays by them where that takes seconds.
"""

import random
from functools import lru_cache
from math import isnan

from asobiba._native import kernels
from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.solver import Solver as GameSolver
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.games.twenty48.rules import Position, Twenty48Options, rank

MOST_CELLS = 9
POINTS = "points"
AGENT_CELLS = 8
"""Nine take minutes and 1.6 GB."""
MOST_POSITIONS = 50_000_000
"""Remembered at 16 bytes each in a table that is at least a quarter empty."""


def solver(options: Twenty48Options) -> GameSolver[Position] | None:
    return GameSolver(values=expected, unit=POINTS) if options.rows * options.columns <= MOST_CELLS else None


def expected(position: Position) -> dict[int, float] | None:
    """The score in the end, after each move."""
    found = _solver(position.options).moves(bytes(map(rank, position.board)))
    if not found:
        return None
    return {action: position.score + value for action, value in enumerate(found) if not isnan(value)}


class Solver:
    """Expectimax to the end of every game: the best move, and what each is worth to the last digit."""

    settings = Options

    def __init__(self, game: AnyGame, options: Twenty48Options, settings: Options, generator: random.Random) -> None:
        self.generator = generator

    @staticmethod
    def refuses(game: AnyGame, options: Twenty48Options, settings: Options) -> str | None:
        if options.rows * options.columns <= AGENT_CELLS:
            return None
        return f"the solver plays on boards of {AGENT_CELLS} cells at most"

    def choose(self, state: Position) -> int:
        return one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: Position) -> Advice:
        values = expected(state)
        if values is None:
            raise ConfigError(f"more than {MOST_POSITIONS:,} positions: this board is not solved")
        return Advice(values, exact=True, unit=POINTS)


@lru_cache(maxsize=1)
def _solver(options: Twenty48Options) -> kernels.Twenty48Exact:
    return kernels.Twenty48Exact(
        options.rows, options.columns, options.target, options.stop_at_target, most_positions=MOST_POSITIONS
    )
