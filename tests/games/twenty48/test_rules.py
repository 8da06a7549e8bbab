"""2048's rules, case by case."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.game import CHANCE, OVER
from asobiba.games.twenty48.notation import read_position, write_move
from asobiba.games.twenty48.rules import (
    DOWN,
    LARGEST,
    LEFT,
    PLAYER,
    RIGHT,
    UP,
    Merge,
    Position,
    Twenty48Options,
    highest_score,
    merges,
    rank,
    slide,
    start,
)

# A line, the line after LEFT (or UP), the line after RIGHT (or DOWN), and the reward; `-` is illegal.
LINES = """
    2 2 2 2          | 4 4 0 0          | 0 0 4 4          | 8
    2 2 2 0          | 4 2 0 0          | 0 0 2 4          | 4
    0 2 2 2          | 4 2 0 0          | 0 0 2 4          | 4
    2 0 2 2          | 4 2 0 0          | 0 0 2 4          | 4
    2 0 2 0          | 4 0 0 0          | 0 0 0 4          | 4
    2 0 0 2          | 4 0 0 0          | 0 0 0 4          | 4
    4 2 2 0          | 4 4 0 0          | 0 0 4 4          | 4
    2 2 4 0          | 4 4 0 0          | 0 0 4 4          | 4
    2 2 0 4          | 4 4 0 0          | 0 0 4 4          | 4
    2 0 2 4          | 4 4 0 0          | 0 0 4 4          | 4
    4 0 2 2          | 4 4 0 0          | 0 0 4 4          | 4
    2 2 4 4          | 4 8 0 0          | 0 0 4 8          | 12
    4 4 2 2          | 8 4 0 0          | 0 0 8 4          | 12
    2 2 4 8          | 4 4 8 0          | 0 4 4 8          | 4
    4 4 8 16         | 8 8 16 0         | 0 8 8 16         | 8
    8 4 2 2          | 8 4 4 0          | 0 8 4 4          | 4
    4 2 2 4          | 4 4 4 0          | 0 4 4 4          | 4
    2 4 4 2          | 2 8 2 0          | 0 2 8 2          | 8
    8 8 8 2          | 16 8 2 0         | 0 8 16 2         | 16
    2 8 8 8          | 2 16 8 0         | 0 2 8 16         | 16
    4 4 4 4          | 8 8 0 0          | 0 0 8 8          | 16
    0 0 0 2          | 2 0 0 0          | -                | 0
    2 0 0 0          | -                | 0 0 0 2          | 0
    2 4 2 4          | -                | -                | 0
    2 4 8 16         | -                | -                | 0
    0 0 0 0          | -                | -                | 0
    1024 1024 2048 0 | 2048 2048 0 0    | 0 0 2048 2048    | 2048
    16384 16384 16384 16384 | 32768 32768 0 0 | 0 0 32768 32768 | 65536
    32768 32768 0 0  | 65536 0 0 0      | 0 0 0 65536      | 65536
    65536 65536 2 2  | 131072 4 0 0     | 0 0 131072 4     | 131076
    131072 131072 2 2 | 131072 131072 4 0 | 0 131072 131072 4 | 4
    131072 131072 0 0 | -               | 0 0 131072 131072 | 0
    2 2 2 2 2 2 2 2  | 4 4 4 4 0 0 0 0  | 0 0 0 0 4 4 4 4  | 16
    0 4 0 2 2 0 4 8  | 4 4 4 8 0 0 0 0  | 0 0 0 0 4 4 4 8  | 4
    2 2 2            | 4 2 0            | 0 2 4            | 4
    2 2              | 4 0              | 0 4              | 4
