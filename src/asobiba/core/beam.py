"""What the agent `beam` needs to know of a game that can be searched by beam."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True)
class Plan:
    """How far and how broadly to look."""

    width: int
    """Positions of each layer that are looked at further."""
    depth: int
    """Moves."""
    queues: int
    """Futures that are drawn by lot."""


@dataclass(frozen=True)
class BeamSearch(Generic[S]):
    levels: tuple[Plan, ...]
    """From the weakest to the strongest: level 1, 2, ..."""
    values: Callable[[S, Plan, int], Mapping[int, float]]
    """Each legal action's value for the seat to move. The number is a seed: the same again, the same found."""
