"""Coppit's kernel beside its rulebook: rules that meet each other, the quarter turn, tall stacks, raw bytes."""

import json
import struct
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asobiba._native import kernels
from asobiba.agents.perft import Convention, fast_perft, perft
from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.core.game import CHANCE
from asobiba.core.registry import find_game
from asobiba.envs.batch import Batch
from asobiba.games.coppit import native
from asobiba.games.coppit.board import add_board, load_board
from asobiba.games.coppit.notation import read_position, write_position
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import layout_of
from asobiba.games.coppit.rotation import turned_action, turned_position
from asobiba.games.coppit.rules import Position, start
from tests.amounts import amount
from tests.games.coppit.situation import situation, stacks
from tests.games.coppit.walk import RULES, random_game
from tests.native.test_twins import VARIANT_POSITIONS, compare, lock_step

MIXES: list[dict[str, Any]] = [
    *({"max_turns": 800, **rules} for rules in RULES),
    {"allow_respawn": True, "max_turns": 300, "auto_bank_on_return": False, "win_mode": "box_plus_captured"},
    {"allow_respawn": True, "win_mode": "captured", "allow_box_invasion": True, "box_overshoot": "choice"},
    {"allow_box_invasion": True, "auto_bank_on_return": False, "capture_on_pass": True, "allow_empty_return": False},
    {"allow_box_invasion": True, "free_on_capture": True, "box_overshoot": "through", "max_players": 3},
    {"gray_capacity": 1, "allow_empty_return": False, "box_overshoot": "through", "hats_per_player": 12},
    {"gray_capacity": 4, "auto_bank_on_return": False, "direction_lock": False, "hats_per_player": 9},
    {"max_players": 2, "hats_per_player": 12, "safe_by_gray": False, "max_turns": 150, "win_mode": "last_survivor"},
]
each_mix = pytest.mark.parametrize("rules", MIXES, ids=str)


def lone_game(options: CoppitOptions) -> Batch:
    return Batch("coppit", 1, options=options, luck=False, implementation="native")


@each_mix
def test_the_kernel_knows_rules_that_meet_each_other(rules: dict[str, Any]) -> None:
    lock_step(find_game("coppit"), CoppitOptions(**rules), VARIANT_POSITIONS, seed=6)


@pytest.mark.parametrize("rules", [rules for rules in MIXES if rules.get("max_players") != 3], ids=str)
def test_turning_commutes_with_the_kernel(rules: dict[str, Any]) -> None:
    """A turned position, played with a turned move, becomes the turned position that follows."""
    quarters = 2 if rules.get("max_players") == 2 else 1
    rules = {**rules, "max_turns": 120}
    options = CoppitOptions(**rules)
    batch = lone_game(options)
    for before, action, after in random_game(4, **rules):
        batch.set_state(0, turned_position(before, quarters))
        image = action
        if before.to_play != CHANCE:
            moves = [turned_action(options, choice, quarters) for choice in before.legal()]
            assert np.flatnonzero(batch.mask[0]).tolist() == sorted(moves)
            image = turned_action(options, action, quarters)
        batch.step([image])
        compare(batch, 0, turned_position(after, quarters))


# Stacks in words


def test_a_stack_of_all_48_hats_is_moved_merged_and_banked() -> None:
    """The tallest stack there can be, then nearly all of it banked and held."""
    tall = "B" * 12 + "G" * 12 + "Y" * 12 + "R" * 11
    twelve = {"hats_per_player": 12, "auto_bank_on_return": False}
    for text, move in [
        (f"46:{tall}R die=3", "46>1"),
        (f"46:{tall}R die=3", "46>box"),
        (f"46:{tall}R die=3", "46>box+"),
        (f"46:{tall} 47:R die=1", "46>47"),
        (f"46:{tall} 47:R die=1", "47>46"),
        (f"46:{tall} boxR:BR die=3".replace(tall, tall[1:]), "46>box+"),
        (f"boxR:{tall}R die=4", "box+>4"),
        (f"46:R{tall[:-11]} 47:{'R' * 11} play=RED die=1", "47>46"),
    ]:
        position = situation(text, **twelve)
        assert sum(len(stack) for _, stack in position.stacks) == 48
        batch = lone_game(position.options)
        batch.set_state(0, position)
        action = next(action for action in position.legal() if position.layout.write(action, position.seat) == move)
        batch.step([action])
        compare(batch, 0, position.apply(action))


def test_the_words_of_a_position() -> None:
    """RED stands on 3 and 20: the hats of both follow each other, those on top are marked."""
    raw = native.pack(situation("20:BGR 3:R play=BLUE turn=9 die=2"))
    red = native.LAYOUT.unpack(raw)[:4]

    assert red == (1 << 3 | 1 << 20, 0b0010, 0b0100, 0b1001)
    assert len(raw) == 232


