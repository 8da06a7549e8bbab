"""Runs, a game on each line."""

from asobiba.agents.files import Source
from asobiba.core.errors import FormatError
from asobiba.core.records import Record
from asobiba.games.twenty48.rules import Twenty48Options
from asobiba.games.twenty48.runs import RUN

GAMES = b"a12c12Lb32U\n\na12b12\n"


def test_runs_are_read_with_their_luck_and_written_alike() -> None:
    found = [record for record in RUN.read([Source("a.txt", GAMES)], Twenty48Options()) if isinstance(record, Record)]

    assert [len(record.plies) for record in found] == [5, 2]
    assert RUN.write(found) == {".txt": GAMES.replace(b"\n\n", b"\n")}


def test_a_wrong_step_is_named_with_its_game_and_where_the_line_begins() -> None:
    first, second = RUN.read([Source("a.txt", b"a12c12L\na12x\n")], Twenty48Options())

    assert not isinstance(first, FormatError)
    assert str(second) == (
        "a.txt: game 2, byte 8: step 2 of the run is 'x': write U, R, D or L, or a new tile such as b24"
    )
