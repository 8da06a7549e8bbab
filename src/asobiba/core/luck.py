"""Luck, sampled from a seed.

The outcome depends on the seed and on how many plies were played, not on what was drawn before: taking a move
back and playing it again gives the same die.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from asobiba.core.contract import State


@dataclass(frozen=True)
class Luck:
    seed: int

    def draw(self, state: State, ply: int) -> int:
        """An outcome of `state`, whose game is `ply` actions old."""
        chances = state.chances()
        generator = random.Random(f"{self.seed}/{ply}")
        if isinstance(chances, EvenChances):
            return chances.outcomes[generator.randrange(len(chances))]
        outcomes, weights = zip(*chances, strict=True)
        return int(generator.choices(outcomes, weights)[0])


@dataclass(frozen=True)
class EvenChances(Sequence[tuple[int, float]]):
    """Equally likely outcomes, listed only when somebody looks: a queue of 65,536 seeds costs nothing."""

    outcomes: Sequence[int]

    def __len__(self) -> int:
        return len(self.outcomes)

    @overload
    def __getitem__(self, index: int) -> tuple[int, float]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[int, float]]: ...
    def __getitem__(self, index: int | slice) -> tuple[int, float] | Sequence[tuple[int, float]]:
        if isinstance(index, slice):
            return [(outcome, 1 / len(self)) for outcome in self.outcomes[index]]
        return self.outcomes[index], 1 / len(self)
