"""The solver: perfect play in games that bring a `solve` of their own.

Sound for two seats without luck and without secrets. What its nodes do not settle is left to the game's `evaluate`,
which ranks between a proven win and a proven loss.
"""

import random
from dataclasses import dataclass

from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.core.contract import AnyGame, State, Verdict
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option

DECIDED = 1e6
"""A proven result outweighs any opinion. A ply of delay is worth 1."""


@dataclass(frozen=True)
class SolverSettings(Options):
    nodes: int = option(2_000_000, "positions that it may search for a move", low=1, high=1_000_000_000)


class Solver:
    settings = SolverSettings

    def __init__(self, game: AnyGame, options: Options, settings: SolverSettings, generator: random.Random) -> None:
        if game.minds.solve is None:
            raise ConfigError(f"solver plays games that can be solved; {game.name} is not one of them")
        if len(game.rules.seats(options)) != 2:
            raise ConfigError(
                f"solver plays {game.name} with two seats; these options have {len(game.rules.seats(options))}"
            )
        self.game, self.solve, self.nodes, self.generator = game, game.minds.solve, settings.nodes, generator

    def choose(self, state: State) -> int:
        """Of the best moves, the one that looks best: a lost game is not lost against everybody."""
        best = self._advice(state, every_move=False).best()
        return one_of_the_best(Advice({action: self._opinion(state, action) for action in best}), self.generator)

    def advise(self, state: State) -> Advice:
        return self._advice(state, every_move=True)

    def _advice(self, state: State, *, every_move: bool) -> Advice:
        verdicts = self.solve(state, self.nodes, every_move=every_move)
        values = {
            action: self._opinion(state, action) if verdict is None else worth(verdict)
            for action, verdict in verdicts.items()
        }
        wins = any(verdict is not None and verdict.outcome > 0 for verdict in verdicts.values())
        return Advice(values, exact=wins or None not in verdicts.values())

    def _opinion(self, state: State, action: int) -> float:
        """Above -1 and below 1, whatever the scale of the evaluation."""
        looks = self.game.minds.evaluate(state.apply(action), state.to_play)
        return looks / (1.0 + abs(looks))


def worth(verdict: Verdict) -> float:
    """A quick win is better than a slow one, a slow loss better than a quick one."""
    return verdict.outcome * (DECIDED - verdict.plies)
