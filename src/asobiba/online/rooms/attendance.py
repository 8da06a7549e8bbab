"""Who is in a room, and since when who should be is not."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Line
from asobiba.online.protocol.events import Event
from asobiba.online.rooms.ledger import Ledger

PRESENCE_SECONDS = 0.25


@dataclass(slots=True)
class Place:
    """A line in the room, on a seat or watching."""

    line: Line
    seat: int | None


class Attendance:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.places: dict[str, Place] = {}
        """By the line's id."""
        self.absent_since: dict[int, float] = {}
        self.fill_at: float | None = None
        """When bots take the free seats."""
        self._announcement: asyncio.TimerHandle | None = None

    def expect_everybody(self) -> None:
        """After a restart: all players are absent from now on."""
        now = time.monotonic()
        self.absent_since = {number: now for number, seat in enumerate(self._ledger.table.seats) if seat.human}

    def at(self, seat: int) -> Line | None:
        return next((place.line for place in self.places.values() if place.seat == seat), None)

    def take(self, line: Line, seat: int | None) -> None:
        """The line has the seat from now on; who had it before is sent away."""
        older = None if seat is None else self.at(seat)
        if older is not None and older.id != line.id:
            del self.places[older.id]
        self.places[line.id] = Place(line, seat)
        if seat is not None:
            self.absent_since.pop(seat, None)
        if older is not None and older.id != line.id:
            older.close(say.Closing.ANOTHER_TAB, "this seat was opened elsewhere")
        self.announce()

    def leave(self, line: Line) -> bool:
        place = self.places.pop(line.id, None)
        if place is None:
            return False
        if place.seat is not None:
            self.absent_since[place.seat] = time.monotonic()
        self.announce()
        return True

    def dismiss(self, code: say.Closing, reason: str) -> None:
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
                place.seat = None if place.seat == event.seat else place.seat
        elif isinstance(event, log.Started) and event.round > 1:
            for place in self.places.values():
                place.seat = None if place.seat is None else (place.seat - 1) % seats
            self.absent_since = {(seat - 1) % seats: since for seat, since in self.absent_since.items()}

    def missed(self) -> dict[int, float]:
        """Seats whose player has gone while another waits, or that a lobby shows as taken: when patience ends."""
        if not self.absent_since:
            return {}
        patience = self._ledger.table.patience
        return {seat: since + patience for seat, since in self.absent_since.items() if self._is_missed(seat)}

    def _is_missed(self, seat: int) -> bool:
        table = self._ledger.table
        each = table.seats[seat]
        if not each.human or each.played_by_bot or table.status == "over":
            return False
        players = {place.seat for place in self.places.values()} - {None, seat}
        return table.status == "open" or bool(players)

    def is_complete(self) -> bool:
        """Whether everybody who plays for himself is here."""
        return all(
            self.at(number) is not None
            for number, seat in enumerate(self._ledger.table.seats)
            if seat.human and not seat.played_by_bot
        )

    def plan_filling(self) -> bool:
        """Start or stop the countdown to the bots; whether it has just begun."""
        table = self._ledger.table
        seconds = table.setup.settings.bot_fill_seconds
        waiting = (
            table.status == "open"
            and any(seat.human and seat.ready for seat in table.seats)
            and any(seat.free for seat in table.seats)
        )
        if seconds is None or not waiting:
            self.fill_at = None
            return False
        begins = self.fill_at is None
        self.fill_at = time.monotonic() + seconds if self.fill_at is None else self.fill_at
        return begins

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

    def _presence(self) -> say.Presence:
        now, seats = time.monotonic(), {place.seat for place in self.places.values()}
        return say.Presence(
            [number in seats or seat.bot is not None for number, seat in enumerate(self._ledger.table.seats)],
            sum(place.seat is None for place in self.places.values()),
            None if self.fill_at is None else max(0, round((self.fill_at - now) * 1000)),
            {str(seat): max(0, round((end - now) * 1000)) for seat, end in self.missed().items()},
        )
