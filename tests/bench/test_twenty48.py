"""The benchmark of 2048's expectimax: what it tells of games that were played."""

import pytest

from asobiba.bench.adaptors import twenty48
from asobiba.bench.adaptors.engines import ENGINES
from asobiba.bench.adaptors.twenty48 import Played, network, network_rows, played, strength_rows, thinker


def test_a_game_is_played_and_measured() -> None:
    game = played(thinker(), 1, 1)

    assert game == played(thinker(), 1, 1)._replace(seconds=game.seconds)
    assert game.nodes > game.moves > 50
    assert game.score > game.largest >= 64
    assert "twenty48" in ENGINES


def test_strength_is_the_mean_its_error_and_how_often_a_tile_is_reached() -> None:
    games = [Played(10_000, 1024, 800, 9, 0.1), Played(30_000, 2048, 1_600, 9, 0.1)]
    rows = {row.what.rpartition(": ")[2]: row.ours for row in strength_rows(2, games)}

    assert rows["score"] == 20_000
    assert round(rows["standard error"]) == 10_000
    assert (rows["with 2048"], rows["with 4096"]) == (50, 0)


def test_a_network_is_measured_by_depth_and_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twenty48, "TAUGHT_GAMES", 1)
    monkeypatch.setattr(twenty48, "NETWORK_DEPTHS", {1: 10, 2: 10})
    monkeypatch.setattr(twenty48, "NETWORK_MS", {1: 5})
    rows = list(network_rows(network()))

    assert [(row.what.rpartition(", ")[2], row.unit) for row in rows] == [
        (what, unit) for what in ("1 moves ahead", "2 moves ahead", "1 ms a move") for unit in ("nodes/s", "moves/s")
    ]
    assert all(row.ours > 0 for row in rows)
