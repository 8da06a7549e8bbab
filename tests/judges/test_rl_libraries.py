"""Reinforcement-learning libraries accept every environment without glue."""

import random
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest

import asobiba.envs
from asobiba.envs.zoo import GameAEC
from tests.amounts import amount

STEPS = amount("ASOBIBA_PPO_STEPS", 256, long=2000)
IDS = list(asobiba.envs.environments())
SHORT = {"asobiba/Otrio-v0", "asobiba/Twenty48-v0"}
every_id = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in SHORT else pytest.mark.slow) for name in IDS]
)


@pytest.fixture(autouse=True)
def quiet() -> None:
    warnings.simplefilter("ignore")


@pytest.mark.thorough
@every_id
def test_maskable_ppo_trains(name: str) -> None:
    torch = pytest.importorskip("torch")
    contrib = pytest.importorskip("sb3_contrib")
    torch.set_num_threads(1)
    env = gymnasium.make(name, disable_env_checker=True, illegal="raise")
    model = contrib.MaskablePPO("MultiInputPolicy", env, n_steps=256, batch_size=64, n_epochs=1, seed=1, device="cpu")

    model.learn(STEPS)

    observation, info = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
    assert info["action_mask"][int(action)] == 1


@every_id
def test_torchrl_is_content(name: str) -> None:
    torchrl_envs = pytest.importorskip("torchrl.envs")
    utils = pytest.importorskip("torchrl.envs.utils")
    aec = pettingzoo.make("aec", name, illegal="noop")

    utils.check_env_specs(torchrl_envs.PettingZooWrapper(aec, use_mask=True))


def test_othello_in_lock_step_with_shimmy() -> None:
    """OpenSpiel's Othello, brought to PettingZoo by Shimmy."""
    shimmy = pytest.importorskip("shimmy.openspiel_compatibility")
    theirs, ours, generator = shimmy.OpenSpielCompatibilityV0(game_name="othello"), GameAEC("othello"), random.Random(1)
    for seed in range(20):
        theirs.reset(seed=seed)
        ours.reset(seed=seed)
        while not any(ours.terminations.values()):
            mask = theirs.infos[theirs.agent_selection]["action_mask"]
            assert ours.observe(ours.agent_selection)["action_mask"].tolist() == np.asarray(mask).tolist()
            assert theirs.possible_agents.index(theirs.agent_selection) == ours.possible_agents.index(
                ours.agent_selection
            )
            action = generator.choice(np.flatnonzero(mask).tolist())
            theirs.step(action)
            ours.step(action)
        assert any(theirs.terminations.values())
