"""Games in batches: in step with the rulebook, and every reward equal to its plain Python version."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove, StateError
from asobiba.core.game import CHANCE, OVER
from asobiba.games.puyo.beam import Plan, judged
from asobiba.games.puyo.clocks import TurnClock, brought
from asobiba.games.puyo.dense_rewards import DenseRewardCalculator, RewardConfig
from asobiba.games.puyo.duels import COMPONENTS, Duels, Step
from asobiba.games.puyo.encode import observe
from asobiba.games.puyo.rules import Position, PuyoOptions
from asobiba.games.puyo.states import PLAYERS, State, state_of

VARIANTS: dict[str, dict[str, Any]] = {
    "versus": {},
    "single": {"mode": "single"},
    "short": {"max_turns": 12},
    "cheap ojama": {"target_points": 3, "ojama_per_turn": 5, "margin_seconds": 0},
    "five colours": {"colors": 5, "row14": "once"},
    "three colours": {"colors": 3, "target_points": 20},
    "single to the limit": {"mode": "single", "colors": 3, "max_turns": 40},
}


PLAN = Plan(3, 3, 1)


def some_actions(duels: Duels, generator: np.random.Generator) -> NDArray[np.int32]:
    """Legal ones at random, often beside one another, so that chains happen."""
    taste = generator.random(duels.masks.shape) + 0.5 * (generator.random((duels.count, 1, 22)) > 0.7)
    return np.asarray((taste * duels.masks).argmax(-1), np.int32)


class Moved(NamedTuple):
    game: int
    before: Position
    after: Position
    """When everything has come to rest."""
    actions: list[int]
    step: Step


def play(duels: Duels, steps: int, seed: int = 0) -> Iterator[Moved]:
    generator = np.random.default_rng(seed)
    for _ in range(steps):
        befores = [duels.position(game) for game in range(duels.count)]
        actions = some_actions(duels, generator)
        step = duels.step(actions)
        for game in range(duels.count):
            after = duels.last(game) if game in step.ended else duels.position(game)
            yield Moved(game, befores[game], after, actions[game].tolist(), step)


def resolved(position: Position, actions: list[int], after: Position) -> Position:
    """By the rulebook, with the luck that led to `after`."""
    for action in actions:
        position = position.apply(action)
    while position.to_play == CHANCE:
        seat = position.unlucky
        assert seat is not None
        outcome = next(
            outcome
            for outcome in position.legal()
            if position.apply(outcome).players[seat].field == after.players[seat].field
        )
        position = position.apply(outcome)
    return position


def states(moved: Moved) -> tuple[State, State]:
    """The seed's dicts around the move."""
    clock = TurnClock(moved.before, 0)
    before = state_of(clock)
    clock.position, clock.brought = moved.after, brought(moved.before, moved.after)
    return before, state_of(clock)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_games_are_in_step_with_the_rulebook(name: str) -> None:
    duels = Duels(8, 5, PuyoOptions(**VARIANTS[name]))
    endings = 0
    for game, before, after, actions, step in play(duels, 90):
        expected = resolved(before, actions, after)
        is_buried = any(player.buried for player in after.players)
        assert expected == after
        assert (game in step.ended) == (expected.to_play == OVER) == bool(step.terminated[game] or step.truncated[game])
        assert step.terminated[game] == is_buried
        assert step.turns[game] == after.turn
        assert step.chains[game].tolist() == [player.chain for player in after.players]
        assert step.points[game].tolist() == [
            new.score - old.score for old, new in zip(before.players, after.players, strict=True)
        ]
        assert step.sent[game].tolist() == [each.sent for each in brought(before, after)]
        winner = expected.returns().index(1.0) if 1.0 in expected.returns() else -1
        assert step.winners[game] == (winner if len(after.players) == 2 else -1)
        endings += game in step.ended
    assert endings >= 8


@pytest.mark.parametrize("name", VARIANTS)
def test_both_seats_see_the_position_before_anybody_commits(name: str) -> None:
    duels = Duels(5, 6, PuyoOptions(**VARIANTS[name]))
    generator = np.random.default_rng(1)
    for _ in range(50):
        for game in range(duels.count):
            position = duels.position(game)
            for seat, player in enumerate(position.players):
                assert (duels.observations[game, seat] == observe(position, seat)).all()
                assert np.flatnonzero(duels.masks[game, seat]).tolist() == list(player.reachable())
        step = duels.step(some_actions(duels, generator))
        for at, game in enumerate(step.ended):
            for seat, player in enumerate(duels.last(int(game)).players):
                assert (step.ended_observations[at, seat] == observe(duels.last(int(game)), seat)).all()
                assert np.flatnonzero(step.ended_masks[at, seat]).tolist() == list(player.reachable())


CONFIGS: dict[str, dict[str, Any]] = {
    "default": {},
    "every empty cell": {"triggers": "all_empty", "threat_clip": 0.004},
    "loose clips": {"tempo_clip": 9.0, "quality_clip": 9.0, "setup_clip": 9.0, "defense_clip": 9.0, "threat": -3.0},
    "potential": {"kind": "potential", "gamma": 0.9, "phi_danger": -2.5},
    "sparse": {"kind": "sparse", "win": 1.0, "loss": -1.0},
}


COMPARED = [
    *((name, "default") for name in VARIANTS),
    *((name, config) for name in ("versus", "single to the limit") for config in CONFIGS if config != "default"),
]


