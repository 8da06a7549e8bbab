"""Where the specification is silent or contradicts itself: one test for each of the 45 resolutions.

Resolution 43 is about bots in online rooms; the game only carries its two settings.
"""

import json
from importlib.resources import files

import pytest

from asobiba.core.errors import IllegalMove
from asobiba.core.game import CHANCE, OVER
from asobiba.games.coppit.board import COLOURS, STANDARD, Board, add_board, load_board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import layout_of
from asobiba.games.coppit.rotation import is_fair
from asobiba.games.coppit.rules import Position, start
from asobiba.games.coppit.winner import winners
from tests.games.coppit.situation import moves, path_of, played, refusal, situation, stacks

RING = {
    "RED": [3, 13, 23, 33, 43],
    "BLUE": [7, 15, 25, 35, 45],
    "GREEN": [9, 19, 27, 37, 47],
    "YELLOW": [1, 11, 21, 31, 39],
}
LONE_RED = "BLUE:bank=R5 RED:box=0"
"""Every other red hat is out of the game."""


def board_with_costs(name: str, **costs: int) -> Board:
    contents = json.loads((files("asobiba.games.coppit") / "board_4p.json").read_text("utf-8"))
    contents["id"] = name
    for box in contents["boxes"].values():
        box.update(costs)
    board = load_board(contents)
    add_board(board)
    return board


# Geometry and movement


def test_resolution_01_the_ring_has_48_squares_and_each_colour_six() -> None:
    assert STANDARD.ring == 48
    for colour, name in enumerate(COLOURS):
        painted = [at for at in range(STANDARD.squares) if STANDARD.paint[at] == colour]
        assert [at for at in painted if at < 48] == RING[name]
        assert len(painted) == 6


def test_resolution_02_boxes_lie_at_the_corners_in_turn_order() -> None:
    assert [STANDARD.names[box.door] for box in STANDARD.boxes] == ["outer_0", "outer_12", "outer_24", "outer_36"]
    assert [COLOURS[colour] for colour in STANDARD.turn_order] == ["RED", "BLUE", "GREEN", "YELLOW"]
    corners = [(x < 0, y < 0) for x, y in STANDARD.places[-4:]]
    assert corners == [(True, True), (False, True), (False, False), (True, False)]


def test_resolution_03_junctions_are_10_22_34_46() -> None:
    assert STANDARD.junctions == (10, 22, 34, 46)
    assert all(STANDARD.kinds[junction] == "NORMAL" for junction in STANDARD.junctions)
    assert is_fair(STANDARD)


def test_resolution_04_the_cross_has_nine_squares() -> None:
    names = [name for name in STANDARD.names if name.startswith("cross")]

    assert names == [f"cross_{branch}_{level}" for branch in "nesw" for level in (0, 1)] + ["cross_center"]


def test_resolution_05_leaving_is_free_and_entering_costs_a_step() -> None:
    assert {(box.deploy_cost, box.enter_cost) for box in STANDARD.boxes} == {(0, 1)}
    assert "0>box" in moves(situation("0:R die=1"))
    assert "47>box" not in moves(situation("47:R die=1"))
    assert "47>box" in moves(situation("47:R die=2"))


def test_resolution_05_the_costs_are_the_boards() -> None:
    board = board_with_costs("dear", deploy_cost=1, enter_cost=2)

    assert moves(situation("die=1", board=board.id)) == ["box>0"]
    assert moves(situation("die=3", board=board.id)) == ["box>2", "box>46"]
    assert "47>box" not in moves(situation("47:R die=2", board=board.id))
    assert "47>box" in moves(situation("47:R die=3", board=board.id))
    through = situation("47:R die=6", board=board.id, box_overshoot="through")
    assert {"47>box>2", "47>box>46"} <= set(moves(through))


def test_resolution_06_only_entering_the_box_wastes_pips() -> None:
    for die in range(1, 7):
        position = situation(f"46:R die={die}")
        layout = position.layout
        assert ("46>box" in moves(position)) == (die >= 3)
        for action in position.legal():
            move = layout.moves[action]
            if move.source < STANDARD.squares and move.destination < STANDARD.squares:
                assert len(move.path) == die


