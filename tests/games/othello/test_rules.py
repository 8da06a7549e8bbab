"""Othello's rules, case by case. Moves are written as transcripts, `ps` being a pass."""

import pytest

from asobiba.core.errors import IllegalMove
from asobiba.core.game import OVER
from asobiba.games.othello.notation import read_position, read_transcript, score, write_move, write_position
from asobiba.games.othello.rules import PASS, OthelloOptions, Position, square

EIGHT_DISCS_THEN_A_PASS = "d3c3b3b2f5a3a1c1"
SHORTEST_GAME = "d3c3b3d2e1d6d7e3f4"
SHORTEST_GAME_OF_PGX = "f5d6c5f4e7f6g5e6e3"
BOTH_STUCK = "f5f4c3e6f7g6g4e8g8g5h5"
PERFECT_DRAW = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2"
    "b8a8g7h8h7h6"
)


def after(transcript: str, options: OthelloOptions | None = None) -> Position:
    position = Position(options=options or OthelloOptions())
    for action in read_transcript(transcript):
        position = position.apply(action)
    return position


def names(position: Position) -> str:
    return " ".join(write_move(position, action) for action in position.legal())


def test_black_begins_with_four_moves() -> None:
    assert names(Position()) == "d3 c4 f5 e6"


def test_a_disc_turns_what_it_brackets_in_every_direction() -> None:
    before = read_position(
        """
        X - - X - - X -
        - O - O - O - -
        - - O O O - - -
        X O O - O O O X
        - - O O O - - -
        - O - O - O - -
        X - - O - - X -
        - - - X - - - - X
        """,
        OthelloOptions(),
    )

    assert write_position(before.apply(square("d4"))) == write_position(
        read_position(
            """
            X - - X - - X -
            - X - X - X - -
            - - X X X - - -
            X X X X X X X X
            - - X X X - - -
            - X - X - X - -
            X - - X - - X -
            - - - X - - - - O
            """,
            OthelloOptions(),
        )
    )


def test_a_line_does_not_run_over_the_edge() -> None:
    around_the_edge = read_position(
        """
        - - - - - - - -
        - - - - - - - -
        - - - - - - O O
        O X - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - - X
        """,
        OthelloOptions(),
    )

    assert around_the_edge.legal() == (PASS,)


def test_the_earliest_forced_pass() -> None:
    position = after(EIGHT_DISCS_THEN_A_PASS)

    assert position.legal() == (PASS,)
    assert position.apply(PASS).to_play == 1
    assert (position.apply(PASS).black, position.apply(PASS).white) == (position.black, position.white)


def test_a_pass_is_illegal_while_a_disc_can_be_placed() -> None:
    with pytest.raises(IllegalMove, match="may not pass"):
        Position().apply(PASS)


@pytest.mark.parametrize("transcript", [SHORTEST_GAME, SHORTEST_GAME_OF_PGX])
def test_the_shortest_games_end_after_nine_discs(transcript: str) -> None:
    position = after(transcript)

    assert position.to_play == OVER
    assert position.white == 0
    assert position.black.bit_count() == 13
    assert position.returns() == (1, -1)
    assert score(position) == (64, 0)


def test_the_game_ends_at_once_when_both_are_stuck_with_discs_left() -> None:
    position = after(BOTH_STUCK)

    assert position.to_play == OVER
    assert position.legal() == ()
    assert (position.black.bit_count(), position.white.bit_count()) == (14, 1)
    assert score(position) == (63, 1)


@pytest.mark.parametrize(("scoring", "result", "draw"), [("result", 1, 0), ("discs", 62, 0), ("count", 13, 0)])
def test_what_a_game_is_worth(scoring: str, result: float, draw: float) -> None:
    options = OthelloOptions.read({"score": scoring})

    assert after(BOTH_STUCK, options).returns() == (result, -result)
    assert after(PERFECT_DRAW, options).returns() == (draw, -draw)
    assert after(PERFECT_DRAW[:-2], options).returns() == (0, 0)


def test_sixty_moves_without_a_pass_end_in_a_draw() -> None:
    position = after(PERFECT_DRAW)

    assert len(read_transcript(PERFECT_DRAW)) == 60
    assert position.to_play == OVER
    assert score(position) == (32, 32)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (square("d4"), "black to d4: the square is taken"),
        (square("a1"), "black to a1: no disc would be turned"),
        (PASS, "black may not pass: it can place a disc"),
        (65, "action 65 does not exist: squares are 0 to 63, the pass is 64"),
        (-1, "action -1 does not exist: squares are 0 to 63, the pass is 64"),
    ],
)
def test_an_illegal_move_says_why_and_shows_the_board(action: int, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        Position().apply(action)

    assert caught.value.sentence == sentence
    assert "4|. . * O @ . . ." in str(caught.value)


def test_nothing_can_be_played_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        after(SHORTEST_GAME).apply(PASS)
