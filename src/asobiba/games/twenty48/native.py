"""2048's fast twin, for 4x4 boards: native/twenty48/position.hpp."""

import struct

from asobiba._native import kernels
from asobiba.agents.arrays import Kernel
from asobiba.core.errors import ConfigError
from asobiba.games.twenty48.rules import Position, Twenty48Options, rank

SIZE = 4
LAYOUT = struct.Struct(f"<{SIZE * SIZE}sII")
"""The rank of every cell, the score, the tiles that are due."""


def rules(options: Twenty48Options) -> kernels.Twenty48Rules:
    for name in ("rows", "columns"):
        if (value := getattr(options, name)) != SIZE:
            raise ConfigError(
                f"option {name}={value} of Twenty48Options: the native kernel plays on {SIZE} {name} only",
                option=name,
                value=value,
            )
    return kernels.Twenty48Rules(options.target, options.stop_at_target)


def pack(position: Position) -> bytes:
    return LAYOUT.pack(bytes(map(rank, position.board)), position.score, position.due)


def unpack(raw: bytes, options: Twenty48Options) -> Position:
    ranks, score, due = LAYOUT.unpack(raw)
    return Position(tuple(2**k if k else 0 for k in ranks), score, due, options)


KERNEL = Kernel(kernels.Twenty48Batch, rules, pack, unpack)
