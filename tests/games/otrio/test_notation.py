"""Moves and positions as text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.errors import AsobibaError, IllegalMove, NotationError
from asobiba.games.otrio.board import CENTER_MEDIUM, slot, slot_name
from asobiba.games.otrio.notation import read_move, read_position, write_move, write_position
from asobiba.games.otrio.rules import PASS, SECOND_COLOUR, OtrioOptions, Position, start
from tests.games.otrio.positions import ONE_SLOT_LEFT, RED_IS_STUCK, VARIANTS, after, board, random_game

EMPTY = "/".join(["..."] * 9)
FREE = OtrioOptions(players=2, two_player_alternation=False)


def test_a_slot_is_named_by_size_column_and_row_from_the_top() -> None:
    names = [write_move(Position(), action) for action in (0, 1, 3, 8, 9, CENTER_MEDIUM, 26, PASS)]

    assert names == ["Sa1", "Sb1", "Sa2", "Sc3", "Ma1", "Mb2", "Lc3", "pass"]
    assert [slot(slot_name(at)) for at in range(27)] == list(range(27))


@pytest.mark.parametrize("text", ["Mb2", "mb2", "MB2", "b2m", "B2M", " Mb2\n", "R:Mb2", "r:b2m"])
def test_a_move_is_read_in_many_spellings(text: str) -> None:
    assert read_move(Position(), text) == slot("Mb2")


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("", NotationError, "'' is no move: write a size S, M or L and a space from a1 to c3, such as Mb2, or pass"),
        ("b2", NotationError, "'b2' is no move"),
        ("Xb2", NotationError, "'Xb2' is no move"),
        ("Md1", NotationError, "'Md1' is no move"),
        ("Mb2 Mb3", NotationError, "'Mb2 Mb3' is no move"),
        ("W:Mb2", NotationError, "'W:Mb2' is no move"),
        ("B:Mb2", IllegalMove, "B:Mb2: blue may not be placed now, green is due"),
        ("Sa1", IllegalMove, "green to Sa1: the slot is taken by red"),
        ("pass", IllegalMove, "green may not pass: a piece can be placed"),
    ],
)
def test_what_is_no_move_is_told_from_what_is_illegal(text: str, error: type[AsobibaError], sentence: str) -> None:
    with pytest.raises(error) as caught:
        read_move(after("Sa1"), text)

    assert str(caught.value).startswith(sentence)


def test_where_a_player_chooses_a_move_names_its_colour() -> None:
    position = start(FREE)

    assert write_move(position, slot("Mb2")) == "R:Mb2"
    assert write_move(position, SECOND_COLOUR + slot("Mb2")) == "B:Mb2"
    assert read_move(position, "b:b2m") == SECOND_COLOUR + slot("Mb2")
    with pytest.raises(NotationError, match="'Mb2' does not say which colour: write R:Mb2 or B:Mb2"):
        read_move(position, "Mb2")
    with pytest.raises(IllegalMove, match="Y:Mb2: yellow may not be placed now, red or blue is due"):
        read_move(position, "Y:Mb2")


def test_nothing_can_be_played_after_the_end() -> None:
    for text in ("Sc3", "Y:Sc3", "pass"):
        with pytest.raises(IllegalMove, match="the game is over"):
            read_move(board("RRR ... ... ... ... ... ... ... ... G"), text)


def test_a_position_is_nine_spaces_and_the_colour_that_is_due() -> None:
    assert write_position(Position()) == f"{EMPTY} R"
    assert write_position(after("Sa1 Mb1 Lc1 Mb2")) == "R../.G./..B/.../.Y./.../.../.../... R"
    assert write_position(after("R:Mb2", players=2, two_player_alternation=False)).endswith(" G")


def test_a_position_may_be_laid_out_as_a_picture() -> None:
    position = board("""
        r.. | .g. | ..b
        ... | .y. | ...
        ... | ... | ...   r
    """)

    assert position == after("Sa1 Mb1 Lc1 Mb2")


def test_whose_turn_it_is_cannot_be_told_from_the_pieces() -> None:
    position = board(RED_IS_STUCK)
    passed = position.apply(PASS)

    assert passed.pieces == position.pieces
    assert write_position(passed) != write_position(position)
    assert read_position(write_position(passed), OtrioOptions()) == passed


def test_either_colour_of_a_player_who_chooses_names_his_turn() -> None:
    assert read_position(f"{EMPTY} Y", FREE) == read_position(f"{EMPTY} G", FREE)


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("", {}, "28 letters; found 0"),
        (EMPTY, {}, "28 letters; found 27"),
        (f"{EMPTY} R R", {}, "28 letters; found 29"),
        (f"{EMPTY} .", {}, "the colour that is due is '.': the colours in play are R, G, B, Y"),
        (f"..?{EMPTY[3:]} R", {}, "slot La1 is '?'"),
        (f"{EMPTY[:-3]}.Y. R", {"players": 3}, "slot Mc3 is 'Y': the colours in play are R, G, B, an empty slot is ."),
        (f"{EMPTY} R", {"players": 3, "colors": (1, 2, 3)}, "the colour that is due is 'R'"),
        ("R../R../.../R../.../R../.../.../... G", {}, "red has 4 small pieces on the board; there are only 3"),
        (
            "RRR/.../.../GGG/.../.../.../.../... B",
            {},
            "red and green have a line each; the game ends with the first",
        ),
        ("RRR/.../.../BBB/.../.../.../.../... G", {"players": 2}, "red and blue have a line each"),
        (
            ".../.../.../.../.R./.../.../.../... G",
            {"ban_center_medium": True},
            "red holds Mb2, which is off-limits in this game (ban_center_medium)",
        ),
    ],
)
def test_a_broken_position_says_what_is_wrong(text: str, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        board(text, **options)

    assert sentence in str(caught.value)


@given(st.sampled_from(VARIANTS), st.integers(0, 10_000))
def test_every_position_of_a_game_round_trips(values: dict[str, object], seed: int) -> None:
    options = OtrioOptions.read(values)
    for position in random_game(options, seed):
        text = write_position(position)

        assert read_position(text, options) == position
        assert "\n" not in text


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    for position in (Position(), start(FREE), board(ONE_SLOT_LEFT), board("RRR ... ... ... ... ... ... ... ... G")):
        with contextlib.suppress(AsobibaError):
            read_move(position, text)
        with contextlib.suppress(AsobibaError):
            read_position(text, position.options)


@given(st.text("RGBY.rgby/ ?", min_size=20, max_size=40))
def test_any_text_of_board_letters_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NotationError):
        position = read_position(text, OtrioOptions())
        assert read_position(write_position(position), OtrioOptions()) == position
