"""The quiet search: the longest chain that a few puyos of one colour would start, dropped into one column."""

from functools import lru_cache
from typing import NamedTuple

from asobiba.games.puyo.field import IN_SIGHT, OJAMA, WIDTH, Field, drop, resolve

MOST_PUYOS = 3


class Trigger(NamedTuple):
    links: int
    score: int
    column: int
    colour: str
    puyos: int
    """How many have to fall, 1 to 3."""


def potential(field: Field) -> int:
    """Links of the longest chain that 1, 2 or 3 puyos would start; 0 if there is none."""
    return max((trigger.links for trigger in triggers(field)), default=0)


@lru_cache(maxsize=1 << 12)
def triggers(field: Field) -> tuple[Trigger, ...]:
    """Every drop within rows 1 to 12 that makes something pop in a field at rest."""
    found = []
    for column, standing in enumerate(field):
        height = len(standing)
        beside = [neighbour[height : height + MOST_PUYOS] for neighbour in neighbours(field, column)]
        for colour in sorted({*standing[-1:], *beside[0], *beside[1]} - {OJAMA}):
            for puyos in range(1, min(MOST_PUYOS, IN_SIGHT - height) + 1):
                resolution = resolve(drop(field, column, colour * puyos))
                if resolution.links:
                    found.append(Trigger(len(resolution.links), resolution.score, column, colour, puyos))
    return tuple(found)


def neighbours(field: Field, column: int) -> tuple[str, str]:
    """The columns to the left and to the right; beyond the walls is nothing."""
    return field[column - 1] if column else "", field[column + 1] if column + 1 < WIDTH else ""
