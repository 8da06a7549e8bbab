"""The symmetries of every registered game: a group that commutes with the rules, option by option."""

from functools import partial
from typing import Any

import pytest

from asobiba.check.symmetries import closed, commuting
from asobiba.check.walks import findings
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import find_game
from asobiba.core.symmetry import grid_symmetries, origins
from tests.variants import of_every_variant, variants

# Options that must meet each other: single ones take their corner values in `variants`.
TOGETHER: dict[str, list[dict[str, Any]]] = {
    "twenty48": [{"rows": 2, "columns": 2}, {"rows": 3, "columns": 3, "target": 64, "stop_at_target": True}],
    "otrio": [
        {"players": 2, "two_player_alternation": False},
        {"players": 3, "colors": (3, 1, 0), "ban_center_medium": True, "start_seat": 1},
    ],
    "puyo": [{"mode": "single", "colors": 3}, {"row14": "once", "target_points": 10, "ojama_per_turn": 8}],
    "coppit": [
        {"max_turns": 60, "win_mode": "box_plus_captured", "capture_on_pass": True, "box_overshoot": "choice"},
        {"max_turns": 60, "max_players": 2, "allow_box_invasion": True, "auto_bank_on_return": False},
        {"max_turns": 60, "direction_lock": False, "center_turn": "straight", "allow_backward": False},
        {"max_turns": 60, "require_6_to_deploy": True, "deploy_on_6": "place", "gray_capacity": 1},
        {"max_turns": 60, "hats_per_player": 2, "allow_empty_return": False, "free_on_capture": True},
    ],
}
UNDRAWN = {"puyo": 1}
"""Plies at the start that are not symmetric: an exchanged queue comes from no seed."""
VARIANTS = variants() + [
    (find_game(name), find_game(name).options(**values)) for name, sets in TOGETHER.items() for values in sets
]
every_variant = partial(of_every_variant, among=VARIANTS)


@every_variant
def test_a_symmetry_commutes_with_the_rules(game: AnyGame, options: Options) -> None:
    assert findings(partial(commuting, skipped=UNDRAWN.get(game.name, 0)), game, options) == []


@pytest.mark.thorough
@every_variant
def test_the_symmetries_are_a_group(game: AnyGame, options: Options) -> None:
    assert findings(closed, game, options) == []


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("othello", {}, 8),
        ("twenty48", {}, 8),
        ("twenty48", {"rows": 3}, 4),
        ("twenty48", {"rows": 3, "columns": 3}, 8),
        ("otrio", {}, 16),
        ("otrio", {"players": 2, "two_player_alternation": False}, 16),
        ("puyo", {}, 24),
        ("puyo", {"colors": 3}, 6),
        ("puyo", {"colors": 5, "mode": "single"}, 120),
        ("coppit", {}, 4),
        ("coppit", {"max_players": 3}, 1),
        ("coppit", {"max_players": 2}, 2),
    ],
)
def test_how_many_there_are(name: str, options: dict[str, Any], count: int) -> None:
    assert len(find_game(name).symmetries(find_game(name).options(**options))) == count


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("identity", "012 345 678"),
        ("left-right", "210 543 876"),
        ("top-bottom", "678 345 012"),
        ("half turn", "876 543 210"),
        ("quarter turn", "630 741 852"),
        ("three-quarter turn", "258 147 036"),
        ("main diagonal", "036 147 258"),
        ("other diagonal", "852 741 630"),
    ],
)
def test_a_square_and_its_images(name: str, after: str) -> None:
    assert list(origins(grid_symmetries(3, 3)[name])) == [int(cell) for cell in after.replace(" ", "")]


def test_a_rectangle_keeps_its_shape() -> None:
    assert {name: "".join(map(str, origins(places))) for name, places in grid_symmetries(2, 3).items()} == {
        "identity": "012345",
        "left-right": "210543",
        "top-bottom": "345012",
        "half turn": "543210",
    }
