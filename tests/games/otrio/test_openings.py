"""The openings that are known: small, ordered, and true."""

from typing import Any

import pytest

from asobiba.core.registry import find_game
from asobiba.games.otrio.openings import openings

OTRIO = find_game("otrio")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 3},
        {"players": 2, "ban_center_medium": True},
        {"players": 2, "two_player_alternation": False},
        {"players": 2, "colors": (0, 1)},
    ],
    ids=str,
)
def test_other_games_have_none(options: dict[str, Any]) -> None:
    assert openings(OTRIO.options(**options)) is None
