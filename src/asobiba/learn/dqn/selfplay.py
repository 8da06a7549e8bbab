"""Self-play, many games side by side: who decides what, and the rows for the replay.

A lane is one player in one game. Its step runs from its decision to its next one, or to the end of the game. The games
themselves are given: batches.py steps any game, and a game may bring games of its own.
"""

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from asobiba.learn.checkpoints import fill, part, under
from asobiba.learn.choices import any_legal, choose
from asobiba.learn.networks import QNetwork
from asobiba.learn.opponents import FROZEN, Pool
from asobiba.learn.replay import check_actions
from asobiba.learn.returns import Returns

Rows = dict[str, NDArray[Any]]
Columns = dict[str, tuple[tuple[int, ...], DTypeLike]]
"""Names of columns, with the shape and the type of one row."""
BEFORE = ("state", "legal", "action")
"""The columns that are known when a step begins."""
ALIKE = ("state", "next_state")
"""A step ends in the state in which a later one begins."""
N = TypeVar("N", bound=QNetwork)


def columns(shape: tuple[int, ...], kind: DTypeLike, actions: int, action_kind: DTypeLike) -> Columns:
    """Return the columns of the replay, for states of this shape and type."""
    state, legal = (shape, kind), ((actions,), np.bool_)
    return {
        "state": state,
        "legal": legal,
        "action": ((), action_kind),
        "reward": ((), np.float32),
        "discount": ((), np.float32),
        "next_state": state,
        "next_legal": legal,
    }


class Turn(NamedTuple):
    """K decisions that are due, one or more in each game."""

    games: NDArray[np.int64]
    """[K], the game of each."""
    ours: NDArray[np.bool_]
    """[K], whether the network that learns decides; otherwise the opponent of this game does."""
    seen: NDArray[Any]
    """[K, ...], what the network sees."""
    legal: NDArray[np.bool_]
    """[K, A]"""


class Steps(NamedTuple):
    """M steps that are complete."""

    lanes: NDArray[np.int64]
    """[M]"""
    before: Rows
    """[M, ...], the columns BEFORE."""
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    """[M], whether the game is over, won or broken off."""
    terminated: NDArray[np.bool_]
    """[M], whether nothing comes after it."""
    states: NDArray[Any]
    """[lanes, ...], where the steps lead, for every lane."""
    legal: NDArray[np.bool_]
    """[lanes, A], likewise."""
    begun: NDArray[np.int64]
    """Games that have begun anew."""
    forgotten: NDArray[np.int64]
    """Lanes whose game was broken off and teaches nothing."""


class Games(Protocol):
    """Games side by side. A game that ends begins anew at once."""

    @property
    def turn(self) -> Turn: ...

    @property
    def count(self) -> int: ...

    @property
    def lanes(self) -> int:
        """Number of players whose moves are learned from."""

    @property
    def columns(self) -> Columns: ...

    def answer(self, name: str, at: NDArray[np.int64]) -> NDArray[Any]:
        """Return what the fixed opponent of this name plays in these decisions of the turn."""

    def step(self, actions: NDArray[np.int64]) -> Steps:
        """Play an action, [K], for every decision of the turn."""

    def state(self) -> Rows: ...
    def restore(self, state: Mapping[str, NDArray[Any]]) -> None: ...


class SelfPlay(Generic[N]):
    """The network that learns plays these games; `opponents` decide where it does not."""

    def __init__(
        self, games: Games, dice: np.random.Generator, *, n_step: int, gamma: float, opponents: Pool[N] | None = None
    ) -> None:
        self.games, self.opponents, self.dice = games, opponents, dice
        self.returns = Returns(games.lanes, n_step, gamma, {name: games.columns[name] for name in BEFORE})
        self.kinds = np.full(games.count, FROZEN)
        """Kinds of the opponents, by game."""

    def play(self, network: N, epsilon: float) -> Rows:
        """Decide what is due in every game, and return the rows that are complete."""
        turn, actions = self.games.turn, np.zeros(len(self.games.turn.ours), np.int64)
        seen, legal = turn.seen[turn.ours], turn.legal[turn.ours]
        actions[turn.ours] = choose(network.values(seen, legal), legal, epsilon, self.dice)
        if self.opponents is not None and not turn.ours.all():
            actions[~turn.ours] = self._answer(self.opponents, turn, np.flatnonzero(~turn.ours))
        done = self.games.step(actions)
        rows = self.returns.push(done.before, done.rewards, done.ended, done.terminated, done.lanes)
        rows["next_state"], rows["next_legal"] = done.states[rows["lane"]], done.legal[rows["lane"]]
        self.returns.forget(done.forgotten)
        if self.opponents is not None:
            self.kinds[done.begun] = self.opponents.draw(len(done.begun), self.dice)
        return rows

    def _answer(self, opponents: Pool[N], turn: Turn, theirs: NDArray[np.int64]) -> NDArray[np.int64]:
        def ask(network: N, at: NDArray[np.int64]) -> NDArray[np.int64]:
            seen, legal = turn.seen[theirs[at]], turn.legal[theirs[at]]
            return choose(network.values(seen, legal), legal, opponents.epsilon, self.dice)

        def fixed(name: str, at: NDArray[np.int64]) -> NDArray[Any]:
            if name == "random":
                return any_legal(turn.legal[theirs[at]], self.dice)
            return self.games.answer(name, theirs[at])

        return opponents.choose(self.kinds[turn.games[theirs]], ask, fixed)

    def state(self) -> Rows:
        kinds = {} if self.opponents is None else {"kinds": self.kinds}
        return {**under("returns", self.returns.state()), **kinds, **self.games.state()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.returns.restore(part("returns", state))
        waiting, columns = self.returns.waiting, self.games.columns
        check_actions({name: waiting[name].reshape(-1, *columns[name][0]) for name in ("legal", "action")})
        if self.opponents is not None:
            fill("kinds", self.kinds, state["kinds"])
            self.opponents.check(self.kinds)
        self.games.restore(state)
