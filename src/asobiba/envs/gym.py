"""Any game as a gymnasium.Env: one seat is yours, the others are played by an opponent.

    import gymnasium, asobiba
    env = gymnasium.make("asobiba/Othello-v0", opponent="minimax:depth=2", seat=1)

Observations are dicts with `observation` and `action_mask`; the mask is also info["action_mask"] and action_masks().
With seat="all" you play every seat: you see what the seat to move sees, and are paid what the seat that moved gained.
What the last info of an episode says: endings.py.
"""

import copy
import sys
from collections.abc import Mapping
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.extras import extra
from asobiba.core.game import OVER, AnyGame, action_number
from asobiba.core.luck import seed_of
from asobiba.core.options import Options
from asobiba.core.scene import svg
from asobiba.envs.batch import Batch
from asobiba.envs.endings import NOBODY, Peaks, one_ending
from asobiba.envs.opponents import Opponent, Opponents
from asobiba.envs.raster import pixels
from asobiba.envs.settings import (
    PENALTY,
    RENDER_MODES,
    TRIES,
    forbidden,
    illegal_of,
    no_such_action,
    position_of,
    render_mode_of,
    reset_options,
    seat_of,
)
from asobiba.envs.spaces import Observation, observation_space, reward_of, sight_of

with extra("envs"):
    import gymnasium
    from gymnasium import spaces

ROWS = ("its_observation", "its_mask")


