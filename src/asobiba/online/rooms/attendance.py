"""Who is in a room, and since when who should be is not."""

import time
from dataclasses import dataclass, field

from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Line
from asobiba.online.protocol.events import Event
from asobiba.online.rooms.table import RoomTable


@dataclass(slots=True)
class Place:
    """A line in the room, on a seat or watching."""

    line: Line
    seat: int | None


@dataclass(slots=True)
class Attendance:
    places: dict[str, Place] = field(default_factory=dict)
    """By the line's id."""
    absent_since: dict[int, float] = field(default_factory=dict)
    fill_at: float | None = None
    """When bots take the free seats."""

    def at(self, seat: int) -> Line | None:
        return next((place.line for place in self.places.values() if place.seat == seat), None)

    def take(self, line: Line, seat: int | None) -> Line | None:
        """The line has the seat from now on; the line that had it before, if another did."""
        older = None if seat is None else self.at(seat)
        if older is not None and older.id != line.id:
            del self.places[older.id]
        self.places[line.id] = Place(line, seat)
        if seat is not None:
            self.absent_since.pop(seat, None)
        return None if older is None or older.id == line.id else older

    def leave(self, line: Line) -> bool:
        place = self.places.pop(line.id, None)
        if place is not None and place.seat is not None:
            self.absent_since[place.seat] = time.monotonic()
        return place is not None

    def follow(self, event: Event, seats: int) -> None:
        """Lines follow their owners: off a seat that was left, and to the next one when a new game starts."""
        if isinstance(event, log.Left):
            for place in self.places.values():
                place.seat = None if place.seat == event.seat else place.seat
        elif isinstance(event, log.Started) and event.round > 1:
            for place in self.places.values():
                place.seat = None if place.seat is None else (place.seat - 1) % seats
            self.absent_since = {(seat - 1) % seats: since for seat, since in self.absent_since.items()}

    def missed(self, table: RoomTable) -> dict[int, float]:
        """Seats whose player has gone while another waits, or that a lobby shows as taken: when patience ends."""
        return {
            seat: since + table.patience for seat, since in self.absent_since.items() if self._is_missed(table, seat)
        }

    def _is_missed(self, table: RoomTable, seat: int) -> bool:
        each = table.seats[seat]
        if not each.human or each.played_by_bot or table.status == "over":
            return False
        players = {place.seat for place in self.places.values()} - {None, seat}
        return table.status == "open" or bool(players)

    def is_complete(self, table: RoomTable) -> bool:
        """Whether everybody who plays for himself is here."""
        return all(
            self.at(number) is not None
            for number, seat in enumerate(table.seats)
            if seat.human and not seat.played_by_bot
        )

    def plan_filling(self, table: RoomTable) -> bool:
        """Start or stop the countdown to the bots; whether it has just begun."""
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

    def told(self, table: RoomTable) -> say.Presence:
        now, seats = time.monotonic(), {place.seat for place in self.places.values()}
        return say.Presence(
            [number in seats or seat.bot is not None for number, seat in enumerate(table.seats)],
            sum(place.seat is None for place in self.places.values()),
            None if self.fill_at is None else max(0, round((self.fill_at - now) * 1000)),
            {str(seat): max(0, round((end - now) * 1000)) for seat, end in self.missed(table).items()},
        )
