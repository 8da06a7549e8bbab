"""The searches that a network guides: the native ones against the plain one, and games of a network against itself."""

import random
import threading
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays, Kernel
from asobiba.agents.dice import Dice
from asobiba.agents.gumbel import Ends, Plan, search
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game
from tests.variants import WITH_KERNELS

Row = NDArray[np.float32]


class KernelDice(random.Random):
    """Draws what the kernels draw: Gumbel's noise, a die, a tile of 2048."""

    def __new__(cls, seed: int) -> "KernelDice":
        return super().__new__(cls)

    def __init__(self, seed: int) -> None:
        self.dice = Dice.of(seed)

    def random(self) -> float:
        return ((self.dice.next() >> 12) + 0.5) * 2.0**-52

    def choices(self, outcomes: Sequence[int], chances: Any = None, **_: Any) -> list[int]:  # type: ignore[override]
        if len(outcomes) == 6:
            return [outcomes[self.dice.below(6)]]
        thrown, cells = self.dice.next(), [outcome // 2 for outcome in outcomes[::2]]
        return [2 * cells[(thrown >> 32) * len(cells) >> 32] + (thrown % 2**32 < 429_496_730)]


def opinion(seen: NDArray[Any], actions: int, seats: int, points: bool) -> tuple[Row, Row]:
    """A network that thinks something of every position, and always the same."""
    dice = np.random.default_rng(zlib.crc32(seen.tobytes()))
    values = dice.uniform(0, 500, seats) if points else dice.uniform(-0.6, 0.6, seats)
    return dice.normal(size=actions).astype(np.float32), values.astype(np.float32)


class Table:
    """A game with options, its kernel, and arrays for one position or many."""

    def __init__(self, name: str, **options: Any) -> None:
        self.game: AnyGame = find_game(name)
        self.options = self.game.options(**options)
        kernel = self.game.part(Arrays).kernel
        assert kernel is not None
        self.kernel: Kernel[Any, Any] = kernel
        self.rules = self.kernel.rules(self.options)
        self.ends = Ends.of(self.game, self.options)
        self.seats, self.actions = len(self.game.seats(self.options)), self.game.actions(self.options)

    def played(self, plies: int, seed: int = 1) -> Any:
        state, generator, luck, ply = self.game.start(self.options), random.Random(seed), Luck(seed), 0
        while (ply < plies and state.to_play != OVER) or state.to_play == CHANCE:
            state = state.apply(luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal()))
            ply += 1
        return state

    def observe(self, state: Any) -> NDArray[Any]:
        return self.game.part(Arrays).encode.observe(state, state.to_play)

    def slate(self, rows: int) -> tuple[NDArray[Any], NDArray[np.int8], NDArray[np.int8]]:
        sample = self.game.part(Arrays).encode.observe(self.game.start(self.options), 0)
        seen = np.zeros((rows, *sample.shape), sample.dtype)
        return seen, np.zeros((rows, self.actions), np.int8), np.zeros(rows, np.int8)

    def judge(self, seen: NDArray[Any]) -> tuple[Row, Row]:
        return opinion(seen, self.actions, self.seats, not self.ends.are_known)

    def guided(self, **settings: Any) -> Any:
        bounds = {"low": self.ends.low, "high": self.ends.high}
        return self.kernel.batch.Guided(self.rules, 100_000, bounds | settings)

    def think(self, guided: Any, state: Any, simulations: int, seed: int = 5, noisy: bool = True) -> dict[str, Any]:
        guided.place(self.kernel.pack(state), simulations, seed, noisy)
        seen, masks, seats = self.slate(1)
        while guided.gather(seen, masks, seats):
            guided.give(*self.judge(seen[0]))
        found: dict[str, Any] = guided.report()
        return found


