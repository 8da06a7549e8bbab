"""The store: SQLite in one file for one process, or PostgreSQL for many. The same statements serve both.

    store = await Store.open("sqlite:///asobiba.db")      # or postgresql://user@host:5432/asobiba
    await store.create_room(room)
    await store.append(Append(room.id, fence=0, rows=(Row(1, at_ms, seat, cmid, "move", payload),)))

An append that returns is on disk. One that raises StorageDown may be there or not: read the rows again.
"""

import asyncio
import fcntl
import os
import secrets
import time
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol, Self, TypeVar

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Select,
    create_engine,
    delete,
    event,
    false,
    func,
    insert,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.online.store.journal import Journal, Runner, Work, conflict, storage_down
from asobiba.online.store.migrations import migrate
from asobiba.online.store.rows import Append, ClockRow, Conflict, ResultRow, RoomRow, Row, StorageDown
from asobiba.online.store.schema import clock, process, result, room, secret
from asobiba.online.store.schema import event as events
from asobiba.online.store.trouble import Trouble

UNFINISHED = ("open", "playing")
SECRET_BYTES = 32
READERS = 8
"""So many questions are asked at a time."""
PAGE_ROWS = 500
TRIED_BYTES = 8192
STORED_SECONDS = 5.0
"""So long it is believed that what was stored once can be stored."""
IDLE_SECONDS = 1.0
"""A connection unused for longer is tested before it is trusted with moves."""

T = TypeVar("T")


class Store:
    def __init__(self, database: "_Database", timeout: float) -> None:
        self.shared = database.shared
        """Several processes may use it, so the owner of a room is checked at every append."""
        self._database = database
        self._timeout = timeout
        self._closed = False
        self._turns = asyncio.Semaphore(READERS)
        self._lost = 0.0
        self._trouble = Trouble()
        self._trying = asyncio.Lock()
        self._journal = Journal(database.transact, fenced=database.shared, timeout=timeout, trouble=self._trouble)

    @classmethod
    async def open(cls, url: str, *, timeout: float = 5.0) -> Self:
        """Brings the schema up to date. ConfigError: the URL is wrong, or the database is not for us."""
        database = _database(url, timeout)
        try:
            await database.transact(migrate)
        except BaseException as error:
            await database.close()
            if isinstance(error, Exception):
                raise _not_opened(url, error) from error
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

    async def lobby(self, limit: int = 100) -> list[RoomRow]:
        """Public rooms that are not over, the last touched first."""
        public = select(room).where(room.c.status.in_(UNFINISHED), room.c.private == false())
        latest = public.order_by(room.c.touched_ms.desc()).limit(limit)
        return [RoomRow(*found) for found in await self._read(latest)]

    async def unfinished(self) -> list[str]:
        wanted = select(room.c.id).where(room.c.status.in_(UNFINISHED))
        return [found.id for found in await self._read(wanted)]

    async def open_rooms_of(self, host: str) -> int:
        """How many rooms of this guest are not over."""
        wanted = select(func.count()).where(room.c.host == host, room.c.status.in_(UNFINISHED))
        return int((await self._read(wanted))[0][0])

    async def results(self, game: str | None = None, limit: int = 50) -> list[ResultRow]:
        """Of public rooms, the latest first: the id of a private room is all that keeps strangers out."""
        public = select(result).join(room, room.c.id == result.c.room).where(room.c.private.is_(False))
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


class _Database(Protocol):
    shared: bool

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T:
        """In a transaction of its own."""

    async def transact(self, work: Work[T]) -> T:
        """The same on the connection that is the journal's own: no crowd can keep it from writing."""

    async def close(self) -> None: ...


