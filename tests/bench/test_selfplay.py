"""`asobiba bench selfplay`: each way to compute a network, and the loop."""

import pytest

from asobiba.bench import selfplay


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