def test_resolution_07_what_is_left_over_in_the_box_is_lost() -> None:
    stop, through, choice = (
        situation("45:BBR die=6", box_overshoot=overshoot) for overshoot in ("stop", "through", "choice")
    )

    assert {move for move in moves(stop) if "box" in move and move.startswith("45")} == {"45>box"}
    assert {move for move in moves(through) if "box" in move and move.startswith("45")} == {"45>box>2", "45>box>46"}
    assert {move for move in moves(choice) if "box" in move and move.startswith("45")} == {
        "45>box",
        "45>box>2",
        "45>box>46",
    }
    after = played(through, "45>box>2")
    assert (stacks(after), after.box[0], after.banked[0]) == ({"2": "R"}, 5, (0, 2, 0, 0))
    assert path_of(through, "45>box>2")[3:] == ["outer_0", "BOX_RED", "outer_0", "outer_1", "outer_2"]
    assert "45>box" in moves(situation("45:BBR die=4", box_overshoot="through"))


def test_resolution_08_passing_the_door_banks_nothing() -> None:
    after = played(situation("46:BR die=4"), "46>2")

    assert stacks(after) == {"2": "BR"}
    assert after.banked[0] == (0, 0, 0, 0)


def test_resolution_09_a_return_without_prisoners() -> None:
    assert "47>box" in moves(situation("47:R die=2"))
    assert "47>box" not in moves(situation("47:R die=2", allow_empty_return=False))
    assert "47>box" not in moves(situation("47:RR die=2", allow_empty_return=False))
    assert "47>box" in moves(situation("47:BR die=2", allow_empty_return=False))
    assert moves(situation(f"0:R {LONE_RED} die=2", allow_empty_return=False, box_overshoot="through")) == [
        "0>2",
        "0>46",
    ]
    # A stack that is captured on the way counts: it is a prisoner when the BOX is reached.
    assert "46>box" in moves(situation("46:R 0:B die=3", allow_empty_return=False, capture_on_pass=True))


def test_resolution_10_a_move_never_turns_back_but_may_turn_at_a_crossing() -> None:
    alone = f"{LONE_RED} play=RED"

    assert moves(situation(f"n1:R {alone} die=2")) == ["n1>10", "n1>e1", "n1>s1", "n1>w1"]
    assert moves(situation(f"n1:R {alone} die=2", center_turn="straight")) == ["n1>10", "n1>s1"]
    assert moves(situation(f"c:R {alone} die=1", center_turn="straight")) == ["c>n1", "c>e1", "c>s1", "c>w1"]
    assert moves(situation(f"8:R {alone} die=3")) == ["8>5", "8>11", "8>n0"]


def test_resolution_11_a_move_is_a_whole_path() -> None:
    position = situation("8:R die=3")

    assert path_of(position, "8>n0") == ["outer_8", "outer_9", "outer_10", "cross_n_0"]
    layout = layout_of(CoppitOptions())
    assert layout.twins == frozenset()
    assert len({(move.source, move.destination) for move in layout.moves}) == len(layout.moves)
    # Captured on the way or not makes a difference, so that the ways are told apart.
    twins = layout_of(CoppitOptions(capture_on_pass=True, direction_lock=False)).twins
    assert twins
    dithering = situation("7:R 6:B die=3", capture_on_pass=True, direction_lock=False)
    assert {"7>6>7>8", "7>8>7>8", "7>8>9>8"} <= set(moves(dithering))
    assert stacks(played(dithering, "7>6>7>8")) == {"8": "BR"}
    assert stacks(played(dithering, "7>8>7>8")) == {"6": "B", "8": "R"}


def test_resolution_12_forward_only_and_free_direction() -> None:
    alone = f"{LONE_RED} play=RED"

    assert moves(situation(f"10:R {alone} die=2", allow_backward=False)) == ["10>12", "10>n1"]
    assert moves(situation(f"n0:R {alone} die=2", allow_backward=False)) == ["n0>11", "n0>c"]
    assert moves(situation("die=2", allow_backward=False)) == ["box>2"]
    assert moves(situation(f"7:R {alone} die=2", direction_lock=False)) == ["7>5", "7>7", "7>9"]
    # Out of the BOX and back in would be a pass: a move touches a BOX once.
    assert moves(situation("die=2", direction_lock=False)) == ["box>0", "box>2", "box>46"]


def test_resolution_13_an_opponents_door_is_an_ordinary_square() -> None:
    assert moves(situation(f"12:R {LONE_RED} die=1")) == ["12>11", "12>13"]
    assert moves(situation(f"13:R {LONE_RED} die=3")) == ["13>10", "13>16"]


