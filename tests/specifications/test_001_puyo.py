"""Specification 001: rewards and self-play of Puyo, each name used as the document writes it."""

import asyncio
import copy
import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

import asobiba.games.puyo as games
import asobiba.learn.puyo as learn
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.puyo import (
    DenseRewardCalculator,
    GameEngine,
    PlacementAction,
    RewardComponents,
    RewardConfig,
    analyze_chain_triggers,
    analyze_immediate_threat,
    analyze_max_chain_potential,
    calculate_height_danger,
    place_virtual_puyo,
    simulate_chain_cascade,
    simulate_chain_damage,
)
from asobiba.learn.puyo import (
    CurriculumSelfPlay,
    DQNPlayer,
    Experience,
    PrioritizedReplayBuffer,
    SelfPlayConfig,
    SelfPlayEngine,
    TrainingConfig,
    specification,
)
from tests.specifications.documents import blocks
from tests.specifications.rows import says

Board = list[list[int]]
State = dict[str, Any]
EMPTY: Board = [[0] * 6 for _ in range(13)]
PLACED = PlacementAction(action_id=3, final_positions=[(3, 12, 1), (3, 11, 2)])


def board(*lowest: str) -> Board:
    """A board by its lowest rows, in letters."""
    filled = [[".RBYGO".index(cell) for cell in row] for row in lowest]
    return copy.deepcopy(EMPTY[len(filled) :]) + filled


def player(rows: Board = EMPTY, **changes: Any) -> State:
    """With the keys of the document and no others."""
    usual = {"current_puyo": {"colors": (1, 2)}, "ojama_pending": 0, "is_chaining": False, "chain_count": 0}
    return {"board": copy.deepcopy(rows), **usual, **changes}


def state(a: State | None = None, b: State | None = None, **changes: Any) -> State:
    return {"players": {"A": a or player(), "B": b or player()}, "game_over": False, "winner": None, **changes}


def single(a: State | None = None) -> State:
    return {**state(), "players": {"A": a or player()}}


class Move(NamedTuple):
    before: State
    action: PlacementAction
    after: State
    player_id: str
    is_quiet: bool
    """Nothing popped, was sent, waited or fell, so the document's code and the resolutions say the same."""


def moves(games_played: int = 4) -> Iterator[Move]:
    """Random games with many chains."""
    for seed in range(games_played):
        engine, dice = GameEngine("versus", 0, seed, colors=3), random.Random(seed)
        while not engine.is_game_over():
            before = engine.get_state()
            actions = [engine.action(each, dice.choice(engine.legal_actions(each))) for each in "AB"]
            after = engine.step(*actions)
            known = [each for found in (before, after) for each in found["players"].values()]
            is_quiet = not any(each["ojama_pending"] or each["carry"] or each["all_clear"] for each in known)
            is_quiet &= not any(each["chain_count"] or each["ojama_cancelled"] for each in after["players"].values())
            is_quiet &= after["price"] == 70
            for player_id, action in zip("AB", actions, strict=True):
                yield Move(before, action, after, player_id, is_quiet)


def parameters(function: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "self"]


def small(**changes: Any) -> SelfPlayConfig:
    return SelfPlayConfig(**{"game_speed": 0.0, "hidden": 8, "batch_size": 8, "memory_size": 300, **changes})


def episode(engine: Any) -> dict[str, Any]:
    found: dict[str, Any] = asyncio.run(engine.run_self_play_episode())
    return found


# ---------- rewards: the components ----------

COMPONENTS = {
    "survival_reward": 0.01,
    "tempo_reward": 0.0,
    "position_quality": 0.0,
    "chain_setup_reward": 0.0,
    "defense_reward": 0.0,
    "threat_mitigation": 0.0,
    "chain_execution_reward": 0.0,
    "damage_dealt": 0.0,
    "damage_received": 0.0,
    "win_reward": 10.0,
    "loss_penalty": -10.0,
}


@says("RewardComponents", *(f"{name}: float = {value}" for name, value in COMPONENTS.items()))
def test_the_components_have_the_defaults_of_the_document() -> None:
    assert is_dataclass(RewardComponents)
    assert [(each.name, each.default) for each in fields(RewardComponents)] == [*COMPONENTS.items()]
    assert RewardComponents(0.5, 1.0).tempo_reward == 1.0


@says("total() -> float")
def test_the_total_is_the_sum_of_what_was_set() -> None:
    components = RewardComponents()
    assert components.total() == pytest.approx(0.01)
    for number, name in enumerate(COMPONENTS):
        setattr(components, name, 2.0**number)

    assert components.total() == 2.0**11 - 1
    assert isinstance(components.total(), float)


@says("RewardConfig", "RewardConfig()")
def test_the_config_holds_every_weight() -> None:
    assert RewardConfig() == RewardConfig()
    assert (RewardConfig().win, RewardConfig(win=5.0).win) == (10.0, 5.0)


@says("DenseRewardCalculator()", "self.config = RewardConfig()", "self.previous_state = None")
def test_a_calculator_needs_no_arguments_and_remembers_the_state_before() -> None:
    calculator, before = DenseRewardCalculator(), state()
    assert calculator.config == RewardConfig()
    assert DenseRewardCalculator().previous_state is None
    calculator.calculate_reward(before, PLACED, state(), "A")
    assert calculator.previous_state is before

    calculator.config = RewardConfig(survival=0.5)
    assert calculator.calculate_reward(before, PLACED, state(), "A").survival_reward == 0.5


