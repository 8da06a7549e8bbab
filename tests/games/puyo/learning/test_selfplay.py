"""Self-play in small: one game or many, beside or in turns, the rows that reach the replay."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from asobiba.games.puyo.dense_rewards import RewardConfig
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.learner import PuyoLearner
from asobiba.learn.learner import Evaluation
from asobiba.learn.networks import CandidateNetwork
from asobiba.learn.replay import Sample

RANDOM = 1
"""Kind of an opponent."""
TINY: dict[str, Any] = {
    "parallel_games": 6,
    "hidden": 8,
    "learning_starts": 2,
    "batch_size": 16,
    "memory_size": 512,
    "updates_per_step": 1,
    "max_turns": 40,
    "target_update_frequency": 10,
    "opponent_update_interval": 5,
    "past_share": 0.5,
    "curriculum": False,
    "practice_share": 0.5,
}


def tiny(**changes: Any) -> SelfPlaySettings:
    return SelfPlaySettings(**{**TINY, **changes})


def same(one: PuyoLearner, other: PuyoLearner) -> bool:
    (arrays, note), (their_arrays, their_note) = one.state(), other.state()
    assert arrays.keys() == their_arrays.keys()
    return note == their_note and all(
        array.dtype == their_arrays[name].dtype and array.tobytes() == their_arrays[name].tobytes()
        for name, array in arrays.items()
    )


def test_it_explores_as_the_schedule_says() -> None:
    engine = PuyoLearner(tiny(epsilon_decay_episodes=20, epsilon_end=0.0))
    found, explored = [], []
    play = engine.plays[""].play

    def watched(network: CandidateNetwork, epsilon: float) -> Any:
        explored.append(epsilon)
        return play(network, epsilon)

    engine.plays[""].play = watched  # type: ignore[method-assign]
    for _ in range(3):
        found.append(engine.epsilon)
        while engine.clock < 10 * len(found):
            engine.step()
            assert explored[-1] >= engine.epsilon
    engine.close()

    assert found[0] == explored[0] == 1.0
    assert found[0] > found[1] > found[2] == 0.0


def test_it_explores_anew_after_a_promotion_and_a_restoration() -> None:
    engine, twin = (
        PuyoLearner(tiny(opponent_update_interval=1_000, epsilon_decay_episodes=10, curriculum=True)) for _ in range(2)
    )
    while engine.clock < 10:
        engine.step()
    low = engine.epsilon
    twin.restore(*engine.state())
    engine.heed(Evaluation({"frozen": {"win_rate": 1.0, "games": 200}}, 0.0))
    for each in (engine, twin):
        each.close()

    assert (low, twin.epsilon, engine.epsilon) == pytest.approx((0.01, 0.01, 0.6))


def test_the_shaping_has_the_learners_discount_unless_it_is_set() -> None:
    """Nobody pops anything at first, so the reward is gamma * phi(after) - phi(before)."""
    rewards = []
    for gamma, own in ((0.5, None), (0.5, 0.99), (0.99, None)):
        shaping = RewardConfig(kind="potential", gamma=own)
        engine = PuyoLearner(tiny(gamma=gamma, reward_config=shaping, n_step=1, updates_per_step=0, seed=4))
        for _ in range(12):
            engine.step()
        assert engine.practice is not None
        assert engine.practice.duels.rewards.gamma == engine.duels.duels.rewards.gamma == (own or gamma)
        rewards.append(engine.replay.columns["reward"][: len(engine.replay)].tolist())
        engine.close()

    assert rewards[0] != rewards[1]
    assert rewards[1] == rewards[2]


def test_seats_are_swapped_every_game() -> None:
    engine = PuyoLearner(tiny(updates_per_step=0, parallel_games=1))
    seats = []
    for number in range(4):
        seats.append(int(engine.duels.seats[0]))
        while engine.clock == number:
            engine.step()
    engine.close()

    assert seats == [0, 1, 0, 1]


def test_the_learner_beside_the_games_changes_nothing() -> None:
    engines = [PuyoLearner(tiny(learner_thread=beside, native_threads=1 + beside)) for beside in (False, True)]
    for engine in engines:
        for _ in range(90):
            engine.step()
        engine.close()

    assert engines[0].learner.updates > 30
    assert len(engines[0].opponents.past) > 0
    assert same(*engines)


@pytest.mark.parametrize("changes", [{}, {"learn_from_opponent": True, "n_step": 1}, {"beam_share": 0.2}])
def test_a_restored_engine_goes_on_bit_for_bit(changes: dict[str, Any]) -> None:
    straight, stopped, resumed = (PuyoLearner(tiny(**changes)) for _ in range(3))
    for _ in range(50):
        stopped.step()
    arrays, note = stopped.state()
    resumed.restore({name: array.copy() for name, array in arrays.items()}, note)
    for engine, steps in ((straight, 100), (resumed, 50)):
        for _ in range(steps):
            engine.step()
    for engine in (straight, stopped, resumed):
        engine.close()

    assert straight.learner.updates > 40
    assert same(straight, resumed)


def test_rows_of_the_replay_are_moves_of_the_main_agent() -> None:
    """With one step and no opponent's moves: every state is the one before, and leads to the next."""
    engine = PuyoLearner(tiny(n_step=1, updates_per_step=0, gamma=0.5, practice_share=0.0, parallel_games=1))
    replay = engine.replay.columns
    before, row, ended = None, 0, 0
    while ended < 3:
        mine = engine.duels.turn.seen[0].copy()
        engine.step()
        finished = engine.clock > ended
        assert (replay["state"][row] == mine).all()
        assert replay["legal"][row][replay["action"][row]]
        if before is not None:
            assert (replay["next_state"][row - 1] == mine).all()
        lost = finished and engine.duels.recent[-1].turns < 40
        assert replay["discount"][row] == (0.0 if lost else 0.5)
        before, ended = (None if finished else mine), engine.clock
        row += 1

    assert len(engine.replay) == row
    engine.close()


