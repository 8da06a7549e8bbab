"""Games that were played out from a position of a game for one: what to expect there."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Playouts:
    policy: str
    """Who played them."""
    scores: Sequence[float]
    """In the end, with what was scored before; one for each game."""
    milestones: Sequence[int]
    """How far each game came, see Minds.milestones of core/contract.py."""
