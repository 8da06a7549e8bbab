"""Moves, rolls and positions as text."""

import contextlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asobiba.core.errors import AsobibaError, IllegalMove, NotationError
from asobiba.core.game import OVER
from asobiba.games.coppit.notation import read_move, read_position, write_move, write_position
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import start
from tests.games.coppit.situation import moves, situation
from tests.games.coppit.walk import RULES

EVERYTHING = {"auto_bank_on_return": False, "allow_box_invasion": True, "box_overshoot": "choice"}


@pytest.mark.parametrize(
    "text", ["7>10", "outer_7>outer_10", " 7 > 10 ", "7->10", "7>8>9>10", "OUTER_7>Outer_8>9>10", "7 -> outer_10\n"]
)
def test_a_move_is_its_ends_or_its_whole_path(text: str) -> None:
    position = situation("7:R die=3")

    assert write_move(position, read_move(position, text)) == "7>10"


@pytest.mark.parametrize(
    ("place", "text", "written"),
    [
        ("die=3", "BOX_RED>outer_3", "box>3"),
        ("die=3", "boxr>3", "box>3"),
        ("play=BLUE die=3", "box>15", "box>15"),
        ("47:R die=2", "47>box", "47>box"),
        ("47:R die=2", "outer_47>outer_0>BOX_RED", "47>box"),
        ("47:BR die=2", "47>box+", "47>box+"),
        ("47:BR die=2", "47>0>BOX_RED+", "47>box+"),
        ("boxR:BR die=2", "box+>2", "box+>2"),
        ("47:R die=4", "47>box>2", "47>box>2"),
        ("47:R die=4", "47>0>box>0>1>2", "47>box>2"),
        ("11:R die=2", "11>boxB", "11>boxB"),
        ("boxB:R play=RED die=2", "boxB>14", "boxB>14"),
        ("boxB:R play=RED die=2", "BOX_BLUE>12>13>14", "boxB>14"),
        ("n1:R die=1", "cross_n_1>cross_center", "n1>c"),
        ("c:R die=1", "C>W1", "c>w1"),
    ],
)
def test_every_kind_of_move_has_a_name(place: str, text: str, written: str) -> None:
    position = situation(place, **EVERYTHING)

    assert write_move(position, read_move(position, text)) == written


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("", NotationError, "'' is no move: write 7>10, box>3, 45>box or pass"),
        ("7", NotationError, "'7' is no move: write"),
        ("7>", NotationError, "'7>' is no move: write"),
        ("7>48", NotationError, "'7>48' is no move: write"),
        ("7>x0", NotationError, "'7>x0' is no move: write"),
        ("7>8+>9", NotationError, "'7>8+>9' is no move: write"),
        ("7>11", IllegalMove, "RED 7>11: the die shows 3, it needs 4"),
        ("7>20", IllegalMove, "RED 7>20: no move of one die goes there"),
        ("7>8>7>10", IllegalMove, "RED 7>8>7>10: no move of one die goes there"),
        ("8>11", IllegalMove, "RED 8>11: RED has no stack on outer_8"),
        ("10>13", IllegalMove, "RED 10>13: RED has no stack on outer_10"),
        ("45>box", IllegalMove, "RED 45>box: RED has no stack on outer_45"),
        ("0>box", IllegalMove, "RED 0>box: RED has no stack on outer_0"),
        ("7>boxB", IllegalMove, "RED 7>boxB: the die shows 3, no die allows it"),
        ("box>15", IllegalMove, "RED box>15: no move of one die goes there"),
        ("boxB>15", IllegalMove, "RED boxB>15: RED has no stack on BOX_BLUE"),
        ("pass", IllegalMove, "RED may not pass: it can move with its 3"),
    ],
)
def test_what_is_no_move_is_told_from_what_is_illegal(text: str, error: type[AsobibaError], sentence: str) -> None:
    position = situation("7:R 10:B die=3")

    with pytest.raises(error) as caught:
        read_move(position, text)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("position", "text", "options", "sentence"),
    [
        ("7:RRRRRR die=3", "box>3", {}, "RED box>3: no single hat is in the BOX"),
        ("die=3", "box>6", {}, "RED box>6: the die shows 3, it needs 6"),
        ("die=3", "box>3", {"require_6_to_deploy": True}, "RED box>3: the die shows 3, no die allows it"),
        ("46:R die=2", "46>box", {}, "RED 46>box: the die shows 2, it needs 3 or 4 or 5 or 6"),
        ("47:R die=2", "47>box", {"allow_empty_return": False}, "RED 47>box: without a prisoner the BOX stays shut"),
        ("47:R die=2", "47>box+", {"auto_bank_on_return": False}, "RED 47>box+: there is no prisoner to hold"),
        ("4:Y 5:R+B play=YELLOW die=1", "4>5", {"gray_capacity": 2}, "YELLOW 4>5: outer_5 is full, it holds 2"),
    ],
)
def test_an_illegal_move_says_why_and_shows_the_board(
    position: str, text: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_move(situation(position, **options), text)

    assert caught.value.sentence == sentence
    assert "\n39 y                             .  e0 y  21\n" in str(caught.value)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (0, "RED may not pass: it can move with its 3"),
        (1197, "action 1197 does not exist: moves are 1 to 1196, the pass is 0"),
        (-1, "action -1 does not exist: moves are 1 to 1196, the pass is 0"),
    ],
)
def test_a_number_that_is_no_move_is_refused(action: int, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        situation("die=3").apply(action)

    assert caught.value.sentence == sentence


def test_rolls() -> None:
    position = start(CoppitOptions())

    assert [write_move(position, outcome) for outcome in position.legal()] == [f"die={n}" for n in range(1, 7)]
    assert [read_move(position, text) for text in ("die=1", "DIE = 6", "4")] == [0, 5, 3]
    for text in ("die=0", "die=7", "die=", "box>3", "die=33", "٣"):
        with pytest.raises(NotationError, match="is no roll: write die=1 to die=6"):
            read_move(position, text)
    with pytest.raises(IllegalMove, match="outcome 6: the die is to be rolled, its outcomes are 0 to 5"):
        position.apply(6)


def test_nothing_can_be_played_after_the_end() -> None:
    position = situation("over=1 turn=60")

    assert position.legal() == ()
    with pytest.raises(IllegalMove, match="action 5: the game is over"):
        position.apply(5)
    with pytest.raises(IllegalMove, match="the game is over"):
        read_move(position, "pass")


def test_two_moves_with_the_same_ends_are_asked_apart() -> None:
    position = situation("7:R die=3", capture_on_pass=True, direction_lock=False)

    with pytest.raises(NotationError, match="'7>8' may be 7>6>7>8, 7>8>7>8, 7>8>9>8: write the whole way"):
        read_move(position, "7>8")
    assert len(set(moves(position))) == len(position.legal())


def test_the_start_in_words() -> None:
    position = start(CoppitOptions())
    words = "RED:box=6,since=0 BLUE:box=6,since=0 GREEN:box=6,since=0 YELLOW:box=6,since=0 play=RED turn=1 mingled=0"

    assert write_position(position) == words
    assert read_position("", CoppitOptions()) == position


def test_a_short_position_is_filled_up() -> None:
    short = situation("outer_10:br 15:b+r red:bank=G2 play=blue turn=9 die=3")
    whole = (
        "RED:box=4,bank=G2,since=0 BLUE:box=4,since=0 GREEN:box=4,since=0 YELLOW:box=6,since=0"
        " 10:BR 15:R+B play=BLUE turn=9 die=3 mingled=1"
    )

    assert write_position(short) == whole


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("hello", {}, "'hello' is no part of a position: write RED:box=5, 10:BR, play=RED"),
        ("7:", {}, "'7:': a stack has at least one hat"),
        ("7:R+", {}, "'7:R+': a stack has at least one hat"),
        ("7:RX", {}, "'7:RX': hats are R, B, G, Y, not 'X'"),
        ("7:RB", {"max_players": 2}, "'7:RB': hats are R, G, not 'B'"),
        ("48:R", {}, "'48:R': no node is named 48"),
        ("box:R", {}, "'box:R': no node is named BOX"),
        ("7:R 7:B", {}, "'7:B': 7 is there twice"),
        ("die=1 die=2", {}, "'die=2': DIE is there twice"),
        ("7:R+R", {}, "7 has two stacks of one colour: they merge"),
        ("7:R outer_7:R", {}, "7 has two stacks of one colour: they merge"),
        ("8:R+B", {}, "8 has two stacks that are not safe there: one captures the other"),
        ("7:R+G", {}, "7 has two stacks that are not safe there: one captures the other"),
        ("5:R+B", {"safe_by_gray": False}, "5 has two stacks that are not safe there"),
        ("5:R+B+G", {"gray_capacity": 2}, "5 has 3 stacks, it holds 2"),
        ("boxR:B", {}, "boxR has a guest, which the options do not allow"),
        ("boxB:R", {"max_players": 2, "allow_box_invasion": True}, "boxB has a guest, which the options do not allow"),
        ("boxR:BR", {}, "boxR holds a stack of its own colour"),
        ("boxR:RR", {"auto_bank_on_return": False}, "boxR holds a stack of its own colour: only prisoners are held"),
        ("RED:box=7", {}, "RED has 7 hats, it must have 6"),
        ("RED:box=5", {}, "RED has 5 hats, it must have 6"),
        ("7:RRRRRRR", {}, "RED has 7 hats, it must have 6"),
        ("RED:bank=B7", {}, "BLUE has 7 hats, it must have 6"),
        ("RED:bank=R1", {}, "'RED:bank=R1': nobody banks its own hats"),
        ("RED:bank=X1", {}, "'RED:bank=X1': hats are R, B, G, Y, not 'X'"),
        ("RED:bank=1", {}, "'RED:bank=1': write box=5, bank=B2G1 and since=7, joined by commas"),
        ("RED:box", {}, "'RED:box': '' is no number"),
        ("RED:since=9", {}, "since=9 lies after turn 1"),
        ("BLUE:box=6", {"max_players": 2}, "'BLUE:box=6': the colours that play are RED, GREEN"),
        ("play=PINK", {}, "'play=PINK': the colours that play are RED, BLUE, GREEN, YELLOW"),
        ("turn=0", {}, "turn=0: turns go from 1 to any number"),
        ("turn=9", {"max_turns": 8}, "turn=9: turns go from 1 to 8"),
        ("turn=1e9", {}, "'turn=1e9': '1E9' is no number"),
        ("turn=" + "9" * 5000, {}, "'turn=999"),
        ("die=7", {}, "die=7: write 1 to 6, and none when the game is over"),
        ("die=3 over=1", {}, "die=3: write 1 to 6, and none when the game is over"),
        ("over=2", {}, "over=2: write 0 or 1"),
        ("mingled=2", {}, "'mingled=2' is no part of a position"),
        ("7:R 9:B mingled=0", {}, "mingled=0, but two colours are on the board together"),
        ("extra=1", {"extra_roll_on_6": False}, "extra=1: the options allow 0"),
        ("extra=3", {"max_extra_rolls": 2}, "extra=3: the options allow 2"),
        ("8:RRRRRRB", {}, "play=RED: this colour has no free hat and is skipped"),
    ],
)
def test_a_broken_position_says_what_is_wrong(text: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_position(text, CoppitOptions(**options))

    assert str(caught.value).startswith(sentence)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(RULES), st.lists(st.integers(0, 10**6), max_size=150))
