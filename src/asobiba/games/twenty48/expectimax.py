"""Expectimax on 4x4 boards: every slide and every new tile, some moves deep, judged by a network of ntuple.py if there
is one, otherwise by heuristic.py.

The search is native/twenty48/expectimax.hpp; it looks at tiles beyond 32768 by a slower way, at the same value. Boards
of other sizes are left to agents/expectimax.py.
"""

import random
from dataclasses import astuple, dataclass
from functools import cached_property
from math import isnan
from typing import Literal

from asobiba._native import kernels
from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.network_files import is_path
from asobiba.core.agent import Network
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options, option
from asobiba.games.twenty48.heuristic import WEIGHTS, WON
from asobiba.games.twenty48.native import SIZE
from asobiba.games.twenty48.ntuple import NTuple
from asobiba.games.twenty48.rules import RANKS, Position, Twenty48Options, rank

DEEPEST = 60
DEPTH = 3
"""Moves that it looks ahead with a network, where nothing is said."""
LEAST_CHANCE = 1e-4
"""Of the ways that it follows where nothing is said; with less than four moves there are hardly any less likely."""
SHIPPED = "ntuple"
ANSWERING = 0.08
"""Milliseconds that are lost before a search begins and after it ends: the answer is to be there in time."""


@dataclass(frozen=True)
class ExpectimaxSettings(Options):
    depth: int | None = option(
        None,
        f"moves that it looks ahead; if nothing is said, {DEPTH} with a network, otherwise more where more kinds of "
        "tiles are",
        low=1,
        high=DEEPEST,
    )
    ms: int | None = option(None, "milliseconds for a move, instead of a depth", low=1, high=3_600_000)
    chance: float | None = option(
        None,
        f"ways less likely than this are not followed further; if nothing is said, {LEAST_CHANCE:g}, and by the clock "
        "what time allows",
        low=0.0,
        high=1.0,
    )
    threads: int = option(1, "processors that it uses", low=1, high=64)
    evaluation: Literal["network", "hand"] = option(
        "network", "who judges boards: a network where there is one, or what people know of them"
    )
    weights: str = option(SHIPPED, "a network that comes with the game, or the path of a file", local=is_path)

    def check(self) -> None:
        if self.depth is not None and self.ms is not None:
            raise ConfigError(
                f"depth={self.depth} and ms={self.ms} of ExpectimaxSettings: allowed is one of them", option="ms"
            )
        if self.evaluation == "hand" and self.weights != SHIPPED:
            raise ConfigError("evaluation=hand of ExpectimaxSettings: it has no weights", option="weights")


class Expectimax:
    settings = ExpectimaxSettings

    def __init__(
        self, game: AnyGame, options: Twenty48Options, settings: ExpectimaxSettings, generator: random.Random
    ) -> None:
        self.asked, self.generator = settings, generator
        self.ends_at_target = options.stop_at_target
        self.stop_rank = rank(options.target) if options.stop_at_target else RANKS
        self.network: NTuple | None = None

    @staticmethod
    def refuses(game: AnyGame, options: Twenty48Options, settings: ExpectimaxSettings) -> str | None:
        if (options.rows, options.columns) == (SIZE, SIZE):
            return None
        return f"the native expectimax plays on {SIZE}x{SIZE} boards"

    @property
    def insists(self) -> bool:
        return self.asked.weights != SHIPPED

    @property
    def wants(self) -> str | None:
        """For points alone it would be better never to reach the target that ends the game."""
        without = self.asked.evaluation == "hand" or (self.ends_at_target and not self.insists)
        return None if without else self.asked.weights

    def take(self, network: Network) -> None:
        if not isinstance(network, NTuple):
            raise ConfigError(f"network {self.wants}: expectimax judges by n-tuple networks", weights=self.wants)
        self.network = network

    @cached_property
    def mind(self) -> kernels.Twenty48Expectimax | kernels.Twenty48LearnedExpectimax:
        threads, network = self.asked.threads, self.network
        if network is None:
            return kernels.Twenty48Expectimax(astuple(WEIGHTS), WON, threads)
        return kernels.Twenty48LearnedExpectimax(network.native, network.familiar, threads)

    def choose(self, state: Position) -> int:
        legal = state.legal()
        return legal[0] if len(legal) == 1 else one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: Position) -> Advice:
        """With a network the score that is expected in the end, otherwise numbers that are nothing but larger and
        smaller."""
        ms = self.asked.ms
        values, depth, nodes = self.mind.search(
            bytes(map(rank, state.board)),
            self._depth(state),
            None if ms is None else ms - ANSWERING,
            self.least_chance,
            self.stop_rank,
        )
        so_far = 0 if self.network is None else state.score
        found = {action: so_far + value for action, value in enumerate(values) if not isnan(value)}
        return Advice(found, unit="evaluation" if self.network is None else NTuple.unit, depth=depth, nodes=nodes)

    def _depth(self, state: Position) -> int:
        if self.asked.ms is not None:
            return DEEPEST
        return self.asked.depth or (DEPTH if self.network is not None else enough(state))

    @property
    def least_chance(self) -> float:
        if self.asked.chance is not None:
            return self.asked.chance
        return LEAST_CHANCE if self.asked.ms is None else 0.0

    def stop(self) -> None:
        """From any thread: it moves at once."""
        self.mind.stop()


def enough(state: Position) -> int:
    """Moves to look ahead: the more kinds of tiles there are, the more is at stake and the less room is left."""
    return max(3, len(set(state.board) - {0}) - 4)
