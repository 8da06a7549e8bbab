"""Positions solved to the end by the thousand: what they are worth, as labels to learn from."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.core.errors import StateError
from asobiba.games.othello.engine.limits import threads_of
from asobiba.games.othello.patterns import shipped
from asobiba.games.othello.rules import Position


class Labels(NamedTuple):
    scores: NDArray[np.int8]
    """[B] the final disc difference for the side to move, the empty squares given to the winner."""
    moves: NDArray[np.int8]
    """[B] a best move; 64 a pass, -1 where the game is over."""
    nodes: int


def boards_of(positions: Sequence[Position]) -> NDArray[np.uint64]:
    """[B, 2] discs of the side to move, of the other."""
    return np.array([(each.mine, each.theirs) for each in positions], np.uint64).reshape(-1, 2)


def solve_batch(boards: NDArray[np.integer[Any]], threads: int = 1) -> Labels:
    """Of [B, 2] boards as of `boards_of`. The interpreter's lock is free meanwhile, and Ctrl-C is heeded.
    What the learned patterns expect is only where the search begins; the scores are exact.

    A position takes about ten times as long for every three empty squares more: with 14 a millisecond or two.
    """
    squares, threads = checked(boards), threads_of("solve_batch", threads)
    scores, moves = np.zeros(len(squares), np.int8), np.zeros(len(squares), np.int8)
    nodes = kernels.othello_solve_batch(shipped().native, squares, scores, moves, len(squares), threads)
    return Labels(scores, moves, nodes)


def checked(boards: NDArray[Any]) -> NDArray[np.uint64]:
    """Of any whole numbers. A float has no room for 64 squares: it would be another board, and nobody would know."""
    found = np.asarray(boards)
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "ui":
        raise StateError(
            f"boards are [B, 2] whole numbers, such as those of boards_of; found {found.dtype} of shape {found.shape}"
        )
    if (negative := (found < 0).any(axis=1)).any():
        raise StateError(
            f"board {negative.argmax()}: squares are a number from 0 to 2^64 - 1; "
            f"found {found[negative.argmax()].min()}, which .view(np.uint64) turns back if a view made it"
        )
    squares = np.ascontiguousarray(found, np.uint64)
    if (both := squares[:, 0] & squares[:, 1]).any():
        raise StateError(f"board {both.astype(bool).argmax()}: a square has a disc of both sides")
    return squares
