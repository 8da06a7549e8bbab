"""The greedy agent: the move after which the position looks best. One ply, for every game.

The game's own `evaluate` judges; a finished game counts by its result. Where luck follows the move, the position
is judged before the luck.
"""

import random
from dataclasses import dataclass

from asobiba.agents.advice import Advice, one_of_the_best, settled_move
from asobiba.agents.players import Players
from asobiba.agents.solver import proven_by
from asobiba.core.game import OVER, AnyGame, State
from asobiba.core.options import Options, option

DECIDED = 1e6
"""A result outweighs any evaluation."""


@dataclass(frozen=True)
class GreedySettings(Options):
    noise: float = option(0.0, "how often it plays a random move instead", low=0.0, high=1.0)


class Greedy:
    settings = GreedySettings

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        settings: GreedySettings,
        generator: random.Random,
    ) -> None:
        self.game, self.noise, self.generator = game, settings.noise, generator

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: GreedySettings) -> str | None:
        return None

    def choose(self, state: State) -> int:
        if self.noise and self.generator.random() < self.noise:
            return self.generator.choice(state.legal())
        settled = settled_move(self.game, state, self.generator)
        return one_of_the_best(self.advise(state), self.generator) if settled is None else settled

    def advise(self, state: State) -> Advice:
        seat = state.to_play
        after = {action: state.apply(action) for action in state.legal()}
        ended = {action: one.returns() for action, one in after.items() if one.to_play == OVER}
        return Advice(
            {action: self.worth(one, seat) for action, one in after.items()},
            unit=self.game.part(Players).unit,
            proven={action: proven_by(scores[seat], 1) for action, scores in ended.items() if len(scores) > 1},
        )

    def worth(self, state: State, seat: int) -> float:
        value = self.game.part(Players).evaluate(state, seat)
        return value + DECIDED * state.returns()[seat] if state.to_play == OVER else value