def test_stacks_are_captured_from_any_place_among_the_others() -> None:
    """BLUE takes GREEN's first, middle and last stack; the others stay."""
    for node, left in [(26, {"30": "YG", "34": "RG"}), (30, {"26": "G", "34": "RG"}), (34, {"26": "G", "30": "YG"})]:
        position = situation(f"26:G 30:YG 34:RG {node - 2}:B play=BLUE die=2 turn=9")
        batch = lone_game(position.options)
        batch.set_state(0, position)
        action = next(
            action for action in position.legal() if position.layout.moves[action].path[-2:] == (node - 1, node)
        )
        batch.step([action])
        taken = {"26": "GB", "30": "YGB", "34": "RGB"}[str(node)]
        assert stacks(batch.state(0)) == {**left, str(node): taken}


# Raw bytes

PLACES = st.tuples(st.integers(0, 231), st.integers(0, 255))
WALKED = [
    position
    for rules in (
        {},
        {"auto_bank_on_return": False, "allow_box_invasion": True},
        {"max_players": 2},
        {"gray_capacity": 1},
    )
    for position, _, _ in random_game(8, max_turns=150, **rules)
]


def is_position(raw: bytes, options: CoppitOptions) -> bool:
    """Whether the notation can tell of these bytes, and reads the same position again."""
    try:
        position = native.unpack(raw, options)
        return native.pack(position) == raw and read_position(write_position(position), options) == position
    except (AsobibaError, ValueError, IndexError, struct.error):
        return False


def accepts(batch: Batch, raw: bytes) -> bool:
    """Puts the bytes into the kernel. What it accepts must bear everything that can be asked."""
    try:
        batch.games.place(0, raw, 5)
    except ValueError:
        return False
    batch.refresh()
    for _ in range(6):
        for seat in range(batch.seats):
            batch.observe(seat)
        batch.scores()
        batch.hashes()
        batch.step(batch.random_actions())
    return True


@settings(max_examples=amount("ASOBIBA_EXAMPLES", 50, long=400), deadline=None)
@given(st.sampled_from(WALKED), st.lists(PLACES, max_size=3))
def test_exactly_what_the_notation_accepts_is_a_position(position: Position, changes: list[tuple[int, int]]) -> None:
    raw = bytearray(native.pack(position))
    for place, value in changes:
        raw[place] = value
    assert accepts(lone_game(position.options), bytes(raw)) == is_position(bytes(raw), position.options)


@settings(max_examples=amount("ASOBIBA_EXAMPLES", 25, long=200), deadline=None)
@given(st.sampled_from(WALKED), st.sampled_from(WALKED), st.data())
def test_what_two_positions_have_mixed_is_rarely_one(one: Position, other: Position, data: st.DataObject) -> None:
    """Each field from either: words that are sound by themselves and wrong together."""
    ours, theirs = (native.LAYOUT.unpack(native.pack(each)) for each in (one, other))
    fields = [data.draw(st.sampled_from(pair)) for pair in zip(ours, theirs, strict=True)]
    raw = native.LAYOUT.pack(*fields)
    assert accepts(lone_game(one.options), raw) == is_position(raw, one.options)


@settings(max_examples=amount("ASOBIBA_EXAMPLES", 25, long=200), deadline=None)
@given(st.binary(min_size=232, max_size=232))
def test_random_bytes_are_refused_or_played(raw: bytes) -> None:
    assert accepts(lone_game(CoppitOptions()), raw) == is_position(raw, CoppitOptions())


@pytest.mark.parametrize(
    ("text", "changes", "sentence"),
    [
        ("", {"turn": 0}, "no turn 0"),
        ("", {"seat": 4}, "no fifth seat"),
        ("", {"die": 7}, "no seven"),
        ("", {"box": (6, 6, 6, 7)}, "seven yellow hats"),
        ("", {"box": (6, 6, 6, 5)}, "five yellow hats"),
        ("", {"since": (0, 0, 0, 2)}, "a turn to come"),
        ("", {"over": True, "die": 2}, "a roll after the end"),
        ("3:R 9:B", {"mingled": False}, "two colours that never met"),
        ("", {"stacks": ((20, (0,)), (20, (1,))), "box": (5, 5, 6, 6)}, "two unsafe stacks"),
        ("", {"stacks": ((57, (1, 0)),), "box": (5, 5, 6, 6)}, "a held stack with auto_bank_on_return"),
        ("", {"stacks": ((58, (0,)),), "box": (5, 6, 6, 6)}, "a guest without allow_box_invasion"),
        ("BLUE:bank=R6 RED:box=0 play=BLUE", {"seat": 0}, "a turn of a colour without hats"),
        ("", {"banked": ((1, 0, 0, 0), *((0,) * 4,) * 3), "box": (5, 6, 6, 6)}, "an own hat banked"),
    ],
)
def test_what_no_play_leads_to_is_refused(text: str, changes: dict[str, Any], sentence: str) -> None:
    position = replace(situation(text), **changes)
    with pytest.raises(ValueError, match="these bytes are no position of this game"):
        lone_game(CoppitOptions()).games.place(0, native.pack(position), 1)


