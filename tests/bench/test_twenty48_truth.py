"""The benchmark shows what is known of 2048 beside what its agents come to."""

import pytest

from asobiba.bench.adaptors import twenty48_truth
from asobiba.bench.adaptors.twenty48_truth import BEST, best_play, truth_rows
from asobiba.cli.bench import show_rows
from asobiba.cli.screen import Screen


@pytest.mark.parametrize(
    "size", [(2, 2), (2, 3), pytest.param((2, 4), marks=pytest.mark.slow)], ids="{0[0]}x{0[1]}".format
)
def test_best_play_is_worth_what_is_known(size: tuple[int, int]) -> None:
    assert best_play(*size) == pytest.approx(BEST[size], abs=1e-6)


def test_the_values_stand_beside_the_known_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(twenty48_truth, "BEST", {(2, 2): BEST[2, 2]})
    monkeypatch.setattr(twenty48_truth, "RANDOM_GAMES", 1_000)
    monkeypatch.setenv("COLUMNS", "160")
    best, score, error = rows = list(truth_rows(long=False))

    assert (round(best.ours, 6), best.theirs) == (66.964149, 66.964149)
    assert score.ours == pytest.approx(1094.39, abs=8 * error.ours)
    show_rows(rows, Screen.on_stdout("en"))
    assert capsys.readouterr().out.count("66.964149") == 2
