"""Luck, sampled from a seed.

The outcome depends on the seed and on how many plies were played, not on what was drawn before. Whoever drives a game
decides whether taking back draws anew: with the same number of takebacks a ply has the same luck. docs/online.md, "Fair
luck", says how to compute it without this package.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from asobiba.core.errors import ConfigError, RecordError
from asobiba.core.game import CHANCE, State, action_number

if TYPE_CHECKING:
    from asobiba.core.records import Record


def seed_of(seed: Any, name: str = "seed") -> int | None:
    """Python's own number, of a numpy one too. Generators are refused: two environments would share one's luck."""
    number = None if seed is None else action_number(seed)
    if seed is not None and (number is None or number < 0):
        raise ConfigError(f"{name}={seed!r}: allowed is None or a whole number, 0 or more", name="seed", value=seed)
    return number


@dataclass(frozen=True)
class Luck:
    seed: int

    def draw(self, state: State, ply: int, takebacks: int = 0) -> int:
        """An outcome of `state`, whose game is `ply` actions old and saw so many takebacks."""
        chances = state.chances()
        generator = random.Random(f"{self.seed}/{ply}/{takebacks}" if takebacks else f"{self.seed}/{ply}")
        if isinstance(chances, EvenChances):
            return chances.outcomes[generator.randrange(len(chances))]
        outcomes, weights = zip(*chances, strict=True)
        return int(generator.choices(outcomes, weights)[0])


def misdrawn(record: "Record") -> list[int]:
    """The plies of luck, by their numbers from 0, that are not what the record's seed draws there."""
    if record.seed is None:
        raise RecordError(1, "the record has no seed; its luck cannot be drawn again")
    luck = Luck(record.seed)
    return [
        number
        for number, (state, ply) in enumerate(zip(record.states(), record.plies, strict=False))
        if ply.seat == CHANCE and ply.action != luck.draw(state, number, ply.takebacks)
    ]


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
