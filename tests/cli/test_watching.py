"""Agents that play alone are watched: every board, and how fast they were."""

from pathlib import Path

from asobiba.core.records import read_records
from tests.cli import command


def test_every_board_is_shown_and_the_pace_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    words = ("play", "twenty48", "random", "--seed", "1", "--delay", "0", "-o", "rows=2", "-o", "columns=2")
    shown = command.run(*words, "--record", str(file)).stdout
    (record,) = read_records(file.read_text().splitlines())
    moves = sum(ply.seat >= 0 for ply in record.plies)

    assert shown.count("score ") == moves + 1, "after each move, and before the first"
    assert f"{moves} moves in" in shown
    assert record.returns is not None
    assert f"{record.returns[0]:g} points" in shown


def test_the_same_game_is_played_as_without_looking() -> None:
    words = ("play", "othello", "greedy", "random", "--seed", "2")
    watched, plain = command.run(*words, "--delay", "0").stdout, command.run(*words).stdout

    assert watched.splitlines()[-2] == plain.splitlines()[-1]


def test_people_are_not_hurried() -> None:
    result = command.run("play", "twenty48", "human", "--delay", "1")

    assert result.returncode == 2
    assert "--delay is for agents that play alone" in result.stderr
