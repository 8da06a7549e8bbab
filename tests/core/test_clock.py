"""Clocks: how they are written, and when a flag falls. Nothing here looks at the time of day."""

import pytest

from asobiba.core.clock import LONGEST_MOVE, SAFE, Clocks, TimeControl, clock_text, read_clock, share
from asobiba.core.errors import ConfigError


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("5", TimeControl(300.0), "5+0"),
        ("10+5", TimeControl(600.0, 5.0), "10+5"),
        ("0.5+1.5", TimeControl(30.0, 1.5), "0.5+1.5"),
        (" 1440+3600 ", TimeControl(86_400.0, 3_600.0), "1440+3600"),
    ],
)
def test_minutes_and_what_a_move_adds(text: str, control: TimeControl, written: str) -> None:
    assert read_clock(text) == read_clock(str(control)) == control
    assert str(control) == written


@pytest.mark.parametrize(
    "text", ["", "0", "0+5", "-1", "+5", "5+", "5+-1", "5:00", "1e3", "nan", "1441", "5+3601", "5 + 3"]
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="such as 5 or 10"):
        read_clock(text)


def test_each_seat_has_its_own_time_and_what_its_moves_add() -> None:
    clocks = Clocks(TimeControl(10.0, 2.0), 2)

    assert clocks.spend(0, 4.0)
    clocks.press(0)
    assert (clocks.left, clocks.flagged) == ([8.0, 10.0], None)
    assert clocks.spend(1, 9.5)
    assert not clocks.spend(1, 0.5), "what a move adds comes after it"
    assert (clocks.left, clocks.flagged) == ([8.0, 0.0], 1)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0.0"), (9.99, "9.9"), (10.0, "0:10"), (64.2, "1:05"), (600.0, "10:00"), (3661, "1:01:01")],
)
def test_a_clock_is_shown_as_in_the_browser(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


def test_a_share_leaves_time_for_the_other_moves() -> None:
    assert share(100.0, None, 0.0) == SAFE * 5.0
    assert share(100.0, None, 3.0) == SAFE * 8.0
    assert share(4.0, None, 30.0) == SAFE * 2.0, "what is added later cannot be spent now"
    assert share(100.0, 4, 0.0) == SAFE * 25.0
    assert share(1e9, None, 0.0) == LONGEST_MOVE
    assert share(-5.0, None, 0.0) == 0.0
