"""Many games side by side: the plain batch that vector environments, search and self-play stand on.

    batch = Batch("othello", 1024, seed=1)
    while not batch.over.all():
        actions = batch.random_actions()          # or a network's, given batch.observation and batch.mask
        rewards = batch.step(actions)             # [n, seats] float32, the change of every seat's score

The arrays `to_play` [n] int8, `mask` [n, actions] int8 and `observation` [n, ...] show the games as they are, from the
point of view of the seat to move; the next call writes them anew, so copy what you keep. Luck is drawn by the batch,
from dice that every game has for itself: a result depends on the seed, not on the number of threads. With `luck=False`
the caller plays luck too, and `to_play` may be CHANCE.

Kernels in C++ play where a game has one for the options; otherwise the rulebook does, with the same results but for the
dice. `implementation` says which.
"""

import random
import struct
import zlib
from collections.abc import Mapping
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from asobiba._native.memory import lasting, lasting_copy
from asobiba.agents.arrays import Arrays
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import find_game

MOST_GAMES = 1 << 24
"""In one batch; a larger number is more likely a mistake."""
HEADER = struct.Struct("<4sIIQ")
"""Of a state blob: the mark, a digest of game and options, the length of the position, the dice."""
MARK = b"asob"
HOLD = -1
"""An action that leaves its game as it is, while others of the batch move on."""


Scores = NDArray[np.float32]
Small = NDArray[np.int8]


class Games(Protocol):
    """The games behind a batch, native or plain. They write into the arrays that are attached."""

    def attach(self, rewards: Scores, to_play: Small, mask: Small, seen: NDArray[Any], /) -> None: ...
    def step(self, actions: NDArray[np.int32], /) -> int:
        """The first game whose action is illegal, and nothing was played; or the number of games."""

    def step_one(self, index: int, action: int, /) -> bool:
        """False if the action is illegal; then nothing was played."""

    def reset(self, chosen: NDArray[np.uint8] | None, /) -> None: ...
    def to_play(self, index: int, /) -> int: ...
    def look(self) -> None: ...
    def observe(self, seat: int, seen: NDArray[Any], /) -> None: ...
    def scores(self, out: Scores, /) -> None: ...
    def hashes(self, out: NDArray[np.uint64], /) -> None: ...
    def bytes_at(self, at: int, out: NDArray[np.uint8], /) -> None:
        """One byte of every position, see `position`."""

    def random_actions(self, out: NDArray[np.int32], /) -> None: ...
    def random_action(self, index: int, /) -> int: ...
    def reseed(self, index: int, seed: int, /) -> None: ...
    def position(self, index: int, /) -> bytes: ...
    def dice(self, index: int, /) -> int: ...
    def place(self, index: int, raw: bytes, dice: int, /) -> None: ...
    def clone(self) -> Self: ...


