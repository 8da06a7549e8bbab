"""Rollouts: the eight moves that instinct likes best are tried in many games, with the same dice for all of them.

The search is native/coppit/rollouts.hpp; after some turns a game is judged by the chance to win of survey.py. Sound for
every option of the game on a board that the kernel knows.
"""

import atexit
import random
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import lru_cache

from asobiba._native import kernels
from asobiba.agents.advice import Advice, one_of_the_best, settled_move
from asobiba.agents.solver import Proven, proven_by
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER, AnyGame
from asobiba.core.options import Options, option
from asobiba.games.coppit.native import pack, rules
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.survey import risk_after
from asobiba.games.coppit.weights import instinct, judgement

DECIDED = 1e6
"""A proven result outweighs any chance."""
SEED_BITS = 64


@lru_cache(maxsize=16)
def mind(options: CoppitOptions) -> kernels.CoppitMind:
    return kernels.CoppitMind(rules(options), astuple(instinct(options)), astuple(judgement(options)))


atexit.register(mind.cache_clear)  # native objects that outlive the interpreter are reported as leaks


@dataclass(frozen=True)
class RolloutsSettings(Options):
    games: int = option(1_000, "that are tried for a move; 0: it moves by instinct", low=0, high=10_000_000)
    turns: int = option(16, "of each game that are played before it is judged", low=0, high=10_000)


class Rollouts:
    settings = RolloutsSettings

    def __init__(
        self, game: AnyGame, options: CoppitOptions, settings: RolloutsSettings, generator: random.Random
    ) -> None:
        self.game = game
        self.mind, self.games, self.turns, self.generator = mind(options), settings.games, settings.turns, generator

    @staticmethod
    def refuses(game: AnyGame, options: CoppitOptions, settings: RolloutsSettings) -> str | None:
        try:
            rules(options)
        except ConfigError as error:
            return str(error)
        return None

    def choose(self, state: Position) -> int:
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        settled = settled_move(self.game, state, self.generator)
        if settled is not None:
            return settled
        if self.games:
            return self._tried(state)[0][0]
        return one_of_the_best(Advice(dict(self.mind.gains(pack(state)))), self.generator)

    def advise(self, state: Position) -> Advice:
        """In chances to win. By instinct alone: in the judgement of the position that follows."""
        if self.games:
            tried = self._tried(state)
            values = {action: chance for action, chance, _ in tried}
            visits = {action: games for action, _, games in tried}
        else:
            values = {action: self.mind.chances(pack(state.apply(action)))[state.seat] for action in state.legal()}
            visits = {}
        return told(state, values, visits)

    def _tried(self, state: Position) -> list[tuple[int, float, int]]:
        return self.mind.search(pack(state), self.games, self.turns, self.generator.getrandbits(SEED_BITS))


def told(state: Position, values: Mapping[int, float], visits: Mapping[int, int], depth: int | None = None) -> Advice:
    """Chances to win, and what ends the game as proven."""
    proven = ends(state)
    decided = {action: end.outcome * (DECIDED - 1) for action, end in proven.items() if end.outcome}
    wins = any(end.outcome > 0 for end in proven.values())
    return Advice(
        {action: {**values, **decided}[action] for action in state.legal()},
        exact=wins or len(proven) == len(values),
        unit="win chance",
        proven=proven,
        visits=visits,
        depth=depth,
        insight={"caught": {str(action): round(risk_after(state.apply(action), state.seat), 3) for action in values}},
    )


def ends(state: Position) -> dict[int, Proven]:
    """The moves that end the game."""
    after = {action: state.apply(action) for action in state.legal()}
    return {
        action: proven_by(position.returns()[state.seat], 1)
        for action, position in after.items()
        if position.to_play == OVER
    }
