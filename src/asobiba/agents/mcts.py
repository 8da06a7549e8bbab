"""Monte Carlo tree search: UCT with random playouts, native where the game has a kernel. For every game.

Sound for any number of seats, with luck and with hidden commits; what the tree proves is played as proven. Between two
moves of a game the part of the tree that was reached is kept.
"""

import random
from collections.abc import Generator
from dataclasses import dataclass, replace

from asobiba.agents.advice import Advice, settled_move
from asobiba.agents.arrays import Arrays
from asobiba.agents.mcts_plain import PlainSearch
from asobiba.agents.search import EXPLORATION, Budget, Found, NativeSearch, Search, Weighing, native_rules
from asobiba.core.clock import share
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame, State
from asobiba.core.options import Options, option

SIMULATIONS = 1_000
"""For a move, where nothing else is said."""
NODES = 1_000_000
"""Of the tree, where nothing else is said: 60 to 100 MB at most."""
SEED_BITS = 64
PARTS = 16
"""Of a search that thinks aloud."""


@dataclass(frozen=True)
class MctsSettings(Options):
    simulations: int | None = option(None, "playouts for a move", low=1, high=1_000_000_000)
    ms: int | None = option(None, "milliseconds for a move", low=1, high=3_600_000)
    nodes: int | None = option(
        None, "of its tree in memory; without the others, it thinks until they are used up", low=1_000, high=4_000_000
    )
    exploration: float = option(EXPLORATION, "how much it looks at moves that seem worse", low=0.0, high=100.0)

    def check(self) -> None:
        if self.simulations is not None and self.ms is not None:
            raise ConfigError(
                f"simulations={self.simulations} and ms={self.ms} of MctsSettings: allowed is one of them", option="ms"
            )

    @property
    def is_silent(self) -> bool:
        """Nobody has said how long it thinks."""
        return self.simulations is None and self.ms is None and self.nodes is None

    def budget(self) -> Budget:
        if self.ms is not None:
            return Budget(milliseconds=self.ms)
        if self.simulations is not None or self.nodes is None:
            return Budget(simulations=self.simulations or SIMULATIONS)
        return Budget(until_full=True)


class Mcts:
    settings = MctsSettings

    def __init__(self, game: AnyGame, options: Options, settings: MctsSettings, generator: random.Random) -> None:
        self.game, self.bounds = game, game.bounds(options)
        self.budget, self.generator = settings.budget(), generator
        self.takes_all = settings.is_silent
        """Of the time that a clock gives it for a move."""
        self.share: float | None = None
        self.search = search_of(game, options, settings)

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: MctsSettings) -> str | None:
        if native_rules(game, options) is not None or not game.simultaneous(options):
            return None
        return f"mcts needs a kernel where moves are hidden; {game.name} with these options has none"

    def choose(self, state: State) -> int:
        legal, budget = state.legal(), self._within_share()
        if len(legal) == 1:
            return legal[0]
        settled = settled_move(self.game, state, self.generator)
        if settled is not None:
            return settled
        found = self.think(state, budget)
        return found.line[0] if found.line else legal[0]

    def advise(self, state: State) -> Advice:
        return self.think(state).advice(state.to_play, *self.bounds)

    def deepen(self, state: State) -> Generator[Advice, None, None]:
        self._turn_to(state)
        for part in self.budget.in_parts(PARTS):
            self.search.run(part)
            found = self.search.found()
            yield found.advice(state.to_play, *self.bounds)
            if found.proven:
                return

    def think(self, state: State, budget: Budget | None = None) -> Found:
        self._turn_to(state)
        self.search.run(budget or self.budget)
        return self.search.found()

    def allow(self, seconds: float, moves: int | None, increment: float) -> None:
        self.share = share(seconds, moves, increment)

    def _within_share(self) -> Budget:
        """Its own budget, and no longer than the clock gives; asked once, because the next move is told anew."""
        due, self.share = self.share, None
        if due is None:
            return self.budget
        milliseconds = max(1, int(due * 1000))
        if self.takes_all:
            return Budget(milliseconds=milliseconds)
        return replace(self.budget, milliseconds=min(milliseconds, self.budget.milliseconds or milliseconds))

    def _turn_to(self, state: State) -> None:
        self.search.place(state)
        self.search.reseed(self.generator.getrandbits(SEED_BITS))

    def stop(self) -> None:
        """From any thread: it moves at once."""
        self.search.stop()


def search_of(game: AnyGame, options: Options, settings: MctsSettings) -> Search:
    weighing = Weighing(*game.bounds(options), settings.exploration)
    nodes = settings.nodes or NODES
    rules, kernel = native_rules(game, options), game.part(Arrays).kernel
    if rules is not None and kernel is not None:
        return NativeSearch(kernel, rules, nodes, weighing)
    return PlainSearch(len(game.seats(options)), nodes, weighing, pass_action=game.pass_action)
