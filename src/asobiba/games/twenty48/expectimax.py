"""Expectimax on 4x4 boards: every slide and every new tile, some moves deep, judged by heuristic.py.

The search is native/twenty48/expectimax.hpp; it looks at tiles beyond 32768 by a slower way, at the same value. Boards
of other sizes are left to agents/expectimax.py.
"""

import random
from dataclasses import astuple, dataclass
from math import isnan

from asobiba._native import kernels
from asobiba.core.advice import Advice, one_of_the_best
from asobiba.core.contract import AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option
from asobiba.games.twenty48.heuristic import WEIGHTS, WON
from asobiba.games.twenty48.native import SIZE
from asobiba.games.twenty48.rules import RANKS, Position, Twenty48Options, rank

DEEPEST = 60
LEAST_CHANCE = 1e-4
"""Of the ways that it follows where nothing is said; with less than four moves there are hardly any less likely."""


@dataclass(frozen=True)
class ExpectimaxSettings(Options):
    depth: int | None = option(
        None, "moves that it looks ahead; if nothing is said, more where more kinds of tiles are", low=1, high=DEEPEST
    )
    ms: int | None = option(None, "milliseconds for a move, instead of a depth", low=1, high=3_600_000)
    chance: float = option(LEAST_CHANCE, "ways less likely than this are not followed further", low=0.0, high=1.0)
    threads: int = option(1, "processors that it uses", low=1, high=64)

    def check(self) -> None:
        if self.depth is not None and self.ms is not None:
            raise ConfigError(
                f"depth={self.depth} and ms={self.ms} of ExpectimaxSettings: allowed is one of them", option="ms"
            )


class Expectimax:
    settings = ExpectimaxSettings

    def __init__(
        self, game: AnyGame, options: Twenty48Options, settings: ExpectimaxSettings, generator: random.Random
    ) -> None:
        self.asked, self.generator = settings, generator
        self.stop_rank = rank(options.target) if options.stop_at_target else RANKS
        self.mind = kernels.Twenty48Expectimax(astuple(WEIGHTS), WON, settings.threads)

    @staticmethod
    def refuses(game: AnyGame, options: Twenty48Options, settings: ExpectimaxSettings) -> str | None:
        if (options.rows, options.columns) == (SIZE, SIZE):
            return None
        return f"the native expectimax plays on {SIZE}x{SIZE} boards"

    def choose(self, state: Position) -> int:
        legal = state.legal()
        return legal[0] if len(legal) == 1 else one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: Position) -> Advice:
        """In numbers that are nothing but larger and smaller."""
        depth = DEEPEST if self.asked.ms is not None else self.asked.depth or enough(state)
        values, depth, nodes = self.mind.search(
            bytes(map(rank, state.board)), depth, self.asked.ms, self.asked.chance, self.stop_rank
        )
        found = {action: value for action, value in enumerate(values) if not isnan(value)}
        return Advice(found, depth=depth, nodes=nodes)

    def stop(self) -> None:
        """From any thread: it moves at once."""
        self.mind.stop()


def enough(state: Position) -> int:
    """Moves to look ahead: the more kinds of tiles there are, the more is at stake and the less room is left."""
    return max(3, len(set(state.board) - {0}) - 4)