def test_resolution_14_who_can_move_must() -> None:
    assert moves(start(CoppitOptions()).apply(0)) == ["box>1", "box>47"]
    with pytest.raises(IllegalMove, match="RED may not pass: it can move with its 4"):
        played(situation("die=4"), "pass")
    passed = played(situation("die=4", require_6_to_deploy=True), "pass")
    assert (passed.seat, passed.to_play) == (1, CHANCE)


def test_resolution_15_with_a_six_a_hat_walks_six_or_is_placed() -> None:
    options = {"require_6_to_deploy": True}

    assert moves(situation("play=BLUE die=6", **options)) == ["box>6", "box>18", "box>e1", "box>s1", "box>w1"]
    assert moves(situation("play=BLUE die=6", deploy_on_6="place", **options)) == ["box>12"]
    assert stacks(played(situation("12:R play=BLUE die=6", deploy_on_6="place", **options), "box>12")) == {"12": "RB"}
    assert "allowed is place only with require_6_to_deploy=true" in refusal(deploy_on_6="place")


def test_resolution_16_the_extra_roll() -> None:
    stuck = situation(f"35:R 41:B {LONE_RED} die=6", allow_backward=False, gray_capacity=1)
    ending = "20:R 24:G RED:box=5 turn=50 play=GREEN die=6"

    assert moves(stuck) == ["pass"]
    assert (played(stuck, "pass").seat, played(stuck, "pass").extra_rolls) == (0, 1)
    assert played(situation("die=6"), "box>6", "die=6", "6>12", "die=6").seat == 0
    assert played(situation("die=6", max_extra_rolls=1), "box>6", "die=6", "box>6").seat == 1
    assert played(situation("die=6", extra_roll_on_6=False), "box>6").seat == 1
    assert played(situation(ending), "24>box").to_play == OVER


def test_resolution_17_the_phases() -> None:
    position = start(CoppitOptions())

    assert (position.phase, position.view(None)["die"]) == ("ROLL", None)
    assert (position.apply(2).phase, position.apply(2).view(None)["die"]) == ("SELECT", 3)
    assert played(situation("turn=4 play=YELLOW die=1", max_turns=4), "box>37").phase == "GAME_OVER"


def test_resolution_18_what_is_captured_on_the_way() -> None:
    text = "7:R 8:G 9:RY 10:B 11:Y 12:R die=5"

    assert stacks(played(situation(text), "7>12")) == {"8": "G", "9": "RY", "10": "B", "11": "Y", "12": "RR"}
    # Y is safe on the yellow square 11; the resident of 12 is met only there, at the end.
    swept = played(situation(text, capture_on_pass=True), "7>12")
    assert stacks(swept) == {"11": "Y", "12": "RBRYGR"}
    skipped = played(situation("7:R 8:R 9:B die=3", capture_on_pass=True), "7>10")
    assert stacks(skipped) == {"8": "R", "10": "BR"}


def test_resolution_19_prisoners_are_the_other_colours() -> None:
    after = played(situation("47:RBR die=2"), "47>box")

    assert (after.box[0], after.banked[0]) == (6, (0, 1, 0, 0))


def test_resolution_20_an_own_hat_in_a_captured_stack_is_free() -> None:
    before = "20:RB 17:R play=RED die=3"

    captured = played(situation(before), "17>20")
    assert (stacks(captured), captured.box[0]) == ({"20": "RBR"}, 4)
    freed = played(situation(before, free_on_capture=True), "17>20")
    assert (stacks(freed), freed.box[0], freed.since[0]) == ({"20": "BR"}, 5, 1)


def test_resolution_21_stacks_are_never_split_and_always_merge() -> None:
    whole = played(situation("7:BR die=1"), "7>8")
    merged = played(situation("3:YR+B 1:GR die=2"), "1>3")

    assert stacks(whole) == {"8": "BR"}
    assert stacks(merged) == {"3": "BYRGR"}  # captured, own residents, mover; 3 is a red square
    assert stacks(played(situation("5:R 4:R die=1"), "4>5")) == {"5": "RR"}  # 5 is grey


