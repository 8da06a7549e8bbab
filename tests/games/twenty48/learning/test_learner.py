"""N-tuple networks in the training loop: exact to resume, playable, and better from game to game."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.errors import AsobibaError, ConfigError, StateError
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.learning.learner import NTupleLearner
from asobiba.games.twenty48.learning.settings import NTupleSettings, suiting
from asobiba.games.twenty48.rules import Twenty48Options
from asobiba.learn import checkpoints, training
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.methods import Course, course
from asobiba.learn.metrics import read_lines
from asobiba.learn.training import POLICY, RECIPE, Progress, Training

TINY: dict[str, Any] = {
    "net": "0145/0123",
    "total_games": 30,
    "step_games": 10,
    "measure_every": 10_000,
    "evaluate_every": 10_000,
    "evaluation_games": 5,
}


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longer than so many games."""
    monkeypatch.setattr(training, "plot", lambda *_: False)


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
        {"rows": 5, "columns": 5, "step_games": 0, "total_games": 40},
        {"lanes": 1},
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
        position = GAME.start(start).apply(0).apply(10)
        assert agent.choose(position) in position.legal()
    assert recipe["counts"]["games"] == 30
    assert {"mean", "standard_error", "quantile_0.5", "tile_1024"} <= recipe["figures"]["solo"].keys()
    measured = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert {"score", "moves_per_second", "tile_1024"} <= measured[0].keys()


@pytest.mark.parametrize(("cells", "games"), [(4, 500), (16, 500), (20, 125), (25, 31), (36, 1), (64, 1)])
def test_a_step_has_as_many_games_as_suit_the_board(cells: int, games: int) -> None:
    """Ctrl-C, the limit of minutes and the progress wait for the end of a step, and games on large boards are long."""
    assert suiting(cells) == games
    assert NTupleSettings().games_of_step(cells) == games
    assert NTupleSettings(threads=4).games_of_step(cells) == max(games, 4)
    assert NTupleSettings(step_games=70).games_of_step(cells) == 70
    assert NTupleSettings().games_of_evaluation(cells) == max(2 * games, 10)
    assert NTupleSettings(evaluation_games=70).games_of_evaluation(cells) == 70


def test_a_step_on_a_large_board_is_short() -> None:
    learner = NTupleLearner(NTupleSettings(net="01"), Twenty48Options(rows=5, columns=5))
    learner.step()

    assert learner.counts["games"] == 31


def test_several_games_take_turns() -> None:
    assert NTupleSettings().lanes == 4


def test_no_game_more_is_played_than_was_asked_for(tmp_path: Path) -> None:
    reports: list[Progress] = []
    Training.start(tmp_path, tiny(total_games=13)).run(report=reports.append)

    assert [(each.done, each.total) for each in reports] == [(10, 13), (13, 13)]
    assert contents(tmp_path)["note"]["counts"]["games"] == 13


@pytest.mark.parametrize(("pace", "evaluated"), [({}, [13]), ({"evaluate_every": 10}, [10, 13])])
def test_a_short_training_says_how_strong_it_is(tmp_path: Path, pace: dict[str, int], evaluated: list[int]) -> None:
    """The figures of the recipe are those of the network beside it, which is the newest."""
    Training.start(tmp_path, tiny(total_games=13, **pace)).run()

    lines = read_lines(tmp_path)
    recipe = json.loads((tmp_path / RECIPE).read_text())
    assert [line["step"] for line in lines if "score" in line] == [13]
    assert [line["step"] for line in lines if "solo_mean" in line] == evaluated
    assert recipe["counts"]["games"] == 13
    assert recipe["figures"]["solo"]["mean"] == lines[-1]["solo_mean"]


@pytest.mark.parametrize(
    ("options", "words", "drawn"),
    [
        ({}, r" (128|256|512) in \d\d% of the last games", "tile_256"),
        ({"target": 64}, r" 64 in (\d\d|100)% of the last games", "tile_64"),
        ({"rows": 3, "columns": 3}, r" (32|64) in \d\d% of the last games", "tile_64"),
        ({"rows": 2, "columns": 2}, r" (8|16) in \d\d% of the last games", "tile_16"),
    ],
)
def test_it_is_told_how_often_a_tile_is_reached_that_is_reached(
    options: dict[str, Any], words: str, drawn: str
) -> None:
    """Never that 2048 is not, where nobody can reach it."""
    learner = NTupleLearner(NTupleSettings(net="01", step_games=60), Twenty48Options(**options))
    learner.step()

    assert re.search(words, learner.words())
    assert drawn in learner.curves["share of the games"]
    assert 0 < learner.measure()[drawn] <= 1
    assert drawn in learner.evaluate().figures["solo"]


def test_the_curves_of_a_strong_player_begin_with_2048() -> None:
    learner = NTupleLearner(NTupleSettings(net="01"), Twenty48Options())
    learner.recent = np.array([[30_000, 1_500, 11], [60_000, 3_000, 12], [90_000, 4_000, 12]], np.int32)

    assert learner.curves["share of the games"][:2] == ("tile_2048", "tile_4096")
    assert learner.words() == "mean score 60,000  2048 in 100% of the last games"


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