"""


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def board(picture: str, **options: int | bool) -> Position:
    """A position with the player to move, from its rows."""
    rows = [".".join(line.split()) for line in picture.strip().splitlines()]
    size = {"rows": len(rows), "columns": rows[0].count(".") + 1}
    return read_position("/".join(rows), Twenty48Options.read(size | options))


def names(position: Position) -> str:
    return " ".join(write_move(position, action) for action in position.legal())


def random_game(options: Twenty48Options, generator: random.Random) -> Iterator[Position]:
    position = start(options)
    yield position
    while position.to_play != OVER:
        if position.to_play == CHANCE:
            outcomes, weights = zip(*position.chances(), strict=True)
            position = position.apply(generator.choices(outcomes, weights)[0])
        else:
            position = position.apply(generator.choice(position.legal()))
        yield position


@pytest.mark.parametrize("case", [" ".join(case.split()) for case in LINES.strip().splitlines()])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_line_slides_and_merges_wherever_it_lies(case: str, at: int) -> None:
    line, to_the_first, to_the_last, reward = case.split("|")
    for column, action, after in (
        (False, LEFT, to_the_first),
        (False, RIGHT, to_the_last),
        (True, UP, to_the_first),
        (True, DOWN, to_the_last),
    ):
        before = one_line(numbers(line), at, column=column)
        if after.strip() == "-":
            assert action not in before.legal()
            assert merges(before, action) == []
            continue

        assert before.apply(action).board == one_line(numbers(after), at, column=column).board
        assert before.apply(action).score == int(reward) == sum(value for _, value in merges(before, action))


def one_line(cells: list[int], at: int, *, column: bool) -> Position:
    """A board of three lines, all empty but the one that is given."""
    rows = [cells if number == at else [0] * len(cells) for number in range(3)]
    if column:
        rows = [list(row) for row in zip(*rows, strict=True)]
    options = Twenty48Options(rows=len(rows), columns=len(rows[0]))
    return Position(tuple(cell for row in rows for cell in row), options=options)


def test_a_slide_lists_what_it_merged_from_the_wall_on() -> None:
    assert slide((4, 4, 2, 2)) == ((8, 4, 0, 0), (8, 4))
    assert slide((2, 4, 8, 16)) == ((2, 4, 8, 16), ())


def test_merges_name_their_row_or_column() -> None:
    position = board(
        """
        2 2 4 4
        0 8 0 8
        0 8 0 2
        4 0 2 0
        """
    )

    assert merges(position, LEFT) == [Merge(0, 4), Merge(0, 8), Merge(1, 16)]
    assert merges(position, RIGHT) == [Merge(0, 8), Merge(0, 4), Merge(1, 16)]
    assert merges(position, UP) == merges(position, DOWN) == [Merge(1, 16)]


def test_luck_places_two_tiles_before_the_first_move() -> None:
    position = start(Twenty48Options())
    for empties in (16, 15):
        assert position.to_play == CHANCE
        assert len(position.legal()) == 2 * empties
        position = position.apply(position.legal()[-1])

    assert position.to_play == PLAYER
    assert position.board == (0,) * 14 + (4, 4)
    assert position.returns() == (0.0,)


def test_a_new_tile_is_a_two_nine_times_in_ten_on_any_empty_cell() -> None:
    afterstate = board(
        """
        2 4 2 4
        4 2 4 2
        2 4 2 4
        2 2 8 8
        """
    ).apply(LEFT)

    assert afterstate.board[12:] == (4, 16, 0, 0)
    assert afterstate.to_play == CHANCE
    assert dict(afterstate.chances()) == pytest.approx({28: 0.45, 29: 0.05, 30: 0.45, 31: 0.05})
    assert afterstate.apply(28).board[12:] == (4, 16, 2, 0)
    assert afterstate.apply(31).board[12:] == (4, 16, 0, 4)


def test_a_merge_on_a_full_board_makes_room_for_exactly_one_tile() -> None:
    afterstate = board(
        """
        2 4 2 4
        4 2 4 2
        2 4 2 4
        4 2 8 8
        """
    ).apply(RIGHT)

    assert dict(afterstate.chances()) == pytest.approx({24: 0.9, 25: 0.1})
    assert afterstate.apply(24).to_play == PLAYER
    assert afterstate.apply(25).board[12:] == (4, 4, 2, 16)


@pytest.mark.parametrize(
    ("picture", "moves"),
    [
        ("0 0 0 2 \n 0 0 0 4 \n 0 0 0 8 \n 2 0 16 8", "up right down left"),
        ("0 0 0 2 \n 0 0 0 4 \n 0 0 0 8 \n 0 0 0 16", "left"),
        ("8 2 0 0 \n 8 0 0 0 \n 8 0 0 0 \n 8 0 0 0", "up right down"),
        ("2 4 2 4 \n 4 2 4 2 \n 2 4 2 4 \n 4 2 4 4", "up right down left"),
        ("2 4 2 4 \n 4 2 4 2 \n 2 4 2 8 \n 4 2 4 8", "up down"),
        ("2 4 2 4 \n 4 2 4 2 \n 2 4 2 4 \n 4 2 4 2", ""),
        ("2 4 8", ""),
        ("2 0 0", "right"),
        ("2 \n 2", "up down"),
    ],
)
def test_a_move_is_legal_when_it_changes_the_board(picture: str, moves: str) -> None:
    position = board(picture)

    assert names(position) == moves
    assert position.to_play == (PLAYER if moves else OVER)


@pytest.mark.parametrize("outcome", [6, 7])
def test_the_game_is_over_when_the_new_tile_leaves_no_move(outcome: int) -> None:
    position = board(
        """
         0 2 4  8
         8 2 4  8
         2 4 8 16
        16 8 4  2
        """
    ).apply(LEFT)

    assert position.legal() == [6, 7]
    assert position.apply(outcome).to_play == OVER
    assert position.apply(outcome).legal() == ()


def test_merging_to_the_target_wins_and_play_goes_on() -> None:
    before = board("1024 1024 2 0")
    after = before.apply(LEFT)

    assert (before.won, after.won) == (False, True)
    assert after.returns() == (2048.0,)
    assert after.to_play == CHANCE
    assert after.apply(after.legal()[0]).won


def test_the_game_may_stop_at_the_target_before_the_next_tile() -> None:
    before = board("16 16 2 0", target=32, stop_at_target=True)
    after = before.apply(LEFT)

    assert before.to_play == PLAYER
    assert after.won
    assert after.to_play == OVER
    assert after.legal() == ()
    assert list(after.chances()) == []
    assert before.apply(RIGHT).to_play == OVER
    assert board("16 0 2 0", target=32, stop_at_target=True).apply(LEFT).to_play == CHANCE


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (1, 8), (8, 1), (3, 5), (2, 1)])
def test_score_and_sum_follow_from_the_tiles(rows: int, columns: int) -> None:
    options = Twenty48Options(rows=rows, columns=columns)
    for seed in range(10):
        fours = 0
        for before, after in pairwise(random_game(options, random.Random(seed))):
            added = sum(after.board) - sum(before.board)
            fours += added == 4

            assert added in ((2, 4) if before.to_play == CHANCE else (0,))
            assert after.score == sum((rank(tile) - 1) * tile for tile in after.board) - 4 * fours
            assert after.score <= highest_score(options)


@pytest.mark.thorough
def test_random_play_scores_what_two_million_games_scored() -> None:
    """Mean 1094.39 and standard deviation 534.1 of 2.33 million games; five standard errors either way."""
    games, generator = 400, random.Random(2048)
    total = 0
    for _ in range(games):
        *_, last = random_game(Twenty48Options(), generator)
        total += last.score

    assert total / games == pytest.approx(1094.39, abs=5 * 534.1 / games**0.5)


def test_the_highest_score_is_one_tile_of_each_kind() -> None:
    assert highest_score(Twenty48Options()) == sum((k - 1) * 2**k for k in range(2, 18)) == 3_932_164
    assert highest_score(Twenty48Options(rows=1, columns=2)) == 4 + 2 * 8
    assert highest_score(Twenty48Options(rows=1, columns=8)) < highest_score(Twenty48Options(rows=8, columns=8))


def test_a_view_shows_the_rows() -> None:
    assert board("2 0 4 \n 0 8 0", target=8).view(None) == {
        "board": [[2, 0, 4], [0, 8, 0]],
        "score": 0,
        "won": True,
        "to_play": PLAYER,
        "legal": [UP, RIGHT, DOWN, LEFT],
    }


def test_the_picture_lines_up_and_grows_with_the_tiles() -> None:
    small, large = board("2 0 4 \n 0 8 0"), board(f"2 {LARGEST}")

    assert str(small) == "      a    b    c\n1|    2    .    4\n2|    .    8    .\nscore 0   max 8"
    assert str(large) == "        a      b\n1|      2 131072\nscore 0   max 131072   won"


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (board("2 0 0 0"), LEFT, "left: no tile would slide or merge"),
        (board("2 0 0 0"), UP, "up: no tile would slide or merge"),
        (board("2 0 0 0"), 4, "action 4 does not exist: 0 is up, 1 right, 2 down, 3 left"),
        (board("2 0 0 0"), -1, "action -1 does not exist: 0 is up, 1 right, 2 down, 3 left"),
        (board("2 0 0 0").apply(RIGHT), 7, "a new tile on d1: the cell is taken"),
        (board("2 0 0 0").apply(RIGHT), 8, "outcome 8 does not exist: a new tile is 0 to 7"),
        (board("2 4 2 4"), LEFT, "action 3: the game is over"),
    ],
)
def test_an_illegal_move_says_why_and_shows_the_board(position: Position, action: int, sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        position.apply(action)

    assert caught.value.sentence == sentence
    assert str(position) in str(caught.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rows": 1, "columns": 1}, "the board needs two cells or more"),
        ({"rows": 9}, "option rows=9 of Twenty48Options: allowed is a whole number from 1 to 8"),
        ({"target": 1000}, "option target=1000 of Twenty48Options: allowed is a power of two from 8 to 131072"),
        ({"target": 4}, "option target=4 of Twenty48Options: allowed is a whole number from 8 to 131072"),
    ],
)
def test_a_bad_option_is_named(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        Twenty48Options.read(options)
