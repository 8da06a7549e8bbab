"""The environment of specification 004, over the rulebook.

    env = Twenty48Env()
    board = env.reset(seed=1)                        # [4, 4] int64: 0, 2, 4, 8, ...
    board, reward, done, info = env.step(LEFT)       # 0 up, 1 right, 2 down, 3 left

`observation` says what reset and step return: "values" is the board; "log2" [4, 4] int8 the ranks of its tiles, k for
2**k, 0 where it is empty; "one_hot" [18, 4, 4] int8 a plane for each rank. Boards that are returned are copies. The
attribute `board` is what is played on: it may be set or written to, and nothing that is no board goes unnoticed. Luck
comes from `rng`, one number for each new tile.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from asobiba.core.actions import action_number
from asobiba.core.contract import CHANCE, OVER
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.core.options import Options, option
from asobiba.games.twenty48.encode import observe, ranks, values
from asobiba.games.twenty48.rules import (
    ACTIONS,
    LARGEST,
    PLAYER,
    RANKS,
    Position,
    Tiles,
    Twenty48Options,
    merges,
    placed,
    shift,
    slide,
    start,
)

OPTIONS = Twenty48Options()
CELLS = frozenset((0, *(2**rank for rank in range(1, RANKS))))
"""What a cell may hold."""


@dataclass(frozen=True)
class EnvSettings(Options):
    observation: Literal["values", "log2", "one_hot"] = option("values", "what reset and step return")


class Twenty48Env:
    rng: np.random.Generator
    score: int

    def __init__(self, seed: int | None = None, *, observation: str = "values") -> None:
        self.settings = EnvSettings(observation=observation)  # type: ignore[arg-type]  # it is checked there
        self.rng = generator(seed)
        self.reset()

    def reset(self, seed: int | None = None) -> NDArray[Any]:
        """An empty board, two tiles, no score. Without a seed the generator goes on where it was."""
        if seed is not None:
            self.rng = generator(seed)
        self.score = 0
        position = start(OPTIONS)
        while position.to_play == CHANCE:
            position = position.apply(self._luck(position))
        self._board = values(position)
        return self._observation(position)

    def step(self, action: int) -> tuple[NDArray[Any], int, bool, dict[str, Any]]:
        """(board, reward, done, info). A move that changes nothing places no tile and earns nothing."""
        number = action_number(action)
        if number is None or not 0 <= number < ACTIONS:
            raise IllegalMove(f"action {action!r} does not exist: 0 is up, 1 right, 2 down, 3 left", action=action)
        before = self.position
        tiles, reward = shift(before.board, number, OPTIONS)
        moved = tiles != before.board
        spawned = None
        if moved:
            outcome = self._luck(Position(tiles, due=1, options=OPTIONS))
            tiles = placed(tiles, outcome)
            spawned = (*divmod(outcome // 2, OPTIONS.columns), tiles[outcome // 2])
        self.score += reward
        after = Position(tiles, self.score, options=OPTIONS)
        # A board with room is not over. Only a full one is worth the search for a move.
        done = 0 not in tiles and after.to_play == OVER
        self._board = values(after)
        info = {
            "invalid_move": not moved,
            "moved": moved,
            "score": self.score,
            "max_tile": after.max_tile,
            "won": after.won,
            "spawned": spawned,
            "merged": [merge._asdict() for merge in merges(before, number)] if reward else [],
        }
        return self._observation(after), reward, done, info

    def legal_actions(self) -> list[int]:
        """Those that change the board, ascending; none when the game is over."""
        return list(self.position.legal())

    def action_masks(self) -> NDArray[np.int8]:
        """[4] int8, 1 for an action that changes the board. A new array each time."""
        mask = np.zeros(ACTIONS, np.int8)
        mask[self.legal_actions()] = 1
        return mask

    @property
    def board(self) -> NDArray[np.int64]:
        return self._board

    @board.setter
    def board(self, board: ArrayLike) -> None:
        """Takes a copy. The score and the generator stay."""
        found = np.asarray(board)
        if found.shape != (OPTIONS.rows, OPTIONS.columns) or found.dtype.kind not in "iu":
            raise StateError(f"a board is 4x4 whole numbers; found {found.dtype} of shape {found.shape}")
        checked(found.ravel().tolist())
        self._board = found.astype(np.int64)

    @property
    def position(self) -> Position:
        """The rulebook's position on this board, with the player to move."""
        return Position(checked(self._board.ravel().tolist()), self.score, options=OPTIONS)

    def clone(self) -> Self:
        """Board, score and the state of the generator: the same actions lead both to the same boards."""
        twin = copy(self)
        twin._board = self._board.copy()
        # Five times quicker than deepcopy, and a search clones often.
        bits = type(self.rng.bit_generator)(0)
        bits.state = self.rng.bit_generator.state
        twin.rng = np.random.Generator(bits)
        return twin

    def render(self, mode: str = "human") -> str:
        """The board, the score and the largest tile as text; in mode `human` it is printed too, in `ansi` not."""
        if mode not in ("human", "ansi"):
            raise ConfigError(f"mode={mode}: allowed is human or ansi", option="mode", value=mode)
        text = str(self.position)
        if mode == "human":
            print(text)  # noqa: T201  the specification wants it printed
        return text

    def _observation(self, position: Position) -> NDArray[Any]:
        match self.settings.observation:
            case "values":
                return self._board.copy()
            case "log2":
                return ranks(position)
            case "one_hot":
                return observe(position, PLAYER)

    def _luck(self, position: Position) -> int:
        point, chances = self.rng.random(), position.chances()
        for outcome, chance in chances:
            point -= chance
            if point < 0:
                return outcome
        return chances[-1][0]  # rounded, the chances do not quite add up to 1


