"""Every kernel in lock-step with its rulebook: positions, legal moves, rewards, observations, hashes, luck.

`make fuzz` runs the same for millions of positions.
"""

import os
import random
import sys
from itertools import islice
from typing import Any

import numpy as np
import pytest

from asobiba._native import build
from asobiba.agents.arrays import Arrays
from asobiba.check import twins
from asobiba.core.game import OVER, AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import find_game
from asobiba.envs.batch import HOLD, Batch
from tests.amounts import amount
from tests.processes import run
from tests.variants import WITH_KERNELS, name_of, variants

VARIANT_POSITIONS = max(256, twins.POSITIONS // 10)


VARIANTS = [(each, options) for each, options in variants() if each.name in WITH_KERNELS and options != each.options()]
"""Other than the defaults."""


def compare(batch: Batch, index: int, state: Any) -> None:
    assert list(twins.compared(batch, index, state)) == []


def lock_step(found: AnyGame, options: Options, positions: int, seed: int) -> None:
    assert list(islice(twins.lock_step(found, options, positions, seed), 3)) == []


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_the_kernel_plays_by_the_rulebook(name: str) -> None:
    lock_step(find_game(name), find_game(name).options(), twins.POSITIONS, seed=1)


@pytest.mark.parametrize(("found", "options"), VARIANTS, ids=name_of)
def test_the_kernel_knows_the_options(found: AnyGame, options: Options) -> None:
    """Unless it says itself that they are the rulebook's."""
    lock_step(found, options, VARIANT_POSITIONS, seed=2)


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_exactly_the_legal_actions_are_allowed(name: str) -> None:
    """Whatever number is played, kernel and rulebook agree on whether it may be."""
    found, generator = find_game(name), random.Random(5)
    batch = Batch(found, 8, seed=3, luck=False, implementation="native")
    for _ in range(amount("ASOBIBA_TWIN_STEPS", 60, long=300)):
        numbers = [generator.randrange(-3, batch.actions + 70) for _ in range(6)]
        for index in range(8):
            state = batch.state(index)
            for number in (*numbers, -(2**31), 2**31 - 1):
                actions = np.full(8, HOLD, np.int32)
                actions[index] = number
                if number != HOLD and state.to_play != OVER:
                    illegal = batch.clone().games.step(actions)
                    assert (illegal == 8) == (number in state.legal()), (number, str(state))
        batch.step(batch.random_actions())
        batch.reset(batch.over)


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_every_seat_sees_what_the_rulebook_shows_it(name: str) -> None:
    found = find_game(name)
    batch = Batch(found, 16, seed=4, implementation="native")
    for _ in range(amount("ASOBIBA_TWIN_STEPS", 20, long=60)):
        for seat in range(batch.seats):
            seen = batch.observe(seat)
            for index in range(16):
                assert seen[index].tolist() == found.part(Arrays).encode.observe(batch.state(index), seat).tolist()
        batch.step(batch.random_actions())
        batch.reset(batch.over)


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_results_do_not_depend_on_the_threads(name: str) -> None:
    def play(threads: int) -> tuple[list[int], list[bytes]]:
        batch = Batch(name, 100, seed=9, threads=threads, implementation="native")
        for _ in range(200):
            batch.step(batch.random_actions())
            batch.reset(batch.over)
        return batch.hashes().tolist(), [batch.get_bytes(index) for index in range(100)]

    assert play(1) == play(2) == play(3)


def test_the_build_that_ran_is_known() -> None:
    assert build in ("avx2", "plain")
    if os.environ.get("ASOBIBA_NATIVE") == "plain":
        assert build == "plain"


def test_the_plain_build_is_as_good() -> None:
    """The build for any processor is the one that most machines of tomorrow will not choose: test it here."""
    arguments = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        __file__,
        "-k",
        "test_the_kernel_plays_by_the_rulebook or build_that_ran",
    ]
    result = run(
        [sys.executable, *arguments],
        environment={"ASOBIBA_NATIVE": "plain", "ASOBIBA_TWIN_POSITIONS": str(twins.POSITIONS // 5)},
    )

    assert result.returncode == 0, result.stdout
