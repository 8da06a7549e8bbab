"""How a game has ended: why, with which scores, and in which places."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from asobiba.online.protocol.events import Ended

RENAMED: Final = {"agreed": "draw"}
"""Reasons that older logs call otherwise."""
BY_THE_TABLE: Final = frozenset({"resign", "time", "draw", "abandoned"})
"""Reasons that are no game's own."""


class Outcome(Struct, frozen=True):
    reason: str
    returns: tuple[float, ...]
    places: tuple[int, ...]
    counts: dict[str, list[int]]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def outcome_of(event: Ended) -> Outcome:
    places = event.places or placed(event.returns)
    return Outcome(RENAMED.get(event.reason, event.reason), tuple(event.returns), tuple(places), event.counts)


def placed(standing: Sequence[Any], out: Sequence[int] = ()) -> list[int]:
    """By how the seats stand: 1 is best, equals share a place. Last are those who are out, the first to leave last."""
    staying = [seat for seat in range(len(standing)) if seat not in out]
    places = [1] * len(standing)
    for seat in staying:
        places[seat] += sum(standing[other] > standing[seat] for other in staying)
    for number, seat in enumerate(out):
        places[seat] = len(standing) - number
    return places
