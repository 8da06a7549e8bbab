"""Generators from seeds, and their copies."""

import random
from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import ConfigError
from asobiba.games.twenty48.env import Twenty48Env
from asobiba.games.twenty48.utils import clone_generator, generator


def test_a_seed_gives_the_same_numbers_and_no_seed_gives_others() -> None:
    assert generator(3).random(5).tolist() == generator(3).random(5).tolist() != generator(4).random(5).tolist()
    assert generator().random() != generator(None).random()


@pytest.mark.parametrize("seed", [-1, 1.5, "one", True, [], np.random.default_rng(1)])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    with pytest.raises(ConfigError, match=r"seed=.*: allowed is none or a whole number, 0 or more"):
        generator(seed)


def test_a_clone_draws_the_same_and_leaves_the_original_alone() -> None:
    rng = generator(1)
    rng.random(7)
    twin = clone_generator(rng)

    assert twin is not rng
    assert twin.random(5).tolist() == clone_generator(rng).random(5).tolist() == rng.random(5).tolist()


def test_an_environment_takes_a_generator_of_python() -> None:
    """The document names both kinds."""
    env: Any = Twenty48Env()
    env.rng = random.Random(5)
    env.reset()
    twin = env.clone()

    boards = [[each.step(action % 4)[0].tolist() for action in range(60)] for each in (env, twin)]
    assert boards[0] == boards[1]
    assert isinstance(twin.rng, random.Random)
