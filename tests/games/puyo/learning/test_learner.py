"""Puyo in the training loop: files, refusals, and that stopping and resuming changes nothing."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import ConfigError, StateError
from asobiba.games.puyo import GAME
from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.learner import PuyoLearner
from asobiba.games.puyo.policy import Policy
from asobiba.learn import checkpoints
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.methods import Course, course
from asobiba.learn.training import CURVES, POLICY, RECIPE, Progress, Training

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


@pytest.mark.thorough
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


@pytest.mark.thorough
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
    assert SelfPlaySettings.read(recipe["config"]) == training.course.settings
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
    with pytest.raises(ConfigError, match="was trained with other values of hidden: resume without them"):
        Training.resume(tmp_path, GAME, values={"hidden": 16})
    arrays, note = checkpoints.load(tmp_path / CHECKPOINT, {})
    for key, value in (("rules", 99), ("network inputs", SIZE + 1)):
        checkpoints.save(tmp_path / CHECKPOINT, arrays, {**note, key: value})
        with pytest.raises(StateError, match=f"its {key} is {value}, here"):
            Training.resume(tmp_path, GAME)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint after some updates, with a past self."""
    folder = tmp_path_factory.mktemp("trained")
    changes = {"curriculum": False, "opponent_update_interval": 5, "past_share": 0.5}
    Training.start(folder, tiny(**changes)).run(units=30)
    return folder / CHECKPOINT


def nan(array: Any) -> Any:
    return np.full_like(array, np.nan)


EDITS: dict[str, tuple[Any, str]] = {
    "learner/online/first.weight": (nan, "not all finite"),
    "learner/target/second.bias": (lambda array: array[:-1], "here .* is needed"),
    "learner/averaged/value.bias": (None, "has no 'averaged/value.bias'"),
    "learner/adam/0/exp_avg": (lambda array: array.T, "what Adam remembers of parameter 0"),
    "learner/adam/1/exp_avg_sq": (None, "what Adam remembers of parameter 1"),
    "learner/updates": (lambda array: array.astype("U5"), "an array of numbers"),
    "opponents/past": (lambda array: array + 50, "past selves, here 0 to 4 are kept"),
    "opponents/frozen/first.bias": (lambda array: array[:1], "here .* is needed"),
    "kinds": (lambda array: array + 99, "kinds of opponents are"),
    "seats": (lambda array: array + 2, "seats of the main agent are not 0 and 1"),
    "sums": (lambda array: array[:1], "sums is .* is needed"),
    "duels": (lambda array: array[:-1], "saved batch"),
    "replay/reward": (lambda array: array[:-1], "reward is .* is needed"),
    "replay/action": (lambda array: array + 100, "an action of the replay"),
    "replay/priorities": (lambda array: -array, "a priority is not above 0"),
    "replay/ring": (lambda array: array + 1000, "its ring of"),
    "replay/alike/places": (lambda array: array[:1], "the places of the states"),
    "replay/alike/0/by": (lambda array: array[:1], "differences"),
    "replay/alike/0/middle": (None, "has no 'middle'"),
    "returns/lengths": (lambda array: array + 9, "lengths or clocks"),
    "returns/state": (lambda array: array[:1], "state is .* is needed"),
    "practice/returns/sums": (None, "has no 'sums'"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_array_is_refused_with_a_sentence(trained: Path, tmp_path: Path, name: str) -> None:
    arrays, note = checkpoints.load(trained, {})
    edit, sentence = EDITS[name]
    array = arrays.pop(name)
    if edit is not None:
        arrays[name] = edit(array)
    checkpoints.save_small(tmp_path / CHECKPOINT, arrays, note)

    with pytest.raises(StateError, match=sentence) as caught:
        Training.resume(tmp_path, GAME)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        ({"config": 3}, "does not fit"),
        ({"config": {}}, "memory_size|does not fit|is needed"),
        ({"config": {"gama": 1}}, "has no option 'gama'"),
        ({"learner": {}}, "it has no"),
        ({"learner": []}, "does not fit"),
        ({"commands": 3}, "does not fit"),
        ({"best": "much"}, "does not fit"),
        ({"method": "tarot"}, "puyo has no method 'tarot'"),
        ({"checkpoint": 1}, "its checkpoint is 1, here 2 is needed"),
        ({"format": 7}, "its format is 7|does not fit"),
    ],
)
def test_an_edited_note_is_refused_with_a_sentence(
    trained: Path, tmp_path: Path, edit: dict[str, Any], sentence: str
) -> None:
    arrays, note = checkpoints.load(trained, {})
    text = json.dumps({**note, **edit}).encode()
    entries = {"note.json": np.frombuffer(text, np.uint8), **arrays}
    with (tmp_path / CHECKPOINT).open("wb") as file:
        np.savez(file, **entries)  # type: ignore[arg-type]

    with pytest.raises((StateError, ConfigError), match=sentence) as caught:
        Training.resume(tmp_path, GAME)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("part", ["dice", "sampler", "curriculum", "episode", "loss"])
def test_an_edited_note_of_the_learner_is_refused_with_a_sentence(trained: Path, tmp_path: Path, part: str) -> None:
    arrays, note = checkpoints.load(trained, {})
    wrong: Any
    for wrong in ({}, "x", None):
        checkpoints.save_small(tmp_path / CHECKPOINT, arrays, {**note, "learner": {**note["learner"], part: wrong}})
        with pytest.raises(StateError, match="does not fit"):
            Training.resume(tmp_path, GAME)


@pytest.mark.thorough
def test_a_checkpoint_is_much_smaller_than_its_replay(tmp_path: Path) -> None:
    training = Training.start(tmp_path, tiny(memory_size=4_000, parallel_games=64, updates_per_step=0))
    training.run(units=150)
    assert isinstance(training.learner, PuyoLearner)
    replay = training.learner.replay
    rows = sum(column[: len(replay)].nbytes for column in replay.columns.values())

    assert len(replay) > 2_000
    assert (tmp_path / CHECKPOINT).stat().st_size < rows / 6


@pytest.mark.parametrize("where", ["file", "file/deep", "/proc/nowhere"])
def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(ConfigError, match=r"--out .* a training cannot write there: \w+"):
        Training.start(tmp_path / where, tiny())
    assert (tmp_path / "file").read_text() == "here"


def test_a_training_that_is_told_to_stop_saves(tmp_path: Path) -> None:
    training = Training.start(tmp_path, tiny())

    def stop(_: object) -> None:
        training.stop = True

    assert training.run(report=stop) == "stopped"
    learner = Training.resume(tmp_path, GAME).learner
    assert isinstance(learner, PuyoLearner)
    assert learner.placements == 2 * 5 + 1
