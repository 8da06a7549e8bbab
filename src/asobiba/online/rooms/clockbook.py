"""How long somebody has thought when the room was not in this process's memory.

A process says at a rhythm that it is alive. Of a room with clocks it writes down when it takes the room and when it
lets it go; in between the log says when the thinking about a position began. So whoever has the room next knows how
long was thought:

    taken ─ thought ─ let go ─ thought ─ taken by another      the server was up all the while
    taken ─ thought ─ last sign of life ┊ nobody thinks ┊ taken by another      the process died

Nobody is charged for the second gap: it is the server's own.
"""

from dataclasses import dataclass, field

import structlog

from asobiba.core.errors import AsobibaError
from asobiba.online.rooms.ledger import now_ms
from asobiba.online.rooms.table import RoomTable
from asobiba.online.rooms.timekeeper import Timekeeper
from asobiba.online.rooms.tokens import new_token
from asobiba.online.store.rows import ClockRow
from asobiba.online.store.store import Store

logger = structlog.get_logger()

BEAT_SECONDS = 2.0
"""Between two signs of life: what was thought after the last one is nobody's loss."""


@dataclass(frozen=True)
class Clockbook:
    """Of one process."""

    store: Store
    process: str = field(default_factory=new_token)
    begun_ms: int = field(default_factory=now_ms)

    async def beat(self) -> None:
        await self.store.beat(self.process, now_ms())

    async def resume(self, room: str, table: RoomTable, clocks: Timekeeper) -> None:
        """Set the clocks as they must stand now, and write down that this process has the room."""
        if not is_timed(table):
            if table.status == "playing":
                clocks.freeze()
            return
        if table.status == "playing":
            spent, frozen = await self._thought(room, table.decided_at)
            if frozen:  # before, or the moments between the two are charged
                clocks.freeze()
            clocks.resume(table, spent)
        await self.note(room, table, clocks)

    async def note(self, room: str, table: RoomTable, clocks: Timekeeper, *, held: bool = True) -> None:
        """How the clocks stand now; with `held` false the room leaves this process."""
        if is_timed(table):
            since = now_ms() if clocks.running_on else None
            await self.store.keep_clock(
                ClockRow(room, self.process, held, table.decided_at, clocks.thought_ms(), since)
            )

    async def try_to_note(self, room: str, table: RoomTable, clocks: Timekeeper, *, held: bool = True) -> None:
        """If the store does not answer, whoever thinks now has this time for nothing after a crash."""
        try:
            await self.note(room, table, clocks, held=held)
        except AsobibaError as error:
            logger.warning("clocks", room=room, error=str(error))

    async def _thought(self, room: str, decision: int) -> tuple[int, bool]:
        """Milliseconds about the position that this event made, and whether the clocks now wait for the player."""
        noted = await self.store.clock(room)
        if noted is None:
            return 0, True
        spent, since = noted.spent_ms, noted.since_ms
        if noted.decision != decision:
            spent, since = 0, await self.store.at_ms(room, decision)
        alive = await self.store.alive_ms(noted.process) or 0
        # The clocks have run without a room as long as the server was up: if it let go, and this one was there already.
        ran_on = not noted.held and since is not None and (noted.process == self.process or self.begun_ms <= alive)
        end = now_ms() if ran_on else alive
        return spent + max(0, end - since if since is not None else 0), not ran_on


def is_timed(table: RoomTable) -> bool:
    clocks = table.setup.settings.clocks
    return clocks.total is not None or clocks.move is not None