def test_resolution_22_every_unsafe_stack_is_captured_and_safe_ones_stay() -> None:
    assert stacks(played(situation("15:B+R 12:G play=GREEN die=3"), "12>15")) == {"15": "B+RG"}
    assert stacks(played(situation("15:R 12:B play=BLUE die=3"), "12>15")) == {"15": "RB"}
    assert stacks(played(situation("15:B+R 12:R play=RED die=3"), "12>15")) == {"15": "B+RR"}
    assert stacks(played(situation("5:R+B+G 4:Y play=YELLOW die=1"), "4>5")) == {"5": "B+G+R+Y"}


def test_resolution_23_no_capture_is_a_fact_about_each_stack() -> None:
    """On one square the guest is captured and the safe stack is not."""
    after = played(situation("15:GB+YR 12:G play=GREEN die=3"), "12>15")

    assert stacks(after) == {"15": "GB+YRG"}


@pytest.mark.parametrize(
    ("resident", "options", "after"),
    [
        ("13:BR", {}, "BR+G"),
        ("13:RB", {}, "RBG"),
        ("13:GR", {}, "G+GR"),
        ("13:BR", {"safe_by_color": False}, "BRG"),
        ("17:B", {}, "B+G"),
        ("17:B", {"safe_by_gray": False}, "BG"),
        ("14:B", {}, "BG"),
        ("19:B", {}, "BG"),  # green: the mover's colour protects nobody
    ],
)
def test_resolution_24_safety_is_the_top_hats(resident: str, options: dict[str, bool], after: str) -> None:
    square = int(resident.split(":")[0])
    position = situation(f"{resident} {square - 3}:G play=GREEN die=3", **options)

    assert stacks(played(position, f"{square - 3}>{square}"))[str(square)] == after


def test_resolution_25_grey_squares_and_how_many_they_hold() -> None:
    assert [at for at in range(STANDARD.squares) if STANDARD.kinds[at] == "GRAY"] == [5, 17, 29, 41]
    full = "5:R+B+G 4:Y play=YELLOW die=1"
    assert "4>5" in moves(situation(full))
    assert "4>5" not in moves(situation(full, gray_capacity=3))
    assert "4>5" in moves(situation("5:R+B 4:Y play=YELLOW die=1", gray_capacity=3))
    assert "4>6" in moves(situation(full.replace("die=1", "die=2"), gray_capacity=3))  # passing is free
    assert "4>5" not in moves(situation("5:R+B+G 4:R play=RED die=1", gray_capacity=3))  # nor is merging a way in
    with pytest.raises(IllegalMove, match="YELLOW 4>5: outer_5 is full, it holds 3"):
        played(situation(full, gray_capacity=3), "4>5")
    assert "allowed is none unless safe_by_gray=true" in refusal(gray_capacity=3, safe_by_gray=False)


def test_resolution_25_a_grey_square_with_room_opens_no_box() -> None:
    through = situation("0:R die=6", allow_empty_return=False, box_overshoot="through", gray_capacity=1)
    assert "0>box>5" not in moves(through)


def test_resolution_26_the_safe_stack_captures_its_guest_only_by_coming_back() -> None:
    position = played(situation("15:B+R play=BLUE die=1"), "15>16")
    back = played(situation("15:R 16:B play=BLUE die=1"), "16>15")

    assert stacks(position) == {"15": "R", "16": "B"}
    assert stacks(back) == {"15": "RB"}


def test_resolution_27_the_examples_squares() -> None:
    assert [STANDARD.kinds[at] for at in (10, 20)] == ["NORMAL", "NORMAL"]
    assert STANDARD.paint[15] == COLOURS.index("BLUE")


