"""WTHOR: the three files byte by byte, passes that are not stored, and files that are broken."""

import random
import struct
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from asobiba.agents.files import Source
from asobiba.core.errors import FormatError
from asobiba.core.records import Record
from asobiba.games.othello.rules import PASS, OthelloOptions, square
from asobiba.games.othello.wthor import PLAYER, TOURNAMENT, WTHOR, read_base, read_names, write_names
from tests import mutations
from tests.games.othello.games import BOTH_STUCK, DISCS, DRAW, FORCED_PASS, WIPED_OUT, random_actions, recorded

MADE = (20, 26, 11, 17)


def file(*games: bytes, count: int | None = None, year: int = 2001, size: int = 8, kind: int = 0) -> bytes:
    header = struct.pack("<4BIHH4B", *MADE, len(games) if count is None else count, 0, year, size, kind, 22, 0)
    return header + b"".join(games)


def stored(text: str, score: int, players: tuple[int, int] = (1, 0), tournament: int = 0, best: int = 33) -> bytes:
    codes = bytes(10 * int(text[at + 1]) + "abcdefgh".index(text[at]) + 1 for at in range(0, len(text), 2))
    return struct.pack("<HHHBB", tournament, *players, score, best) + codes.ljust(60, b"\0")


JOU, TRN = write_names(["Bob", "Ann"], PLAYER, MADE), write_names(["Cup"], TOURNAMENT, MADE)
NAMES = [Source("WTHOR.JOU", JOU), Source("WTHOR.TRN", TRN)]


def read(data: bytes, *others: Source, options: OthelloOptions = DISCS) -> list[Record]:
    found = [*WTHOR.read([Source("a.wtb", data), *others], options)]
    records = [each for each in found if isinstance(each, Record)]
    assert records == found
    return records


def refused(data: bytes) -> str:
    try:
        found = WTHOR.read([Source("a.wtb", data)], DISCS)
        return next(str(each) for each in found if isinstance(each, FormatError))
    except FormatError as error:
        return str(error)


def test_the_bytes_of_a_move_are_its_row_and_its_column() -> None:
    written = WTHOR.write([recorded(BOTH_STUCK)])[".wtb"]

    assert len(written) == 16 + 68
    assert list(written[16 + 8 : 16 + 12]) == [56, 46, 33, 65]  # f5 f4 c3 e6
    assert written[16 + 6] == 63
    assert written[-49:] == bytes(49)


def test_a_base_becomes_records_with_names_tournament_and_year() -> None:
    (record,) = read(file(stored(DRAW, 32)), *NAMES)

    assert record.seats == ("Ann", "Bob")
    assert record.notes == {"event": "Cup", "year": 2001, "theoretical": 33, "depth": 22}
    assert (record.returns, record.reason) == ((0.0, 0.0), None)
    assert read(file(stored(DRAW, 32)))[0].seats == ("player 1", "player 0")
    assert read(file(stored(DRAW, 32), year=0))[0].notes["event"] == "tournament 0"


def test_a_terminal_is_told_nothing_by_names() -> None:
    names = [
        Source("a.jou", write_names(["\x1b[31mBob", "Zo\xe9\x9b2J\x7f"], PLAYER, MADE)),
        Source("a.trn", write_names(["C\nup\x07"], TOURNAMENT, MADE)),
    ]
    (record,) = read(file(stored(DRAW, 32)), *names)

    assert (record.seats, record.notes["event"]) == (("Zoé2J", "[31mBob"), "C up")


def test_files_are_written_as_they_were_read_byte_by_byte() -> None:
    games = [stored(DRAW, 32), stored(WIPED_OUT, 64), stored(BOTH_STUCK, 63), stored(FORCED_PASS, 20)]
    data = file(*games, size=0, kind=1)

    assert read_base(Source("a.wtb", data)).packed() == data
    assert write_names(read_names(Source("a.jou", JOU), PLAYER), PLAYER, MADE) == JOU
    written = WTHOR.write(read(data, *NAMES))
    assert written[".wtb"][4:12] == data[4:12]
    again = [Source("a.jou", written[".jou"]), Source("a.trn", written[".trn"])]
    assert read(written[".wtb"], *again) == read(data, *NAMES)


def test_passes_are_left_out_and_put_in_again() -> None:
    games = [recorded(random_actions(seed)) for seed in range(6)]
    assert any(ply.action == PASS for game in games for ply in game.plies)

    written = WTHOR.write(games)
    found = read(written[".wtb"], Source("a.jou", written[".jou"]), Source("a.trn", written[".trn"]))

    assert [replace(each, notes={}) for each in found] == games