def plainly(table: Table, state: Any, plan: Plan, seed: int = 5) -> Any:
    asked = search(state, table.ends, plan, KernelDice(seed))
    position = next(asked)
    while True:
        logits, values = table.judge(table.observe(position))
        by_seat = np.roll(values.astype(np.float64), position.to_play)
        if not table.ends.are_known:
            by_seat += position.returns()
        try:
            position = asked.send((logits[list(position.legal())].astype(np.float64), by_seat))
        except StopIteration as over:
            return over.value


@pytest.mark.parametrize(
    ("name", "plies", "simulations", "considered", "scale", "options"),
    [
        ("otrio", 3, 16, 8, 1.0, {"players": 2}),
        ("otrio", 10, 64, 16, 1.0, {"players": 2}),
        ("otrio", 4, 32, 16, 0.0, {"players": 3}),
        ("otrio", 6, 48, 16, 1.0, {}),
        ("othello", 0, 32, 16, 1.0, {}),
        ("othello", 40, 64, 4, 2.0, {}),
        ("othello", 54, 64, 16, 1.0, {"score": "discs"}),
        ("twenty48", 6, 32, 4, 1.0, {}),
        ("coppit", 9, 32, 8, 1.0, {}),
    ],
)
def test_the_native_search_is_the_plain_one(
    name: str, plies: int, simulations: int, considered: int, scale: float, options: dict[str, Any]
) -> None:
    table = Table(name, **options)
    state = table.played(plies)
    fast = table.think(table.guided(considered=considered, gumbel_scale=scale), state, simulations)
    slow = plainly(table, state, Plan(simulations, considered, scale))

    assert fast["visits"] == slow.visits.tolist()
    assert fast["policy"] == pytest.approx(slow.policy, abs=1e-6)
    assert [table.ends.payoffs([each])[0] for each in fast["value"]] == pytest.approx(slow.value, abs=1e-6)
    if not fast["proven"]:
        assert fast["choice"] == slow.action


def test_puct_visits_what_the_network_likes_and_keeps_its_tree() -> None:
    table = Table("othello")
    state, guided = table.played(8), table.guided(puct=1)
    found = table.think(guided, state, 400)
    logits, _ = table.judge(table.observe(state))
    unloved = min(found["actions"], key=lambda action: logits[action])

    assert sum(found["visits"]) == 400
    assert max(found["visits"]) > 3 * found["visits"][found["actions"].index(unloved)]
    assert found["choice"] == found["actions"][int(np.argmax(found["visits"]))]
    kept = guided.place(table.kernel.pack(state.apply(found["choice"])), 10, 1)
    assert kept == max(found["visits"])


@pytest.mark.parametrize("puct", [0, 1])
def test_wins_at_hand_are_seen_before_anything_is_tried(puct: int) -> None:
    """Wherever they stand in the policy, and the other's wins after a move, too."""
    table, wins, losses = Table("otrio", players=2), 0, 0
    for seed in range(40):
        state = table.played(10, seed)
        if state.to_play == OVER:
            continue
        found = table.think(table.guided(puct=puct, considered=1), state, 1)
        if winning := ends_after(state):
            wins += 1
            assert found["proven"]
            assert found["choice"] in winning
            if not puct:
                assert {at for at, share in zip(found["actions"], found["policy"], strict=True) if share} <= {*winning}
            continue
        for action, value, proof in zip(*(found[name] for name in ("actions", "values", "proofs")), strict=True):
            if ends_after(state.apply(action)):
                losses += 1
                assert (value[state.to_play], bool(proof)) == (table.ends.low, True)
    assert wins > 3
    assert losses > 30


def ends_after(state: Any) -> list[int]:
    return [action for action in state.legal() if state.apply(action).to_play == OVER]


def test_what_is_hidden_changes_nothing() -> None:
    table = Table("puyo")
    state = table.played(9, 3)
    found = [table.think(table.guided(), shown, 32) for shown in (state, table.game.conceal(state, state.to_play))]

    assert found[0] == found[1]
    assert sum(found[0]["visits"]) == 32


