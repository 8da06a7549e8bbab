"""What is stored of a room: its log, and the table that the log makes.

The order is the promise: events are folded on a copy (tables are immutable), committed to the store, and only then
adopted, acknowledged and followed. When the store does not answer, nobody knows whether the write happened: the ledger
is *in doubt*, and before anything else is taken the log is read again. Whatever is found there did happen.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any, Protocol, TypeVar

from asobiba.core.errors import StateError
from asobiba.online import metrics
from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.bill import paying
from asobiba.online.protocol.events import Event, kind_of, read_event, write_event
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.showing import Shown, shown, summary
from asobiba.online.rooms.table import RoomTable
from asobiba.online.store.rows import Append, Conflict, Damaged, PlayedRow, ResultRow, Row, StorageDown
from asobiba.online.store.store import Store
from asobiba.online.store.trouble import as_stored

RECENT = 256
"""Events kept for clients that come back; who has missed more gets a snapshot."""
SLICE_SECONDS = 0.005
"""That the event loop is given to a long log at a time."""
T = TypeVar("T")
LOBBY_EVENTS = (log.Sat, log.Reseated, log.Installed, log.Left, log.Closed, log.Started, log.TookBack, log.Ended)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the log, what it made of the table, and how it looks to others."""

    row: Row
    event: Event
    after: RoomTable
    shown: Shown


class Follower(Protocol):
    """Who acts upon what the ledger says. Nothing here waits."""

    def follow(self, steps: Sequence[Step]) -> None:
        """These are stored and adopted."""

    def doubt(self) -> None:
        """Nobody knows whether the last write happened."""

    def go_on(self) -> None:
        """It is known again."""

    def evict(self, reason: str, code: int = say.Closing.RESTARTING) -> None:
        """This process cannot go on with the room: another writes it now, or nobody can read it."""