class Batch:
    def __init__(
        self,
        game: str | AnyGame,
        count: int,
        *,
        seed: int = 0,
        options: Options | Mapping[str, Any] | None = None,
        luck: bool = True,
        threads: int = 1,
        implementation: str | None = None,
    ) -> None:
        """`implementation` may insist on "native" or "rulebook"."""
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = options if isinstance(options, Options) else self.game.options.read(options or {})
        self.count = whole("count", count, 1, MOST_GAMES)
        self.luck, self.threads = luck, whole("threads", threads, 1, 256)
        self.seats = len(self.game.seats(self.options))
        self.actions = self.game.actions(self.options)
        seed = whole("seed", seed, 0, 2**64 - 1)
        self.implementation, self.games = open_games(
            self.game, self.options, self.count, seed, luck, threads, implementation
        )
        sample = self.game.part(Arrays).encode.observe(self.game.start(self.options), 0)
        self.to_play: Small = lasting(count, np.int8)
        self.mask: Small = lasting((count, self.actions), np.int8)
        self.observation: NDArray[Any] = lasting((count, *sample.shape), sample.dtype)
        self.rewards: Scores = lasting((count, self.seats), np.float32)
        self.attach()

    def attach(self) -> None:
        self.games.attach(self.rewards, self.to_play, self.mask, self.observation)
        self.refresh()

    def __len__(self) -> int:
        return self.count

    @property
    def over(self) -> NDArray[np.bool_]:
        """[n], which games are finished."""
        over: NDArray[np.bool_] = self.to_play == OVER
        return over

    def step(self, actions: ArrayLike) -> NDArray[np.float32]:
        """Plays one action in every game. A finished game takes any and stays as it is, as does one told to HOLD.

        If one is illegal, IllegalMove names its game and nothing is played. A signal such as Ctrl-C ends also a step of
        very many games: then some have moved, and until a `reset` of all of them the batch refuses everything else.
        """
        chosen = self.whole_numbers("actions", actions, np.int32)
        illegal = self.games.step(chosen)
        if illegal < self.count:
            raise self.illegal(illegal, int(chosen[illegal]))
        return self.rewards

    def illegal(self, index: int, action: int) -> IllegalMove:
        """Why an action is refused, in the rulebook's words."""
        try:
            self.state(index).apply(action)
        except IllegalMove as error:
            return IllegalMove(f"game {index}: {error.sentence}", error.board, action=action, game=index)
        return IllegalMove(f"game {index}: action {action} is not legal", action=action, game=index)

    def reset(self, chosen: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """New games, all or where `chosen` [n] is true; with a seed, their dice begin anew too."""
        which = None if chosen is None else self.array("chosen", chosen, np.bool_).view(np.uint8)
        if seed is not None:
            whole("seed", seed, 0, 2**64 - 1)
            for index in range(self.count) if which is None else np.flatnonzero(which):
                self.games.reseed(int(index), seed)
        self.games.reset(which)

    def refresh(self) -> None:
        """Writes `to_play`, `mask` and `observation` as the games are."""
        self.games.look()

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action for every game, each equally likely; luck by its chances; -1 where the game is over."""
        actions = np.empty(self.count, np.int32)
        self.games.random_actions(actions)
        return actions

    def observe(self, seat: int) -> NDArray[Any]:
        """[n, ...], all games from the point of view of one seat."""
        whole("seat", seat, 0, self.seats - 1)
        seen = np.empty_like(self.observation)
        self.games.observe(seat, seen)
        return seen

    def scores(self) -> NDArray[np.float32]:
        """[n, seats], every seat's score so far."""
        out = np.empty((self.count, self.seats), np.float32)
        self.games.scores(out)
        return out

    def hashes(self) -> NDArray[np.uint64]:
        """[n], equal for equal positions."""
        out = np.empty(self.count, np.uint64)
        self.games.hashes(out)
        return out

    def clone(self) -> "Batch":
        """An independent copy: the same actions lead to the same games, luck included."""
        twin = Batch.__new__(Batch)
        vars(twin).update(vars(self))
        twin.games = self.games.clone()
        for name in ("to_play", "mask", "observation", "rewards"):
            setattr(twin, name, lasting_copy(getattr(self, name)))
        twin.attach()
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "Batch":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process goes on with the same games, luck included."""
        saved = [self.get_bytes(index) for index in range(self.count)]
        made = (self.game, self.count, self.options, self.luck, self.threads, self.implementation)
        return _restored, (made, saved, self.rewards.copy())

    def state(self, index: int) -> Any:
        """The rulebook's position of one game."""
        raw = self.games.position(self.index(index))
        return self.unpack(raw)

    def set_state(self, index: int, state: Any) -> None:
        """Puts a rulebook's position in; the dice go on."""
        index = self.index(index)
        if not isinstance(state, type(self.game.start(self.options))) or state.options != self.options:
            raise StateError(f"game {index}: a position of {self.game.name} with this batch's options is expected")
        self.put(index, self.pack(state), self.games.dice(index))

    def get_bytes(self, index: int) -> bytes:
        """One game, dice included, as bytes that any batch of the same game and options takes."""
        raw = self.games.position(self.index(index))
        body = HEADER.pack(MARK, self.digest(), len(raw), self.games.dice(index)) + raw
        return body + struct.pack("<I", zlib.crc32(body))

    def set_bytes(self, index: int, blob: bytes) -> None:
        """StateError if the blob is broken, or of another game, version, or other options."""
        index = self.index(index)
        if len(blob) < HEADER.size + 4 or blob[:4] != MARK:
            raise StateError("these bytes are no saved game")
        _, digest, length, dice = HEADER.unpack(blob[: HEADER.size])
        if length != len(blob) - HEADER.size - 4 or zlib.crc32(blob[:-4]) != struct.unpack("<I", blob[-4:])[0]:
            raise StateError("the saved game is damaged: its length or its checksum is wrong")
        if digest != self.digest():
            raise StateError(
                f"the saved game is of another game, rules version, or other options than {self.game.name} "
                f"version {self.game.version} with {self.options.chosen() or 'default options'}"
            )
        self.put(index, blob[HEADER.size : -4], dice)

    def put(self, index: int, raw: bytes, dice: int) -> None:
        try:
            self.games.place(index, raw, dice)
        except ValueError as error:
            raise StateError(f"game {index}: {error}") from None

    def digest(self) -> int:
        known = f"{self.game.name}/{self.game.version}/{sorted(self.options.chosen().items())}/{self.implementation}"
        return zlib.crc32(known.encode())

    def pack(self, state: Any) -> bytes:
        if self.implementation == "native":
            return self.game.part(Arrays).kernel.pack(state)  # type: ignore[union-attr]
        return self.game.notation.write_position(state).encode()

    def unpack(self, raw: bytes) -> Any:
        if self.implementation == "native":
            return self.game.part(Arrays).kernel.unpack(raw, self.options)  # type: ignore[union-attr]
        return self.game.notation.read_position(raw.decode(), self.options)

    def index(self, index: int) -> int:
        return whole("index", index, 0, self.count - 1)

    def whole_numbers(self, name: str, values: ArrayLike, dtype: Any) -> NDArray[Any]:
        """[n] of `dtype`, refusing what would be rounded or wrapped."""
        found = np.asarray(values)
        if found.shape == (self.count,) and found.dtype == dtype and found.flags.c_contiguous:
            return found
        if found.shape != (self.count,) or found.dtype.kind not in "iu":
            raise ConfigError(
                f"{name}: expected {self.count} whole numbers, found {found.dtype} of shape {found.shape}", name=name
            )
        if found.size and (found.min() < -(2**31) or found.max() >= 2**31):
            raise ConfigError(f"{name}: {found.min()} to {found.max()} are no actions", name=name)
        return np.ascontiguousarray(found, dtype)

    def array(self, name: str, values: ArrayLike, dtype: Any) -> NDArray[Any]:
        found = np.asarray(values)
        if found.shape != (self.count,) or found.dtype != dtype:
            raise ConfigError(
                f"{name}: expected {self.count} of {np.dtype(dtype)}, found {found.dtype} of shape {found.shape}",
                name=name,
            )
        return np.ascontiguousarray(found)


def _restored(made: tuple[Any, ...], saved: list[bytes], rewards: NDArray[np.float32]) -> Batch:
    game, count, options, luck, threads, implementation = made
    batch = Batch(game, count, options=options, luck=luck, threads=threads, implementation=implementation)
    for index, blob in enumerate(saved):
        batch.set_bytes(index, blob)
    batch.refresh()
    batch.rewards[:] = rewards
    return batch


def whole(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise ConfigError(f"{name}={value}: allowed is a whole number from {low} to {high}", name=name, value=value)
    return int(value)


def open_games(
    game: AnyGame, options: Options, count: int, seed: int, luck: bool, threads: int, wanted: str | None
) -> tuple[str, Games]:
    """The kernel if there is one for these options, unless the rulebook is wanted."""
    if wanted not in (None, "native", "rulebook"):
        raise ConfigError(f"implementation={wanted}: allowed is native, rulebook or none")
    kernel = game.part(Arrays).kernel
    if wanted != "rulebook" and kernel is not None:
        try:
            rules = kernel.rules(options)
        except ConfigError:
            if wanted == "native":
                raise
        else:
            return "native", kernel.batch(rules, count, seed, luck, threads)
    if wanted == "native":
        raise ConfigError(f"{game.name} has no native kernel")
    return "rulebook", RulebookGames(game, options, count, seed, luck)


class RulebookGames:
    """The same games played by the rulebook: slow, and the authority."""

    def __init__(self, game: AnyGame, options: Options, count: int, seed: int, luck: bool) -> None:
        self.game, self.options, self.luck = game, options, luck
        self.dices = [0] * count
        self.states: list[Any] = [None] * count
        for index in range(count):
            self.reseed(index, seed)
            self.begin(index)

    def begin(self, index: int) -> None:
        self.states[index] = self.game.start(self.options)
        self.draw(index)

    def draw(self, index: int) -> None:
        while self.luck and self.states[index].to_play == CHANCE:
            self.states[index] = self.states[index].apply(self.chosen(index))

    def generator(self, index: int) -> random.Random:
        self.dices[index] = (self.dices[index] * 6364136223846793005 + 1442695040888963407) % 2**64
        return random.Random(self.dices[index])

    def chosen(self, index: int) -> int:
        """An outcome of luck, or any legal action."""
        state, generator = self.states[index], self.generator(index)
        if state.to_play != CHANCE:
            return int(generator.choice(state.legal()))
        outcomes, weights = zip(*state.chances(), strict=True)
        return int(generator.choices(outcomes, weights)[0])

    def attach(self, rewards: Scores, to_play: Small, mask: Small, seen: NDArray[Any]) -> None:
        self.rewards, self.turns, self.mask, self.seen = rewards, to_play, mask, seen

    def step(self, actions: NDArray[np.int32]) -> int:
        for index, state in enumerate(self.states):
            if state.to_play != OVER and actions[index] != HOLD and int(actions[index]) not in state.legal():
                return index
        for index, state in enumerate(self.states):
            if state.to_play == OVER or actions[index] == HOLD:
                self.rewards[index] = 0
            else:
                self.play(index, int(actions[index]))
        return len(self.states)

    def step_one(self, index: int, action: int) -> bool:
        legal = action in self.states[index].legal()
        if legal:
            self.play(index, action)
        return legal

    def play(self, index: int, action: int) -> None:
        before = np.array(self.states[index].returns(), np.float32)
        self.states[index] = self.states[index].apply(action)
        self.draw(index)
        self.rewards[index] = np.array(self.states[index].returns(), np.float32) - before
        self.write(index)

    def reset(self, chosen: NDArray[np.uint8] | None) -> None:
        for index in range(len(self.states)):
            if chosen is None or chosen[index]:
                self.begin(index)
                self.write(index)

    def to_play(self, index: int) -> int:
        return int(self.states[index].to_play)

    def look(self) -> None:
        for index in range(len(self.states)):
            self.write(index)

    def write(self, index: int) -> None:
        state = self.states[index]
        self.turns[index] = state.to_play
        self.seen[index] = self.game.part(Arrays).encode.observe(state, max(state.to_play, 0))
        self.mask[index] = 0
        if state.to_play >= 0:
            self.mask[index, list(state.legal())] = 1

    def observe(self, seat: int, seen: NDArray[Any]) -> None:
        for index, state in enumerate(self.states):
            seen[index] = self.game.part(Arrays).encode.observe(state, seat)

    def scores(self, out: Scores) -> None:
        out[...] = [state.returns() for state in self.states]

    def hashes(self, out: NDArray[np.uint64]) -> None:
        for index in range(len(self.states)):
            raw = self.position(index)
            out[index] = zlib.crc32(raw) << 32 | zlib.crc32(raw[::-1])

    def bytes_at(self, at: int, out: NDArray[np.uint8]) -> None:
        out[...] = [self.position(index)[at] for index in range(len(self.states))]

    def random_actions(self, out: NDArray[np.int32]) -> None:
        out[...] = [self.random_action(index) for index in range(len(self.states))]

    def random_action(self, index: int) -> int:
        return HOLD if self.states[index].to_play == OVER else self.chosen(index)

    def reseed(self, index: int, seed: int) -> None:
        self.dices[index] = random.Random(f"{seed}/{index}").getrandbits(64)

    def position(self, index: int) -> bytes:
        return self.game.notation.write_position(self.states[index]).encode()

    def dice(self, index: int) -> int:
        return self.dices[index]

    def place(self, index: int, raw: bytes, dice: int) -> None:
        self.states[index] = self.game.notation.read_position(raw.decode(), self.options)
        self.dices[index] = dice
        self.draw(index)
        self.write(index)

    def clone(self) -> "RulebookGames":
        twin = RulebookGames.__new__(RulebookGames)
        vars(twin).update(vars(self))
        twin.dices, twin.states = list(self.dices), list(self.states)
        return twin