SETTINGS: dict[str, Any] = {
    "simulations": 8,
    "cheap_simulations": 3,
    "full_share": 0.5,
    "considered": 4,
    "temperature_plies": 8,
    "opening_share": 0.5,
    "opening_plies": 4,
    "max_plies": 60,
}


def harvested(table: Table, lanes: int, first: int, count: int, **changed: Any) -> dict[str, NDArray[Any]]:
    settings = SETTINGS | {"low": table.ends.low, "high": table.ends.high} | changed
    play = table.kernel.batch.SelfPlay(table.rules, lanes, 7, settings)
    seen, masks, seats = table.slate(lanes)
    play.begin(first, count)
    while rows := play.gather(seen, masks, seats):
        judged = [table.judge(each) for each in seen[:rows]]
        play.give(np.array([logits for logits, _ in judged]), np.array([values for _, values in judged]))
    samples: dict[str, NDArray[Any]] = play.harvest()
    return samples


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_a_game_depends_on_its_number_alone(name: str) -> None:
    table = Table(name)
    together, alone = harvested(table, 5, 10, 6, max_plies=5_000), harvested(table, 1, 13, 1, max_plies=5_000)
    which = together["game"] == 13

    assert len(alone["game"]) > 0
    for key, column in alone.items():
        assert np.array_equal(together[key][which], column), key
    order = list(zip(together["game"], together["ply"], strict=True))
    assert order == sorted(order)


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_samples_are_what_was_played(name: str) -> None:
    table = Table(name)
    samples = harvested(table, 3, 0, 3, max_plies=5_000)
    for row in range(len(samples["game"])):
        state = table.kernel.unpack(samples["position"][row].tobytes(), table.options)
        policy, legal = samples["policy"][row], list(state.legal())
        assert state.to_play == samples["seat"][row]
        assert policy.sum() == pytest.approx(1.0, abs=1e-4)
        assert policy[legal].sum() == pytest.approx(1.0, abs=1e-4)
        assert samples["weight"][row] in (0.0, 1.0)
        assert samples["weight"][row] == 0 or len(legal) > 1
    weights = samples["weight"]
    assert 0 < weights.sum() < len(weights)
    if table.seats > 1:
        assert np.allclose(samples["result"].sum(axis=1), 0, atol=1e-5)
        assert np.all(np.abs(samples["result"]) <= 1)
    else:
        assert np.all(np.diff(samples["result"][samples["game"] == 0][:, 0]) <= 0)


def test_results_are_counted_from_the_seat_that_moved() -> None:
    table = Table("otrio", players=3)
    samples = harvested(table, 4, 0, 8, opening_share=0.0)
    for game in range(8):
        rows = np.flatnonzero(samples["game"] == game)
        scores = {tuple(np.roll(samples["result"][row], samples["seat"][row]).round(5)) for row in rows}
        assert len(scores) == 1
        last = table.kernel.unpack(samples["position"][rows[-1]].tobytes(), table.options)
        ends = [last.apply(action) for action in last.legal()]
        assert scores <= {tuple(np.round(end.returns(), 5)) for end in ends if end.to_play == OVER}


@pytest.mark.thorough
def test_a_result_that_was_proven_is_learned_whatever_happened_later() -> None:
    """A network that knows nothing, with a few simulations, throws away games that a deeper look had won."""
    table, thrown = Table("otrio", players=2), 0
    samples = harvested(table, 8, 0, 150, simulations=48, cheap_simulations=1, max_plies=60)
    for game in range(150):
        rows = np.flatnonzero(samples["game"] == game)
        played = np.roll(samples["result"][rows[-1]], samples["seat"][rows[-1]])
        for row in rows:
            proven, result = samples["root_value"][row], samples["result"][row]
            if abs(proven[0]) == 1:
                assert np.array_equal(proven, result)
                thrown += not np.array_equal(np.roll(result, samples["seat"][row]), played)
    assert thrown > 0


