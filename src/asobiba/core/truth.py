"""What is proven of a game: for games, or for small boards of them, that somebody has solved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

RESULT = "result"
"""The unit of games that are won: 1 a win, 0 a draw, -1 a loss."""

S = TypeVar("S")


@dataclass(frozen=True)
class Truth(Generic[S]):
    values: Callable[[S], Mapping[int, float] | None]
    """What each legal action is worth to the seat to move if everybody plays best from then on: the result, or the
    score that is expected in the end, with what was scored before. None: this position was not settled in time."""
    unit: str = RESULT