class TestResolution28:
    """Three settings that the specification lists without semantics."""

    def test_resolution_28_a_guest_in_an_opponents_box(self) -> None:
        position = situation("11:R 20:BG play=RED die=4", allow_box_invasion=True)
        guest = played(position, "11>boxB")

        assert "11>boxB" not in moves(situation("11:R 20:BG play=RED die=1", allow_box_invasion=True))
        assert (stacks(guest), guest.box) == ({"20": "BG", "boxB": "R"}, (5, 5, 5, 6))

    def test_resolution_28_a_guest_leaves_like_a_deploying_hat(self) -> None:
        inside = "boxB:GR play=RED turn=9"

        assert {"boxB>9", "boxB>15"} <= set(moves(situation(f"{inside} die=3", allow_box_invasion=True)))
        needs_6 = {"allow_box_invasion": True, "require_6_to_deploy": True}
        assert moves(situation(f"{inside} die=3", **needs_6)) == ["pass"]
        assert "boxB>18" in moves(situation(f"{inside} die=6", **needs_6))

    def test_resolution_28_the_owner_captures_and_banks_guests_at_once(self) -> None:
        position = situation("boxB:BR+G 11:YB play=BLUE die=2 turn=9", allow_box_invasion=True)
        after = played(position, "11>box")

        assert stacks(after) == {}
        assert (after.box[1], after.banked[1]) == (6, (1, 0, 1, 1))
        deployed = played(situation("boxB:R play=BLUE die=2 turn=9", allow_box_invasion=True), "box>14")
        assert stacks(deployed) == {"14": "B", "boxB": "R"}

    def test_resolution_28_a_guest_is_on_the_board(self) -> None:
        """Neither the guest's hats nor its prisoners count for the owner of the BOX."""
        position = situation("boxB:BR 24:G play=GREEN die=1 turn=9", allow_box_invasion=True)
        after = played(position, "24>box")

        assert after.to_play == CHANCE  # RED and its prisoner are on the board
        assert after.box == (5, 5, 6, 6)

    def test_resolution_28_prisoners_are_banked_or_held(self) -> None:
        position = situation("47:BR die=4", auto_bank_on_return=False)

        assert {"47>box", "47>box+"} <= set(moves(position))
        banked, held = played(position, "47>box"), played(position, "47>box+")
        assert (stacks(banked), banked.box[0], banked.banked[0]) == ({}, 6, (0, 1, 0, 0))
        assert (stacks(held), held.box[0], held.banked[0]) == ({"boxR": "BR"}, 5, (0, 0, 0, 0))
        assert "47>box+" not in moves(situation("47:RR die=4", auto_bank_on_return=False))  # nothing to hold

    def test_resolution_28_a_held_stack_counts_in_the_box_and_leaves_whole(self) -> None:
        held = situation("boxR:BRR turn=9 die=3", auto_bank_on_return=False)

        assert {"box>3", "box+>3"} <= set(moves(held))
        assert stacks(played(held, "box+>3")) == {"3": "BRR"}
        assert stacks(played(held, "box>3")) == {"3": "R", "boxR": "BRR"}
        another = situation("boxR:BR 47:GR die=2", auto_bank_on_return=False)
        assert stacks(played(another, "47>box+")) == {"boxR": "BRGR"}

    def test_resolution_28_a_held_stack_is_not_on_the_board(self) -> None:
        held = situation("boxR:BR 24:G 20:Y play=GREEN turn=9 die=1", auto_bank_on_return=False)
        after = played(held, "24>box")

        assert after.to_play == OVER  # only YELLOW is on the ring
        # RED has 5 and 1 of its 6 hats at home, GREEN 6 of 6; both boxes hold six, RED's for longer.
        assert after.view(None)["winner"] == ["RED"]

    def test_resolution_28_guests_are_banked_even_when_the_stack_is_held(self) -> None:
        both = {"auto_bank_on_return": False, "allow_box_invasion": True}
        after = played(situation("boxR:G 47:BR die=2", **both), "47>box+")

        assert (stacks(after), after.banked[0]) == ({"boxR": "BR"}, (0, 0, 1, 0))

    def test_resolution_28_a_banked_hat_comes_back(self) -> None:
        after = played(situation("47:BBR die=2", allow_respawn=True, max_turns=800), "47>box")

        assert after.box == (6, 6, 6, 6)
        assert after.banked[0] == (0, 2, 0, 0)
        assert after.since == (1, 1, 0, 0)

    @pytest.mark.parametrize(
        ("options", "allowed"),
        [
            ({}, False),
            ({"win_mode": "box_plus_captured"}, False),
            ({"win_mode": "captured"}, True),
            ({"max_turns": 800}, True),
        ],
    )
    def test_resolution_28_respawning_needs_a_game_that_ends(self, options: dict[str, object], allowed: bool) -> None:
        sentence = (
            "option allow_respawn=true of CoppitOptions: allowed is true only with win_mode=captured or a max_turns"
        )

        assert refusal(allow_respawn=True, **options) == ("" if allowed else sentence)


