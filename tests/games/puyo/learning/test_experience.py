"""The specification's Experience and buffer, and a game learned from as it is written there."""

import numpy as np
import pytest

from asobiba.core.errors import ConfigError
from asobiba.games.puyo.dense_rewards import DenseRewardCalculator
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.experience import Experience, PrioritizedReplayBuffer, rows_of
from asobiba.games.puyo.learning.games import COLUMNS
from asobiba.games.puyo.learning.player import DQNPlayer
from asobiba.games.puyo.specification import GameEngine


def step(number: int) -> Experience:
    """The buffer keeps whatever a state is."""
    return Experience(state="before", action=number, reward=0.0, next_state="after", done=False)


def played(turns: int) -> tuple[DQNPlayer, list[Experience], list[tuple[int, ...]]]:
    """The loop of the specification, and what was legal in each turn."""
    engine, player = (
        GameEngine("versus", speed_multiplier=0, seed=4),
        DQNPlayer("main", SelfPlaySettings(hidden=8, learning_rate=0.01)),
    )
    calculator, state = DenseRewardCalculator(), engine.get_state()
    experiences: list[Experience] = []
    legal = []
    while not engine.is_game_over() and len(experiences) < turns:
        actions = [player.get_action(state, name) for name in "AB"]
        legal.append(engine.legal_actions("A"))
        new = engine.step(*actions)
        assert actions[0] is not None
        reward = calculator.calculate_reward(state, actions[0], new, "A").total()
        encoded = [player.encode_state(each, "A") for each in (state, new)]
        experiences.append(Experience(encoded[0], actions[0].action_id, reward, encoded[1], new["game_over"]))
        state = new
    return player, experiences, legal


def test_a_game_is_learned_from_as_the_specification_writes_it() -> None:
    player, experiences, _ = played(200)
    buffer = PrioritizedReplayBuffer(100)
    for experience in experiences:
        buffer.push(experience, 1.0)
    before = player.update_model(experiences)
    for _ in range(400):
        batch = buffer.sample(16)
        player.update_model(batch)

    assert experiences[-1].done
    assert len(buffer) == len(experiences)
    assert player.update_model(experiences) < before / 2


def test_the_columns_are_those_of_the_replay_and_tell_what_was_legal() -> None:
    _, experiences, legal = played(12)
    rows = rows_of(experiences, 0.9)

    assert {name: (column.shape[1:], column.dtype) for name, column in rows.items()} == {
        name: (shape, np.dtype(kind)) for name, (shape, kind) in COLUMNS.items()
    }
    assert [tuple(np.flatnonzero(row)) for row in rows["legal"]] == legal
    assert rows["discount"].tolist() == [np.float32(0.9)] * 12


def test_priorities_reach_the_experiences_of_the_last_batch() -> None:
    """Position 0 of the batch is some other place of the memory."""
    buffer = PrioritizedReplayBuffer(8, alpha=1.0)
    for number in range(8):
        buffer.push(step(number), 1.0)
    buffer.update_priority(5, 1000.0)  # before the first sample: the sixth that was pushed
    batch = buffer.sample(4)
    assert {each.action for each in batch} == {5}
    for position in range(4):
        buffer.update_priority(position, 1.0)

    assert {each.action for each in buffer.sample(8)} == set(range(8))
    sampled = buffer.sample(4)
    buffer.update_priority(2, 1000.0)
    assert {each.action for each in buffer.sample(4)} == {sampled[2].action}


def test_an_experience_that_has_been_overwritten_leaves_its_priority_to_nobody() -> None:
    buffer = PrioritizedReplayBuffer(2, alpha=1.0)
    buffer.push(step(0), 1.0)
    buffer.sample(1)
    for number in (1, 2, 3):
        buffer.push(step(number), 1.0)
    buffer.update_priority(0, 1e9)

    assert {each.action for each in buffer.sample(2)} == {2, 3}


def test_the_oldest_experience_goes_first() -> None:
    buffer = PrioritizedReplayBuffer(3)
    for number in range(5):
        buffer.push(step(number))

    assert len(buffer) == 3
    assert {each.action for each in buffer.sample(30)} == {2, 3, 4}


def test_what_a_buffer_cannot_do_is_refused() -> None:
    buffer = PrioritizedReplayBuffer(3)
    with pytest.raises(ConfigError, match=r"sample\(2\) of 0 experiences"):
        buffer.sample(2)
    buffer.push(step(0), 0.0)
    for priority in (-1.0, float("nan")):
        with pytest.raises(ConfigError, match="allowed is a number from 0"):
            buffer.push(step(1), priority)
    with pytest.raises(ConfigError, match=r"update_priority\(7, ...\): the last batch has positions 0 to"):
        buffer.update_priority(7, 1.0)
    with pytest.raises(ConfigError, match="capacity=0: allowed is a whole number from 1"):
        PrioritizedReplayBuffer(0)


def test_a_network_learns_from_encoded_states_only() -> None:
    for experiences in ([step(1)], []):
        with pytest.raises(ConfigError, match=r"allowed are \(22, 53\), as encode_state gives them"):
            rows_of(experiences, 0.9)
