"""The native vector environment equals single environments, in all three autoreset modes."""

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import asobiba.envs
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.envs.vector import GameVectorEnv

IDS = list(asobiba.envs.environments())
COUNT = 6
every_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)


def make(name: str, **keywords: Any) -> GameVectorEnv:
    envs = gymnasium.make_vec(name, num_envs=COUNT, **keywords)
    assert isinstance(envs, GameVectorEnv)
    return envs


def legal(mask: Any, generator: random.Random) -> Any:
    """A legal action of every game; 0 where there is none."""
    return np.array([generator.choice(np.flatnonzero(row).tolist() or [0]) for row in mask])


@pytest.mark.parametrize("name", IDS)
@every_mode
def test_observations_lie_in_the_space(name: str, mode: AutoresetMode) -> None:
    envs, generator = make(name, autoreset_mode=mode), random.Random(1)
    observation, info = envs.reset(seed=1)
    assert envs.metadata["autoreset_mode"] == mode
    for _ in range(60):
        assert envs.observation_space.contains(observation)
        assert info["_action_mask"].all()
        observation, rewards, over, truncated, info = envs.step(legal(info["action_mask"], generator))
        assert rewards.shape == over.shape == truncated.shape == (COUNT,)
        assert not truncated.any()
        if mode == AutoresetMode.DISABLED and over.any():
            observation, info = envs.reset(options={"reset_mask": over})


def history(name: str, mode: AutoresetMode) -> list[list[tuple[Any, ...]]]:
    """Of every game: (action, observation after, reward, over) of the real steps, in order."""
    envs = make(name, autoreset_mode=mode)
    observation, info = envs.reset(seed=3)
    games: list[list[tuple[Any, ...]]] = [[] for _ in range(COUNT)]
    ignored = np.zeros(COUNT, bool)
    own = [random.Random(index) for index in range(COUNT)]
    for _ in range(150):
        actions = np.zeros(COUNT, np.int64)
        for index in range(COUNT):
            choices = np.flatnonzero(info["action_mask"][index]).tolist()
            if not ignored[index]:
                actions[index] = own[index].choice(choices)
        observation, rewards, over, _, info = envs.step(actions)
        for index in range(COUNT):
            if ignored[index]:
                assert rewards[index] == 0
                assert not over[index]
                continue
            seen = observation["observation"][index]
            if over[index] and mode == AutoresetMode.SAME_STEP:
                assert info["_final_obs"][index]
                seen = info["final_obs"][index]["observation"]
            games[index].append((int(actions[index]), seen.tolist(), float(rewards[index]), bool(over[index])))
        if mode == AutoresetMode.DISABLED and over.any():
            observation, info = envs.reset(options={"reset_mask": over})
        ignored = over if mode == AutoresetMode.NEXT_STEP else np.zeros(COUNT, bool)
    return games


@pytest.mark.parametrize("name", ["asobiba/Othello-v0", "asobiba/Otrio-v0"])
def test_all_modes_play_the_same_games(name: str) -> None:
    """The same dice and choices: only where the new game's first observation appears differs."""
    modes = [history(name, mode) for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)]
    for games in zip(*modes, strict=True):
        shortest = min(map(len, games))
        assert sum(step[3] for step in games[0][:shortest]) > 1
        assert games[0][:shortest] == games[1][:shortest] == games[2][:shortest]


def test_next_step_ignores_the_action_of_a_finished_game() -> None:
    envs = make("asobiba/Othello-v0", illegal="lose")
    envs.reset(seed=1)
    _, rewards, over, _, info = envs.step(np.zeros(COUNT, np.int64))
    assert over.all()
    assert (rewards == -1).all()
    assert info["illegal"].all()
    observation, rewards, over, _, _ = envs.step(np.zeros(COUNT, np.int64))

    assert not over.any()
    assert not rewards.any()
    assert (observation["observation"][:, 2].sum(axis=(1, 2)) == 4).all()


def test_a_disabled_environment_wants_its_reset() -> None:
    envs = make("asobiba/Othello-v0", autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    envs.step(np.zeros(COUNT, np.int64))

    with pytest.raises(IllegalMove, match="game 0 is over: reset it"):
        envs.step(np.zeros(COUNT, np.int64))
    for wrong in (np.zeros(COUNT, bool), np.ones(3, bool), np.ones(COUNT)):
        with pytest.raises(ConfigError, match="reset_mask"):
            envs.reset(options={"reset_mask": wrong})


def test_a_reset_mask_leaves_the_other_games_alone() -> None:
    envs, generator = make("asobiba/Othello-v0"), random.Random(1)
    _, info = envs.reset(seed=1)
    for _ in range(5):
        _, _, _, _, info = envs.step(legal(info["action_mask"], generator))
    before = envs.batch.hashes()
    mask = np.array([True, False] * 3)
    envs.reset(options={"reset_mask": mask})

    assert (envs.batch.hashes() != before).tolist() == mask.tolist()


@pytest.mark.parametrize("copy", [True, False])
def test_arrays_are_copied_unless_asked_not_to(copy: bool) -> None:
    envs = make("asobiba/Othello-v0", copy=copy)
    first, info = envs.reset(seed=1)
    second, *_ = envs.step(legal(info["action_mask"], random.Random(1)))

    for key in ("observation", "action_mask"):
        assert np.shares_memory(first[key], second[key]) != copy
    assert np.shares_memory(second["observation"], envs.batch.observation) != copy


def test_seeds_may_be_given_one_by_one() -> None:
    envs = make("asobiba/Twenty48-v0")
    observation, _ = envs.reset(seed=[1, 2, 3, 4, 5, 6])
    again, _ = envs.reset(seed=[1, 2, 3, 4, 5, 6])
    assert (observation["observation"] == again["observation"]).all()
    with pytest.raises(ConfigError, match="seed: expected one number or 6, found 2"):
        envs.reset(seed=[1, 2])


def test_you_may_play_every_seat_of_every_game() -> None:
    envs, generator = make("asobiba/Othello-v0", seat="all"), random.Random(1)
    _, info = envs.reset(seed=1)
    assert (info["to_play"] == 0).all()
    _, _, _, _, info = envs.step(legal(info["action_mask"], generator))
    assert (info["to_play"] == 1).all()


@pytest.mark.parametrize("opponent", ["random", "greedy", lambda batch, waiting: batch.mask.argmax(axis=1)])
def test_opponents_answer(opponent: Any) -> None:
    envs, generator = make("asobiba/Otrio-v0", seat=2, opponent=opponent), random.Random(1)
    _, info = envs.reset(seed=1)
    for _ in range(30):
        assert (envs.batch.to_play[~envs.done] == 2).all()
        _, _, _, _, info = envs.step(legal(info["action_mask"], generator))


def test_wrong_actions_are_refused() -> None:
    envs = make("asobiba/Othello-v0", illegal="raise")
    envs.reset(seed=1)

    with pytest.raises(IllegalMove, match="game 0: black to a1"):
        envs.step(np.zeros(COUNT, np.int64))
    with pytest.raises(IllegalMove, match="game 0: action -1 does not exist"):
        envs.step(np.full(COUNT, -1))
    with pytest.raises(ConfigError, match="actions: expected 6 whole numbers"):
        envs.step(np.zeros(COUNT))