@says(
    "calculate_reward(prev_state, action, new_state, player_id) -> RewardComponents",
    "survival_reward = 0.01 unless game_over",
    "winner == player_id: win_reward = 10.0",
    "else: loss_penalty = -10.0",
)
def test_a_win_and_a_loss_are_paid_with_the_last_move_only() -> None:
    pay = DenseRewardCalculator().calculate_reward
    assert parameters(pay) == ["prev_state", "action", "new_state", "player_id"]
    won = state(game_over=True, winner="A")
    found = [
        pay(prev_state=state(), action=PLACED, new_state=new, player_id=player_id)
        for new, player_id in ((state(), "A"), (won, "A"), (won, "B"), (state(game_over=True), "A"))
    ]

    assert all(type(each) is RewardComponents for each in found)
    assert [(each.survival_reward, each.win_reward, each.loss_penalty) for each in found] == [
        (0.01, 0.0, 0.0),
        (0.0, 10.0, 0.0),
        (0.0, 0.0, -10.0),
        (0.0, 0.0, 0.0),
    ]


METHODS: dict[str, tuple[list[str], list[str]]] = {
    "_calculate_tempo_reward": (["prev_state", "new_state", "player_id"], ["tempo_reward"]),
    "_calculate_position_quality": (["action", "new_state", "player_id"], ["position_quality"]),
    "_calculate_chain_setup_reward": (["prev_state", "new_state", "player_id"], ["chain_setup_reward"]),
    "_calculate_defense_reward": (["prev_state", "new_state", "player_id"], ["defense_reward"]),
    "_calculate_threat_mitigation": (["prev_state", "new_state", "player_id"], ["threat_mitigation"]),
    "_calculate_chain_execution_reward": (["new_state", "player_id"], ["chain_execution_reward"]),
    "_calculate_damage_rewards": (["prev_state", "new_state", "player_id"], ["damage_dealt", "damage_received"]),
    "_calculate_average_height": (["board"], ["tempo_reward"]),
    "_evaluate_chain_setup_progress": (["board"], ["tempo_reward"]),
    "_evaluate_color_clustering": (["board", "placed_positions"], ["position_quality"]),
    "_evaluate_column_balance": (["board"], ["position_quality"]),
    "_calculate_chain_potential_improvement": (["action", "board"], ["position_quality"]),
    "_calculate_danger_reduction": (["action", "board"], ["position_quality"]),
}


@says(*(f"{name}({', '.join(given)})" for name, (given, _) in METHODS.items()))
@pytest.mark.parametrize("name", METHODS)
def test_each_method_can_be_overridden_alone(name: str) -> None:
    """A subclass, and an assignment to one calculator; the other components stay as they are."""
    given, touched = METHODS[name]
    assert parameters(getattr(DenseRewardCalculator, name)) == given
    calls: list[tuple[Any, ...]] = []

    def instead(*arguments: Any) -> Any:
        calls.append(arguments)
        return (0.0123, 0.0321) if name == "_calculate_damage_rewards" else 0.0123 * len(calls)

    before, after = state(player(board("RRR..."))), state(player(board("...R..", "RRRB..")), player(board("B.....")))
    child = type("Child", (DenseRewardCalculator,), {name: lambda self, *arguments: instead(*arguments)})()
    assigned = DenseRewardCalculator()
    setattr(assigned, name, instead)
    usual = DenseRewardCalculator().calculate_reward(before, PLACED, after, "A")
    for calculator in (child, assigned):
        calls.clear()
        found = calculator.calculate_reward(before, PLACED, after, "A")
        assert {each for each in COMPONENTS if getattr(found, each) != getattr(usual, each)} == {*touched}
        assert len(calls[0]) == len(given)


# ---------- rewards: one after the other ----------


@says(
    "height_advantage = (opp_avg_height - my_avg_height) / 12.0",
    "setup_advantage = my_chain_setup - opp_chain_setup",
    "height_advantage * 0.02 + setup_advantage * 0.03",
    "tempo: max(-0.1, min(0.1, tempo_score))",
)
def test_tempo() -> None:
    calculator = DenseRewardCalculator()
    calculator._calculate_average_height = lambda board: float(board[0][0])  # type: ignore[method-assign]
    calculator._evaluate_chain_setup_progress = lambda board: float(board[0][1])  # type: ignore[method-assign]

    def tempo(mine: tuple[float, float], theirs: tuple[float, float]) -> float:
        new = state({"board": [[*mine]]}, {"board": [[*theirs]]})
        return calculator._calculate_tempo_reward(state(), new, "A")

    assert tempo((3, 0), (9, 0)) == pytest.approx(6 / 12 * 0.02)
    assert tempo((0, 1), (0, 0)) == pytest.approx(0.03)
    assert tempo((3, 0), (9, 1)) == pytest.approx(0.01 - 0.03)
    assert tempo((0, 9), (0, 0)) == 0.1
    assert tempo((0, 0), (0, 9)) == -0.1


@says("len(players) == 1: tempo 0.0", "len(players) == 1: defense 0.0", "len(players) == 1: threat 0.0")
def test_there_is_nobody_to_be_compared_with_in_single_play() -> None:
    calculator, before, after = DenseRewardCalculator(), single(player(board("RRR..."))), single()

    assert calculator._calculate_tempo_reward(before, after, "A") == 0.0
    assert calculator._calculate_defense_reward(before, after, "A") == 0.0
    assert calculator._calculate_threat_mitigation(before, after, "A") == 0.0


@says("_calculate_average_height: mean of six columns")
def test_a_column_is_as_high_as_its_topmost_puyo() -> None:
    assert DenseRewardCalculator()._calculate_average_height(board("R.....", "RB....", "RBY...")) == (3 + 2 + 1) / 6


