"""`asobiba match`: games between agents, and what came of them."""

from typing import Annotated

import typer

from asobiba.arena.batches import play_at_random, plays_at_random
from asobiba.arena.series import play_series
from asobiba.cli.play import append_record
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.cli.words import (
    Clock,
    GameName,
    Json,
    Lang,
    Opening,
    OptionTexts,
    RecordFile,
    Seed,
    read_options,
    short,
    write_json,
)
from asobiba.core.clock import read_clock
from asobiba.core.records import Record
from asobiba.core.registry import find_game

RANDOM = "random"
"""Alone, it plays thousands of games at a time."""
TOGETHER = {
    "agent": "agent", "wins": "wins", "draws": "draws", "losses": "losses",
    "mean": "mean_return", "seconds": "seconds_per_move",
}  # fmt: skip
ALONE = {
    "agent": "agent", "games": "games", "score": "mean", "error": "standard_error", "median": "median",
    "best": "best", "seconds": "seconds_per_move", "rates": "rates",
}  # fmt: skip
"""Columns of the table, and the keys of a summary that they show."""
ON_CLOCK = {"out_of_time": "out_of_time"}


def match(
    game: GameName,
    agents: Annotated[list[str], typer.Argument(help="One agent for each seat; seats rotate. For one: any number.")],
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 10,
    seed: Seed = 0,
    option: OptionTexts = None,
    opening: Opening = 0,
    balanced: Annotated[
        bool, typer.Option("--balanced", help="Begin with openings after which nobody is better, where there are some.")
    ] = False,
    keep_seats: Annotated[bool, typer.Option("--keep-seats", help="Seats do not rotate.")] = False,
    clock: Clock = None,
    max_plies: Annotated[int | None, typer.Option(min=1, help="Break off longer games.")] = None,
    record: RecordFile = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Let agents play against each other; games for one, each for itself."""
    found = find_game(game)
    options, control = read_options(found, option), None if clock is None else read_clock(clock)
    screen = Screen.on_stdout(language(lang))
    alone = len(found.rules.seats(options)) == 1
    all_games, played = games * (len(agents) if alone else 1), 0

    def watch(finished: Record) -> None:
        nonlocal played
        played += 1
        if record is not None:
            append_record(record, finished)
        screen.count(played, all_games)

    plain = record is None and control is None and max_plies is None and not opening and not balanced
    if plain and agents == [RANDOM] and plays_at_random(found, options):
        standings = [
            play_at_random(found, options, games=games, seed=seed, watch=lambda done: screen.count(done, games))
        ]
    else:
        standings = play_series(
            found,
            agents,
            options,
            games=games,
            seed=seed,
            max_plies=max_plies,
            opening=opening,
            balanced=balanced,
            rotate=not keep_seats,
            clock=control,
            watch=watch,
        )
    summaries = [standing.summary_alone() if alone else standing.summary() for standing in standings]
    if json:
        named = {"milestone": found.rules.milestone.name} if alone and found.rules.milestone is not None else {}
        timed = {} if control is None else {"clock": control.as_json()}
        told = {"game": game, "options": options.chosen(), "games": games, "seed": seed, **timed, **named}
        write_json({**told, "agents": summaries})
        return
    columns = {**(ALONE if alone else TOGETHER), **({} if control is None else ON_CLOCK)}
    screen.table(
        [screen.text(f"match.header.{column}") for column in columns],
        [[cell(summary[key]) for key in columns.values()] for summary in summaries],
    )


def cell(value: object) -> str:
    """Rates as `256 100%, 512 40%`: of what every game reached, the most is enough."""
    if isinstance(value, dict):
        below = sum(share == 1 for share in value.values()) - 1
        return ", ".join(f"{far} {share:.0%}" for far, share in list(value.items())[max(below, 0) :]) or "-"
    return short(value)
