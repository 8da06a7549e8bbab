"""Any game as self-play sees it: one seat of each game decides, as envs/batch.py steps them.

The reward of a step is what the score of its seat has changed by the next decision of this seat. In a share of the
games the network that learns sits alone among opponents, in the others it plays every seat.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from asobiba.arena.batches import agent_chooser
from asobiba.arena.series import shares
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch
from asobiba.learn.checkpoints import fill
from asobiba.learn.dqn.selfplay import BEFORE, Rows, Steps, Turn, columns
from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.replay import check_actions
from asobiba.learn.survey import Payment

RECENT = 1_000
"""Games over which the progress is averaged."""


@dataclass(frozen=True)
class Played:
    """One game that has ended."""

    plies: int
    scores: tuple[float, ...]
    """Of the seats that the network had."""
    points: float
    """Its share of the one point, a seat."""


class BatchGames:
    def __init__(
        self, game: AnyGame, options: Options, settings: DqnSettings, payment: Payment, dice: np.random.Generator
    ) -> None:
        self.settings, self.payment, self.dice = settings, payment, dice
        self.count = settings.parallel_games
        self.batch = Batch(game, self.count, seed=settings.seed, options=options, threads=settings.native_threads)
        self.seats, self.lanes = self.batch.seats, self.count * self.batch.seats
        seen = self.batch.observation
        self.columns = columns((seen[0].size,), seen.dtype, self.batch.actions, np.int32)
        before = {name: self.columns[name] for name in BEFORE}
        self.decided: Rows = {name: np.zeros((self.lanes, *shape), kind) for name, (shape, kind) in before.items()}
        """What each lane saw and did in its last decision."""
        self.waiting = np.zeros(self.lanes, np.bool_)
        """Whether the step that began there is still open."""
        self.gains = np.zeros(self.lanes, np.float32)
        self.learns = np.ones((self.count, self.seats), np.bool_)
        self.plies = np.zeros(self.count, np.int64)
        self.moves, self.finished = 0, 0
        self.recent: deque[Played] = deque(maxlen=RECENT)
        self._seat(np.arange(self.count))
        self._look()

    def _seat(self, games: NDArray[np.int64]) -> None:
        """Draw the seats of the network in these new games."""
        alone = (self.dice.random(len(games)) < self.settings.opponent_share) & (self.seats > 1)
        seats = self.dice.integers(self.seats, size=len(games))
        self.learns[games] = ~alone[:, None] | (np.arange(self.seats) == seats[:, None])

    def _look(self) -> None:
        games, seats = np.arange(self.count), self.batch.to_play.astype(np.int64)
        seen = self.batch.observation.reshape(self.count, -1).copy()
        self.turn = Turn(games, self.learns[games, seats], seen, self.batch.mask.astype(np.bool_))

    def answer(self, name: str, at: NDArray[np.int64]) -> NDArray[np.integer]:
        """Ask the agent of the settings; it is made anew each time, so that a checkpoint need not hold its memory."""
        seed = int(self.dice.integers(1 << 62))
        return agent_chooser(self.settings.agent, self.batch.game, self.batch.options, seed)(self.batch, at)

    def step(self, actions: NDArray[np.int64]) -> Steps:
        self._decide(actions)
        self.gains += self.payment(self.batch.step(actions.astype(np.int32))).reshape(-1)
        self.moves += self.count
        self.plies += 1
        over = self.batch.over
        long = ~over & (self.plies >= self.settings.max_plies)
        done = self._complete(over, long)
        if len(done.begun):
            self._count(np.flatnonzero(over))
            self.waiting.reshape(self.count, -1)[done.begun] = False
            self.plies[done.begun] = 0
            self.batch.reset(over | long)
            self._seat(done.begun)
        self._look()
        return done

    def _decide(self, actions: NDArray[np.int64]) -> None:
        turn, seats = self.turn, self.batch.to_play.astype(np.int64)
        lanes = (turn.games * self.seats + seats)[turn.ours]
        for name, values in zip(BEFORE, (turn.seen, turn.legal, actions), strict=True):
            self.decided[name][lanes] = values[turn.ours]
        self.waiting[lanes], self.gains[lanes] = True, 0

    def _complete(self, over: NDArray[np.bool_], long: NDArray[np.bool_]) -> Steps:
        """Return the steps of the seats whose turn it is again, and of all seats where the game is over."""
        games = np.flatnonzero(~(over | long))
        due = np.repeat(over, self.seats)
        due[games * self.seats + self.batch.to_play[games]] = True
        lanes = np.flatnonzero(due & self.waiting)
        self.waiting[lanes] = False
        ended = over[lanes // self.seats]
        legal = self.batch.mask.astype(np.bool_) & ~over[:, None]
        return Steps(
            lanes,
            {name: store[lanes] for name, store in self.decided.items()},
            self.gains[lanes],
            ended,
            ended,
            np.repeat(self.batch.observation.reshape(self.count, -1), self.seats, 0),
            np.repeat(legal, self.seats, 0),
            np.flatnonzero(over | long),
            np.flatnonzero(np.repeat(long, self.seats)),
        )

    def _count(self, games: NDArray[np.int64]) -> None:
        scores = self.batch.scores()
        for game in games:
            returns, mine = scores[game].tolist(), np.flatnonzero(self.learns[game])
            gained = shares(returns, self.seats)
            points = sum(gained[seat] for seat in mine) / len(mine)
            self.recent.append(Played(int(self.plies[game]), tuple(returns[seat] for seat in mine), points))
        self.finished += len(games)

    def state(self) -> Rows:
        saved = [self.batch.get_bytes(game) for game in range(self.count)]
        return {
            **{f"decided/{name}": store for name, store in self.decided.items()},
            "waiting": self.waiting,
            "gains": self.gains,
            "learns": self.learns,
            "plies": self.plies,
            "games": np.frombuffer(b"".join(saved), np.uint8),
            "lengths": np.array([len(game) for game in saved]),
            "counts": np.array([self.moves, self.finished]),
        }

    def restore(self, state: Mapping[str, NDArray[np.generic]]) -> None:
        for name, store in self.decided.items():
            fill(name, store, state[f"decided/{name}"])
        check_actions(self.decided)
        for name in ("waiting", "gains", "learns", "plies"):
            fill(name, getattr(self, name), state[name])
        self.moves, self.finished = (int(number) for number in state["counts"])
        ends = np.cumsum(state["lengths"])
        if len(ends) != self.count:
            raise ValueError(f"{len(ends)} games, here {self.count} are needed")
        for game, (end, length) in enumerate(zip(ends, state["lengths"], strict=True)):
            self.batch.set_bytes(game, state["games"][end - length : end].tobytes())
        self._look()
