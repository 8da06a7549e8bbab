"""Othello's fast twin: native/othello/position.hpp."""

import struct

from asobiba._native import kernels
from asobiba.agents.arrays import Kernel
from asobiba.games.othello.rules import OthelloOptions, Position

SCORINGS = ("result", "discs", "count")
LAYOUT = struct.Struct("<QQQ")
"""Discs of the side to move, of the other, the side to move."""


def rules(options: OthelloOptions) -> kernels.OthelloRules:
    return kernels.OthelloRules(SCORINGS.index(options.score))


def pack(position: Position) -> bytes:
    return LAYOUT.pack(position.mine, position.theirs, position.side)


def unpack(raw: bytes, options: OthelloOptions) -> Position:
    mine, theirs, side = LAYOUT.unpack(raw)
    return Position(theirs, mine, side, options) if side else Position(mine, theirs, side, options)


KERNEL = Kernel(kernels.OthelloBatch, rules, pack, unpack)
