"""GGF as servers and programs write it, and what is wrong with files that are broken."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from asobiba.agents.files import Source
from asobiba.core.errors import FormatError
from asobiba.core.records import Ply, Record, read_records, write_record
from asobiba.games.othello.ggf import GGF, game_of, read_games, write_game
from asobiba.games.othello.notation import read_position, write_transcript
from asobiba.games.othello.rules import PASS, OthelloOptions, Position
from asobiba.games.othello.wthor import WTHOR
from tests import mutations
from tests.games.othello.games import BOTH_STUCK, DISCS, DRAW, FORCED_PASS, WIPED_OUT, random_actions, recorded

START = "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
SERVER = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Saio]PW[Edax]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]"
    f"RE[+0.000:s]BO[8 {START}]B[d3//0.01]W[c5/-1.50/1:02]B[e6/2];)"
)


NAMES = some.text(some.characters(exclude_categories=("Cc", "Cs")), max_size=30)


def records(text: str | bytes, options: OthelloOptions = DISCS) -> list[Record]:
    found = [*GGF.read([Source("a.ggf", text.encode() if isinstance(text, str) else text)], options)]
    records = [each for each in found if isinstance(each, Record)]
    assert records == found
    return records


def refused(text: str | bytes) -> str:
    """The sentence of the first game that is wrong."""
    data = text.encode() if isinstance(text, str) else text
    try:
        return next(str(each) for each in GGF.read([Source("a.ggf", data)], DISCS) if isinstance(each, FormatError))
    except FormatError as error:
        return str(error)


def game(moves: str, tags: str = "", board: str = START) -> str:
    return f"(;GM[Othello]{tags}BO[8 {board}]{moves};)"


def test_a_game_of_a_server_becomes_a_record_with_everything_it_told() -> None:
    (record,) = records(SERVER)

    assert record.seats == ("Saio", "Edax")
    assert record.plies == (Ply(0, 19, 0.01), Ply(1, 34, 62.0), Ply(0, 44))
    assert (record.returns, record.reason, record.places) == ((0.0, 0.0), "agreed", (1, 1))
    assert record.notes == {
        "place": "GGS/os",
        "date": "2003.12.15_13:24:03.MST",
        "black_rating": "2197.01",
        "white_rating": "2199.72",
        "time": "05:00//02:00",
        "values": [None, -1.5, 2.0],
        "score": 32,
    }
    assert records(GGF.write([record])[".ggf"]) == [record]
    assert [*read_records(write_record(record).splitlines())] == [record]


@pytest.mark.parametrize("text", [FORCED_PASS, WIPED_OUT, BOTH_STUCK, DRAW])
def test_what_is_written_is_read_as_the_same_record(text: str) -> None:
    record = recorded(text)

    assert records(GGF.write([record])[".ggf"]) == [record]


def test_a_game_on_the_clock_keeps_its_time_and_how_it_ended() -> None:
    black, places = (64.0, -64.0), (1, 2)
    record = replace(recorded(FORCED_PASS), notes={"clock": "10+5"}, returns=black, reason="time", places=places)

    (read,) = records(GGF.write([record])[".ggf"])

    assert "TI[10:00/00:05]" in GGF.write([record])[".ggf"].decode()
    assert (read.returns, read.reason, read.places, read.notes["time"]) == (black, "time", places, "10:00/00:05")
    assert "TI[" not in GGF.write([replace(record, notes={"clock": "on the wall"})])[".ggf"].decode()


def test_results_give_the_empty_squares_to_the_winner() -> None:
    written = GGF.write([recorded(text) for text in (WIPED_OUT, BOTH_STUCK, DRAW, FORCED_PASS)])[".ggf"].decode()

    assert [line.partition("RE[")[2].partition("]")[0] for line in written.splitlines()] == [
        "+64.000",
        "+62.000",
        "+0.000",
        "?",
    ]
    assert records(written.replace("RE[+62.000]", "RE[+13.000]"))[1].returns == (62.0, -62.0), "the discs on the board"


def test_a_pass_is_written_and_may_be_left_out() -> None:
    record = next(
        each for each in map(recorded, map(random_actions, range(9))) if PASS in {p.action for p in each.plies}
    )
    written = GGF.write([record])[".ggf"].decode()

    assert written.count("[PA]") == sum(ply.action == PASS for ply in record.plies)
    for name in ("[pass]", "[pa//0.01]", "[PA/]"):
        assert [ply.action for ply in records(written.replace("[PA]", name))[0].plies] == [
            ply.action for ply in record.plies
        ]
    left_out = written.replace("B[PA]", "").replace("W[PA]", "")
    assert records(left_out) == [record]


def test_another_start_and_another_side_to_move() -> None:
    first = read_position("--O--O--X-XOO---XXXXOO-XXOXOXOOOXXOXXXOXXXXOXOX---XXOX----XXXX-- O", DISCS)
    black_first = random.Random(3).choice(first.legal())
    record = replace(recorded([]), start="--O--O--X-XOO---XXXXOO-XXOXOXOOOXXOXXXOXXXXOXOX---XXOX----XXXX-- O")
    record = replace(record, plies=(Ply(1, black_first),))

    assert records(GGF.write([record])[".ggf"]) == [record]
    assert records(game("B[F5]", board=START.replace(" ", "")[:-1] + " *"))[0].start is None


def test_the_games_of_a_match_stand_beside_each_other_with_their_number() -> None:
    text = f"2 {game('B[F5]')}{game('B[D3]W[C3]')}\n1 {game('')}\n"

    assert [write_transcript(ply.action for ply in each.plies) for each in records(text)] == ["f5", "d3c3", ""]


def test_names_may_have_brackets_and_any_letters() -> None:
    record = replace(recorded(DRAW), seats=("a]b\\", "オセロ"))

    assert records(GGF.write([record])[".ggf"]) == [record]
    assert records("(;GM[Othello]PB[J\xe9r\xf4me]PW[x];)".encode("latin-1"))[0].seats == ("Jérôme", "x")


def test_a_terminal_is_told_nothing_by_names_and_places() -> None:
    """C0, DEL and C1, in UTF-8 and in Latin letters: they move the cursor, or worse. The board may have lines."""
    text = "(;GM[Othello]PC[a\x9b2J\r\nb]PB[a\x1b[31mred]PW[\x07\x7fオ\tセロ\x85]XX[\x1b]BO[8\n" + START + "]B[F5];)"
    (record,) = records(text)

    assert record.seats == ("a[31mred", "オ セロ")
    assert record.notes == {"place": "a2J b", "XX": ""}
    assert records(b"(;GM[Othello]PB[J\xe9\x9b1m];)")[0].seats[0] == "Jé1m"
    written = GGF.write([replace(record, seats=("\x1b[2J", "b"), notes={"place": "\x9bA"})])[".ggf"].decode()
    assert written.strip().isprintable()


@pytest.mark.parametrize(
    ("result", "end"),
    [
        ("+64.000:r", ((64.0, -64.0), "resign", (1, 2))),
        ("-12.00:t", ((-12.0, 12.0), "time", (2, 1))),
        ("0:s", ((0.0, 0.0), "agreed", (1, 1))),
        ("-64:s", ((-64.0, 64.0), "agreed", (2, 1))),
        ("+13.000:r", ((13.0, -13.0), "resign", (1, 2))),
        ("-4.000", (None, None, None)),
        ("?", (None, None, None)),
    ],
)
def test_results_that_the_moves_do_not_give(result: str, end: tuple[object, ...]) -> None:
    (record,) = records(game("B[F5]", f"RE[{result}]"))

    assert (record.returns, record.reason, record.places) == end
    assert records(GGF.write([record])[".ggf"]) == [record]


@pytest.mark.parametrize("options", [DISCS, OthelloOptions()])
@pytest.mark.parametrize(
    ("result", "score"),
    [("+20.000:r", 42), ("-12.00:t", 26), ("+64.000:r", 64), ("+0.000:s", 32), ("+13.000:r", None), ("+0.5:s", None)],
)
def test_a_result_that_the_moves_do_not_give_goes_into_a_base_of_wthor(
    result: str, score: int | None, options: OthelloOptions
) -> None:
    """Which has a score out of 64 discs, and none for an odd difference."""
    (record,) = records(game("B[F5]", f"RE[{result}]"), options)

    assert record.notes.get("score") == score
    assert records(GGF.write([record])[".ggf"], options) == [record]
    if score is None:
        with pytest.raises(FormatError, match="no note tells black's score of 64 discs"):
            WTHOR.write([record])
    else:
        (back,) = WTHOR.read([Source("a.wtb", WTHOR.write([record])[".wtb"])], options)
        assert isinstance(back, Record)
        assert (back.returns, back.notes["score"]) == (record.returns, score)
        assert f"RE[{2 * score - 64:+.3f}:s]" in GGF.write([back])[".ggf"].decode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "byte 0: there is no game: a game of GGF begins with (;"),
        ("hello", "game 1, byte 0: a game of GGF begins with (;"),
        (game("B[F5]") + " x", f"game 2, byte {len(game('B[F5]')) + 1}: a game of GGF begins with (;"),
        (game("B[F5]W[Z9]"), "game 1, byte 97: 'Z9' is no move"),
        (game("B[F5]W[F5]"), "game 1, byte 97: move 2: white to f5: the square is taken"),
        (game("W[F5]"), "game 1, byte 92: move 1: it is the turn of black, not of white"),
        (game("B[F5]")[:-2], "game 1, byte 97: here a tag such as PB[name]"),
        (game("B[F5"), "here a tag such as PB[name]"),
        (game("B[F5/x]"), "'x' is no number"),
        (game("B[F5//1:2:3:4]"), "'1:2:3:4' is no time"),
        (game("", "PB[a]PB[b]"), "game 1, byte 18: PB is there twice"),
        (game("", "TY[10]"), "TY is '10': only games on 8x8 squares"),
        (game("", "TY[8a]"), "only games on 8x8 squares whose winner has more discs"),
        ("(;GM[Go]B[dd];)", "'dd' is no move"),
        ("(;GM[Go];)", "GM is 'Go': only games of Othello"),
        ("(;B[F5];)", "GM is None"),
        ("(;GM[Othello]BO[10 ---];)", "BO is a board of size 8"),
        ("(;GM[Othello]BO[8 --- *];)", "65 letters; found 4"),
        ("(;GM[Othello]BO[8 f5d6];)", "BO has squares * for black"),
        (game("", "RE[won]"), "game 1, byte 13: RE is 'won'"),
        (
            game("B[F5]", "PB[a]RE[+999999999:r]"),
            "game 1, byte 18: RE is +999999999:r: nobody wins by more than 64 discs",
        ),
        (game("B[F5]", "RE[-64.01:t]"), "game 1, byte 13: RE is -64.01:t: nobody wins by more than 64 discs"),
        (game("B[F5]", "RE[66]"), "nobody wins by more than 64 discs"),
        (game("", f"PB[{'x' * 5000}]"), "of 4096 bytes at most"),
        (
            GGF.write([recorded(DRAW)])[".ggf"].replace(b"+0.000", b"+2.000"),
            "game 1, byte 38: RE is +2.000, but the moves lead to +0",
        ),
        (game("B[PA]W[PA]" * 70), "a game has 128 moves at most"),
    ],
)
def test_a_broken_file_is_refused_where_it_breaks(text: str | bytes, sentence: str) -> None:
    assert sentence in refused(text)
    assert refused(text).startswith("a.ggf: ")


def test_a_game_that_is_wrong_costs_the_others_nothing() -> None:
    text = game("B[F5]") + game("B[A1]") + game("B[F5") + game("B[D3]")

    found = [*GGF.read([Source("a.ggf", text.encode())], DISCS)]

    assert [each.game if isinstance(each, FormatError) else "read" for each in found] == ["read", 2, 3, "read"]


@given(
    seed=some.integers(0, 10**6),
    plies=some.integers(0, 70),
    names=some.tuples(NAMES, NAMES),
    times=some.lists(some.none() | some.floats(0, 1e6), min_size=1, max_size=4),
    values=some.lists(some.none() | some.floats(-64, 64), min_size=1, max_size=4),
)
@settings(max_examples=20, deadline=None)
def test_any_record_comes_back(
    seed: int, plies: int, names: tuple[str, str], times: list[float | None], values: list[float | None]
) -> None:
    record = recorded(random_actions(seed, plies=plies), names=names)
    count = len(record.plies)
    seconds = [None if time is None else round(time, 6) for time in (times * count)[:count]]
    thoughts = [None if value is None else round(value, 6) for value in (values * count)[:count]]
    record = replace(
        record,
        plies=tuple(map(Ply, (p.seat for p in record.plies), (p.action for p in record.plies), seconds)),
        notes={"values": thoughts} if any(value is not None for value in thoughts) else {},
    )

    assert records(GGF.write([record])[".ggf"]) == [record]
    *_, end = record.states()
    (once,) = read_games(Source("", write_game(game_of(record, end)).encode()), DISCS)
    assert not isinstance(once, FormatError)
    assert write_game(once) == write_game(game_of(record, end))


@pytest.mark.parametrize("seed", range(60))
def test_no_file_makes_it_fall(seed: int) -> None:
    dice = random.Random(seed)
    whole = GGF.write([recorded(random_actions(number)) for number in range(3)])[".ggf"] + SERVER.encode()
    broken = mutations.bytes_of(whole, dice)

    try:
        found = [*GGF.read([Source("a.ggf", broken)], OthelloOptions())]
    except FormatError:
        return
    assert all(isinstance(each, Record | FormatError) for each in found)


@pytest.mark.parametrize(
    "piece", [b"(;", b"(;A[", b"(;B[F5]", b"\\", b"(;GM[Othello];)", b"A[\\", b" " * 9, b"(;BO[8 "]
)
def test_no_file_makes_it_slow(piece: bytes) -> None:
    """What never closes is given up soon: the test would take hours otherwise."""
    times = 3_000 if b";)" not in piece else 500
    with suppress(FormatError):
        assert sum(1 for _ in GGF.read([Source("a.ggf", piece * times)], DISCS)) <= times


def test_the_start_of_the_rules_is_the_start_of_the_format() -> None:
    assert f"BO[8 {START.replace(' ', '')[:64]} *]" in write_game(game_of(recorded([]), Position()))
    assert Position() == read_position(START, OthelloOptions())
