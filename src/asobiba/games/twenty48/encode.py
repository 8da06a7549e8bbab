"""2048 as an array: [18, rows, columns] int8, one-hot; plane k holds the tiles 2**k, plane 0 the empty cells.

Beside the observation: `values` and `ranks`, [rows, columns]. Environments show the ranks as observation="log2".
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Sight
from asobiba.games.twenty48.rules import RANKS, Position, Twenty48Options, rank


def shape(options: Twenty48Options) -> tuple[int, ...]:
    return RANKS, options.rows, options.columns


def bounds(options: Twenty48Options) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    return np.zeros(shape(options), np.int8), np.ones(shape(options), np.int8)


def rank_bounds(options: Twenty48Options) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    cells = options.rows, options.columns
    return np.zeros(cells, np.int8), np.full(cells, RANKS - 1, np.int8)


def ranks_seen(observations: NDArray[np.int8]) -> NDArray[np.int8]:
    """[n, 18, rows, columns] -> [n, rows, columns]"""
    return np.asarray(observations.argmax(axis=1), np.int8)


SIGHTS: dict[str, Sight[Twenty48Options]] = {
    "one_hot": Sight(shown=np.copy, bounds=bounds),
    "log2": Sight(shown=ranks_seen, bounds=rank_bounds),
}


def facts(observations: NDArray[np.int8], options: Twenty48Options) -> dict[str, NDArray[Any]]:
    """`max_tile` [n] and `won` [n], whether it reached the target."""
    there: NDArray[np.int8] = observations.max(axis=(2, 3))
    largest = 2 ** (RANKS - 1 - there[:, ::-1].argmax(axis=1))
    return {"max_tile": largest, "won": largest >= options.target}


def observe(position: Position, seat: int) -> NDArray[np.int8]:
    one_hot = np.eye(RANKS, dtype=np.int8)[ranks(position)]
    return np.moveaxis(one_hot, -1, 0)


def ranks(position: Position) -> NDArray[np.int8]:
    """[rows, columns] int8: k for a tile 2**k, 0 for an empty cell."""
    found = [rank(tile) for tile in position.board]
    return np.array(found, np.int8).reshape(position.options.rows, position.options.columns)


def values(position: Position) -> NDArray[np.int64]:
    """[rows, columns] int64: 2, 4, 8, ..., 0 for an empty cell."""
    return np.array(position.board, np.int64).reshape(position.options.rows, position.options.columns)
