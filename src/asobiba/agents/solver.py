"""Solvers: what is proven of a position, at once or by a search that can be stopped.

solving = solving_of(game, options, state, Limits(nodes=1_000_000))
while not solving.work(1.0):
    ...
solving.found()
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

RESULT = "result"
"""The unit of games that are won: 1 a win, 0 a draw, -1 a loss."""

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Proven:
    """What a move leads to when everybody plays best, for the seat that makes it."""

    outcome: int
    """1 a win, 0 a draw, -1 a loss."""
    plies: int
    """Plies to the end, the move counted; 0 where they are not known, as in a draw."""
    score: float
    """The seat's own score in the end."""


def proven_by(score: float, plies: int) -> Proven:
    return Proven((score > 0) - (score < 0), plies, score)


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


def everything(_: object) -> bool:
    return True


def nothing_known(_: object) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Solver(Generic[S]):
    """What a game with some options can prove: values at once, a search, or both."""

    values: Callable[[S], Mapping[int, float] | None] = nothing_known
    """The value of each legal action for the seat to move if everybody plays best from then on: the result, or the
    score that is expected in the end, with what was scored before. None: this position is not settled."""
    unit: str = RESULT
    """Unit of the values."""
    reaches: Callable[[S], bool] = everything
    """Whether a position is near enough to the end to be asked about. The answer is immediate."""
    search: Callable[[S, Limits], Solving] | None = None
    """A search for one position, however far it is from the end."""

    @property
    def has_values(self) -> bool:
        return self.values is not nothing_known
