"""`asobiba train`: learning, with a progress bar; Ctrl-C saves and ends, --resume goes on.

Every setting is an option of the command, too: `--net 4x6 --games 500` is `-o net=4x6 -o total_games=500`.
"""

import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from typer.core import TyperCommand

from asobiba.core.errors import ConfigError
from asobiba.core.registry import every_game, find_game
from asobiba.learn.methods import course, find_method, methods_of
from asobiba.learn.settings import read_texts
from asobiba.learn.training import Progress, Training

STOPPED = 130
TOTAL = "total_"
"""Before the unit of what a method does in all, which may be left out: total_games, games."""


class TakesSettings(TyperCommand):
    """What is no option of the command is a setting: `--net 4x6` and `--net=4x6` become `-o net=4x6`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = {name for parameter in self.get_params(ctx) for name in (*parameter.opts, *parameter.secondary_opts)}
        words, written = iter(args), list[str]()
        for word in words:
            name, equals, value = word.partition("=")
            if not name.startswith("--") or name == "--" or name in known:
                written.append(word)
                continue
            value = value if equals else next(words, "")
            if not value or (not equals and value.startswith("--")):
                raise ConfigError(f"{name}: a setting needs a value, {name} VALUE")
            written += ["-o", f"{name[2:].replace('-', '_')}={value}"]
        return super().parse_args(ctx, written)


def train(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Its name; without one, what there is.")] = None,
    method: Annotated[str | None, typer.Argument(metavar="METHOD", help="By default the game's own.")] = None,
    config: Annotated[Path | None, typer.Option(help="Settings, a TOML or JSON file.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="KEY=VALUE",
            help="A setting, or an option of the game; repeatable. Also: --KEY VALUE",
        ),
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
    found = find_game(game)
    values = _in_full(read_texts(option or []), find_method(found, method).settings.__dataclass_fields__)
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


def _in_full(values: Mapping[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    """{"games": "500"} -> {"total_games": "500"}, where there is such a setting."""
    short = {name.removeprefix(TOTAL): name for name in fields if name.startswith(TOTAL)}
    for name, whole in short.items():
        if name in values and whole in values:
            raise ConfigError(f"--option {name}: write each once, it is {whole}")
    return {short.get(name, name): value for name, value in values.items()}


def _list() -> None:
    for game in every_game():
        for method in methods_of(game).values():
            typer.echo(f"{game.name} {method.name}: {method.text}")


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
