"""Positions for Otrio's tests."""

import random
from collections.abc import Iterator
from typing import Any

from asobiba.core.game import OVER
from asobiba.games.otrio.notation import read_move, read_position
from asobiba.games.otrio.rules import OtrioOptions, Position, start

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"players": 3},
    {"players": 3, "colors": (3, 1, 2), "start_seat": 2, "losers": "zero"},
    {"players": 2},
    {"players": 2, "colors": (1, 0, 3, 2), "start_seat": 1},
    {"players": 2, "ban_center_medium": True},
    {"players": 2, "colors": (0, 1)},
    {"players": 2, "colors": (3, 1), "start_seat": 1, "ban_center_medium": True},
    {"players": 2, "two_player_alternation": False},
    {"players": 2, "two_player_alternation": False, "colors": (2, 3, 1, 0), "start_seat": 1, "ban_center_medium": True},
)
"""Every number of players, and options that need another one beside them."""

RED_IS_STUCK = """
    RGR BRY B.Y
    BGB YGY G.B
    YRB YRR G.G  R
    """
"""Only medium slots are empty; red and green have no medium piece left, blue and yellow have three each."""

ONE_SLOT_LEFT = """
    YBG RBG BGR
    RRY .YB BYY
    RGR BGY GYG  R
    """
"""Sb2 wins for nobody; red and blue have no small piece left, green and yellow have two each."""

THE_MIDDLE_LEFT = """
    YBG BGG YBR
    GRY G.R RRY
    RYY BRR GBG  G
    """
"""Only Mb2 is empty, and wins for green and for yellow."""

RED_HAS_PLACED_ALL = """
    RG. ... RGR
    GRG G.R RG.
    .R. GRR ...  R
    """
"""With two colours in play: red's nine pieces make no line, green has two large ones left."""

TWO_HAVE_PLACED_ALL = """
    RG. ..G RGR
    GRG G.R RG.
    .R. GRR ..G  R
    """
"""With two colours in play: both have placed their nine pieces and made no line; nine slots are empty."""


def board(text: str, **options: Any) -> Position:
    return read_position(text, OtrioOptions(**options))


def after(moves: str, **options: Any) -> Position:
    """after("Mb2 Sa1") has a piece of each of the first two colours."""
    position = start(OtrioOptions(**options))
    for move in moves.split():
        position = position.apply(read_move(position, move))
    return position


def random_game(options: OtrioOptions, seed: int) -> Iterator[Position]:
    """Every position of one game, the last included."""
    generator = random.Random(seed)
    position = start(options)
    yield position
    while position.to_play != OVER:
        position = position.apply(generator.choice(position.legal()))
        yield position
