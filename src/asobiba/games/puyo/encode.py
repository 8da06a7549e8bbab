"""Puyo as an array: [C, 13, 6] int8, the hidden row first, from one seat's point of view.

With n colours, C = 8n + 13. Colours have no names here: they are numbered as they first appear in the three pairs in
sight, then in the own field from the bottom left, row by row, then in the other's. So positions that differ only in the
names of the colours look the same.

    planes            contents
    0 .. n            the own field: a plane for each colour, then ojama
    n+1 .. 2n+1       the other's field, empty in single play
    2n+2 .. 8n+1      the three pairs, axis and child in turn: n planes for each puyo, that of its colour filled with 1
    8n+2, 8n+3        ojama waiting for me, for the other
    8n+4, 8n+5        points carried by me, by the other, in hundredths of the price of an ojama
    8n+6, 8n+7        1 if I, if the other has an all clear
    8n+8, 8n+9        columns of mine, of the other's whose row 14 has been used
    8n+10             loose ojama that luck is dropping on me
    8n+11             price of an ojama, in hundredths of what it costs at the start
    8n+12             time played, in steps of two seconds

Numbers above 127 are written as 127.
"""

import numpy as np
from numpy.typing import NDArray

from asobiba.games.puyo.field import COLOURS, HEIGHT, NOTHING, OJAMA, WIDTH, rows
from asobiba.games.puyo.ojama import FRAMES_A_SECOND
from asobiba.games.puyo.pairs import VISIBLE
from asobiba.games.puyo.rules import Player, Position, PuyoOptions

HUNDRED, CLOCK_UNIT, MOST = 100, 2 * FRAMES_A_SECOND, 127


def shape(options: PuyoOptions) -> tuple[int, ...]:
    return 8 * options.colors + 13, HEIGHT, WIDTH


def bounds(options: PuyoOptions) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The carry may exceed the price of an ojama: the price falls while points wait."""
    highest = np.ones(shape(options), np.int8)
    scalars = 2 * options.colors + 2 + 2 * VISIBLE * options.colors
    highest[scalars : scalars + 4] = MOST
    highest[scalars + 8] = WIDTH - 1
    highest[scalars + 9] = HUNDRED
    highest[scalars + 10] = MOST
    return np.zeros_like(highest), highest


def observe(position: Position, seat: int) -> NDArray[np.int8]:
    options, price = position.options, position.price
    me = position.players[seat]
    other = position.players[1 - seat] if len(position.players) > 1 else Player()
    fields = ["".join(rows(player.field)) for player in (me, other)]
    order = canonical("".join(position.pairs()), fields, options.colors)
    scalars: list[int | NDArray[np.int8]] = [
        me.ojama,
        other.ojama,
        HUNDRED * me.carry // price,
        HUNDRED * other.carry // price,
        me.all_clear,
        other.all_clear,
        columns(me.row14),
        columns(other.row14),
        me.loose,
        HUNDRED * price // options.target_points,
        position.clock // CLOCK_UNIT,
    ]
    n = options.colors
    planes = np.zeros(shape(options), np.int8)
    for start, field in zip((0, n + 1), fields, strict=True):
        letters = np.frombuffer(field.encode(), np.uint8).reshape(HEIGHT, WIDTH)
        for at, letter in enumerate(order + OJAMA, start):
            planes[at] = letters == ord(letter)
    for at, letter in enumerate("".join(position.pairs()), 2):
        planes[2 * n + 2 + (at - 2) * n + order.index(letter)] = 1
    for at, scalar in enumerate(scalars, 2 * n + 2 + 2 * VISIBLE * n):
        planes[at] = min(scalar, MOST) if isinstance(scalar, int) else scalar
    return planes


def canonical(pairs: str, fields: list[str], colours: int) -> str:
    """The letters of the game in the order in which this observer meets them."""
    upwards = ["".join(field[at : at + WIDTH] for at in range(len(field) - WIDTH, -1, -WIDTH)) for field in fields]
    met = dict.fromkeys(pairs + "".join(upwards) + COLOURS[:colours])
    return "".join(letter for letter in met if letter not in NOTHING + OJAMA)


def columns(used: int) -> NDArray[np.int8]:
    """A set of columns as six zeros and ones."""
    return np.array([used >> column & 1 for column in range(WIDTH)], np.int8)
