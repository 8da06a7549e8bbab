"""`asobiba perft`: the number of move sequences, which proves a rulebook."""

from typing import Annotated

import typer

from asobiba.agents.arrays import Arrays
from asobiba.agents.perft import Convention, fast_perft
from asobiba.agents.perft import perft as plain_perft
from asobiba.cli.parameters import GameName, Json, OptionTexts, read_options, write_json
from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game
from asobiba.core.setup import set_up

Convention_ = Annotated[str, typer.Option("--convention", help="What a leaf is: A, B or C; see agents/perft.py.")]


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, max=30)],
    position: Annotated[str | None, typer.Option(help="By default the start.")] = None,
    convention: Convention_ = "A",
    option: OptionTexts = None,
    plain: Annotated[bool, typer.Option("--plain", help="Count with the rulebook, not with its native twin.")] = False,
    json: Json = False,
) -> None:
    """Count the move sequences of every length up to DEPTH."""
    found = find_game(game)
    options = read_options(found, option)
    state = found.start(options) if position is None else set_up(found, position, options)
    leaves = read_convention(convention)
    counts: list[int] = []
    for plies in range(1, depth + 1):
        count = plain_perft if plain or found.part(Arrays).kernel is None else fast_perft
        counts.append(count(found, state, plies, leaves))
        if not json:
            typer.echo(f"{plies} {counts[-1]}")
    if json:
        write_json({"game": game, "convention": leaves, "counts": counts})


def read_convention(text: str) -> Convention:
    for known in ("A", "B", "C"):
        if text.upper() == known:
            return known
    raise ConfigError(f"--convention {text}: allowed is A, B or C")
