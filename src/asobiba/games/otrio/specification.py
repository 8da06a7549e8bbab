"""The classes of specification 000, over the rulebook: OtrioBase without, OtrioEnv with Gymnasium.

    env = OtrioEnv(players=4)                               # 2, 3 or 4
    observation, info = env.reset(seed=1)
    while not env.done:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

Every colour plays for itself; of two players A owns red and blue, B green and yellow, unless colors=(0, 1) gives them
one each. What is observed is what the player to move sees, while the reward of a step is that of the player who made
it: a learner that plays all colours takes the others' rewards from info["rewards"].
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from asobiba.core.actions import action_number
from asobiba.core.contract import OVER
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.core.luck import seed_of
from asobiba.core.options import Options, option
from asobiba.games.otrio import GAME
from asobiba.games.otrio.encode import flat, observe, planes, shape
from asobiba.games.otrio.picture import letter_at
from asobiba.games.otrio.rules import PASS, OtrioOptions, Position, start

ACTIONS = PASS + 1
TRIES = 30 * ACTIONS
"""With illegal="noop": after so many illegal actions in a row the episode is truncated, as in envs/gym.py."""


class IllegalAction(IllegalMove, ValueError):
    """A ValueError too, as in the specification."""


class GameOver(IllegalMove, RuntimeError):
    """A RuntimeError too, as in the specification."""


# No plain ints: a vector environment makes an array of ints for them, which then refuses another game's None.
Colour = IntEnum("Colour", ["RED", "GREEN", "BLUE", "YELLOW"], start=0)
Player = IntEnum("Player", ["A", "B", "C", "D"], start=0)


class OtrioBase:
    """Pure game logic. `position` is the rulebook's and may be set; everything else follows from it.

    Two, three or four colours play, each for itself; players=2 makes two players of four colours.
    """

    def __init__(self, active_colors: Sequence[int] = (0, 1, 2, 3), **house_rules: Any) -> None:
        """`house_rules` are further options of the game, such as players=2 or ban_center_medium=True."""
        if "colors" in house_rules:
            raise ConfigError(
                f"option colors={house_rules['colors']} of OtrioBase: the colours in play are its first argument, "
                "active_colors",
                option="colors",
                value=house_rules["colors"],
            )
        players = {"players": min(max(len(active_colors), 2), 4)}
        self.options = OtrioOptions.read(players | house_rules | {"colors": active_colors})
        self.colors = list(self.options.order)
        self.num_colors = len(self.colors)
        if not self.options.two_player_alternation:
            raise ConfigError(
                "option two_player_alternation=false of OtrioOptions: a choice of colour needs more than 28 actions",
                option="two_player_alternation",
                value=False,
            )
        self.reset()

    def reset(self) -> NDArray[np.int8]:
        self.position = start(self.options)
        return self.observe()

    @property
    def position(self) -> Position:
        return self._position

    @position.setter
    def position(self, position: object) -> None:
        options = position.options if isinstance(position, Position) else None
        if not isinstance(position, Position) or options != self.options:
            found = repr(position) if options is None else options.chosen()
            raise StateError(f"position: {found} given; allowed is an Otrio position with {self.options.chosen()}")
        self._position = position

    def observe(self) -> NDArray[np.int8]:
        """[4, 3, 3, 3]: colour, size, row, column."""
        return planes(self.position).reshape(4, 3, 3, 3)

    def legal_moves(self) -> list[int]:
        """Ascending; [27] when the colour must pass, nothing when the game is over."""
        return list(self.position.legal())

    def step(self, action: int) -> tuple[NDArray[np.int8], int, bool, dict[str, Any]]:
        """(observation, reward, done, info). The reward is 1 for the move that wins, otherwise 0."""
        number, before = existing(action), self.position
        try:
            self.position = before.apply(number)
        except IllegalMove as error:
            kind = GameOver if self.done else IllegalAction
            raise kind(error.sentence, error.board, action=number) from None
        reward = 0 if self.winner is None else 1
        return self.observe(), reward, self.done, {"color": before.due[0], "winner": self.winner}

    @property
    def board(self) -> NDArray[np.int8]:
        """[3, 9]: size, cell; -1 empty, otherwise the colour. A copy that cannot be written to."""
        found = flat(self.position).reshape(3, 9)
        found.flags.writeable = False
        return found

    @property
    def stash(self) -> Mapping[int, Mapping[int, int]]:
        """{colour: {size: pieces left}}; a copy that cannot be written to."""
        return MappingProxyType(
            {colour: MappingProxyType(dict(enumerate(self.position.stock(colour)))) for colour in self.colors}
        )

    @property
    def turn(self) -> int:
        """The place in `colors` of the colour that is due; when the game is over, of the one that moved last."""
        return (self.position.turn - self.done) % self.num_colors

    @property
    def winner(self) -> int | None:
        """The colour with a line."""
        return self.position.winner

    @property
    def done(self) -> bool:
        return self.position.to_play == OVER


@dataclass(frozen=True)
class EnvSettings(Options):
    observation: Literal["full", "channels", "planes", "flat"] = option("full", "which of the four observations")
    illegal: Literal["lose", "noop", "raise"] = option("noop", "what an illegal action does")
    render_mode: Literal["ansi"] | None = option("ansi", "what render returns")


class OtrioEnv(gymnasium.Env[NDArray[Any], Any]):
    """Observations, by the setting `observation`:

    full     [28, 3, 3] float32  the rulebook's, from the point of view of the player to move, with turn and stock
    channels [12, 3, 3] int8     plane 3 * colour + size, for convolutions
    planes   [4, 3, 3, 3] int8   the same with colour and size apart
    flat     [27] int8           -1 empty, otherwise the colour; the index is the action

    The last three do not show whose turn it is: info["color"] does.

    PotentialShaping of envs/shaping.py takes it: hence `game`, `seat` and `state`.
    """

    game = GAME
    seat = None
    """Who steps plays every seat, and info["rewards"] pays each."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  where Gymnasium looks for it

    def __init__(
        self,
        players: int = 4,
        *,
        observation: str = "full",
        illegal: str = "noop",
        render_mode: str | None = "ansi",
        colors: Sequence[int] | None = None,
        **house_rules: Any,
    ) -> None:
        """`illegal`: nothing happens, the player loses, or it is an error. `colors`: those in play, in order."""
        # Not read, which would take " flat" and "none" for what they are not.
        self.settings = EnvSettings(observation=observation, illegal=illegal, render_mode=render_mode)  # type: ignore[arg-type]
        self.render_mode = render_mode
        in_play = OtrioOptions(players=players).order if colors is None else colors
        self.core = OtrioBase(in_play, players=players, **house_rules)
        self.forfeited, self.refused = False, 0
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        spaces: dict[str, gymnasium.spaces.Box] = {
            "full": gymnasium.spaces.Box(0, 1, shape(self.core.options), np.float32),
            "channels": gymnasium.spaces.Box(0, 1, (12, 3, 3), np.int8),
            "planes": gymnasium.spaces.Box(0, 1, (4, 3, 3, 3), np.int8),
            "flat": gymnasium.spaces.Box(-1, 3, (27,), np.int8),
        }
        self.observation_space = spaces[observation]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Otrio has no luck: the seed changes `np_random` and nothing else."""
        if options:
            raise ConfigError(f"option {next(iter(options))!r} of reset: it has none", option=next(iter(options)))
        super().reset(seed=seed_of(seed))
        self.core.reset()
        self.forfeited, self.refused = False, 0
        return self._observation(), self._info(self.core.position.returns())

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """The reward is the mover's. An action that does not exist is an error, whatever `illegal` says."""
        number, before = existing(action), self.core.position
        if self.done:
            raise GameOver(f"action {number}: the game is over, reset() starts the next", str(before), action=number)
        mover, illegal = before.to_play, not before.allows(number)
        if not illegal or self.settings.illegal == "raise":
            self._play(number)
        self.refused = self.refused + 1 if illegal else 0
        self.forfeited = illegal and self.settings.illegal == "lose"
        rewards = forfeit(mover, self.core.options.players) if self.forfeited else self.core.position.returns()
        info = self._info(rewards, illegal) | self._ending()
        return self._observation(), rewards[mover], self.done, self.refused >= TRIES, info

    def _ending(self) -> dict[str, str]:
        """Why the episode ends now, if it does."""
        if self.forfeited:
            return {"reason": "forfeit"}
        if self.refused >= TRIES:
            return {"reason": "truncation"}
        return {"reason": "rules"} if self.core.done else {}

    def _play(self, number: int) -> None:
        try:
            self.core.step(number)
        except IllegalAction as error:
            others = "illegal='raise' asked for this error; 'lose' and 'noop', the default, do not"
            raise IllegalAction(f"{error.sentence} ({others})", error.board, action=number) from None

    @property
    def done(self) -> bool:
        return self.forfeited or self.core.done

    @property
    def state(self) -> Position:
        """The rulebook's position."""
        return self.core.position

    def render(self) -> str | None:
        """Three rows of three spaces, in each its small, medium and large slot: `R.. | .G. | ...`."""
        if self.render_mode is None:
            return None
        letters = [letter_at(self.core.position, 9 * size + cell) for cell in range(9) for size in range(3)]
        spaces = ["".join(letters[at : at + 3]) for at in range(0, 27, 3)]
        return "\n".join(" | ".join(spaces[at : at + 3]) for at in range(0, 9, 3))

    def action_masks(self) -> NDArray[np.int8]:
        """[28] int8, 1 for what is legal; all 0 when the game is over. A new array each time."""
        mask = np.zeros(ACTIONS, np.int8)
        if not self.done:
            mask[self.core.legal_moves()] = 1
        return mask

    def _observation(self) -> NDArray[Any]:
        position = self.core.position
        match self.settings.observation:
            case "full":
                return observe(position, position.turn % self.core.options.players)
            case "channels":
                return planes(position)
            case "planes":
                return self.core.observe()
            case "flat":
                return flat(position)

    def _info(self, rewards: Sequence[float], illegal: bool = False) -> dict[str, Any]:
        position = self.core.position
        return {
            "action_mask": self.action_masks(),
            "color": None if self.done else Colour(position.due[0]),
            "player": None if self.done else Player(position.to_play),
            "winner": None if position.winner is None else Colour(position.winner),
            "winner_player": None if position.winner_seat is None else Player(position.winner_seat),
            "rewards": np.array(rewards),
            "illegal": illegal,
        }


def existing(action: object) -> int:
    """The number of an action, checked before anything else looks at it."""
    number = action_number(action)
    if number is None or not 0 <= number < ACTIONS:
        raise IllegalAction(f"action {action!r} does not exist: slots are 0 to 26, the pass is {PASS}", action=action)
    return number


def forfeit(loser: int, players: int) -> tuple[float, ...]:
    """The loser pays 1, which the others share."""
    return tuple(-1.0 if seat == loser else 1.0 / (players - 1) for seat in range(players))
