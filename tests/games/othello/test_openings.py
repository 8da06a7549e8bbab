"""The names of openings, in a game as it is played and as its mirror images are."""

import csv

import pytest

from asobiba.games.othello.notation import read_transcript
from asobiba.games.othello.openings import LONGEST, TABLE, insight, name_of, openings
from asobiba.games.othello.rules import Position
from asobiba.games.othello.symmetry import SYMMETRIES


def game(transcript: str) -> list[Position]:
    positions = [Position()]
    for action in read_transcript(transcript):
        positions.append(positions[-1].apply(action))
    return positions


@pytest.mark.parametrize(
    ("transcript", "english", "japanese"),
    [
        ("f5f6", "Diagonal", "斜め取り"),
        ("f5d6", "Perpendicular", "縦取り"),
        ("f5f4", "Parallel", "並び取り"),
        ("f5d6c3d3c4", "Tiger", "虎"),
        ("d3c5f6f5e6", "Tiger", "虎"),  # from another side
        ("f5d6c3d3c4f4f6f3e6e7d7c5b6d8", "Comp'Oth", "コンポス"),  # long after the last that has a name
        ("f5f6e6f4e3", "Cow", "牛"),
        ("f5f6e6f4c3", "Buffalo", "バッファロー"),
        ("f5d6c5f4e3c6d3f6e6d7", "Rose", "ローズ"),
        ("f5f6e6f4e3c5g5d6g6", "Bat, Kling's other", "こうもり・クリング"),  # a name with a comma
        ("f5f6e6f4e3c5g5g3g4f3g6", "Bat, Piau's second", "こうもり・ピオー2"),
    ],
)
def test_a_game_has_the_name_of_its_last_opening(transcript: str, english: str, japanese: str) -> None:
    assert name_of(game(transcript)) == {"en": english, "ja": japanese}


def test_an_analysis_names_the_opening_where_it_is_reached() -> None:
    *before, tiger, after = game("f5d6c3d3c4f4")
    assert insight([tiger]) == {"opening": {"en": "Tiger", "ja": "虎"}}
    assert insight(before[:1]) == insight([after]) == {}


def test_the_first_move_has_no_name() -> None:
    assert name_of(game("f5")) is None
    assert name_of([]) is None


def test_an_opening_looks_the_same_from_all_sides() -> None:
    for symmetry in SYMMETRIES:
        names = name_of(symmetry.position(position) for position in game("f5d6c5f4d3"))
        assert names == {"en": "Horse", "ja": "馬"}


def test_every_row_has_the_columns_of_the_first() -> None:
    rows = [*csv.reader(TABLE.read_text(encoding="utf-8").splitlines(), strict=True)]

    assert rows[0] == ["moves", "en", "ja"]
    assert [row for row in rows if len(row) != len(rows[0]) or not all(row)] == []


def test_every_name_has_both_languages_and_belongs_to_one_position() -> None:
    names = openings()

    assert len(names) == 80
    assert all(name["en"] and name["ja"] for name in names.values())
    assert all((black | white).bit_count() <= LONGEST + 4 for black, white, _ in names)
