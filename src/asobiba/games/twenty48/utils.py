"""The generators of the environment: from a seed, and as a copy that draws the same."""

import random
from copy import deepcopy
from typing import TypeVar

import numpy as np

from asobiba.core.errors import ConfigError
from asobiba.core.game import action_number

G = TypeVar("G", np.random.Generator, random.Random)


def generator(seed: int | None = None) -> np.random.Generator:
    """Return a generator of this seed, or a random one. A generator is no seed: two environments would share it."""
    number = action_number(seed)
    if seed is not None and (number is None or number < 0):
        allowed = "none or a whole number, 0 or more"
        raise ConfigError(f"seed={seed!r}: allowed is {allowed}", option="seed", value=seed)
    return np.random.default_rng(number)


def clone_generator(rng: G) -> G:
    """Return a generator with the same state."""
    if not isinstance(rng, np.random.Generator):
        return deepcopy(rng)
    # Five times quicker than deepcopy, and a search clones often.
    bits = type(rng.bit_generator)(0)
    bits.state = rng.bit_generator.state
    return np.random.Generator(bits)
