"""A training in a folder: it goes on until it is done or stopped, and resumes exactly where it was.

run.json, metrics.jsonl     for the training window; tensorboard/ and curves.png where those are installed
checkpoint.npz              everything, for --resume
policy.npz, policy.json     the best network so far and its recipe: `learned:weights=FOLDER/policy.npz` plays with it

Before the first evaluation the network as it is counts as the best. A training that is done has been evaluated.
"""

import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Literal

import msgspec

from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.core.game import AnyGame
from asobiba.learn import checkpoints
from asobiba.learn.curves import plot
from asobiba.learn.learner import Evaluation, Figures
from asobiba.learn.methods import Course, course
from asobiba.learn.metrics import Metrics, flat, read_lines
from asobiba.learn.schedules import passed
from asobiba.learn.settings import merged

POLICY, RECIPE, CURVES = "policy.npz", "policy.json", "curves.png"
LAYOUT = {"checkpoint": 2}
"""How a checkpoint is laid out; it goes up when one that was written before cannot be read any more."""
FIRST_LOOK, DRAWN_EVERY = 20.0, 60.0
"""Seconds until something is measured in any case, and between two pictures of the curves."""

Status = Literal["finished", "stopped"]


@dataclass(frozen=True)
class Progress:
    done: int
    total: int
    unit: str
    per_second: float
    words: str


