"""The training loop by itself, with a method that only counts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import ConfigError, StateError
from asobiba.core.options import option
from asobiba.core.registry import find_game
from asobiba.learn import checkpoints, methods, training
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.learner import Arrays, Evaluation, Network
from asobiba.learn.methods import Course, Method, course
from asobiba.learn.settings import Pace, Settings
from asobiba.learn.training import CURVES, POLICY, RECIPE, Training

OTRIO = find_game("otrio")


@dataclass(frozen=True)
class Counting(Settings):
    harmless = ("total",)

    total: int = option(20, "to count to", low=1)
    by: int = option(1, "at a time", low=1)
    peak: int = option(10, "where it plays best", low=0)
    seed: int = option(0, "of nothing", low=0)

    @property
    def pace(self) -> Pace:
        return Pace(self.total, measure=5, evaluate=6, save=7)


class Counter:
    curves: Mapping[str, tuple[str, ...]] = {"the number": ("number", "judge_merit")}
    identity: Mapping[str, Any] = {"fingers": 10}

    def __init__(self, settings: Counting) -> None:
        self.settings, self.number, self.heeded = settings, 0, 0

    @property
    def counts(self) -> dict[str, int]:
        return {"numbers": self.number, "steps": self.number // self.settings.by}

    def step(self) -> None:
        self.number += self.settings.by

    def measure(self) -> dict[str, float]:
        return {"number": self.number}

    def words(self) -> str:
        return f"at {self.number}"

    def evaluate(self) -> Evaluation:
        merit = -float(abs(self.number - self.settings.peak))
        return Evaluation({"judge": {"merit": merit}}, merit)

    def heed(self, evaluation: Evaluation) -> None:
        self.heeded += 1

    def export(self) -> Network:
        return Network("number", 1, {"number": np.array([self.number])})

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        return {"number": np.array([self.number])}, {"heeded": self.heeded}

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        self.number, self.heeded = int(arrays["number"][0]), note["heeded"]

    def close(self) -> None:
        pass


def _begin(course: Course) -> Counter:
    assert isinstance(course.settings, Counting)
    return Counter(course.settings)


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The method `count` of Otrio, for the time of a test."""
    methods.methods_of(OTRIO)
    monkeypatch.setattr(methods, "_methods", dict(methods._methods))
    methods.register(Method("count", "counts", Counting, _begin, game="otrio"))


def plan(**values: Any) -> Course:
    return course(OTRIO, "count", values)


def lines(folder: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]


def exported(folder: Path) -> int:
    return int(checkpoints.load(folder / POLICY, {"game": "otrio", "kind": "number", "inputs": 1})[0]["number"][0])


def test_it_measures_evaluates_and_keeps_the_best(tmp_path: Path) -> None:
    reports: list[str] = []
    done = Training.start(tmp_path, plan(peak=11)).run(
        report=lambda each: reports.append(f"{each.done}/{each.total} {each.unit} {each.words}")
    )

    assert done == "finished"
    assert reports[-1] == "20/20 numbers at 20"
    assert [line["step"] for line in lines(tmp_path)] == [5, 6, 10, 12, 15, 18, 20]
    assert {"number", "steps", "steps_per_second"} <= lines(tmp_path)[0].keys()
    assert lines(tmp_path)[1] == {"step": 6, "judge_merit": -5}
    assert exported(tmp_path) == 12
    recipe = json.loads((tmp_path / RECIPE).read_text())
    assert recipe["figures"] == {"judge": {"merit": -1}}
    assert recipe["counts"] == {"numbers": 12, "steps": 12}


def test_a_short_training_is_measured_evaluated_and_drawn_when_it_is_done(tmp_path: Path) -> None:
    done = Training.start(tmp_path, plan(total=4)).run()

    assert done == "finished"
    assert [line["step"] for line in lines(tmp_path)] == [4, 4]
    assert lines(tmp_path)[0]["number"] == 4
    assert lines(tmp_path)[1] == {"step": 4, "judge_merit": -6}
    assert json.loads((tmp_path / RECIPE).read_text())["figures"] == {"judge": {"merit": -6}}
    assert exported(tmp_path) == 4
    assert (tmp_path / CURVES).read_bytes().startswith(b"\x89PNG")
    assert checkpoints.load(tmp_path / CHECKPOINT, {})[1]["best"] == -6


