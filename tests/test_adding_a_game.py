"""docs/adding-a-game.md, followed to the letter: the game that it builds works everywhere."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.nim import write_folder, write_package

ROOT = Path(__file__).parents[1]
FIND_IT = """
import sys
import asobiba.games
asobiba.games.__path__.append({folder!r})
from asobiba.games.nim import GAME
asobiba.register(GAME)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder `nim` as the page writes it."""
    write_folder(tmp_path)
    return tmp_path


def run(folder: Path, code: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return processes.run([sys.executable, "-c", FIND_IT.format(folder=str(folder)) + code], typed=typed, folder=ROOT)


def asobiba(folder: Path, arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = ["asobiba", *arguments.split()]
    return run(folder, f"from asobiba.cli import main; sys.argv = {command!r}; main()", typed)


def test_the_page_has_the_files_of_the_core_and_of_the_parts(folder: Path) -> None:
    files = {path.name for path in (folder / "nim").iterdir()}

    core = {"rules.py", "notation.py", "picture.py", "__init__.py"}
    assert files == core | {"encode.py", "arrays.py", "solver.py", "players.py", "people.py"}


def test_it_keeps_the_contract(folder: Path) -> None:
    arguments = ["-p", "no:cacheprovider", "-v", "tests/core/test_contract.py", "-k", "nim"]

    result = run(folder, f"import pytest; sys.exit(pytest.main({arguments!r}))")

    assert result.returncode == 0, result.stdout
    assert re.search(r"[1-9]\d* passed", result.stdout)


def test_agents_play_it(folder: Path) -> None:
    result = asobiba(folder, "match nim minimax:depth=12 random --games 20 --json")

    best, worst = json.loads(result.stdout)["agents"]
    assert best["wins"] > 15 > worst["wins"]


def test_its_truth_judges_them(folder: Path) -> None:
    """In all sixteen positions with a choice that its games have; a perfect player sees to the end."""
    perfect, anybody = (
        json.loads(asobiba(folder, f"judge nim {agent} --positions 100 --json").stdout)
        for agent in ("minimax:depth=12", "random")
    )

    assert perfect["positions"] == anybody["positions"] == 16
    assert (perfect["kept"], perfect["regret"]) == (1, 0)
    assert anybody["kept"] < 1
    assert anybody["regret"] > 0


def test_people_play_it(folder: Path) -> None:
    result = asobiba(folder, "play nim --seed 1", typed="4\n1\n3\n3\n3\n")

    assert result.returncode == 0, result.stderr
    assert "'4' is no move: write 1, 2 or 3" in result.stdout
    assert "second wins" in result.stdout or "first wins" in result.stdout or "left unfinished" in result.stdout


def test_a_package_of_somebody_else_registers_it(folder: Path) -> None:
    found = write_package(folder, "nim = asobiba_nim:GAME\nbroken = asobiba_nim:NOTHING\n")

    result = processes.run(
        [sys.executable, "-c", "import asobiba; print(asobiba.game_names())"],
        environment=found,
    )

    assert "'nim'" in result.stdout
    assert "game 'broken' of asobiba_nim:NOTHING" in result.stderr
