"""Many games as one gymnasium.vector.VectorEnv, stepped together by the kernel.

    import gymnasium, asobiba
    envs = gymnasium.make_vec("asobiba/Othello-v0", num_envs=1024)

All three autoreset modes are kept as Gymnasium defines them. With copy=False observations and masks are the batch's own
arrays, overwritten by the next step. seat="all" plays every seat of every game: the observation is that of the seat to
move, the reward that of the seat that moved, info["to_play"] says whose turn it is.
What info says of the games that end: endings.py. With autoreset in the same step it stands in info["final_info"].
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.extras import extra
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import HOLD, Batch, whole
from asobiba.envs.endings import NOBODY, Ended, Peaks, endings_of
from asobiba.envs.opponents import Opponent, Opponents
from asobiba.envs.settings import (
    PENALTY,
    TRIES,
    flag,
    forbidden,
    illegal_of,
    no_such_action,
    one_of,
    position_of,
    render_mode_of,
    reset_options,
    seat_of,
    seeds_of,
)
from asobiba.envs.spaces import Observation, observation_space, reward_of, sight_of

with extra("envs"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class GameVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        *,
        options: Options | Mapping[str, Any] | None = None,
        seat: int | str = 0,
        opponent: Opponent = "random",
        illegal: str | None = None,
        reward: str = "score",
        observation: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        implementation: str | None = None,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        """`illegal`: "lose", "noop" or "raise". `observation`: another than the game's encoding, by its name. None is
        the game's own choice."""
        self.batch = Batch(game, num_envs, options=options, threads=threads, implementation=implementation)
        self.num_envs = num_envs
        self.seat = seat_of(seat, self.batch.seats)
        self.opponents = Opponents(opponent, self.batch)
        self.illegal = illegal_of(illegal, self.batch.game)
        self.reward = reward_of(self.batch.game, reward)
        self.autoreset_mode = autoreset_of(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": ["ansi"]}
        self.render_mode = render_mode_of(render_mode, ("ansi",))
        self.copy = flag("copy", copy)
        self.limit = None if max_episode_steps is None else whole("max_episode_steps", max_episode_steps, 1, 2**62)
        self.sight = sight_of(self.batch.game, observation)
        self.single_observation_space = observation_space(self.batch.game, self.batch.options, self.sight)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.done = np.ones(num_envs, np.bool_)
        self.forfeited = np.zeros(num_envs, np.bool_)
        self.refusals = np.zeros(num_envs, np.int64)
        """Illegal actions in a row."""
        self.steps = np.zeros(num_envs, np.int64)
        self.peaks = Peaks(self.batch)
        self.games = np.arange(num_envs)
        self.seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """options={"reset_mask": [n] bool} begins only these games anew, {"position": ...} all of them from there."""
        seeds, asked, start = seeds_of(seed, self.num_envs), reset_options(options, "reset_mask", "position"), None
        chosen = self.reset_mask(asked.get("reset_mask"))
        if "position" in asked:
            start = position_of(asked["position"], self.batch.game, self.batch.options)
        first_seed = next((s for s in seeds if s is not None), None) if isinstance(seeds, list) else seeds
        super().reset(seed=first_seed)
        if first_seed is not None or not self.seeded:
            self.reseed(seeds, chosen)
        self.begin(chosen, start)
        return self.seen(), self.info()

    def reset_mask(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found = np.asarray(mask)
        if found.dtype != np.bool_ or found.shape != (self.num_envs,) or not found.any():
            raise ConfigError(f"reset_mask: expected {self.num_envs} booleans, at least one of them true")
        return found

    def reseed(self, seed: int | list[int | None] | None, chosen: NDArray[np.bool_]) -> None:
        seeds = self.np_random.integers(2**63, size=self.num_envs + 1).tolist()
        for index in np.flatnonzero(chosen).tolist():
            own = seed[index] if isinstance(seed, list) else seeds[index]
            if own is not None:
                self.batch.games.reseed(index, own % 2**64)
        self.opponents = Opponents(self.opponents.opponent, self.batch, seeds[-1])
        self.seeded = True

    def begin(self, chosen: NDArray[np.bool_], start: Any = None) -> None:
        """New games, with the opponents' first moves where they begin."""
        self.batch.reset(chosen)
        if start is not None:
            for index in np.flatnonzero(chosen).tolist():
                self.batch.set_state(index, start)
        for counted in (self.done, self.forfeited, self.refusals, self.steps):
            counted[chosen] = 0
        self.peaks.begin(chosen)
        if self.seat is not None:
            self.opponents.answer(self.batch, self.seat, np.zeros(self.num_envs, np.float32))
        if start is not None:
            self.done |= chosen & self.batch.over

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self.batch
        asleep = self.done.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and asleep.any():
            raise IllegalMove(f"game {int(np.argmax(asleep))} is over: reset it with options={{'reset_mask': ...}}")
        chosen = batch.whole_numbers("actions", actions, np.int32)
        refused = self.refused(chosen, asleep)
        movers = np.maximum(batch.to_play, 0)  # a copy: the step writes to_play anew
        gained = self.play(chosen, asleep | refused, movers)
        if self.illegal == "lose":
            self.forfeited |= refused
            gained[refused] = PENALTY
        terminated = (batch.over | self.forfeited) & ~asleep
        truncated = self.cut_off(refused, asleep) & ~(terminated | asleep)
        self.done = terminated | truncated
        info: dict[str, Any] = {"illegal": refused, "_illegal": refused} if refused.any() else {}
        if self.done.any():
            info.update(self.ending(self.done, truncated, movers))
        self.autoreset(asleep, info)
        observation = self.seen()
        info.update(self.info())
        return observation, gained, terminated, truncated, info

    def play(self, chosen: NDArray[Any], held: NDArray[np.bool_], movers: NDArray[Any]) -> NDArray[np.float32]:
        """One action of every game that is not held, and the opponents' answers; what was gained by it."""
        batch = self.batch
        try:
            gains = batch.step(np.where(held, HOLD, chosen) if held.any() else chosen)
        except IllegalMove as error:
            raise forbidden(error, batch.game) from None
        gained: NDArray[np.float32] = gains[self.games, movers] if self.seat is None else gains[:, self.seat].copy()
        if self.seat is not None:
            self.opponents.answer(batch, self.seat, gained)
        self.peaks.look(batch)
        if self.reward is not None:
            gained = self.reward(gained).astype(np.float32)
        return gained

    def cut_off(self, refused: NDArray[np.bool_], asleep: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The games that are ended from outside: too many illegal actions in a row, or too many steps."""
        stopped = np.zeros(self.num_envs, np.bool_)
        if self.illegal == "noop":
            self.refusals = (self.refusals + 1) * refused
            stopped |= self.refusals >= TRIES * self.batch.actions
        if self.limit is not None:
            self.steps += ~asleep
            stopped |= self.steps >= self.limit
        return stopped

    def ending(self, done: NDArray[np.bool_], truncated: NDArray[np.bool_], movers: NDArray[np.int8]) -> dict[str, Any]:
        """Gymnasium's way to tell of some games: an array of all under the key, and under _key which of them count."""
        rows = np.flatnonzero(done)
        own = movers[rows].astype(np.int64) if self.seat is None else np.full(len(rows), self.seat, np.int64)
        losers = np.where(self.forfeited[rows], own, NOBODY)
        told: dict[str, Any] = {}
        which = done.copy()
        for key, found in endings_of(self.batch, rows, Ended(own, losers, truncated[rows]), self.peaks).items():
            told[key] = np.full((self.num_envs, *found.shape[1:]), None if found.dtype == object else 0, found.dtype)
            told[key][rows] = found
            told[f"_{key}"] = which
        return told

    def refused(self, chosen: NDArray[Any], asleep: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The games whose action is illegal. What is no action at all is an error, where it would be played; with
        illegal="raise" the batch itself objects to the others."""
        batch = self.batch
        outside = chosen.view(np.uint32) >= batch.actions  # what is below 0 is far above
        if outside.any():
            if (outside & ~asleep).any():
                index = int(np.argmax(outside & ~asleep))
                raise no_such_action(batch.game, batch.actions, int(chosen[index]), f"game {index}: ")
            chosen = np.where(outside, 0, chosen)
        if self.illegal == "raise":
            return np.zeros(self.num_envs, np.bool_)
        refused: NDArray[np.bool_] = (batch.mask[self.games, chosen] == 0) & ~asleep
        return refused

    def autoreset(self, asleep: NDArray[np.bool_], info: dict[str, Any]) -> None:
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and asleep.any():
            self.begin(asleep)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self.done.any():
            done, final = self.done.copy(), self.seen()
            ending = {key: info.pop(key) for key in list(info) if key not in ("illegal", "_illegal")}
            if "illegal" in info:
                ending |= {"illegal": info["illegal"], "_illegal": info["illegal"] & done}
            info["final_obs"] = np.full(self.num_envs, None, object)
            for index in np.flatnonzero(done).tolist():
                info["final_obs"][index] = {key: value[index].copy() for key, value in final.items()}
            info["final_info"] = {"action_mask": final["action_mask"].copy(), "_action_mask": done, **ending}
            info["_final_obs"] = info["_final_info"] = done
            self.begin(done)

    def seen(self) -> Observation:
        """What the seat sees, of a finished game too."""
        batch, mask = self.batch, self.mask()
        if self.seat not in (None, 0) and (over := batch.over).any():
            batch.observation[over] = batch.observe(int(self.seat or 0))[over]
        seen = batch.observation if self.sight is None else self.sight.shown(batch.observation)
        if self.copy:
            return {"observation": seen.copy() if self.sight is None else seen, "action_mask": mask.copy()}
        return {"observation": seen, "action_mask": mask}

    def mask(self) -> NDArray[np.int8]:
        """The batch's own, empty where a seat has forfeited its game."""
        if self.forfeited.any():
            self.batch.mask[self.forfeited] = 0
        return self.batch.mask

    def info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        mask = self.batch.mask.copy() if self.copy else self.batch.mask
        info: dict[str, Any] = {"action_mask": mask, "_action_mask": everywhere}
        if self.seat is None:
            info["to_play"], info["_to_play"] = self.batch.to_play.copy(), everywhere
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        return self.mask().astype(np.bool_)

    def get_state(self, index: int) -> bytes:
        return self.batch.get_bytes(index)

    def set_state(self, index: int, blob: bytes) -> None:
        self.batch.set_bytes(index, blob)
        self.done[index] = self.batch.over[index]
        self.forfeited[index] = self.refusals[index] = self.steps[index] = 0
        self.peaks.begin(index)

    def render(self) -> tuple[Any, ...]:
        return tuple(str(self.batch.state(index)) for index in range(self.num_envs))


def autoreset_of(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    return AutoresetMode(one_of("autoreset_mode", mode, [each.value for each in AutoresetMode]))