def test_a_training_that_was_done_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """What it is evaluated for at its end is not due, and nothing that is learned depends on it."""
    for name, first in (("straight", 10), ("longer", 4)):
        Training.start(tmp_path / name, plan(total=first)).run()
        Training.resume(tmp_path / name, OTRIO, values={"total": 10}).run()

    straight, longer = (checkpoints.load(tmp_path / name / CHECKPOINT, {}) for name in ("straight", "longer"))
    assert straight == longer


def test_what_was_done_but_never_evaluated_is_when_it_is_resumed(tmp_path: Path) -> None:
    """Such as a training of a version that did not; how quick it was is not known any more."""
    Training.start(tmp_path, plan()).run(units=4)
    assert Training.resume(tmp_path, OTRIO, values={"total": 4}).run() == "finished"

    assert lines(tmp_path) == [{"step": 4, "judge_merit": -6}]


def test_a_training_that_is_stopped_is_not_evaluated_for_it(tmp_path: Path) -> None:
    stopped = Training.start(tmp_path, plan(total=4))
    stopped.run(report=lambda each: setattr(stopped, "stop", True))

    assert stopped.done == 1
    assert not (tmp_path / "metrics.jsonl").exists()


def test_there_is_a_network_before_anything_is_known(tmp_path: Path) -> None:
    Training.start(tmp_path, plan()).run(units=0)

    assert exported(tmp_path) == 0
    assert json.loads((tmp_path / "run.json").read_text())["status"] == "stopped"


def test_until_it_is_judged_the_network_as_it_is_counts(tmp_path: Path) -> None:
    Training.start(tmp_path, plan()).run(units=5)

    assert exported(tmp_path) == 5
    assert json.loads((tmp_path / RECIPE).read_text())["figures"] == {}


def test_a_slow_game_is_measured_and_drawn_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_LOOK", 0.0)
    Training.start(tmp_path, plan()).run(units=1)

    assert [line["step"] for line in lines(tmp_path)] == [1]
    assert (tmp_path / CURVES).read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_stopped_and_resumed_it_is_where_it_would_be(tmp_path: Path) -> None:
    straight, stopped = (Training.start(tmp_path / name, plan(by=3)) for name in ("straight", "stopped"))
    straight.run()
    stopped.run(units=7)
    resumed = Training.resume(tmp_path / "stopped", OTRIO)
    resumed.run()

    found = [checkpoints.load(tmp_path / name / CHECKPOINT, {}) for name in ("straight", "stopped")]
    assert found[0] == found[1]
    assert isinstance(resumed.learner, Counter)
    assert resumed.learner.heeded == 3
    assert [line["step"] for line in lines(tmp_path / "stopped")] == [
        line["step"] for line in lines(tmp_path / "straight")
    ]


def test_the_recipe_names_every_command(tmp_path: Path) -> None:
    Training.start(tmp_path, plan(peak=20), command="asobiba train otrio count").run(units=7)
    Training.resume(tmp_path, OTRIO, command="asobiba train otrio --resume").run()

    recipe = json.loads((tmp_path / RECIPE).read_text())
    assert recipe["command"] == "asobiba train otrio count; asobiba train otrio --resume"


def test_more_may_be_asked_for_but_nothing_else(tmp_path: Path) -> None:
    Training.start(tmp_path, plan(players=2)).run(units=3)
    longer = Training.resume(tmp_path, OTRIO, "count", {"total": "30"})

    assert (longer.course.settings.pace.total, longer.done) == (30, 3)
    assert longer.course.options == OTRIO.options(players=2)
    with pytest.raises(ConfigError, match="was trained with other values of by, options: resume without them"):
        Training.resume(tmp_path, OTRIO, "count", {"by": 2, "players": 3})
    with pytest.raises(StateError, match="its method is 'count', here 'dqn' is needed"):
        Training.resume(tmp_path, OTRIO, "dqn")


def test_the_learner_must_be_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Training.start(tmp_path, plan()).run(units=3)
    monkeypatch.setattr(Counter, "identity", {"fingers": 12})

    with pytest.raises(StateError, match="its fingers is 10, here 12 is needed"):
        Training.resume(tmp_path, OTRIO)


def test_nobody_plays_with_a_network_that_has_diverged() -> None:
    with pytest.raises(StateError, match="the training has diverged: out is not all finite numbers"):
        Network("q", 1, {"in": np.ones(2), "out": np.array([1.0, np.nan])})
