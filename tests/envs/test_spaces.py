"""An observation space has the game's own bounds: nothing that is seen lies outside."""

from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import asobiba.envs
from asobiba.agents.arrays import Arrays
from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game
from asobiba.envs.batch import Batch
from asobiba.envs.spaces import observation_space, reward_of
from asobiba.envs.vector import GameVectorEnv

IDS = asobiba.envs.environments()
OTHERS = [
    ("othello", {"score": "discs"}),
    ("twenty48", {"rows": 3, "columns": 5}),
    ("puyo", {"colors": 5, "row14": "once", "target_points": 7}),
    ("puyo", {"margin_seconds": 0, "ojama_per_turn": 5}),
    ("otrio", {"players": 2, "two_player_alternation": False}),
    ("coppit", {"hats_per_player": 2, "max_players": 3, "max_turns": 230}),
    ("coppit", {"allow_respawn": True, "win_mode": "captured", "max_turns": 2000}),
    ("coppit", {"capture_on_pass": True}),
]
GAMES = [
    *((game.name, dict(options)) for game, options in IDS.values() if game.part(Arrays).bounds is not None),
    *(pytest.param(*other, marks=pytest.mark.thorough) for other in OTHERS),
]


def seen_space(game: str, options: dict[str, Any]) -> spaces.Box:
    found = observation_space(find_game(game), find_game(game).options.read(options))["observation"]
    assert isinstance(found, spaces.Box)
    return found


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_what_random_games_show_lies_within_finite_bounds(game: str, options: dict[str, Any]) -> None:
    space, batch = seen_space(game, options), Batch(game, 64, seed=1, options=options)
    assert np.isfinite(space.low).all()
    assert np.isfinite(space.high).all()
    assert (space.low == 0).all()
    for _ in range(300):
        for seen in (batch.observation, *map(batch.observe, range(batch.seats))):
            assert (seen >= space.low).all()
            assert (seen <= space.high).all()
        batch.step(batch.random_actions())
        if batch.over.any():
            batch.reset(batch.over)


@pytest.mark.parametrize("game", ["othello", "twenty48", "otrio"])
def test_the_bounds_are_reached(game: str) -> None:
    batch = Batch(game, 16, seed=1)
    for _ in range(8):
        batch.step(batch.random_actions())

    assert batch.observation.max() == seen_space(game, {}).high.max() == 1


def test_the_numbers_of_coppit() -> None:
    space = seen_space("coppit", {"hats_per_player": 5, "max_turns": 230})

    assert space.high[:, 0].tolist() == [5] * 16 + [1] * 4 + [5] * 4 + [15] * 4 + [1] * 11 + [2, 99]


def test_the_numbers_of_puyo() -> None:
    space = seen_space("puyo", {})

    assert space.high[:, 0, 0].tolist() == [1] * 34 + [127] * 4 + [1] * 4 + [5, 100, 127]


def test_a_game_that_names_no_bounds_has_those_of_its_type() -> None:
    game = find_game("othello")
    encode = SimpleNamespace(shape=game.part(Arrays).encode.shape, observe=game.part(Arrays).encode.observe)
    unbounded = game.with_part(Arrays(encode=encode))
    space = observation_space(unbounded, game.options())["observation"]

    assert isinstance(space, spaces.Box)
    assert (space.low.min(), space.high.max()) == (-128, 127)


def test_rewards_have_names() -> None:
    assert reward_of(find_game("twenty48"), "score") is None
    with pytest.raises(ConfigError, match="reward=big: twenty48 has score, log"):
        reward_of(find_game("twenty48"), "big")


@pytest.mark.parametrize("name", ["log2", "one_hot"])
def test_an_observation_by_its_name(name: str) -> None:
    """Alone and in a row, the same game; after the last step, too."""
    one = gymnasium.make("asobiba/Twenty48-v0", observation=name)
    many = GameVectorEnv("twenty48", 3, observation=name, autoreset_mode="Disabled")
    usual = GameVectorEnv("twenty48", 3, autoreset_mode="Disabled")
    many.reset(seed=1)
    _, info = usual.reset(seed=1)
    done = np.zeros(3, np.bool_)
    while not done.any():
        actions = info["action_mask"].argmax(1)
        seen, *_ = many.step(actions)
        planes, _, done, _, info = usual.step(actions)
        assert many.observation_space.contains(seen)
        shown = planes["observation"]
        expected = shown if name == "one_hot" else (shown * np.arange(18)[:, None, None]).sum(1)
        assert (seen["observation"] == expected).all()

    seen, info = one.reset(seed=1)
    assert one.observation_space.contains(seen)
    kept = seen["observation"].copy()
    one.step(int(info["action_mask"].argmax()))
    assert (seen["observation"] == kept).all(), "what was seen stays as it was"


def test_observations_have_names() -> None:
    with pytest.raises(ConfigError, match="observation=pixels: twenty48 has one_hot, log2"):
        gymnasium.make("asobiba/Twenty48-v0", observation="pixels")
    with pytest.raises(ConfigError, match="observation=log2: othello has no other"):
        GameVectorEnv("othello", 2, observation="log2")
