"""Records: exact round trips, and a broken line refused by its number."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.agents.spec import make_agent
from asobiba.core.errors import RecordError
from asobiba.core.match import play
from asobiba.core.records import read_records, write_record
from asobiba.core.registry import find_game

HEADER = '{"record":1,"game":"othello","rules":1,"options":{},"seats":["a","b"]}'
WHOLE = [HEADER, '{"seat":0,"action":19,"move":"d3"}', '{"seat":1,"action":18,"move":"c3"}']


def whole_game() -> str:
    """A finished game of Othello, without the times that would make every run differ."""
    found = find_game("othello")
    record = play(found, [make_agent("random", found, seed=seat) for seat in range(2)], seed=5)
    return write_record(replace(record, plies=tuple(replace(ply, seconds=None) for ply in record.plies)))


def test_times_round_trip() -> None:
    found = find_game("othello")
    record = play(found, [make_agent("random", found)] * 2)

    assert all(ply.seconds is not None for ply in record.plies)
    assert list(read_records(write_record(record).splitlines())) == [record]


def test_the_example_is_read() -> None:
    (record,) = read_records(WHOLE)

    assert [ply.action for ply in record.plies] == [19, 18]
    assert record.returns is None
    assert write_record(record) == "\n".join(WHOLE) + "\n"


@pytest.mark.parametrize(
    ("line", "broken", "sentence"),
    [
        (1, '{"record":2,"game":"othello","rules":1,"seats":["a","b"]}', "record format 2 is unknown"),
        (1, HEADER.replace('"rules":1', '"rules":9'), "rules version 9 of othello; this version plays 1"),
        (1, HEADER.replace("othello", "othelo"), "did you mean 'othello'"),
        (1, HEADER.replace('["a","b"]', '["a"]'), "1 names for the 2 seats black, white"),
        (1, HEADER.replace("{}", '{"score":"big"}'), "option score=big"),
        (1, HEADER.replace("{}", "[]"), "Expected `object`, got `array`"),
        (1, '{"seat":0,"action":19}', "a record starts with a header line"),
        (2, '{"seat":0,"action":0}', "black to a1: no disc would be turned"),
        (2, '{"seat":0,"action":10e30}', "got `float`"),
        (2, '{"seat":1,"action":19}', "seat 0 is to play, not seat 1"),
        (2, '{"chance":3}', "seat 0 is to play, not luck"),
        (2, '{"seat":0,"action":19,"move":"c4"}', "action 19 is 'd3' here, not 'c4'"),
        (2, '{"seat":0,"action":19,"note":"!"}', "Object contains unknown field `note`"),
        (2, '{"seat":0', "Input data was truncated"),
        (2, "[1,2]", "expected a JSON object, found '[1,2]'"),
        (2, '{"moov":1}', "a line has one of the keys record, seat, chance, end; found moov"),
        (3, '{"end":[1.0,-1.0]}', "the game is not over: seat 1 is to play"),
        (3, "[" * 100_000, ""),
    ],
)
def test_a_broken_line_is_refused_by_its_number(line: int, broken: str, sentence: str) -> None:
    lines = [*WHOLE[: line - 1], broken, *WHOLE[line:]]

    with pytest.raises(RecordError) as caught:
        list(read_records(lines))

    assert caught.value.line == line
    assert sentence in str(caught.value)


def test_a_wrong_result_is_refused() -> None:
    text = whole_game()
    last = text.splitlines()[-1]
    wrong = '{"end":[0.5,-0.5]}'

    with pytest.raises(RecordError, match="the result is"):
        list(read_records(text.replace(last, wrong).splitlines()))


def test_nothing_follows_the_end_but_another_game() -> None:
    text = whole_game()

    assert len(list(read_records((text + text).splitlines()))) == 2
    with pytest.raises(RecordError, match="the game is over"):
        list(read_records([*text.splitlines(), '{"seat":0,"action":64}']))


@given(st.lists(st.one_of(st.text(), st.sampled_from(WHOLE)), max_size=5))
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    try:
        records = list(read_records(lines))
    except RecordError:
        return
    assert [list(read_records(write_record(record).splitlines())) for record in records] == [[r] for r in records]


@given(st.data())
def test_one_changed_character_is_refused_or_still_a_record(data: st.DataObject) -> None:
    text = whole_game()
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.characters(codec="utf-8")) + text[at + 1 :]

    try:
        records = list(read_records(changed.splitlines()))
    except RecordError:
        return
    for record in records:
        assert list(read_records(write_record(record).splitlines())) == [record]
