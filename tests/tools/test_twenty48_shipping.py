"""A training becomes a file of a given size, and what that costs is told."""

import json
import sys
from importlib.resources import as_file
from pathlib import Path

import numpy as np
import pytest

from asobiba.agents.learned import load_network
from asobiba.agents.network_files import read_weights
from asobiba.agents.spec import make_agent
from asobiba.games.twenty48 import GAME, ntuple, tables
from asobiba.games.twenty48.learning.learner import NTupleLearner
from asobiba.games.twenty48.learning.settings import NTupleSettings
from asobiba.games.twenty48.ntuple import NTuple
from asobiba.games.twenty48.rules import Twenty48Options, start
from asobiba.learn.methods import course
from asobiba.learn.training import Training
from tests.native.test_twenty48_ntuple import Twin
from tools.data.twenty48_ship import main
from tools.data.twenty48_shipping import (
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

FOLDER = Path(str(GAME.resource("weights")))
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

    main()

    recipe = json.loads(out.with_suffix(".json").read_text())
    assert recipe["command"] == "asobiba train"
    assert recipe["counts"]["games"] == 20
    assert {"config", "rules", "figures", "commit"} <= recipe.keys()
    assert recipe["shipped"] == json.loads(capsys.readouterr().out)
    assert recipe["shipped"]["bytes"] == out.stat().st_size <= 20_000
    assert recipe["shipped"]["command"] == (
        f"python -m tools.data.twenty48_ship {tmp_path / 'run'} --megabytes 0.02 --games 5"
    )
    position = start(Twenty48Options()).apply(0).apply(10)
    assert make_agent(f"expectimax:weights={out}", GAME).choose(position) in position.legal()


def test_the_shipped_network_is_small_and_has_a_recipe() -> None:
    recipe = json.loads((FOLDER / "ntuple.json").read_text(encoding="utf-8"))
    with as_file(FOLDER / "ntuple.npz") as path:
        size = path.stat().st_size

    assert size == recipe["shipped"]["bytes"] <= 8_000_000
    assert recipe["command"].startswith("asobiba train twenty48 ntuple")
    assert recipe["shipped"]["command"].startswith("python -m tools.data.twenty48_ship ")
    assert len(recipe["commit"]) == 40
    assert recipe["figures"]["solo"]["tile_2048"] > 0.9


def test_the_shipped_network_is_written_again_as_it_was_read() -> None:
    arrays, _ = read_weights(GAME, "ntuple")
    known = ntuple.read(Twenty48Options(), arrays)
    again = tables.written(known.weights, ntuple.ends_of(known.tuples), float(arrays["fill"][0]))

    assert again.keys() < arrays.keys()
    for name, array in again.items():
        assert array.dtype == arrays[name].dtype
        assert (array == arrays[name]).all(), name


BOARDS = {
    "at the start": "2 0 0 0  0 0 0 0  0 0 2 0  0 0 0 0",
    "in good order": "1024 512 256 128  8 16 32 64  4 2 0 0  0 0 0 0",
    "in none": "2 64 4 256  512 2 128 4  8 32 2 16  2 4 8 2",
    "with large tiles": "32768 16384 8192 4096  256 512 1024 2048  128 64 32 16  2 4 8 0",
    "with the largest of all": "131072 65536 32768 16384  1024 2048 4096 8192  512 256 128 64  4 8 16 0",
}


def test_the_shipped_network_knows_what_boards_are_worth() -> None:
    network = load_network(GAME, Twenty48Options(), "ntuple")
    assert isinstance(network, NTuple)
    boards = [tuple(map(int, text.split())) for text in BOARDS.values()]
    worth = dict(zip(BOARDS, network.of_boards(boards), strict=True))

    assert np.isfinite(list(worth.values())).all()
    assert worth["at the start"] > 50_000
    assert worth["in good order"] > 2 * max(worth["in none"], 0)