# Rules


def test_a_board_of_more_than_64_nodes_is_left_to_the_rulebook() -> None:
    contents = json.loads((files("asobiba.games.coppit") / "board_4p.json").read_text("utf-8"))
    contents.update(id="deep", nodes=dict(contents["nodes"]))
    for branch, inner in zip("nesw", ("cross_n_1", "cross_e_1", "cross_s_1", "cross_w_1"), strict=True):
        deeper = f"cross_{branch}_2"
        contents["nodes"][deeper] = {"kind": "NORMAL", "x": 0, "y": 0}
        edge = next(edge for edge in contents["edges"] if set(edge) == {inner, "cross_center"})
        contents["edges"].remove(edge)
        contents["edges"] += [[inner, deeper], [deeper, "cross_center"]]
    add_board(load_board(contents))
    options = CoppitOptions(board="deep")

    with pytest.raises(ConfigError, match="option board=deep: the kernel plays boards of 64 nodes at most"):
        native.rules(options)
    assert Batch("coppit", 2, options=options).implementation == "rulebook"


def test_a_limit_that_does_not_fit_is_left_to_the_rulebook() -> None:
    with pytest.raises(ConfigError, match="option max_turns=1000000000: the kernel counts to 999999999"):
        native.rules(CoppitOptions(max_turns=10**9))


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"nodes": 65}, "nodes"),
        ({"squares": 61}, "nodes"),
        ({"paths": []}, "moves or seats"),
        ({"outlooks": []}, "moves or seats"),
    ],
)
def test_a_wrong_board_is_refused(changes: dict[str, Any], wrong: str) -> None:
    options = CoppitOptions()
    board = native.known_board(layout_of(options), options)
    with pytest.raises(ValueError, match=f"the table of Coppit's board has wrong {wrong}"):
        kernels.CoppitRules(native.known_options(options), {**board, **changes})


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"home": 3}, "boxes"),
        ({"home": 61}, "nodes"),
        ({"seen": [0, 1, 2, 4]}, "colours"),
        ({"seen": [0, 1, 2]}, "turns"),
        ({"back": [61] * 61}, "nodes"),
        ({"deploys": [[]] * 6}, "dice"),
        ({"deploys": [[1197]] * 7}, "actions"),
        ({"deploys": [[-1]] * 7}, "actions"),
        ({"reach": [[]] * 7}, "reach"),
    ],
)
def test_a_wrong_seat_is_refused(changes: dict[str, Any], wrong: str) -> None:
    options = CoppitOptions()
    board = native.known_board(layout_of(options), options)
    board["outlooks"][1].update(changes)
    with pytest.raises(ValueError, match=f"the table of Coppit's board has wrong {wrong}"):
        kernels.CoppitRules(native.known_options(options), board)


def test_random_games_are_as_long_as_the_rulebooks() -> None:
    """With max_turns=800: 1,500 games of the rulebook had 339 moves on average, with a standard error of 2.2."""
    games, moves, scores = native.KERNEL.random_games(native.rules(CoppitOptions(max_turns=800)), 1_000_000, 3)

    assert 330 < moves / games < 348
    assert sum(scores) == pytest.approx(0, abs=1e-6)
    assert max(map(abs, scores)) / games < 0.06


def test_the_start_is_the_rulebooks() -> None:
    for options in (CoppitOptions(), CoppitOptions(max_players=3, hats_per_player=12)):
        assert lone_game(options).state(0) == start(options)


@pytest.mark.parametrize("convention", ["A", "B", "C"])
def test_perft_counts_the_rulebooks_sequences(convention: Convention) -> None:
    """Luck counts as a ply. The first position passes often, the last one ends at once."""
    for position in (
        start(CoppitOptions(require_6_to_deploy=True)),
        situation("7:R 12:B 47:GR die=2 turn=9", allow_empty_return=False),
        situation("24:G 20:R play=GREEN turn=9 die=1"),
    ):
        for depth in range(4):
            expected = perft(find_game("coppit"), position, depth, convention)
            assert fast_perft(find_game("coppit"), position, depth, convention) == expected
