"""The tests of every game with one more, the first file of docs/adding-a-game.md: no test counts on five games.

The game is named aaa, so that it comes first, and is as small as a game can be: short, without options, exercises,
words, notation, encoding and kernel. By hand: ASOBIBA_GAMES=FOLDER/aaa.py pytest tests/core
"""

import sys
from pathlib import Path

import pytest

from tests import processes
from tests.nim import one_file

FOLDERS = ("core", "envs", "agents", "arena", "cli", "native", "learn", "games", "judges")
SERVED = ("online/http", "online/bots", "online/rooms", "online/client", "online/test_docs.py", "web/test_texts.py")


@pytest.fixture
def with_aaa(tmp_path: Path) -> dict[str, str]:
    file = tmp_path / "aaa.py"
    file.write_text(one_file().replace('name="nim"', 'name="aaa"'), encoding="utf-8")
    return {"ASOBIBA_GAMES": str(file), "ASOBIBA_LONG": "0"}


def passes(environment: dict[str, str], *arguments: str) -> None:
    paths = [str(Path("tests") / each) for each in (*FOLDERS, *SERVED, "test_golden.py", "test_layers.py")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", *arguments, *paths]
    result = processes.run(command, environment=environment, folder=Path(__file__).parents[1], seconds=3_000)

    assert result.returncode == 0, result.stdout[-20_000:]


@pytest.mark.thorough
@pytest.mark.timeout(900)
def test_what_is_asked_of_every_game_is_asked_of_one_more(with_aaa: dict[str, str]) -> None:
    passes(with_aaa, "-k", "aaa or Aaa")


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_nothing_counts_on_five_games(with_aaa: dict[str, str]) -> None:
    passes(with_aaa)