def test_resolution_29_banked_hats_are_in_no_box() -> None:
    after = played(situation("47:BGR die=2"), "47>box")

    assert after.box == (6, 5, 5, 6)
    assert after.banked == ((0, 1, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))


def test_resolution_30_every_colours_hats_are_somewhere() -> None:
    after = played(situation("47:BGR 20:YB die=2", hats_per_player=3), "47>box")

    for seat in range(4):
        standing = sum(stack.count(seat) for _, stack in after.stacks)
        assert after.box[seat] + standing + sum(row[seat] for row in after.banked) == 3


# End, winner, seats

BOXES_3_1_4_2 = "20:RRR 12:B RED:box=3,bank=B3 BLUE:box=0 GREEN:box=4,bank=B2Y4 YELLOW:box=2,bank=G2"
"""BLUE's last free hat is on its door; RED has banked 3, GREEN 6, YELLOW 2."""


@pytest.mark.parametrize(
    ("win_mode", "winner"),
    [("box_count", "BLUE"), ("captured", "RED"), ("box_plus_captured", "RED"), ("last_survivor", "BLUE")],
)
def test_resolution_31_banked_hats_count_only_where_the_mode_says_so(win_mode: str, winner: str) -> None:
    """RED has 3 in its BOX and 5 banked, BLUE 4 and none."""
    position = situation(
        "RED:box=3,bank=G5 BLUE:box=4 GREEN:box=0,bank=R3 20:BB 24:G play=GREEN turn=50 die=1",
        max_players=3,
        win_mode=win_mode,
    )

    assert played(position, "24>box").view(None)["winner"] == [winner]


def test_resolution_32_the_first_move_does_not_end_the_game() -> None:
    position = played(start(CoppitOptions()), "die=3", "box>3")

    assert stacks(position) == {"3": "R"}
    assert position.to_play == CHANCE
    # Two colours have met and one went home, but the first round is not over.
    early = situation("20:R 12:B play=BLUE turn=2 die=1")
    assert played(early, "12>box").to_play == CHANCE
    # The rounds are over, but no two colours ever met.
    unmet = situation("20:R play=RED turn=9 die=1 mingled=0")
    assert played(unmet, "20>21").to_play == CHANCE


def test_resolution_33_an_empty_board_ends_the_game() -> None:
    position = situation("47:BR turn=9 die=2")

    assert stacks(played(position, "47>box")) == {}
    assert played(position, "47>box").to_play == OVER


def test_resolution_34_prisoners_are_on_the_board() -> None:
    position = situation("20:BR 24:G play=GREEN turn=9 die=1")

    assert played(position, "24>box").to_play == CHANCE
    assert played(situation("20:RR 24:G play=GREEN turn=9 die=1"), "24>box").to_play == OVER


def test_resolution_35_the_end_is_tested_after_every_move() -> None:
    position = situation("20:R 24:G play=GREEN turn=9 die=6")

    assert played(position, "24>box").to_play == OVER  # before the extra roll


def test_resolution_36_on_the_board_or_in_play() -> None:
    text = "20:RR 24:G play=GREEN turn=9 die=1"
    assert played(situation(text), "24>box").to_play == OVER
    assert played(situation(text, end_mode="in_play"), "24>box").to_play == CHANCE
    last = "20:B 17:RGR RED:box=0,bank=B5G5 BLUE:bank=R4 play=RED turn=9 die=3"
    assert played(situation(last, max_players=3, end_mode="in_play"), "17>20").to_play == OVER
    assert played(situation(last, max_players=3), "17>20").to_play == CHANCE


@pytest.mark.parametrize(
    ("win_mode", "winner"),
    [
        ("box_count", ["GREEN"]),  # 3 1 4 2
        ("captured", ["GREEN"]),  # 3 0 6 2
        ("box_plus_captured", ["GREEN"]),  # 6 1 10 4
        ("last_survivor", ["RED"]),  # all have a free hat; RED has most on the board
    ],
)
def test_resolution_37_who_wins(win_mode: str, winner: list[str]) -> None:
    position = situation(f"{BOXES_3_1_4_2} play=BLUE turn=50 die=1", win_mode=win_mode)

    assert played(position, "12>box").view(None)["winner"] == winner


def finished(text: str) -> Position:
    return situation(f"{text} over=1 turn=60")


