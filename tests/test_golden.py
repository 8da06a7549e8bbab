"""A changed playthrough is a changed game: `make golden` writes it anew, and the commit says what changed."""

import pytest

from asobiba.check.playthrough import playthrough
from asobiba.core.registry import find_game
from tests.playthrough import FOLDER
from tests.variants import OURS


@pytest.mark.parametrize("name", OURS)
def test_the_playthrough_is_the_golden_one(name: str) -> None:
    golden = FOLDER / f"{name}.txt"
    assert golden.exists(), "make golden"
    assert playthrough(find_game(name)) == golden.read_text(encoding="utf-8")
