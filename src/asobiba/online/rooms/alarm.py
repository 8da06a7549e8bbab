"""What time itself does to a table: one timer for whatever comes first."""

import asyncio
import time
from collections.abc import Callable, Sequence

import structlog

from asobiba.core.errors import AsobibaError
from asobiba.online.protocol import events as log
from asobiba.online.protocol.events import Event
from asobiba.online.rooms import decisions
from asobiba.online.rooms.attendance import Attendance
from asobiba.online.rooms.ledger import Ledger
from asobiba.online.rooms.tasks import Tasks
from asobiba.online.rooms.timekeeper import Timekeeper
from asobiba.online.rooms.tokens import new_secret

SOONEST = 0.005

logger = structlog.get_logger()


class Alarm:
    """Rings for a flag, a forced pass, a table that has waited long enough, and a bot for a player who has gone."""

    def __init__(
        self,
        ledger: Ledger,
        here: Attendance,
        clocks: Timekeeper,
        tasks: Tasks,
        *,
        pass_pause: float,
        move_for: Callable[[int], None],
        attend: Callable[[], None],
    ) -> None:
        self._ledger, self._here, self._clocks, self._tasks = ledger, here, clocks, tasks
        self._pass_pause, self._move_for, self._attend = pass_pause, move_for, attend
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = 0.0

    def set(self) -> None:
        """Anew, whenever anything has changed.

        One that rings too early looks again. Nearly every move puts off what will come of silence, and a timer that
        is left alone costs nothing.
        """
        waits = self._waits()
        if not waits:
            self.cancel()
            return
        rings_at = time.monotonic() + max(SOONEST, min(waits))
        if self._timer is None or rings_at < self._rings_at:
            self.cancel()
            self._rings_at = rings_at
            self._timer = asyncio.get_running_loop().call_later(rings_at - time.monotonic(), self._ring)

    def _waits(self) -> list[float]:
        """Seconds until each of what may happen."""
        if self._ledger.closed or self._ledger.in_doubt:  # when the doubt is over it is set again
            return []
        table, here, now = self._ledger.table, self._here, time.monotonic()
        silent = here.silent()
        if here.plan_start() | here.plan_warning(silent):
            here.announce()
        waits = [ms / 1000 for ms in self._clocks.running(table).values()]
        waits += [end - now for end in here.missed().values()]
        for end in silent.values():
            warned = here.warned_at(end)
            waits.append((warned if warned > now else end) - now)
        if here.begins_at is not None:
            waits.append(here.begins_at - now)
        if here.places and table.passing():
            waits.append(self._pass_pause - self._clocks.since_decision())
        return waits

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self._tasks.spawn(self._act())

    async def _act(self) -> None:
        try:
            async with self._ledger.turn():
                for events in self._overdue():
                    await self._ledger.commit(events)
        except AsobibaError as error:
            logger.warning("timer", room=self._ledger.id, error=str(error))
        self.set()
        self._attend()

    def _overdue(self) -> Sequence[list[Event]]:
        """What is due now, the first of it; the timer is set again after it."""
        now, table, here = time.monotonic(), self._ledger.table, self._here
        if here.begins_at is not None and here.begins_at <= now:
            return [decisions.start(table, decisions.fill(table), new_secret())]
        for seat, end in here.missed().items():
            if end <= now:
                return [[log.Left(seat) if table.status == "open" else log.Deputised(seat, table.bot)]]
        for seat, end in here.silent().items():
            if end <= now:
                return [[log.Deputised(seat, table.bot)]]
        for seat, ms in self._clocks.running(table).items():
            if ms == 0:
                return self._flag(seat)
        for seat in table.passing():
            if here.places and self._clocks.since_decision() >= self._pass_pause:
                return [decisions.passed(table, seat)]
        return []

    def _flag(self, seat: int) -> Sequence[list[Event]]:
        """Two players: lost. Otherwise a bot makes the move, and all further ones if the total is used up."""
        table = self._ledger.table
        if len(table.seats) == 2 or self._clocks.has_used_up_all(table, seat):
            return [decisions.out_of_time(table, seat)]
        self._move_for(seat)
        return []
