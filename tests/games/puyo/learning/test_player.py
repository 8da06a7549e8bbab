"""DQNPlayer: the specification's player on the specification's states."""

from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.puyo.afterstates import SIZE, afterstates
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.experience import Experience, rows_of
from asobiba.games.puyo.learning.games import COLUMNS
from asobiba.games.puyo.learning.player import DQNPlayer, position_of
from asobiba.games.puyo.specification import GameEngine
from asobiba.learn.choices import any_legal, choose

SMALL = SelfPlaySettings(hidden=8)


def engine_in_the_middle(seed: int = 3, turns: int = 14) -> GameEngine:
    engine, dice = GameEngine(speed_multiplier=0, seed=seed), np.random.default_rng(seed)
    for _ in range(turns):
        if engine.is_game_over():
            break
        engine.step(*(int(dice.choice(engine.legal_actions(player))) for player in "AB"))
    return engine


def test_a_whole_game_of_two_players() -> None:
    engine = GameEngine(speed_multiplier=0, seed=5, max_turns=60)
    players = {name: DQNPlayer(name, SMALL) for name in "AB"}
    players["A"].epsilon, players["B"].epsilon = 0.0, 1.0
    while not engine.is_game_over():
        state = engine.get_state()
        actions = [players[name].get_action(state, name) for name in "AB"]
        for action, name in zip(actions, "AB", strict=True):
            assert action is not None
            assert action.action_id in engine.legal_actions(name)
        engine.step(*actions)

    assert engine.get_state()["turn"] > 5


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("player", "AB")
def test_a_state_is_encoded_as_its_observation_is(seed: int, player: str) -> None:
    engine = engine_in_the_middle(seed)
    position = engine.clock.position  # type: ignore[attr-defined]
    expected = afterstates(position, "AB".index(player)).numbers

    found = DQNPlayer("x", SMALL).encode_state(engine.get_state(), player)
    assert found.shape == (22, SIZE)
    assert (found == expected).all()


def frames_apart() -> GameEngine:
    """On the frame clock, until B has another pair in hand than A, whose pairs fell faster."""
    engine, dice = GameEngine(speed_multiplier=0, seed=2, clock="frames"), np.random.default_rng(2)
    while not engine.legal_actions("B") or engine.clock.pairs(0) == engine.clock.pairs(1):
        ready = [engine.legal_actions(player) for player in "AB"]
        engine.step(*(int(dice.choice(legal)) if legal else None for legal in ready))
    return engine


def test_on_the_frame_clock_each_places_his_own_pair() -> None:
    engine = frames_apart()
    state, player = engine.get_state(), DQNPlayer("x", SMALL)
    swapped = {**state, "players": {"A": state["players"]["B"], "B": state["players"]["A"]}}

    assert position_of(state, "B").pairs() == engine.clock.pairs(1) != engine.clock.pairs(0)
    assert (player.encode_state(state, "B") == player.encode_state(swapped, "A")).all()
    action = player.get_action(state, "B")
    assert action is not None
    assert {colour for _, _, colour in action.final_positions} == set(state["players"]["B"]["current_puyo"]["colors"])


def test_a_whole_game_on_the_frame_clock() -> None:
    engine = GameEngine(speed_multiplier=0, seed=5, clock="frames", max_turns=25)
    players = {name: DQNPlayer(name, SMALL) for name in "AB"}
    busy = 0
    while not engine.is_game_over():
        state = engine.get_state()
        actions = [players[name].get_action(state, name) for name in "AB"]
        busy += actions.count(None)
        engine.step(*actions)

    assert busy > 5
    with pytest.raises(IllegalMove, match="an action of A: the game is over"):
        players["A"].get_action(engine.get_state(), "A")


