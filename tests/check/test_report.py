"""`asobiba check`: what it says of mistakes, each put into a game of one file on purpose."""

import json
import re
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from asobiba.check.report import LEVELS, report
from asobiba.core.registry import find_game
from tests import processes
from tests.nim import one_file


def check(tmp_path: Path, code: str, *arguments: str) -> CompletedProcess[str]:
    file = tmp_path / "nim.py"
    file.write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "asobiba", "check", "nim", *arguments]
    return processes.run(command, environment={"ASOBIBA_GAMES": str(file)})


def test_a_game_of_one_file_plays_and_nothing_is_wrong(tmp_path: Path) -> None:
    result = check(tmp_path, one_file())

    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("plays: 21 ok, 1 missing\n")
    assert "asobiba rate nim --levels --games 400 --into levels.json" in result.stdout
    assert result.stdout.endswith("nim: nothing is wrong\n")


def test_it_is_said_in_json_too(tmp_path: Path) -> None:
    result = check(tmp_path, one_file(), "--json")

    items = json.loads(result.stdout)
    assert [item["state"] for item in items if item["name"] == "kernel"] == ["missing"]
    assert {item["level"] for item in items} == {*LEVELS} - {"shipped"}


MISTAKES = {
    "0.0, 0.0": ("0, 0", r"`returns\(\)` must be floats, not \(0, 0\), at `\{\"matches\":10,\"side\":0\}`"),
    "actions=lambda _: 3": ("actions=lambda _: 2", "action 2 is legal, but `actions` is 2, at `"),
    "range(min(3, self.matches))": (
        "[2, 1, 0][: self.matches]",
        "`legal()` must be in ascending order".replace("()", r"\(\)"),
    ),
    '"first", "second"': ('"first", "first"', "`seats` must be different names"),
    "def after": ("def apply", r"`apply\(-1\)` must raise IllegalMove"),
    "1 - self.side)": ("self.side + 1)", "`to_play` is 2, but there are 2 seats"),
    "@dataclass(frozen=True)": ("@dataclass", "unhashable type: 'Position'"),
    "return Position(self.matches - action - 1": (
        "return Position(self.matches",
        "that is equal to the one before|not ended",
    ),
}


@pytest.mark.parametrize("right", MISTAKES)
def test_a_mistake_is_a_sentence(tmp_path: Path, right: str) -> None:
    wrong, sentence = MISTAKES[right]
    assert right in one_file()

    result = check(tmp_path, one_file().replace(right, wrong))

    assert result.returncode == 1, result.stdout + result.stderr
    assert re.search(sentence, result.stdout), result.stdout


def test_agents_that_do_not_exist_are_named(tmp_path: Path) -> None:
    code = one_file().replace("actions=lambda _: 3", "actions=lambda _: 3, parts=(PLAYERS,)")
    players = 'PLAYERS = Players(levels=lambda _: ("random", "minmax:depth=9"))\n'

    result = check(tmp_path, code.replace("GAME:", f"from asobiba.agents.players import Players\n\n{players}\nGAME:"))

    assert result.returncode == 1
    assert re.search("broken +levels .*unknown agent|minmax", result.stdout)


@pytest.mark.parametrize("name", ["othello", "otrio"])
def test_a_game_of_ours_is_complete(name: str) -> None:
    assert [item for item in report(find_game(name)) if item.state != "ok"] == []
