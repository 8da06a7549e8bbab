"""A changed playthrough is a changed game: `make golden` writes it anew, and the commit says what changed."""

import pytest

from asobiba.check.playthrough import playthrough
from asobiba.core.registry import find_game, game_names
from tests.playthrough import FOLDER


@pytest.mark.parametrize("name", game_names())
def test_the_playthrough_is_the_golden_one(name: str) -> None:
    assert playthrough(find_game(name)) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
