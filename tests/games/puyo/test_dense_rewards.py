"""The dense rewards, point by point of docs/games/puyo-learning.md. Point 15 is in test_duels.py."""

import math
from dataclasses import astuple
from typing import Any

import pytest

from asobiba.core.errors import ConfigError
from asobiba.games.puyo import dense_rewards
from asobiba.games.puyo.clocks import TurnClock
from asobiba.games.puyo.dense_rewards import DenseRewardCalculator, RewardComponents, RewardConfig
from asobiba.games.puyo.notation import read_field, read_position
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.specification import GameEngine
from asobiba.games.puyo.states import Board, State, board_of, state_of

CALCULATOR = DenseRewardCalculator()


def board(*rows: str) -> Board:
    """Rows from the top, those above left out."""
    return board_of(read_field("/".join(rows)))


def turn(text: str, *actions: int, **options: Any) -> tuple[State, State]:
    """The states around a turn of the rulebook."""
    position = read_position(text, PuyoOptions(**options))
    clock = TurnClock(position, 0)
    before = state_of(clock)
    clock.step([*actions])
    return before, state_of(clock)


def reward(states: tuple[State, State], action: int, player: str = "A", **config: Any) -> RewardComponents:
    return DenseRewardCalculator(RewardConfig(**config)).calculate_reward(states[0], action, states[1], player)


TOWER = "/".join(["..O..."] * 11)
"""Column 3 is 11 high."""
STAIRS = "ORBYG./RBYGR./RBYGR./RBYGR."
"""Two reds on column 6 start a chain of five."""


def test_3_a_column_is_as_high_as_its_topmost_puyo() -> None:
    """13 minus its index: the bottom row is 1, the hidden row 13."""
    tall = "/".join(["R....."] + ["B....."] * 11 + ["Y.G..."])

    assert dense_rewards.heights(board(tall)) == [13, 0, 1, 0, 0, 0]
    assert CALCULATOR._calculate_average_height(board(tall)) == 14 / 6
    assert CALCULATOR._calculate_average_height(board("......")) == 0


def test_4_nothing_is_paid_before_it_is_earned() -> None:
    """The specification's defaults pay a win and a loss at once; a move of the middle gets neither."""
    found = reward(turn("...... RB", 0, 0, mode="versus"), 0)

    assert (found.win_reward, found.loss_penalty, found.survival_reward) == (0, 0, 0.01)
    assert set(astuple(reward(turn("...... RB", 0, 0), 0, kind="sparse"))) == {0.0}
    assert RewardComponents(win_reward=10.0, loss_penalty=0.0, tempo_reward=0.5).total() == 10.51


@pytest.mark.parametrize(
    ("text", "actions", "winner", "win", "loss", "survival"),
    [
        (TOWER + "|...... RB", (2, 0), "B", (0, 10), (-10, 0), 0),
        ("......|" + TOWER + " RB", (0, 2), "A", (10, 0), (0, -10), 0),
        (TOWER + " RB", (2, 2), None, (0, 0), (0, 0), 0),
        ("...... RB", (2, 2), None, (0, 0), (0, 0), 0.01),
    ],
    ids=["lost", "won", "drawn", "goes on"],
)
def test_4_only_the_last_move_wins_or_loses(
    text: str,
    actions: tuple[int, int],
    winner: str | None,
    win: tuple[int, int],
    loss: tuple[int, int],
    survival: float,
) -> None:
    states = turn(text, *actions)
    found = [reward(states, action, player) for action, player in zip(actions, "AB", strict=True)]

    assert states[1]["winner"] == winner
    assert tuple(each.win_reward for each in found) == win
    assert tuple(each.loss_penalty for each in found) == loss
    assert {each.survival_reward for each in found} == {survival}


def test_4_in_single_play_the_end_is_a_loss() -> None:
    assert reward(turn(TOWER + " RB", 2, mode="single"), 2).loss_penalty == -10


def test_5_tempo_is_height_and_setup_against_the_others() -> None:
    states = turn(STAIRS + "|" + "GGG.../RRR... BY YG", 5, 0)
    mine, theirs = states[1]["players"]["A"]["board"], states[1]["players"]["B"]["board"]
    expected = 0.02 * (CALCULATOR._calculate_average_height(theirs) - CALCULATOR._calculate_average_height(mine)) / 12
    expected += 0.03 * (
        CALCULATOR._evaluate_chain_setup_progress(mine) - CALCULATOR._evaluate_chain_setup_progress(theirs)
    )

    assert reward(states, 5).tempo_reward == pytest.approx(expected)
    assert reward(states, 0, "B").tempo_reward == pytest.approx(-expected)
    assert reward(states, 5, tempo_setup=5.0).tempo_reward == pytest.approx(math.copysign(0.1, expected))
    assert CALCULATOR._evaluate_chain_setup_progress(board(*STAIRS.split("/"))) == 0.5


