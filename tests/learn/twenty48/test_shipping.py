"""A training becomes a file of a given size, and what that costs is told."""

import json
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from asobiba.agents.spec import make_agent
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.rules import Twenty48Options, start
from asobiba.learn.methods import course
from asobiba.learn.training import Training
from asobiba.learn.twenty48.learner import NTupleLearner
from asobiba.learn.twenty48.settings import NTupleSettings
from asobiba.learn.twenty48.shipping import (
    STEPS,
    Unrounded,
    difference,
    fitting,
    losses,
    needs,
    network_of,
    shipment,
    size_of,
    without,
)
from tests.native.test_twenty48_ntuple import Twin

SCRIPTS = Path(__file__).parents[3] / "scripts"
NOTE = {"game": "twenty48", "rules": GAME.version, "options": {}, "kind": "ntuple", "inputs": 0}


@pytest.fixture(scope="module")
def learner() -> NTupleLearner:
    made = NTupleLearner(NTupleSettings(net="01245/0123", step_games=200), Twenty48Options())
    made.step()
    return made


def test_where_there_is_room_nothing_is_left_out(learner: NTupleLearner) -> None:
    made = shipment(learner, NOTE, 10**8, 50)

    assert made.step == 0
    assert made.kept == made.met == np.count_nonzero(learner.weights)
    apart = difference(Unrounded(learner), network_of(made.network.arrays), 200)
    assert apart.values < 1
    assert apart.moves <= 2


def test_what_the_learner_knows_is_not_rounded(learner: NTupleLearner) -> None:
    board = (2, 4, 8, 2, 4, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0)
    twin = Twin(Twenty48Options(), tuple(learner.cells), learner.weights)

    assert Unrounded(learner).of_boards([board]) == pytest.approx([float(twin.value(board))], abs=1e-3)


def test_the_smaller_the_coarser_and_the_least_known_are_left_out(learner: NTupleLearner) -> None:
    whole = size_of(shipment(learner, NOTE, 10**8, 50).network, NOTE)
    coarse, part = (shipment(learner, NOTE, int(share * whole), 50) for share in (0.8, 0.3))

    assert coarse.step <= part.step
    assert part.kept < coarse.kept <= part.met
    assert coarse.cost < part.cost
    assert size_of(part.network, NOTE) <= 0.3 * whole
    assert size_of(part.network, NOTE) > 0.25 * whole
    exact = Unrounded(learner)
    costs = [difference(exact, network_of(made.network.arrays), 200).values for made in (coarse, part)]
    assert 0 < costs[0] < costs[1]


def test_no_other_step_costs_less(learner: NTupleLearner) -> None:
    most = int(0.3 * size_of(learner.export(), NOTE))
    best, needed = shipment(learner, NOTE, most, 50), needs(learner, 50)
    lost = losses(learner, needed)

    costs = {step: fitting(learner, NOTE, most, step, needed, lost).cost for step in STEPS}
    assert best.cost == pytest.approx(min(costs.values()))
    assert costs[best.step] == pytest.approx(best.cost)


def test_those_are_left_out_that_cost_least(learner: NTupleLearner) -> None:
    before, lost = learner.weights.copy(), losses(learner, needs(learner, 50))
    kept = without(learner, lost, int(np.count_nonzero(lost >= 0)) - 50)

    assert (learner.weights == before).all()
    assert np.count_nonzero(kept) == 50
    assert lost[kept != 0].min() >= lost[kept == 0].max()
    assert (without(learner, lost, 0) == learner.weights).all()


def test_a_stage_falls_back_to_the_one_before() -> None:
    settings = NTupleSettings(net="0123/0145", step_games=100, stages="64", stage_games=50)
    staged = NTupleLearner(settings, Twenty48Options())
    staged.step()
    staged.step()
    lost = losses(staged, needs(staged, 50))
    met = int(np.count_nonzero(lost >= 0))
    first, second = without(staged, lost, met).reshape(2, -1)

    assert staged.stages == 1
    assert not first.any()
    assert not second.any()
    first, second = without(staged, lost, met // 2).reshape(2, -1)
    assert (first != second).any()
    assert ((first == second) & (staged.weights.reshape(2, -1)[0] != staged.weights.reshape(2, -1)[1])).any()


def test_the_script_writes_a_file_that_plays_and_its_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {
        "net": "0145/0123",
        "total_games": 20,
        "step_games": 10,
        "evaluate_every": 10**9,
        "measure_every": 10**9,
    }
    Training.start(tmp_path / "run", course(GAME, "ntuple", settings), command="asobiba train").run()
    out = tmp_path / "weights" / "ntuple.npz"
    arguments = [str(tmp_path / "run"), "--megabytes", "0.02", "--positions", "50", "--games", "5", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["twenty48_ship.py", *arguments])

    runpy.run_path(str(SCRIPTS / "twenty48_ship.py"), run_name="__main__")

    recipe = json.loads(out.with_suffix(".json").read_text())
    assert recipe["command"] == "asobiba train"
    assert recipe["counts"]["games"] == 20
    assert {"config", "rules", "figures", "commit"} <= recipe.keys()
    assert recipe["shipped"] == json.loads(capsys.readouterr().out)
    assert recipe["shipped"]["bytes"] == out.stat().st_size <= 20_000
    position = start(Twenty48Options()).apply(0).apply(10)
    assert make_agent(f"expectimax:weights={out}", GAME).choose(position) in position.legal()
