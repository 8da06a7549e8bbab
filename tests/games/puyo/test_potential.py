"""The quiet search, on the presets of tests/data/puyo_presets.txt and against trying everything."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.games.puyo.field import EMPTY, HEIGHT, IN_SIGHT, WIDTH, Field, drop, resolve
from asobiba.games.puyo.notation import read_field
from asobiba.games.puyo.potential import Trigger, potential, triggers

DATA = Path(__file__).parents[2] / "data" / "puyo_presets.txt"


class Preset(NamedTuple):
    field: Field
    length: int
    trigger: Trigger


def presets() -> list[Preset]:
    found = []
    for line in DATA.read_text().splitlines():
        if not line.startswith("#"):
            text, length, trigger, score, _ = line.split("|")
            words = re.fullmatch(r"col([1-6]) ([RBYGP])x([12])", trigger)
            assert words is not None
            drop = Trigger(int(length), int(score), int(words[1]) - 1, words[2], int(words[3]))
            found.append(Preset(read_field(text), int(length), drop))
    return found


@pytest.mark.parametrize("length", range(3, 16))
def test_presets_wait_for_their_trigger_and_are_found(length: int) -> None:
    of_this_length = [preset for preset in presets() if preset.length == length]

    assert len(of_this_length) > 50
    for field, _, trigger in of_this_length:
        assert resolve(field).links == ()
        fired = resolve(drop(field, trigger.column, trigger.colour * trigger.puyos))
        assert (len(fired.links), fired.score) == (length, trigger.score)
        assert trigger in triggers(field)
        assert potential(field) >= length


def test_the_file_is_read_whole() -> None:
    lines = [line for line in DATA.read_text().splitlines() if not line.startswith("#")]

    assert len(presets()) == len(lines) == 939


def test_nothing_is_ready_in_an_empty_field() -> None:
    assert potential(EMPTY) == 0


@pytest.mark.parametrize(
    ("column", "puyos"),
    [
        ("", []),
        ("R", [3]),
        ("RRR", [1, 2, 3]),
        ("YBYBYBYBRR", [2]),
        ("YBYBYBYBYRR", []),
        ("YBYBYBYBYRRR", []),
    ],
)
def test_puyos_must_land_within_rows_1_to_12(column: str, puyos: list[int]) -> None:
    field = (column, "", "", "", "", "")

    assert [trigger.puyos for trigger in triggers(field) if trigger.column == 0] == puyos


@given(st.lists(st.text("RBYO", max_size=HEIGHT), min_size=WIDTH, max_size=WIDTH).map(tuple))
def test_no_trigger_is_missed(field: Field) -> None:
    field = resolve(field).field
    everything = set()
    for column in range(WIDTH):
        for colour in "RBYGP":
            for puyos in (1, 2, 3):
                fired = resolve(drop(field, column, colour * puyos))
                if fired.links and len(field[column]) + puyos <= IN_SIGHT:
                    everything.add(Trigger(len(fired.links), fired.score, column, colour, puyos))

    assert set(triggers(field)) == everything