class Ledger:
    def __init__(self, room_id: str, fence: int, table: RoomTable, *, store: Store, follower: Follower) -> None:
        self.id, self.table = room_id, table
        self.closed = False
        """This process writes no more of the room."""
        self.in_doubt = False
        self.lock = asyncio.Lock()
        """Held by whoever decides and commits."""
        self._fence, self._store, self._follower = fence, store, follower
        self._recent: deque[Shown] = deque(maxlen=RECENT)
        self._known: dict[str, int] = {}
        self._knows_all = True
        """Whether every message of the log is among `_known`."""

    @property
    def is_asking(self) -> bool:
        """The store is being asked what happened; a crowd need not ask it one by one."""
        return self.in_doubt and self.lock.locked()

    def since(self, seq: int | None) -> list[Shown] | None:
        """The events after number `seq`; None if they are more than are kept."""
        missed = self.table.seq - seq if seq is not None else -1
        return list(self._recent)[len(self._recent) - missed :] if 0 <= missed <= len(self._recent) else None

    def number_of(self, name: str) -> int | None:
        """Of the event that a message of this name was stored as: sent again it is acknowledged, and not done twice.

        Only the latest are remembered; `find` looks into the log, too.
        """
        return self._known.get(name)

    async def find(self, name: str) -> int | None:
        if self._knows_all or name in self._known:
            return self._known.get(name)
        return await self._store.number_of(self.id, name, len(self.table.seats))

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One at a time, and never on a table that is in doubt."""
        async with self.lock:
            await self.resolve_doubt()
            yield

    async def read(self) -> list[Step]:
        """Fold what the log has beyond the table, the latest of it as steps.

        A few milliseconds at a time: a long log holds nobody up, and who asks meanwhile finds what was there before.
        """
        rows = await self._store.rows(self.id, after=self.table.seq)
        with as_stored(self.id):
            check_numbers(rows, self.table.seq + 1)
            steps = await self._read_steps(rows)
        self._adopt(steps)
        return steps

    async def _read_steps(self, rows: Sequence[Row]) -> list[Step]:
        table = self.table
        async for row in unhurried(rows[:-RECENT]):
            table = table.after(read_event(row.payload))
            self._remember(row)
        steps: list[Step] = []
        async for row in unhurried(rows[-RECENT:]):
            steps.append(_step(table, row, read_event(row.payload)))
            table = steps[-1].after
        return steps

    async def commit(
        self, events: Sequence[Event], name: str | None = None, acknowledge: Callable[[int], None] | None = None
    ) -> None:
        """Store, adopt, acknowledge, follow. The lock is held."""
        first, at = self.table.seq + 1, now_ms()
        names = (name, *repeat(None, len(events) - 1))
        rows = (
            Row(number, at, getattr(event, "seat", None), cmid, kind_of(event), write_event(event))
            for number, event, cmid in zip(count(first), events, names, strict=False)
        )
        steps = self._folded(zip(rows, events, strict=True))
        try:
            await self._append(self._entry(steps))
        except Conflict as conflict:
            known = await self._find_or_doubt(name)
            if known is None or known >= first or acknowledge is None:
                raise self._doubted(conflict) from None
            acknowledge(known)  # a name that was used long ago, for something else perhaps
            return
        self._adopt(steps)
        if acknowledge is not None:
            acknowledge(first)
        self._follower.follow(steps)

    async def _find_or_doubt(self, name: str | None) -> int | None:
        try:
            return None if name is None else await self.find(name)
        except (StorageDown, asyncio.CancelledError) as error:
            raise self._doubted(error) from None

    async def resolve_doubt(self) -> None:
        """Read what the log has beyond the table. The lock is held."""
        if not self.in_doubt or self.closed:
            return
        try:
            # Nothing, but in the same way as a move: it must be possible to write, and by this owner.
            await self._store.append(Append(self.id, self._fence, ()))
        except Conflict:
            self._follower.evict("another server has this room now")
            raise Refusal("moved", "this room has moved to another server; reconnect") from None
        try:
            steps = await self.read()
        except Damaged:
            self._follower.evict("what is stored of this room is damaged", say.INTERNAL)
            raise
        self.in_doubt = False
        self._follower.go_on()
        if steps:
            self._follower.follow(steps)

    def _folded(self, events: Iterable[tuple[Row, Event]]) -> list[Step]:
        steps, before = [], self.table
        for row, event in events:
            steps.append(_step(before, row, event))
            before = steps[-1].after
        return steps

    def _adopt(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self.table = step.after
            self._recent.append(step.shown)
            self._remember(step.row)

    def _remember(self, row: Row) -> None:
        if row.cmid is not None:
            self._known[row.cmid] = row.seq
        if len(self._known) > 2 * RECENT:
            self._knows_all = False
            for name in list(self._known)[:-RECENT]:
                del self._known[name]

    def _entry(self, steps: Sequence[Step]) -> Append:
        last, over = steps[-1], [step for step in steps if isinstance(step.event, log.Ended)]
        lobby = any(isinstance(step.event, LOBBY_EVENTS) for step in steps)
        return Append(
            self.id,
            self._fence,
            tuple(step.row for step in steps),
            status=last.after.status if lobby else None,
            summary=summary(last.after) if lobby else None,
            people=last.after.people if lobby else None,
            **(_ended(self.id, over[0].after) if over else {}),
        )

    async def _append(self, entry: Append) -> None:
        begun = time.monotonic()
        try:
            await self._store.append(entry)
        except (StorageDown, asyncio.CancelledError) as error:
            raise self._doubted(error) from None
        metrics.commit_seconds.observe(time.monotonic() - begun)

    def _doubted(self, error: BaseException) -> BaseException:
        """What is to be raised when nobody knows any more what the log says."""
        if not self.in_doubt:
            self.in_doubt = True
            metrics.doubts.inc()
            self._follower.doubt()
        if isinstance(error, Conflict):
            return Refusal("conflict", "this room was changed elsewhere; try again")
        return error


def _step(before: RoomTable, row: Row, event: Event) -> Step:
    after = before.after(event)
    return Step(row, event, after, shown(before, event, after))


async def unhurried(items: Iterable[T]) -> AsyncIterator[T]:
    """One after the other; when that has taken a few milliseconds, others have their turn. Who asked pays for it."""
    begun = time.monotonic()
    for item in items:
        yield item
        if (taken := time.monotonic() - begun) > SLICE_SECONDS:
            paying.get().charge(taken)
            await asyncio.sleep(0)
            begun = time.monotonic()
    paying.get().charge(time.monotonic() - begun)


def check_numbers(rows: Sequence[Row], first: int) -> None:
    for number, row in enumerate(rows, first):
        if row.seq != number:
            raise StateError(f"event {number} is missing; the next one is {row.seq}")


def _ended(room: str, table: RoomTable) -> dict[str, Any]:
    """What is stored of a game that is over, beside its log: how it ended, and who can find it."""
    result = _result_row(room, table)
    owners = [(number, seat.guest) for number, seat in enumerate(table.seats) if seat.guest]
    played = tuple(PlayedRow(guest, result.ended_ms, room, result.round, number) for number, guest in owners)
    return {"result": result, "played": played}


def _result_row(room: str, table: RoomTable) -> ResultRow:
    outcome = table.outcome
    assert outcome is not None
    return ResultRow(
        room=room,
        round=table.round,
        game=table.game.name,
        rules=table.game.version,
        ended_ms=now_ms(),
        plies=len(table.plies),
        reason=outcome.reason,
        seats=say.write_any([{"name": seat.name, "bot": seat.bot} for seat in table.seats]),
        returns=say.write_any(list(outcome.returns)),
        counts=say.write_any(outcome.counts),
        assisted=table.assisted,
    )