def test_5_there_is_no_tempo_alone() -> None:
    assert reward(turn("GGG... BY", 5, mode="single"), 5).tempo_reward == 0


@pytest.mark.parametrize(
    ("rows", "links"),
    [
        (["......"], 0),
        (["R....."], 1),
        (["RRR..."], 1),
        (STAIRS.split("/"), 5),
        (["O....."], 0),
        (["RRRR.."], 1),
    ],
    ids=["nothing", "three on one", "one beside three", "stairs", "ojama", "pops by itself"],
)
def test_6_potential_is_the_longest_chain_that_up_to_three_puyos_start(rows: list[str], links: int) -> None:
    assert dense_rewards.analyze_max_chain_potential(board(*rows)) == links


def test_6_puyos_must_land_within_sight() -> None:
    """On a red in row 10 there is room for two in rows 11 and 12, and three are needed."""
    assert dense_rewards.analyze_max_chain_potential(board("R.....", *["O....."] * 9)) == 0
    assert dense_rewards.analyze_max_chain_potential(board("R.....", *["O....."] * 8)) == 1


def test_7_triggers_are_cells_on_which_a_puyo_can_land() -> None:
    assert dense_rewards.analyze_chain_triggers(board("RRR...", "BYBY..")) == [(0, 10), (1, 10), (2, 10), (3, 11)]
    assert dense_rewards.analyze_chain_triggers(board("RR....", "BYBY..")) == []


def test_7_or_every_empty_cell_as_the_seed_has_it() -> None:
    """Columns 1 to 3 could be filled on top as well, and the cell beside them hangs in the air."""
    rows = board("RRR...", "BYB...")

    assert dense_rewards.analyze_chain_triggers(rows) == [(0, 10), (1, 10), (2, 10)]
    assert dense_rewards.analyze_chain_triggers(rows, "all_empty") == [(0, 10), (1, 10), (2, 10), (3, 11)]


def test_8_quality_is_judged_right_after_landing() -> None:
    """Red on red and beside red: A's board pops and is empty afterwards, but it is the full one that counts."""
    states = turn("RR.... RR", 2, 0)
    landed = board("..R...", "RRR...")
    clustering = CALCULATOR._evaluate_color_clustering(landed, ((2, 12, 1), (2, 11, 1)))
    balance = 1 - math.sqrt((1 + 1 + 4) / 6 - (4 / 6) ** 2) / 4

    assert clustering == (2 / 8 + 2 / 8) / 2
    assert CALCULATOR._evaluate_column_balance(landed) == pytest.approx(balance)
    expected = 0.05 * clustering + 0.03 * balance + 0.02 * (1 - 1) / 3
    assert reward(states, 2).position_quality == pytest.approx(expected)


def test_8_the_gain_of_potential_counts_up_to_three_links() -> None:
    """The last red of the stairs completes a chain of five from one of none."""
    quality = [
        reward(turn(text, 18, 0), 18, quality_potential=0.3, quality_clip=9.0).position_quality
        - reward(turn(text, 18, 0), 18, quality_potential=0.0, quality_clip=9.0).position_quality
        for text in ("RBYGO./RBYGG./RBYGR./RBYGR.|...... GR", "...... GR")
    ]

    before, after = turn("RBYGO./RBYGG./RBYGR./RBYGR.|...... GR", 18, 0)
    gained = dense_rewards.analyze_max_chain_potential(after["players"]["A"]["board"])
    gained -= dense_rewards.analyze_max_chain_potential(before["players"]["A"]["board"])
    assert quality == [pytest.approx(0.3 * max(-3, min(3, gained)) / 3), pytest.approx(0.3 / 3)]


def test_8_quality_is_clipped() -> None:
    assert reward(turn("...... RR", 0, 0), 0, quality_balance=50.0).position_quality == 0.15
    assert reward(turn("...... RR", 0, 0), 0, quality_balance=-50.0).position_quality == -0.15


