"""Specification 004: each name as the document writes it, its examples and its commands."""

import importlib
import inspect
import os
import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asobiba.games.twenty48 import DOWN, LEFT, RIGHT, UP, Twenty48Env, slide_and_merge
from tests import processes
from tests.specifications.documents import blocks, text_of
from tests.specifications.rows import says

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "src/twenty48": "src/asobiba/games/twenty48",
    "tests": "tests/games/twenty48",
    "scripts": "scripts",
    "": "",
}
"""The folders of the document's tree, and those here."""
LINE = re.compile(r"(\[[\d,]+\]) -> (\[[\d,]+\]),? reward=(\d+)")
FULL_WITH_A_MERGE = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 8], [4, 2, 4, 8]]
FULL = [[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [4, 2, 4, 2]]
ONE_TILE = [[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def on(rows: list[list[int]], seed: int = 0) -> Twenty48Env:
    env = Twenty48Env()
    env.reset(seed=seed)
    env.board = np.array(rows)
    return env


def run(command: str) -> str:
    """What a command prints at the top of the repository; `python` is this one."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = processes.run(command.split(), folder=ROOT, environment={"PATH": path})
    assert done.returncode == 0, done.stderr
    return done.stdout


def here(path: str) -> Path:
    """The file here that does what this file of the document's tree does."""
    folder, _, name = path.rpartition("/")
    return ROOT / FOLDERS[folder] / name


# 2. The environment ---------------------------------------------------------------------------------------------------


@says("Twenty48Env", "Env")
def test_the_class_stands_in_the_package_and_in_its_module() -> None:
    from asobiba.games import twenty48

    modules = [importlib.import_module(f"asobiba.games.twenty48.{name}") for name in ("env", "specification")]

    assert all(each.Twenty48Env is Twenty48Env for each in (twenty48, *modules))
    assert isinstance(Twenty48Env(), Twenty48Env)
    assert {"Twenty48Env", "UP"} <= set(dir(twenty48))
    with pytest.raises(AttributeError, match="no attribute 'Twenty48Environment'"):
        getattr(twenty48, "Twenty48Environment")  # noqa: B009  mypy knows that it is not there


def test_every_name_of_the_face_comes_with_a_star() -> None:
    names: dict[str, Any] = {}
    exec("from asobiba.games.twenty48 import *", names)

    face = importlib.import_module("asobiba.games.twenty48.specification")
    assert {name: names[name] for name in face.__all__} == {name: getattr(face, name) for name in face.__all__}


@says("board", "np.ndarray", "(4,4)", "np.int64")
def test_the_board_is_an_array_that_can_be_read_set_and_written_to() -> None:
    env = Twenty48Env()
    env.reset(seed=1)
    assert isinstance(env.board, np.ndarray)
    assert env.board.shape == (4, 4)
    assert env.board.dtype == np.int64
    assert np.count_nonzero(env.board) == 2

    env.board = np.array(ONE_TILE)
    env.board[1, 1] = 1024
    env.board[1, 2] = 1024
    board, reward, _, _ = env.step(LEFT)
    assert board[1, 0] == reward == 2048
    env.board[:] = FULL
    assert env.step(LEFT)[2] is True


@says("2, 4, 8, ...")
def test_the_board_holds_the_values_and_not_their_exponents() -> None:
    assert on([[2, 4, 8, 16], *[[0, 0, 0, 0]] * 3]).step(DOWN)[0][3].tolist()[:4] == [2, 4, 8, 16]


@says("score", "score: int")
def test_the_score_is_the_sum_of_the_rewards_and_can_be_set() -> None:
    env = on([[2, 2, 4, 4], [0] * 4, [0] * 4, [0] * 4])
    assert (env.score, type(env.score)) == (0, int)

    _, reward, _, info = env.step(LEFT)
    assert env.score == info["score"] == reward == 12
    env.score = 100
    env.board = np.array(FULL_WITH_A_MERGE)
    assert env.step(UP)[3]["score"] == env.score == 116


@says("rng", "random.Random", "numpy.random.Generator")
@pytest.mark.parametrize("make", [random.Random, np.random.default_rng])
def test_luck_comes_from_one_generator(make: Any) -> None:
    env: Any = Twenty48Env()
    assert isinstance(env.rng, np.random.Generator)

    games = []
    for _ in range(2):
        env.rng = make(9)
        games.append([env.reset().tolist(), *(env.step(action % 4)[0].tolist() for action in range(30))])
    assert games[0] == games[1]


@says("action", "int")
@pytest.mark.parametrize("action", [3, np.int64(3)])
def test_an_action_is_a_whole_number(action: Any) -> None:
    assert on(ONE_TILE).step(action)[3]["moved"] is True
    with pytest.raises(Exception, match="0 is up, 1 right, 2 down, 3 left"):
        on(ONE_TILE).step(4)


@says("0=UP", "1=RIGHT", "2=DOWN", "3=LEFT")
@pytest.mark.parametrize(
    ("name", "number", "cell"), [("UP", 0, (0, 1)), ("RIGHT", 1, (1, 3)), ("DOWN", 2, (3, 1)), ("LEFT", 3, (1, 0))]
)
def test_each_direction_has_its_number_and_slides_there(name: str, number: int, cell: tuple[int, int]) -> None:
    for module in ("", ".specification", ".env", ".mechanics", ".rules"):
        assert getattr(importlib.import_module(f"asobiba.games.twenty48{module}"), name) == number
    board, _, _, info = on(ONE_TILE).step(number)

    assert board[cell] == 2
    assert info["moved"] is True


@says('info["invalid_move"]=True', "reward=0")
def test_a_move_that_changes_nothing_is_told_and_costs_nothing() -> None:
    env = on([[2, 4, 0, 0], [0] * 4, [0] * 4, [0] * 4])

    board, reward, done, info = env.step(LEFT)
    assert board.tolist() == env.board.tolist() == [[2, 4, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    assert (reward, done, info["invalid_move"], info["moved"], info["spawned"]) == (0, False, True, False, None)
    assert on(FULL).step(LEFT)[2] is True


@says("reset(seed=None)", "seed", "score=0")
def test_reset_places_two_tiles_on_an_empty_board() -> None:
    env = Twenty48Env()
    assert str(inspect.signature(Twenty48Env.reset)).startswith("(self, seed: int | None = None)")
    env.score = 50

    by_name, by_place = env.reset(seed=3), env.reset(3)
    assert by_name.tolist() == by_place.tolist() == Twenty48Env(seed=3).board.tolist()
    assert np.count_nonzero(by_name) == 2
    assert env.score == 0
    assert {tuple(map(tuple, env.reset().tolist())) for _ in range(30)} != {tuple(map(tuple, by_name.tolist()))}


@says("obs", "board.copy()")
def test_what_is_returned_is_a_copy() -> None:
    env = Twenty48Env()
    first = env.reset(seed=1)
    assert isinstance(first, np.ndarray)
    assert (first == env.board).all()
    assert not np.shares_memory(first, env.board)

    before = env.board.copy()
    first[:] = 0
    assert (env.board == before).all()
    second = env.step(LEFT)[0]
    assert not np.shares_memory(second, env.board)


@says("step(action)", "(obs, reward, done, info)", "reward", "done", "info")
def test_step_returns_four_values() -> None:
    env = Twenty48Env()
    env.reset(seed=0)
    obs, reward, done, info = env.step(action=LEFT)

    assert (obs.shape, type(reward), type(done), type(info)) == ((4, 4), int, bool, dict)
    assert len(env.step(0)) == 4


@says(
    "invalid_move: bool",
    "moved: bool",
    "max_tile: int",
    "won: bool",
    "spawned: tuple[int,int,int] | None",
    "merged: list[dict]",
)
def test_info_has_the_keys_and_types_of_the_document() -> None:
    types = {"invalid_move": bool, "moved": bool, "score": int, "max_tile": int, "won": bool, "merged": list}
    env, generator, merges = Twenty48Env(), random.Random(4), 0
    env.reset(seed=4)
    for _ in range(400):
        before = env.board.copy()
        board, reward, done, info = env.step(generator.randrange(4))
        spawned = info.pop("spawned")
        assert {key: type(value) for key, value in info.items()} == types
        assert info["invalid_move"] is not info["moved"]
        assert info["moved"] is bool((board != before).any())
        assert (info["max_tile"], info["won"]) == (board.max(), board.max() >= 2048)
        assert (spawned is not None) is info["moved"]
        if spawned is not None:
            row, col, value = spawned
            assert isinstance(spawned, tuple)
            assert {type(number) for number in spawned} == {int}
            assert board[row, col] == value
        assert all(isinstance(merge, dict) for merge in info["merged"])
        assert sum(merge["value"] for merge in info["merged"]) == reward
        merges += len(info["merged"])
        if done:
            env.reset()
    assert merges > 50


@says("won", "2048")
def test_won_stays_true_once_2048_was_made_and_play_goes_on() -> None:
    env = on([[1024, 1024, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 2]])
    assert env.clone().step(UP)[3]["won"] is False

    _, reward, done, info = env.step(LEFT)
    assert (reward, done, info["won"], info["max_tile"]) == (2048, False, True, 2048)
    assert env.step(DOWN)[3]["won"] is True


@says('render(mode="human")', "render()", "max_tile")
def test_render_prints_the_board_and_the_two_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    env = on([[2, 0, 0, 0], [0, 16, 0, 0], [0] * 4, [0, 0, 0, 1024]])
    env.score = 12

    env.render()
    printed = capsys.readouterr().out
    rows = [line.split()[1:] for line in printed.splitlines() if re.match(r"\d\|", line)]
    assert rows == [["2", ".", ".", "."], [".", "16", ".", "."], ["."] * 4, [".", ".", ".", "1024"]]
    assert re.search(r"\bscore 12\b", printed)
    assert re.search(r"\bmax_tile 1024\b", printed)
    env.render(mode="human")
    env.render("human")
    assert capsys.readouterr().out == printed * 2
    assert env.render(mode="ansi") == printed.removesuffix("\n")
    assert capsys.readouterr().out == ""


@says("clone()", "clone() -> Env")
def test_a_clone_goes_on_alike_and_shares_nothing() -> None:
    env = Twenty48Env()
    env.reset(seed=8)
    for action in (LEFT, UP, LEFT, DOWN):
        env.step(action)
    before, twin = env.board.copy(), env.clone()

    assert type(twin) is Twenty48Env
    assert (twin.board.tolist(), twin.score) == (env.board.tolist(), env.score)
    told = [[each.step(action % 4)[1:] for action in range(100)] for each in (twin, env.clone().clone())]
    assert told[0] == told[1]
    assert (env.board == before).all()
    assert [env.step(action % 4)[1:] for action in range(100)] == told[0]
    assert env.reset().tolist() == twin.reset().tolist()


@says("Gym")
def test_gymnasium_takes_the_same_game() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    env = Twenty48Env()
    assert env.action_space.n == 4
    assert env.observation_space.shape == (4, 4)

    for face in (env.gymnasium(), gymnasium.make("asobiba/Twenty48Board-v0")):
        assert isinstance(face, gymnasium.Env)
        board, _ = face.reset(seed=5)
        assert board.tolist() == Twenty48Env(5).board.tolist()
        assert len(face.step(LEFT)) == 5


def test_an_override_has_effect() -> None:
    """The constructor begins with `reset`; a clone is of the same class."""

    class Crowded(Twenty48Env):
        def reset(self, seed: int | None = None) -> Any:
            super().reset(seed)
            self.board[3] = [8, 8, 8, 8]
            return self.board.copy()

    env = Crowded(seed=1)
    assert env.board[3].tolist() == [8, 8, 8, 8]
    assert type(env.clone()) is Crowded
    assert env.step(LEFT)[1] >= 32


# 3. The rules ---------------------------------------------------------------------------------------------------------


@says(
    "[2,0,2,0] -> [4,0,0,0] reward=4",
    "[2,2,2,0] -> [4,2,0,0] reward=4",
    "[2,2,2,2] -> [4,4,0,0] reward=8",
    "[4,4,2,2] -> [8,4,0,0] reward=12",
    "[2,0,0,0] -> [2,0,0,0] reward=0",
)
def test_lines_slide_and_merge_as_in_the_table() -> None:
    rows = test_lines_slide_and_merge_as_in_the_table.rows  # type: ignore[attr-defined]
    assert len(rows) == 5
    for row in rows:
        check_line(row)


def check_line(row: str) -> None:
    """By the pure function, and by the environment in all four directions."""
    match = LINE.fullmatch(row)
    assert match is not None
    line, after, reward = eval(match[1]), eval(match[2]), int(match[3])
    assert slide_and_merge(line) == (after, reward)
    for quarters, action in enumerate((LEFT, DOWN, RIGHT, UP)):
        env = on(np.rot90([line, [0] * 4, [0] * 4, [0] * 4], quarters).tolist())
        board, earned, _, info = env.step(action)
        if info["moved"]:
            row_, col, _ = info["spawned"]
            board[row_, col] = 0
        assert np.rot90(board, -quarters)[0].tolist() == after
        assert earned == reward
        assert info["moved"] is (line != after)


@pytest.mark.documents
def test_the_examples_of_the_document_itself() -> None:
    found = LINE.findall(text_of("004").replace("`", ""))

    assert len(found) == 9
    for line, after, reward in found:
        check_line(f"{line} -> {after} reward={reward}")


@says("2+2->4", "reward += 4")
def test_a_merge_earns_its_tile() -> None:
    env = on([[2, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4])
    reward = 10

    reward += env.step(LEFT)[1]
    assert reward == 14


@says("UP/RIGHT/DOWN", "LEFT")
def test_each_direction_is_left_on_a_turned_board() -> None:
    generator = np.random.default_rng(3)
    for _ in range(100):
        start = generator.choice([0, 0, 2, 4, 8], size=(4, 4))
        for quarters, action in ((0, LEFT), (1, UP), (2, RIGHT), (3, DOWN)):
            board, reward, _, info = on(start.tolist()).step(action)
            turned, earned, _, told = on(np.rot90(start, quarters).tolist()).step(LEFT)
            for each, spawned in ((board, info["spawned"]), (turned, told["spawned"])):
                if spawned is not None:
                    each[spawned[:2]] = 0
            assert (np.rot90(board, quarters) == turned).all()
            assert (reward, info["moved"]) == (earned, told["moved"])


@says("{2,4}", "2: 90%", "4: 10%")
def test_new_tiles_come_to_empty_cells_in_their_shares() -> None:
    found: Counter[tuple[int, int, int]] = Counter()
    env = on(FULL, seed=2)
    for _ in range(4000):
        env.board = np.array([[2, 4, 2, 4], [4, 2, 4, 2], [2, 4, 2, 4], [2, 2, 8, 8]])
        board, _, _, info = env.step(LEFT)
        assert np.count_nonzero(board) == 15
        found[info["spawned"]] += 1

    assert set(found) == {(3, col, value) for col in (2, 3) for value in (2, 4)}
    fours = sum(count for (_, _, value), count in found.items() if value == 4) / 4000
    left = sum(count for (_, col, _), count in found.items() if col == 2) / 4000
    assert 0.07 < fours < 0.13
    assert 0.45 < left < 0.55


@says("done=True", "done=False")
def test_a_full_board_is_over_only_if_nothing_merges() -> None:
    for action in (UP, RIGHT, DOWN, LEFT):
        assert on(FULL).step(action)[2] is True
    for action in (LEFT, RIGHT):
        assert on(FULL_WITH_A_MERGE).step(action)[2] is False


@says("board/score/rng")
def test_the_same_seed_and_actions_give_the_same_board() -> None:
    actions = [int(action) for action in np.random.default_rng(1).integers(4, size=500)]
    one, other = Twenty48Env(), Twenty48Env()
    for env in (one, other):
        env.reset(seed=42)
        for action in actions:
            env.step(action)

    assert (one.board == other.board).all()
    assert one.score == other.score > 0
    assert one.rng.bit_generator.state == other.rng.bit_generator.state


@says("4x4")
def test_ten_thousand_random_moves_raise_nothing_and_games_end() -> None:
    env, generator, ended = Twenty48Env(), random.Random(6), 0
    env.reset(seed=6)
    for _ in range(10_000):
        board, _, done, _ = env.step(generator.randrange(4))
        assert board.shape == (4, 4)
        if done:
            ended += 1
            assert env.legal_actions() == []
            env.reset()
    assert ended > 30


# 4. The files ---------------------------------------------------------------------------------------------------------


@says("src/twenty48/", "__init__.py", "env.py", "mechanics.py", "utils.py")
def test_the_modules_hold_what_the_tree_says() -> None:
    package = "asobiba.games.twenty48"
    env, mechanics, utils = (importlib.import_module(f"{package}.{name}") for name in ("env", "mechanics", "utils"))

    assert env.Twenty48Env is importlib.import_module(package).Twenty48Env
    assert mechanics.slide_and_merge([2, 2, 2, 0]) == ([4, 2, 0, 0], 4)
    line = [2, 2, 0, 0]
    assert (mechanics.slide_and_merge(line), line) == (([4, 0, 0, 0], 4), [2, 2, 0, 0])
    assert mechanics.afterstate([[2, 2], [0, 4]], RIGHT)[0].tolist() == [[0, 4], [0, 4]]
    rng = utils.generator(seed=1)
    assert utils.clone_generator(rng).random() == rng.random() == np.random.default_rng(1).random()
    assert all(here(f"src/twenty48/{name}.py").is_file() for name in ("__init__", "env", "mechanics", "utils"))


@says("tests/", "test_mechanics.py", "test_env_step.py", "pytest -q")
def test_the_tests_by_the_documents_names_pass() -> None:
    files = [here(f"tests/{name}.py") for name in ("test_mechanics", "test_env_step")]

    assert all(file.is_file() for file in files)
    run(f"{sys.executable} -m pytest -q -p no:cacheprovider {' '.join(map(str, files))}")


@says("scripts/", "play_random.py", "python scripts/play_random.py")
def test_play_random_plays_a_game() -> None:
    printed = run("python scripts/play_random.py")

    assert re.search(r"^over: score \d+, largest tile \d+$", printed, re.MULTILINE)
    assert run("python -m asobiba.games.twenty48.play_random") == printed


@says("benchmark.py")
def test_benchmark_prints_the_mean_score_of_many_games() -> None:
    for command in ("python scripts/benchmark.py", "python -m asobiba.games.twenty48.benchmark"):
        printed = run(f"{command} --games 20")
        assert printed.startswith("games      20\n")
        score = re.search(r"score +([\d.]+) ± [\d.]+  \(mean, standard error\)", printed)
        assert score is not None
        assert 700 < float(score[1]) < 1500


@says("pyproject.toml", "numpy", "pytest", "pip install -e .")
def test_the_package_is_installed_from_src_and_names_numpy_and_pytest() -> None:
    import tomllib

    import asobiba

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert Path(asobiba.__file__).is_relative_to(ROOT / "src")
    assert any(re.match(r"numpy\b", each) for each in project["dependencies"])
    assert any(re.match(r"pytest\b", each) for each in extras["dev"])
    assert not [each for each in project["dependencies"] if re.match("gymnasium|pettingzoo|pillow", each)]


@says("README.md")
def test_the_readme_reaches_the_usage_and_the_actions() -> None:
    page = (ROOT / "docs" / "games" / "twenty48.md").read_text(encoding="utf-8")

    assert "docs/games/twenty48.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"| {number} | `{name}` |" in page for number, name in enumerate(("UP", "RIGHT", "DOWN", "LEFT")))
    assert "env = Twenty48Env()" in page


@pytest.mark.documents
def test_every_file_of_the_documents_tree_is_here() -> None:
    (tree,) = blocks("004", "")
    folders: list[str] = []
    files = []
    for line in tree.splitlines()[1:]:
        indent, name = (len(line) - len(line.lstrip())) // 2, line.split()[0]
        del folders[indent - 1 :]
        if name.endswith("/"):
            folders.append(name.removesuffix("/"))
        else:
            files.append("/".join([*folders, name]))

    assert len(files) == 10
    assert [file for file in files if not here(file).is_file()] == []


@pytest.mark.documents
def test_the_command_of_the_prompt_runs() -> None:
    commands = set(re.findall(r"`(python [^`\n]+)`", "".join(blocks("004", "text"))))

    assert commands == {"python scripts/play_random.py"}
    assert all("over: score" in run(command) for command in commands)
