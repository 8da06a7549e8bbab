"""The specification's Experience and buffer, and a game learned from as it is written there."""

import numpy as np
import pytest

from asobiba.games.puyo.dense_rewards import DenseRewardCalculator
from asobiba.games.puyo.specification import GameEngine
from asobiba.learn.puyo.config import SelfPlaySettings
from asobiba.learn.puyo.experience import COLUMNS, Experience, PrioritizedReplayBuffer, rows_of
from asobiba.learn.puyo.player import DQNPlayer


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
        player.update_model(batch, batch.weights)

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


def test_priorities_are_updated_by_place() -> None:
    _, experiences, _ = played(4)
    buffer = PrioritizedReplayBuffer(8, alpha=1.0)
    places = [buffer.push(experience, 1.0) for experience in experiences]
    for place in places:
        buffer.update_priority(place, 1000.0 if place == 2 else 1.0)
    batch = buffer.sample(64)

    assert places == [0, 1, 2, 3]
    assert batch.places.count(2) > 60
    assert all((batch[at].state == experiences[place].state).all() for at, place in enumerate(batch.places))
    assert batch[0].reward == pytest.approx(experiences[batch.places[0]].reward)
