"""`asobiba train`: learning, with a progress bar; Ctrl-C saves and ends, --resume goes on."""

import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game, game_names
from asobiba.learn.methods import course, methods_of
from asobiba.learn.settings import read_texts
from asobiba.learn.training import Progress, Training

STOPPED = 130


def train(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Its name; without one, what there is.")] = None,
    method: Annotated[str | None, typer.Argument(metavar="METHOD", help="By default the game's own.")] = None,
    config: Annotated[Path | None, typer.Option(help="Settings, a TOML or JSON file.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="KEY=VALUE", help="A setting, or an option of the game; repeatable."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint in --out.")] = False,
    out: Annotated[Path | None, typer.Option(help="The training's folder. [runs/GAME]")] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop after so long; the checkpoint stays.")] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS|local", help="Games are played on this Ray cluster, learning is here."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Of weights, games and exploration.")] = None,
) -> None:
    """Train a player. Without GAME: list the methods of every game."""
    if game is None:
        _list()
        return
    found, values = find_game(game), read_texts(option or [])
    if seed is not None:
        if resume:
            raise ConfigError("--seed: a training that is resumed keeps its own")
        values["seed"] = seed
    if ray is not None:
        values["ray"] = ray
    folder, command = out or Path("runs") / game, shlex.join(["asobiba", *sys.argv[1:]])
    if resume:
        training = Training.resume(folder, found, method, values, file=config, command=command)
    else:
        training = Training.start(folder, course(found, method, values, file=config), command=command)
    with _stopped_by_signals(training), _bar(training) as report:
        status = training.run(minutes=minutes, report=report)
    typer.echo(f"{status} after {training.done} {training.unit}; {folder}")
    if training.stop:
        raise typer.Exit(STOPPED)


def _list() -> None:
    for name in game_names():
        for method in methods_of(find_game(name)).values():
            typer.echo(f"{name} {method.name}: {method.text}")


@contextmanager
def _stopped_by_signals(training: Training) -> Iterator[None]:
    """The first Ctrl-C ends the run after its step, a second one at once."""

    def stop(number: int, frame: object) -> None:
        training.stop = True
        for each in handled:
            signal.signal(each, signal.default_int_handler)

    handled = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, stop) for number in handled}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _bar(training: Training) -> Iterator[Callable[[Progress], None]]:
    columns = (
        BarColumn(bar_width=10),
        TextColumn("{task.completed}/{task.total}  {task.fields[words]}"),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=training.course.settings.pace.total, words="")

        def report(progress: Progress) -> None:
            words = f"{progress.per_second:.0f} {progress.unit}/s  {progress.words}"
            bar.update(task, completed=progress.done, words=words)

        yield report
