from pathlib import Path

import pytest

from asobiba.core.errors import StateError
from asobiba.learn.metrics import Metrics
from asobiba.online.http.trainings import trainings


def test_the_training_window_reads_what_is_written(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path / "first", {"game": "puyo"})
    metrics.add(10, {"loss": 0.5})
    metrics.add(20, {"loss": 0.25, "win_rate": 0.75})

    assert trainings(tmp_path) == [
        {
            "name": "first",
            "game": "puyo",
            "status": "running",
            "method": "",
            "figures": {},
            "curves": {"loss": [(10, 0.5), (20, 0.25)], "win_rate": [(20, 0.75)]},
        }
    ]
    metrics.close("finished")
    assert trainings(tmp_path)[0]["status"] == "finished"


def test_a_resumed_training_drops_what_was_measured_after_its_checkpoint(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path / "first", {"game": "puyo"})
    for step in (10, 20, 30):
        metrics.add(step, {"loss": step})
    with (tmp_path / "first" / "metrics.jsonl").open("ab") as file:
        file.write(b'{"step":')
    Metrics(tmp_path / "first", {"game": "puyo"}, since=20)

    assert trainings(tmp_path)[0]["curves"] == {"loss": [(10, 10), (20, 20)]}


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path, {"game": "puyo"})
    (tmp_path / "metrics.jsonl").mkdir()

    with pytest.raises(StateError, match=r"cannot write to .*metrics.jsonl: .*; the last checkpoint is still there"):
        metrics.add(1, {"loss": 0.5})
