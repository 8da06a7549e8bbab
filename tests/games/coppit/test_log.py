"""What spectators get: events, views, scores and the picture."""

from typing import Any

import pytest

from asobiba.games.coppit.events import events
from asobiba.games.coppit.notation import read_move
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import start
from tests.games.coppit.situation import situation


def told(text: str, move: str, **options: Any) -> list[str]:
    """Events as short texts: `capture BLUE outer_10 RED`."""
    before = situation(text, **options)
    action = read_move(before, move)
    found = events(before, action, before.apply(action))
    return [" ".join(_flat(value) for value in event.values()) for event in found]


def _flat(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else str(value)


@pytest.mark.parametrize(
    ("text", "move", "options", "log"),
    [
        ("play=BLUE", "die=3", {}, ["roll BLUE 3"]),
        ("die=1", "pass", {"require_6_to_deploy": True}, ["pass RED"]),
        ("die=2", "box>2", {}, ["deploy RED BOX_RED,outer_0,outer_1,outer_2"]),
        ("8:R 10:YB die=2", "8>10", {}, ["move RED outer_8,outer_9,outer_10", "capture RED outer_10 YELLOW,BLUE"]),
        ("8:R 10:R die=2", "8>10", {}, ["move RED outer_8,outer_9,outer_10", "merge RED outer_10 RED"]),
        ("0:GBR die=1", "0>box", {}, ["move RED outer_0,BOX_RED", "bank RED BOX_RED GREEN,BLUE"]),
        (
            "9:R 10:RB die=1",
            "9>10",
            {"free_on_capture": True},
            ["move RED outer_9,outer_10", "capture RED outer_10 RED,BLUE", "free RED outer_10 RED"],
        ),
        (
            "8:R die=6",
            "8>14",
            {},
            ["move RED outer_8,outer_9,outer_10,outer_11,outer_12,outer_13,outer_14", "extra_roll RED"],
        ),
        ("20:BBBBBBR die=1", "20>21", {}, ["move RED outer_20,outer_21", "skip BLUE"]),
        ("20:R 24:G play=GREEN turn=9 die=1", "24>box", {}, ["move GREEN outer_24,BOX_GREEN", "end BLUE,YELLOW"]),
    ],
)
def test_what_a_move_is_told_as(text: str, move: str, options: dict[str, Any], log: list[str]) -> None:
    assert told(text, move, **options) == log


def test_the_view_names_what_it_shows() -> None:
    view = situation("15:B+R 10:BR boxG:YG BLUE:bank=R2 play=GREEN turn=7 die=1", auto_bank_on_return=False).view(None)

    assert view["nodes"] == {
        "outer_10": [["BLUE", "RED"]],
        "outer_15": [["RED"], ["BLUE"]],
        "BOX_GREEN": [["YELLOW", "GREEN"]],
    }
    assert view["boxes"] == {"RED": 2, "BLUE": 4, "GREEN": 5, "YELLOW": 5}
    assert view["banked"] == {"RED": {}, "BLUE": {"RED": 2}, "GREEN": {}, "YELLOW": {}}
    assert (view["colour"], view["phase"], view["die"], view["turn"]) == ("GREEN", "SELECT", 1, 7)
    assert [move["path"][-1] for move in view["moves"]] == ["outer_23", "outer_25", "outer_23", "outer_25"]
    assert [move["move"] for move in view["moves"]] == ["box>23", "box>25", "box+>23", "box+>25"]
    assert [move["action"] for move in view["moves"]] == view["legal"]
    assert start(CoppitOptions()).view(0)["moves"] == []


@pytest.mark.parametrize(
    ("sinces", "scores"),
    [
        ((1, 2, 3, 4), (1, -1 / 3, -1 / 3, -1 / 3)),
        ((1, 1, 3, 4), (1 / 2, 1 / 2, -1 / 2, -1 / 2)),
        ((1, 1, 3, 1), (1 / 3, 1 / 3, -1, 1 / 3)),
        ((1, 1, 1, 1), (0, 0, 0, 0)),
    ],
)
def test_winners_share_one_point_and_losers_pay_it(sinces: tuple[int, ...], scores: tuple[float, ...]) -> None:
    text = " ".join(
        f"{name}:since={turn}" for name, turn in zip(("RED", "BLUE", "GREEN", "YELLOW"), sinces, strict=True)
    )

    assert situation(f"{text} turn=60 over=1").returns() == scores
    assert situation(f"{text} turn=60").returns() == (0, 0, 0, 0)


def test_the_picture() -> None:
    position = situation(
        "3:R 15:B+R 17:R+B+GG 46:BBR c:Y n0:G boxR:BR RED:bank=Y2 play=RED turn=12 die=3", auto_bank_on_return=False
    )

    assert str(position) == "\n".join(
        [
            "R1 0  1  2  3  4  5  6  7  8  9  10 11 12 B1",
            "   .  y  .  R  .  #  .  b  .  g  .  y  .",
            "47 g                                   r  13",
            "46 R3                         G  n0    .  14",
            "45 b     .  w0                         RB 15",
            "44 .                    y  n1          .  16",
            "43 r           g  w1                   3* 17",
            "42 .                 Y  c              .  18",
            "41 #                       r  e1       g  19",
            "40 .              b  s1                .  20",
            "39 y                             .  e0 y  21",
            "38 .        .  s0                      .  22",
            "37 g                                   r  23",
            "   .  b  .  r  .  y  .  #  .  g  .  b  .",
            "Y3 36 35 34 33 32 31 30 29 28 27 26 25 24 G3",
            "RED    box 1 at 0   banked Y2",
            "BLUE   box 1 at 12  banked -",
            "GREEN  box 3 at 24  banked -",
            "YELLOW box 3 at 36  banked -",
            "stacks 15:R+B 17:R+B+GG 46:BBR boxR:BR",
            "turn 12: RED has rolled 3",
        ]
    )


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("turn=5", "turn 5: RED rolls"),
        ("turn=5 extra=1", "turn 5: RED rolls again"),
        (
            "RED:since=1 BLUE:since=1 GREEN:since=2 YELLOW:since=2 turn=5 over=1",
            "turn 5: the game is over, RED and BLUE won",
        ),
    ],
)
def test_the_last_line_says_what_is_next(text: str, status: str) -> None:
    assert str(situation(text)).splitlines()[-1] == status
