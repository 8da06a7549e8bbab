"""Slides and merges as pure functions on lines and boards of plain numbers, over the rulebook.

    slide_and_merge([2, 2, 2, 0])       # ([4, 2, 0, 0], 4)
    afterstate(board, UP)               # the board after a slide, before the new tile, and the reward

Many boards at once: afterstates.py.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from asobiba.core.errors import IllegalMove, StateError
from asobiba.core.game import action_number
from asobiba.games.twenty48.rules import ACTIONS, LARGEST, RANKS, Tiles, Twenty48Options, shift, slide
from asobiba.games.twenty48.rules import DOWN as DOWN
from asobiba.games.twenty48.rules import LEFT as LEFT
from asobiba.games.twenty48.rules import RIGHT as RIGHT
from asobiba.games.twenty48.rules import UP as UP

CELLS = frozenset((0, *(2**rank for rank in range(1, RANKS))))
"""The values that a cell may hold."""


def slide_and_merge(line: Iterable[int]) -> tuple[list[int], int]:
    """Return one line after a slide to the left, and its reward: [4 4 2 2] -> [8 4 0 0], 12."""
    # Plain ints: the rulebook remembers lines, and would give array scalars to others who ask for an equal one.
    tiles = []
    for at, tile in enumerate(line):
        number = action_number(tile)
        if number is None:
            raise no_tile(at, tile)
        tiles.append(number)
    slid, merged = slide(checked(tiles))
    return list(slid), sum(merged)


def afterstate(board: ArrayLike, action: int) -> tuple[NDArray[np.int64], int]:
    """Return a board of any shape after all tiles slid, before luck places the next, and the reward; a copy. An action
    that changes nothing leads to the same board and earns nothing."""
    found, number = np.asarray(board), direction(action)
    if found.ndim != 2 or found.dtype.kind not in "iu":
        raise StateError(f"a board is rows of whole numbers; found {found.dtype} of shape {found.shape}")
    options = Twenty48Options(rows=found.shape[0], columns=found.shape[1])
    tiles, reward = shift(checked(found.ravel().tolist()), number, options)
    return np.array(tiles, np.int64).reshape(found.shape), reward


def direction(action: int) -> int:
    """Return the action as a plain number; IllegalMove for anything but 0 to 3."""
    number = action_number(action)
    if number is None or not 0 <= number < ACTIONS:
        raise IllegalMove(f"action {action!r} does not exist: 0 is up, 1 right, 2 down, 3 left", action=action)
    return number


def checked(tiles: Iterable[int]) -> Tiles:
    """Return the tiles as the rulebook has them; StateError for what no cell may hold."""
    found = tuple(tiles)
    if not CELLS.issuperset(found):
        raise no_tile(*next((at, tile) for at, tile in enumerate(found) if tile not in CELLS))
    return found


def no_tile(at: int, tile: object) -> StateError:
    allowed = f"0 for empty, or 2, 4, 8, ..., {LARGEST}, whole numbers"
    return StateError(f"cell {at} is {tile!r}: allowed is {allowed}", cell=at, tile=tile)
