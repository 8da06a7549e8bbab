"""The learned evaluation: what corners, edges, lines and diagonals hold, and mobility, in discs.

native/othello/patterns.hpp computes it; the weights are a file of weights/ with its recipe beside it, made by
`asobiba train othello patterns`.
"""

import atexit
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER, AnyGame
from asobiba.games.othello.rules import OthelloOptions, Position

WEIGHTS = files("asobiba.games.othello") / "weights"
SIZE, UNIT = kernels.OthelloPatterns.size, kernels.OthelloPatterns.unit


class Patterns:
    """The kind "patterns" of trained files."""

    unit = "discs"

    def __init__(self, weights: NDArray[np.int16]) -> None:
        if weights.dtype != np.int16 or weights.shape != (SIZE,):
            raise ConfigError(
                f"the patterns have {weights.dtype} {weights.shape} weights, here int16 ({SIZE},) is needed"
            )
        self.native = kernels.OthelloPatterns(weights.tobytes())

    @classmethod
    def read(cls, game: AnyGame, options: OthelloOptions, arrays: Mapping[str, NDArray[Any]]) -> "Patterns":
        return cls(arrays["weights"])

    def values(self, position: Position) -> dict[int, float]:
        """Discs by which the side to move is expected to win after each of its moves."""
        legal = position.legal()
        after = [position.apply(action) for action in legal]
        expected = self.of_positions(after)
        return {
            action: -value if reached.to_play != OVER else _result(reached, position.side)
            for action, value, reached in zip(legal, expected, after, strict=True)
        }

    def of_positions(self, positions: list[Position]) -> list[float]:
        """Discs for the side to move of each."""
        own = np.array([position.mine for position in positions], np.uint64)
        other = np.array([position.theirs for position in positions], np.uint64)
        found = np.zeros(len(positions), np.int32)
        self.native.values(own, other, found)
        return [value / UNIT for value in found.tolist()]


def _result(position: Position, side: int) -> float:
    """Of a game that is over, the empty squares given to the winner."""
    black = Position(position.black, position.white, position.side, OthelloOptions(score="discs")).returns()[0]
    return -black if side else black


@cache
def shipped() -> Patterns:
    """Those that come with the game."""
    with as_file(WEIGHTS / "patterns.npz") as path, np.load(path, allow_pickle=False) as arrays:
        return Patterns(arrays["weights"])


atexit.register(shipped.cache_clear)  # native objects that outlive the interpreter are reported as leaks
