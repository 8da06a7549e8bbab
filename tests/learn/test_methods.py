"""Methods by registration: whose they are, which one is meant, and what they are told."""

from pathlib import Path

import pytest

from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game, game_names
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.learn import methods
from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.methods import Method, course, find_method, methods_of, register

OTRIO, PUYO = find_game("otrio"), find_game("puyo")


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten after it."""
    methods_of(OTRIO)
    monkeypatch.setattr(methods, "_methods", dict(methods._methods))


def method(name: str, game: str | None = None) -> Method:
    return Method(name, "a method", DqnSettings, lambda course: pytest.fail("not begun"), game=game)


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_learned(name: str) -> None:
    assert "dqn" in methods_of(find_game(name))
    course(find_game(name))


def test_a_games_own_method_hides_the_general_one_of_its_name() -> None:
    assert find_method(PUYO, "dqn").settings is SelfPlaySettings
    assert find_method(OTRIO, "dqn").settings is DqnSettings


@pytest.mark.usefixtures("registry")
def test_a_games_own_method_stands_first() -> None:
    register(method("other"))
    register(method("solve", "otrio"))

    assert list(methods_of(OTRIO)) == ["solve", "dqn", "alphazero", "other"]
    assert find_method(OTRIO).name == "solve"
    assert "solve" not in methods_of(PUYO)


@pytest.mark.usefixtures("registry")
def test_a_name_is_taken_once() -> None:
    known = method("solve", "otrio")
    register(known)
    register(known)

    with pytest.raises(ConfigError, match="a method 'solve' of otrio is registered already"):
        register(method("solve", "otrio"))


def test_settings_and_options_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("gamma = 0.9\nhidden = 32\n[options]\nplayers = 2\n")
    found = course(OTRIO, "dqn", {"hidden": "16", "losers": "minus"}, file=file)

    assert found.options == OTRIO.options(players=2, losers="minus")
    assert isinstance(found.settings, DqnSettings)
    assert (found.settings.gamma, found.settings.hidden) == (0.9, 16)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"gama": 1}, "DqnSettings has no option 'gama'"),
        ({"gamma": "2"}, "option gamma=2.0 of DqnSettings: allowed is a number from 0.0 to 1.0"),
        ({"players": 9}, "option players=9 of OtrioOptions"),
        ({"options": 3}, "options: allowed is a table of options of otrio"),
    ],
)
def test_what_is_wrong_is_said(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        course(OTRIO, "dqn", values)