@says(
    "color_clustering * 0.05",
    "balance_score * 0.03",
    "chain_potential_delta * 0.02",
    "danger_reduction * 0.04",
    "quality: max(-0.15, min(0.15, quality_score))",
)
@pytest.mark.parametrize(
    ("name", "weight"),
    [
        ("_evaluate_color_clustering", 0.05),
        ("_evaluate_column_balance", 0.03),
        ("_calculate_chain_potential_improvement", 0.02),
        ("_calculate_danger_reduction", 0.04),
    ],
)
def test_quality_is_four_parts(name: str, weight: float) -> None:
    calculator = DenseRewardCalculator()
    for each in METHODS:
        if METHODS[each][1] == ["position_quality"] and each != "_calculate_position_quality":
            setattr(calculator, each, lambda *_: 0.0)
    setattr(calculator, name, lambda *_: 0.5)
    assert calculator._calculate_position_quality(PLACED, state(), "A") == pytest.approx(0.5 * weight)
    for much in (-100.0, 100.0):
        setattr(calculator, name, lambda *_, much=much: much)
        assert calculator._calculate_position_quality(PLACED, state(), "A") == (0.15 if much > 0 else -0.15)


@says("adjacent_same_color / 8.0", "clustering_score / max(1, len(placed_positions))")
def test_clustering_counts_eight_neighbours() -> None:
    cluster = DenseRewardCalculator()._evaluate_color_clustering
    rows = board("RRR...", "RRR...", "RRRB..")

    assert cluster(rows, [(1, 11, 1)]) == 1.0
    assert cluster(rows, [(1, 11, 1), (3, 12, 2)]) == 0.5
    assert cluster(rows, [(0, 12, 1)]) == 3 / 8
    assert cluster(rows, []) == 0.0


@says("chain_improvement * 0.1 + trigger_improvement * 0.05", "setup: max(-0.2, min(0.2, setup_reward))")
def test_chain_setup_is_links_and_triggers() -> None:
    pay = DenseRewardCalculator()._calculate_chain_setup_reward
    none, one = state(player(board("BYGBYG"))), state(player(board("R.....", "R.....", "R.....", "BYGBYG")))
    links = analyze_max_chain_potential(one["players"]["A"]["board"]) - analyze_max_chain_potential(
        none["players"]["A"]["board"]
    )
    triggers = len(analyze_chain_triggers(one["players"]["A"]["board"]))

    assert (links, triggers) == (0, 2)
    assert pay(none, one, "A") == pytest.approx(0.05 * triggers)
    stairs = state(player(board("ORBYG.", "RBYGR.", "RBYGR.", "RBYGR.")))
    assert pay(state(), stairs, "A") == 0.2
    assert pay(stairs, state(), "A") == -0.2


@says("danger_reduction * 0.1 + ojama_cleared * 0.01", "defense: max(-0.1, min(0.1, defense_score))")
def test_defence_is_danger_that_is_gone_and_ojama_that_were_cancelled() -> None:
    """Ojama that fell are not cleared where the state says what was cancelled; without it the difference counts."""
    pay = DenseRewardCalculator()._calculate_defense_reward
    tower = player(board(*["..R..."] * 9))

    assert pay(state(tower), state(), "A") == pytest.approx(0.1 * calculate_height_danger(tower["board"]))
    assert pay(state(player(ojama_pending=6)), state(player(ojama_cancelled=0)), "A") == 0.0
    assert pay(state(player(ojama_pending=6)), state(), "A") == pytest.approx(0.06)
    assert pay(state(player(ojama_pending=6)), state(player(ojama_cancelled=6)), "A") == pytest.approx(0.06)
    assert pay(state(), state(player(ojama_cancelled=60)), "A") == 0.1
    assert pay(state(), state(player(board(*["RBYGRB", "BYGRBY"] * 6))), "A") == -0.1


@says("threat_change * 0.02")
def test_threat_mitigation_is_what_the_other_can_send_no_more() -> None:
    armed = state(b=player(board("RRR...", "RRR..."), current_puyo={"colors": [1, 1]}))
    threat = analyze_immediate_threat(armed["players"]["B"]["board"], armed["players"]["B"]["current_puyo"])

    assert threat > 0
    assert DenseRewardCalculator()._calculate_threat_mitigation(armed, state(), "A") == pytest.approx(0.02 * threat)
    assert DenseRewardCalculator()._calculate_threat_mitigation(state(), armed, "A") == pytest.approx(-0.02 * threat)


@says("chain_count >= 2: 0.1 * (1.5 ** (chain_count - 1))", "min(2.0, base_reward)", "chain_count == 0: 0.0")
def test_chains_are_paid_by_their_links() -> None:
    pay = DenseRewardCalculator()._calculate_chain_execution_reward
    found = [pay(state(player(chain_count=links, is_chaining=links > 0)), "A") for links in (0, 1, 2, 3, 5, 9, 19)]

    assert found == pytest.approx([0.0, 0.0, 0.15, 0.225, 0.50625, 2.0, 2.0])


