"""Patterns in the training loop: it goes on bit for bit, its file plays, it really learns, edited files are refused."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba._native import kernels
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError, StateError
from asobiba.games.othello import GAME
from asobiba.games.othello.learning.learner import PatternLearner
from asobiba.games.othello.learning.settings import PatternSettings
from asobiba.learn import checkpoints
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.methods import Course, course
from asobiba.learn.training import POLICY, RECIPE, Training

TINY: dict[str, Any] = {
    "total_games": 18,
    "step_games": 6,
    "first_games": 12,
    "evaluate_every": 18,
    "save_every": 10_000,
    "measure_every": 10,
    "depth": 2,
    "exact": 6,
    "evaluation_games": 2,
}


def tiny(**changes: Any) -> Course:
    return course(GAME, "patterns", {**TINY, **changes})


def contents(folder: Path) -> dict[str, Any]:
    arrays, note = checkpoints.load(folder / CHECKPOINT, {})
    return {name: array.tobytes() for name, array in arrays.items()} | {"note": note["learner"]}


@pytest.mark.thorough
def test_stopping_resuming_and_threads_change_nothing(tmp_path: Path) -> None:
    straight, stopped = (Training.start(tmp_path / name, tiny()) for name in ("straight", "stopped"))
    assert (straight.run(), stopped.run(units=10)) == ("finished", "stopped")
    assert Training.resume(tmp_path / "stopped", GAME, values={"threads": 2}).run() == "finished"

    assert contents(tmp_path / "straight") == contents(tmp_path / "stopped")


@pytest.mark.thorough
def test_what_a_training_leaves_plays(tmp_path: Path) -> None:
    Training.start(tmp_path, tiny()).run()

    recipe = json.loads((tmp_path / RECIPE).read_text())
    agent = make_agent(f"learned:weights={tmp_path / POLICY}", GAME, GAME.options(), seed=1)
    start = GAME.start(GAME.options())
    assert agent.choose(start) in start.legal()
    assert recipe["counts"]["games"] == 18
    assert {"held_out", "earlier"} == recipe["figures"].keys()


def test_what_is_learned_is_better_than_nothing() -> None:
    learner = PatternLearner(PatternSettings(step_games=150, first_games=10_000, evaluation_games=40, exact=8))
    untaught = learner.evaluate().figures["held_out"]
    for _ in range(2):
        learner.step()
    taught = learner.evaluate().figures

    assert taught["held_out"]["error_0_10"] < 0.7 * untaught["error_0_10"]
    assert taught["earlier"]["points"] > 0.6


def test_a_training_begins_with_what_another_one_has_learned(trained: Path, tmp_path: Path) -> None:
    before, _ = checkpoints.load(trained, {})
    settings = PatternSettings(step_games=1, passes=0.0, after=str(trained), window=1.0)
    learner = PatternLearner(settings)
    learner.step()

    assert (learner.weights == before["weights"]).all()
    assert (learner.lessons.own[: len(before["lessons/own"])] == before["lessons/own"]).all()
    assert learner.inherited + learner.positions == len(learner.lessons)
    nothing = PatternLearner(PatternSettings(after=str(tmp_path / "nothing.npz")))
    with pytest.raises(StateError, match="there is no checkpoint"):
        nothing.step()


EDITS: dict[str, tuple[Any, str]] = {
    "weights": (lambda array: array[:-1], "here .* is needed"),
    "slopes": (lambda array: array - 1, "below 0"),
    "earlier": (lambda array: array.astype(np.float32), "earlier is float32"),
    "lessons/own": (lambda array: array[:-1], "no column of the lessons"),
    "lessons/other": (lambda array: array | np.uint64(1 << 28 | 1 << 27), "no position of Othello"),
    "lessons/discs": (lambda array: array + 200, "more than 64 discs"),
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    Training.start(folder, tiny()).run(units=6)
    return folder / CHECKPOINT


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_array_is_refused_with_a_sentence(trained: Path, tmp_path: Path, name: str) -> None:
    arrays, note = checkpoints.load(trained, {})
    edit, sentence = EDITS[name]
    checkpoints.save(tmp_path / CHECKPOINT, arrays | {name: edit(arrays[name])}, note)

    with pytest.raises(StateError, match=sentence) as caught:
        Training.resume(tmp_path, GAME)
    assert "\n" not in str(caught.value)


def test_settings_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ConfigError, match="least_random: allowed is most_random at most"):
        tiny(least_random=9, most_random=3)


def test_the_first_games_are_short_sighted_and_trust_the_end() -> None:
    settings = PatternSettings(first_games=100, depth=4)
    weights = kernels.OthelloPatterns(bytes(2 * kernels.OthelloPatterns.size))

    played = [kernels.othello_lessons(weights, settings.course(games), 1, 0, 2) for games in (0, 99, 100)]

    assert played[0] == played[1] != played[2]
