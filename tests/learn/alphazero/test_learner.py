"""AlphaZero of any game: it goes on bit for bit, its file plays, and it really learns."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.agents.alphazero import AlphaZero
from asobiba.agents.spec import make_agent
from asobiba.arena.series import play_series
from asobiba.core.errors import StateError
from asobiba.core.game import AnyGame
from asobiba.core.registry import find_game
from asobiba.learn import checkpoints
from asobiba.learn.alphazero import METHODS
from asobiba.learn.alphazero.learner import AlphaZeroLearner
from asobiba.learn.alphazero.settings import AlphaZeroSettings
from asobiba.learn.alphazero.units import Threads
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.methods import Course, course
from asobiba.learn.training import POLICY, RECIPE, Training
from tests.learn.dqn.test_learner import contents, without_kernel
from tests.test_adding_a_game import asobiba, folder

__all__ = ["folder"]

TINY: dict[str, Any] = {
    "total_moves": 160,
    "measure_every": 50,
    "evaluate_every": 80,
    "save_every": 100,
    "unit_games": 3,
    "lanes": 2,
    "lag": 2,
    "simulations": 3,
    "cheap_simulations": 2,
    "considered": 3,
    "width": 4,
    "blocks": 1,
    "batch_size": 16,
    "learning_starts": 20,
    "window_start": 60,
    "evaluation_games": 4,
    "evaluated_against": "random",
}


def learner(game: AnyGame, options: dict[str, Any], **changes: Any) -> AlphaZeroLearner:
    settings = AlphaZeroSettings(**{**TINY, **changes})
    return AlphaZeroLearner(Course(METHODS[0], game, game.options(**options), settings), settings)


@pytest.mark.thorough
def test_stopping_and_resuming_a_training_changes_nothing(tmp_path: Path) -> None:
    game = find_game("otrio")
    plan = course(game, "alphazero", {**TINY, "players": 2})
    straight, stopped = (Training.start(tmp_path / name, plan) for name in ("straight", "stopped"))
    assert (straight.run(), stopped.run(units=70)) == ("finished", "stopped")
    assert Training.resume(tmp_path / "stopped", game, values={"threads": 1}).run() == "finished"

    one, other = contents(tmp_path / "straight"), contents(tmp_path / "stopped")
    for each in (one, other):
        each["note"]["config"].pop("threads")
    assert one == other
    policies = [checkpoints.load(tmp_path / name / POLICY, {})[0] for name in ("straight", "stopped")]
    assert all((array == policies[1][name]).all() for name, array in policies[0].items())


@pytest.mark.thorough
def test_a_checkpoint_does_not_say_with_whom_to_connect(tmp_path: Path) -> None:
    game = find_game("otrio")
    Training.start(tmp_path, course(game, "alphazero", {**TINY, "players": 2})).run(units=40)
    arrays, note = checkpoints.load(tmp_path / CHECKPOINT, {})
    checkpoints.save(tmp_path / CHECKPOINT, arrays, {**note, "config": {**note["config"], "ray": "192.0.2.1:6379"}})
    resumed = Training.resume(tmp_path, game)
    assert isinstance(resumed.learner, AlphaZeroLearner)
    assert isinstance(resumed.learner.pool, Threads)
    assert resumed.learner.settings.ray == ""
    resumed.learner.close()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (find_game("puyo"), {"max_turns": 8}),
        pytest.param(find_game("puyo"), {"mode": "single", "max_turns": 8}, marks=pytest.mark.slow),
        pytest.param(find_game("twenty48"), {"rows": 2, "columns": 3}, marks=pytest.mark.slow),
        pytest.param(without_kernel(find_game("twenty48")), {"rows": 2, "columns": 3}, marks=pytest.mark.thorough),
        (find_game("coppit"), {"max_turns": 12}),
        pytest.param(without_kernel(find_game("othello")), {}, marks=pytest.mark.slow),
        pytest.param(without_kernel(find_game("otrio")), {"players": 4}, marks=pytest.mark.slow),
    ],
    ids=lambda each: each.name if hasattr(each, "name") else str(each),
)
def test_a_restored_learner_goes_on_bit_for_bit(game: AnyGame, options: dict[str, Any]) -> None:
    one, twin = learner(game, options), learner(game, options)
    try:
        for _ in range(3):
            one.step()
        arrays, note = one.state()
        twin.restore({name: array.copy() for name, array in arrays.items()}, json.loads(json.dumps(note)))
        for each in (one, twin):
            for _ in range(3):
                each.step()
        assert one.teacher.updates > 0
        (arrays, note), (theirs, their_note) = one.state(), twin.state()
    finally:
        one.close()
        twin.close()

    assert arrays.keys() == theirs.keys()
    assert all(array.tobytes() == theirs[name].tobytes() for name, array in arrays.items())
    assert note == their_note


def test_an_evaluation_says_how_often_the_network_is_right_where_the_game_is_solved() -> None:
    otrio, sizes = find_game("otrio"), {"judged": 12, "judged_simulations": 8, "evaluation_games": 2}
    solved, open_game = learner(otrio, {"players": 2}, **sizes), learner(otrio, {}, **sizes)
    try:
        told, again = solved.evaluate().figures, solved.evaluate().figures
        untold = open_game.evaluate().figures
    finally:
        solved.close()
        open_game.close()

    assert told["searched"] == again["searched"]
    assert told["searched"].keys() == {"kept", "kept_low", "kept_high", "value_right"}
    assert told["raw"].keys() == {"kept", "kept_low", "kept_high"}
    assert "share of what is proven" in solved.curves
    assert "searched" not in untold


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    Training.start(folder, course(find_game("otrio"), "alphazero", {**TINY, "players": 2})).run(units=40)
    return folder


@pytest.mark.parametrize(
    ("name", "edit", "sentence"),
    [
        ("teacher/network/stem.weight", lambda array: np.full_like(array, np.nan), "not all finite"),
        ("teacher/averaged/policy.out.bias", lambda array: array[:3], "here .* is needed"),
        ("published/1/stem.bias", lambda array: array[:1], "here .* is needed"),
        ("window/seat", lambda array: array[:1], "seat is .* is needed"),
        ("window/shape", lambda array: array + 7, "a window of"),
    ],
)
def test_an_edited_checkpoint_is_refused_with_a_sentence(
    trained: Path, tmp_path: Path, name: str, edit: Any, sentence: str
) -> None:
    game = find_game("otrio")
    arrays, note = checkpoints.load(trained / CHECKPOINT, {})
    checkpoints.save_small(tmp_path / CHECKPOINT, {**arrays, name: edit(arrays[name])}, note)

    with pytest.raises(StateError, match=sentence) as caught:
        Training.resume(tmp_path, game)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("counts", {"moves": True}),
        ("counts", {"games": []}),
        ("counts", {"samples": -1}),
        ("counts", {"units": 2**60}),
        ("due", "5"),
        ("due", -1.0),
        ("lately", {"loss": "5"}),
    ],
)
def test_a_count_that_is_none_is_refused_with_a_sentence(trained: Path, tmp_path: Path, name: str, bad: Any) -> None:
    arrays, note = checkpoints.load(trained / CHECKPOINT, {})
    known = note["learner"][name]
    note["learner"][name] = {**known, **bad} if isinstance(bad, dict) else bad
    checkpoints.save_small(tmp_path / CHECKPOINT, arrays, note)

    with pytest.raises(StateError, match=r"does not fit: .* (is no|cannot be)"):
        Training.resume(tmp_path, find_game("otrio"))


@pytest.mark.thorough
def test_its_file_is_a_player_and_the_newest_is_the_best(tmp_path: Path) -> None:
    game = find_game("otrio")
    options = game.options(players=2)
    training = Training.start(tmp_path, course(game, "alphazero", {**TINY, "players": 2}))
    training.run()
    arrays, note = checkpoints.load(tmp_path / POLICY, {})
    averaged = training.learner.export().arrays
    recipe = json.loads((tmp_path / RECIPE).read_text())

    assert note["kind"] == "alphazero"
    assert all((array == averaged[name]).all() for name, array in arrays.items())
    assert recipe["counts"]["moves"] == training.done
    assert set(recipe["figures"]) == {"random", "earlier"}
    path = tmp_path / POLICY
    for each in (game, without_kernel(game)):
        thinking = make_agent(f"alphazero:weights={path},simulations=8", each, options)
        assert isinstance(thinking, AlphaZero)
        advice = thinking.advise(game.start(options))
        thinking.choose(game.start(options))
        assert thinking.advise(game.start(options)) == advice  # it does not think again, nor further
        assert (sum(advice.visits.values()), advice.unit) == (8, "win chance")
        assert all(0 <= value <= 1 for value in advice.values.values())
        assert advice.line
    for spec in ("alphazero:simulations=4,", "alphazero:simulations=0,", "learned:"):
        assert play_series(game, [f"{spec}weights={path}", "random"], options, games=1)[0].games == 1


def test_each_position_teaches_as_often_as_the_settings_say() -> None:
    found = learner(find_game("otrio"), {"players": 2}, reuse=2.0, uses=4, learning_starts=1, unit_games=6)
    try:
        for _ in range(6):
            found.step()
    finally:
        found.close()

    assert found.samples == found.teacher.updates * 16
    assert 0 <= 2 * found.moves - found.samples - found.due < 1
    assert found.window.uses[: found.moves].max() <= 4


def test_unit_games_follow_from_the_length_of_a_game() -> None:
    short, long = (learner(without_kernel(find_game(name)), {}, unit_games=0) for name in ("otrio", "othello"))

    assert short.unit.games > long.unit.games > 1


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_nim_of_the_guide_is_learned(folder: Path) -> None:
    """In a minute on two idle cores."""
    out = folder / "run"
    pace = "-o total_moves=10000 -o evaluate_every=2000 -o batch_size=32 -o reuse=8 -o uses=16 -o learning_starts=500"
    result = asobiba(folder, f"train nim alphazero --out {out} --seed 1 {pace}")

    assert result.returncode == 0, result.stderr
    recipe = json.loads((out / "policy.json").read_text())
    assert recipe["figures"]["random"]["points_low"] > 0.8
    played = asobiba(folder, f"match nim alphazero:weights={out / 'policy.npz'} random --games 40 --seed 5 --json")
    assert json.loads(played.stdout)["agents"][0]["wins"] > 34


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_game_for_one_is_learned_in_two_minutes(tmp_path: Path) -> None:
    plan = course(find_game("twenty48"), "alphazero", {"evaluate_every": 10**9})
    training = Training.start(tmp_path, plan)
    training.run(minutes=2)
    figures = training.learner.evaluate().figures

    assert figures["alone"]["score_low"] > 1.5 * figures["random"]["score"]


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_game_for_one_that_need_not_end_is_learned(tmp_path: Path) -> None:
    """In 134 seconds of one core, with the settings of docs/learning.md."""
    settings: dict[str, Any] = {
        "horizon": 24,
        "max_plies": 300,
        "opening_plies": 30,
        "simulations": 16,
        "full_share": 1.0,
        "unit_games": 16,
        "lag": 2,
        "batch_size": 128,
        "reuse": 6.0,
        "uses": 12,
        "learning_starts": 1_000,
        "value_mix": 0.3,
    }
    pace = {"total_moves": 44_000, "evaluate_every": 10**9}
    plan = course(find_game("puyo"), "alphazero", {"mode": "single", **settings, **pace})
    training = Training.start(tmp_path, plan)
    assert training.run() == "finished"
    figures = training.learner.evaluate().figures

    assert figures["alone"]["score_low"] > 1.5 * figures["random"]["score"]
