"""Othello as an array: [3, 8, 8] int8, planes mine, theirs, and where the seat to move may place a disc."""

import numpy as np
from numpy.typing import NDArray

from asobiba.games.othello.rules import BLACK, OthelloOptions, Position


def shape(options: OthelloOptions) -> tuple[int, ...]:
    return 3, 8, 8


def bounds(options: OthelloOptions) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    return np.zeros(shape(options), np.int8), np.ones(shape(options), np.int8)


def facts(observations: NDArray[np.int8], options: OthelloOptions) -> dict[str, NDArray[np.int64]]:
    """`discs` [n, 2], of black and of white."""
    return {"discs": observations[:, :2].sum(axis=(2, 3), dtype=np.int64)}


def observe(position: Position, seat: int) -> NDArray[np.int8]:
    discs = (position.black, position.white) if seat == BLACK else (position.white, position.black)
    return np.stack([plane(board) for board in (*discs, position.placements)])


def plane(board: int) -> NDArray[np.int8]:
    """A set of squares as [8, 8] zeros and ones, row 1 first."""
    octets = np.frombuffer(board.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(octets, bitorder="little").reshape(8, 8).astype(np.int8)
