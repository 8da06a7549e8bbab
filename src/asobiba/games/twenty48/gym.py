"""The board of specification 004 as a gymnasium.Env.

    env = gymnasium.make("asobiba/Twenty48Board-v0")
    env = Twenty48Env().gymnasium()                     # around an environment that exists; both play on its board
    board, reward, terminated, truncated, info = env.step(LEFT)

The same seed and actions give the same boards as `Twenty48Env` alone. `info` has its keys, and `action_mask`.
"""

from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError
from asobiba.core.extras import extra
from asobiba.games.twenty48.encode import bounds, rank_bounds
from asobiba.games.twenty48.rules import ACTIONS, LARGEST, Twenty48Options

with extra("envs"):
    import gymnasium
    from gymnasium import spaces

ID = "asobiba/Twenty48Board-v0"
RENDER_MODES = ("human", "ansi")


class Twenty48Board(gymnasium.Env[NDArray[Any], Any]):
    """2048 on 4x4 with a `step` of five values, around the `Twenty48Env` in `core`."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  gymnasium declares it so

    def __init__(self, core: Any, render_mode: str | None = None) -> None:
        if render_mode not in (None, *RENDER_MODES):
            allowed = "human, ansi or None"
            raise ConfigError(f"render_mode={render_mode!r}: allowed is {allowed}", name="render_mode")
        self.core = core
        self.render_mode = render_mode
        self.action_space: spaces.Discrete = core.action_space
        self.observation_space: spaces.Box = core.observation_space
        self.spec = deepcopy(gymnasium.spec(ID))
        self.spec.kwargs = {"observation": core.settings.observation, "render_mode": render_mode}

    @property
    def np_random(self) -> np.random.Generator:
        """The core's generator."""
        rng: np.random.Generator = self.core.rng
        return rng

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self.core.rng = value

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        seen = self.core.reset(seed)
        position = self.core.position
        info: dict[str, Any] = {
            "invalid_move": False,
            "moved": False,
            "score": position.score,
            "max_tile": position.max_tile,
            "won": position.won,
            "spawned": None,
            "merged": [],
        }
        return seen, self._with_mask(info)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        seen, reward, done, info = self.core.step(action)
        return seen, float(reward), done, False, self._with_mask(info)

    def _with_mask(self, info: dict[str, Any]) -> dict[str, Any]:
        return {**info, "action_mask": self.core.action_masks()}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return [4] bool, for sb3-contrib's maskable algorithms."""
        mask: NDArray[np.bool_] = self.core.action_masks().astype(np.bool_)
        return mask

    def render(self) -> Any:
        """Print the board in mode "human", return it as text in mode "ansi"."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() shows nothing without a render_mode: allowed is "human" or "ansi"')
            return None
        text = self.core.render(self.render_mode)
        return text if self.render_mode == "ansi" else None

    def clone(self) -> "Twenty48Board":
        """Copy the game: the same actions lead both to the same boards."""
        return type(self)(self.core.clone(), render_mode=self.render_mode)


def action_space() -> spaces.Discrete:
    return spaces.Discrete(ACTIONS)


def observation_space(observation: str, options: Twenty48Options) -> spaces.Box:
    if observation == "values":
        return spaces.Box(0, LARGEST, (options.rows, options.columns), np.int64)
    low, high = rank_bounds(options) if observation == "log2" else bounds(options)
    return spaces.Box(low, high, low.shape, np.int8)
