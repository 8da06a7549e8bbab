"""What is proven of a game: for games, or for small boards of them, that somebody has solved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

RESULT = "result"
"""The unit of games that are won: 1 a win, 0 a draw, -1 a loss."""

S = TypeVar("S")


def everything(_: object) -> bool:
    return True


@dataclass(frozen=True)
class Truth(Generic[S]):
    values: Callable[[S], Mapping[int, float] | None]
    """What each legal action is worth to the seat to move if everybody plays best from then on: the result, or the
    score that is expected in the end, with what was scored before. None: this position was not settled in time."""
    unit: str = RESULT
    reaches: Callable[[S], bool] = everything
    """Whether it is worth asking: of what is too far from the end `values` is always None. Told at once."""


@dataclass(frozen=True, slots=True)
class Proven:
    """What a move leads to when everybody plays best, for the seat that makes it."""

    outcome: int
    """1 a win, 0 a draw, -1 a loss."""
    plies: int
    """To the end, the move counted; 0 where nobody has counted them, as of a draw."""
    score: float
    """The seat's own in the end."""


def proven_by(score: float, plies: int) -> Proven:
    return Proven((score > 0) - (score < 0), plies, score)
