"""Moves, luck and positions as text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.errors import AsobibaError, IllegalMove, NotationError
from asobiba.games.puyo.notation import read_field, read_move, read_position, write_field, write_move, write_position
from asobiba.games.puyo.placements import NUMBER_OF
from asobiba.games.puyo.rules import Player, Position, PuyoOptions, conceal
from tests.games.puyo.play import random_game

VERSUS, SINGLE, ONCE = PuyoOptions(), PuyoOptions(mode="single"), PuyoOptions(row14="once")
READY = read_position("......|...... RB GY", VERSUS)
UNDRAWN = Position()
LOOSE = read_position("......|...... RB loose=0|2", VERSUS)


@pytest.mark.parametrize("text", ["3r", "3R", " 3r\n", "3→"])
def test_a_placement_is_read_in_letters_and_arrows(text: str) -> None:
    assert read_move(READY, text) == NUMBER_OF["3r"]


def test_luck_has_names_too() -> None:
    assert write_move(UNDRAWN, 1234) == "seed=1234"
    assert read_move(UNDRAWN, "seed=1234") == 1234
    assert write_move(LOOSE, 0b001001) == "columns=1,4"
    assert read_move(LOOSE, "columns=4,1") == 0b001001


@pytest.mark.parametrize(
    ("position", "text", "error"),
    [
        (READY, "", NotationError),
        (READY, "7u", NotationError),
        (READY, "1l", NotationError),
        (READY, "6r", NotationError),
        (READY, "3", NotationError),
        (READY, "columns=7", NotationError),
        (READY, "seed=0", IllegalMove),
        (READY, "columns=1", IllegalMove),
        (UNDRAWN, "3u", IllegalMove),
        (UNDRAWN, "columns=1,2", IllegalMove),
        (UNDRAWN, "seed=65536", IllegalMove),
        (LOOSE, "columns=1", IllegalMove),
        (LOOSE, "columns=1,1", IllegalMove),
        (LOOSE, "seed=3", IllegalMove),
        (read_position("/".join(["..O..."] * 12) + " RB", SINGLE), "3u", IllegalMove),
    ],
)
def test_what_is_no_move_is_told_from_what_is_illegal(position: Position, text: str, error: type[AsobibaError]) -> None:
    with pytest.raises(error):
        read_move(position, text)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("......", ("", "", "", "", "", "")),
        ("R.....", ("R", "", "", "", "", "")),
        ("R...../RB...O", ("RR", "B", "", "", "", "O")),
        ("....../r...../rb...o", ("RR", "B", "", "", "", "O")),
    ],
)
def test_a_field_is_read_from_the_top(text: str, field: tuple[str, ...]) -> None:
    assert read_field(text) == field


def test_empty_rows_above_are_not_written() -> None:
    assert write_field(("RR", "B", "", "", "", "O")) == "R...../RB...O"
    assert write_field(("",) * 6) == "......"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "row 1 of the field is ''"),
        ("R....", "row 1 of the field is 'R....'"),
        ("R...../RX....", "row 1 of the field is 'RX....'"),
        ("R.....//......", "row 2 of the field is ''"),
        ("R...../......", "a puyo floats in column 1 above row 1"),
        ("/".join(["......"] * 14), "a field has 13 rows at most; found 14"),
        ("P.....", "write six of the letters R B Y G, O for ojama"),
        ("......|......|......", "found 3 fields for 2 players"),
        ("...... RP", "'RP' is no pair: write two of the colours R B Y G, the axis first"),
        ("...... RBY", "'RBY' is no pair"),
        ("...... size=3", "'size' is no part of a position; there are seed turn clock"),
        ("...... turn=1 turn=2", "turn is given twice"),
        ("...... turn=-1", "turn=-1: write a whole number from 0 to"),
        ("...... turn=٣", "turn=٣: write a whole number"),
        ("...... seed=65536", "seed=65536: write a whole number from 0 to 65535"),
        ("...... seed=1 RB", "the queue is given twice"),
        ("...... score=1", "score=1: write a number for each player, 0|0"),
        ("...... loose=6|0", "loose=6: write a whole number from 0 to 5"),
        ("...... row14=1|0", "row14 is only counted with the option row14=once"),
        ("...... commit=3u", "commit=3u: nobody is about to place a pair here"),
        ("...... RB commit=9u", "'9u' is no move"),
        ("...... RB loose=1|0 commit=3u", "commit=3u: nobody is about to place"),
        ("/".join([".O...."] * 13) + " RB commit=1u", "commit=1u: left to 1u: column 2 is full to row 13"),
    ],
)
def test_a_broken_position_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_position(text, VERSUS)

    assert sentence in str(caught.value)


@pytest.mark.parametrize("word", ["carry=1", "ojama=1", "loose=1", "first=1", "commit=3u"])
def test_single_play_has_no_ojama_and_no_commits(word: str) -> None:
    with pytest.raises(NotationError, match="has no meaning in single play"):
        read_position(f"...... RB {word}", SINGLE)


def test_one_field_stands_for_both_players() -> None:
    assert read_position("R.....", VERSUS) == read_position(" R..... | R.....\n", VERSUS)


def test_purple_needs_five_colours() -> None:
    five = PuyoOptions(mode="single", colors=5)

    assert read_position("P..... PR", five).players[0].field[0] == "P"


@pytest.mark.parametrize(
    "text",
    [
        "......|......",
        "......|...... seed=65535",
        "R...../RB...O|......",
        "R...../RB...O|O..... RB GY BB turn=7 clock=480",
        "R.....|...... RB first=1 score=40|0 carry=40|69 ojama=0|12 clear=0|1 chain=1|19 row14=0|32",
        "R.....|...... RB loose=5|1",
        "R.....|...... RB turn=3 commit=6u",
        "R.....|...... RB first=1 commit=2l",
    ],
)
def test_a_position_is_written_as_it_is_read(text: str) -> None:
    assert write_position(read_position(text, ONCE)) == text


numbers = st.integers(0, 10**6)
players = st.builds(
    Player,
    field=st.lists(st.text("RBYGO", max_size=13), min_size=6, max_size=6).map(tuple),
    score=numbers,
    carry=numbers,
    ojama=numbers,
    loose=st.integers(0, 5),
    all_clear=st.booleans(),
    chain=st.integers(0, 19),
    row14=st.integers(0, 63),
)
positions = st.builds(
    Position,
    players=st.tuples(players, players),
    queue=st.lists(st.sampled_from(["RB", "GY", "YY"]), max_size=6).map("".join),
    turn=numbers,
    clock=numbers,
    first=st.integers(0, 1),
    options=st.just(ONCE),
)


@given(positions)
def test_any_position_round_trips(position: Position) -> None:
    again = read_position(write_position(position), ONCE)

    assert again == position
    assert again.view(0) == position.view(0)


def test_what_a_player_may_know_round_trips() -> None:
    for position in random_game(VERSUS, 4):
        if position.to_play >= 0:
            concealed = conceal(position, position.to_play)
            assert read_position(write_position(concealed), VERSUS) == concealed


WORDS = (
    "...... R..... R...../B..... OOOOOO / | RB PP seed=1 turn=3 clock= first=1 loose=1|0 = score=0 score=1|2 commit=3u "
    "commit= row14=64|0 row14=3|0 chain=1|2 clear=2|1 clear=0|1 ojama=9|99999999999999 3u columns=1,4 columns="
)


@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    for options in (VERSUS, SINGLE, ONCE):
        with contextlib.suppress(AsobibaError):
            position = read_position(text, options)
            assert read_position(write_position(position), options) == position
    for position in (READY, UNDRAWN, LOOSE):
        with contextlib.suppress(AsobibaError):
            assert read_move(position, text) in position.legal()
