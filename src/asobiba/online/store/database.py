"""The two databases: how to reach them, and how work is done there without blocking the event loop."""

import asyncio
import fcntl
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.online.store.journal import Work
from asobiba.online.store.rows import StorageDown

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

READERS = 8
"""So many questions are asked at a time."""
IDLE_SECONDS = 1.0
"""A connection unused for longer is tested before it is trusted with moves."""

T = TypeVar("T")


class Database(Protocol):
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
        from sqlalchemy.ext.asyncio import create_async_engine  # brings all of the ORM; who has SQLite need not wait

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
        path = Path(os.path.realpath(target.database))
        target = target.set(database=str(path))
        self._lock = _lock(path)
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
    """Held while this process lives, on a file beside the database. Both files are for our eyes only.

    The path is the file's own, behind all symbolic links. A hard link is another path of the same file, which has
    another lock and another journal: such a file is refused.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if (names := path.stat().st_nlink) > 1:
            raise ConfigError(
                f"database {str(path)!r} has {names} names, which are hard links; SQLite needs a file that has one",
                option="database",
            )
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


def database_of(url: str, timeout: float) -> Database:
    target = target_of(url)
    return _Sqlite(target, timeout) if target.get_backend_name() == "sqlite" else _Postgresql(target, timeout)


def target_of(url: str) -> URL:
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


def not_opened(url: str, error: Exception) -> AsobibaError:
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
