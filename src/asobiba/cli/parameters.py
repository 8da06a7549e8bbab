"""What commands have in common: the words after them, and how values are written."""

from pathlib import Path
from typing import Annotated, Any

import typer

from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Its name; `asobiba games` lists them.")]
OptionTexts = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; repeatable.")
]
Lang = Annotated[str | None, typer.Option("--lang", help="en or ja; by default that of LANG.")]
RecordFile = Annotated[Path | None, typer.Option("--record", help="Append the games to this file.")]
Marks = Annotated[
    bool, typer.Option("--marks/--no-marks", help="Mark where one may play, in games whose board shows it.")
]
Json = Annotated[bool, typer.Option("--json", help="One line of JSON on stdout.")]
Clock = Annotated[
    str | None,
    typer.Option("--clock", metavar="MINUTES[+SECONDS]", help="Time of each seat, and what a move adds: 5 or 10+5."),
]
Ponder = Annotated[bool, typer.Option("--ponder", help="Think while the other side does, if the agent can.")]
Opening = Annotated[int, typer.Option("--opening", min=0, help="Random plies first, so that games differ.")]
Seed = Annotated[int, typer.Option("--seed", help="Of the luck and of the agents' own dice.")]


def short(value: object, digits: int = 4) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:.{digits}g}"
    return str(value)


def read_options(game: AnyGame, texts: list[str] | None) -> Options:
    """["players=2"] -> the game's options"""
    values: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if not equals or key.strip() in values:
            raise ConfigError(f"--option {text}: write each once, as KEY=VALUE")
        values[key.strip()] = value.strip()
    options: Options = game.options.read(values)
    return options


def write_json(value: Any) -> None:
    import msgspec  # the list of commands does without

    typer.echo(msgspec.json.encode(value).decode())