@says("damage_dealt = 0.02 * ojama", "damage_received = -0.02 * ojama", "len(players) == 1: 0.0, 0.0")
def test_damage_is_what_a_move_queues() -> None:
    """Five links against nobody who waits: the ojama that they buy."""
    engine, calculator = GameEngine("versus", 0, 1), DenseRewardCalculator()
    moved = next(move for move in moves() if move.after["players"]["A"]["ojama_sent"] and move.player_id == "A")
    sent = moved.after["players"]["A"]["ojama_sent"]

    assert calculator._calculate_damage_rewards(moved.before, moved.after, "A")[0] == pytest.approx(0.02 * sent)
    assert calculator._calculate_damage_rewards(moved.before, moved.after, "B")[1] == pytest.approx(-0.02 * sent)
    assert calculator._calculate_damage_rewards(single(), single(), "A") == (0.0, 0.0)
    assert calculator._calculate_damage_rewards(engine.get_state(), engine.get_state(), "A") == (0.0, 0.0)


# ---------- what the rewards look at ----------


@says("analyze_max_chain_potential(board)")
def test_potential() -> None:
    assert analyze_max_chain_potential(EMPTY) == 0
    assert analyze_max_chain_potential(board("RRR...")) == 1
    assert analyze_max_chain_potential(board("ORBYG.", "RBYGR.", "RBYGR.", "RBYGR.")) == 5


@says("analyze_chain_triggers(board) -> List[Tuple[int, int]]", "triggers.append((col, row))")
def test_triggers() -> None:
    assert analyze_chain_triggers(board("RRR...", "BYBY..")) == [(0, 10), (1, 10), (2, 10), (3, 11)]
    assert analyze_chain_triggers(EMPTY) == []


@says("calculate_height_danger(board)")
def test_danger_rises_with_the_third_column() -> None:
    found = [calculate_height_danger(board(*["..R..."] * height)) for height in (0, 6, 9, 12)]

    assert found == pytest.approx([0.0, 0.0, 0.35, 0.7])


@says("analyze_immediate_threat(board, current_puyo)", "max_damage / 100.0", "not current_puyo: 0.0")
def test_a_threat_is_counted_in_hundreds_of_ojama() -> None:
    rows = board("RRR...")
    before = copy.deepcopy(rows)

    assert analyze_immediate_threat(rows, {"colors": (1, 1)}) == 0.01
    assert analyze_immediate_threat(board=rows, current_puyo={"colors": [2, 2]}) == 0.0
    nobody: list[Any] = [None, {}]
    assert [analyze_immediate_threat(rows, pair) for pair in nobody] == [0.0, 0.0]
    assert rows == before


@says("place_virtual_puyo(test_board, col, rot, colors)")
def test_a_pair_is_put_on_a_board_or_refused() -> None:
    rows = board("BB....")
    assert place_virtual_puyo(rows, 1, 0, [1, 2]) is True
    assert rows == board(".B....", ".R....", "BB....")
    assert place_virtual_puyo(rows, 5, 1, [1, 2]) is False
    assert rows == board(".B....", ".R....", "BB....")
    array = np.array(board("BB...."))
    assert place_virtual_puyo(array, 1, 1, (1, 2))  # type: ignore[arg-type]
    assert array.tolist() == board(".R....", "BBB...")


@says("simulate_chain_cascade(test_board) > 0", "simulate_chain_damage(test_board)")
def test_a_board_resolves_by_itself() -> None:
    """What floats falls first, and the board stays as it is."""
    floating = board("B.....", "R.....", "......", "R.....", "R.....", "RBBB..")
    before = copy.deepcopy(floating)

    assert simulate_chain_cascade(floating) == 2
    assert simulate_chain_damage(floating) == 5
    assert simulate_chain_cascade(EMPTY) == simulate_chain_damage(EMPTY) == 0
    assert floating == before


@says("range(13)", "range(6)", "[1, 2, 3, 4]")
def test_a_board_has_13_rows_of_6_and_four_colours() -> None:
    seen = {
        cell for move in moves(2) for row in move.after["players"]["A"]["board"] for cell in row if len(row) == 6
    } - {0, 5}
    engine, dice = GameEngine("versus", 0, 3), random.Random(3)
    while not engine.is_game_over():
        found = engine.step(*(dice.choice(engine.legal_actions(each)) for each in "AB"))
        seen |= {cell for each in found["players"].values() for row in each["board"] for cell in row} - {0, 5}

    assert len(engine.get_state()["players"]["A"]["board"]) == 13
    assert seen == {1, 2, 3, 4}


# ---------- the game ----------


@says(
    "GameEngine(mode='versus', speed_multiplier=config.game_speed)",
    "get_state()",
    "is_game_over()",
    "await step_simultaneous(action_a, action_b)",
)
def test_a_game_runs_as_in_the_document() -> None:
    async def game() -> tuple[State, State]:
        game_engine, dice = GameEngine(mode="versus", speed_multiplier=100_000.0), random.Random(1)
        state = first = game_engine.get_state()
        while not game_engine.is_game_over():
            actions = [PlacementAction(dice.choice(game_engine.legal_actions(each))) for each in "AB"]
            state = await game_engine.step_simultaneous(*actions)
        return first, state

    first, last = asyncio.run(game())
    assert not first["game_over"]
    assert last["game_over"]


@says(
    "state['players'][player_id]",
    "'A'",
    "'B'",
    "board[row][col]",
    "current_puyo['colors']",
    "ojama_pending",
    "is_chaining",
    "chain_count",
    "state['game_over']",
    "state['winner']",
)
def test_a_state_has_the_keys_of_the_document() -> None:
    found = GameEngine(mode="versus", seed=1).get_state()
    assert [*found["players"]] == ["A", "B"]
    assert (found["game_over"], found["winner"]) == (False, None)
    for each in found["players"].values():
        assert each["board"][12][5] == 0
        assert all(colour in (1, 2, 3, 4) for colour in each["current_puyo"]["colors"])
        assert (each["ojama_pending"], each["is_chaining"], each["chain_count"]) == (0, False, 0)
    ends = [before["players"][move.player_id] for move in moves() for before in (move.after,)]
    assert any(each["chain_count"] for each in ends)
    assert any(each["ojama_pending"] for each in ends)
    assert {move.after["winner"] for move in moves() if move.after["game_over"]} <= {"A", "B", None}
    assert [*GameEngine(mode="single", seed=1).get_state()["players"]] == ["A"]


