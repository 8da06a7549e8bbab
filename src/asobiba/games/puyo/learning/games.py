"""Puyo as self-play sees it: all seats place at once, rewards are dense, and what is seen are afterstates.

Lanes have an order: first the network that learns, game by game, then its opponents.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.beam import LEVELS
from asobiba.games.puyo.duels import Duels, Step
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.learn.checkpoints import fill
from asobiba.learn.choices import any_legal
from asobiba.learn.dqn.selfplay import Rows, Steps, Turn, columns

COLUMNS = columns((ACTIONS, SIZE), np.uint8, ACTIONS, np.uint8)
"""Of the replay."""
SMALL_BEAM = LEVELS[0]
RECENT = 1_000
"""Games over which the progress is averaged."""
KEPT = ("seats", "sums", "longest")
"""In a checkpoint, of games against opponents."""


@dataclass(frozen=True)
class Finished:
    """One game that has ended."""

    won: bool
    reward: float
    turns: int
    longest_chain: int


class DuelGames:
    """With the option mode=single everybody plays alone. The network that learns changes seats with every game."""

    columns = COLUMNS

    def __init__(
        self, config: SelfPlaySettings, options: PuyoOptions, count: int, seed: int, dice: np.random.Generator
    ) -> None:
        self.count, self.dice = count, dice
        self.duels = Duels(count, seed, options, config.rewards, config.native_threads)
        self.lanes = count * (self.duels.seats if config.learn_from_opponent else 1)
        self.games = np.tile(np.arange(count), self.duels.seats)
        self.seats = np.arange(count) % self.duels.seats
        """Where the network that learns sits."""
        self.sums = np.zeros(count)
        self.longest = np.zeros(count, np.int64)
        self.finished = 0
        self.recent: deque[Finished] = deque(maxlen=RECENT)
        self._look()

    def _look(self) -> None:
        self.order = np.concatenate([self.seats, 1 - self.seats][: self.duels.seats])
        """[K], the seats of the decisions."""
        seen, self.worth = self.duels.afterstates_of(self.games, self.order)
        legal = self.duels.masks[self.games, self.order].astype(np.bool_)
        self.turn = Turn(self.games, np.arange(len(self.games)) < self.count, seen, legal)

    def answer(self, name: str, at: NDArray[np.int64]) -> NDArray[Any]:
        if name == "greedy":
            return greedy(self.worth[at], self.turn.legal[at], self.dice)
        return self.duels.search(self.games[at], self.order[at], SMALL_BEAM, int(self.dice.integers(1 << 63)))

    def step(self, actions: NDArray[np.int64]) -> Steps:
        turn, order, lanes = self.turn, self.order, np.arange(self.lanes)
        placed = np.zeros((self.count, self.duels.seats), np.int32)
        placed[self.games, order] = actions
        step = self.duels.step(placed)
        self._count(step)
        self._look()
        games, seats = self.games[lanes], order[lanes]
        states, legal = self.turn.seen[lanes], self.turn.legal[lanes]
        over = (step.terminated | step.truncated)[games]
        last = np.searchsorted(step.ended, games[over])
        states[over] = self.duels.afterstates_of(games[over], seats[over], ended=True).numbers
        legal[over] = step.ended_masks[last, seats[over]].astype(np.bool_)
        return Steps(
            lanes,
            {"state": turn.seen[lanes], "legal": turn.legal[lanes], "action": actions[lanes].astype(np.uint8)},
            step.rewards[games, seats],
            over,
            step.terminated[games],
            states,
            legal,
            step.ended,
            lanes[:0],
        )

    def _count(self, step: Step) -> None:
        games, ended = np.arange(self.count), step.ended
        self.sums += step.rewards[games, self.seats]
        self.longest = np.maximum(self.longest, step.chains[games, self.seats])
        for game in ended:
            won = step.winners[game] == self.seats[game]
            self.recent.append(
                Finished(bool(won), float(self.sums[game]), int(step.turns[game]), int(self.longest[game]))
            )
        self.finished += len(ended)
        self.seats[ended] = (self.seats[ended] + 1) % self.duels.seats
        self.sums[ended], self.longest[ended] = 0, 0

    def state(self) -> Rows:
        duels = {"duels": np.frombuffer(self.duels.state(), np.uint8)}
        return duels | ({} if self.duels.seats == 1 else {name: getattr(self, name) for name in KEPT})

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.duels.restore(state["duels"].tobytes())
        for name in KEPT if self.duels.seats > 1 else ():
            fill(name, getattr(self, name), state[name])
        if not np.isin(self.seats, (0, 1)).all():
            raise ValueError("seats of the main agent are not 0 and 1")
        self._look()


def greedy(worth: NDArray[np.float32], legal: NDArray[np.bool_], dice: np.random.Generator) -> NDArray[np.int64]:
    """As the agent `greedy`: one of the placements that evaluate.py likes best."""
    worth = np.where(legal, worth, -np.inf)
    return any_legal(worth >= worth.max(1, keepdims=True), dice)
