"""Thousands of games at once in which both players move at the same time, with rewards: what training runs on.

    duels = Duels(1024, seed=1)
    while True:
        actions = choose(duels.observations, duels.masks)     # int32 [1024, 2]
        step = duels.step(actions)

The games are native/puyo/duels.hpp; luck is drawn there, and a game that ends begins anew at once.
"""

import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba._native.memory import lasting
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.games.puyo.afterstates import Afterstates, unwritten
from asobiba.games.puyo.beam import Plan
from asobiba.games.puyo.dense_rewards import GAMMA, RewardComponents, RewardConfig
from asobiba.games.puyo.encode import shape
from asobiba.games.puyo.native import LAYOUT, rules, unpack
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.rules import Position, PuyoOptions

KINDS = ("dense", "potential", "sparse")
COMPONENTS = tuple(RewardComponents.__dataclass_fields__)
GAME = struct.Struct(f"<{LAYOUT.size}sQ")
"""In a saved batch: position and dice."""
MOST_GAMES, MOST_THREADS = 1 << 24, 256


@dataclass(frozen=True)
class Step:
    """What one move of every player brought; `n` games, `s` seats. The arrays are the caller's to keep."""

    rewards: NDArray[np.float32]
    """[n, s], the sum of the components."""
    components: NDArray[np.float32]
    """[n, s, 11], in the order of COMPONENTS."""
    terminated: NDArray[np.bool_]
    """[n], won, lost or drawn."""
    truncated: NDArray[np.bool_]
    """[n], ended by max_turns alone."""
    winners: NDArray[np.int8]
    """[n], the seat, or -1."""
    chains: NDArray[np.uint8]
    """[n, s], links."""
    sent: NDArray[np.int32]
    """[n, s], ojama queued for the other after offsetting."""
    points: NDArray[np.int32]
    """[n, s], scored with this move."""
    turns: NDArray[np.int32]
    """[n], how many turns the game has lasted, this one included."""
    ended: NDArray[np.int64]
    """[k], the games that ended."""
    ended_observations: NDArray[np.int8]
    """[k, s, planes, 13, 6], their last positions."""
    ended_masks: NDArray[np.int8]
    """[k, s, 22]"""


