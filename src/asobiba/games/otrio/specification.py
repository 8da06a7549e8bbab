"""The names of specification 000 over the rulebook: OtrioBase without, OtrioEnv with Gymnasium.

An action is 9 * size + cell. A colour that can place nothing is skipped. Each colour plays for itself; of two players,
A owns red and blue, B green and yellow, unless colors=(0, 1) gives them one each.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.core.game import OVER, action_number
from asobiba.core.luck import seed_of
from asobiba.core.options import Options, option
from asobiba.games.otrio import GAME, board
from asobiba.games.otrio.encode import flat, observe, shape
from asobiba.games.otrio.picture import letter_at
from asobiba.games.otrio.rules import COLOUR_COUNTS, OtrioOptions, Position, start
from asobiba.games.otrio.stash import position_of

__all__ = ["BOARD_CELLS", "MAX_ACTIONS", "SLOTS", "WIN_LINES", "OtrioBase", "OtrioEnv"]

BOARD_CELLS = 9
SLOTS = len(board.SIZES)
"""Small, medium, large; `board.SLOTS` counts the 27 places for a piece."""
MAX_ACTIONS = BOARD_CELLS * SLOTS
ROWS = [cells for cells in map(board.slots, board.LINES) if max(cells) < BOARD_CELLS]
WIN_LINES = sorted(ROWS, key=lambda cells: (1, 3, 4, 2).index(cells[1] - cells[0]))
"""The cells of the rows: three horizontal, three vertical, two diagonal."""
TRIES = 30 * MAX_ACTIONS
"""With illegal="noop", this many illegal actions in a row truncate the episode, as in envs/gym.py."""


class IllegalAction(IllegalMove, ValueError):
    """A ValueError too, as in the specification."""


class GameOver(IllegalMove, RuntimeError):
    """A RuntimeError too, as in the specification."""


# No plain ints: a vector environment makes an array of ints for them, which then refuses another game's None.
Colour = IntEnum("Colour", ["RED", "GREEN", "BLUE", "YELLOW"], start=0)
Player = IntEnum("Player", ["A", "B", "C", "D"], start=0)


class OtrioBase:
    """Pure game logic. `board`, `stash`, `turn` and `winner` may be set and changed; play continues from them.

    board   [3, 9] int8: size, cell; -1 empty, otherwise the colour
    stash   {colour: {size: pieces left}}
    turn    the index in `colors` of the colour that is due
    winner  the colour with a line, or None
    """

    board: NDArray[Any]
    stash: Any
    turn: int
    winner: int | None
    house_rules: tuple[tuple[str, Any], ...] = ()
    _read: tuple[Any, Any] = (None, None)
    """The values that were read last, and their position."""

    def __init__(self, active_colors: Sequence[int] = (0, 1, 2, 3), **house_rules: Any) -> None:
        """`house_rules` are further options of the game, such as players=2 or ban_center_medium=True."""
        self.house_rules = tuple(house_rules.items())
        order = options_of.__wrapped__(active_colors, self.house_rules).order
        self.colors: Sequence[int] = order if isinstance(active_colors, tuple) else list(order)
        self.num_colors = len(self.colors)
        self.reset()

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_read": (None, None)}  # a search copies this often

    def reset(self) -> NDArray[np.int8]:
        self.position = start(self.options)
        return self.observe()

    @property
    def options(self) -> OtrioOptions:
        return options_of(tuple(self.colors), self.house_rules)

    @property
    def position(self) -> Position:
        """The rulebook's position of the four values, with colours that can place nothing skipped. It may be set."""
        try:
            cells = np.asarray(self.board)
            stash = [self.stash[color][slot] for color in self.colors for slot in range(SLOTS)]
        except (LookupError, TypeError, ValueError):
            found = f"board={self.board!r} and stash={self.stash!r} given"
            raise StateError(f"{found}; allowed are a [3, 9] array and {{colour: {{size: pieces left}}}}") from None
        values = cells.shape, cells.dtype, cells.tobytes(), stash, self.turn, self.winner, tuple(self.colors)
        if values != self._read[0]:
            self._read = values, position_of(self.options, cells, stash, self.turn, self.winner)
        self.board, position = cells, self._read[1]
        return position  # type: ignore[no-any-return]

    @position.setter
    def position(self, position: object) -> None:
        if not isinstance(position, Position) or position.options != self.options:
            allowed = f"an Otrio position with {self.options.chosen()}"
            raise StateError(f"position: {position!r} given; allowed is {allowed}")
        self.board = flat(position).reshape(SLOTS, BOARD_CELLS)
        self.stash = {color: dict(enumerate(position.stock(color))) for color in self.colors}
        self.turn, self.winner = position.turn, position.winner

    def observe(self) -> NDArray[np.int8]:
        """[4, 3, 3, 3]: colour, size, row, column."""
        pieces = np.array(self.position.pieces).reshape(4, 1)
        return (pieces >> np.arange(MAX_ACTIONS) & 1).astype(np.int8).reshape(4, SLOTS, 3, 3)

    def legal_moves(self) -> list[int]:
        """Ascending, [] when the game is over. `turn` moves on if it was set to a colour that can place nothing."""
        position = self.position
        self.turn = position.turn
        return list(position.legal())

    def step(self, action: int) -> tuple[NDArray[np.int8], int, bool, dict[str, Any]]:
        """(observation, reward, done, {}). The reward is 1 for the move that wins, otherwise 0."""
        before = self.position
        number = existing(action, before)
        color, (slot, cell) = before.due[0], divmod(number, BOARD_CELLS)
        try:
            turn = before.apply(number).turn
        except IllegalMove as error:
            spent = "no pieces left." if not before.stock(color)[slot] else "off-limits."
            reason = "occupied slot." if self.board[slot, cell] != -1 else spent
            raise IllegalAction(f"Illegal move: {reason}", error, action=number) from None
        self.board[slot, cell] = color
        self.stash[color][slot] -= 1
        self._check_win(color, slot, cell)
        self.turn = turn
        after = self.position
        self.turn = after.turn
        return self.observe(), int(self.winner is not None), after.to_play == OVER, {}

    def _check_win(self, color: int, slot: int, cell: int) -> None:
        """Set `winner` if the piece in this place is part of a line. A subclass may decide otherwise."""
        mine = int.from_bytes(np.packbits(np.asarray(self.board) == color, bitorder="little").tobytes(), "little")
        if any(line >> BOARD_CELLS * slot + cell & 1 for line in board.lines_of(mine)):
            self.winner = color

    @property
    def done(self) -> bool:
        return self.position.to_play == OVER