def test_a_truncated_game_leads_to_its_own_last_position() -> None:
    """All games are broken off after three turns, when nobody can have lost."""
    engine = PuyoLearner(tiny(n_step=1, updates_per_step=0, max_turns=3, practice_share=0.0, parallel_games=2))
    for _ in range(3):
        engine.step()
    replay = engine.replay.columns
    last = replay["next_state"][4:6]
    fresh = engine.duels.duels.afterstates_of(np.array([0, 1]), np.array([0, 1])).numbers

    assert (replay["discount"][:6] == np.float32(0.99)).all()
    assert replay["next_legal"][4:6].any(1).all()
    assert not (last == fresh).all()
    engine.close()


def test_the_opponents_moves_are_learned_from_only_when_asked() -> None:
    rows = []
    for both in (False, True):
        engine = PuyoLearner(tiny(learn_from_opponent=both, n_step=1, updates_per_step=0, practice_share=0.0))
        engine.step()
        rows.append(len(engine.replay))
        engine.close()

    assert rows == [6, 12]


def test_games_alone_are_learned_from_and_not_counted() -> None:
    engine = PuyoLearner(tiny(n_step=1, updates_per_step=0, max_turns=4, practice_share=1.0))
    for _ in range(4):
        engine.step()
    replay = engine.replay.columns
    alone = replay["next_state"][6:12]
    engine.close()

    assert len(engine.replay) == 4 * (6 + 6)
    assert engine.placements == 4 * (12 + 6)
    assert len(engine.duels.recent) == engine.clock == 6
    # Nobody sits opposite: the other's side is empty.
    assert (alone[replay["next_legal"][6:12]][:, 45] == 0).all()


def test_epsilon_restarts_when_a_phase_begins() -> None:
    engine = PuyoLearner(tiny(epsilon_decay_episodes=100, opponent_update_interval=1_000, curriculum=True))
    epsilons = [engine.epsilon]
    engine.curriculum.phase_episodes = 100
    epsilons.append(engine.epsilon)
    engine.curriculum.advance({"win_rate": 1.0, "games": 200})
    epsilons.append(engine.epsilon)
    engine.close()

    assert epsilons == pytest.approx([0.8, 0.01, 0.6])


@pytest.mark.slow
def test_nearly_every_row_is_sampled_before_it_goes() -> None:
    """With as many updates for each game as by default, in small."""
    whole = SelfPlaySettings()
    config = tiny(parallel_games=32, batch_size=8, practice_share=whole.practice_share, memory_size=1_000)
    config = replace(config, updates_per_step=whole.updates_per_step, learning_starts=0)
    assert config.parallel_games * whole.batch_size == config.batch_size * whole.parallel_games
    engine = PuyoLearner(config)
    replay, sampled, gone, missed = engine.replay, np.zeros(1_000, np.bool_), 0, 0
    draw = replay.sample

    def sample(count: int, beta: float, dice: np.random.Generator) -> Sample:
        found = draw(count, beta, dice)
        sampled[found.places] = True
        return found

    replay.sample = sample  # type: ignore[method-assign]
    for _ in range(120):
        start, full = replay.next, len(replay) == replay.capacity
        engine.step()
        places = np.arange(start, start + (replay.next - start) % 1_000) % 1_000
        gone, missed = gone + full * len(places), missed + full * int((~sampled[places]).sum())
        sampled[places] = False
    engine.close()

    assert gone > 2_000
    assert missed / gone < 0.05


@pytest.mark.slow
def test_a_little_training_beats_the_random_player() -> None:
    from asobiba.games.puyo.learning.evaluation import network_player, random_player, solo, versus

    engine = PuyoLearner(
        SelfPlaySettings(
            parallel_games=64, hidden=32, learning_starts=50, epsilon_decay_episodes=500, updates_per_step=2
        )
    )
    untrained = solo(network_player(engine.learner.online), 100, 1)
    while engine.clock < 1_000:
        engine.step()
    engine.close()
    player = network_player(engine.learner.online)

    assert versus(player, random_player, 100, 1).win_rate > 0.9
    assert solo(player, 100, 1).average_chain > untrained.average_chain + 0.5
    assert (engine.plays[""].kinds == RANDOM).mean() < 0.5
