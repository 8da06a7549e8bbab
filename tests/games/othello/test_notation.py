"""Moves, transcripts and boards as text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.errors import AsobibaError, IllegalMove, NotationError
from asobiba.games.othello.notation import (
    read_move,
    read_position,
    read_transcript,
    write_move,
    write_position,
    write_transcript,
)
from asobiba.games.othello.rules import PASS, OthelloOptions, Position, square

WITHOUT_PASS = "d3c3b3b2f5a3a1c1e3"
WITH_PASS = "d3c3b3b2f5a3a1c1pse3"


@pytest.mark.parametrize("text", [WITH_PASS, WITHOUT_PASS, WITH_PASS.upper(), WITH_PASS.replace("ps", "--")])
def test_a_transcript_may_write_its_passes_or_leave_them_out(text: str) -> None:
    actions = read_transcript(text)

    assert actions[8] == PASS
    assert write_transcript(actions) == WITHOUT_PASS
    assert write_transcript(actions, passes=True) == WITH_PASS


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("d3d3", "move 2 of the transcript: white to d3: the square is taken"),
        ("d3psc3", "move 2 of the transcript: white may not pass: it can place a disc"),
        ("d3x9", "move 2 of the transcript: 'x' is no move: write a square from a1 to h8, or pass"),
        ("d3c3b3d2e1d6d7e3f4a1", "move 10 of the transcript: action 0: the game is over"),
    ],
)
def test_a_broken_transcript_is_refused_at_its_move(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_transcript(text)

    assert str(caught.value) == sentence


@pytest.mark.parametrize("text", ["f5", "F5", " f5\n"])
def test_a_move_is_read_in_either_case(text: str) -> None:
    assert read_move(Position(), text) == square("f5")


@pytest.mark.parametrize(
    ("text", "error"),
    [("", NotationError), ("i9", NotationError), ("d33", NotationError), ("d4", IllegalMove), ("pass", IllegalMove)],
)
def test_what_is_no_move_is_told_from_what_is_illegal(text: str, error: type[AsobibaError]) -> None:
    with pytest.raises(error):
        read_move(Position(), text)


def test_boards_of_other_programs_are_read() -> None:
    start = write_position(Position())

    for letters in ["XO-", "BW.", "*O-", "@O.", "xo-"]:
        other = start.translate(str.maketrans("XO-", letters))
        assert read_position(other, OthelloOptions()) == Position()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("-" * 63 + " X", "65 letters; found 64"),
        ("-" * 10 + "?" + "-" * 53 + " X", "square c2 is '?'"),
        ("-" * 64 + " -", "the side to move is '-'"),
        ("", "found 0"),
    ],
)
def test_a_broken_board_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence.replace("?", r"\?")):
        read_position(text, OthelloOptions())


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1), st.integers(0, 1))
def test_any_board_round_trips(one: int, other: int, side: int) -> None:
    position = Position(one & ~other, other & ~one, side)

    assert read_position(write_position(position), OthelloOptions()) == position


@given(st.lists(st.integers(0, 63), max_size=60))
def test_any_game_round_trips(choices: list[int]) -> None:
    position, actions = Position(), []
    for choice in choices:
        if legal := position.legal():
            actions.append(legal[choice % len(legal)])
            position = position.apply(actions[-1])
    while actions and actions[-1] == PASS:
        actions.pop()  # a transcript cannot show a pass that nothing follows

    assert read_transcript(write_transcript(actions)) == actions
    assert read_transcript(write_transcript(actions, passes=True)) == actions


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    for read in (
        lambda: read_position(text, OthelloOptions()),
        lambda: read_move(Position(), text),
        lambda: read_transcript(text),
    ):
        with contextlib.suppress(AsobibaError):
            read()


def test_square_names() -> None:
    assert [write_move(Position(), action) for action in (0, 1, 8, 63, PASS)] == ["a1", "b1", "a2", "h8", "pass"]
