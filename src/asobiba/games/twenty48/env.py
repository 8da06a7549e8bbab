"""The environment of specification 004, over the rulebook.

    env = Twenty48Env()
    board = env.reset(seed=1)                        # [4, 4] int64: 0, 2, 4, 8, ...
    board, reward, done, info = env.step(LEFT)       # 0 up, 1 right, 2 down, 3 left

`env.gymnasium()` is the same game as a gymnasium.Env.
"""

from copy import copy, deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from asobiba.core.errors import ConfigError, StateError
from asobiba.core.game import CHANCE, OVER
from asobiba.core.options import Options, option
from asobiba.games.twenty48.encode import observe, ranks, values
from asobiba.games.twenty48.mechanics import DOWN, LEFT, RIGHT, UP, checked, direction
from asobiba.games.twenty48.rules import ACTIONS, PLAYER, Position, Twenty48Options, merges, placed, shift, start
from asobiba.games.twenty48.utils import clone_generator, generator

if TYPE_CHECKING:
    from gymnasium import spaces

    from asobiba.games.twenty48.gym import Twenty48Board

__all__ = ["DOWN", "LEFT", "OPTIONS", "RIGHT", "UP", "EnvSettings", "Twenty48Env", "board_env"]

OPTIONS = Twenty48Options()


@dataclass(frozen=True)
class EnvSettings(Options):
    observation: Literal["values", "log2", "one_hot"] = option("values", "what reset and step return")


class Twenty48Env:
    """2048 on 4x4: `reset` returns the board, `step` four values.

    `observation` chooses what they return: "values" is the board; "log2" [4, 4] int8 the ranks of its tiles, k for 2**k
    and 0 for an empty cell; "one_hot" [18, 4, 4] int8 a plane for each rank. Returned boards are copies. The attribute
    `board` is the board in play: set it or write to its cells; `step` refuses what is no board. Luck comes from `rng`,
    one number for each new tile.
    """

    rng: np.random.Generator
    score: int

    def __init__(self, seed: int | None = None, *, observation: str = "values") -> None:
        self.settings = EnvSettings(observation=observation)  # type: ignore[arg-type]  # it is checked there
        self.rng = generator(seed)
        self.reset()

    def reset(self, seed: int | None = None) -> NDArray[Any]:
        """Start with two tiles and no score. Without a seed the generator goes on from its state."""
        if seed is not None:
            self.rng = generator(seed)
        self.score = 0
        position = start(OPTIONS)
        while position.to_play == CHANCE:
            position = position.apply(self._luck(position))
        self._board = values(position)
        return self._observation(position)

    def step(self, action: int) -> tuple[NDArray[Any], int, bool, dict[str, Any]]:
        """Return (board, reward, done, info). A move that changes nothing places no tile and earns nothing."""
        number = direction(action)
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
        """Return the actions that change the board, ascending; none when the game is over."""
        return list(self.position.legal())

    def action_masks(self) -> NDArray[np.int8]:
        """Return [4] int8, 1 for an action that changes the board; a new array each time."""
        mask = np.zeros(ACTIONS, np.int8)
        mask[self.legal_actions()] = 1
        return mask

    @property
    def board(self) -> NDArray[np.int64]:
        """The board in play, [4, 4] int64. Setting it takes a copy; score and generator stay."""
        return self._board

    @board.setter
    def board(self, board: ArrayLike) -> None:
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
        """Copy board, score and the state of the generator: the same actions lead both to the same boards."""
        twin = copy(self)
        twin._board = self._board.copy()
        twin.rng = clone_generator(self.rng)
        for name in ("action_space", "observation_space"):  # they draw samples from a generator of their own
            if name in vars(self):
                setattr(twin, name, deepcopy(vars(self)[name]))
        return twin

    def render(self, mode: str = "human") -> str:
        """Return the board, `score` and `max_tile` as text; mode "human" prints it too, "ansi" does not."""
        if mode not in ("human", "ansi"):
            raise ConfigError(f"mode={mode}: allowed is human or ansi", option="mode", value=mode)
        position = self.position
        grid, _, _ = str(position).rpartition("\n")
        text = f"{grid}\nscore {position.score}   max_tile {position.max_tile}" + ("   won" if position.won else "")
        if mode == "human":
            print(text)  # noqa: T201  the specification wants it printed
        return text

    @cached_property
    def action_space(self) -> "spaces.Discrete":
        """Discrete(4). Gymnasium is imported with the first question for a space."""
        from asobiba.games.twenty48.gym import action_space

        return action_space()

    @cached_property
    def observation_space(self) -> "spaces.Box":
        """Box(0, 131072, (4, 4), int64) for "values"; the bounds of the other observations are 17 and 1."""
        from asobiba.games.twenty48.gym import observation_space

        return observation_space(self.settings.observation, OPTIONS)

    def gymnasium(self, render_mode: str | None = None) -> "Twenty48Board":
        """Return this game as a gymnasium.Env, whose `step` returns five values. Both play on the same board."""
        from asobiba.games.twenty48.gym import Twenty48Board

        return Twenty48Board(self, render_mode=render_mode)

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


def board_env(observation: str = "values", render_mode: str | None = None) -> "Twenty48Board":
    """Return a new game as a gymnasium.Env; `gymnasium.make` calls this."""
    return Twenty48Env(observation=observation).gymnasium(render_mode)