@pytest.mark.parametrize(
    ("heights", "danger"),
    [
        ((0, 0, 0, 0, 0, 0), 0),
        ((0, 0, 6, 0, 0, 0), 0),
        ((0, 0, 9, 0, 0, 0), 0.35),
        ((0, 0, 12, 0, 0, 0), 0.7),
        ((10, 10, 0, 10, 13, 13), 0.3 * (56 / 6 - 8) / 4),
        ((13, 13, 11, 13, 13, 13), 0.7 * 5 / 6 + 0.3),
    ],
)
def test_9_danger_is_column_3_above_row_6_and_the_mean_above_row_8(heights: tuple[int, ...], danger: float) -> None:
    field = tuple("RBYG"[number % 4] * height for number, height in enumerate(heights))

    assert dense_rewards.calculate_height_danger(board_of(field)) == pytest.approx(danger)


def test_10_chain_setup_is_links_and_triggers_after_everything_has_come_to_rest() -> None:
    """A third red: potential stays 1, and one red on column 1, 2 or 3, or beside them, now starts it."""
    states = turn("RR.... RB", 12 + 2, 0)
    old, new = (state["players"]["A"]["board"] for state in states)
    counts = [len(dense_rewards.analyze_chain_triggers(each)) for each in (old, new)]

    assert counts == [0, 3]
    assert reward(states, 14).chain_setup_reward == pytest.approx(0.05 * 3)
    assert reward(states, 14, setup_triggers=1.0).chain_setup_reward == 0.2
    fired = turn(STAIRS + "|...... RR", 5, 0)
    assert reward(fired, 5, setup_clip=9.0).chain_setup_reward == pytest.approx(
        0.1 * (dense_rewards.analyze_max_chain_potential(fired[1]["players"]["A"]["board"]) - 5)
        + 0.05 * (len(dense_rewards.analyze_chain_triggers(fired[1]["players"]["A"]["board"])) - 1),
    )


def test_11_being_buried_is_no_defence() -> None:
    """Twelve ojama wait and fall: nothing was cancelled. Six points buy six: these were."""
    fell = turn("...... RB ojama=12|0", 0, 0)
    offset = turn("RR....|...... RR ojama=12|0", 2, 0, target_points=7)

    assert fell[1]["players"]["A"]["ojama_pending"] == 0
    assert reward(fell, 0).defense_reward == 0
    assert offset[1]["players"]["A"]["ojama_cancelled"] == 5
    assert reward(offset, 2).defense_reward == pytest.approx(0.05)


def test_11_attacks_of_one_turn_cancel_each_other() -> None:
    states = turn("RR.... RR", 2, 2, target_points=10)

    assert [states[1]["players"][player]["ojama_cancelled"] for player in "AB"] == [4, 4]
    assert [states[1]["players"][player]["ojama_sent"] for player in "AB"] == [0, 0]


def test_11_defence_is_danger_too_and_is_clipped() -> None:
    rise = turn("/".join(["..B...", "..Y..."] * 3) + "|...... RB", 2, 0)

    assert reward(rise, 2).defense_reward == pytest.approx(-0.1 * 0.7 * 2 / 6)
    assert reward(rise, 2, defense_danger=9.0).defense_reward == -0.1
    assert reward(turn("/".join(["..B...", "..Y..."] * 3) + " RB", 2, mode="single"), 2).defense_reward == 0


def test_12_a_threat_is_the_most_ojama_that_the_current_pair_sends() -> None:
    """Five links are 4900 points and a few more, 70 ojama; after the pair is gone without it, less."""
    states = turn("......|" + STAIRS + " RR BY", 0, 0)
    before, after = (dense_rewards.threat_of(state, "B") for state in states)

    assert before == 0.7
    assert after < before
    assert reward(states, 0).threat_mitigation == pytest.approx(0.02 * (before - after))
    assert reward(states, 0, threat=2.0).threat_mitigation == pytest.approx(2 * (before - after))
    assert reward(states, 0, threat=2.0, threat_clip=0.1).threat_mitigation == 0.1


def test_12_what_waits_for_them_has_to_be_offset_first() -> None:
    states = turn("......|" + STAIRS + " RR BY ojama=0|20", 0, 0)

    assert dense_rewards.threat_of(states[0], "B") == 0.5


@pytest.mark.parametrize(
    ("links", "expected"), [(0, 0), (1, 0), (2, 0.15), (3, 0.225), (5, 0.50625), (8, 1.70859375), (9, 2), (19, 2)]
)
def test_13_chains_of_two_and_more_are_rewarded(links: int, expected: float) -> None:
    state = {"players": {"A": {"chain_count": links}}}

    assert CALCULATOR._calculate_chain_execution_reward(state, "A") == pytest.approx(expected)


