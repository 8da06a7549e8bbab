"""Otrio's fast twin: native/otrio/position.hpp. It numbers the colours in the order of play."""

import struct

from asobiba._native import kernels
from asobiba.agents.arrays import Kernel
from asobiba.games.otrio.board import COLOURS
from asobiba.games.otrio.rules import OtrioOptions, Position

NOBODY = 255
LAYOUT = struct.Struct("<IIIIHH")
"""The slots of each colour, the turn, the winner or NOBODY."""


def rules(options: OtrioOptions) -> kernels.OtrioRules:
    one_each = {"one_color_each": True} if len(options.order) == 2 else {}
    return kernels.OtrioRules(
        options.players,
        options.two_player_alternation,
        options.ban_center_medium,
        options.start_seat,
        options.losers == "minus",
        **one_each,
    )


def pack(position: Position) -> bytes:
    winner = NOBODY if position.winner is None else _everyone(position.options).index(position.winner)
    pieces = (position.pieces[colour] for colour in _everyone(position.options))
    return LAYOUT.pack(*pieces, position.turn, winner)


def unpack(raw: bytes, options: OtrioOptions) -> Position:
    *held, turn, winner = LAYOUT.unpack(raw)
    everyone = _everyone(options)
    red, green, blue, yellow = (held[everyone.index(colour)] for colour in range(len(COLOURS)))
    return Position((red, green, blue, yellow), turn, None if winner == NOBODY else everyone[winner], options)


def _everyone(options: OtrioOptions) -> tuple[int, ...]:
    """The colours in the order of play, and then those that are not in play, which hold nothing."""
    return options.order + tuple(colour for colour in range(len(COLOURS)) if colour not in options.order)


KERNEL = Kernel(kernels.OtrioBatch, rules, pack, unpack)
