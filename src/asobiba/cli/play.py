"""`asobiba play` and `asobiba replay`: a game at the terminal, and recorded games move by move."""

import time
from pathlib import Path
from typing import Annotated

import typer

from asobiba.cli.formats import records_of
from asobiba.cli.menu import menu, seats_wanted
from asobiba.cli.parameters import Clock, Lang, Marks, OptionTexts, Ponder, RecordFile, read_options
from asobiba.cli.prompt import HUMAN, Session, append_record
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.cli.watching import watch
from asobiba.core.clock import read_clock
from asobiba.core.errors import ConfigError
from asobiba.core.records import Record
from asobiba.core.registry import find_game


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Its name; without one, the menu.")] = None,
    seats: Annotated[list[str] | None, typer.Argument(help="Who sits where: human or agents.")] = None,
    seat: Annotated[str | None, typer.Option(help="Your own, by name or number; by default the first.")] = None,
    level: Annotated[str | None, typer.Option(help="Of the computer, by number or name; `asobiba games`.")] = None,
    option: OptionTexts = None,
    clock: Clock = None,
    ponder: Ponder = False,
    seed: Annotated[int | None, typer.Option(help="Of the luck; by default the time of day.")] = None,
    record: RecordFile = None,
    delay: Annotated[
        float | None,
        typer.Option(min=0, max=60, help="Agents alone: show every board, so many seconds; 0 is as fast as they play."),
    ] = None,
    marks: Marks = True,
    lang: Lang = None,
) -> None:
    """Play at the terminal, or watch agents play."""
    screen = Screen.on_stdout(language(lang))
    if game is None:
        menu(screen, marks=marks)
        return
    found = find_game(game)
    options = read_options(found, option)
    if seats and (seat is not None or level is not None):
        raise ConfigError("--seat and --level choose who sits where: leave out the list of players, or the options")
    specs = seats or seats_wanted(found, options, seat, level, screen.lang)
    seed = int(time.time()) if seed is None else seed
    control = None if clock is None else read_clock(clock)
    session = Session(found, options, specs, seed, screen, marks=marks, clock=control, ponders=ponder)
    try:
        session.play() if delay is None else watch(session, delay)
    finally:
        if record is not None:
            append_record(record, session.record())
            screen.say("play.recorded", path=record)


def replay(
    file: Annotated[Path, typer.Argument(help="A file of records.")],
    delay: Annotated[float, typer.Option(min=0, max=60, help="Seconds between moves.")] = 0.0,
    marks: Marks = True,
    lang: Lang = None,
) -> None:
    """Show every move of recorded games."""
    screen = Screen.on_stdout(language(lang))
    for record in records_of(file):
        show(record, screen, delay, marks)


def show(record: Record, screen: Screen, delay: float, marks: bool) -> None:
    game = find_game(record.game)
    options, people = game.options.recorded(record.options), [HUMAN] * len(record.seats)
    session = Session(game, options, people, record.seed or 0, screen, marks=marks)
    session.states = [next(record.states())]
    names = ", ".join(f"{seat}: {who}" for seat, who in zip(session.names, record.seats, strict=True))
    screen.console.print(f"{screen.title(game)} ({names})")
    session.draw()
    for ply in record.plies:
        if ply.seat >= 0:
            screen.say("play.move", seat=session.names[ply.seat], move=session.move_name(ply.action))
        session.take(ply)
        session.draw()
        time.sleep(delay)
    if record.returns is None:
        screen.say("play.left")
    else:
        session.announce_result(record.returns, record.reason, record.places)
