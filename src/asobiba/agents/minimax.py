"""Minimax with alpha-beta pruning, to a fixed depth: the specification's opponent in Othello.

Sound for games of two seats without luck and without secrets, in which one seat's gain is the other's loss; seats
need not alternate. The leaves are judged by the game's own `evaluate`, a finished game first by its result.
"""

import random
from dataclasses import dataclass

from asobiba.agents.advice import Advice
from asobiba.agents.players import Players
from asobiba.agents.solver import Proven, proven_by
from asobiba.core.game import OVER, AnyGame, State
from asobiba.core.options import Options, option

DECIDED = 1e6
"""A result outweighs any evaluation."""
INFINITE = float("inf")


@dataclass(frozen=True)
class MinimaxSettings(Options):
    depth: int = option(5, "how many plies it looks ahead", low=1, high=20)


class Minimax:
    settings = MinimaxSettings

    def __init__(self, game: AnyGame, options: Options, settings: MinimaxSettings, generator: random.Random) -> None:
        self.game, self.depth, self.generator = game, settings.depth, generator
        self.nodes = 0
        self.horizon_seen = False
        self.left = 0
        """Plies of the depth that were not needed on the way to what was found last."""

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: MinimaxSettings) -> str | None:
        if len(game.seats(options)) == 2 and not game.outcomes(options):
            return None
        return f"minimax plays games of two seats without luck; {game.name} with these options is not one of them"

    def choose(self, state: State) -> int:
        """The first of the best moves in a good order: it need not prove how bad the others are."""
        seat = state.to_play
        best, choice = -INFINITE, state.legal()[0]
        for action, after in self.ordered(state, seat):
            value = self.value(after, seat, self.depth - 1, best, INFINITE)
            if value > best:
                best, choice = value, action
        return choice

    def advise(self, state: State) -> Advice:
        """Every move searched with a full window, so that every value is its own."""
        seat, values, proven, exact = state.to_play, dict[int, float](), dict[int, Proven](), True
        before = self.nodes
        for action in state.legal():
            self.horizon_seen = False
            values[action] = self.value(state.apply(action), seat, self.depth - 1, -INFINITE, INFINITE)
            exact = exact and not self.horizon_seen
            # Beyond any evaluation, it is an end that nobody can avoid, though other ways were not followed so far.
            if not self.horizon_seen or abs(values[action]) > DECIDED / 2:
                proven[action] = proven_by(round(values[action] / DECIDED, 2), self.depth - self.left)
        return Advice(values, exact=exact, unit=self.game.part(Players).unit, proven=proven, nodes=self.nodes - before)

    def value(self, state: State, seat: int, depth: int, alpha: float, beta: float) -> float:
        """What `seat` gets, if it lies between alpha and beta; otherwise a bound on that side."""
        self.nodes += 1
        if state.to_play == OVER:
            self.left = depth
            return DECIDED * state.returns()[seat] + self.game.part(Players).evaluate(state, seat)
        if depth == 0:
            self.horizon_seen = True
            return self.game.part(Players).evaluate(state, seat)
        if state.to_play == seat:
            best = -INFINITE
            for _, after in self.ordered(state, seat, depth):
                found = self.value(after, seat, depth - 1, max(alpha, best), beta)
                if found > best:
                    best, left = found, self.left
                if best >= beta:
                    break
            self.left = left
            return best
        worst = INFINITE
        for _, after in self.ordered(state, seat, depth):
            found = self.value(after, seat, depth - 1, alpha, min(beta, worst))
            if found < worst:
                worst, left = found, self.left
            if worst <= alpha:
                break
        self.left = left
        return worst

    def ordered(self, state: State, seat: int, depth: int = 99) -> list[tuple[int, State]]:
        """The moves, those that look best for the mover first: pruning lives on good guesses."""
        moves = [(action, state.apply(action)) for action in state.legal()]
        if depth > 2 and len(moves) > 1:
            sign = -1 if state.to_play == seat else 1
            moves.sort(key=lambda move: sign * self.game.part(Players).evaluate(move[1], seat))
        return moves
