"""Field URLs, and what the analysis says of a field."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from asobiba.agents.players import Players
from asobiba.cli.app import app
from asobiba.core.errors import NotationError
from asobiba.games.puyo import GAME
from asobiba.games.puyo.field import EMPTY, HEIGHT, WIDTH, Field, resolve
from asobiba.games.puyo.notation import read_field, read_position, write_position
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.urls import PREFIX, read_url, write_url

NINETEEN = (
    ".G.BRG/GBRRYR/RRYYBY/RGYRBR/YGYRBY/YGBGYR/GRBGYR/BRBYBY/RYYBYY/BRBYBR/BGBYRR/YGBGBG/RBGBGG",
    "23aj9x9AsaxpyxsyqxhqxpssczApspqs9yqqbji",
)
"""A chain of 19 links."""
URLS = [
    ("......", ""),
    ("R.....", "800"),
    (".....R", "1"),
    (".....Y/.G..YY/RGRRBB/RRGRGB", "420Aa9r9hj"),
    ("OP....", "R00"),
    NINETEEN,
]


@pytest.mark.parametrize(("field", "code"), URLS)
def test_fields_and_their_urls(field: str, code: str) -> None:
    assert write_url(read_field(field)) == PREFIX + code
    assert read_field("/".join(read_url(PREFIX + code).rows)) == read_field(field)


FIELDS = st.lists(st.text("RBYGPO", max_size=HEIGHT), min_size=WIDTH, max_size=WIDTH).map(tuple)
MOVES = st.lists(st.tuples(st.text("RBYGP", min_size=2, max_size=2), st.integers(0, ACTIONS - 1) | st.none()))


@given(FIELDS, MOVES)
def test_what_is_written_is_read_again(field: Field, moves: list[tuple[str, int | None]]) -> None:
    shared = read_url(write_url(field, moves))

    assert read_field("/".join(shared.rows)) == field
    assert shared.moves == moves


def test_pairs_and_their_placements() -> None:
    """Two reds upright on column 3, then green and blue with nowhere to go yet."""
    assert write_url(EMPTY, [("RR", 2), ("GB", None)]) == PREFIX + "_0o70"


@pytest.mark.parametrize("prefix", [PREFIX, "https://www.puyop.com/s/", "puyop.com/s/"])
def test_a_url_stands_for_a_field_in_a_position(prefix: str) -> None:
    options = PuyoOptions(mode="single")
    position = read_position(f"{prefix}420Aa9r9hj_0o70 score=40", options)

    assert position == read_position(".....Y/.G..YY/RGRRBB/RRGRGB RR GB score=40", options)
    assert write_position(position) == ".....Y/.G..YY/RGRRBB/RRGRGB RR GB score=40"


def test_each_player_may_have_a_url() -> None:
    versus = PuyoOptions()

    assert read_position(f"{PREFIX}800 | R.G... RB", versus) == read_position("R.....|R.G... RB", versus)
    assert read_position(f"{PREFIX}800|{PREFIX}1", versus) == read_position("R.....|.....R", versus)
    assert read_position(f"{PREFIX}800", versus) == read_position("R.....", versus)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (PREFIX + "8!0", "'!' in a field URL"),
        (PREFIX + "1" * 40, "39 characters at most; found 40"),
        (PREFIX + "_0", "two characters each"),
        (PREFIX + "7", "cell 7 in a field URL"),
        (PREFIX + "_]1", "no pair"),
        (PREFIX + "_0e", "places a pair at 1l"),
        (PREFIX + "8000", "a puyo floats in column 5"),
        (PREFIX + "500", "row 1 of the field is"),
        (PREFIX + "_00 RB", "the queue is given twice"),
        (PREFIX + "_00 seed=4", "the queue is given twice"),
        ("http://example.org/puyop.com/s/1", "is no field URL"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, error: str) -> None:
    with pytest.raises(NotationError, match=error):
        read_position(text, PuyoOptions(mode="single"))


def test_the_analysis_tells_chain_potential_and_trigger() -> None:
    """The stairs wait for a red on column 6: five links."""
    told = GAME.part(Players).insight([read_position("ORBYG./RBYGR./RBYGR./RBYGR. RB", PuyoOptions(mode="single"))])
    fired = resolve(read_field("ORBYG./RBYGRR/RBYGRR/RBYGRR"))

    assert (told["chains"], told["score"]) == (0, 0)
    assert told["potential"]["chains"] == 5
    assert told["potential"]["trigger"] == {"column": 6, "colour": "R", "puyos": 3}
    assert told["potential"]["score"] == fired.score
    assert told["url"] == write_url(read_field("ORBYG./RBYGR./RBYGR./RBYGR."))


def test_the_analysis_of_versus_has_a_value_for_each_seat() -> None:
    told = GAME.part(Players).insight([read_position("RRRR..|...... RB", PuyoOptions())])

    assert told["chains"] == [1, 0]
    assert told["score"] == [40, 0]
    assert told["potential"] == [None, None]
    assert told["url"] == [PREFIX + "990", PREFIX]


def analysed(*arguments: str) -> Any:
    result = CliRunner().invoke(app, ["analyse", "puyo", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_command_takes_a_url() -> None:
    told = analysed(PREFIX + NINETEEN[1], "--option", "mode=single")

    assert (told["chains"], told["score"]) == (19, 175080)
    assert told["url"] == PREFIX + NINETEEN[1]