@says("PlacementAction(action_id=3)", "action.action_id", "action.final_positions")
def test_an_action_is_an_id_until_it_is_placed() -> None:
    """(x, y, colour) of both puyos, before anything pops."""
    engine, action = GameEngine(speed_multiplier=0, seed=1), PlacementAction(action_id=3)
    assert (action.action_id, action.column, action.rotation, action.final_positions) == (3, 3, 0, [])
    axis, child = engine.get_state()["players"]["A"]["current_puyo"]["colors"]
    engine.step(action, PlacementAction(action_id=0))

    assert action.final_positions == [(3, 12, axis), (3, 11, child)]
    action.final_positions = []
    action.action_id = 4
    assert hash(PlacementAction(3)) == hash(PlacementAction(3))
    with pytest.raises(IllegalMove, match="placements are 0 to 21"):
        PlacementAction(action_id=99)


# ---------- self-play: players and memory ----------


@says("DQNPlayer('main')", "DQNPlayer('opponent')", "get_action(prev_state, 'A')", "encode_state(prev_state, 'A')")
def test_a_player_acts_on_states() -> None:
    engine, main, opponent = GameEngine(speed_multiplier=0, seed=2), DQNPlayer("main"), DQNPlayer("opponent")
    prev_state = engine.get_state()
    action_a, action_b = main.get_action(prev_state, "A"), opponent.get_action(prev_state, "B")
    assert isinstance(action_a, PlacementAction)
    assert isinstance(action_b, PlacementAction)
    new_state = engine.step(action_a, action_b)

    assert action_a.action_id in range(22)
    assert len(action_a.final_positions) == 2
    assert main.encode_state(prev_state, "A").shape == main.encode_state(new_state, "A").shape


@says("update_model(batch) -> loss", "model.load_state_dict(model.state_dict())", "epsilon")
def test_a_player_learns_and_is_copied() -> None:
    player, twin = DQNPlayer("main"), DQNPlayer("opponent")
    seen = player.encode_state(GameEngine(seed=1).get_state(), "A")
    batch = [Experience(seen, action, 5.0, seen, True) for action in range(8)]
    losses = [player.update_model(batch) for _ in range(100)]
    twin.model.load_state_dict(player.model.state_dict())
    assert losses[-1] < losses[0]
    assert player.epsilon == 1.0
    player.epsilon = twin.epsilon = 0.0
    assert player.get_action(GameEngine(seed=1).get_state(), "A") == twin.get_action(
        GameEngine(seed=1).get_state(), "A"
    )


@says("Experience(state, action, reward, next_state, done)")
def test_an_experience_is_five_values() -> None:
    exp = Experience(state=[1, 2], action=3, reward=0.5, next_state=[3, 4], done=False)
    exp.reward += 1

    assert (exp.state, exp.action, exp.reward, exp.next_state, exp.done) == ([1, 2], 3, 1.5, [3, 4], False)
    assert parameters(Experience) == ["state", "action", "reward", "next_state", "done"]


@says(
    "PrioritizedReplayBuffer(config.memory_size)",
    "push(exp, priority)",
    "len(self.experience_buffer)",
    "sample(self.config.batch_size)",
    "update_priority(i, new_priority)",
)
def test_a_buffer_prefers_what_has_priority() -> None:
    buffer = PrioritizedReplayBuffer(TrainingConfig().memory_size)
    pushed = [Experience(np.zeros(4), number, 0.0, np.ones(4), False) for number in range(50)]
    for exp in pushed:
        buffer.push(exp, 1.0)
    assert len(buffer) == 50
    batch = buffer.sample(8)
    assert len(batch) == 8
    assert all(any(exp is known for known in pushed) for exp in batch)
    for i, _ in enumerate(batch):
        buffer.update_priority(i, 1e9 if i == 5 else 1e-9)

    assert sum(exp is batch[5] for exp in buffer.sample(100)) > 95
    short = PrioritizedReplayBuffer(3)
    for exp in pushed:
        short.push(exp, 1.0)
    assert len(short) == 3


# ---------- self-play: the engine ----------


@says(
    "SelfPlayEngine(config: TrainingConfig)",
    "self.config = config",
    "main_agent",
    "opponent_agent",
    "experience_buffer",
    "episode_count = 0",
)
def test_an_engine_has_two_agents_and_a_memory() -> None:
    config = TrainingConfig(memory_size=5)
    engine = SelfPlayEngine(config)

    assert engine.config is config
    assert isinstance(engine.main_agent, DQNPlayer)
    assert isinstance(engine.opponent_agent, DQNPlayer)
    assert isinstance(engine.experience_buffer, PrioritizedReplayBuffer)
    assert (engine.episode_count, len(engine.experience_buffer)) == (0, 0)
    assert SelfPlayEngine().config == TrainingConfig()