@pytest.mark.parametrize(("name", "config"), COMPARED)
def test_15_every_component_equals_its_plain_version(name: str, config: str) -> None:
    rewards = RewardConfig(**CONFIGS[config])
    duels = Duels(4, 7, PuyoOptions(**VARIANTS[name]), rewards)
    calculator = DenseRewardCalculator(rewards)
    for moved in play(duels, 40, seed=len(name)):
        before, after = states(moved)
        for seat, action in enumerate(moved.actions):
            plain = calculator.calculate_reward(before, action, after, PLAYERS[seat])
            expected = [getattr(plain, component) for component in COMPONENTS]
            found = moved.step.components[moved.game, seat]
            assert found == pytest.approx(expected, rel=1e-6, abs=1e-6)
            assert moved.step.rewards[moved.game, seat] == pytest.approx(plain.total(), rel=1e-6, abs=1e-6)


def test_each_component_is_seen_at_work() -> None:
    """So that the comparison above compares more than zeros."""
    duels = Duels(200, 1, PuyoOptions(target_points=20))
    generator, worth = np.random.default_rng(0), np.zeros(len(COMPONENTS))
    for _ in range(60):
        worth += np.abs(duels.step(some_actions(duels, generator)).components).sum((0, 1))

    assert (worth > 0.1).all(), dict(zip(COMPONENTS, worth, strict=True))


def test_22_a_game_at_the_turn_limit_is_truncated_not_lost() -> None:
    duels = Duels(64, 3, PuyoOptions(max_turns=4))
    generator = np.random.default_rng(0)
    for turn in (1, 2, 3, 4):
        step = duels.step(some_actions(duels, generator))
        assert step.truncated.all() == (turn == 4)

    assert not step.terminated.any()
    assert not step.components[..., [9, 10]].any()
    assert (step.components[..., 0] == np.float32(0.01)).all()
    assert (step.winners == -1).all()
    assert step.ended.tolist() == list(range(64))
    assert {duels.position(game).turn for game in range(64)} == {0}


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_continues_exactly(threads: int) -> None:
    options, rewards = PuyoOptions(max_turns=30), RewardConfig(kind="dense")
    whole, resumed = Duels(20, 9, options, rewards), Duels(20, 1, options, rewards, threads)
    generator = np.random.default_rng(2)
    for _ in range(25):
        whole.step(some_actions(whole, generator))
    resumed.restore(whole.state())
    for _ in range(40):
        assert (whole.observations == resumed.observations).all()
        actions = some_actions(whole, generator)
        one, other = whole.step(actions), resumed.step(actions)
        for field in Step.__dataclass_fields__:
            assert np.array_equal(getattr(one, field), getattr(other, field)), field
    assert whole.state() == resumed.state()


def test_a_seed_is_a_batch() -> None:
    assert Duels(9, 4).state() == Duels(9, 4).state() != Duels(9, 5).state()


def test_what_a_step_returns_is_not_overwritten() -> None:
    duels, generator = Duels(16, 1), np.random.default_rng(0)
    first = duels.step(some_actions(duels, generator))
    kept = first.components.copy(), first.rewards.copy(), first.turns.copy()
    duels.step(some_actions(duels, generator))

    assert all(np.array_equal(*pair) for pair in zip(kept, (first.components, first.rewards, first.turns), strict=True))


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    duels = Duels(3, 1)
    before, actions = duels.state(), np.zeros((3, 2), np.int32)
    actions[1, 1] = 22

    with pytest.raises(IllegalMove, match="game 1, seat 1: action 22"):
        duels.step(actions)
    assert duels.state() == before


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (lambda state: state[:-1], "does not fit"),
        (lambda state: state + state, "does not fit"),
        (lambda state: b"\xff" * len(state), "game 0 of a saved batch is damaged"),
        (lambda state: bytes(len(state)), "game 0 of a saved batch is damaged"),
        (lambda state: state[: len(state) // 2] + bytes(len(state) // 2), "game 1 of a saved batch is damaged"),
    ],
)
def test_a_damaged_state_is_refused_whole(spoil: Any, error: str) -> None:
    duels = Duels(2, 1)
    before = duels.state()

    with pytest.raises(StateError, match=error):
        duels.restore(spoil(before))
    assert duels.state() == before


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"count": 0}, "count=0: allowed is a whole number from 1"),
        ({"count": 1 << 25}, "count="),
        ({"threads": 0}, "threads=0: allowed is a whole number from 1 to 256"),
        ({"options": replace(PuyoOptions(), target_points=10**13)}, "option target_points"),
    ],
)
def test_bad_settings_are_named(arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(ConfigError, match=error):
        Duels(**{"count": 1, "seed": 0, **arguments})


def test_actions_of_another_shape_are_refused() -> None:
    with pytest.raises((TypeError, AsobibaError)):
        Duels(3, 1).step(np.zeros((3, 1), np.int32))


@pytest.mark.parametrize("variant", ["versus", "single", "five colours"])
def test_the_search_of_a_batch_is_the_beam_bots(variant: str) -> None:
    """One move of each seat in many games, each with dice of its own."""
    duels = Duels(24, 3, PuyoOptions(**VARIANTS[variant]), threads=2)
    for _ in play(duels, 12):
        pass
    for seat in range(duels.seats):
        games = np.arange(duels.count)
        chosen = duels.search(games, np.full_like(games, seat), PLAN, 5)
        for game, action in enumerate(chosen):
            position = duels.position(game)
            position = position if seat == 0 else position.apply(position.legal()[0])
            found = judged(position, PLAN, 5 + game).values
            assert found[int(action)] == max(found.values())


def test_a_search_of_no_game_or_seat_is_refused() -> None:
    duels = Duels(2, 1)
    for games, seats in (([2], [0]), ([0], [2]), ([-1], [0])):
        with pytest.raises((IndexError, ValueError)):
            duels.search(np.array(games), np.array(seats), PLAN, 1)