def test_openings_make_no_samples_and_long_games_teach_nothing() -> None:
    table = Table("othello")
    opened = harvested(table, 2, 0, 6, opening_share=1.0, opening_plies=5, max_plies=80)
    first = {int(game): int(opened["ply"][opened["game"] == game].min()) for game in set(opened["game"].tolist())}

    assert len(first) == 6
    assert set(first.values()) <= {1, 2, 3, 4, 5}
    assert len(set(first.values())) > 1
    assert len(harvested(table, 2, 0, 6, max_plies=20)["game"]) == 0


def test_points_count_as_far_as_the_horizon() -> None:
    table, ahead = Table("twenty48"), 6
    whole = harvested(table, 4, 0, 6, max_plies=5_000)
    near = harvested(table, 4, 0, 6, max_plies=5_000, horizon=ahead)
    broken = harvested(table, 4, 0, 6, max_plies=20, horizon=ahead)

    assert len(near["game"]) == len(whole["game"])
    assert len(broken["game"]) > 0
    for game in range(6):
        rows, kept = (np.flatnonzero(samples["game"] == game) for samples in (whole, broken))
        to_come = whole["result"][rows, 0]
        assert np.array_equal(near["result"][rows[:-ahead], 0], to_come[:-ahead] - to_come[ahead:])
        assert np.array_equal(near["result"][rows[-ahead:], 0], to_come[-ahead:])
        assert list(broken["ply"][kept]) == list(range(whole["ply"][rows[0]], 20 - ahead + 1))
        for key in ("position", "policy", "root_value"):
            assert np.array_equal(broken[key][kept], whole[key][rows[: len(kept)]]), key
        assert np.array_equal(broken["result"][kept], near["result"][rows[: len(kept)]])


def test_the_first_moves_are_drawn_by_the_policy() -> None:
    """Without noise and without drawing, the same network plays the same game again and again."""
    table = Table("othello")
    still: dict[str, Any] = {
        "opening_share": 0.0,
        "full_share": 1.0,
        "gumbel_scale": 0.0,
        "max_plies": 80,
        "c_scale": 0.02,
    }
    games = [
        {
            samples["position"][samples["game"] == game].tobytes()
            for samples in [harvested(table, 4, 0, 4, temperature_plies=plies, **still)]
            for game in range(4)
        }
        for plies in (0, 10)
    ]

    assert len(games[0]) == 1
    assert len(games[1]) == 4


def test_what_is_wrong_is_refused() -> None:
    table = Table("othello")
    make = table.kernel.batch.SelfPlay
    for settings, sentence in (
        ({"simulation": 3}, "there is no setting simulation"),
        ({"simulations": 0}, "simulations is out of its bounds"),
        ({"low": 1.0, "high": 1.0}, "low is below high"),
    ):
        with pytest.raises(ValueError, match=sentence):
            make(table.rules, 2, 0, settings)
    with pytest.raises(ValueError, match="lanes is a number"):
        make(table.rules, 0, 0, {})
    play = make(table.rules, 2, 0, {})
    play.begin(0, 2)
    seen, masks, seats = table.slate(2)
    assert play.gather(seen, masks, seats) == 2
    with pytest.raises(TypeError, match="logits"):
        play.give(np.zeros((1, 65), np.float32), np.zeros((1, 2), np.float32))
    guided = table.guided()
    with pytest.raises(ValueError, match="nothing was asked"):
        guided.give(np.zeros(65, np.float32), np.zeros(2, np.float32))


def test_two_threads_play_side_by_side() -> None:
    table, found = Table("otrio", players=2), dict[int, Any]()
    threads = [threading.Thread(target=lambda at=at: found.update({at: harvested(table, 4, 0, 8)})) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert all(np.array_equal(found[0][key], found[1][key]) for key in found[0])
