"""`asobiba bench selfplay`: each way to compute a network, and the loop."""

import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from asobiba.bench import selfplay
from tests import processes

BUSY = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ntime.sleep(600)"


@pytest.mark.thorough
def test_networks_are_measured_by_all_ways_and_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SHORTEST", 0.001)
    monkeypatch.setattr(selfplay, "BATCHES", (1, 3))
    rows = list(selfplay.network_rows("otrio", {"players": 2}))

    assert [row.what for row in rows] == [
        f"otrio: 53,310 parameters, {batch} at once, {who}"
        for batch in (1, 3)
        for who in ("onnxruntime", "numpy", "torch")
    ]
    assert all(row.ours > 0 for row in rows)


class Pool:
    """Plays at once."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def play(self, number: int, weights: object) -> Any:
        self.asked.append(number)
        return SimpleNamespace(result=lambda: SimpleNamespace(games=3))


def test_a_pool_is_measured_by_the_same_units_each_time_and_all_that_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, cores = iter([10.0, 12.0]), iter([1.0, 4.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(selfplay, "cpu_seconds", lambda: next(cores))
    pool = Pool()

    assert selfplay.Pace(pool, {}, workers=2).play(8) == (8 * 3 / 2.0, 8 * 3 / 3.0)
    assert pool.asked == [*range(8)]


def test_cpu_seconds_are_those_of_children_too() -> None:
    before, own = selfplay.cpu_seconds(), time.process_time()
    with processes.started([sys.executable, "-c", BUSY]) as process:
        assert process.stdout is not None
        process.stdout.readline()
        spent, own = selfplay.cpu_seconds() - before, time.process_time() - own

    assert spent > own + 0.2


def test_costs_are_those_of_a_unit_of_the_weights_and_of_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = selfplay._learner
    tiny = {"unit_games": 8, "simulations": 4, "cheap_simulations": 2, "learning_starts": 10, "batch_size": 16}
    monkeypatch.setattr(selfplay, "_learner", lambda name, options: usual(name, options, **tiny))
    rows = {(row.what, row.unit): row.ours for row in selfplay.cost_rows("otrio", {"players": 2})}

    assert rows["otrio: a unit", "games"] == 8
    assert rows["otrio: a version of the weights", "bytes"] == 4 * (53_310 + 28 * 9)
    assert rows["otrio: a unit", "bytes"] > 100 * rows["otrio: a unit", "moves"] > 0
    assert min(rows.values()) > 0
