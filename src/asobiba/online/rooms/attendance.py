"""Who is in a room, and since when who should be is not."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Line
from asobiba.online.protocol.events import Event
from asobiba.online.rooms.ledger import Ledger
from asobiba.online.rooms.timekeeper import Timekeeper

WARNING_SECONDS = 30.0
"""Before a bot plays for who is silent, or half of the time where that is shorter."""
PRESENCE_SECONDS = 0.25


@dataclass(slots=True)
class Place:
    """A line in the room, on a seat or watching."""

    line: Line
    seat: int | None
    """Of several that are played at one device any of them."""
    owner: str | None = None
    """Whose seats they are: who has a token of one speaks for the guest who sat down."""


class Attendance:
    def __init__(self, ledger: Ledger, clocks: Timekeeper) -> None:
        self._ledger, self._clocks = ledger, clocks
        self.places: dict[str, Place] = {}
        """By the line's id."""
        self.absent_since: dict[int, float] = {}
        self._back_since: dict[int, float] = {}
        """When a player was heard again whose seat a bot had played."""
        self._warned: frozenset[int] = frozenset()
        self.fill_at: float | None = None
        """When bots take the free seats, and the game starts whoever is ready."""
        self.start_at: float | None = None
        """When a full table starts without those who are not ready."""
        self._announcement: asyncio.TimerHandle | None = None

    def expect_everybody(self) -> None:
        """After a restart: all players are absent from now on."""
        now = time.monotonic()
        self.absent_since = {number: now for number, seat in enumerate(self._ledger.table.seats) if seat.human}

    def at(self, seat: int) -> Line | None:
        owner = self._ledger.table.seats[seat].guest
        places = self.places.values() if owner is not None else ()
        return next((place.line for place in places if place.owner == owner), None)

    def _seats(self, owner: str | None) -> list[int]:
        seats = self._ledger.table.seats if owner is not None else ()
        return [number for number, seat in enumerate(seats) if seat.guest == owner]

    def take(self, line: Line, seat: int | None) -> None:
        """The line has the seat from now on; who had it before is sent away."""
        older = None if seat is None else self.at(seat)
        if older is not None and older.id != line.id:
            del self.places[older.id]
        owner = None if seat is None else self._ledger.table.seats[seat].guest
        self.places[line.id] = Place(line, seat, owner)
        for each in self._seats(owner):
            self.absent_since.pop(each, None)
        if older is not None and older.id != line.id:
            older.close(say.Closing.ANOTHER_TAB, "this seat was opened elsewhere")
        self.announce()

    def leave(self, line: Line) -> bool:
        place = self.places.pop(line.id, None)
        if place is None:
            return False
        for seat in self._seats(place.owner):
            self.absent_since[seat] = time.monotonic()
        self.announce()
        return True

    def dismiss(self, code: int, reason: str) -> None:
        """Everybody goes."""
        if self._announcement is not None:
            self._announcement.cancel()
        for place in list(self.places.values()):
            place.line.close(code, reason)
        self.places.clear()

    def follow(self, event: Event) -> None:
        """Lines follow their owners: off a seat that was left, and to the next one when a new game starts."""
        seats = len(self._ledger.table.seats)
        if isinstance(event, log.Left):
            for place in self.places.values():
                if place.seat == event.seat:
                    place.seat = next(iter(self._seats(place.owner)), None)
                    place.owner = None if place.seat is None else place.owner
        elif isinstance(event, log.Returned):
            self._back_since[event.seat] = time.monotonic()
        elif isinstance(event, log.Reseated):
            for place in self.places.values():
                place.seat = event.to if place.seat == event.seat else place.seat
            if event.seat in self.absent_since:
                self.absent_since[event.to] = self.absent_since.pop(event.seat)
        elif isinstance(event, log.Started) and event.round > 1:
            for place in self.places.values():
                place.seat = None if place.seat is None else (place.seat - 1) % seats
            self.absent_since = {(seat - 1) % seats: since for seat, since in self.absent_since.items()}

    def missed(self) -> dict[int, float]:
        """Seats whose player has gone while another waits, or that a lobby shows as taken: when patience ends."""
        patience = self._ledger.table.patience
        if not self.absent_since or patience is None:
            return {}
        return {seat: since + patience for seat, since in self.absent_since.items() if self._is_missed(seat)}

    def _is_missed(self, seat: int) -> bool:
        table = self._ledger.table
        each = table.seats[seat]
        if not each.human or each.played_by_bot or table.status == "over":
            return False
        others = {place.owner for place in self.places.values()} - {None, each.guest}
        return table.status == "open" or bool(others)

    def silent(self) -> dict[int, float]:
        """Seats whose player is here and lets another wait who is here, too: when that ends."""
        seconds, awake, seats = self._ledger.table.silence, self._awake(), self._ledger.table.seats
        if seconds is None or len({seats[seat].guest for seat in awake}) < 2:
            return {}
        return {
            seat: max(since, self._back_since.get(seat, since)) + seconds
            for seat, since in self._clocks.deciding().items()
            if seat in awake
        }

    def _awake(self) -> set[int]:
        """The seats that people play who are here."""
        seats = self._ledger.table.seats
        return {number for number, seat in enumerate(seats) if self.at(number) and not seat.played_by_bot}

    def warned_at(self, end: float) -> float:
        return end - min(WARNING_SECONDS, (self._ledger.table.silence or 0.0) / 2)

    def plan_warning(self, silent: Mapping[int, float]) -> bool:
        """Whether somebody is to be told that a bot will play for him, or that it will not."""
        now, before = time.monotonic(), self._warned
        self._warned = frozenset(seat for seat, end in silent.items() if self.warned_at(end) <= now)
        return before != self._warned

    def is_complete(self) -> bool:
        """Whether everybody who plays for himself is here."""
        return all(
            self.at(number) is not None
            for number, seat in enumerate(self._ledger.table.seats)
            if seat.human and not seat.played_by_bot
        )

    @property
    def begins_at(self) -> float | None:
        """When the game starts by itself."""
        return min((end for end in (self.fill_at, self.start_at) if end is not None), default=None)

    def plan_start(self) -> bool:
        """Begin or end the countdowns; whether one has changed. Who sits and is away waits for nothing."""
        table, before = self._ledger.table, (self.fill_at, self.start_at)
        open_now = table.status == "open"
        waiting = [seat for number, seat in enumerate(table.seats) if open_now and seat.human and self.at(number)]
        kept_waiting = any(seat.ready for seat in waiting) and not any(seat.free for seat in table.seats)
        settings = table.setup.settings
        self.fill_at = _countdown(self.fill_at, settings.bot_fill_seconds if waiting else None)
        self.start_at = _countdown(self.start_at, settings.start_seconds if kept_waiting else None)
        return before != (self.fill_at, self.start_at)

    # Telling -----------------------------------------------------------------------------------------------------

    def tell(self, frames_for: Callable[[int | None], Sequence[bytes]]) -> None:
        """Everybody, each by his seat; the frames for a seat, or for those who watch, are made once."""
        made: dict[int | None, Sequence[bytes]] = {}
        for place in list(self.places.values()):
            if place.seat not in made:
                made[place.seat] = frames_for(place.seat)
            for frame in made[place.seat]:
                place.line.send(frame)

    def announce(self) -> None:
        """Who is here: soon, and once for many comings and goings."""
        if self._announcement is None and not self._ledger.closed:
            self._announcement = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._send_presence)

    def _send_presence(self) -> None:
        self._announcement = None
        frames = (say.write(self._presence()),)
        self.tell(lambda _: frames)

    def _told(self) -> dict[int, float]:
        return {**self.missed(), **{seat: end for seat, end in self.silent().items() if seat in self._warned}}

    def _presence(self) -> say.Presence:
        seats = self._ledger.table.seats
        begins = None if self.begins_at is None else _until(self.begins_at)
        fills = any(seat.free for seat in seats)
        return say.Presence(
            [self.at(number) is not None or seat.bot is not None for number, seat in enumerate(seats)],
            sum(place.seat is None for place in self.places.values()),
            bots_in_ms=begins if fills else None,
            starts_in_ms=None if fills else begins,
            away_ms={str(seat): _until(end) for seat, end in self._told().items()},
        )


def _countdown(end: float | None, seconds: float | None) -> float | None:
    """Its end: one that runs goes on, and without seconds there is none."""
    if seconds is None:
        return None
    return time.monotonic() + seconds if end is None else end


def _until(end: float) -> int:
    return max(0, round((end - time.monotonic()) * 1000))
