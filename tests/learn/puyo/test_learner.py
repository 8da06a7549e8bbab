"""Puyo in the training loop: files, refusals, and that stopping and resuming changes nothing."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import ConfigError, StateError
from asobiba.games.puyo import GAME
from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.policy import Policy
from asobiba.learn import checkpoints
from asobiba.learn.methods import Course, course
from asobiba.learn.puyo.config import SelfPlayConfig
from asobiba.learn.puyo.learner import PuyoLearner
from asobiba.learn.training import CHECKPOINT, CURVES, POLICY, RECIPE, Progress, Training

TINY: dict[str, Any] = {
    "total_episodes": 60,
    "parallel_games": 5,
    "hidden": 8,
    "learning_starts": 2,
    "batch_size": 16,
    "memory_size": 300,
    "updates_per_step": 1,
    "max_turns": 30,
    "target_update_frequency": 10,
    "evaluation_frequency": 25,
    "evaluation_games": 4,
    "save_frequency": 20,
}


def tiny(**changes: Any) -> Course:
    return course(GAME, "dqn", {**TINY, **changes})


def contents(folder: Path) -> dict[str, Any]:
    arrays, note = checkpoints.load(folder / CHECKPOINT, {})
    return {name: (str(array.dtype), array.tobytes()) for name, array in arrays.items()} | {"note": note}


def test_stopping_and_resuming_changes_nothing(tmp_path: Path) -> None:
    straight = Training.start(tmp_path / "straight", tiny())
    assert straight.run() == "finished"
    stopped = Training.start(tmp_path / "stopped", tiny())
    assert stopped.run(units=30) == "stopped"
    resumed = Training.resume(tmp_path / "stopped", GAME)
    assert resumed.run() == "finished"

    assert resumed.done >= 60
    assert contents(tmp_path / "straight") == contents(tmp_path / "stopped")
    policies = [np.load(tmp_path / name / POLICY)["first.weight"] for name in ("straight", "stopped")]
    assert (policies[0] == policies[1]).all()


def test_what_a_training_leaves(tmp_path: Path) -> None:
    reports: list[Progress] = []
    training = Training.start(tmp_path / "run", tiny())
    training.run(report=reports.append)

    assert json.loads((tmp_path / "run" / "run.json").read_text())["status"] == "finished"
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    evaluated = [line for line in lines if "frozen_win_rate" in line]
    assert len(evaluated) == 2
    assert {"random_win_rate", "greedy_win_rate_low", "solo_average_chain", "solo_death_rate"} <= evaluated[0].keys()
    assert (reports[-1].done, reports[-1].unit) == (training.done, "games")
    recipe = json.loads((tmp_path / "run" / RECIPE).read_text())
    assert SelfPlayConfig.read(recipe["config"]) == training.course.settings
    weights, _ = checkpoints.load(tmp_path / "run" / POLICY, {"game": "puyo", "kind": "candidates", "inputs": SIZE})
    Policy(weights)
    assert (tmp_path / "run" / CURVES).exists()


def test_a_folder_with_a_training_is_not_overwritten(tmp_path: Path) -> None:
    Training.start(tmp_path, tiny()).run(units=5)

    with pytest.raises(ConfigError, match="has a training already: go on with --resume"):
        Training.start(tmp_path, tiny())


def test_what_cannot_be_resumed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StateError, match="there is no checkpoint"):
        Training.resume(tmp_path, GAME)
    training = Training.start(tmp_path, tiny())
    training.run(units=5)
    with pytest.raises(ConfigError, match="was trained with other values of gamma, n_step"):
        Training.resume(tmp_path, GAME, values={"gamma": 0.5, "n_step": 1})
    with pytest.raises(StateError, match="its network width is 8, here 16 is needed"):
        Training.resume(tmp_path, GAME, values={"hidden": 16})
    arrays, note = checkpoints.load(tmp_path / CHECKPOINT, {})
    for key, value in (("rules", 99), ("network inputs", SIZE + 1)):
        checkpoints.save(tmp_path / CHECKPOINT, arrays, {**note, key: value})
        with pytest.raises(StateError, match=f"its {key} is {value}, here"):
            Training.resume(tmp_path, GAME)


def test_a_training_that_is_told_to_stop_saves(tmp_path: Path) -> None:
    training = Training.start(tmp_path, tiny())

    def stop(_: object) -> None:
        training.stop = True

    assert training.run(report=stop) == "stopped"
    learner = Training.resume(tmp_path, GAME).learner
    assert isinstance(learner, PuyoLearner)
    assert learner.engine.steps == 1
