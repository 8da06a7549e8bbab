"""Tiny tasks on the real board, by which a person learns a game: a position, a goal, and what the others do meanwhile.

How they are attempted is in core/attempts.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Exercise(Generic[S]):
    name: str
    task: Mapping[str, str]
    """By language: what is to be done, in one or two sentences."""
    position: str
    """In the game's notation."""
    goal: Callable[[S, int, S], bool]
    """Whether a move of the person does it: the position before, the action, the position after."""
    solution: tuple[str, ...]
    """One way to do it, the person's moves alone."""
    answers: tuple[str, ...] = ()
    """What the others and luck do, in turn."""
    moves: int = 0
    """How many the person may make; 0: as many as the solution has."""
    seat: int = 0
    """Whom the person plays."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def most(self) -> int:
        return self.moves or len(self.solution)
