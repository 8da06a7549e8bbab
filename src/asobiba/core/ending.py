"""Games that do not end by their rules: the places and scores when somebody is *out*, by the clock or by giving up.

Those who stay are compared among themselves; after them come those who are out, the first to leave last. Winners share
the highest score of the game, the others the lowest. Alone, one has what was scored so far.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from asobiba.core.game import AnyGame
from asobiba.core.options import Options

TIME = "time"


@dataclass(frozen=True)
class Ending:
    """As a record has it."""

    reason: str
    returns: tuple[float, ...]
    places: tuple[int, ...]
    """By seat, 1 is the best."""


def out_of_time(game: AnyGame, options: Options, state: Any, seat: int) -> Ending:
    """The flag of that seat has fallen, and the game is over as it stands."""
    places = placed(game.standing(state), (seat,))
    returns = shared(game.bounds(options), places) if len(places) > 1 else state.returns()
    return Ending(TIME, tuple(returns), tuple(places))


def placed(standing: Sequence[Any], out: Sequence[int] = ()) -> list[int]:
    """By how the seats stand: 1 is best, equals share a place. Last are those who are out, the first to leave last."""
    staying = [seat for seat in range(len(standing)) if seat not in out]
    places = [1] * len(standing)
    for seat in staying:
        places[seat] += sum(standing[other] > standing[seat] for other in staying)
    for number, seat in enumerate(out):
        places[seat] = len(standing) - number
    return places


def shared(bounds: tuple[float, float], places: Sequence[int]) -> list[float]:
    """Winners share the highest score of the game, the others the lowest; where nobody loses it is 0 for all."""
    low, high = bounds
    worst, best = (low, high) if math.isfinite(low) and math.isfinite(high) else (-1.0, 1.0)
    won = places.count(1)
    lost = len(places) - won
    return [best / won if place == 1 else worst / lost for place in places] if lost else [0.0] * won