@says(
    "async run_self_play_episode() -> Dict[str, Any]", "'episode'", "'winner'", "'main_agent_reward'", "'game_length'"
)
def test_an_episode_tells_four_things() -> None:
    engine = SelfPlayEngine(small(batch_size=1000))
    pushed: list[Experience] = []
    engine.experience_buffer.push = lambda exp, priority: pushed.append(exp)  # type: ignore[method-assign,misc,assignment]
    found = episode(engine)

    assert inspect.iscoroutinefunction(SelfPlayEngine.run_self_play_episode)
    assert found == {
        "episode": 1,
        "winner": found["winner"],
        "main_agent_reward": sum(exp.reward for exp in pushed),
        "game_length": len(pushed),
    }
    assert found["winner"] in ("A", "B", None)
    assert [exp.done for exp in pushed] == [False] * (len(pushed) - 1) + [True]
    assert all((one.next_state == other.state).all() for one, other in pairwise(pushed))
    assert (engine.episode_count, episode(engine)["episode"]) == (1, 2)


class Told(SelfPlayEngine):
    """Every method of the document, overridden."""

    def __init__(self, config: SelfPlayConfig) -> None:
        super().__init__(config)
        self.calls: list[Any] = []

    def _update_opponent(self) -> None:
        self.calls.append(("opponent", self.episode_count))

    def _calculate_step_reward(self, prev_state: Any, action: Any, new_state: Any, player_id: str) -> RewardComponents:
        assert prev_state["turn"] + 1 == new_state["turn"]
        assert action.action_id in range(22)
        self.calls.append(player_id)
        return RewardComponents(survival_reward=1.0)

    def _calculate_priority(self, exp: Experience) -> float:
        self.calls.append(exp)
        return 7.0

    def _update_main_agent(self) -> float:
        self.calls.append("learn")
        return 0.0


@says("_update_opponent()", "episode_count % opponent_update_interval == 0", "len(experience_buffer) > batch_size")
def test_the_opponent_is_updated_at_its_interval_and_learning_waits_for_a_batch() -> None:
    engine = Told(small(opponent_update_interval=2, batch_size=60))
    lengths = [episode(engine)["game_length"] for _ in range(4)]

    assert [call for call in engine.calls if type(call) is tuple] == [("opponent", 0), ("opponent", 2)]
    seen = np.cumsum(lengths)
    assert engine.calls.count("learn") == (seen > 60).sum() > 0


@says(
    "_calculate_step_reward(prev_state, action, new_state, player_id)", "_calculate_priority(exp)", "reward_a.total()"
)
def test_a_reward_and_a_priority_that_are_overridden_have_effect() -> None:
    engine = Told(small())
    pushed: list[tuple[Experience, float]] = []

    class Memory(PrioritizedReplayBuffer):
        def push(self, experience: Experience, priority: float | None = None) -> None:
            assert priority is not None
            pushed.append((experience, priority))

    engine.experience_buffer = Memory(10)
    found = episode(engine)

    assert (engine.calls.count("A"), engine.calls.count("B")) == (found["game_length"],) * 2
    assert found["main_agent_reward"] == found["game_length"]
    assert {(exp.reward, priority) for exp, priority in pushed} == {(1.0, 7.0)}
    assert sum(type(call) is Experience for call in engine.calls) == found["game_length"] == len(pushed)


@says("_update_main_agent() -> loss")
def test_learning_samples_learns_and_gives_new_priorities() -> None:
    """By another memory and another agent, as a reader puts them in."""
    engine, events = SelfPlayEngine(small(batch_size=4)), list[Any]()
    seen = engine.main_agent.encode_state(GameEngine(seed=1).get_state(), "A")
    batch = [Experience(seen, action, 1.0, seen, True) for action in range(4)]

    class Memory:
        def sample(self, count: int) -> list[Experience]:
            events.append(count)
            return batch

        def update_priority(self, i: int, priority: float) -> None:
            events.append((i, priority))

    class Agent(DQNPlayer):
        def update_model(self, batch: Any, weights: Any = None) -> float:
            events.append(len(batch))
            return 0.25

    engine.experience_buffer, engine.main_agent = Memory(), Agent("main", small())  # type: ignore[assignment]
    loss = engine._update_main_agent()

    assert loss == 0.25
    assert events[:2] == [4, 4]
    assert [i for i, _ in events[2:]] == [0, 1, 2, 3]
    assert [priority for _, priority in events[2:]] == [engine._calculate_priority(exp) for exp in batch]
    assert all(priority > 0 for _, priority in events[2:])


@says("opponent_agent.epsilon = max(0.05, main_agent.epsilon * 1.2)")
@pytest.mark.parametrize(("epsilon", "expected"), [(1.0, 1.2), (0.5, 0.6), (0.01, 0.05)])
def test_the_opponent_becomes_a_copy_that_explores_more(epsilon: float, expected: float) -> None:
    engine = SelfPlayEngine(small())
    engine.main_agent.model.value.bias.data[:] = 9.0
    engine.main_agent.epsilon = epsilon
    engine._update_opponent()

    assert engine.opponent_agent.epsilon == expected
    ours, theirs = (each.model.state_dict() for each in (engine.main_agent, engine.opponent_agent))
    assert all((ours[name] == theirs[name]).all() for name in ours)
    assert engine.opponent_agent.model is not engine.main_agent.model


@says("action_a.action_id")
def test_an_agent_that_is_replaced_plays() -> None:
    class Always(DQNPlayer):
        def get_action(self, state: Any, player_id: str) -> PlacementAction:
            return PlacementAction(action_id=2)

    engine, actions = SelfPlayEngine(small(batch_size=1000)), list[int]()
    engine.main_agent = Always("main", small())
    engine.experience_buffer.push = lambda exp, _: actions.append(exp.action)  # type: ignore[method-assign,misc,assignment]
    found = episode(engine)

    assert {*actions} == {2}
    assert found["winner"] == "B" or found["game_length"] < 10