def test_14_damage_is_what_a_move_queued_after_offsetting() -> None:
    states = turn(STAIRS + "|...... RR ojama=20|0", 5, 0)
    mine, theirs = reward(states, 5), reward(states, 0, "B")

    assert states[1]["players"]["A"]["ojama_sent"] == states[1]["players"]["B"]["ojama_pending"] == 50
    assert (mine.damage_dealt, mine.damage_received) == (1.0, 0.0)
    assert (theirs.damage_dealt, theirs.damage_received) == (0.0, -1.0)


def test_14_ojama_that_fall_are_no_negative_damage() -> None:
    states = turn("...... RB ojama=0|12", 0, 0)

    assert reward(states, 0).damage_dealt == reward(states, 0, "B").damage_received == 0


def test_16_shaping_telescopes_to_the_potential_of_the_start() -> None:
    """With gamma 1 the sum over a game is minus phi of where it began: what is best stays best."""
    engine = GameEngine(speed_multiplier=0, seed=3, target_points=10)
    engine.clock.position = read_position(STAIRS + "|RRR... RB YG ojama=9|0", PuyoOptions())  # type: ignore[attr-defined]
    config = RewardConfig(kind="potential", gamma=1.0)
    calculator, total = DenseRewardCalculator(config), 0.0
    first = before = engine.get_state()
    while not engine.is_game_over():
        actions = [engine.legal_actions(player)[-1] for player in "AB"]
        after = engine.step(*actions)
        total += calculator.calculate_reward(before, actions[0], after, "A").total()
        before = after
    result = {"A": 10.0, "B": -10.0, None: 0.0}[after["winner"]]

    assert sum(DenseRewardCalculator(config)._calculate_phi(first, "A")) == pytest.approx(0.5 - 0.1 - 9 / 30)
    assert DenseRewardCalculator(config)._calculate_phi(after, "A") == (0, 0, 0)
    assert total == pytest.approx(result - sum(DenseRewardCalculator(config)._calculate_phi(first, "A")))


def test_16_phi_is_mine_minus_theirs() -> None:
    state = turn(STAIRS + "|RRR... RB ojama=0|60", 5, 0)[0]

    assert CALCULATOR._calculate_phi(state, "A") == pytest.approx((0.4, 0.0, 1.0))
    assert CALCULATOR._calculate_phi(state, "B") == pytest.approx((-0.4, 0.0, -1.0))


def test_16_a_truncated_game_keeps_its_potential() -> None:
    states = turn("RR.... RB turn=4", 0, 0, max_turns=5)
    config = RewardConfig(kind="potential")

    assert states[1]["truncated"]
    assert DenseRewardCalculator(config)._calculate_phi(states[1], "A")[0] == 0.0
    assert (
        DenseRewardCalculator(config)._calculate_phi({**states[1], "players": {"A": states[1]["players"]["A"]}}, "A")[0]
        == 0.1
    )


def test_16_the_sparse_reward_is_the_result_alone() -> None:
    lost, on = turn(TOWER + "|...... RB", 2, 0), turn(STAIRS + "|...... RR", 5, 0)

    assert reward(lost, 2, kind="sparse") == RewardComponents(survival_reward=0.0, win_reward=0.0)
    assert reward(on, 5, kind="sparse") == RewardComponents(survival_reward=0.0, win_reward=0.0, loss_penalty=0.0)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"gamma": 1.5}, "option gamma=1.5 of RewardConfig: allowed is a number from 0.0 to 1.0"),
        ({"tempo_clip": 0}, "option tempo_clip=0 of RewardConfig: allowed is a number from 0.001 to 1000.0"),
        ({"win": float("nan")}, "option win=nan"),
        ({"win": "much"}, "option win=much"),
        ({"kind": "dens"}, "option kind=dens of RewardConfig: allowed is dense or potential or sparse"),
        ({"triggers": "all"}, "allowed is landing or all_empty"),
        ({"threat_clip": -1.0}, "option threat_clip=-1.0 of RewardConfig: allowed is a number"),
        ({"chain_shortest": 0}, "option chain_shortest=0 of RewardConfig: allowed is a whole number from 1 to 19"),
        ({"tempo": 1.0}, "RewardConfig has no option 'tempo'"),
    ],
)
def test_a_broken_config_names_the_key_and_its_range(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        RewardConfig.read(values)


def test_a_config_is_read_from_texts() -> None:
    assert RewardConfig.read({"win": "5", "kind": "sparse", "threat_clip": "none"}) == RewardConfig(
        win=5, kind="sparse"
    )
