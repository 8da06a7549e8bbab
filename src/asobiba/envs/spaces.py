"""What an environment's observation is: what the seat sees, and which actions it may play.

{"observation": [...] of the game's shape, "action_mask": [actions] int8, 1 where legal}
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays, Sight
from asobiba.core.errors import ConfigError
from asobiba.core.extras import extra
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

with extra("envs"):
    from gymnasium import spaces


def observation_space(game: AnyGame, options: Options, sight: Sight[Any] | None = None) -> spaces.Dict:
    actions = game.actions(options)
    seen = seen_space(game, options) if sight is None else _box(*sight.bounds(options))
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def _box(low: NDArray[Any], high: NDArray[Any]) -> spaces.Box:
    return spaces.Box(low, high, low.shape, low.dtype.type)


def sight_of(game: AnyGame, name: str | None) -> Sight[Any] | None:
    """The observation of this name; None for the game's encoding."""
    if name is None:
        return None
    if name not in game.part(Arrays).sights:
        known = ", ".join(game.part(Arrays).sights) or "no other than the usual one"
        raise ConfigError(f"observation={name}: {game.name} has {known}", observation=name)
    return game.part(Arrays).sights[name]


def seen_space(game: AnyGame, options: Options) -> spaces.Box:
    """With the game's own bounds where it has them, otherwise with those of its numbers' type."""
    sample = game.part(Arrays).encode.observe(game.start(options), 0)
    dtype: Any = sample.dtype.type
    bounds = game.part(Arrays).bounds
    if bounds is not None:
        low, high = bounds(options)
        return spaces.Box(low, high, sample.shape, dtype)
    if np.issubdtype(sample.dtype, np.integer):
        return spaces.Box(np.iinfo(dtype).min, np.iinfo(dtype).max, sample.shape, dtype)
    return spaces.Box(-np.inf, np.inf, sample.shape, dtype)


def reward_of(game: AnyGame, name: str) -> Any:
    """The function that turns a change of score into the reward of this name; None for the change itself."""
    if name == "score":
        return None
    if name not in game.part(Arrays).rewards:
        known = ", ".join(["score", *game.part(Arrays).rewards])
        raise ConfigError(f"reward={name}: {game.name} has {known}", reward=name)
    return game.part(Arrays).rewards[name]


Observation = dict[str, NDArray[Any]]