class GameEnv(gymnasium.Env[Observation, np.int64]):
    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  gymnasium declares it so

    def __init__(
        self,
        game: str | AnyGame,
        *,
        options: Options | Mapping[str, Any] | None = None,
        seat: int | str = 0,
        opponent: Opponent = "random",
        illegal: str | None = None,
        reward: str = "score",
        observation: str | None = None,
        render_mode: str | None = None,
        implementation: str | None = None,
    ) -> None:
        """`illegal`: "lose", "noop" or "raise". `observation`: another than the game's encoding, by its name. None is
        the game's own choice."""
        self.batch = Batch(game, 1, options=options, implementation=implementation)
        self.game = self.batch.game
        self.seat = seat_of(seat, self.batch.seats)
        self.opponents = Opponents(opponent, self.batch)
        self.illegal = illegal_of(illegal, self.game)
        self.reward = reward_of(self.game, reward)
        self.render_mode = render_mode_of(render_mode)
        self.sight = sight_of(self.game, observation)
        self.observation_space: Any = observation_space(self.game, self.batch.options, self.sight)
        self.action_space: spaces.Discrete = spaces.Discrete(self.batch.actions)
        self.look_at_arrays()
        self.peaks = Peaks(self.batch)
        self.over = True
        self.forfeited = self.stuck = False
        self.refused = 0
        """Illegal actions in a row."""
        self.mover = self.seat or 0
        """The seat that was paid last."""
        self.seeded = False

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles: without the rows, which belong to the batch."""
        return {name: value for name, value in vars(self).items() if name not in ROWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.look_at_arrays()

    def look_at_arrays(self) -> None:
        """The batch has one game; these are its rows."""
        self.its_observation, self.its_mask = self.batch.observation[0], self.batch.mask[0]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """options={"position": ...} begins from a position in the game's notation, or from one of its rulebook."""
        seed, asked, batch, start = seed_of(seed), reset_options(options, "position"), self.batch, None
        if "position" in asked:
            start = position_of(asked["position"], self.game, batch.options)
        super().reset(seed=seed)
        if seed is not None or not self.seeded:
            batch.games.reseed(0, int(self.np_random.integers(2**63)))
            self.opponents = Opponents(self.opponents.opponent, batch, int(self.np_random.integers(2**63)))
            self.seeded = True
        batch.reset()
        if start is not None:
            batch.set_state(0, start)
        self.begin()
        if self.seat is not None:
            self.opponents_answer(self.seat)
        self.over = batch.games.to_play(0) == OVER
        observation, info = self.seen()
        return observation, info | self.ending() if self.over else info

    def begin(self) -> None:
        """An episode, from the position that the batch has."""
        self.over = self.batch.games.to_play(0) == OVER
        self.forfeited = self.stuck = False
        self.refused = 0
        self.peaks.begin()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        batch, games = self.batch, self.batch.games
        number = action_number(action)
        if number is None:
            raise ConfigError(f"action {action!r}: a whole number is expected")
        if self.over or self.stuck:
            raise IllegalMove(f"action {number}: the game is over, call reset()")
        if not 0 <= number < batch.actions:
            raise no_such_action(self.game, batch.actions, number)
        mover = self.mover = games.to_play(0) if self.seat is None else self.seat
        if not games.step_one(0, number):
            return self.refuse(number)
        self.refused = 0
        gained = batch.rewards.item(mover)
        if self.seat is not None:
            gained += self.opponents_answer(mover)
        if self.peaks.watching:
            self.peaks.look(batch)
        self.over = games.to_play(0) == OVER
        if self.reward is not None:
            gained = float(self.reward(np.float64(gained)))
        observation, info = self.seen()
        if self.over:
            info.update(self.ending())
        return observation, gained, self.over, False, info

    def opponents_answer(self, seat: int) -> float:
        """The others' moves until it is the seat's turn; what the seat gained by them."""
        batch, games, gained = self.batch, self.batch.games, 0.0
        while (mover := games.to_play(0)) != seat and mover != OVER:
            if self.opponents.at_random:
                action = games.random_action(0)
            else:
                action = int(self.opponents.choices(batch, np.ones(1, np.bool_))[0])
            if not games.step_one(0, action):
                raise batch.illegal(0, action)
            gained += batch.rewards.item(seat)
        return gained

    def seen(self) -> tuple[Observation, dict[str, Any]]:
        """What the seat sees now, in arrays of their own."""
        batch = self.batch
        if self.over and self.seat is not None:
            batch.games.observe(self.seat, batch.observation)
        mask = np.zeros_like(self.its_mask) if self.forfeited else self.its_mask.copy()
        seen = self.its_observation.copy() if self.sight is None else self.sight.shown(self.its_observation[None])[0]
        return {"observation": seen, "action_mask": mask}, {"action_mask": mask.copy()}

    def refuse(self, number: int) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """An illegal action, as the environment was told to take it."""
        if self.illegal == "raise":
            raise forbidden(self.batch.illegal(0, number), self.game)
        self.refused += 1
        self.over = self.forfeited = self.illegal == "lose"
        self.stuck = not self.over and self.refused >= TRIES * self.batch.actions
        observation, info = self.seen()
        info["illegal"] = True
        if self.over or self.stuck:
            info.update(self.ending())
        return observation, PENALTY if self.over else 0.0, self.over, self.stuck, info

    def ending(self) -> dict[str, Any]:
        """What the last info says; at any other time, what it would say if the episode were cut off here."""
        batch, mover = self.batch, self.mover
        return one_ending(
            self.game,
            batch.options,
            (mover, mover if self.forfeited else NOBODY, not self.over),
            batch.scores()[0].tolist(),
            lambda: np.asarray(batch.observe(0)[0]),
            self.peaks.highest[0].tolist(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """[actions], for sb3-contrib's maskable algorithms."""
        mask: NDArray[np.bool_] = self.its_mask.astype(np.bool_)
        return mask & (not self.forfeited)

    @property
    def state(self) -> Any:
        """The rulebook's position."""
        return self.batch.state(0)

    def get_state(self) -> bytes:
        """The game with its dice; set_state brings it back, here or in another environment of the same options."""
        return self.batch.get_bytes(0)

    def set_state(self, blob: bytes) -> None:
        self.batch.set_bytes(0, blob)
        self.begin()

    def clone(self) -> "GameEnv":
        """An independent copy: the same actions lead to the same game, luck and opponents included."""
        twin = copy.copy(self)
        twin.batch = self.batch.clone()
        twin.look_at_arrays()
        twin.opponents, twin.peaks = copy.deepcopy(self.opponents), copy.deepcopy(self.peaks)
        twin._np_random = copy.deepcopy(self._np_random)
        return twin

    def render(self) -> Any:
        state = self.state
        if self.render_mode == "ansi":
            return str(state)
        if self.render_mode == "human":
            sys.stdout.write(f"{state}\n")
            return None
        scene = self.game.picture(state)
        return pixels(scene) if self.render_mode == "rgb_array" else svg(scene)
