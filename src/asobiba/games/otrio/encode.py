"""Otrio as arrays.

observe   [28, 3, 3] float32, from the observing seat's point of view
planes    [12, 3, 3] int8, the specification's colour planes
flat      [27] int8, the specification's list of slots

Colour i of an observation is the i-th in the order of play, counted from the observing seat's colour that is due next:
0 is one's own, 1 belongs to the next player. So who is to move always sees colour 0 due, whichever of two it is; where
a player chooses, his first colour is 0. Rows from the top, columns from the left.

    planes 0-11    pieces of colour i, size s, in plane 3 * i + s
    planes 12-15   ones all over plane 12 + i if colour i is due
    planes 16-27   the stock left of colour i, size s, divided by 3, all over plane 16 + 3 * i + s
"""

import numpy as np
from numpy.typing import NDArray

from asobiba.games.otrio.board import SLOTS, STOCK
from asobiba.games.otrio.rules import OtrioOptions, Position


def shape(options: OtrioOptions) -> tuple[int, ...]:
    return 28, 3, 3


def bounds(options: OtrioOptions) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return np.zeros(shape(options), np.float32), np.ones(shape(options), np.float32)


def observe(position: Position, seat: int) -> NDArray[np.float32]:
    """A colour that is not in play has empty planes and no stock."""
    order, first = position.options.order, next_due(position, seat)
    found = np.zeros((28, 3, 3), np.float32)
    for i, colour in enumerate(order[first:] + order[:first]):
        found[3 * i : 3 * i + 3] = layers(position.pieces[colour])
        found[12 + i] = colour in position.due
        found[16 + 3 * i : 19 + 3 * i] = np.reshape(position.stock(colour), (3, 1, 1))
    found[16:] /= STOCK
    return found


def next_due(position: Position, seat: int) -> int:
    """The place in the order of play of the seat's colour that is due now or next; of one who chooses, his first."""
    order, turns = position.options.order, position.options.turns
    if len(turns) < len(order):
        return seat
    return (position.turn + (seat - position.turn) % position.options.players) % len(order)


def planes(position: Position) -> NDArray[np.int8]:
    """Plane 3 * colour + size, whoever looks: the specification's [4, 3, 3, 3] with the first two axes joined."""
    return np.concatenate([layers(mine) for mine in position.pieces])


def flat(position: Position) -> NDArray[np.int8]:
    """-1 for an empty slot, otherwise its colour; the index is the action that fills the slot."""
    found = np.full(SLOTS, -1, np.int8)
    for colour, mine in enumerate(position.pieces):
        found[layers(mine).reshape(SLOTS) == 1] = colour
    return found


def layers(board: int) -> NDArray[np.int8]:
    """A set of slots as [3, 3, 3] zeros and ones: size, row, column."""
    octets = np.frombuffer(board.to_bytes(4, "little"), np.uint8)
    return np.unpackbits(octets, count=SLOTS, bitorder="little").reshape(3, 3, 3).astype(np.int8)
