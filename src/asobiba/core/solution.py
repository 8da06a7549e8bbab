"""How a position is solved: by a search that can be stopped, and that tells what it has found until then.

solving = solving_of(game, options, state, Limits(nodes=1_000_000))
while not solving.work(1.0):
    ...
solving.found()
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from asobiba.core.truth import RESULT, Proven


@dataclass(frozen=True)
class Limits:
    nodes: int | None = None
    """Positions that the search may look at; None: as many as it takes."""
    every_move: bool = False
    """Not content with a best move: what each of them leads to."""


@dataclass(frozen=True)
class Forced:
    """What a seat forces, whatever all the others do, be it to its harm alone."""

    value: float | None
    """None: not settled."""
    plies: int | None = None


@dataclass(frozen=True, kw_only=True)
class Solution:
    """Of a position, for the seat to move."""

    lower: float
    upper: float
    """It is worth at least the one and at most the other; solved when they are equal."""
    plies: int | None = None
    """To the end if everybody plays best; None: not settled, or nobody has counted them."""
    best: tuple[int, ...] = ()
    """Actions that are proven best."""
    proven: Mapping[int, Proven] = field(default_factory=dict)
    """Those whose end is known."""
    values: Mapping[int, float] = field(default_factory=dict)
    """What moves are worth, in the unit, beside the best ones, which are worth what the position is."""
    searched: int | None = None
    """What is not settled does not end within so many plies, if both play well; None: the search has no such depth."""
    nodes: int = 0
    seats: tuple[Forced, ...] = ()
    """With more than two seats: what each of them forces against all the others together."""
    unit: str = RESULT

    @property
    def value(self) -> float | None:
        return self.lower if self.lower == self.upper else None


class Solving(Protocol):
    """A search for one position."""

    def work(self, seconds: float | None, /) -> bool:
        """Whether it has come to its end: solved, or no node is left. KeyboardInterrupt loses nothing."""

    def found(self) -> Solution:
        """Until now."""