class Duels:
    """`observations` [n, s, planes, 13, 6] int8 and `masks` [n, s, 22] int8 are rewritten by every step."""

    def __init__(
        self,
        count: int,
        seed: int,
        options: PuyoOptions | None = None,
        rewards: RewardConfig | None = None,
        threads: int = 1,
    ) -> None:
        for name, value, low, high in (("count", count, 1, MOST_GAMES), ("threads", threads, 1, MOST_THREADS)):
            if not low <= value <= high:
                raise ConfigError(f"{name}={value}: allowed is a whole number from {low} to {high}", option=name)
        self.options, self.rewards = options or PuyoOptions(), rewards or RewardConfig()
        self.count, self.seats, self.threads = count, 2 if self.options.mode == "versus" else 1, threads
        self._games = kernels.PuyoDuels(
            rules(self.options), native_rewards(self.rewards), count, seed % (1 << 64), threads
        )
        both = (count, self.seats)
        self.observations: NDArray[np.int8] = lasting((*both, *shape(self.options)), np.int8)
        self.masks: NDArray[np.int8] = lasting((*both, ACTIONS), np.int8)
        self._totals: NDArray[np.float32] = lasting(both, np.float32)
        self._components: NDArray[np.float32] = lasting((*both, len(COMPONENTS)), np.float32)
        self._endings: NDArray[np.uint8] = lasting(count, np.uint8)
        self._winners: NDArray[np.int8] = lasting(count, np.int8)
        self._chains: NDArray[np.uint8] = lasting(both, np.uint8)
        self._sent: NDArray[np.int32] = lasting(both, np.int32)
        self._points: NDArray[np.int32] = lasting(both, np.int32)
        self._turns: NDArray[np.int32] = lasting(count, np.int32)
        self._attach()

    def _attach(self) -> None:
        self._games.attach(
            self.observations,
            self.masks,
            self._totals,
            self._components,
            self._endings,
            self._winners,
            self._chains,
            self._sent,
            self._points,
            self._turns,
        )
        self._games.look()

    def __len__(self) -> int:
        return self.count

    def step(self, actions: NDArray[np.int32]) -> Step:
        """`actions` [n, s] int32. An illegal one is an IllegalMove that shows its board, and nothing was played."""
        illegal = self._games.step(np.ascontiguousarray(actions, np.int32))
        if illegal < self.count:
            self._refuse(illegal, actions[illegal])
        ended = np.flatnonzero(self._endings)
        seen = np.zeros((len(ended), *self.observations.shape[1:]), np.int8)
        masks = np.zeros((len(ended), *self.masks.shape[1:]), np.int8)
        self._games.look_back(ended, seen, masks)
        return Step(
            self._totals.copy(),
            self._components.copy(),
            self._endings == 1,
            self._endings == 2,
            self._winners.copy(),
            self._chains.copy(),
            self._sent.copy(),
            self._points.copy(),
            self._turns.copy(),
            ended,
            seen,
            masks,
        )

    def _refuse(self, game: int, actions: NDArray[np.int32]) -> None:
        position = self.position(game)
        for seat, action in enumerate(actions):
            if action not in position.players[seat].reachable():
                raise IllegalMove(f"game {game}, seat {seat}: action {action} is not within reach", position)

    def search(self, games: NDArray[np.int64], seats: NDArray[np.int64], plan: Plan, seed: int) -> NDArray[np.int32]:
        """What the beam bot would play in these seats of these games; it sees no more than a player does.

        The dice of the first are `seed`, of the second `seed + 1`, and so on.
        """
        chosen = np.zeros(len(games), np.int32)
        where, whose = np.ascontiguousarray(games, np.int64), np.ascontiguousarray(seats, np.int64)
        self._games.search(where, whose, plan.width, plan.depth, plan.queues, seed % (1 << 64), chosen)
        return chosen

    def afterstates(self) -> Afterstates:
        """What each placement of every seat leads to: [n, s, 22, SIZE] and [n, s, 22]."""
        games, seats = np.divmod(np.arange(self.count * self.seats), self.seats)
        numbers, worth = self.afterstates_of(games, seats)
        both = (self.count, self.seats)
        return Afterstates(numbers.reshape(*both, *numbers.shape[1:]), worth.reshape(*both, *worth.shape[1:]))

    def afterstates_of(self, games: NDArray[np.int64], seats: NDArray[np.int64], ended: bool = False) -> Afterstates:
        """Of these seats of these games, [k, 22, SIZE] and [k, 22]; or of the positions in which they ended."""
        found = unwritten(len(games))
        where, whose = np.ascontiguousarray(games, np.int64), np.ascontiguousarray(seats, np.int64)
        self._games.afterstates(where, whose, ended, *found)
        return found

    def position(self, game: int) -> Position:
        """The rulebook's."""
        return unpack(self._games.position(game), self.options)

    def last(self, game: int) -> Position:
        """Where the game before the one that is running ended; nowhere if there was none."""
        return unpack(self._games.last(game), self.options)

    def state(self) -> bytes:
        """All games and their dice."""
        games = range(self.count)
        return b"".join(GAME.pack(self._games.position(game), self._games.dice(game)) for game in games)

    def restore(self, state: bytes) -> None:
        """As they were when `state()` was called on as many games of the same options."""
        if len(state) != GAME.size * self.count:
            raise StateError(f"a saved batch of {len(state) / GAME.size:g} games does not fit one of {self.count}")
        before = self.state()
        try:
            self._place(state)
        except StateError:
            self._place(before)
            raise
        self._games.look()

    def _place(self, state: bytes) -> None:
        for game, (position, dice) in enumerate(GAME.iter_unpack(state)):
            try:
                self._games.place(game, position, dice)
            except ValueError as error:
                raise StateError(f"game {game} of a saved batch is damaged: {error}", game=game) from None


def native_rewards(config: RewardConfig) -> kernels.PuyoRewards:
    meant = {"threat_clip": float("inf"), "gamma": GAMMA}  # by None
    chosen = {name: getattr(config, name) for name in kernels.PuyoRewards.names()}
    weights = [float(meant[name] if value is None else value) for name, value in chosen.items()]
    return kernels.PuyoRewards(KINDS.index(config.kind), config.triggers == "all_empty", weights)
