"""Transcripts, a game on each line."""

import pytest

from asobiba.agents.files import Source
from asobiba.core.errors import FormatError
from asobiba.games.othello.transcripts import TRANSCRIPT
from tests.games.othello.games import BOTH_STUCK, DISCS, DRAW, FORCED_PASS, random_actions, recorded

SEATS = ("black", "white")


def test_a_game_on_each_line_with_or_without_passes() -> None:
    text = f"{DRAW}\n\n  F5 D6 c3\r\n{FORCED_PASS}pae3\n{FORCED_PASS}e3"

    found = [*TRANSCRIPT.read([Source("a.txt", b"\xef\xbb\xbf" + text.encode())], DISCS)]

    assert found[:2] == [recorded(DRAW, names=SEATS), recorded("f5d6c3", names=SEATS)]
    assert found[2] == found[3] == recorded(f"{FORCED_PASS}e3", names=SEATS)


def test_what_is_written_is_read_again() -> None:
    games = [recorded(random_actions(seed), names=SEATS) for seed in range(4)]

    assert [*TRANSCRIPT.read([Source("a.txt", TRANSCRIPT.write(games)[".txt"])], DISCS)] == games


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"f5d6\nf5x9\n", "a.txt: game 2, byte 7: move 2 is 'x9': write squares from a1 to h8, or pass"),
        (b"f5\n  f5f5\n", "a.txt: game 2, byte 7: move 2: white to f5: the square is taken"),
        (b"f5" * 200, "game 1, byte 256: move 129"),
        (b"f5\n\xff\xff", "byte 3: this is no text in UTF-8"),
        (BOTH_STUCK.encode() + b"a1", "game 1, byte 22: move 12: action 0: the game is over"),
    ],
)
def test_a_broken_line_is_refused_where_it_breaks(data: bytes, sentence: str) -> None:
    def first_wrong() -> str:
        try:
            found = TRANSCRIPT.read([Source("a.txt", data)], DISCS)
            return next(str(each) for each in found if isinstance(each, FormatError))
        except FormatError as error:
            return str(error)

    assert sentence in first_wrong()
