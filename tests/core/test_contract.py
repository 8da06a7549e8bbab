"""What every registered game keeps, with every option at its corner values: asobiba/check/contract.py."""

from typing import Any

import pytest

from asobiba.check.contract import CONTRACT
from asobiba.check.walks import Check, findings, last_of, variants_of
from asobiba.core.registry import find_game, game_names


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("check", CONTRACT, ids=lambda check: check.__name__)
def test_a_game_keeps_the_contract(check: Check, name: str) -> None:
    game = find_game(name)

    assert [wrong for options in variants_of(game) for wrong in findings(check, game, options)] == []


ENDINGS = [
    ("coppit", {}, "rules"),
    ("coppit", {"max_turns": 9}, "max_turns"),
    ("othello", {}, "rules"),
    ("otrio", {"players": 3}, "rules"),
    ("puyo", {}, "rules"),
    ("puyo", {"max_turns": 2}, "max_turns"),
    ("puyo", {"mode": "single", "max_turns": 2}, "max_turns"),
    ("twenty48", {}, "no_moves"),
    ("twenty48", {"target": 16, "stop_at_target": True}, "target"),
]


@pytest.mark.parametrize(("name", "options", "reason"), ENDINGS, ids=str)
def test_a_game_says_why_it_is_over(name: str, options: dict[str, Any], reason: str) -> None:
    game = find_game(name)
    assert game.ending(last_of(game, game.options.read(options))) == reason


def test_a_drawn_game_of_otrio_ends_because_nobody_can_place() -> None:
    game = find_game("otrio")
    options = game.options(players=4)
    drawn = next(state for seed in range(200) if not any((state := last_of(game, options, seed)).returns()))

    assert game.ending(drawn) == "no_moves"
