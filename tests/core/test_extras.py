"""What works without the libraries of the extra `envs`, and what somebody reads who lacks them."""

import subprocess
import sys
from pathlib import Path

import pytest

from asobiba.core.errors import AsobibaError
from asobiba.core.extras import MissingExtra, extra
from tests.processes import run

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {libraries!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
ENVS = ("gymnasium", "pettingzoo", "PIL")
ALL = (*ENVS, "typer", "rich", "torch", "scipy", "matplotlib", "openskill", "pydantic")
SCRIPTS = Path(__file__).parents[2] / "scripts"


def python(code: str, libraries: tuple[str, ...] = ENVS) -> "subprocess.CompletedProcess[str]":
    """A process that finds none of these libraries."""
    return run([sys.executable, "-W", "error", "-c", WITHOUT.format(libraries=libraries) + code])


def printed(code: str, libraries: tuple[str, ...] = ENVS) -> str:
    done = python(code, libraries)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_missing_library_is_named_with_its_extra() -> None:
    with pytest.raises(MissingExtra) as caught, extra("envs"):
        import no_such_library  # type: ignore[import-not-found]  # noqa: F401

    assert str(caught.value) == 'no_such_library is not installed: pip install "asobiba[envs]"'
    assert caught.value.name == "no_such_library"
    assert isinstance(caught.value, AsobibaError)
    assert isinstance(caught.value, ModuleNotFoundError)


def test_the_first_name_stays_where_one_block_imports_another() -> None:
    with pytest.raises(MissingExtra, match=r"asobiba\[inner\]"), extra("outer"), extra("inner"):
        import no_such_library  # noqa: F401


def test_games_agents_matches_and_batches_do_without_the_environments() -> None:
    code = """
import asobiba
from asobiba.agents.spec import make_agent
from asobiba.envs import Batch, environments
for name in asobiba.game_names():
    game = asobiba.game(name)
    seats = len(game.seats(game.options()))
    record = asobiba.play(game, [make_agent("random", game, seed=seat) for seat in range(seats)], seed=1)
    assert record.returns is not None, name
    batch = Batch(name, 2, seed=1)
    batch.step(batch.random_actions())
print(len(environments()) >= len(asobiba.game_names()))
"""
    assert printed(code) == "True"


@pytest.mark.parametrize(
    "words", [["games"], ["match", "othello", "greedy", "random", "--games", "2"], ["bench", "--help"]], ids=" ".join
)
def test_the_command_does_without_them(words: list[str]) -> None:
    assert printed(f"sys.argv = ['asobiba', *{words!r}]\nfrom asobiba.cli import main\nmain()")


def test_a_game_at_the_terminal_does_without_them() -> None:
    code = WITHOUT.format(libraries=ENVS) + "sys.argv = ['asobiba', 'play', 'othello']\n"
    done = run([sys.executable, "-c", f"{code}from asobiba.cli import main\nmain()"], typed="d3\nexit\n")

    assert (done.returncode, "left unfinished" in done.stdout) == (0, True), done.stderr


def test_the_bench_of_the_environments_says_what_it_lacks() -> None:
    done = python("sys.argv = ['asobiba', 'bench', 'envs']\nfrom asobiba.cli import main\nmain()")

    assert done.returncode != 0
    assert 'gymnasium is not installed: pip install "asobiba[envs]"' in done.stderr
    assert "Traceback" not in done.stderr


def test_every_other_module_does_without_them() -> None:
    code = """
import importlib, pkgutil, asobiba
missing = []
for module in pkgutil.walk_packages(asobiba.__path__, "asobiba."):
    if "__main__" not in module.name and ".migrations." not in module.name:
        try:
            importlib.import_module(module.name)
        except ImportError as error:
            assert error.name in ("gymnasium", "pettingzoo"), error
            missing.append(module.name.removeprefix("asobiba."))
print(*missing)
"""
    environments = {"envs.gym", "envs.shaping", "envs.spaces", "envs.vector", "envs.zoo", "bench.envs"}
    assert set(printed(code).split()) <= {*environments, "games.otrio.specification", "games.twenty48.gym"}


@pytest.mark.parametrize("name", ["gym", "vector", "zoo", "shaping", "spaces"])
def test_each_environment_says_what_it_lacks(name: str) -> None:
    done = python(f"import asobiba.envs.{name}")

    assert done.stderr.splitlines()[-1].endswith(' is not installed: pip install "asobiba[envs]"')


def test_the_missing_one_of_two_is_named() -> None:
    done = python("import asobiba.envs.zoo", ("pettingzoo",))

    assert 'MissingExtra: pettingzoo is not installed: pip install "asobiba[envs]"' in done.stderr


def test_a_picture_says_what_it_lacks() -> None:
    done = python(
        "import asobiba.envs.raster as r, asobiba.core.scene as s\nr.pixels(s.Scene(1, 1, 'white', ()))", ("PIL",)
    )

    assert 'PIL is not installed: pip install "asobiba[envs]"' in done.stderr


def test_the_environment_of_2048_does_without_everything_but_numpy() -> None:
    code = """
from asobiba.games.twenty48 import LEFT, Twenty48Env
env = Twenty48Env(1)
env.step(LEFT)
env.clone().reset()
env.render()
for ask in (lambda: env.action_space, lambda: env.observation_space, env.gymnasium):
    try:
        ask()
    except ImportError as error:
        print(error)
"""
    *_, first, second, third = printed(code, ALL).splitlines()
    assert {first, second, third} == {'gymnasium is not installed: pip install "asobiba[envs]"'}


@pytest.mark.parametrize("script", ["play_random", "benchmark"])
def test_so_do_its_scripts(script: str) -> None:
    code = f"sys.argv = ['{script}', '--games', '2']\nimport runpy\n"

    assert "score" in printed(f"{code}runpy.run_module('asobiba.games.twenty48.{script}', run_name='__main__')", ALL)
    assert "score" in printed(f"{code}runpy.run_path({str(SCRIPTS / script)!r} + '.py', run_name='__main__')", ALL)