def test_resolution_38_first_tie_break_is_free_hats_on_the_board() -> None:
    """Three hats are in RED's and in BLUE's BOX. BLUE has three more on the board, RED's one there is a prisoner."""
    position = finished("RED:box=3,since=5 BLUE:box=3,since=9,bank=R2 20:BB 30:RB GREEN:box=2,bank=Y6 21:GGGG")

    assert winners(position) == (1,)


def test_resolution_38_second_tie_break_is_the_box_that_has_stood_longer() -> None:
    everyone_home = "RED:since=40 BLUE:since=12 GREEN:since=30 YELLOW:since={}"

    assert winners(finished(everyone_home.format(31))) == (1,)
    assert winners(finished(everyone_home.format(12))) == (1, 3)


def test_resolution_38_a_box_count_stands_since_its_last_change() -> None:
    position = played(situation("turn=5 die=3"), "box>3", "die=2", "box>14", "die=1")

    assert position.since == (5, 6, 0, 0)
    assert played(situation("47:BR turn=9 die=6", box_overshoot="through"), "47>box>4").since == (0, 0, 0, 0)


def test_resolution_39_the_winner_is_always_a_list() -> None:
    assert start(CoppitOptions()).view(None)["winner"] == []
    assert finished("RED:since=1 BLUE:since=1 GREEN:since=2 YELLOW:since=2").view(None)["winner"] == ["RED", "BLUE"]
    assert finished("RED:since=1 BLUE:since=2 GREEN:since=2 YELLOW:since=2").view(None)["winner"] == ["RED"]


def test_resolution_40_max_turns_counts_player_turns() -> None:
    last = situation("20:R 30:B play=RED turn=9 die=6", max_turns=9)

    rolled_again = played(last, "20>26")
    assert (rolled_again.to_play, rolled_again.turn) == (CHANCE, 9)  # an extra roll is no turn
    assert played(rolled_again, "die=1", "26>27").to_play == OVER
    assert CoppitOptions().max_turns is None


def test_resolution_41_who_has_no_free_hat_is_skipped() -> None:
    text = "20:BBBBBBR 30:G play=RED turn=9 die=1"

    skipped = played(situation(text), "20>21")
    assert (skipped.seat, skipped.turn, skipped.to_play) == (2, 11, CHANCE)
    # The turn of a skipped seat counts.
    stopped = played(situation(text, max_turns=10), "20>21")
    assert (stopped.to_play, stopped.turn) == (OVER, 10)


@pytest.mark.parametrize(
    ("seats", "colours"),
    [(2, ["RED", "GREEN"]), (3, ["RED", "BLUE", "GREEN"]), (4, ["RED", "BLUE", "GREEN", "YELLOW"])],
)
def test_resolution_42_two_to_four_play(seats: int, colours: list[str]) -> None:
    position = start(CoppitOptions(max_players=seats))

    assert list(position.view(None)["boxes"]) == colours
    order = []
    for _ in colours:
        order.append(position.view(None)["colour"])
        position = played(position, "die=1")
        position = position.apply(position.legal()[0])
    assert order == colours
    assert position.seat == 0


@pytest.mark.parametrize("seats", [1, 5, 6])
def test_resolution_42_more_are_refused(seats: int) -> None:
    sentence = f"option max_players={seats} of CoppitOptions: allowed is a whole number from 2 to 4"

    assert refusal(max_players=seats) == sentence


def test_resolution_42_an_absent_colours_box_is_closed() -> None:
    position = situation("12:R play=RED die=1", max_players=2, allow_box_invasion=True)

    assert moves(position) == ["12>11", "12>13", "box>1", "box>47"]


def test_resolution_43_the_timeouts_are_settings_for_the_server() -> None:
    options = CoppitOptions()

    assert (options.bot_fill_timeout_sec, options.afk_timeout_sec) == (30, 60)
    patient = situation("die=3", bot_fill_timeout_sec=0, afk_timeout_sec=0)
    assert moves(patient) == moves(situation("die=3"))


def test_resolution_44_hats_have_no_identity() -> None:
    """Two ways to the same stacks are the same position."""
    one = played(situation("3:R die=2"), "box>2")
    other = played(situation("2:R die=3"), "box>3")

    assert one.stacks == other.stacks
    assert hash(one) == hash(other)


def test_resolution_45_stacks_also_arise_by_merging() -> None:
    assert stacks(played(situation("10:R 8:R die=2"), "8>10")) == {"10": "RR"}
