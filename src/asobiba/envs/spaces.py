"""What an environment's observation is: what the seat sees, and which actions it may play.

{"observation": [...] of the game's shape, "action_mask": [actions] int8, 1 where legal}
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from asobiba.core.contract import AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options


def observation_space(game: AnyGame, options: Options) -> spaces.Dict:
    sample = game.arrays.encode.observe(game.rules.start(options), 0)
    if np.issubdtype(sample.dtype, np.integer):
        low, high = np.iinfo(sample.dtype).min, np.iinfo(sample.dtype).max
        seen = spaces.Box(low, high, sample.shape, sample.dtype.type)
    else:
        seen = spaces.Box(-np.inf, np.inf, sample.shape, sample.dtype.type)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (game.rules.actions(options),), np.int8)})


def reward_of(game: AnyGame, name: str) -> Any:
    """The function that turns a change of score into the reward of this name; None for the change itself."""
    if name == "score":
        return None
    if name not in game.arrays.rewards:
        known = ", ".join(["score", *game.arrays.rewards])
        raise ConfigError(f"reward={name}: {game.name} has {known}", reward=name)
    return game.arrays.rewards[name]


def one_of(name: str, value: Any, allowed: tuple[str, ...]) -> Any:
    if value not in allowed:
        raise ConfigError(f"{name}={value!r}: allowed is {', '.join(allowed)}", name=name, value=value)
    return value


ILLEGAL = ("raise", "lose", "noop")
"""What an illegal action does: an exception; the end of the game, with -1; or nothing."""
PENALTY = -1.0

Observation = dict[str, NDArray[Any]]
