"""Many games as one gymnasium.vector.VectorEnv, stepped together by the kernel.

    import gymnasium, asobiba.envs
    envs = gymnasium.make_vec("asobiba/Othello-v0", num_envs=1024)

All three autoreset modes are kept as Gymnasium defines them. With copy=False observations and masks are the batch's own
arrays, overwritten by the next step. seat="all" plays every seat of every game: the observation is that of the seat to
move, the reward that of the seat that moved, info["to_play"] says whose turn it is.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from asobiba.core.contract import AnyGame
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.options import Options
from asobiba.envs.batch import HOLD, Batch
from asobiba.envs.opponents import Opponent, Opponents
from asobiba.envs.spaces import ILLEGAL, PENALTY, Observation, observation_space, one_of, reward_of


class GameVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    def __init__(
        self,
        game: str | AnyGame,
        num_envs: int = 1,
        *,
        options: Options | Mapping[str, Any] | None = None,
        seat: int | str = 0,
        opponent: Opponent = "random",
        illegal: str = "lose",
        reward: str = "score",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        implementation: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.batch = Batch(game, num_envs, options=options, threads=threads, implementation=implementation)
        self.num_envs = num_envs
        if seat != "all" and (isinstance(seat, str) or not 0 <= seat < self.batch.seats):
            raise ConfigError(f"seat={seat!r}: allowed is 0 to {self.batch.seats - 1}, or 'all'")
        self.seat: int | None = None if seat == "all" else int(seat)
        self.opponents = Opponents(opponent, self.batch)
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.reward = reward_of(self.batch.game, reward)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": ["ansi"]}
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, ("ansi",))
        self.copy = copy
        self.single_observation_space = observation_space(self.batch.game, self.batch.options)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.done = np.ones(num_envs, np.bool_)
        self.games = np.arange(num_envs)
        self.seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """options={"reset_mask": [n] bool} begins only these games anew."""
        chosen = self.reset_mask(options)
        first_seed = next((s for s in seed if s is not None), None) if isinstance(seed, list) else seed
        super().reset(seed=first_seed)
        if first_seed is not None or not self.seeded:
            self.reseed(seed, chosen)
        self.begin(chosen)
        return self.seen(), self.info()

    def reset_mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found = np.asarray(mask)
        if found.dtype != np.bool_ or found.shape != (self.num_envs,) or not found.any():
            raise ConfigError(f"reset_mask: expected {self.num_envs} booleans, at least one of them true")
        return found

    def reseed(self, seed: int | list[int | None] | None, chosen: NDArray[np.bool_]) -> None:
        seeds = self.np_random.integers(2**63, size=self.num_envs + 1).tolist()
        if isinstance(seed, list) and len(seed) != self.num_envs:
            raise ConfigError(f"seed: expected one number or {self.num_envs}, found {len(seed)}")
        for index in np.flatnonzero(chosen).tolist():
            own = seed[index] if isinstance(seed, list) else seeds[index]
            if own is not None:
                self.batch.games.reseed(index, own)
        self.opponents = Opponents(self.opponents.opponent, self.batch, seeds[-1])
        self.seeded = True

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        """New games, with the opponents' first moves where they begin."""
        self.batch.reset(chosen)
        self.done = self.done & ~chosen
        if self.seat is not None:
            self.opponents.answer(self.batch, self.seat, np.zeros(self.num_envs, np.float32))

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self.batch
        asleep = self.done.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and asleep.any():
            raise IllegalMove(f"game {int(np.argmax(asleep))} is over: reset it with options={{'reset_mask': ...}}")
        chosen = batch.whole_numbers("actions", actions, np.int32)
        refused = self.refused(chosen, asleep)
        held = asleep | refused
        movers = np.maximum(batch.to_play, 0)  # a copy: the step writes to_play anew
        gains = batch.step(np.where(held, HOLD, chosen) if held.any() else chosen)
        if self.seat is None:
            gained = gains[self.games, movers].copy()
        else:
            gained = gains[:, self.seat].copy()
            self.opponents.answer(batch, self.seat, gained)
        if self.reward is not None:
            gained = self.reward(gained).astype(np.float32)
        lost = refused if self.illegal == "lose" else np.zeros_like(refused)
        gained[lost] = PENALTY
        terminated = (batch.over | lost) & ~asleep
        self.done = terminated.copy()
        info: dict[str, Any] = {"illegal": refused, "_illegal": refused} if refused.any() else {}
        self.autoreset(asleep, terminated, info)
        observation = self.seen()
        info.update(self.info())
        return observation, gained, terminated, np.zeros(self.num_envs, np.bool_), info

    def refused(self, chosen: NDArray[Any], asleep: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The games whose action is illegal. With illegal="raise" the batch itself objects."""
        if self.illegal == "raise":
            below = (chosen < 0) & ~asleep  # the batch would take HOLD for an answer
            if below.any():
                index = int(np.argmax(below))
                raise self.batch.illegal(index, int(chosen[index]))
            return np.zeros(self.num_envs, np.bool_)
        inside = (chosen >= 0) & (chosen < self.batch.actions)
        legal = self.batch.mask[self.games, np.where(inside, chosen, 0)] != 0
        refused: NDArray[np.bool_] = ~(legal & inside) & ~asleep
        return refused

    def autoreset(self, asleep: NDArray[np.bool_], terminated: NDArray[np.bool_], info: dict[str, Any]) -> None:
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and asleep.any():
            self.begin(asleep)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and terminated.any():
            final = self.seen(final=terminated)
            info["final_obs"] = np.full(self.num_envs, None, object)
            for index in np.flatnonzero(terminated).tolist():
                info["final_obs"][index] = {key: value[index].copy() for key, value in final.items()}
            info["final_info"] = {"action_mask": final["action_mask"].copy(), "_action_mask": terminated.copy()}
            info["_final_obs"] = info["_final_info"] = terminated.copy()
            self.begin(terminated)

    def seen(self, final: NDArray[np.bool_] | None = None) -> Observation:
        """What the seat sees, of a finished game too."""
        batch = self.batch
        over = batch.over if final is None else final
        if self.seat not in (None, 0) and over.any():
            batch.observation[over] = batch.observe(int(self.seat or 0))[over]
        if self.copy:
            return {"observation": batch.observation.copy(), "action_mask": batch.mask.copy()}
        return {"observation": batch.observation, "action_mask": batch.mask}

    def info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        mask = self.batch.mask.copy() if self.copy else self.batch.mask
        info: dict[str, Any] = {"action_mask": mask, "_action_mask": everywhere}
        if self.seat is None:
            info["to_play"], info["_to_play"] = self.batch.to_play.copy(), everywhere
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        return self.batch.mask.astype(np.bool_)

    def get_state(self, index: int) -> bytes:
        return self.batch.get_bytes(index)

    def set_state(self, index: int, blob: bytes) -> None:
        self.batch.set_bytes(index, blob)
        self.done[index] = self.batch.over[index]

    def render(self) -> tuple[Any, ...]:
        return tuple(str(self.batch.state(index)) for index in range(self.num_envs))
