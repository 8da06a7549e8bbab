"""N-tuple networks in the training loop: exact to resume, playable, and better from game to game."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.errors import AsobibaError, ConfigError, StateError
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.rules import Twenty48Options
from asobiba.learn import checkpoints
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.methods import Course, course
from asobiba.learn.training import POLICY, RECIPE, Training
from asobiba.learn.twenty48.learner import NTupleLearner
from asobiba.learn.twenty48.settings import NTupleSettings

TINY: dict[str, Any] = {
    "net": "0145/0123",
    "total_games": 30,
    "step_games": 10,
    "measure_every": 10_000,
    "evaluate_every": 10_000,
    "evaluation_games": 5,
}
"""Pictures of curves take longer than so many games: nothing is measured."""


def tiny(**changes: Any) -> Course:
    return course(GAME, "ntuple", {**TINY, **changes})


def contents(folder: Path) -> dict[str, Any]:
    arrays, note = checkpoints.load(folder / CHECKPOINT, {})
    return {name: array.tobytes() for name, array in arrays.items()} | {"note": note["learner"]}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        pytest.param({"td_games": 20}, marks=pytest.mark.slow),
        pytest.param({"backward": False, "trace": 0.0}, marks=pytest.mark.slow),
        {"stages": "32/128", "stage_games": 5, "optimism": 500.0},
    ],
    ids=str,
)
def test_stopping_and_resuming_change_nothing(tmp_path: Path, changes: dict[str, Any]) -> None:
    straight, stopped = (Training.start(tmp_path / name, tiny(**changes)) for name in ("straight", "stopped"))
    assert (straight.run(), stopped.run(units=10)) == ("finished", "stopped")
    assert Training.resume(tmp_path / "stopped", GAME).run() == "finished"

    assert contents(tmp_path / "straight") == contents(tmp_path / "stopped")


@pytest.mark.thorough
def test_what_a_training_leaves_plays(tmp_path: Path) -> None:
    Training.start(tmp_path, tiny(threads=2, measure_every=10, evaluate_every=30)).run()

    recipe = json.loads((tmp_path / RECIPE).read_text())
    start = Twenty48Options()
    for name in ("learned", "ntuple"):
        agent = make_agent(f"{name}:weights={tmp_path / POLICY}", GAME, start, seed=1)
        position = GAME.rules.start(start).apply(0).apply(10)
        assert agent.choose(position) in position.legal()
    assert recipe["counts"]["games"] == 30
    assert {"mean", "standard_error", "quantile_0.5", "tile_1024"} <= recipe["figures"]["solo"].keys()
    measured = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert {"score", "moves_per_second", "tile_1024"} <= measured[0].keys()


@pytest.mark.parametrize(
    ("rows", "columns"), [(2, 4), *(pytest.param(*size, marks=pytest.mark.slow) for size in ((3, 3), (3, 4), (5, 5)))]
)
def test_other_boards_learn_too(tmp_path: Path, rows: int, columns: int) -> None:
    folder, games = tmp_path / "run", 400 if rows * columns <= 16 else 120
    options = {"rows": rows, "columns": columns}
    training = Training.start(folder, tiny(net="lines", total_games=games, step_games=40, **options))
    training.run(units=40)
    first = training.learner.measure()["score"]
    training = Training.resume(folder, GAME)
    training.run(units=games)

    assert training.learner.measure()["score"] > 1.1 * first
    make_agent(f"ntuple:weights={folder / POLICY}", GAME, Twenty48Options(rows=rows, columns=columns))


def test_a_stage_begins_with_what_the_one_before_knows() -> None:
    settings = NTupleSettings(net="0145", stages="64/256", stage_games=5, step_games=40)
    learner = NTupleLearner(settings, Twenty48Options())
    size = learner.tuples.size
    learner.step()

    assert learner.opened[:1] == [6]
    assert (learner.weights[:size] == learner.weights[size : 2 * size]).all()
    learner.step()
    assert (learner.weights[:size] != learner.weights[size : 2 * size]).any()


def test_a_training_begins_with_the_network_of_another(tmp_path: Path) -> None:
    """It knows as much as that one from its first game on, and has no rates of learning from it."""
    Training.start(tmp_path / "first", tiny(total_games=400, step_games=100)).run()
    learner = NTupleLearner(
        NTupleSettings(net=TINY["net"], step_games=100, stages="1024", after=str(tmp_path / "first" / POLICY)),
        Twenty48Options(),
    )
    fresh = NTupleLearner(NTupleSettings(net=TINY["net"], step_games=100), Twenty48Options())
    for each in (learner, fresh):
        each.step()

    assert learner.measure()["score"] > 1.5 * fresh.measure()["score"]
    assert learner.opened == []


def test_a_training_goes_on_from_the_checkpoint_of_another(tmp_path: Path) -> None:
    """With its rates of learning: with the same settings the next games are those that the other would have played,
    but for their luck; and it may have more stages."""
    first = Training.start(tmp_path / "first", tiny(total_games=400, step_games=100))
    first.run()
    known = first.learner
    assert isinstance(known, NTupleLearner)
    settings = NTupleSettings(
        net=TINY["net"], step_games=1, rate=0.0, stages="64", stage_games=1, after=str(tmp_path / "first" / CHECKPOINT)
    )
    learner = NTupleLearner(settings, Twenty48Options())
    learner.step()

    size = learner.tuples.size
    assert (learner.weights[:size] == known.weights).all()
    assert (learner.weights[size:] == known.weights).all()
    assert (learner.coherence[:size] == known.coherence).all()
    assert learner.counts["games"] == 1
    assert learner.reached.sum() > known.reached.sum() > 0
    assert learner.opened == [6]


@pytest.mark.parametrize("before", [POLICY, CHECKPOINT])
def test_stopping_and_resuming_change_nothing_after_another_training(tmp_path: Path, before: str) -> None:
    Training.start(tmp_path / "first", tiny(total_games=10)).run()
    changes = {"after": str(tmp_path / "first" / before)}
    straight, stopped = (Training.start(tmp_path / name, tiny(**changes)) for name in ("straight", "stopped"))
    assert (straight.run(), stopped.run(units=10)) == ("finished", "stopped")
    assert Training.resume(tmp_path / "stopped", GAME).run() == "finished"

    assert contents(tmp_path / "straight") == contents(tmp_path / "stopped")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"net": "0145"}, "a network of the tuples of net=0145"),
        ({"after": "nobody"}, "no network of twenty48 is named 'nobody'"),
        ({"after": "no/such.npz"}, "there is no network"),
    ],
)
def test_what_cannot_be_begun_with_is_refused(tmp_path: Path, changes: dict[str, Any], sentence: str) -> None:
    Training.start(tmp_path / "first", tiny(total_games=10)).run()
    training = Training.start(tmp_path / "second", tiny(**{"after": str(tmp_path / "first" / POLICY), **changes}))

    with pytest.raises(ConfigError, match=sentence):
        training.run()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"net": "0145"}, "its tuples is"),
        ({"optimism": 10.0}, "stages=1024 and optimism=0 are not these settings'"),
        ({"stages": ""}, "stages=1024 and optimism=0 are not these settings'"),
        ({"stages": "512/1024"}, "stages=1024 and optimism=0 are not these settings'"),
        ({"after": "no/such/checkpoint.npz"}, "there is no checkpoint"),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused(tmp_path: Path, changes: dict[str, Any], sentence: str) -> None:
    Training.start(tmp_path / "first", tiny(total_games=10, stages="1024")).run()
    given = {"stages": "1024", "after": str(tmp_path / "first" / CHECKPOINT), **changes}

    with pytest.raises(AsobibaError, match=sentence):
        Training.start(tmp_path / "second", tiny(**given)).run()


def test_optimism_is_shared_by_all_weights_of_a_board() -> None:
    learner = NTupleLearner(NTupleSettings(net="0145/0123", optimism=3_200.0), Twenty48Options())

    assert learner.weights.min() == learner.weights.max() == 3_200 / learner.tuples.features


EDITS: dict[str, tuple[Any, str]] = {
    "weights/steps": (lambda array: array + 10_000_000, "no block"),
    "weights/values": (lambda array: array.astype(np.float64), "values are float64"),
    "coherence/values": (lambda array: -np.abs(array) - 1, "larger than their sizes"),
    "recent": (lambda array: array[:, :2], "no results"),
    "reached": (lambda array: array[::-1].copy(), "no counts"),
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    Training.start(folder, tiny()).run(units=10)
    return folder / CHECKPOINT


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_array_is_refused_with_a_sentence(trained: Path, tmp_path: Path, name: str) -> None:
    arrays, note = checkpoints.load(trained, {})
    edit, sentence = EDITS[name]
    checkpoints.save(tmp_path / CHECKPOINT, arrays | {name: edit(arrays[name])}, note)

    with pytest.raises(StateError, match=sentence):
        Training.resume(tmp_path, GAME)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"trace": 2.0}, "trace=2.0"),
        ({"trace": 0.5, "backward": False}, "trace: allowed is 0"),
        ({"stages": "100"}, "stages: allowed are tiles"),
        ({"stages": "512/64"}, "stages: allowed are rising tiles"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        tiny(**settings)


@pytest.mark.slow
def test_it_learns_to_reach_2048() -> None:
    """`-o net=5x4`, 2,000 games: 24,111 points and 2048 in 53 % of the last 1,000 games, seed 0."""
    learner = NTupleLearner(NTupleSettings(net="5x4"), Twenty48Options())
    for _ in range(4):
        learner.step()
    figures = learner.evaluate().figures["solo"]

    assert figures["mean"] > 18_000
    assert figures["tile_2048"] > 0.35
