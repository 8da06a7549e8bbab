"""Foresight: own moves are searched, those of the others are foreseen, by native/otrio/foresight.hpp.

A search that takes the others for perfect finds that three and four good players draw, and plays for that. This one
takes them to play what looks best at a glance, as `greedy` does, and finds what wins against it. `doubt` is how often
it leaves them their best moves instead: the more, the better it does against those who search. Sound for every option;
for two there is the solver.
"""

import random
from dataclasses import dataclass

from asobiba._native import kernels
from asobiba.agents.advice import Advice
from asobiba.agents.solver import Proven
from asobiba.core.game import AnyGame
from asobiba.core.options import Options, option
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.rules import OtrioOptions, Position
from asobiba.games.otrio.solver import DECIDED

SEED_BITS = 64


@dataclass(frozen=True)
class ForesightSettings(Options):
    simulations: int = option(10_000, "games that are tried for a move", low=1, high=1_000_000_000)
    doubt: int = option(
        20, "of a hundred moves of the others, those that are not what looks best but what is best", low=0, high=100
    )


class Foresight:
    settings = ForesightSettings

    def __init__(
        self, game: AnyGame, options: OtrioOptions, settings: ForesightSettings, generator: random.Random
    ) -> None:
        self.mind = kernels.OtrioForesight(rules(options), settings.doubt)
        self.simulations, self.generator = settings.simulations, generator
        self.lost = -1.0 / (options.players - 1) if options.losers == "minus" else 0.0

    @staticmethod
    def refuses(game: AnyGame, options: OtrioOptions, settings: ForesightSettings) -> str | None:
        return None

    def choose(self, state: Position) -> int:
        """The move that was looked at most; of equal ones the one that looks best."""
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        return max(self._tried(state), key=lambda tried: tried[2])[0]

    def advise(self, state: Position) -> Advice:
        """In chances to win; a draw counts as much as its score is between a loss and a win."""
        tried = self._tried(state)
        proven = {action: Proven(1, 1, 1.0) for action, _, _ in tried if state.apply(action).winner is not None}
        chances = {action: (score - self.lost) / (1 - self.lost) if visits else 0.0 for action, score, visits in tried}
        values = chances | dict.fromkeys(proven, DECIDED - 1)
        return Advice(
            {action: values[action] for action in state.legal()},
            exact=bool(proven),
            unit="win chance",
            proven=proven,
            visits={action: visits for action, _, visits in tried},
        )

    def stop(self) -> None:
        """From any thread: it moves at once."""
        self.mind.stop()

    def _tried(self, state: Position) -> list[tuple[int, float, int]]:
        return self.mind.search(pack(state), self.simulations, self.generator.getrandbits(SEED_BITS))
