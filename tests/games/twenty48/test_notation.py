"""Moves, boards and runs as text."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.errors import AsobibaError, IllegalMove, NotationError
from asobiba.core.game import OVER
from asobiba.games.twenty48.notation import (
    after_run,
    read_move,
    read_position,
    read_run,
    write_move,
    write_position,
    write_run,
)
from asobiba.games.twenty48.rules import DOWN, LEFT, RIGHT, UP, Position, Twenty48Options, start

OPTIONS = Twenty48Options()
BOARD = "2.0.0.2/0.0.4.0/0.0.0.0/0.0.0.0"
RUN = "a12d12La24U"
sizes = st.builds(Twenty48Options, rows=st.integers(1, 8), columns=st.integers(2, 8))


@pytest.mark.parametrize(
    ("texts", "action"),
    [("up u U 上", UP), ("right R 右", RIGHT), ("down d D 下", DOWN), ("left LEFT l 左", LEFT)],
)
def test_a_direction_is_a_word_a_letter_or_a_kanji(texts: str, action: int) -> None:
    position = read_position("0.0.0/0.2.0/0.0.0", Twenty48Options(rows=3, columns=3))

    assert [read_move(position, f" {text}\n") for text in texts.split()] == [action] * len(texts.split())


def test_a_new_tile_is_a_cell_and_a_value() -> None:
    afterstate = read_position(BOARD, OPTIONS).apply(LEFT)

    assert [write_move(afterstate, outcome) for outcome in (2, 3, 10, 31)] == ["b1=2", "b1=4", "b2=2", "d4=4"]
    assert read_move(afterstate, "B2=4 ") == 11
    wide = read_position("2.2.2.2.2.2.2.2/0.0.0.0.0.0.0.0 due=1", Twenty48Options(rows=2, columns=8))
    assert read_move(wide, "h2=4") == 31


@pytest.mark.parametrize(
    ("position", "text", "error", "sentence"),
    [
        (BOARD, "", NotationError, "'' is no move: write up, right, down or left; a new tile is written b2=4"),
        (BOARD, "w", NotationError, "'w' is no move"),
        (BOARD, "b2=8", NotationError, "'b2=8' is no move"),
        (BOARD, "b2=4", IllegalMove, "b2=4: no new tile is due"),
        (BOARD, "up", IllegalMove, "up: no tile would slide or merge"),
        (BOARD + " due=1", "up", IllegalMove, "up: luck places a tile"),
        (BOARD + " due=1", "a1=2", IllegalMove, "a new tile on a1: the cell is taken"),
        (BOARD + " due=1", "e1=2", NotationError, "e1 lies outside the board: 4 rows, 4 columns"),
        (BOARD + " due=1", "a5=2", NotationError, "a5 lies outside the board: 4 rows, 4 columns"),
    ],
)
def test_what_is_no_move_is_told_from_what_is_illegal(
    position: str, text: str, error: type[AsobibaError], sentence: str
) -> None:
    board = position.replace("0.0.4.0", "0.0.0.0")
    with pytest.raises(error, match=f"^{re.escape(sentence)}"):
        read_move(read_position(board, OPTIONS), text)


def test_a_board_alone_has_no_score_and_the_player_moves() -> None:
    position = read_position(BOARD, OPTIONS)

    assert position == Position((2, 0, 0, 2, 0, 0, 4, *[0] * 9))
    assert write_position(position) == BOARD + " score=0"


def test_a_position_keeps_its_score_and_the_tile_that_is_due() -> None:
    position = read_position(BOARD + " score=8", OPTIONS).apply(LEFT)

    assert write_position(position) == "4.0.0.0/4.0.0.0/0.0.0.0/0.0.0.0 score=12 due=1"
    assert read_position(" 4.0.0.0/4.0.0.0/0.0.0.0/0.0.0.0 due=1 score=12\n", OPTIONS) == position


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "found 1 values"),
        (
            "2.0.0.2/0.0.4.0/0.0.0.0",
            "4 rows, with a / between them, of 4 values, with dots between them; found 4 + 4 + 4",
        ),
        ("2.0.0.2/0.0.4.0/0.0.0.0/0.0.0", "found 4 + 4 + 4 + 3 values"),
        (BOARD.replace("4", "3"), "cell c2 is '3': write 0 for empty, or 2, 4, 8, ..., 131072"),
        (BOARD.replace("4", "1"), "cell c2 is '1'"),
        (BOARD.replace("4", "262144"), "cell c2 is '262144'"),
        (BOARD.replace("4", "-4"), "cell c2 is '-4'"),
        (BOARD.replace("4", "٤"), "cell c2 is '٤'"),
        (BOARD.replace("4", ""), "cell c2 is ''"),
        (BOARD + " score=", "'score=': after the board write score=8 and due=1, each at most once"),
        (BOARD + " score=-4", "'score=-4'"),
        (BOARD + " score=8 score=8", "'score=8'"),
        (BOARD + " score=3", "score=3: scores are multiples of 4 up to 3932164"),
        (BOARD + " score=3932168", "score=3932168: scores are multiples of 4 up to 3932164"),
        (BOARD + " due=3", "due=3: luck places at most two tiles, each on an empty cell"),
        (BOARD.replace("0", "2") + " due=1", "due=1: luck places at most two tiles"),
        (BOARD + " won", "'won'"),
        ("0.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0", "a board without tiles: write due=2 behind it"),
    ],
)
def test_a_broken_position_says_what_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=re.escape(sentence)):
        read_position(text, OPTIONS)


def test_a_run_is_a_whole_game_in_one_word() -> None:
    actions = read_run(RUN, OPTIONS)

    assert actions == [0, 6, LEFT, 9, UP]
    assert write_run(actions, OPTIONS) == RUN
    assert read_run("a12 d12 L a24 U", OPTIONS) == actions
    assert read_position(RUN, OPTIONS) == after_run(RUN, OPTIONS)
    assert write_position(after_run(RUN, OPTIONS)) == "8.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0 score=12 due=1"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("L", "step 1 of the run: l: luck places a tile"),
        ("a12a12", "step 2 of the run: a new tile on a1: the cell is taken"),
        ("a12a22L", "step 3 of the run: left: no tile would slide or merge"),
        ("a12a22d12", "step 3 of the run: d1=2: no new tile is due"),
        ("a12a52", "step 2 of the run: a5 lies outside the board: 4 rows, 4 columns"),
        ("a12a28", "step 2 of the run is 'a': write U, R, D or L, or a new tile such as b24"),
        ("a12a22u", "step 3 of the run is 'u': write U, R, D or L, or a new tile such as b24"),
    ],
)
def test_a_broken_run_is_refused_at_its_step(text: str, sentence: str) -> None:
    for read in (read_run, read_position):
        with pytest.raises(NotationError) as caught:
            read(text, OPTIONS)

        assert str(caught.value) == sentence


@given(sizes, st.lists(st.integers(0, 127), max_size=120))
def test_any_game_round_trips_as_positions_and_as_a_run(options: Twenty48Options, choices: list[int]) -> None:
    position, actions = start(options), []
    for choice in choices:
        if position.to_play == OVER:
            break
        legal = position.legal()
        action = legal[choice % len(legal)]
        assert read_move(position, write_move(position, action)) == action
        actions.append(action)
        position = position.apply(action)

        assert read_position(write_position(position), options) == position

    assert read_run(write_run(actions, options), options) == actions


@given(
    st.lists(st.sampled_from([0, *(2**k for k in range(1, 18))]), min_size=15, max_size=15),
    st.integers(0, 983_041),
    st.integers(0, 1),
)
def test_any_board_round_trips(tiles: list[int], fours: int, due: int) -> None:
    position = Position((2, *tiles), 4 * fours, min(due, tiles.count(0)))

    assert read_position(write_position(position), OPTIONS) == position


@given(st.text(max_size=60) | st.text("0248./ =scoredueURDLabcd1", max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    for position in (start(OPTIONS), start(OPTIONS).apply(0).apply(2)):
        with contextlib.suppress(AsobibaError):
            read_move(position, text)
    for read in (read_position, read_run):
        with contextlib.suppress(AsobibaError):
            read(text, OPTIONS)
        with contextlib.suppress(AsobibaError):
            read(BOARD + text, OPTIONS)
