"""Games by name."""

import copy
import pickle
import subprocess
import sys
from dataclasses import replace
from importlib import import_module

import pytest

import asobiba
from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game, game_names, register
from asobiba.online.people import People
from tests.variants import OURS


def test_a_wrong_name_gets_a_guess() -> None:
    with pytest.raises(ConfigError, match="no game is named 'otello'; did you mean 'othello'\\? games: "):
        find_game("otello")


def test_a_name_is_given_once() -> None:
    othello = find_game("othello")
    register(othello)
    imposter = replace(othello)

    with pytest.raises(ConfigError, match="registered already"):
        register(imposter)


@pytest.mark.parametrize("name", game_names())
def test_a_game_has_the_name_of_its_folder(name: str) -> None:
    assert find_game(name).name == name


@pytest.mark.parametrize("name", game_names())
def test_a_copy_is_the_game_itself(name: str) -> None:
    assert copy.deepcopy(find_game(name)) is find_game(name)
    assert pickle.loads(pickle.dumps(find_game(name))) is find_game(name)


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_both_languages(name: str) -> None:
    assert set(find_game(name).part(People).titles) == set(find_game(name).part(People).help) == {"en", "ja"}


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout


def own(loaded: str) -> set[str]:
    return {name for name in loaded.split() if name.partition(".")[0] == "asobiba"}


def test_importing_the_package_loads_nothing_else_of_it() -> None:
    loaded = python("import sys, asobiba; print(*sys.modules)")

    assert own(loaded) == {"asobiba"}
    assert not {"gymnasium", "importlib.metadata", "numpy", "pettingzoo", "urllib.request"} & set(loaded.split())


def test_rules_load_the_core_of_a_game_alone() -> None:
    loaded = own(python("import sys, asobiba.games.othello.rules; print(*sys.modules)"))

    core = {"asobiba.core", "asobiba.core.errors", "asobiba.core.game", "asobiba.core.options"}
    folder = {"asobiba.games", "asobiba.games.othello", "asobiba.games.othello.rules"}
    assert loaded == {"asobiba", *core, *folder}


@pytest.mark.parametrize("name", asobiba.__all__)
def test_public_names_are_loaded_on_first_use(name: str) -> None:
    assert getattr(asobiba, name) is vars(asobiba)[name]
    assert name in dir(asobiba)


def test_who_asks_for_one_game_loads_no_other() -> None:
    loaded = set(python("import sys, asobiba; asobiba.game('othello'); print(*sys.modules)").split())

    assert {name for name in game_names() if f"asobiba.games.{name}" in loaded} == {"othello"}


@pytest.mark.parametrize("name", ["games.othello.rules.start", "envs.Batch", "__version__"])
def test_what_waits_is_there_for_who_names_it(name: str) -> None:
    assert python(f"import asobiba; print(asobiba.{name})")


def test_the_name_of_a_game_that_waits_is_taken() -> None:
    code = """import asobiba
from dataclasses import replace
imposter = replace(asobiba.game("othello"), name="otrio")
try:
    asobiba.register(imposter)
except asobiba.ConfigError as error:
    print(error)
print(asobiba.game("otrio") is asobiba.games.otrio.GAME)"""

    assert python(code) == "a game named 'otrio' is registered already\nTrue\n"


@pytest.mark.parametrize("package", ["asobiba", "asobiba.games", "asobiba.envs"])
def test_a_wrong_name_is_an_attribute_error(package: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        import_module(package).nothing  # noqa: B018
