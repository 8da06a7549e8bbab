"""The SelfPlayEngine of specification 001: what the configuration does, and that the quick trainer pays the same."""

import asyncio
import time
from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import ConfigError
from asobiba.games.puyo.clocks import TurnClock
from asobiba.games.puyo.dense_rewards import DenseRewardCalculator, RewardConfig
from asobiba.games.puyo.duels import Duels
from asobiba.games.puyo.learning.specification import Experience, SelfPlayConfig, SelfPlayEngine
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.specification import GameEngine
from asobiba.games.puyo.states import PlacementAction
from asobiba.learn import puyo

SMALL: dict[str, Any] = {"game_speed": 0, "hidden": 8, "batch_size": 16, "memory_size": 512}


def played(engine: SelfPlayEngine, episodes: int) -> list[dict[str, Any]]:
    return [asyncio.run(engine.run_self_play_episode()) for _ in range(episodes)]


def test_a_seed_is_a_training() -> None:
    reports = [played(SelfPlayEngine(SelfPlayConfig(**SMALL, seed=seed)), 3) for seed in (1, 1, 2)]

    assert reports[0] == reports[1] != reports[2]


def test_the_main_agent_explores_as_the_schedule_says_until_somebody_sets_its_epsilon() -> None:
    engine = SelfPlayEngine(SelfPlayConfig(**SMALL, epsilon_start=0.8, epsilon_end=0.4, epsilon_decay_episodes=4))
    found = [engine.main_agent.epsilon]
    for _ in range(2):
        played(engine, 1)
        found.append(engine.main_agent.epsilon)
    engine.main_agent.epsilon = 0.25
    played(engine, 1)

    assert found == pytest.approx([0.8, 0.7, 0.6])
    assert engine.main_agent.epsilon == 0.25


def test_the_opponent_is_a_copy_that_stays_until_the_next_update() -> None:
    engine = SelfPlayEngine(SelfPlayConfig(**SMALL, opponent_update_interval=3))
    biases = []
    for _ in range(4):
        played(engine, 1)
        biases.append(engine.opponent_agent.model.value.bias.item())

    assert biases[0] == biases[1] == biases[2] != biases[3]


@pytest.mark.parametrize("both", [False, True])
def test_the_opponents_moves_are_learned_from_only_when_asked(both: bool) -> None:
    engine = SelfPlayEngine(SelfPlayConfig(**SMALL, learn_from_opponent=both))
    (report,) = played(engine, 1)

    assert len(engine.experience_buffer) == report["game_length"] * (1 + both)


def test_the_rewards_are_those_of_the_configuration() -> None:
    """A sparse reward pays the result alone."""
    engine = SelfPlayEngine(SelfPlayConfig(**SMALL, reward_config=RewardConfig(kind="sparse", win=2, loss=-3)))
    reports = played(engine, 4)

    assert {(report["winner"], report["main_agent_reward"]) for report in reports} <= {("A", 2.0), ("B", -3.0)}


def test_a_game_at_the_turn_limit_is_not_lost() -> None:
    engine = SelfPlayEngine(SelfPlayConfig(**SMALL, max_turns=3))
    (report,) = played(engine, 1)

    assert (report["winner"], report["game_length"]) == (None, 3)
    assert not any(each.done for each in engine.experience_buffer.sample(20))


@pytest.mark.parametrize(("speed", "seconds"), [(0, 0.0), (20, 3 * 40 / 60 / 20)])
def test_a_game_lasts_as_long_as_its_frames_at_the_game_speed(speed: float, seconds: float) -> None:
    """Three turns of at least 40 frames each."""
    engine = SelfPlayEngine(SelfPlayConfig(**{**SMALL, "game_speed": speed}, max_turns=3))
    started = time.monotonic()
    played(engine, 1)

    assert time.monotonic() - started >= seconds


def test_a_wrong_configuration_is_refused_when_the_engine_is_made_and_before_each_game() -> None:
    config = SelfPlayConfig(memory_size=-1)
    with pytest.raises(ConfigError, match="option memory_size=-1"):
        SelfPlayEngine(config)
    engine = SelfPlayEngine(SelfPlayConfig(**SMALL))
    engine.config.epsilon_start = 5
    with pytest.raises(ConfigError, match="option epsilon_start=5"):
        played(engine, 1)


def test_an_agent_that_knows_no_errors_can_take_part() -> None:
    """It places at random and keeps what it has learned from."""

    class Thrower:
        def __init__(self) -> None:
            self.dice, self.batches = np.random.default_rng(1), 0

        def get_action(self, state: Any, player_id: str) -> PlacementAction:
            return PlacementAction(action_id=int(self.dice.choice([2, 8])))

        def encode_state(self, state: Any, player_id: str) -> str:
            return player_id

        def update_model(self, batch: list[Experience]) -> float:
            self.batches += 1
            return 0.5

    class Engine(SelfPlayEngine):
        def _update_opponent(self) -> None:
            pass

    engine, thrower = Engine(SelfPlayConfig(**SMALL)), Thrower()
    engine.main_agent = engine.opponent_agent = thrower  # type: ignore[assignment]
    reports = played(engine, 4)

    assert thrower.batches >= 1
    assert engine.experience_buffer.sample(1)[0].state == "A"
    assert len(reports) == 4


@pytest.mark.parametrize("seed", range(6))
def test_15_the_quick_trainer_pays_the_same_for_the_same_game(seed: int) -> None:
    """The same seed, the same placements, and the ojama fall where they fell in the batch."""
    duels, config = Duels(1, seed, PuyoOptions(target_points=20)), RewardConfig()
    engine, generator = GameEngine(speed_multiplier=0, seed=seed, target_points=20), np.random.default_rng(seed)
    assert isinstance(engine.clock, TurnClock)
    calculator, turns, over = DenseRewardCalculator(config), 0, False
    while not over:
        engine.clock.position = duels.position(0)
        before, legal = engine.get_state(), duels.masks[0] > 0
        actions = [int(generator.choice(np.flatnonzero(each))) for each in legal]
        step = duels.step(np.array([actions], np.int32))
        over, turns = len(step.ended) > 0, turns + 1
        engine.step(*actions)
        engine.clock.position = duels.last(0) if over else duels.position(0)
        after = engine.get_state()
        rewards = [
            calculator.calculate_reward(before, action, after, player).total()
            for action, player in zip(actions, "AB", strict=True)
        ]
        assert step.rewards[0] == pytest.approx(rewards, abs=1e-5)
        assert after["game_over"] == over

    assert turns > 8


def test_the_names_are_in_the_package() -> None:
    from asobiba.games.puyo.learning import specification

    assert all(getattr(puyo, name) is getattr(specification, name) for name in specification.__all__)
    assert {*specification.__all__} <= {*dir(puyo)}
    with pytest.raises(AttributeError, match="has no attribute 'Selfplay'"):
        getattr(puyo, "Selfplay")  # noqa: B009
