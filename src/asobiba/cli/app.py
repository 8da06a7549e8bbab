"""The commands of `asobiba`. Each is a few lines: the work is done below."""

import os
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from asobiba.agents.arrays import Arrays
from asobiba.agents.files import Files
from asobiba.agents.levels import levels_of
from asobiba.agents.perft import Convention, fast_perft, perft
from asobiba.agents.spec import agents_for
from asobiba.cli.analysis import analyse
from asobiba.cli.bench import bench
from asobiba.cli.dashes import TakesDashes
from asobiba.cli.dialogue import nboard
from asobiba.cli.exchange import export, import_, records_of
from asobiba.cli.gtp import gtp
from asobiba.cli.judge import judge
from asobiba.cli.match import match
from asobiba.cli.menu import menu, seats_wanted
from asobiba.cli.play import HUMAN, Session, append_record
from asobiba.cli.rate import rate
from asobiba.cli.screen import Screen
from asobiba.cli.solve import solve
from asobiba.cli.texts import language
from asobiba.cli.train import TakesSettings, train
from asobiba.cli.watching import watch
from asobiba.cli.words import (
    Clock,
    GameName,
    Json,
    Lang,
    Marks,
    OptionTexts,
    Ponder,
    RecordFile,
    read_options,
    write_json,
)
from asobiba.core.clock import read_clock
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove
from asobiba.core.options import describe
from asobiba.core.records import Record
from asobiba.core.registry import every_game, find_game
from asobiba.core.setup import set_up
from asobiba.online.people import People

app = typer.Typer(
    help="Asobiba 遊び場: Othello, 2048, Puyo, Otrio and Coppit.", add_completion=False, invoke_without_command=True
)

Convention_ = Annotated[str, typer.Option("--convention", help="What a leaf is: A, B or C; see core/perft.py.")]


def run() -> None:
    """Run a command. Whatever goes wrong is one line on stderr, never a traceback."""
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except AsobibaError as error:
        fail(error.sentence if isinstance(error, IllegalMove) else str(error))
    except typer.TyperException as error:
        fail(error.format_message())
    except (KeyboardInterrupt, typer.Abort, EOFError):
        sys.exit(130)
    except BrokenPipeError:
        # Nobody reads any more. Python would complain once again when it closes stdout, so close it on nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def fail(sentence: str) -> None:
    sys.stderr.write(f"asobiba: {' '.join(sentence.split())}\n")
    sys.exit(2)


app.command(cls=TakesSettings)(train)
app.command()(rate)
app.command()(match)
app.command()(judge)
app.command("import")(import_)
app.command()(export)
app.command()(gtp)
app.command()(nboard)
app.command(cls=TakesDashes)(solve)
app.command(cls=TakesDashes)(analyse)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Where to listen; 127.0.0.1 is this machine alone.")] = None,
    port: Annotated[int | None, typer.Option(help="Where to listen; 0 takes a free one. [8000]")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///file or postgresql://user@host/name")] = None,
    redis: Annotated[str | None, typer.Option(help="redis://host:port, when several processes serve together")] = None,
    weights: Annotated[
        Path | None, typer.Option(help="Own networks, FOLDER/GAME/NAME.npz: learned:weights=NAME")
    ] = None,
) -> None:
    """Serve the games to browsers and programs. Further settings are in docs/online.md."""
    if weights is not None:
        if not weights.is_dir():
            raise ConfigError(f"--weights {weights}: there is no such folder")
        os.environ["ASOBIBA_WEIGHTS"] = str(weights.absolute())  # the bots' processes read it, too
    from asobiba.online.run import run as run_server  # the server's libraries are an extra

    run_server(host=host, port=port, database=database, redis=redis)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The copy; there must be none of that name.")],
    database: Annotated[str | None, typer.Option(help="sqlite:///file; by default the one that `serve` uses")] = None,
) -> None:
    """Copy the games of a server with SQLite, also while it runs. See docs/security.md."""
    try:
        from asobiba.online.settings import Settings
        from asobiba.online.store.backup import back_up
    except ImportError as error:
        raise ConfigError(f"backup needs {error.name}: pip install asobiba[online]") from None
    size = back_up(Settings(**({} if database is None else {"database": database})).database, file)
    typer.echo(f"{file}: {size:,} bytes")


@app.callback()
def first(context: typer.Context, lang: Lang = None) -> None:
    """Without a command: choose a game and play."""
    if context.invoked_subcommand is None:
        menu(Screen.on_stdout(language(lang)))


@app.command()
def games(lang: Lang = None, json: Json = False) -> None:
    """List the games, their options, the levels of the computer and the agents."""
    screen = Screen.on_stdout(language(lang))
    found = every_game()
    if json:
        write_json(
            [
                {
                    "game": game.name,
                    "titles": game.part(People).titles,
                    "rules": game.version,
                    "levels": levels_of(game, game.options()),
                    "agents": agents_for(game),
                }
                for game in found
            ]
        )
        return
    for game in found:
        seats = ", ".join(game.seats(game.options()))
        screen.console.print(f"{game.name}: {screen.title(game)} ({seats})")
        for name, default, allowed, meaning in describe(game.options):
            screen.console.print(f"    {name}={default}  {meaning} [{allowed}]")
        screen.say("games.levels")
        for level in levels_of(game, game.options()):
            screen.console.print(f"        {level.number}  {screen.level(level)}")
        screen.console.print(f"    agents: {', '.join([HUMAN, *agents_for(game)])}")
        if game.part(Files).formats:
            screen.console.print(f"    formats: {', '.join(game.part(Files).formats)}")


@app.command()
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


@app.command()
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


@app.command("perft")
def perft_(
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
        count = perft if plain or found.part(Arrays).kernel is None else fast_perft
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


app.command()(bench)