def test_any_position_and_move_of_any_game_round_trips(rules: dict[str, Any], choices: list[int]) -> None:
    position = start(CoppitOptions(max_turns=60, **rules))
    for choice in choices:
        if position.to_play == OVER:
            break
        action = position.legal()[choice % len(position.legal())]
        assert read_move(position, write_move(position, action)) == action
        position = position.apply(action)
    text = write_position(position)

    assert read_position(text, position.options) == position
    assert read_position(" ".join(reversed(text.split())), position.options) == position


WORDS = st.sampled_from(
    [
        "RED:box=5",
        "7:R",
        "5:R+B",
        "boxR:BR",
        "play=BLUE",
        "turn=9",
        "die=3",
        "over=1",
        "7>10",
        "box>3",
        "pass",
        ":",
        "=",
    ]
)


@given(st.text(max_size=40) | st.lists(WORDS | st.text(max_size=6), max_size=6).map(" ".join))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    options = CoppitOptions(auto_bank_on_return=False, max_turns=800)
    for read in (
        lambda: write_position(read_position(text, options)),
        lambda: read_move(start(options), text),
        lambda: read_move(situation("7:R die=3"), text),
        lambda: read_move(situation("over=1 turn=60"), text),
    ):
        with contextlib.suppress(AsobibaError):
            read()
