"""What all formats share: which one is meant, and where in a file something is wrong."""

import pytest

from asobiba.agents.files import Files, Source, format_for, lines_of
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError, FormatError
from asobiba.core.game import AnyGame
from asobiba.core.match import play
from asobiba.core.records import Record
from asobiba.core.registry import every_game, find_game

LISTED = [
    pytest.param(game, name, id=f"{game.name}-{name}") for game in every_game() for name in game.part(Files).formats
]


@pytest.mark.parametrize(("game", "name"), LISTED)
def test_every_format_of_every_game_brings_a_game_back(game: AnyGame, name: str) -> None:
    found = game.part(Files).formats[name]
    options = game.options()
    agents = [make_agent("random", game, options) for _ in game.seats(options)]
    record = play(game, agents, options, seed=5, names=["Ann", "Bob"][: len(agents)])

    written = found.write([record, record])
    again = [*found.read([Source(f"games{suffix}", data) for suffix, data in written.items()], options)]
    assert all(isinstance(each, Record) for each in again)

    assert [*written] == [*found.suffixes][: len(written)]
    assert [[ply.action for ply in each.plies] for each in again if isinstance(each, Record)] == [
        [ply.action for ply in record.plies]
    ] * 2
    assert [each.returns for each in again if isinstance(each, Record)] == [record.returns] * 2


def test_the_format_is_the_one_named_or_the_one_of_the_suffix() -> None:
    formats = find_game("othello").part(Files).formats

    assert format_for(formats, "othello", named=None, file="WTH_2001.WTB") is formats["wthor"]
    assert format_for(formats, "othello", named="ggf", file="games.txt") is formats["ggf"]
    with pytest.raises(ConfigError, match="--format pgn: formats of othello are transcript, ggf, wthor"):
        format_for(formats, "othello", named="pgn", file=None)
    with pytest.raises(
        ConfigError, match=r"games\.pgn: name one of the formats of othello with --format: transcript, ggf"
    ):
        format_for(formats, "othello", named=None, file="games.pgn")
    with pytest.raises(ConfigError, match="formats of coppit with --format: none"):
        format_for({}, "coppit", named=None, file="a.ggf")


def test_lines_know_where_they_begin() -> None:
    source = Source("a.txt", "f5\n\n ö d3 \r\nx".encode())

    assert [*lines_of(source)] == [(1, 0, "f5"), (2, 4, " ö d3"), (3, 13, "x")]
    with pytest.raises(FormatError, match=r"a\.txt: byte 1: this is no text in UTF-8"):
        [*lines_of(Source("a.txt", b"f\xff"))]


def test_an_error_says_file_game_and_byte() -> None:
    error = Source("a.ggf", b"").wrong("no", game=3, byte=70)

    assert (str(error), error.code, error.game, error.byte) == ("a.ggf: game 3, byte 70: no", "format", 3, 70)
