"""The PettingZoo environments, judged by PettingZoo's own suites and by a seed test that does not stop early."""

import random
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import asobiba.envs
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.envs.zoo import GameAEC, GameParallel

IDS = list(asobiba.envs.environments())
every_id = pytest.mark.parametrize("name", IDS)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suites warn about habits, such as an observation that is all zero at the start."""
    warnings.simplefilter("ignore")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@every_id
def test_pettingzoo_is_content(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.make("aec", name), num_cycles=100)
    seed_test(lambda: pettingzoo.make("aec", name), num_cycles=60)
    parallel_api_test(pettingzoo.make("parallel", name), num_cycles=60)


@every_id
def test_pettingzoo_renders(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: pettingzoo.make("aec", name, render_mode=render_mode))


@every_id
def test_a_parallel_game_follows_its_seed(name: str) -> None:
    def play(seed: int) -> list[Any]:
        env, generator = pettingzoo.make("parallel", name), random.Random(1)
        seen, _ = env.reset(seed=seed)
        history: list[Any] = []
        for _ in range(40):
            actions = {
                who: generator.choice(np.flatnonzero(view["action_mask"]).tolist()) for who, view in seen.items()
            }
            seen, rewards, *_ = env.step(actions)
            history.append(({who: view["observation"].tolist() for who, view in seen.items()}, rewards))
            if not env.agents:
                seen, _ = env.reset()
                break
        return history

    assert play(1) == play(1)


def test_simultaneous_players_move_at_once() -> None:
    env = GameParallel("puyo")
    seen, _ = env.reset(seed=1)
    assert seen["player_0"]["action_mask"].tolist() == seen["player_1"]["action_mask"].tolist()
    env.step({"player_0": 0, "player_1": 3})

    assert env.sitting.state.turn == 1


def test_those_not_to_move_wait() -> None:
    env = GameParallel("othello", illegal="raise")
    seen, _ = env.reset(seed=1)
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [env.wait]
    env.step({"player_0": 19, "player_1": env.wait})
    assert env.sitting.state.to_play == 1
    with pytest.raises(IllegalMove, match="player_0"):
        env.step({"player_0": 18, "player_1": 18})


def test_the_loser_is_told_too() -> None:
    env, generator = GameAEC("othello"), random.Random(1)
    env.reset(seed=1)
    last: dict[str, float] = {}
    for who in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        last[who] = reward
        env.step(None if over else generator.choice(np.flatnonzero(seen["action_mask"]).tolist()))

    assert sorted(last.values()) in ([-1, 1], [0, 0])


@pytest.mark.parametrize("kind", [GameAEC, GameParallel])
def test_illegal_actions(kind: Any) -> None:
    with pytest.raises(ConfigError, match="illegal='x'"):
        kind("othello", illegal="x")
    env = GameAEC("othello", illegal="lose")
    env.reset(seed=1)
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1
    strict = GameAEC("othello", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="no disc would be turned"):
        strict.step(0)