@pytest.mark.parametrize("options", [{"margin_seconds": 0}, {"margin_seconds": None}, {"ojama_per_turn": 6}])
def test_the_price_and_what_falls_follow_the_options(options: dict[str, Any]) -> None:
    engine, dice = GameEngine(speed_multiplier=0, seed=3, **options), np.random.default_rng(3)
    for _ in range(10):
        engine.step(*(int(dice.choice(engine.legal_actions(player))) for player in "AB"))
    position = engine.clock.position  # type: ignore[attr-defined]

    assert position_of(engine.get_state(), "A").price == position.price
    assert (DQNPlayer("x", SMALL).encode_state(engine.get_state(), "B") == afterstates(position, 1).numbers).all()


def test_a_state_with_no_more_than_the_specification_names() -> None:
    state = engine_in_the_middle().get_state()
    named = ("board", "current_puyo", "ojama_pending", "chain_count", "is_chaining")
    players = {name: {key: player[key] for key in named} for name, player in state["players"].items()}
    action = DQNPlayer("x", SMALL).get_action({"players": players, "game_over": False, "winner": None}, "A")

    assert action is not None
    with pytest.raises(ConfigError, match="player 'C': there are A and B"):
        DQNPlayer("x", SMALL).get_action(state, "C")


def test_exploration_keeps_to_what_is_legal_and_treats_it_alike() -> None:
    legal = np.zeros((4000, 22), np.bool_)
    legal[:, [3, 7, 20]] = True
    dice = np.random.default_rng(1)
    values = np.zeros((4000, 22), np.float32)

    for actions in (any_legal(legal, dice), choose(values, legal, 1.0, dice)):
        counts = np.bincount(actions, minlength=22)
        assert set(np.flatnonzero(counts)) == {3, 7, 20}
        assert counts[[3, 7, 20]].min() > 1200


def test_epsilon_is_how_often_it_explores() -> None:
    legal, values = np.ones((20_000, 22), np.bool_), np.zeros((20_000, 22), np.float32)
    values[:, 4] = 1
    actions = choose(values, legal, 0.22, np.random.default_rng(2))

    # One of 22 random actions is the best one all the same.
    assert (actions != 4).mean() == pytest.approx(0.21, abs=0.01)
    assert (choose(values, legal, 0.0, np.random.default_rng(2)) == 4).all()


def test_the_best_action_is_sought_among_the_legal_ones() -> None:
    values, legal = np.array([[5.0, 1.0, 3.0]], np.float32), np.array([[False, True, True]])

    assert choose(values, legal, 0.0, np.random.default_rng(0)).tolist() == [2]


def test_a_batch_is_learned() -> None:
    player, dice = DQNPlayer("x", SMALL), np.random.default_rng(4)
    batch = {name: np.ones((16, *shape), kind) for name, (shape, kind) in COLUMNS.items()}
    batch["state"] = dice.integers(0, 50, batch["state"].shape, np.uint8)
    batch["discount"][:] = 0
    losses = [player.update_model(batch) for _ in range(200)]

    assert losses[-1] < losses[0] / 10


def test_surprise_is_the_priority_of_the_next_update() -> None:
    player, state = DQNPlayer("x", SMALL), engine_in_the_middle().get_state()
    seen = player.encode_state(state, "A")
    experiences = [Experience(seen, action, reward, seen, False) for action, reward in ((0, 1.0), (7, -2.0))]
    found = player.surprise(experiences)

    assert found == pytest.approx(player.learn(rows_of(experiences, player.config.gamma)).priorities)
    assert (found > 0).all()


def test_a_model_can_be_assigned_and_is_learned_from() -> None:
    one, other, state = DQNPlayer("x", SMALL), DQNPlayer("y", SelfPlaySettings(hidden=8, seed=5)), GameEngine(seed=1)
    one.epsilon = other.epsilon = 0.0
    one.model = other.model
    seen = other.encode_state(state.get_state(), "A")
    before = one.model.value.bias.item()
    one.update_model([Experience(seen, 3, 5.0, seen, True)])

    assert one.model is other.model
    assert one.model.value.bias.item() != before
    assert one.get_action(state.get_state(), "A") == other.get_action(state.get_state(), "A")
