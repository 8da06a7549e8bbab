"""What self-play teaches: positions, and the discs by which the side to move should be ahead at the end."""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.learn.learner import Arrays


class Lessons:
    """Columns [N]: `own` and `other` uint64, the discs of the side to move and of the other; `discs` float32."""

    def __init__(self, own: NDArray[np.uint64], other: NDArray[np.uint64], discs: NDArray[np.float32]) -> None:
        self.own, self.other, self.discs = own, other, discs

    @classmethod
    def none(cls) -> Self:
        return cls(np.zeros(0, np.uint64), np.zeros(0, np.uint64), np.zeros(0, np.float32))

    @classmethod
    def play(
        cls, weights: bytes, course: kernels.OthelloCourse, *, seed: int, first: int, games: int, threads: int
    ) -> Self:
        """Of the games number `first` and the following with this seed."""
        patterns = kernels.OthelloPatterns(weights)
        own, other, discs = kernels.othello_lessons(patterns, course, seed, first, games, threads)
        return cls(np.frombuffer(own, np.uint64), np.frombuffer(other, np.uint64), np.frombuffer(discs, np.float32))

    def __len__(self) -> int:
        return len(self.discs)

    def followed_by(self, others: "Lessons", most: int) -> "Lessons":
        """The last of both together."""

        def joined(mine: NDArray[Any], theirs: NDArray[Any]) -> NDArray[Any]:
            return np.concatenate([mine, theirs])[-most:]

        return Lessons(joined(self.own, others.own), joined(self.other, others.other), joined(self.discs, others.discs))

    def errors(self, weights: bytes) -> NDArray[np.float64]:
        """[N] what the evaluation says too much, in discs."""
        found = np.zeros(len(self), np.int32)
        kernels.OthelloPatterns(weights).values(self.own, self.other, found)
        return found / kernels.OthelloPatterns.unit - self.discs

    @property
    def empties(self) -> NDArray[np.int64]:
        """[N] the number of empty squares."""
        bits = np.unpackbits((self.own | self.other).view(np.uint8).reshape(-1, 8), axis=1)
        found: NDArray[np.int64] = 64 - bits.sum(1, dtype=np.int64)
        return found

    def state(self) -> Arrays:
        return {"own": self.own, "other": self.other, "discs": self.discs}

    @classmethod
    def restored(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        found = cls.none()
        for name, column in found.state().items():
            given = arrays[name]
            if given.dtype != column.dtype or given.shape != arrays["discs"].shape or given.ndim != 1:
                raise ValueError(f"{name} is {given.dtype} {given.shape}, no column of the lessons")
            setattr(found, name, given)
        if (found.own & found.other).any() or (len(found) and found.empties.max() > 60):
            raise ValueError("a lesson is no position of Othello")
        if (np.abs(found.discs) > 64).any():
            raise ValueError("a lesson is worth more than 64 discs")
        return found