def test_a_game_that_was_broken_off_keeps_the_score_that_both_agreed_on() -> None:
    (record,) = read(file(stored(FORCED_PASS, 20)))

    assert (record.returns, record.reason, record.places) == ((-24.0, 24.0), "agreed", (2, 1))
    assert WTHOR.write([record])[".wtb"][16 + 6] == 20


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "a.wtb: byte 0: a header has 16 bytes; the file has 0"),
        (file()[:-1], "byte 15: a header has 16 bytes; the file has 15"),
        (file(stored(DRAW, 32))[:-1], "byte 4: the header tells of 1 games, that is 84 bytes; the file has 83"),
        (file(count=2**32 - 1), "byte 4: the header tells of 4294967295 games"),
        (file(size=10), "byte 12: the board size is 10: only games on 8x8 squares are read"),
        (file(kind=7), "byte 13: the type is 7"),
        (file(stored("f5", 32).replace(b"\x38", b"\x09")), "game 1, byte 24: move 1 is 9: a move is 10 * row + column"),
        (file(stored("f5", 32), stored("f5f5", 32)), "game 2, byte 93: move 2: white to f5: the square is taken"),
        (file(stored("f5", 65)), "game 1, byte 22: black's score is 65, more than 64"),
        (file(stored(DRAW, 33)), "game 1, byte 22: black's score is 33, but the moves lead to 32"),
        (file(stored(DRAW, 32), stored(DRAW, 33)), "game 2, byte 90: black's score is 33, but the moves lead to 32"),
        (file(stored("f5", 32)[:9] + b"\0" + stored("f5", 32)[10:-1] + b"\x22"), "game 1, byte 25: move 2 is 0"),
    ],
)
def test_a_broken_file_is_refused_where_it_breaks(data: bytes, sentence: str) -> None:
    assert sentence in refused(data)


def test_names_that_are_broken_or_alone_are_refused() -> None:
    with pytest.raises(FormatError, match=r"a\.jou: byte 8: the header tells of 2 names of 20 bytes; 39 bytes follow"):
        [*WTHOR.read([Source("a.wtb", file()), Source("a.jou", JOU[:-1])], DISCS)]
    with pytest.raises(FormatError, match=r"there is a \.jou already"):
        [*WTHOR.read([Source("a.wtb", file()), Source("a.jou", JOU), Source("b.jou", JOU)], DISCS)]
    with pytest.raises(FormatError, match=r"the games are in a \.wtb"):
        [*WTHOR.read(NAMES, DISCS)]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (recorded(FORCED_PASS), "game 1: WTHOR holds finished games alone"),
        (
            replace(recorded([]), start=f"{'-' * 27}XO{'-' * 6}OX{'-' * 27} X"),
            "game 1: WTHOR holds games from the usual start alone",
        ),
        (
            replace(recorded("f5"), returns=(1.0, -1.0), reason="resign"),
            "game 1: the moves do not end the game (resign)",
        ),
        (recorded(DRAW, names=("オセロ", "b")), "the name 'オセロ' has letters that WTHOR cannot hold"),
        (recorded(DRAW, names=("a" * 19 + "1", "a" * 19 + "2")), "are the same in the 19 letters"),
    ],
)
def test_what_the_format_cannot_hold_is_refused(record: Record, sentence: str) -> None:
    with pytest.raises(FormatError) as refusal:
        WTHOR.write([record])
    assert sentence in str(refusal.value)


def test_games_of_two_years_do_not_fit_into_one_file() -> None:
    first, second = (replace(recorded(DRAW), notes={"year": year}) for year in (2001, 2002))

    with pytest.raises(FormatError, match="of one year; these have 2001, 2002"):
        WTHOR.write([first, second])


@given(some.lists(some.tuples(some.integers(0, 99), some.sampled_from(["Ann", "Bob", "Zoé"])), max_size=3))
@settings(max_examples=10, deadline=None)
def test_any_finished_games_come_back(drawn: list[tuple[int, str]]) -> None:
    games = [recorded(random_actions(seed), names=(name, "x")) for seed, name in drawn]

    written = WTHOR.write(games)

    again = [Source("a.jou", written[".jou"]), Source("a.trn", written[".trn"])]
    assert [replace(each, notes={}) for each in read(written[".wtb"], *again)] == games


@pytest.mark.parametrize("seed", range(60))
def test_no_file_makes_it_fall(seed: int) -> None:
    dice = random.Random(seed)
    sources = [
        Source("a.wtb", file(stored(DRAW, 32), stored(FORCED_PASS, 30))),
        Source("a.jou", JOU),
        Source("a.trn", TRN),
    ]
    broken = [
        replace(each, data=mutations.bytes_of(each.data, dice)) if dice.randrange(2) else each for each in sources
    ]

    try:
        found = [*WTHOR.read(broken, OthelloOptions())]
    except FormatError:
        return
    assert all(isinstance(each, Record | FormatError) for each in found)


def test_squares_are_counted_as_everywhere() -> None:
    (record,) = read(file(stored("c4", 32)))

    assert record.plies[0].action == square("c4")
