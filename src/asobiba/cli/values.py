"""What a move is worth, as people read it: a number in a unit, how the game ends, or its place among the moves."""

from collections.abc import Callable, Iterable
from functools import partial

from asobiba.agents.advice import SCORES, SIDES
from asobiba.agents.analysis import Advised, Valued
from asobiba.agents.solver import RESULT
from asobiba.cli.parameters import short

EVALUATION = "evaluation"
RANKS = (EVALUATION, RESULT)
"""Units in which an estimate is larger or smaller than another one, and no more."""
MOST_DECIMALS = 6


def measured(found: Advised, valued: Valued) -> float | None:
    """The value in its unit. None: it only says which move is better."""
    proven, unit = valued.proven, found.unit
    if proven is None:
        return None if unit in RANKS else valued.value
    if unit in SIDES:
        loss, win = SIDES[unit]
        return (loss + win + proven.outcome * (win - loss)) / 2
    if unit in SCORES:
        return proven.score
    return valued.value if unit not in RANKS and found.measures(valued) else None


def lost(found: Advised, action: int) -> float | None:
    """How much the move gives away, in the unit; None where that is no number."""
    best = measured(found, found.moves[0])
    made = measured(found, next(valued for valued in found.moves if valued.action == action))
    return None if best is None or made is None else best - made


def place(found: Advised, action: int) -> int:
    """1 of the best moves; those that are worth the same share a place."""
    loss = found.loss(action)
    return 1 + sum(found.loss(valued.action) < loss for valued in found.moves)


def apart(values: Iterable[float]) -> Callable[[float], str]:
    """How to write each of them so that different ones look different: 481.68 and 481.71, not 481.7 twice."""
    different = {round(value, MOST_DECIMALS) for value in values}
    ways: list[Callable[[float], str]] = [
        short,
        *(partial(_fixed, decimals=decimals) for decimals in range(1, MOST_DECIMALS + 1)),
    ]
    return next((way for way in ways if len(set(map(way, different))) == len(different)), ways[-1])


def _fixed(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}"
