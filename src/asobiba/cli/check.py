"""`asobiba check GAME`: how complete a game is, and what is wrong with it."""

from dataclasses import asdict
from itertools import groupby

import typer

from asobiba.cli.parameters import GameName, Json, write_json
from asobiba.core.registry import find_game

STATES = ("ok", "missing", "broken")


def check(game: GameName, json: Json = False) -> int:
    """Check a game and list what it lacks. The exit code is 1 if something that exists is broken."""
    from asobiba.check.report import report  # everything is loaded to check everything

    found = find_game(game)
    items = report(found)
    if json:
        listed = list(items)
        write_json([asdict(item) for item in listed])
        return int(any(item.state == "broken" for item in listed))
    broken = 0
    for level, group in groupby(items, lambda item: item.level):
        listed = list(group)
        counts = [f"{sum(item.state == state for item in listed)} {state}" for state in STATES]
        typer.echo(f"{level}: {', '.join(count for count in counts if not count.startswith('0 '))}")
        for item in listed:
            broken += item.state == "broken"
            for sentence in item.wrong:
                typer.echo(f"  {item.state:8} {item.name:18} {sentence}")
            if item.command:
                typer.echo(f"{'':29} -> {item.command}")
    typer.echo(f"{found.name}: {broken} wrong" if broken else f"{found.name}: nothing is wrong")
    return int(broken > 0)
