"""Random games of Coppit, ply by ply."""

import random
from collections.abc import Iterator
from typing import Any

from asobiba.core.game import OVER
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import Position, start

# Rules that meet each other; single options are walked by tests/core/test_contract.py.
RULES: list[dict[str, Any]] = [
    {},
    {"max_players": 2},
    {"max_players": 3, "hats_per_player": 4},
    {"hats_per_player": 1},
    {"require_6_to_deploy": True},
    {"require_6_to_deploy": True, "deploy_on_6": "place", "max_extra_rolls": 1},
    {"capture_on_pass": True, "box_overshoot": "choice", "allow_empty_return": False},
    {"capture_on_pass": True, "direction_lock": False, "box_overshoot": "through"},
    {"safe_by_color": False, "safe_by_gray": False, "free_on_capture": True},
    {"allow_box_invasion": True, "auto_bank_on_return": False},
    {"allow_box_invasion": True, "capture_on_pass": True, "free_on_capture": True, "allow_respawn": True},
    {"auto_bank_on_return": False, "box_overshoot": "through", "capture_on_pass": True},
    {"allow_respawn": True, "win_mode": "captured"},
    {"allow_backward": False, "center_turn": "straight"},
    {"direction_lock": False, "center_turn": "straight"},
    {"gray_capacity": 1, "end_mode": "in_play", "win_mode": "last_survivor"},
    {"allow_empty_return": False, "end_mode": "in_play", "win_mode": "box_plus_captured"},
]


def random_game(seed: int, max_turns: int = 800, **options: Any) -> Iterator[tuple[Position, int, Position]]:
    """(before, action, after) of every ply."""
    generator = random.Random(seed)
    before = start(CoppitOptions(max_turns=max_turns, **options))
    while before.to_play != OVER:
        action = generator.choice(before.legal())
        after = before.apply(action)
        yield before, action, after
        before = after
