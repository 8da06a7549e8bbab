"""The settings: names and defaults of the specification's table, and what is refused."""

from typing import Any

import pytest

from asobiba.core.options import describe
from asobiba.games.coppit.options import CoppitOptions
from tests.games.coppit.situation import refusal

TABLE_OF_CHAPTER_11 = {
    "max_players": 4,
    "hats_per_player": 6,
    "require_6_to_deploy": False,
    "extra_roll_on_6": True,
    "capture_on_pass": False,
    "safe_by_color": True,
    "safe_by_gray": True,
    "allow_box_invasion": False,
    "auto_bank_on_return": True,
    "allow_respawn": False,
    "win_mode": "box_count",
    "max_turns": None,
    "bot_fill_timeout_sec": 30,
    "allow_backward": True,
    "direction_lock": True,
}


def test_the_fifteen_settings_come_first_with_their_defaults() -> None:
    names = [name for name, *_ in describe(CoppitOptions)]

    assert names[:15] == list(TABLE_OF_CHAPTER_11)
    assert {name: getattr(CoppitOptions(), name) for name in names[:15]} == TABLE_OF_CHAPTER_11


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"hats_per_player": 0}, "option hats_per_player=0 of CoppitOptions: allowed is a whole number from 1 to 12"),
        ({"max_turns": 0}, "option max_turns=0 of CoppitOptions: allowed is a whole number, 1 or more or none"),
        (
            {"win_mode": "golden_cap"},
            "option win_mode=golden_cap of CoppitOptions: allowed is box_count or captured or",
        ),
        ({"box_overshoot": "bounce"}, "option box_overshoot=bounce of CoppitOptions: allowed is stop or through or"),
        (
            {"gray_capacity": 5},
            "option gray_capacity=5 of CoppitOptions: allowed is a whole number from 1 to 4 or none",
        ),
        ({"end_mode": "never"}, "option end_mode=never of CoppitOptions: allowed is board or in_play"),
        ({"center_turn": "left"}, "option center_turn=left of CoppitOptions: allowed is any or straight"),
        ({"board": "moon"}, "option board=moon: no such board; allowed is coppit_4p_48"),
    ],
)
def test_a_wrong_value_is_refused_by_name(options: dict[str, Any], sentence: str) -> None:
    assert refusal(**options).startswith(sentence)


def test_options_are_read_from_texts() -> None:
    read = CoppitOptions.read(
        {"max_turns": "none", "gray_capacity": "3", "allow_backward": "false", "end_mode": "in_play"}
    )

    assert read == CoppitOptions(gray_capacity=3, allow_backward=False, end_mode="in_play")
    assert read.chosen() == {"gray_capacity": 3, "allow_backward": False, "end_mode": "in_play"}
