"""Double DQN of any game: it goes on bit for bit, its file is what it says, and it really learns."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import StateError
from asobiba.core.game import AnyGame
from asobiba.core.registry import find_game
from asobiba.learn import checkpoints
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.dqn import METHODS
from asobiba.learn.dqn.observation import ObservationLearner
from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.methods import Course, course
from asobiba.learn.training import POLICY, Training
from tests.test_adding_a_game import asobiba, folder

__all__ = ["folder"]

TINY: dict[str, Any] = {
    "total_moves": 1_200,
    "evaluate_every": 500,
    "save_every": 400,
    "measure_every": 300,
    "evaluation_games": 6,
    "parallel_games": 8,
    "hidden": 8,
    "learning_starts": 40,
    "batch_size": 16,
    "memory_megabytes": 1,
    "freeze_every": 10,
    "target_every": 5,
    "random_share": 0.3,
    "past_share": 0.3,
    "agent_share": 0.3,
}


def contents(folder: Path) -> dict[str, Any]:
    arrays, note = checkpoints.load(folder / CHECKPOINT, {})
    return {name: (str(array.dtype), array.tobytes()) for name, array in arrays.items()} | {"note": note}


def learner(game: AnyGame, options: dict[str, Any], **changes: Any) -> ObservationLearner:
    settings = DqnSettings(**{**TINY, **changes})
    return ObservationLearner(Course(METHODS[0], game, game.options(**options), settings), settings)


def without_kernel(game: AnyGame) -> AnyGame:
    return game.with_part(replace(game.part(Arrays), kernel=None))


@pytest.mark.thorough
def test_stopping_and_resuming_a_training_changes_nothing(tmp_path: Path) -> None:
    game = find_game("otrio")
    plan = course(game, "dqn", {**TINY, "players": 3})
    straight, stopped = (Training.start(tmp_path / name, plan) for name in ("straight", "stopped"))
    assert (straight.run(), stopped.run(units=600)) == ("finished", "stopped")
    assert Training.resume(tmp_path / "stopped", game).run() == "finished"

    assert contents(tmp_path / "straight") == contents(tmp_path / "stopped")
    policies = [checkpoints.load(tmp_path / name / POLICY, {})[0] for name in ("straight", "stopped")]
    assert all((array == policies[1][name]).all() for name, array in policies[0].items())


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(find_game("puyo"), {"max_turns": 20}, marks=pytest.mark.thorough),
        pytest.param(find_game("puyo"), {"mode": "single"}, marks=pytest.mark.slow),
        (find_game("twenty48"), {}),
        pytest.param(find_game("coppit"), {"max_turns": 40}, marks=pytest.mark.slow),
        pytest.param(without_kernel(find_game("othello")), {}, marks=pytest.mark.slow),
        (without_kernel(find_game("otrio")), {"players": 2}),
    ],
    ids=lambda each: each.name if hasattr(each, "name") else str(each),
)
def test_a_restored_learner_goes_on_bit_for_bit(game: AnyGame, options: dict[str, Any]) -> None:
    one, twin = learner(game, options), learner(game, options)
    for _ in range(60):
        one.step()
    arrays, note = one.state()
    twin.restore({name: array.copy() for name, array in arrays.items()}, json.loads(json.dumps(note)))
    for each in (one, twin):
        for _ in range(60):
            each.step()

    assert one.learner.updates > 60
    (arrays, note), (theirs, their_note) = one.state(), twin.state()
    assert arrays.keys() == theirs.keys()
    assert all(array.tobytes() == theirs[name].tobytes() for name, array in arrays.items())
    assert note == their_note


def test_a_checkpoint_with_one_generator_is_taken_up() -> None:
    one, twin = (learner(find_game("otrio"), {"players": 2}) for _ in range(2))
    one.step()
    arrays, note = one.state()
    del note["sampler"]
    twin.restore(arrays, note)

    assert twin.counts == one.counts


def test_a_step_runs_from_a_decision_to_the_next_of_the_same_seat() -> None:
    """One game of Otrio for two with one step of rewards, the rows against the game as it is played."""
    found = learner(find_game("otrio"), {"players": 2}, parallel_games=1, n_step=1, gamma=0.5, learning_starts=999)
    found.games.learns[:] = True
    seen, ended = [], False
    while not ended:
        seen.append(found.games.batch.observation.reshape(-1).copy())
        before = found.games.finished
        found.step()
        ended = found.games.finished > before
    rows, decisions = found.replay.columns, len(seen)

    assert len(found.replay) == decisions
    for row in range(decisions - 2):
        assert (rows["state"][row] == seen[row]).all()
        assert (rows["next_state"][row] == seen[row + 2]).all()
        assert (rows["reward"][row], rows["discount"][row]) == (0, 0.5)
    assert sorted(rows["reward"][decisions - 2 : decisions]) == [-1, 1]
    assert (rows["discount"][decisions - 2 : decisions] == 0).all()


def test_games_that_last_too_long_are_broken_off_and_teach_nothing() -> None:
    found = learner(find_game("othello"), {}, max_plies=3, n_step=3, opponent_share=0.0)
    for _ in range(9):
        found.step()

    assert (len(found.replay), found.games.finished) == (0, 0)
    assert (found.games.plies == 0).all()


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    Training.start(folder, course(find_game("otrio"), "dqn", {**TINY, "options": {"players": 2}})).run(units=400)
    return folder / CHECKPOINT


@pytest.mark.parametrize(
    ("name", "edit", "sentence"),
    [
        ("learner/online/out.weight", lambda array: np.full_like(array, np.nan), "not all finite"),
        ("learner/target/body.0.weight", lambda array: array.T, "here .* is needed"),
        ("play/kinds", lambda array: array - 7, "kinds of opponents are"),
        ("play/gains", lambda array: array[:1], "gains is .* is needed"),
        ("play/lengths", lambda array: array[:-1], "games, here 8 are needed"),
        ("play/games", lambda array: array[: array.size // 2], "damaged|does not fit"),
        ("replay/action", lambda array: array + 1000, "an action of the replay"),
        ("replay/alike/0/plain", lambda array: array[:, :-1], "states are"),
    ],
)
def test_an_edited_checkpoint_is_refused_with_a_sentence(
    trained: Path, tmp_path: Path, name: str, edit: Any, sentence: str
) -> None:
    arrays, note = checkpoints.load(trained, {})
    checkpoints.save_small(tmp_path / CHECKPOINT, {**arrays, name: edit(arrays[name])}, note)

    with pytest.raises(StateError, match=sentence) as caught:
        Training.resume(tmp_path, find_game("otrio"))
    assert "\n" not in str(caught.value)


def test_the_file_says_how_to_play_with_it() -> None:
    found = learner(find_game("otrio"), {"players": 2}, layers=3)
    network = found.export()

    assert (network.kind, network.inputs, network.about) == ("q", 252, {"actions": 28})
    layers = [f"body.{number}.{kind}" for number in range(3) for kind in ("weight", "bias")]
    assert sorted(network.arrays) == sorted(["scale", *layers, "out.weight", "out.bias"])
    seen, legal = found.games.batch.observation.reshape(8, -1), np.ones((8, 28), np.bool_)
    hidden = seen.astype(np.float32) * network.arrays["scale"]
    for number in range(3):
        hidden = hidden @ network.arrays[f"body.{number}.weight"].T + network.arrays[f"body.{number}.bias"]
        hidden = np.maximum(hidden, 0)
    values = hidden @ network.arrays["out.weight"].T + network.arrays["out.bias"]
    assert found.learner.averaged.values(seen, legal) == pytest.approx(values, abs=1e-5)


@pytest.mark.slow
def test_nim_of_the_guide_is_learned_in_a_few_thousand_games(folder: Path) -> None:
    out = folder / "run"
    result = asobiba(folder, f"train nim --out {out} --seed 1 -o total_moves=24000 -o evaluate_every=24000")

    assert result.returncode == 0, result.stderr
    recipe = json.loads((out / "policy.json").read_text())
    assert recipe["figures"]["random"]["points_low"] > 0.7
    assert (recipe["game"], recipe["method"]) == ("nim", "dqn")
    played = asobiba(folder, f"match nim learned:weights={out / 'policy.npz'} random --games 60 --seed 5 --json")
    assert json.loads(played.stdout)["agents"][0]["wins"] > 40


@pytest.mark.slow
@pytest.mark.timeout(1_500)
@pytest.mark.parametrize(
    ("name", "options", "moves", "key"),
    [("otrio", {"players": 2}, 200_000, "points"), ("twenty48", {}, 300_000, "score")],
)
def test_games_are_learned(tmp_path: Path, name: str, options: dict[str, Any], moves: int, key: str) -> None:
    """In less than two minutes of an idle core."""
    plan = course(find_game(name), "dqn", {"total_moves": moves, "evaluate_every": moves // 4, "options": options})
    Training.start(tmp_path, plan).run()
    figures = json.loads((tmp_path / "policy.json").read_text())["figures"]

    if key == "points":
        assert figures["random"]["points_low"] > 0.7
    else:
        assert figures["alone"]["score_low"] > 1.25 * figures["random"]["score"]
