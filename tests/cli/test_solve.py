"""`asobiba solve` as a person or a script runs it."""

import json
import os
import signal
import subprocess

import pytest

from tests.cli import command

QUICK = ["otrio", "-o", "players=2", "-o", "colors=0,1"]
ENDGAME = ["XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-", "X"]
LONG = ["otrio", "-o", "players=2", "-o", "ban_center_medium=true", "--json"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return command.run("solve", *arguments)


def test_json_is_one_line() -> None:
    result = run(*QUICK, "--json")

    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert [told[key] for key in ("value", "plies", "best", "lower", "upper")] == [1, 7, ["Mb2"], 1, 1]
    assert told["nodes"] > 0
    assert told["seconds"] >= 0
    assert "moves" not in told


@pytest.mark.parametrize(
    ("position", "value", "plies"),
    [("Sa1", 1, 9), (".../.../.../.../.R./.../.../.../... G", -1, 6), ("start", 1, 7)],
)
def test_a_position_is_moves_or_a_picture(position: str, value: int, plies: int) -> None:
    told = json.loads(run(*QUICK, position, "--json").stdout)

    assert (told["value"], told["plies"]) == (value, plies)


def test_every_move() -> None:
    told = json.loads(run(*QUICK, "--moves", "--json").stdout)

    assert told["moves"]["Mb2"] == {"outcome": 1, "plies": 7, "value": 1}
    assert told["moves"]["Sa1"] == {"outcome": -1, "plies": 10, "value": -1}


def test_every_move_is_told_in_the_unit_of_the_solution() -> None:
    discs = ["othello", *ENDGAME, "-o", "score=discs", "--moves"]
    told, shown = json.loads(run(*discs, "--json").stdout), run(*discs).stdout

    values = {move: each["value"] for move, each in told["moves"].items()}
    assert told["unit"] == "discs"
    assert {move for move, value in values.items() if value == told["value"]} == {*told["best"]}
    assert len({*values.values()}) > 1
    for move, value in values.items():
        assert f"  {move}  {value:+g} discs  proven: " in shown


def test_where_the_game_counts_wins_the_best_moves_have_their_discs_all_the_same() -> None:
    told = json.loads(run("othello", *ENDGAME, "--moves", "--json").stdout)

    assert all(told["moves"][move]["value"] == told["value"] for move in told["best"])


@pytest.mark.thorough
def test_with_four_every_seat_is_told() -> None:
    told = json.loads(run("otrio", "--json").stdout)

    assert [each["value"] for each in told["seats"]] == [-1] * 4


def test_a_game_with_a_truth_needs_no_search() -> None:
    told = json.loads(run("twenty48", "-o", "rows=2", "-o", "columns=2", "2.4/0.0 score=0", "--json").stdout)

    assert told["unit"] == "points"
    assert told["value"] > 0
    assert told["best"]


def test_people_read_a_table() -> None:
    english, japanese = (run(*QUICK, "--moves", "--lang", lang) for lang in ("en", "ja"))

    assert "proven: a win (plies to the end: 7)" in english.stdout
    assert "確定: 7 手で勝ち" in japanese.stdout


@pytest.mark.parametrize("limit", [["--nodes", "1000"], ["--seconds", "0.2"]])
def test_a_limit_leaves_bounds(limit: list[str]) -> None:
    result = run(*LONG, *limit)

    told = json.loads(result.stdout)
    assert result.returncode == 0
    assert (told["value"], told["lower"], told["upper"]) == (None, -1, 1)
    assert told["searched"] > 5


def test_ctrl_c_tells_the_bounds() -> None:
    """How far it is stands on stderr only where somebody looks, so that is waited for on a terminal."""
    master, slave = os.openpty()
    words = [*command.ASOBIBA, "solve", *LONG]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=slave, text=True) as solving:
        try:
            os.close(slave)
            assert os.read(master, 4096)
            solving.send_signal(signal.SIGINT)
            told = json.loads(solving.communicate(timeout=240)[0])
        finally:
            solving.kill()
            os.close(master)

    assert solving.returncode == 130
    assert (told["lower"], told["upper"]) == (-1, 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello", "-o", "score=count"], "nothing is proven of othello with these options; what is solved: "),
        (["twenty48", "-o", "rows=2", "-o", "columns=2"], "luck decides next"),
        (["otrio", "-o", "players=2", "RRR/.../.../.../.../.../.../.../... G"], "the game is over"),
        ([*QUICK, "Zz9"], "a position is 9 spaces of 3 slots"),
        ([*QUICK, "--nodes", "0"], "--nodes"),
    ],
)
def test_wrong_input_is_a_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)

    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
