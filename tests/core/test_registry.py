"""Games by name."""

import copy
import pickle

import pytest

from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game, game_names, register


def test_a_wrong_name_gets_a_guess() -> None:
    with pytest.raises(ConfigError, match="no game is named 'otello'; did you mean 'othello'\\? games: "):
        find_game("otello")


def test_a_name_is_given_once() -> None:
    othello = find_game("othello")
    register(othello)
    imposter = copy.replace(othello) if hasattr(copy, "replace") else type(othello)(**vars(othello))

    with pytest.raises(ConfigError, match="registered already"):
        register(imposter)


@pytest.mark.parametrize("name", game_names())
def test_a_copy_is_the_game_itself(name: str) -> None:
    assert copy.deepcopy(find_game(name)) is find_game(name)
    assert pickle.loads(pickle.dumps(find_game(name))) is find_game(name)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_both_languages(name: str) -> None:
    assert set(find_game(name).titles) == set(find_game(name).text.help) == {"en", "ja"}