class Training:
    """`start` or `resume` one, then `run` it."""

    def __init__(self, folder: Path, course: Course, commands: list[str]) -> None:
        self.folder, self.course, self.commands = folder, course, commands
        self.learner = course.begin()
        self.best: float | None = None
        """The merit of the network that is exported; None: nothing was evaluated yet, or the newest is the best."""
        self.figures: Figures = {}
        """Of the evaluation before, where the newest is the best."""
        self.judged: int | None = None
        """How much was done when this run evaluated last."""
        self.stop = False
        """Set it, from a signal handler for instance, to end the run after this step."""
        self._drawn: float | None = None

    @classmethod
    def start(cls, folder: Path, course: Course, *, command: str = "") -> "Training":
        """`command` is what was typed, for the recipe."""
        if (folder / checkpoints.CHECKPOINT).exists():
            raise ConfigError(f"{folder} has a training already: go on with --resume, or choose another folder")
        check_folder(folder)
        return cls(folder, course, [command] if command else [])

    @classmethod
    def resume(
        cls,
        folder: Path,
        game: AnyGame,
        method: str | None = None,
        values: Mapping[str, Any] | None = None,
        *,
        file: Path | None = None,
        command: str = "",
    ) -> "Training":
        """As its checkpoint says; other values may only differ in what does not touch learning."""
        path = folder / checkpoints.CHECKPOINT
        expected = {"game": game.name, "rules": game.version} | ({} if method is None else {"method": method}) | LAYOUT
        arrays, note = checkpoints.load(path, expected)
        with checkpoints.fitting(path):
            checkpoints.check_finite(arrays)
            its_own = {**note["config"], "options": note["options"]}
            known = course(game, note["method"], its_own)
            checkpoints.check_shapes(arrays, known.settings.shapes())
            kept = {name: value for name, value in its_own.items() if name not in known.settings.typed}
            given = course(game, note["method"], merged({} if file else kept, values or {}), file=file)
        other = known.settings.differs_from(given.settings) + ["options"] * (known.options != given.options)
        if other:
            raise ConfigError(f"{folder} was trained with other values of {', '.join(other)}: resume without them")
        check_folder(folder)
        training: Training | None = None
        try:
            with checkpoints.fitting(path):
                training = cls(folder, given, [*map(str, note["commands"]), *filter(None, [command])])
                checkpoints.agree(path, note, training.learner.identity)
                training.learner.restore(arrays, note["learner"])
                training.best = None if note["best"] is None else float(note["best"])
        except AsobibaError:
            if training is not None:
                training.learner.close()
            raise
        return training

    @property
    def unit(self) -> str:
        return next(iter(self.learner.counts))

    @property
    def done(self) -> int:
        return self.learner.counts[self.unit]

    def run(
        self,
        *,
        minutes: float | None = None,
        units: int | None = None,
        report: Callable[[Progress], None] | None = None,
    ) -> Status:
        """Until the pace's total, or so many minutes or units more, or `stop`."""
        pace, first, clock = self.course.settings.pace, dict(self.learner.counts), Clock()
        metrics = Metrics(self.folder, self._about(), since=self.done)
        last = pace.total if units is None else min(pace.total, self.done + units)
        status: Status = "stopped"
        rates: dict[str, float] = {}
        try:
            self._export_unjudged()
            while self.done < last and not self.stop:
                before = self.done
                self.learner.step()
                rates = {unit: (count - first[unit]) / clock.seconds for unit, count in self.learner.counts.items()}
                self._after_step(before, rates, metrics, clock)
                if report is not None:
                    report(Progress(self.done, pace.total, self.unit, rates[self.unit], self.learner.words()))
                if minutes is not None and clock.seconds > 60 * minutes:
                    break
            self._export_unjudged()
            self.save()
            if self.done >= pace.total and not self.stop:
                self._finish(rates, metrics)
            self._draw()
            status = "finished" if self.done >= pace.total else "stopped"
        finally:
            self.learner.close()
            metrics.close(status)
        return status

    def _after_step(self, before: int, rates: Mapping[str, float], metrics: Metrics, clock: "Clock") -> None:
        pace = self.course.settings.pace
        due = passed(before, self.done, pace.evaluate)
        if passed(before, self.done, pace.measure) or (self._drawn is None and clock.seconds > FIRST_LOOK):
            metrics.add(self.done, self._measured(rates))
            self._export_unjudged()
            due = due or self._drawn is None or clock.seconds - self._drawn > DRAWN_EVERY
        if passed(before, self.done, pace.evaluate):
            evaluation = self.learner.evaluate()
            self.learner.heed(evaluation)
            metrics.add(self.done, self._judge(evaluation))
        if due:
            self._draw()
            self._drawn = clock.seconds
        if passed(before, self.done, pace.save):
            self.save()

    def _finish(self, rates: Mapping[str, float], metrics: Metrics) -> None:
        """A training that is done says how strong it is, however short it was: what is exported has been evaluated even
        if no evaluation was due. The learner does not heed that: asked for more, it goes on as if it were not done."""
        lines = read_lines(self.folder)
        if rates and (not lines or lines[-1]["step"] < self.done):
            metrics.add(self.done, self._measured(rates))
        if self.best is None and self.judged != self.done:
            evaluation = self.learner.evaluate()
            metrics.add(self.done, self._judge(evaluation))
            if evaluation.merit is not None:
                self.save()

    def _measured(self, rates: Mapping[str, float]) -> dict[str, float]:
        others = {unit: count for unit, count in self.learner.counts.items() if unit != self.unit}
        return {**self.learner.measure(), **others, **{f"{unit}_per_second": rates[unit] for unit in others}}

    def _judge(self, evaluation: Evaluation) -> dict[str, float]:
        self.judged = self.done
        if evaluation.merit is None:
            self.figures = evaluation.figures
            self._export_unjudged()
        elif self.best is None or evaluation.merit > self.best:
            self.best = evaluation.merit
            self.export(evaluation.figures)
        return flat(evaluation.figures)

    def _draw(self) -> None:
        if lines := read_lines(self.folder):
            plot(lines, self.learner.curves, self.unit, self.folder / CURVES)

    def _about(self) -> dict[str, Any]:
        return {
            "game": self.course.game.name,
            "rules": self.course.game.version,
            "options": self.course.options.chosen(),
            "method": self.course.method.name,
            "config": self.course.settings.as_json(),
        }

    def _export_unjudged(self) -> None:
        if self.best is None:
            self.export(self.figures)

    def export(self, figures: Figures) -> None:
        """The network by itself, small, with its recipe beside it."""
        network, about = self.learner.export(), self._about()
        note = {name: about[name] for name in ("game", "rules", "options")}
        note |= {"kind": network.kind, "inputs": network.inputs, **network.about}
        checkpoints.save_small(self.folder / POLICY, network.arrays, note)
        recipe = {
            "command": "; ".join(self.commands),
            **about,
            "commit": _commit(),
            "counts": self.learner.counts,
            "figures": figures,
        }
        text = msgspec.json.format(msgspec.json.encode(recipe), indent=2) + b"\n"
        checkpoints.written(self.folder / RECIPE, lambda file: file.write(text))

    def save(self) -> None:
        arrays, note = self.learner.state()
        about = {**self._about(), **self.learner.identity, **LAYOUT, "commands": self.commands, "best": self.best}
        checkpoints.save_small(self.folder / checkpoints.CHECKPOINT, arrays, {**about, "learner": note})


def check_folder(folder: Path) -> None:
    """That a training can write there, before it has played for an hour."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ConfigError(f"--out {folder}: a training cannot write there: {error.strerror}") from None


class Clock:
    """Seconds since it was made, never quite 0."""

    def __init__(self) -> None:
        self.started = time.monotonic()

    @property
    def seconds(self) -> float:
        return max(time.monotonic() - self.started, 1e-9)


@cache
def _commit() -> str:
    """Of the source tree in which this runs; empty outside of one."""
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