# ---------- self-play: configuration and phases ----------

SETTINGS: dict[str, Any] = {
    "total_episodes": 100000,
    "opponent_update_interval": 1000,
    "game_speed": 50.0,
    "learning_starts": 1000,
    "target_update_frequency": 2000,
    "save_frequency": 5000,
    "evaluation_frequency": 10000,
    "epsilon_schedule": "linear",
    "epsilon_start": 1.0,
    "epsilon_end": 0.01,
    "epsilon_decay_episodes": 50000,
}


@says(
    "SelfPlayConfig()",
    "TrainingConfig",
    *(f"{name} = {value}" for name, value in SETTINGS.items()),
    "reward_config: RewardConfig = field(default_factory=RewardConfig)",
    "config.memory_size",
    "config.batch_size",
    "config.game_speed",
)
def test_the_configuration_has_the_documents_fields_and_can_be_assigned() -> None:
    config = SelfPlayConfig()
    assert is_dataclass(config)
    assert [each.name for each in fields(config)][:12] == [*SETTINGS, "reward_config"]
    for name, value in SETTINGS.items():
        assert getattr(config, name) == value
        assert type(getattr(config, name)) is type(value)
        setattr(config, name, "exponential" if name == "epsilon_schedule" else value / 2)
        assert getattr(config, name) != value == getattr(TrainingConfig(), name)
    assert config.reward_config == RewardConfig()
    assert TrainingConfig(memory_size=1000, batch_size=32).memory_size == 1000
    assert SelfPlayConfig(epsilon_start=0.8).epsilon_start == 0.8


@says("config.opponent_update_interval = 500", "config.epsilon_start = 0.8")
def test_what_is_assigned_holds_in_the_engine() -> None:
    config = small()
    config.opponent_update_interval = 500
    config.epsilon_start = 0.8
    engine = Told(config)
    assert engine.main_agent.epsilon == 0.8
    engine.episode_count = 1000
    episode(engine)
    engine.config.opponent_update_interval = 333
    episode(engine)

    assert [call for call in engine.calls if type(call) is tuple] == [("opponent", 1000)]
    config.epsilon_start = 5
    with pytest.raises(ConfigError, match=r"epsilon_start=5 .* allowed is a number from 0\.0 to 1\.0"):
        SelfPlayEngine(config)


@says("linear, exponential")
def test_exploration_falls_by_the_schedule() -> None:
    found = {}
    for schedule in ("linear", "exponential"):
        settings = {"epsilon_schedule": schedule, "epsilon_end": 0.25, "epsilon_decay_episodes": 2}
        engine = SelfPlayEngine(small(**settings))
        found[schedule] = [engine.main_agent.epsilon, *(episode(engine) and engine.main_agent.epsilon for _ in "12")]

    assert found == {"linear": [1.0, 0.625, 0.25], "exponential": [1.0, 0.5, 0.25]}


@says(
    "CurriculumSelfPlay()",
    "phase = 'beginner'",
    "phase_episodes = 0",
    "should_advance_phase(metrics) -> bool",
    "beginner: metrics['win_rate'] > 0.55",
    "intermediate: metrics['average_chain_length'] > 3.0",
)
def test_a_phase_ends_by_its_metric() -> None:
    curriculum = CurriculumSelfPlay()
    assert (curriculum.phase, curriculum.phase_episodes) == ("beginner", 0)
    assert not curriculum.should_advance_phase({"win_rate": 0.55})
    assert curriculum.should_advance_phase({"win_rate": 0.56}) is True
    curriculum.phase = "intermediate"
    assert curriculum.should_advance_phase({"average_chain_length": 3.0}) is False
    assert curriculum.should_advance_phase({"average_chain_length": 3.1})
    curriculum.phase = "advanced"
    assert not curriculum.should_advance_phase({"win_rate": 1.0, "average_chain_length": 9.0})


@says(
    "adjust_training_parameters(phase) -> SelfPlayConfig",
    "'beginner': 500, 0.8",
    "'intermediate': 1500, 0.6",
    "'advanced': 3000, 0.3",
)
@pytest.mark.parametrize(
    ("phase", "interval", "epsilon"), [("beginner", 500, 0.8), ("intermediate", 1500, 0.6), ("advanced", 3000, 0.3)]
)
def test_a_phase_sets_two_numbers(phase: str, interval: int, epsilon: float) -> None:
    curriculum = CurriculumSelfPlay()
    config = curriculum.adjust_training_parameters(phase)
    assert config == SelfPlayConfig(opponent_update_interval=interval, epsilon_start=epsilon)
    config.epsilon_start = 0.1

    assert curriculum.adjust_training_parameters(phase).epsilon_start == epsilon
    assert SelfPlayEngine(config).main_agent.epsilon == 0.1


# ---------- where the names are ----------


@says("from asobiba.games.puyo import *", "from asobiba.learn.puyo import *")
def test_all_names_can_be_imported_and_completed() -> None:
    for package in (games, learn):
        names: dict[str, Any] = {}
        exec(f"from {package.__name__} import *", names)
        assert {*package.specification.__all__} <= names.keys() & {*dir(package)}
    assert {"SelfPlayEngine", "DQNPlayer"} <= {*dir(learn)}
    assert {"GameEngine", "DenseRewardCalculator"} <= {*dir(games)}


# ---------- the document's own code ----------