class _Postgresql:
    shared = True

    def __init__(self, target: URL, timeout: float) -> None:
        settings = {
            "application_name": "asobiba",
            # A process that is frozen in the middle of a transaction must not keep its rooms from the others.
            "idle_in_transaction_session_timeout": f"{round(timeout * 500)}ms",
        }
        options: dict[str, Any] = {"timeout": timeout, "server_settings": settings}
        self._timeout = timeout
        self._pool = create_async_engine(
            target, connect_args=options, pool_size=READERS, pool_pre_ping=True, hide_parameters=True
        )
        self._readers = self._pool.execution_options(isolation_level="AUTOCOMMIT")
        self._journal = create_async_engine(target, connect_args=options, pool_size=1, hide_parameters=True)
        self._held: AsyncConnection | None = None
        self._used = 0.0

    async def read(self, work: Work[T]) -> T:
        async with self._readers.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        async with self._pool.begin() as connection:
            return await connection.run_sync(work)

    async def transact(self, work: Work[T]) -> T:
        """A connection that was lost is replaced at its next use."""
        if self._held is None:
            self._held = await self._journal.connect()
        elif time.monotonic() - self._used > IDLE_SECONDS:
            with suppress(DBAPIError):
                await self._held.run_sync(_committed, _nothing)
        try:
            return await self._held.run_sync(_committed, work)
        finally:
            self._used = time.monotonic()

    async def close(self) -> None:
        """A server that hangs is not waited for."""
        with suppress(TimeoutError, SQLAlchemyError, OSError):
            async with asyncio.timeout(self._timeout):
                if self._held is not None:
                    await self._held.close()
                await self._pool.dispose()
                await self._journal.dispose()


class _Sqlite:
    """SQLite blocks, so it works in threads: one writes, some read. A batch is one trip to the writer and back."""

    shared = False

    def __init__(self, target: URL, timeout: float) -> None:
        assert target.database is not None
        self._lock = _lock(Path(target.database))
        # SQLite gives up before we do, so that a lock held by another program is an error and no hanging thread.
        busy = f"busy_timeout={round(timeout * 500)}"
        self._reader = create_engine(target, isolation_level="AUTOCOMMIT", pool_size=READERS, hide_parameters=True)
        self._writer = create_engine(target, connect_args={"isolation_level": None}, pool_size=1, hide_parameters=True)
        _on_connect(self._reader, busy, "query_only=ON")
        _on_connect(self._writer, busy, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
        event.listen(self._writer, "begin", _begin)
        self._reading = ThreadPoolExecutor(READERS, "reader")
        self._writing = ThreadPoolExecutor(1, "writer")

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, _connected, self._reader, work)

    async def transact(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._writing, _connected, self._writer, partial(_committed, work=work)
        )

    write = transact

    async def close(self) -> None:
        for threads, engine in ((self._reading, self._reader), (self._writing, self._writer)):
            await asyncio.to_thread(threads.shutdown)
            engine.dispose()
        os.close(self._lock)


def _connected(engine: Engine, work: Work[T]) -> T:
    with engine.connect() as connection:
        return work(connection)


def _committed(connection: Connection, work: Work[T]) -> T:
    with connection.begin():
        return work(connection)


def _nothing(connection: Connection) -> None:
    connection.execute(select(1))


def _on_connect(engine: Engine, *pragmas: str) -> None:
    @event.listens_for(engine, "connect")
    def set_pragmas(connection: Any, _: object) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """The driver begins no transaction by itself; this one takes the write lock at once, not at the first insert."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _lock(path: Path) -> int:
    """Held while this process lives, on a file beside the database. Both files are for our eyes only."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigError(f"database {str(path)!r}: {error.strerror}", option="database") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise ConfigError(
            f"database {str(path)!r} is in use by another process; SQLite serves one, PostgreSQL many",
            option="database",
        ) from None
    return lock


def _database(url: str, timeout: float) -> _Database:
    target = _target(url)
    return _Sqlite(target, timeout) if target.get_backend_name() == "sqlite" else _Postgresql(target, timeout)


def _target(url: str) -> URL:
    try:
        target = make_url(url)
    except (ArgumentError, ValueError):  # ValueError: the port is no number.
        raise _wrong_url(url) from None
    backend = target.get_backend_name()
    if backend == "sqlite" and target.database not in (None, "", ":memory:"):
        return target.set(drivername="sqlite")
    if backend in ("postgresql", "postgres") and target.database:
        # The driver has another name for what every other client calls sslmode.
        query = {"ssl" if name == "sslmode" else name: value for name, value in target.query.items()}
        return target.set(drivername="postgresql+asyncpg", query=query)
    raise _wrong_url(url)


def _wrong_url(url: str) -> ConfigError:
    return ConfigError(
        f"database {_without_password(url)!r}: write sqlite:///file.db or postgresql://user@host:5432/name",
        option="database",
    )


def _not_opened(url: str, error: Exception) -> AsobibaError:
    if isinstance(error, AsobibaError):
        return error
    words = str(error.orig if isinstance(error, DBAPIError) else error) or "no answer"
    sentence = f"database {_without_password(url)!r}: {words}"
    return StorageDown(sentence) if isinstance(error, OSError) else ConfigError(sentence, option="database")


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return url.partition("://")[0]
