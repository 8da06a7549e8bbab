"""docs/adding-a-game.md, followed to the letter: the game that it builds works everywhere."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import processes
from tests.nim import one_file, write_folder, write_package

ROOT = Path(__file__).parents[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder `nim` as the page writes it."""
    write_folder(tmp_path)
    return tmp_path


def asobiba(folder: Path, arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command with the game that a folder holds as `nim`."""
    command = [sys.executable, "-m", "asobiba", *arguments.split()]
    return processes.run(command, typed=typed, environment={"ASOBIBA_GAMES": str(folder / "nim")}, folder=ROOT)


@pytest.fixture
def one(tmp_path: Path) -> dict[str, str]:
    """The environment variable that names the page's first file."""
    (tmp_path / "nim.py").write_text(one_file(), encoding="utf-8")
    return {"ASOBIBA_GAMES": str(tmp_path / "nim.py")}


def test_the_first_file_is_short() -> None:
    assert len(one_file().splitlines()) <= 35


@pytest.mark.parametrize(
    ("arguments", "typed", "said"),
    [
        ("games", "", "nim: Nim (first, second)"),
        ("play nim --seed 1", "9\nhelp\n0\n", "action 9 is not legal here; legal: 0, 1, 2"),
        ("match nim mcts:simulations=50 greedy --games 4", "", "mcts:simulations=50"),
        ("match nim mcts:simulations=50 minimax:depth=3 --games 2 --json", "", '"wins"'),
        ("perft nim 4", "", "4 76"),
        ("train nim -o total_moves=200 -o evaluate_every=200 --out {folder}/run", "", "finished after"),
    ],
    ids=lambda text: text.partition(" ")[0] or "-",
)
def test_the_first_file_plays(one: dict[str, str], tmp_path: Path, arguments: str, typed: str, said: str) -> None:
    command = [sys.executable, "-m", "asobiba", *arguments.format(folder=tmp_path).split()]
    result = processes.run(command, typed=typed, environment=one, folder=ROOT)

    assert result.returncode == 0, result.stderr
    assert said in result.stdout


IN_EVERY_ENVIRONMENT = """
import gymnasium
import pettingzoo
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

import asobiba
from asobiba.envs.openspiel import register_with_openspiel

alone = gymnasium.make("asobiba/Nim-v0", opponent="random")
check_env(alone.unwrapped, skip_render_check=True)
seen, _ = alone.reset(seed=1, options={"position": '{"matches":7,"side":0}'})
many = gymnasium.make_vec("asobiba/Nim-v0", num_envs=3, vectorization_mode="vector_entry_point")
api_test(pettingzoo.make("aec", "asobiba/Nim-v0"), num_cycles=20)
parallel_api_test(pettingzoo.make("parallel", "asobiba/Nim-v0"), num_cycles=20)
register_with_openspiel()
state = pyspiel.load_game("asobiba_nim").new_initial_state()
state.apply_action(2)
print(seen["observation"].tolist(), many.reset(seed=1)[0]["observation"].tolist(), state.observation_tensor())
"""


def test_the_first_file_is_an_environment(one: dict[str, str]) -> None:
    result = processes.run([sys.executable, "-W", "ignore", "-c", IN_EVERY_ENVIRONMENT], environment=one)

    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("[7.0, 0.0] [[10.0, 0.0], [10.0, 0.0], [10.0, 0.0]] [7.0, 1.0]\n")


def test_the_page_has_the_files_of_the_core_and_of_the_parts(folder: Path) -> None:
    assert {path.name for path in (folder / "nim").iterdir()} == {"__init__.py", "rules.py", "players.py", "people.py"}


def test_it_keeps_the_contract(folder: Path) -> None:
    result = asobiba(folder, "check nim")

    assert result.returncode == 0, result.stdout
    assert result.stdout.startswith("plays: 22 ok\n")


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
    assert "'4' is not a move: write 1, 2 or 3" in result.stdout
    assert "second wins" in result.stdout or "first wins" in result.stdout or "left unfinished" in result.stdout


def test_a_package_of_somebody_else_registers_it(folder: Path) -> None:
    found = write_package(folder, "nim = nim:GAME\nbroken = nim:NOTHING\n")

    result = processes.run(
        [sys.executable, "-c", "import asobiba; print(asobiba.game_names())"],
        environment=found,
    )

    assert "'nim'" in result.stdout
    assert "game 'broken' of nim:NOTHING" in result.stderr
