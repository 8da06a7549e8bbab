"""`asobiba match`: games between agents, and what came of them."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer

from asobiba.agents.players import Players
from asobiba.arena.batches import play_at_random, plays_at_random
from asobiba.arena.series import Standing, play_series
from asobiba.cli.interrupts import STOPPED, unbroken
from asobiba.cli.parameters import (
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
from asobiba.cli.prompt import append_record
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
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
    "best": "best", "seconds": "seconds_per_move",
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
    """Let agents play against each other; games for one, each for itself. Ctrl-C tells what came of it so far."""
    found = find_game(game)
    options, control = read_options(found, option), None if clock is None else read_clock(clock)
    screen = Screen.on_stdout(language(lang))
    alone = len(found.seats(options)) == 1
    all_games, played = games * (len(agents) if alone else 1), 0
    standings, stopped = list[Standing](), False

    def watch(finished: Record) -> None:
        nonlocal played
        played += 1
        if record is not None:
            append_record(record, finished)
        screen.count(played, all_games)

    def watch_random(done: int) -> None:
        nonlocal played
        played = done
        screen.count(done, games)

    plain = record is None and control is None and max_plies is None and not opening and not balanced
    try:
        if plain and agents == [RANDOM] and plays_at_random(found, options):
            play_at_random(found, options, games=games, seed=seed, watch=watch_random, into=standings, whole=unbroken)
        else:
            play_series(
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
                into=standings,
                whole=unbroken,
            )
    except KeyboardInterrupt:
        if not standings:
            raise
        stopped = True
        screen.leave_count()
    summaries = [standing.summary_alone() if alone else standing.summary() for standing in standings]
    if json:
        milestones = found.part(Players).milestones
        named = {"milestone": milestones[0]} if alone and milestones is not None else {}
        timed = {} if control is None else {"clock": control.as_json()}
        each = max(standing.games for standing in standings)  # fewer than were asked for if it was stopped
        told = {"game": game, "options": options.chosen(), "games": each, "seed": seed, **timed, **named}
        write_json({**told, "agents": summaries})
    elif played:
        show(summaries, {**(ALONE if alone else TOGETHER), **({} if control is None else ON_CLOCK)}, screen)
    if stopped:
        if not json:
            screen.say("match.stopped", number=played, all=all_games)
        raise typer.Exit(STOPPED)


def show(summaries: Sequence[Mapping[str, object]], columns: Mapping[str, str], screen: Screen) -> None:
    """A table, and below it how often each agent came how far, where the game has milestones."""
    screen.table(
        [screen.text(f"match.header.{column}") for column in columns],
        [[short(summary[key]) for key in columns.values()] for summary in summaries],
        folded=0,
    )
    for summary in summaries:
        rates = summary.get("rates")
        if isinstance(rates, dict) and rates:
            screen.say("match.reached", agent=summary["agent"])
            screen.listed(rates_listed(rates, screen))


def rates_listed(rates: Mapping[str, float], screen: Screen) -> list[str]:
    """["256 in 100 %, ", "512 in 40 %"]: of what every game reached, the most is enough."""
    below = sum(share == 1 for share in rates.values()) - 1
    told = [
        screen.text("match.rate", far=far, percent=100 * share) for far, share in list(rates.items())[max(below, 0) :]
    ]
    return [f"{each}, " for each in told[:-1]] + told[-1:]
