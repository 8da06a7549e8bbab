"""The store: SQLite in one file for one process, or PostgreSQL for many. The same statements serve both.

    store = await Store.open("sqlite:///asobiba.db")      # or postgresql://user@host:5432/asobiba
    await store.create_room(room)
    await store.append(Append(room.id, fence=0, rows=(Row(1, at_ms, seat, cmid, "move", payload),)))

An append that returns is on disk. One that raises StorageDown may be there or not: read the rows again.
"""

import asyncio
import secrets
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Literal, Self, TypeVar

from sqlalchemy import (
    Connection,
    Select,
    case,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from asobiba.online.store.database import READERS, Database, database_of, not_opened
from asobiba.online.store.journal import Journal, Runner, Work, conflict, storage_down
from asobiba.online.store.migrations import migrate
from asobiba.online.store.played import Played
from asobiba.online.store.rows import Append, ClockRow, Conflict, ResultRow, RoomRow, Row, StorageDown
from asobiba.online.store.schema import clock, process, renamed, result, room, secret
from asobiba.online.store.schema import event as events
from asobiba.online.store.trouble import Trouble

UNFINISHED = ("open", "playing")
SECRET_BYTES = 32
PAGE_ROWS = 500
TRIED_BYTES = 8192
STORED_SECONDS = 5.0
"""So long it is believed that what was stored once can be stored."""

_LAST_EVENT = (
    select(events.c.at_ms).where(events.c.room == room.c.id).order_by(events.c.seq.desc()).limit(1).scalar_subquery()
)
"""When something last happened in a room; null where nothing has."""

T = TypeVar("T")


class Store:
    def __init__(self, database: Database, timeout: float) -> None:
        self.shared = database.shared
        """Several processes may use it, so the owner of a room is checked at every append."""
        self._database = database
        self._timeout = timeout
        self._closed = False
        self._turns = asyncio.Semaphore(READERS)
        self._lost = 0.0
        self._trouble = Trouble()
        self._trying = asyncio.Lock()
        self.played = Played(self._read, self._write)
        self._journal = Journal(database.transact, fenced=database.shared, timeout=timeout, trouble=self._trouble)

    @classmethod
    async def open(cls, url: str, *, timeout: float = 5.0) -> Self:
        """Brings the schema up to date. ConfigError: the URL is wrong, or the database is not for us."""
        database = database_of(url, timeout)
        try:
            await database.transact(migrate)
        except BaseException as error:
            await database.close()
            if isinstance(error, Exception):
                raise not_opened(url, error) from error
            raise
        return cls(database, timeout)

    async def close(self) -> None:
        """What was accepted is written first."""
        await self._journal.close()
        if not self._closed:
            self._closed = True
            await self._database.close()

    @property
    def waiting(self) -> int:
        """How many writes are on their way."""
        return self._journal.waiting

    async def alive(self) -> bool:
        """Whether questions are answered and writes are stored. Where nothing was stored lately, something is."""
        asked = self._trouble.now()
        try:
            await self._read(select(1))
            async with self._trying:  # many may ask: one tries, and the others hear of it
                if self._trouble.failed_since(asked):
                    return False
                if not self._trouble.stored_since(asked - STORED_SECONDS):
                    await self._try_to_write()
        except StorageDown:
            return False
        return True

    async def _try_to_write(self) -> None:
        """Some pages, which need room; they are free again with the same commit."""
        name = f"try {secrets.token_hex(8)}"

        def write(connection: Connection) -> None:
            connection.execute(insert(secret).values(name=name, value=secrets.token_bytes(TRIED_BYTES)))
            connection.execute(delete(secret).where(secret.c.name == name))

        await self._write(write)
        self._trouble.stored()

    async def append(self, entry: Append) -> None:
        """Returns when it is on disk."""
        await self._journal.append(entry)

    async def create_room(self, row: RoomRow, rows: tuple[Row, ...] = ()) -> None:
        await self._journal.append(Append(row.id, row.fence, rows, created=row))

    async def room(self, id: str) -> RoomRow | None:  # noqa: A002
        found = await self._read(select(room).where(room.c.id == id)) if id.isprintable() else []
        return RoomRow(*found[0]) if found else None

    async def claim(self, id: str) -> int | None:  # noqa: A002
        """The new fence: from now on appends of every earlier owner are refused. None: no such room."""

        def claim(connection: Connection) -> int | None:
            raised = update(room).where(room.c.id == id).values(fence=room.c.fence + 1).returning(room.c.fence)
            fence: int | None = connection.execute(raised).scalar()
            return fence

        return await self._write(claim) if id.isprintable() else None

    async def rows(self, id: str, after: int = 0, kinds: Collection[str] | None = None) -> list[Row]:  # noqa: A002
        """Page by page, since nobody else is served while the rows of one answer are unpacked."""
        found = page = await self._page(id, after, kinds)
        while len(page) == PAGE_ROWS:
            page = await self._page(id, page[-1].seq, kinds)
            found += page
        return found

    async def _page(self, id: str, after: int, kinds: Collection[str] | None) -> list[Row]:  # noqa: A002
        columns = events.c
        wanted = (
            select(columns.seq, columns.at_ms, columns.seat, columns.cmid, columns.kind, columns.payload)
            .where(columns.room == id, columns.seq > after)
            .order_by(columns.seq)
            .limit(PAGE_ROWS)
        )
        if kinds is not None:
            wanted = wanted.where(columns.kind.in_(kinds))
        return [Row(*found) for found in await self._read(wanted)]

    async def number_of(self, id: str, cmid: str, seats: int) -> int | None:  # noqa: A002
        """Of the event that a message of this name was stored as, in a room of so many seats."""
        columns = events.c
        anybody = or_(columns.seat.in_(range(seats)), columns.seat.is_(None))  # both are looked up in the index
        found = await self._read(select(columns.seq).where(columns.room == id, anybody, columns.cmid == cmid).limit(1))
        return int(found[0][0]) if found else None

    async def lobby(self, limit: int = 100, since_ms: int = 0) -> list[RoomRow]:
        """Public rooms where somebody waits for others or people play each other, and where something has happened
        since then; the last touched first."""
        wanted = select(room).where(
            room.c.status.in_(UNFINISHED),
            room.c.private == false(),
            room.c.people >= case((room.c.status == "open", 1), else_=2),
            or_(room.c.touched_ms >= since_ms, since_ms <= _LAST_EVENT),
        )
        latest = wanted.order_by(room.c.touched_ms.desc()).limit(limit)
        return [RoomRow(*found) for found in await self._read(latest)]

    async def unfinished(self) -> list[str]:
        wanted = select(room.c.id).where(room.c.status.in_(UNFINISHED))
        return [found.id for found in await self._read(wanted)]

    async def alone(self, host: str) -> list[str]:
        """The rooms of this guest that are not over and in which nobody else sits, the one left longest ago first."""
        wanted = select(room.c.id).where(room.c.host == host, room.c.status.in_(UNFINISHED), room.c.people < 2)
        left = wanted.order_by(func.coalesce(_LAST_EVENT, room.c.touched_ms), room.c.id)
        return [found.id for found in await self._read(left)]

    async def results(self, game: str | None = None, limit: int = 50) -> list[ResultRow]:
        """Of public rooms, the latest first: the id of a private room is all that keeps strangers out. Games that were
        abandoned are not among them."""
        finished = select(result).join(room, room.c.id == result.c.room).where(result.c.reason != "abandoned")
        public = finished.where(room.c.private.is_(False))
        wanted = public.order_by(result.c.ended_ms.desc()).limit(limit)
        if game is not None:
            wanted = wanted.where(result.c.game == game if game.isprintable() else false())
        return [ResultRow(*found) for found in await self._read(wanted)]

    async def close_stale(self, before_ms: int) -> list[str]:
        """Rooms where no game has begun, untouched since then, are over from now on; which they were."""

        def close(connection: Connection) -> list[str]:
            stale = update(room).where(room.c.status == "open", room.c.touched_ms < before_ms)
            return [found.id for found in connection.execute(stale.values(status="over").returning(room.c.id))]

        return await self._write(close)

    async def beat(self, name: str, at_ms: int) -> None:
        """The process of this name is alive."""

        def beat(connection: Connection) -> None:
            same = process.c.name == name
            if not connection.execute(update(process).where(same).values(alive_ms=at_ms)).rowcount:
                connection.execute(insert(process).values(name=name, alive_ms=at_ms))

        await self._write(beat)

    async def alive_ms(self, name: str) -> int | None:
        """When the process of this name last said that it was alive."""
        found = await self._read(select(process.c.alive_ms).where(process.c.name == name))
        return int(found[0][0]) if found else None

    async def keep_clock(self, row: ClockRow) -> None:
        def keep(connection: Connection) -> None:
            connection.execute(delete(clock).where(clock.c.room == row.room))
            connection.execute(insert(clock).values(asdict(row)))

        await self._write(keep)

    async def clock(self, id: str) -> ClockRow | None:  # noqa: A002
        found = await self._read(select(clock).where(clock.c.room == id))
        return ClockRow(*found[0]) if found else None

    async def at_ms(self, id: str, seq: int) -> int | None:  # noqa: A002
        """When an event was stored."""
        found = await self._read(select(events.c.at_ms).where(events.c.room == id, events.c.seq == seq))
        return int(found[0][0]) if found else None

    async def rename(self, guest: str, name: str) -> None:
        def rename(connection: Connection) -> None:
            if not connection.execute(update(renamed).where(renamed.c.guest == guest).values(name=name)).rowcount:
                connection.execute(insert(renamed).values(guest=guest, name=name))

        await self._write(rename)

    async def name_of(self, guest: str) -> str | None:
        """The latest of a guest who has changed it."""
        found = await self._read(select(renamed.c.name).where(renamed.c.guest == guest))
        return str(found[0][0]) if found else None

    async def secret(self, name: str) -> bytes:
        """Random bytes, drawn at the first use and then the same for every process."""
        wanted = select(secret.c.value).where(secret.c.name == name)
        found = await self._read(wanted)
        if not found:
            drawn = insert(secret).values(name=name, value=secrets.token_bytes(SECRET_BYTES))
            with suppress(Conflict):  # Another process was faster.
                await self._write(lambda connection: connection.execute(drawn))
            found = await self._read(wanted)
        return bytes(found[0][0])

    async def _read(self, wanted: Select[Any]) -> Sequence[Any]:
        return await self._ask("read", self._database.read, lambda connection: connection.execute(wanted).all())

    async def _write(self, work: Work[T]) -> T:
        """Beside the journal: a claim that must wait for another process does not hold up the moves."""
        return await self._ask("write", self._database.write, work)

    async def _ask(self, of: Literal["read", "write"], runner: Runner, work: Work[T]) -> T:
        """A crowd waits its turn and is not counted as a slow database; if that is lost, all who wait are told."""
        asked = time.monotonic()
        async with self._turns:
            if self._closed:
                raise StorageDown("the store is closed")
            if self._lost > asked:
                raise storage_down()
            try:
                async with asyncio.timeout(self._timeout):
                    return await runner(work)
            except IntegrityError as error:
                raise conflict(error) from error
            except (SQLAlchemyError, OSError) as error:
                self._lost = time.monotonic()
                self._trouble.failed(of, error)
                raise storage_down(error) from error
