"""Coppit as an array: [41, 61] int8, a plane of the board's nodes for each fact.

The board is turned so that the observing seat stands where RED does; colour 0 is the observer's, 1 the next one
clockwise, and so on, absent colours included. Hats are counted; no number is higher than 127.

    0-15   4t + c: hats of colour c in the stack that has colour t on top
    16-19  squares that are safe for colour c
    20-23  single hats of colour c in their BOX
    24-27  hats banked by colour c
    28-33  the die, one plane a face; all zero before the roll
    34-37  colour c is to roll or to move; all zero when the game is over
    38     the end is armed
    39     whole hundreds of turns that are left of max_turns; zero without a limit
    40     the turns left beyond these hundreds

Planes from 20 on are the same number everywhere.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from asobiba.games.coppit.board import COLOURS, Board, board_named
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import Layout, layout_of
from asobiba.games.coppit.rotation import turned_node
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.winner import captured, is_armed

SAFE, BOX, BANKED, DIE, TURN, ARMED, HUNDREDS, REST, PLANES = 16, 20, 24, 28, 34, 38, 39, 40, 41
HIGHEST = 127
"""What is more is shown as this: hats banked with allow_respawn, and turns of a very long game."""


def shape(options: CoppitOptions) -> tuple[int, ...]:
    return PLANES, len(board_named(options.board).names)


def bounds(options: CoppitOptions) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """With allow_respawn a hat can be banked again and again."""
    hats, highest = options.hats_per_player, np.ones(shape(options), np.int8)
    highest[:SAFE] = highest[BOX:BANKED] = hats
    highest[BANKED:DIE] = HIGHEST if options.allow_respawn else hats * (options.max_players - 1)
    highest[HUNDREDS] = min((options.max_turns or 0) // 100, HIGHEST)
    highest[REST] = 99 if options.max_turns else 0
    return np.zeros_like(highest), highest


def facts(observations: NDArray[np.int8], options: CoppitOptions) -> dict[str, NDArray[np.int64]]:
    """`banked` [n, seats], how many hats."""
    seen = colours_seen(layout_of(options), 0)
    return {"banked": observations[:, [BANKED + colour for colour in seen], 0].astype(np.int64)}


def observe(position: Position, seat: int) -> NDArray[np.int8]:
    layout, options = position.layout, position.options
    back, seen = turned_back(layout.board, layout.colours[seat]), colours_seen(layout, seat)
    planes = np.zeros(shape(options), np.int8)
    for node, stack in position.stacks:
        for hat in stack:
            planes[4 * seen[stack[-1]] + seen[hat], back[node]] += 1
    for other, colour in enumerate(seen):
        planes[SAFE + colour, back] = layout.safe[other]
        planes[BOX + colour] = position.box[other]
        planes[BANKED + colour] = min(captured(position)[other], HIGHEST)
    if position.die:
        planes[DIE + position.die - 1] = 1
    if not position.over:
        planes[TURN + seen[position.seat]] = 1
    planes[ARMED] = is_armed(position)
    if options.max_turns:
        hundreds, rest = divmod(options.max_turns - position.turn, 100)
        planes[HUNDREDS], planes[REST] = min(hundreds, HIGHEST), rest
    return planes


def colours_seen(layout: Layout, seat: int) -> list[int]:
    """By seat: how many quarter turns its colour is ahead of the observer's."""
    return [(colour - layout.colours[seat]) % len(COLOURS) for colour in layout.colours]


@cache
def turned_back(board: Board, quarters: int) -> tuple[int, ...]:
    """Where each node goes when the colour `quarters` takes RED's place."""
    return tuple(turned_node(board, node, -quarters) for node in range(len(board.names)))
