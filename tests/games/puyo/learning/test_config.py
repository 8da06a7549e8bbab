"""One configuration: the specification's defaults, files, and errors that name the key and what is allowed."""

from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from asobiba.core.errors import ConfigError
from asobiba.games.puyo.dense_rewards import RewardConfig
from asobiba.games.puyo.learning.config import SelfPlayConfig, SelfPlaySettings, settings_of


def test_the_defaults_are_those_of_the_specification() -> None:
    config = SelfPlaySettings()

    assert (config.total_episodes, config.opponent_update_interval, config.game_speed) == (100_000, 1_000, 50.0)
    assert (config.learning_starts, config.target_update_frequency) == (1_000, 2_000)
    assert (config.save_frequency, config.evaluation_frequency) == (5_000, 10_000)
    assert (config.epsilon_schedule, config.epsilon_start, config.epsilon_end) == ("linear", 1.0, 0.01)
    assert (config.epsilon_decay_episodes, config.reward_config) == (50_000, RewardConfig())
    assert (config.memory_size, config.batch_size, config.gamma, config.n_step) == (100_000, 256, 0.99, 3)
    assert (config.per_alpha, config.per_beta_start, config.per_beta_end) == (0.6, 0.4, 1.0)
    assert not config.learn_from_opponent


def test_files_in_toml_and_json_say_the_same(tmp_path: Path) -> None:
    toml, json = tmp_path / "a.toml", tmp_path / "a.json"
    toml.write_text('n_step = 5\nmax_turns = 99\n[reward_config]\nkind = "sparse"\nwin = 1\n')
    json.write_text('{"n_step": 5, "max_turns": 99, "reward_config": {"kind": "sparse", "win": 1}}')
    config = SelfPlaySettings.from_file(toml)

    assert config == SelfPlaySettings.from_file(json)
    assert config == SelfPlaySettings(n_step=5, max_turns=99, reward_config=RewardConfig(kind="sparse", win=1))
    assert SelfPlaySettings.read(config.as_json()) == config


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gamma = 1.5", "option gamma=1.5 of SelfPlaySettings: allowed is a number from 0.0 to 1.0"),
        ("batch_size = 0", "option batch_size=0 .* allowed is a whole number from 1 to 65536"),
        ('epsilon_schedule = "cosine"', "epsilon_schedule=cosine .* allowed is linear or exponential"),
        ("gama = 0.9", "has no option 'gama'; its options: total_episodes"),
        ("greedy_share = 0.9\npast_share = 0.9", "random_share .* beam_share: allowed is a sum of at most 1"),
        ("reward_config = 3", "option reward_config=3: allowed is a table"),
        ("[reward_config]\nwin = 'much'", "option win=much of RewardConfig: allowed is a number from"),
        ("= nonsense", "is not TOML"),
        ("opponent_update_interval = 7", "opponent_update_interval=7 .*: the curriculum sets it in each phase; leave"),
        ("epsilon_start = 0.5", "epsilon_start=0.5 .* in each phase; leave it out, or give curriculum=false"),
    ],
)
def test_a_wrong_file_is_refused_by_key(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text)

    with pytest.raises(ConfigError, match=sentence) as caught:
        SelfPlaySettings.from_file(path)
    assert str(path) in str(caught.value)


def test_without_a_curriculum_its_settings_are_free() -> None:
    config = SelfPlaySettings(opponent_update_interval=7, epsilon_start=0.5, curriculum=False)

    assert (config.opponent_update_interval, config.epsilon(0)) == (7, 0.5)


def test_the_shaping_takes_the_learners_discount_unless_it_has_its_own() -> None:
    assert SelfPlaySettings(gamma=0.5).rewards.gamma == 0.5
    assert SelfPlaySettings(gamma=0.5, reward_config=RewardConfig(gamma=0.9)).rewards.gamma == 0.9


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*nowhere\.toml: No such file"):
        SelfPlaySettings.from_file(tmp_path / "nowhere.toml")


def test_what_does_not_touch_learning_may_differ() -> None:
    assert SelfPlaySettings(native_threads=2, total_episodes=7).differs_from(SelfPlaySettings()) == []
    assert SelfPlaySettings(gamma=0.9, seed=1).differs_from(SelfPlaySettings()) == ["gamma", "seed"]


def test_both_configurations_have_the_same_defaults() -> None:
    assert settings_of(SelfPlayConfig()) == SelfPlaySettings(curriculum=False)
    assert asdict(SelfPlayConfig()).keys() < asdict(SelfPlaySettings()).keys()


def test_what_was_assigned_is_in_the_settings() -> None:
    config = SelfPlayConfig(epsilon_start=0.8)
    config.opponent_update_interval = 500
    config.reward_config = RewardConfig(win=1)

    assert settings_of(config) == SelfPlaySettings(
        epsilon_start=0.8, opponent_update_interval=500, reward_config=RewardConfig(win=1), curriculum=False
    )
    assert settings_of(SimpleNamespace(memory_size=300)) == SelfPlaySettings(memory_size=300, curriculum=False)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("epsilon_start", 5, "option epsilon_start=5 of SelfPlaySettings: allowed is a number from 0.0 to 1.0"),
        ("memory_size", -1, "option memory_size=-1 .* allowed is a whole number from 1 to"),
        ("opponent_update_interval", 0, "opponent_update_interval=0 .* allowed is a whole number from 1"),
        ("epsilon_schedule", "cosine", "allowed is linear or exponential"),
        ("reward_config", None, "option reward_config=none"),
    ],
)
def test_a_wrong_value_that_was_assigned_is_refused(name: str, value: Any, sentence: str) -> None:
    config = SelfPlayConfig()
    setattr(config, name, value)

    with pytest.raises(ConfigError, match=sentence):
        settings_of(config)
