"""What instinct thinks of a move. That the kernel thinks the same is in tests/native/test_coppit_mind.py."""

from typing import Any

import pytest

from asobiba.games.coppit.instinct import DECIDED, gains
from asobiba.games.coppit.notation import read_move, write_move
from asobiba.games.coppit.weights import instinct
from tests.games.coppit.situation import situation


def favourite(text: str, **options: Any) -> str:
    position = situation(text, **options)
    found = gains(position, instinct(position.options))
    return write_move(position, max(found, key=found.__getitem__))


@pytest.mark.parametrize(
    ("text", "options", "move"),
    [
        ("20:R 24:G die=4 turn=9", {}, "20>24"),  # captures
        ("20:R 24:G 26:BBG 22:R die=4 turn=9", {}, "22>26"),  # the larger stack of two
        ("14:BBR 12:B die=3 turn=9", {}, "14>17"),  # flees to a grey square
        ("2:GGR 40:R die=5 turn=9", {"max_players": 2}, "2>box"),  # banks
    ],
)
def test_the_move_that_it_likes(text: str, options: dict[str, Any], move: str) -> None:
    assert favourite(text, **options) == move


def test_a_move_that_wins_at_once_outweighs_everything() -> None:
    """Banking BLUE's hat, the only other one on the board, decides: for RED, or for others where it does not count."""
    for win_mode, wins in (("captured", True), ("box_count", False)):
        position = situation("2:BR die=3 turn=9 mingled=1", win_mode=win_mode)
        home = gains(position, instinct(position.options))[read_move(position, "2>box")]
        assert home > DECIDED / 2 if wins else home < -DECIDED / 4


def test_nothing_is_gained_by_a_pass() -> None:
    position = situation("die=3", require_6_to_deploy=True)

    assert gains(position, instinct(position.options)) == {0: 0}