def afterstate(board: ArrayLike, action: int) -> tuple[NDArray[np.int64], int]:
    """A board of any shape after all tiles slid, before luck places the next, and the reward; a copy. An action that
    changes nothing leads to the same board and earns nothing. Many boards at once: afterstates.py."""
    found, number = np.asarray(board), action_number(action)
    if number is None or not 0 <= number < ACTIONS:
        raise IllegalMove(f"action {action!r} does not exist: 0 is up, 1 right, 2 down, 3 left", action=action)
    if found.ndim != 2 or found.dtype.kind not in "iu":
        raise StateError(f"a board is rows of whole numbers; found {found.dtype} of shape {found.shape}")
    options = Twenty48Options(rows=found.shape[0], columns=found.shape[1])
    tiles, reward = shift(checked(found.ravel().tolist()), number, options)
    return np.array(tiles, np.int64).reshape(found.shape), reward


def slide_and_merge(line: Iterable[int]) -> tuple[list[int], int]:
    """One line to the left, and its reward: [4 4 2 2] -> [8 4 0 0], 12."""
    # Plain ints: the rulebook remembers lines, and would give array scalars to others who ask for an equal one.
    tiles = []
    for at, tile in enumerate(line):
        number = action_number(tile)
        if number is None:
            raise no_tile(at, tile)
        tiles.append(number)
    slid, merged = slide(checked(tiles))
    return list(slid), sum(merged)


def checked(tiles: Iterable[int]) -> Tiles:
    found = tuple(tiles)
    if not CELLS.issuperset(found):
        raise no_tile(*next((at, tile) for at, tile in enumerate(found) if tile not in CELLS))
    return found


def no_tile(at: int, tile: object) -> StateError:
    allowed = f"0 for empty, or 2, 4, 8, ..., {LARGEST}, whole numbers"
    return StateError(f"cell {at} is {tile!r}: allowed is {allowed}", cell=at, tile=tile)


def generator(seed: int | None) -> np.random.Generator:
    """Of a whole number alone: a generator as a seed would be shared with whoever else has it."""
    number = action_number(seed)
    if seed is not None and (number is None or number < 0):
        allowed = "none or a whole number, 0 or more"
        raise ConfigError(f"seed={seed!r}: allowed is {allowed}", option="seed", value=seed)
    return np.random.default_rng(number)
