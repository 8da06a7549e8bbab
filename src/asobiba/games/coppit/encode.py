"""Coppit as an array: [40, 61] float32, a plane of the board's nodes for each fact.

The board is turned so that the observing seat stands where RED does; colour 0 is the observer's, 1 the next one
clockwise, and so on, absent colours included. Counts of hats are divided by `hats_per_player`.

    0-15   4t + c: hats of colour c in the stack that has colour t on top
    16-19  squares that are safe for colour c
    20-23  single hats of colour c in their BOX
    24-27  hats banked by colour c
    28-33  the die, one plane a face; all zero before the roll
    34-37  colour c is to roll or to move; all zero when the game is over
    38     the end is armed
    39     the share of max_turns that has passed; zero without a limit

Planes from 20 on are the same number everywhere.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from asobiba.games.coppit.board import COLOURS, Board, board_named
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rotation import turned_node
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.winner import captured, is_armed

SAFE, BOX, BANKED, DIE, TURN, ARMED, PASSED, PLANES = 16, 20, 24, 28, 34, 38, 39, 40


def shape(options: CoppitOptions) -> tuple[int, ...]:
    return PLANES, len(board_named(options.board).names)


def observe(position: Position, seat: int) -> NDArray[np.float32]:
    table, options = position.table, position.options
    back = _turned_back(table.board, table.colours[seat])
    seen = [(colour - table.colours[seat]) % len(COLOURS) for colour in table.colours]
    planes = np.zeros(shape(options), np.float32)
    for node, stack in position.stacks:
        for hat in stack:
            planes[4 * seen[stack[-1]] + seen[hat], back[node]] += 1 / options.hats_per_player
    for other, colour in enumerate(seen):
        planes[SAFE + colour, back] = table.safe[other]
        planes[BOX + colour] = position.box[other] / options.hats_per_player
        planes[BANKED + colour] = captured(position)[other] / options.hats_per_player
    if position.die:
        planes[DIE + position.die - 1] = 1
    if not position.over:
        planes[TURN + seen[position.seat]] = 1
    planes[ARMED] = is_armed(position)
    planes[PASSED] = position.turn / options.max_turns if options.max_turns else 0
    return planes


@cache
def _turned_back(board: Board, quarters: int) -> tuple[int, ...]:
    """Where each node goes when the colour `quarters` takes RED's place."""
    return tuple(turned_node(board, node, -quarters) for node in range(len(board.names)))
