"""How far the engine looks: levels from 1 to 20, and the searches that lead there one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

WHOLE = 5
"""The care of a search that leaves nothing out."""
CERTAINTY = (0.73, 0.87, 0.95, 0.99, 0.999, 1.0)
"""By care: how sure it is that what was left out would have changed nothing."""
ERRORS = [4.1898, -0.531, 0.3291, -0.056]
"""How far a shallow search usually is from a deep one, in discs: times 1, the shallow depth, the depth, empty squares.
Fitted by `python -m tools.data.othello_probcut`."""
USUAL = 1
"""The care of a search that does not go to the end."""
SHORT_END = 14
"""With so many empty squares it takes no careless search first to see the end."""
SOON = 26
"""With so many empty squares what comes before a search to the end only serves to sort the moves."""
LEAD = 10
"""Plies less than the empty squares that a search looks ahead at most before one to the end."""


@dataclass(frozen=True)
class Plan:
    depth: int
    """Plies to look ahead in the midgame."""
    exact: int
    """Empty squares from which on it plays perfectly."""
    selective: int = 0
    """Empty squares from which on it looks to the end, leaving out what is unlikely."""
    loss: float = 0.0
    """Discs that a move may give away: of all moves within that of the best, one is drawn."""

    def steps(self, empties: int) -> Iterator["Step"]:
        """The searches of a position, each of which makes the next one quicker; none of a full board."""
        if empties == 0:
            return
        if empties > max(self.exact, self.selective):
            yield from (Step(depth, USUAL) for depth in range(1, min(self.depth, empties) + 1))
            return
        pace, care = (2, 0) if empties <= SOON else (1, USUAL)
        yield from (Step(depth, care) for depth in range(1, empties - LEAD + 1, pace))
        if empties > SHORT_END:
            yield from (Step(empties, care) for care in (0, 1))
        if empties <= self.exact:
            if empties > SHORT_END:
                yield Step(empties, WHOLE - 3)
            yield Step(empties, WHOLE)


@dataclass(frozen=True)
class Step:
    depth: int
    care: int


LEVELS = (
    Plan(depth=1, exact=2, loss=6.0),
    Plan(depth=1, exact=4, loss=3.0),
    Plan(depth=2, exact=6, loss=2.0),
    Plan(depth=2, exact=8, loss=1.0),
    Plan(depth=5, exact=12),
    Plan(depth=6, exact=12),
    Plan(depth=6, exact=14),
    Plan(depth=7, exact=14),
    Plan(depth=8, exact=14),
    Plan(depth=8, exact=14, selective=16),
    Plan(depth=9, exact=16, selective=18),
    Plan(depth=10, exact=16, selective=20),
    Plan(depth=11, exact=17, selective=21),
    Plan(depth=12, exact=18, selective=22),
    Plan(depth=13, exact=18, selective=22),
    Plan(depth=14, exact=19, selective=23),
    Plan(depth=16, exact=20, selective=24),
    Plan(depth=18, exact=21, selective=25),
    Plan(depth=20, exact=22, selective=27),
    Plan(depth=22, exact=24, selective=28),
)
"""Level 1 first."""
DEFAULT = 10
WITHOUT_END = Plan(depth=64, exact=64)
"""As deep as time allows. A board that somebody has set up may have fewer discs than the start."""


def plan_of(level: int | None, depth: int | None = None, exact: int | None = None, loss: float | None = None) -> Plan:
    """A level, or a depth of one's own; what is said beside a level goes before it."""
    if level is None and depth is None and exact is None:
        level = DEFAULT
    plan = Plan(depth or 1, exact or 0) if level is None else LEVELS[level - 1]
    if depth is not None:
        plan = replace(plan, depth=depth)
    if exact is not None:
        plan = replace(plan, exact=exact, selective=max(exact, plan.selective))
    return plan if loss is None else replace(plan, loss=loss)


def parts_of_clock(empties: int) -> float:
    """A move takes one part of what is left for the game: a larger one while much is open, never all."""
    moves = max(empties // 2, 1)
    return (moves + 2) / (1.5 if empties > 20 else 1.0)
