"""The board of specification 004 as a gymnasium.Env."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import NormalizeObservation, RecordEpisodeStatistics, TimeLimit

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.twenty48.env import Twenty48Env
from asobiba.games.twenty48.gym import ID, Twenty48Board

SPACES: dict[str, tuple[tuple[int, ...], Any, int]] = {
    "values": ((4, 4), np.int64, 131072),
    "log2": ((4, 4), np.int8, 17),
    "one_hot": ((18, 4, 4), np.int8, 1),
}
KEYS = {"invalid_move", "moved", "score", "max_tile", "won", "spawned", "merged", "action_mask"}


def actions(count: int, seed: int = 0) -> list[int]:
    found: list[int] = np.random.default_rng(seed).integers(4, size=count).tolist()
    return found


@pytest.mark.parametrize("observation", SPACES)
@pytest.mark.parametrize("render_mode", [None, "human", "ansi"])
def test_gymnasium_finds_nothing_to_complain_about(
    observation: str, render_mode: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Warnings are errors in this suite."""
    check_env(gymnasium.make(ID, observation=observation, render_mode=render_mode).unwrapped)
    check_env(Twenty48Env(observation=observation).gymnasium(render_mode))


@pytest.mark.parametrize("observation", SPACES)
def test_the_spaces_fit_the_observations(observation: str) -> None:
    shape, dtype, high = SPACES[observation]
    env = Twenty48Env(1, observation=observation)

    assert env.action_space == gymnasium.spaces.Discrete(4)
    assert env.observation_space == gymnasium.spaces.Box(0, high, shape, dtype)
    assert (env.observation_space.shape, env.observation_space.dtype) == (shape, np.dtype(dtype))
    assert env.reset() in env.observation_space
    assert all(env.step(action)[0] in env.observation_space for action in actions(200))
    face = env.gymnasium()
    assert (face.action_space, face.observation_space) == (env.action_space, env.observation_space)


def test_spaces_are_kept_and_a_clone_has_its_own() -> None:
    env = Twenty48Env()
    env.action_space.seed(3)
    twin = env.clone()

    drawn = [[each.action_space.sample() for _ in range(20)] for each in (env, twin)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 4


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_and_actions_give_the_boards_of_the_strict_one(seed: int) -> None:
    strict, made, face = Twenty48Env(), gymnasium.make(ID), Twenty48Env().gymnasium()

    assert strict.reset(seed).tolist() == made.reset(seed=seed)[0].tolist() == face.reset(seed=seed)[0].tolist()
    for action in actions(300, seed):
        board, reward, done, info = strict.step(action)
        for env in (made, face):
            seen, paid, terminated, truncated, told = env.step(action)
            assert (seen.tolist(), paid, terminated, truncated) == (board.tolist(), reward, done, False)
            mask = told.pop("action_mask")
            assert (told, mask.tolist(), mask.dtype) == (info, strict.action_masks().tolist(), np.dtype(np.int8))
        if done:
            assert strict.reset().tolist() == made.reset()[0].tolist() == face.reset()[0].tolist()


def test_both_faces_play_on_one_board() -> None:
    env = Twenty48Env(5)
    face = env.gymnasium()
    env.board = [[2, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4]

    board, reward, terminated, truncated, info = face.step(3)
    assert env.board.tolist() == board.tolist()
    assert (board[0, 0], reward, type(reward), terminated, truncated) == (4, 4.0, float, False, False)
    assert (env.score, info["score"]) == (4, 4)
    assert face.np_random is env.rng
    face.np_random = np.random.default_rng(8)
    assert face.np_random is env.rng


def test_reset_tells_the_keys_of_step() -> None:
    _, info = gymnasium.make(ID).reset(seed=1)

    assert set(info) == KEYS
    assert (info["moved"], info["invalid_move"], info["spawned"], info["merged"]) == (False, False, None, [])
    assert (info["score"], info["won"], info["max_tile"] in (2, 4)) == (0, False, True)


def test_an_override_of_the_strict_one_has_effect() -> None:
    class Doubled(Twenty48Env):
        def step(self, action: int) -> Any:
            board, reward, done, info = super().step(action)
            return board, 2 * reward, done, info

    env = Doubled()
    env.board = [[2, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4]

    assert env.gymnasium().step(3)[1] == 8


def test_wrappers_take_it() -> None:
    env: Any = NormalizeObservation(RecordEpisodeStatistics(TimeLimit(Twenty48Env().gymnasium(), 50)))
    env.reset(seed=2)
    for action in actions(50):
        seen, _, terminated, truncated, info = env.step(action)

    assert (seen.shape, terminated, truncated, info["episode"]["l"]) == ((4, 4), False, True, 50)
    assert info["episode"]["r"] == info["score"] > 0


def test_many_at_once_play_as_each_alone() -> None:
    envs: Any = gymnasium.make_vec(ID, 3, vectorization_mode="sync")
    alone = [Twenty48Env(seed) for seed in (7, 8, 9)]
    seen, _ = envs.reset(seed=7)
    assert seen.tolist() == [env.board.tolist() for env in alone]

    for action in actions(60):
        seen, _, _, _, info = envs.step([action] * 3)
        assert seen.tolist() == [env.step(action)[0].tolist() for env in alone]
    assert info["score"].tolist() == [env.score for env in alone]
    assert info["action_mask"].shape == (3, 4)
    assert gymnasium.make_vec(ID, 2).num_envs == 2


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = Twenty48Env(1)

    text = env.gymnasium("ansi").render()
    assert text == env.render("ansi")
    assert env.gymnasium("human").render() is None
    assert capsys.readouterr().out == f"{text}\n"
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert env.gymnasium().render() is None
    with pytest.raises(ConfigError, match="render_mode='rgb_array': allowed is human, ansi or None"):
        env.gymnasium("rgb_array")


def test_masks_and_what_is_no_action() -> None:
    env = Twenty48Env()
    env.board = [[2, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    face = env.gymnasium()

    assert (face.action_masks().tolist(), face.action_masks().dtype) == ([False, True, True, False], np.dtype(bool))
    with pytest.raises(IllegalMove, match="action 4 does not exist"):
        face.step(4)


@pytest.mark.parametrize("twin_of", [Twenty48Board.clone, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_share_nothing(twin_of: Any) -> None:
    env = Twenty48Env(3).gymnasium("ansi")
    twin = twin_of(env)
    before = env.core.board.tolist()

    boards = [twin.step(action)[0].tolist() for action in actions(40)]
    assert env.core.board.tolist() == before
    assert [env.step(action)[0].tolist() for action in actions(40)] == boards
    assert (type(twin), twin.render_mode) == (Twenty48Board, "ansi")


def test_its_spec_makes_another_like_it() -> None:
    env = Twenty48Env(observation="log2").gymnasium()
    assert env.spec is not None

    again = env.spec.make().unwrapped

    assert isinstance(again, Twenty48Board)
    assert again.core is not env.core
    assert again.observation_space == env.observation_space
