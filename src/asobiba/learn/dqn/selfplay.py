"""Self-play of any game, many games side by side: rows for the replay, and how the games ended.

A lane is one seat of one game. Its step runs from its decision to its next one, or to the end of the game, whoever
moves in between, and its reward is what its score has changed by then. In a share of the games the network that
learns sits alone among opponents, in the others it plays every seat; only its own decisions become rows.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from asobiba.arena.batches import agent_chooser
from asobiba.arena.series import shares
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch
from asobiba.learn.checkpoints import fill, part, under
from asobiba.learn.choices import any_legal, choose
from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.networks import FlatNetwork
from asobiba.learn.opponents import Pool
from asobiba.learn.replay import check_actions
from asobiba.learn.returns import Returns
from asobiba.learn.survey import Payment

Rows = dict[str, NDArray[Any]]
CHOSEN = ("legal", "action")
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


class SelfPlay:
    def __init__(
        self,
        game: AnyGame,
        options: Options,
        settings: DqnSettings,
        payment: Payment,
        opponents: Pool[FlatNetwork],
        dice: np.random.Generator,
    ) -> None:
        self.settings, self.payment, self.opponents, self.dice = settings, payment, opponents, dice
        self.batch = Batch(
            game, settings.parallel_games, seed=settings.seed, options=options, threads=settings.native_threads
        )
        self.games, self.seats = self.batch.count, self.batch.seats
        lanes, before = self.games * self.seats, columns(self.batch)
        before = {name: before[name] for name in ("state", "legal", "action")}
        self.returns = Returns(lanes, settings.n_step, settings.gamma, before)
        self.decided: Rows = {name: np.zeros((lanes, *shape), kind) for name, (shape, kind) in before.items()}
        """What each lane saw and did in its last decision."""
        self.waiting = np.zeros(lanes, np.bool_)
        """Whether that has still to be followed up."""
        self.gains = np.zeros(lanes, np.float32)
        self.learns = np.ones((self.games, self.seats), np.bool_)
        self.kinds = np.zeros(self.games, np.int64)
        """Of the opponents, where there are any."""
        self.plies = np.zeros(self.games, np.int64)
        self.moves, self.finished = 0, 0
        self.recent: deque[Played] = deque(maxlen=RECENT)
        self._seat(np.arange(self.games))

    def _seat(self, games: NDArray[np.int64]) -> None:
        """Who plays in these new games."""
        self.kinds[games] = self.opponents.draw(len(games), self.dice)
        alone = (self.dice.random(len(games)) < self.settings.opponent_share) & (self.seats > 1)
        seats = self.dice.integers(self.seats, size=len(games))
        self.learns[games] = ~alone[:, None] | (np.arange(self.seats) == seats[:, None])

    def play(self, network: FlatNetwork, epsilon: float) -> list[Rows]:
        """A move of every game; the rows that are complete."""
        seen = self.batch.observation.reshape(self.games, -1)
        legal = self.batch.mask.astype(np.bool_)
        seats = self.batch.to_play.astype(np.int64)
        lanes = np.arange(self.games) * self.seats + seats
        mine = self.learns[np.arange(self.games), seats]
        rows = [self._follow(lanes[mine & self.waiting[lanes]], seen, legal)]
        actions = np.zeros(self.games, np.int32)
        actions[mine] = choose(network.values(seen[mine], legal[mine]), legal[mine], epsilon, self.dice)
        self._decide(lanes[mine], {"state": seen[mine], "legal": legal[mine], "action": actions[mine]})
        if not mine.all():
            theirs = np.flatnonzero(~mine)
            actions[theirs] = self._answer(theirs, seen, legal)
        self.gains += self.payment(self.batch.step(actions)).reshape(-1)
        self.moves += self.games
        self.plies += 1
        return [*rows, self._end(seen, legal)]

    def _decide(self, lanes: NDArray[np.int64], rows: Mapping[str, NDArray[Any]]) -> None:
        for name, store in self.decided.items():
            store[lanes] = rows[name]
        self.waiting[lanes], self.gains[lanes] = True, 0

    def _answer(self, games: NDArray[np.int64], seen: NDArray[Any], legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        def ask(network: FlatNetwork, at: NDArray[np.int64]) -> NDArray[np.int64]:
            where = games[at]
            return choose(network.values(seen[where], legal[where]), legal[where], self.opponents.epsilon, self.dice)

        def agent(at: NDArray[np.int64]) -> NDArray[Any]:
            # A new one for every move: what an agent remembers, its dice for one, is in no checkpoint.
            seed = int(self.dice.integers(1 << 62))
            return agent_chooser(self.settings.agent, self.batch.game, self.batch.options, seed)(self.batch, games[at])

        fixed = {"random": lambda at: any_legal(legal[games[at]], self.dice), "agent": agent}
        return self.opponents.choose(self.kinds[games], ask, fixed)

    def _follow(
        self, lanes: NDArray[np.int64], seen: NDArray[Any], legal: NDArray[np.bool_], over: bool = False
    ) -> Rows:
        """The steps of these lanes are complete: it is their turn again, or all is over."""
        ended = np.full(len(lanes), over)
        step = {name: store[lanes] for name, store in self.decided.items()}
        rows: Rows = self.returns.push(step, self.gains[lanes], ended, ended, lanes)
        self.waiting[lanes] = False
        games = rows["lane"] // self.seats
        rows["next_state"], rows["next_legal"] = seen[games], legal[games] & (not over)
        return rows

    def _end(self, seen: NDArray[Any], legal: NDArray[np.bool_]) -> Rows:
        """Games that are over, or were too long, begin anew."""
        over, long = self.batch.over, self.plies >= self.settings.max_plies
        rows = self._follow(np.flatnonzero(np.repeat(over, self.seats) & self.waiting), seen, legal, over=True)
        ended = np.flatnonzero(over | long)
        if len(ended):
            self._count(ended[over[ended]])
            lost = np.flatnonzero(np.repeat(long & ~over, self.seats))
            self.returns.forget(lost)
            self.waiting.reshape(self.games, -1)[ended] = False
            self.plies[ended] = 0
            self.batch.reset(over | long)
            self._seat(ended)
        return rows

    def _count(self, games: NDArray[np.int64]) -> None:
        scores = self.batch.scores()
        for game in games:
            returns, mine = scores[game].tolist(), np.flatnonzero(self.learns[game])
            gained = shares(returns, self.seats)
            points = sum(gained[seat] for seat in mine) / len(mine)
            self.recent.append(Played(int(self.plies[game]), tuple(returns[seat] for seat in mine), points))
        self.finished += len(games)

    def state(self) -> Rows:
        saved = [self.batch.get_bytes(game) for game in range(self.games)]
        return {
            **under("returns", self.returns.state()),
            **under("decided", self.decided),
            "waiting": self.waiting,
            "gains": self.gains,
            "learns": self.learns,
            "kinds": self.kinds,
            "plies": self.plies,
            "games": np.frombuffer(b"".join(saved), np.uint8),
            "lengths": np.array([len(game) for game in saved]),
            "counts": np.array([self.moves, self.finished]),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.returns.restore(part("returns", state))
        for name, store in self.decided.items():
            fill(name, store, state[f"decided/{name}"])
        check_actions(self.decided)
        check_actions({name: self.returns.waiting[name].reshape(-1, *self.decided[name].shape[1:]) for name in CHOSEN})
        for name in ("waiting", "gains", "learns", "kinds", "plies"):
            fill(name, getattr(self, name), state[name])
        self.opponents.check(self.kinds)
        self.moves, self.finished = (int(number) for number in state["counts"])
        ends = np.cumsum(state["lengths"])
        if len(ends) != self.games:
            raise ValueError(f"{len(ends)} games, here {self.games} are needed")
        for game, (end, length) in enumerate(zip(ends, state["lengths"], strict=True)):
            self.batch.set_bytes(game, state["games"][end - length : end].tobytes())


def columns(batch: Batch) -> dict[str, tuple[tuple[int, ...], DTypeLike]]:
    """Of the replay."""
    state = (batch.observation[0].size,), batch.observation.dtype
    legal = (batch.actions,), np.bool_
    return {
        "state": state,
        "legal": legal,
        "action": ((), np.int32),
        "reward": ((), np.float32),
        "discount": ((), np.float32),
        "next_state": state,
        "next_legal": legal,
    }
