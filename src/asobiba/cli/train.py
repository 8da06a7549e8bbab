"""`asobiba train`: learning by self-play, with a progress bar; Ctrl-C saves and ends, --resume goes on."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from asobiba.core.errors import ConfigError

TRAINED = ("puyo",)
STOPPED = 130


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="So far puyo.")],
    config: Annotated[Path | None, typer.Option(help="Settings, a TOML or JSON file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint in --out.")] = False,
    out: Annotated[Path | None, typer.Option(help="The training's folder. [runs/GAME]")] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop after so long; the checkpoint stays.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Of weights, games and exploration.")] = None,
) -> None:
    """Train a network by self-play."""
    if game not in TRAINED:
        raise ConfigError(f"train {game}: allowed is {', '.join(TRAINED)}")
    training = _training(out or Path("runs") / game, config, resume, seed)
    with _stopped_by_signals(training), _bar(training) as report:
        status = training.run(minutes=minutes, report=report)
    typer.echo(f"{status} after {training.engine.episode_count} games; {training.folder}")
    if training.stop:
        raise typer.Exit(STOPPED)


def _training(folder: Path, config: Path | None, resume: bool, seed: int | None) -> Any:
    from asobiba.learn.puyo.config import SelfPlayConfig

    if resume and seed is not None:
        raise ConfigError("--seed: a training that is resumed keeps its own")
    chosen = None if config is None else SelfPlayConfig.from_file(config)
    try:
        from asobiba.learn.puyo.train import Training  # torch takes seconds to load, and is an extra
    except ImportError as error:
        raise ConfigError(f"train needs {error.name}: pip install asobiba[learn]") from None
    if resume:
        return Training.resume(folder, chosen)
    known = (chosen or SelfPlayConfig()).as_json()
    return Training.start(folder, SelfPlayConfig.read(known if seed is None else {**known, "seed": seed}))


@contextmanager
def _stopped_by_signals(training: Any) -> Iterator[None]:
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
def _bar(training: Any) -> Iterator[Any]:
    from rich.console import Console

    columns = (
        BarColumn(bar_width=10),
        TextColumn("{task.completed}/{task.total}  {task.fields[words]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=training.config.total_episodes, words="")

        def report(progress: Any) -> None:
            words = (
                f"{progress.games_per_second:.0f} games/s  wins {progress.win_rate:.2f}  "
                f"chain {progress.average_max_chain:.2f}  {progress.phase}"
            )
            bar.update(task, completed=progress.episode, words=words)

        yield report
