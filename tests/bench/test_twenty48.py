"""The benchmark of 2048: games of expectimax, learning, and what is known of best and random play."""

import pytest

from asobiba.bench.adaptors import twenty48
from asobiba.bench.adaptors.engines import ENGINES
from asobiba.bench.adaptors.twenty48 import (
    BEST,
    Played,
    best_play,
    learner_of,
    network,
    network_rows,
    play_until,
    played,
    strength_rows,
    thinker,
    truth_rows,
)
from asobiba.cli.bench import show_rows
from asobiba.cli.screen import Screen


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


def test_only_what_comes_after_the_warm_up_is_counted() -> None:
    learner = learner_of("0145", "TC")
    play_until(learner, 500)
    pace = play_until(learner, 1_000)

    assert learner.games == 1_000
    assert 0 < pace.moves < learner.moves
    assert pace.cpu_seconds > 0
    assert learner.coherence.any()


def test_td_leaves_coherence_alone() -> None:
    learner = learner_of("0145", "TD")
    play_until(learner, 500)

    assert learner.weights.any()
    assert not learner.coherence.any()


@pytest.mark.parametrize(
    "size", [(2, 2), (2, 3), pytest.param((2, 4), marks=pytest.mark.slow)], ids="{0[0]}x{0[1]}".format
)
def test_best_play_is_worth_what_is_known(size: tuple[int, int]) -> None:
    assert best_play(*size) == pytest.approx(BEST[size], abs=1e-6)


def test_the_values_stand_beside_the_known_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(twenty48, "BEST", {(2, 2): BEST[2, 2]})
    monkeypatch.setattr(twenty48, "RANDOM_GAMES", 1_000)
    monkeypatch.setenv("COLUMNS", "160")
    best, score, error = rows = list(truth_rows())

    assert (round(best.ours, 6), best.theirs) == (66.964149, 66.964149)
    assert score.ours == pytest.approx(1094.39, abs=8 * error.ours)
    show_rows(rows, Screen.on_stdout("en"))
    assert capsys.readouterr().out.count("66.964149") == 2
