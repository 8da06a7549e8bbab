"""What each of the 22 placements leads to, in numbers: the eyes of a small network.

Nothing here names a colour, so positions that differ only in the names of the colours look the same. The numbers
of one placement, in this order; points are written as round(16 * log2(1 + points / 40)), nothing is above 255:

    the chain that starts now: its links, its points, ojama that it sends
    ojama that still wait for me afterwards, and those that fall at the end of this turn (whole rows are on the field)
    the six heights; the chance, in sixths, that I am buried now
    the chain that 1, that at most 2, that at most 3 puyos would start (potential.py): links and points of each
    columns in which one, in which at most two puyos start something; the row where the best chain starts
    coloured puyos left after that chain; touching pairs; middles of groups of three; coloured puyos; ojama
    whether an all clear waits to be paid; whether the pair tears
    the best chain of the next pair, of the one after: links and points
    what evaluate.py says, plus 64; puyos that vanished; rows of column 3 above the eighth

and then, the same for every placement, the other's side:

    the chains that 1, at most 2, at most 3 puyos would start; the best chain of this pair, of the next
    puyos, height of column 3, ojama on the field, ojama that wait, all clear
    ojama that wait for me; the price of an ojama; the time played
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba._native.memory import lasting
from asobiba.games.puyo.native import pack, rules
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.rules import Position, PuyoOptions

SIZE: int = kernels.puyo_afterstate_size
_POTENTIAL = (1 / 8, 1 / 128) * 3
SCALE: tuple[float, ...] = (
    *(1 / 4, 1 / 64, 1 / 32, 1 / 32, 1 / 16),
    *(1 / 12,) * 6,
    1 / 6,
    *_POTENTIAL,
    *(1 / 4, 1 / 4, 1 / 12, 1 / 32, 1 / 32, 1 / 8, 1 / 32, 1 / 16, 1.0, 1.0),
    *(1 / 4, 1 / 64, 1 / 4, 1 / 64),
    *(1 / 128, 1 / 16, 1 / 3),
    *_POTENTIAL,
    *(1 / 4, 1 / 64, 1 / 4, 1 / 64),
    *(1 / 32, 1 / 12, 1 / 16, 1 / 32, 1.0, 1 / 32, 1 / 64, 1 / 64),
)
"""Brings every number to about 1."""


class Afterstates(NamedTuple):
    numbers: NDArray[np.uint8]
    """[..., 22, SIZE]; zeros where a placement cannot be reached."""
    worth: NDArray[np.float32]
    """[..., 22]: what evaluate.py says of the own half; very low where a placement cannot be reached."""


def afterstates(position: Position, seat: int) -> Afterstates:
    """Of the placements of one seat, whoever is to move. What that seat may not see makes no difference."""
    found = unwritten()
    kernels.puyo_afterstates(_rules(position.options), pack(position), seat, *found)
    return found


def unwritten(*lead: int) -> Afterstates:
    return Afterstates(lasting((*lead, ACTIONS, SIZE), np.uint8), lasting((*lead, ACTIONS), np.float32))


@lru_cache(maxsize=16)
def _rules(options: PuyoOptions) -> kernels.PuyoRules:
    return rules(options)