@dataclass(frozen=True)
class EnvSettings(Options):
    observation: Literal["flat", "planes", "channels", "full"] = option("flat", "which of the four observations")
    illegal: Literal["lose", "noop", "raise"] = option("noop", "what an illegal action does")
    render_mode: Literal["ansi"] | None = option("ansi", "what render returns")


class OtrioEnv(gymnasium.Env[NDArray[Any], Any]):
    """Observations, by the setting `observation`:

    flat     [27] int8           -1 empty, otherwise the colour; the index is the action
    planes   [4, 3, 3, 3] int8   colour, size, row, column
    channels [12, 3, 3] int8     plane 3 * colour + size, for convolutions
    full     [28, 3, 3] float32  the rulebook's, from the point of view of the player to move, with turn and stock

    The first three do not show whose turn it is; info["color"] does, and as [4] int8 info["current_color"].

    PotentialShaping of envs/shaping.py takes it: hence `game`, `seat` and `state`. Its caller plays every seat.
    """

    game, seat = GAME, None
    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  where Gymnasium looks for it

    def __init__(
        self,
        players: int = 4,
        *,
        observation: str = "flat",
        illegal: str = "noop",
        render_mode: str | None = "ansi",
        colors: Sequence[int] | None = None,
        **house_rules: Any,
    ) -> None:
        """`illegal`: nothing happens, the player loses, or it is an error. `colors`: those in play, in order."""
        # Not read, which would take " flat" and "none" for what they are not.
        self.settings = EnvSettings(observation=observation, illegal=illegal, render_mode=render_mode)  # type: ignore[arg-type]
        self.render_mode = render_mode
        self.metadata = {"render_fps": 1} | self.metadata  # which check_env misses otherwise
        assert players in tuple(COLOUR_COUNTS), f"players={players!r} of OtrioEnv: allowed is 2, 3 or 4"
        in_play = list(OtrioOptions(players=players).order) if colors is None else colors
        self.core = OtrioBase(in_play, players=players, **house_rules)
        self.forfeited, self.refused = False, 0
        self.action_space = gymnasium.spaces.Discrete(MAX_ACTIONS)
        low, high, of_shape, dtype = {
            "flat": (-1, 3, (MAX_ACTIONS,), np.int8),
            "planes": (0, 1, (4, 3, 3, 3), np.int8),
            "channels": (0, 1, (12, 3, 3), np.int8),
            "full": (0, 1, shape(self.core.options), np.float32),
        }[observation]
        self.observation_space = gymnasium.spaces.Box(low, high, of_shape, dtype)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Otrio has no luck: the seed changes `np_random` and nothing else."""
        if options:
            raise ConfigError(f"option {next(iter(options))!r} of reset: it has none", option=next(iter(options)))
        super().reset(seed=seed_of(seed))
        self.core.reset()
        self.forfeited, self.refused = False, 0
        position = self.core.position
        return self._observation(position), self._info(position, position.returns())

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """The reward is the mover's. An action that does not exist is an error, whatever `illegal` says."""
        before = self.core.position
        number = existing(action, before, self.forfeited)
        mover, illegal = before.to_play, number not in self.core.legal_moves()
        if not illegal or self.settings.illegal == "raise":
            self.core.step(number)
        self.refused = self.refused + 1 if illegal else 0
        self.forfeited = illegal and self.settings.illegal == "lose"
        position = self.core.position
        over, truncated = self.forfeited or position.to_play == OVER, self.refused >= TRIES
        rewards = position.returns()
        if self.forfeited:  # the loser pays 1, which the others share
            rewards = tuple(-1.0 if seat == mover else 1 / (len(rewards) - 1) for seat in range(len(rewards)))
        info = self._info(position, rewards, illegal)
        if over or truncated:
            info["reason"] = "forfeit" if self.forfeited else "rules" if over else "truncation"
        reward = rewards[mover]
        return self._observation(position), int(reward) if reward.is_integer() else reward, over, truncated, info

    @property
    def done(self) -> bool:
        return self.forfeited or self.core.done

    @property
    def state(self) -> Position:
        """The rulebook's position."""
        return self.core.position

    def render(self, mode: str | None = "ansi") -> str | None:
        """Three rows of three spaces, each with its small, medium and large piece: `Rs.... | ..GmBL | ......`.

        "ansi" prints and returns them, another mode returns them. With render_mode=None nothing is drawn.
        """
        if self.render_mode is None:
            return None
        pieces = [letter_at(self.core.position, at) for at in range(MAX_ACTIONS)]
        drawn = [piece * 2 if piece in ".x" else piece + "smL"[at // BOARD_CELLS] for at, piece in enumerate(pieces)]
        spaces = ["".join(drawn[cell::BOARD_CELLS]) for cell in range(BOARD_CELLS)]
        out = "\n".join(" | ".join(spaces[at : at + 3]) for at in range(0, BOARD_CELLS, 3))
        if mode == "ansi":
            sys.stdout.write(f"{out}\n")
        return out

    def action_masks(self) -> NDArray[np.int8]:
        """[27] int8, 1 for what is legal; all 0 when the game is over. A new array each time."""
        mask = np.zeros(MAX_ACTIONS, np.int8)
        if not self.forfeited:
            mask[self.core.legal_moves()] = 1
        return mask

    def _observation(self, position: Position) -> NDArray[Any]:
        match self.settings.observation:
            case "flat":
                return self.core.board.ravel().astype(np.int8)
            case "full":
                return observe(position, position.turn % self.core.options.players)
            case "channels":
                return self.core.observe().reshape(12, 3, 3)
        return self.core.observe()

    def _info(self, position: Position, rewards: Sequence[float], illegal: bool = False) -> dict[str, Any]:
        due = () if self.forfeited else position.due
        return {
            "action_mask": self.action_masks(),
            "color": Colour(due[0]) if due else None,
            "current_color": np.array([color in due for color in range(4)], np.int8),
            "player": Player(position.to_play) if due else None,
            "winner": None if position.winner is None else Colour(position.winner),
            "winner_player": None if position.winner_seat is None else Player(position.winner_seat),
            "rewards": np.array(rewards),
            "illegal": illegal,
        }


@lru_cache
def options_of(colors: Any, house_rules: tuple[tuple[str, Any], ...]) -> OtrioOptions:
    """The options of a game between these colours. Two of them are two players, unless a house rule says otherwise."""
    given = dict(house_rules)
    options = OtrioOptions.read({"players": min(max(np.size(colors), 2), 4), "colors": colors} | given)
    if "colors" in given or not options.two_player_alternation:
        reason = "the colours in play are active_colors, and a choice between two needs more than 27 actions"
        raise ConfigError(f"options of OtrioBase: {given} given; {reason}", option=next(iter(given)))
    return options


def existing(action: object, position: Position, over: bool = False) -> int:
    """The number of an action, checked before anything else looks at it."""
    if over or position.to_play == OVER:
        raise GameOver("Game over.", position, action=action)
    number = action_number(action)
    if number is None or not 0 <= number < MAX_ACTIONS:
        known = "slots are 0 to 26, and a colour without a move is skipped"
        raise IllegalAction(f"Illegal move: action {action!r} does not exist; {known}.", position, action=action)
    return number
