"""How a game has ended: why, with which scores, and in which places."""

from typing import Final

from msgspec import Struct

from asobiba.core.ending import TIME, placed
from asobiba.online.protocol.events import Ended

RENAMED: Final = {"agreed": "draw"}
"""Reasons that older logs call otherwise."""
BY_THE_TABLE: Final = frozenset({"resign", TIME, "draw", "abandoned"})
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
