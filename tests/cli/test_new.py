"""`asobiba new`: what it writes plays, and what it refuses."""

import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests import processes


def asobiba(folder: Path, *arguments: str, **environment: str) -> CompletedProcess[str]:
    return processes.run([sys.executable, "-m", "asobiba", *arguments], environment=environment, folder=folder)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--seats", "alone"],
        ["--grid", "6x7", "--seats", "red,yellow"],
        ["--grid", "3x3", "--seats", "a,b,c"],
        ["--grid", "1x2", "--seats", "alone"],
    ],
    ids=" ".join,
)
def test_a_new_game_plays_at_once(tmp_path: Path, arguments: list[str]) -> None:
    made = asobiba(tmp_path, "new", "goose", *arguments)

    assert made.returncode == 0, made.stderr
    assert {path.name for path in (tmp_path / "goose").iterdir()} == {"pyproject.toml", "goose", "test_goose.py"}
    found = str(tmp_path / "goose" / "goose")
    checked = asobiba(tmp_path, "check", "goose", ASOBIBA_GAMES=found)
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
    seats = 1 if "alone" in arguments else 3 if "a,b,c" in arguments else 2
    watched = asobiba(tmp_path, "play", "goose", *["random"] * seats, "--seed", "1", ASOBIBA_GAMES=found)
    assert watched.returncode == 0, watched.stderr


def test_its_test_passes_where_it_is_installed(tmp_path: Path) -> None:
    asobiba(tmp_path, "new", "goose", "--grid", "4x4", "--folder", "deep/down")
    root = tmp_path / "deep" / "down"

    result = processes.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", root],
        environment={"ASOBIBA_GAMES": str(root / "goose")},
        folder=root,
    )

    assert "1 passed" in result.stdout
    assert 'goose = "goose:GAME"' in (root / "pyproject.toml").read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["Goose"], "'Goose' is not a name of a game"),
        (["class"], "'class' is not a name of a game"),
        (["othello"], "a game named 'othello' exists already"),
        (["goose", "--seats", "a,a"], "--seats a,a: write 1 to 8 different words"),
        (["goose", "--seats", 'a"'], "write 1 to 8 different words"),
        (["goose", "--grid", "6"], "--grid 6: write ROWSxCOLUMNS, such as 6x7"),
        (["goose", "--grid", "99x99"], "at most 400 cells"),
        (["goose", "--folder", "."], ". is not empty"),
    ],
    ids=str,
)
def test_wrong_wishes_are_refused(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    (tmp_path / "note").touch()

    result = asobiba(tmp_path, "new", *arguments)

    assert result.returncode == 2
    assert sentence in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["note"]
