"""Environments and batches can be copied, and sent to other processes: both go on with the same games."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

import asobiba.envs
from asobiba.envs.batch import Batch
from asobiba.games.otrio.specification import OtrioBase, OtrioEnv
from asobiba.games.twenty48.specification import Twenty48Env
from tests.variants import IMPLEMENTATIONS

IDS = sorted(asobiba.envs.environments())
COPIES = [copy.deepcopy, copy.copy, lambda env: pickle.loads(pickle.dumps(env))]
copied = pytest.mark.parametrize("twin_of", COPIES, ids=["deepcopy", "copy", "pickle"])
Copy = Callable[[Any], Any]


def play(env: Any, steps: int = 12) -> list[Any]:
    """First the lowest legal action, then the highest, and so on; what was seen and gained."""
    told = []
    for step in range(steps):
        legal = np.flatnonzero(env.unwrapped.action_masks())
        if not legal.size:
            break
        observation, gained, over, _, _ = env.step(legal[-(step % 2)])
        told.append((observation["observation"].tolist(), gained, over))
        if over:
            break
    return told


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("twin_of", [COPIES[0], COPIES[2]], ids=["deepcopy", "pickle"])
def test_a_registered_environment(name: str, twin_of: Copy) -> None:
    env: Any = gymnasium.make(name)
    env.reset(seed=5)
    play(env, 1)

    twin = twin_of(env)

    assert play(twin) == play(env) != []
    twin.reset(seed=6)
    assert twin.unwrapped.its_mask is not env.unwrapped.its_mask
    assert np.shares_memory(twin.unwrapped.its_mask, twin.unwrapped.batch.mask)


@copied
@pytest.mark.parametrize(
    ("name", "implementation"),
    [pytest.param(*each, marks=[pytest.mark.thorough] if each[1] == "rulebook" else []) for each in IMPLEMENTATIONS],
)
def test_a_batch(name: str, implementation: str, twin_of: Copy) -> None:
    batch = Batch(name, 5, seed=3, implementation=implementation)
    for _ in range(4):
        batch.step(batch.random_actions())

    twin = twin_of(batch)

    for _ in range(30):
        assert twin.to_play.tolist() == batch.to_play.tolist()
        assert twin.mask.tolist() == batch.mask.tolist()
        assert twin.observation.tolist() == batch.observation.tolist()
        assert twin.rewards.tolist() == batch.rewards.tolist()
        actions = batch.random_actions()
        assert twin.random_actions().tolist() == actions.tolist()
        batch.step(actions)
        assert twin.hashes().tolist() != batch.hashes().tolist() or batch.over.all()
        twin.step(actions)


@pytest.mark.parametrize("twin_of", [COPIES[0], COPIES[2]], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("name", IDS)
def test_a_vector_environment(name: str, twin_of: Copy) -> None:
    envs: Any = gymnasium.make_vec(name, num_envs=3)
    envs.reset(seed=1)
    twin = twin_of(envs)

    for _ in range(10):
        actions = envs.batch.random_actions().clip(0)  # this moves the dice
        assert twin.batch.random_actions().clip(0).tolist() == actions.tolist()
        mine, its = envs.step(actions), twin.step(actions)
        assert [part.tolist() for part in mine[1:4]] == [part.tolist() for part in its[1:4]]
        assert mine[0]["observation"].tolist() == its[0]["observation"].tolist()


@pytest.mark.parametrize("twin_of", [COPIES[0], COPIES[2]], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("kind", ["aec", "parallel"])
@pytest.mark.parametrize("name", IDS)
def test_an_environment_of_pettingzoo(name: str, kind: str, twin_of: Copy) -> None:
    env = pettingzoo.make(kind, name)
    env.reset(seed=1)

    twin = twin_of(env)

    assert str(twin.unwrapped.sitting.state) == str(env.unwrapped.sitting.state)
    assert twin.unwrapped.sitting.state == env.unwrapped.sitting.state


@pytest.mark.parametrize("twin_of", [COPIES[0], COPIES[2]], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("make", [OtrioEnv, Twenty48Env, OtrioBase])
def test_the_specifications_own(make: Callable[[], Any], twin_of: Copy) -> None:
    env = make()
    env.reset()

    assert type(twin_of(env)) is make


def test_environments_in_subprocesses() -> None:
    """Gymnasium sends the function that makes one; the environment itself could be sent, too."""
    envs: Any = gymnasium.make_vec("asobiba/Otrio-v0", 2, vectorization_mode="async")
    try:
        seen, _ = envs.reset(seed=1)
        assert seen["action_mask"].shape[0] == 2
    finally:
        envs.close()