def document(*numbers: int, **names: Any) -> dict[str, Any]:
    """What these blocks of the document define, over the names of this project."""
    own = {
        name: value
        for package in (games, learn)
        for name in package.specification.__all__
        for value in (getattr(package, name),)
    }
    known = {**own, "copy": copy, "dataclass": dataclass, "field": field, **names}
    known |= {"Any": Any, "Dict": dict, "List": list, "Tuple": tuple}
    for number in numbers:
        exec(blocks("001")[number], known)
    return known


def close(value: Any) -> Any:
    return pytest.approx(value, abs=1e-12)


@pytest.mark.documents
def test_the_documents_calculator_runs_over_our_methods() -> None:
    """Its totals contain +10 and -10 at once, and its quality is of the board after the chain."""
    known = document(0)
    theirs = type("Mixed", (known["DenseRewardCalculator"], DenseRewardCalculator), {})()
    assert vars(known["RewardComponents"]()) == vars(RewardComponents())
    assert known["RewardComponents"]().total() == RewardComponents().total()
    compared = 0
    for move in moves():
        ours = DenseRewardCalculator().calculate_reward(*move[:4])
        found = theirs.calculate_reward(*move[:4])
        same = [name for name in COMPONENTS if name not in ("win_reward", "loss_penalty", "survival_reward")]
        same = same if move.is_quiet else [name for name in same if name != "position_quality"]
        assert [getattr(found, name) for name in same] == close([getattr(ours, name) for name in same])
        compared += move.is_quiet
    assert compared > 20


@pytest.mark.documents
def test_the_documents_methods_run_in_a_subclass_and_say_the_same_where_nothing_was_resolved() -> None:
    known = document(1, 2, 3, 4, 5)
    defect = "_calculate_average_height"
    theirs = type(
        "Theirs", (DenseRewardCalculator,), {name: known[name] for name in METHODS if name in known and name != defect}
    )()
    assert sum(name in known for name in METHODS) == 9
    compared, bound = 0, DenseRewardCalculator()
    for move in moves():
        found, ours = (each.calculate_reward(*move[:4]) for each in (theirs, bound))
        same = ["tempo_reward", "chain_execution_reward"]
        same += ["position_quality", "defense_reward", "threat_mitigation", "damage_dealt"] if move.is_quiet else []
        assert [getattr(found, name) for name in same] == close([getattr(ours, name) for name in same])
        assert abs(found.chain_setup_reward) <= 0.2
        assert known[defect](theirs, move.after["players"]["A"]["board"]) >= 0
        compared += move.is_quiet
    assert compared > 20


@pytest.mark.documents
def test_the_documents_triggers_and_threats_are_ours() -> None:
    """Its triggers float; they are in the columns of ours."""
    known = document(3, 4)
    seen = 0
    for move in list(moves())[::7]:
        rows, pair = move.after["players"]["A"]["board"], move.before["players"]["A"]["current_puyo"]
        triggers = known["analyze_chain_triggers"](rows)
        assert {column for column, _ in triggers} == {column for column, _ in analyze_chain_triggers(rows)}
        assert known["analyze_immediate_threat"](rows, pair) == close(analyze_immediate_threat(rows, pair))
        seen += len(triggers)
    assert seen > 10


@pytest.mark.documents
def test_the_documents_engine_and_ours_play_and_learn_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the same games; the document does not say what a priority is, so it takes ours."""
    seeds = {"theirs": iter(range(9)), "ours": iter(range(9))}

    def game(name: str) -> Callable[..., GameEngine]:
        def made(mode: Any = "versus", speed_multiplier: float = 0, *_: Any, **__: Any) -> GameEngine:
            return GameEngine(mode, speed_multiplier, next(seeds[name]))

        return made

    monkeypatch.setattr(specification, "GameEngine", game("ours"))
    known = document(6, GameEngine=game("theirs"))
    config = TrainingConfig(memory_size=200, batch_size=20, game_speed=0, opponent_update_interval=2, epsilon_end=1.0)
    theirs = type("Theirs", (known["SelfPlayEngine"], SelfPlayEngine), {})(config)
    ours = SelfPlayEngine(config)

    assert [episode(theirs) for _ in range(4)] == [episode(ours) for _ in range(4)]
    weights = [each.model.state_dict() for each in (theirs.main_agent, ours.main_agent)]
    assert all((weights[0][name] == weights[1][name]).all() for name in weights[0])
    assert len(theirs.experience_buffer) == len(ours.experience_buffer)
    assert theirs._update_main_agent() == ours._update_main_agent()


@pytest.mark.documents
def test_the_documents_configuration_and_curriculum_are_ours() -> None:
    known = document(7)
    theirs, ours = known["SelfPlayConfig"](), SelfPlayConfig()
    assert all(value == getattr(ours, name) for name, value in vars(theirs).items())
    theirs.game_speed, theirs.epsilon_start = 0, 0.7
    engine = SelfPlayEngine(theirs)
    assert engine.main_agent.epsilon == 0.7
    assert episode(engine)["episode"] == 1

    curricula = known["CurriculumSelfPlay"](), CurriculumSelfPlay()
    assert vars(curricula[0]).items() <= vars(curricula[1]).items()
    for phase in ("beginner", "intermediate", "advanced"):
        found = [each.adjust_training_parameters(phase) for each in curricula]
        assert all(value == getattr(found[1], name) for name, value in vars(found[0]).items())
        for each in curricula:
            each.phase = phase
        for metrics in ({"win_rate": rate, "average_chain_length": rate * 6} for rate in (0.4, 0.5, 0.55, 0.6)):
            assert curricula[0].should_advance_phase(metrics) == curricula[1].should_advance_phase(metrics)
