"""Expectimax: every die and every move, a few plies deep, judged by the chance to win of survey.py.

The search is native/coppit/expectimax.hpp. Each seat takes what is best for itself.
"""

import random
from dataclasses import dataclass

from asobiba.agents.advice import Advice, one_of_the_best, settled_move
from asobiba.core.game import AnyGame
from asobiba.core.options import Options, option
from asobiba.games.coppit.native import pack
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rollouts import Rollouts, mind, told
from asobiba.games.coppit.rules import Position


@dataclass(frozen=True)
class ExpectimaxSettings(Options):
    plies: int = option(2, "rolls and moves that it looks ahead, its own counted", low=1, high=4)


class Expectimax:
    settings = ExpectimaxSettings
    refuses = staticmethod(Rollouts.refuses)

    def __init__(
        self, game: AnyGame, options: CoppitOptions, settings: ExpectimaxSettings, generator: random.Random
    ) -> None:
        self.game = game
        self.mind, self.plies, self.generator = mind(options), settings.plies, generator

    def choose(self, state: Position) -> int:
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        settled = settled_move(self.game, state, self.generator)
        return one_of_the_best(self.advise(state), self.generator) if settled is None else settled

    def advise(self, state: Position) -> Advice:
        return told(state, dict(self.mind.expect(pack(state), self.plies)), {}, self.plies)
