"""A database that can be read and not written: it is said, counted, and known to whoever asks whether all is well."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from structlog.testing import capture_logs

from asobiba.online import metrics
from asobiba.online.store.rows import Append, StorageDown
from asobiba.online.store.store import STORED_SECONDS, Store
from asobiba.online.store.trouble import SELDOM_SECONDS, Trouble
from tests.online.servers import PostgreSQL
from tests.online.store.test_store import ROOM, do, move


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def run(statement: str) -> Callable[[Connection], Any]:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return work


@asynccontextmanager
async def full(store: Store, path: Path) -> AsyncIterator[None]:
    """No page more than there are."""

    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    await do(store, fill)
    yield
    await do(store, run("PRAGMA max_page_count=1000000"))


@asynccontextmanager
async def read_only(store: Store, path: Path) -> AsyncIterator[None]:
    await do(store, run("PRAGMA query_only=ON"))
    yield
    store._database._writer.dispose()  # type: ignore[attr-defined]  # the next connection may write


@asynccontextmanager
async def locked(store: Store, path: Path) -> AsyncIterator[None]:
    thief = sqlite3.connect(path, isolation_level=None)
    thief.execute("BEGIN EXCLUSIVE")
    yield
    thief.execute("ROLLBACK")
    thief.close()


FAULTS = {"full": full, "read_only": read_only, "locked": locked}
CAUSES = {"full": "full", "read_only": "readonly", "locked": "locked"}
LARGE = b"x" * 30_000


def failures() -> float:
    return float(metrics.storage_failures.labels("write")._value.get())


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_file_that_cannot_be_written(tmp_path: Path, fault: str) -> None:
    store, clock, before = await Store.open(f"sqlite:///{tmp_path}/rooms.db", timeout=3.0), Clock(), failures()
    store._trouble = store._journal._trouble = Trouble(clock)
    try:
        await store.create_room(ROOM, (move(1),))
        assert await store.alive()
        with capture_logs() as said:
            async with FAULTS[fault](store, tmp_path / "rooms.db"):
                clock.now += STORED_SECONDS
                assert not await store.alive()  # nobody has written yet: it tries
                with pytest.raises(StorageDown):
                    await store.append(Append("amber", 0, (move(2, payload=LARGE),)))
                assert await store.rows("amber") == [move(1)]  # it can be read
                assert not await store.alive()
            assert await store.alive()
            await store.append(Append("amber", 0, (move(2, payload=LARGE),)))
    finally:
        await store.close()
    errors = [line for line in said if line["log_level"] == "error"]
    assert len(errors) == 1
    assert CAUSES[fault] in errors[0]["cause"]
    assert failures() - before >= 3
    assert said[-1]["event"] == "the database stores again"


@pytest.mark.asyncio
async def test_a_database_that_is_read_only_is_at_fault_and_not_what_is_written(postgresql_server: PostgreSQL) -> None:
    store, clock = await Store.open(await asyncio.to_thread(postgresql_server.database)), Clock()
    store._trouble = store._journal._trouble = Trouble(clock)
    try:
        await store.create_room(ROOM, (move(1),))
        for runner in (store._database.transact, store._database.write):
            await runner(run("SET default_transaction_read_only = on"))
        with capture_logs() as said, pytest.raises(StorageDown):
            await store.append(Append("amber", 0, (move(2),)))
        assert "read-only" in said[0]["cause"]
        assert not await store.alive()
        for runner in (store._database.transact, store._database.write):
            await runner(run("SET default_transaction_read_only = off"))
        assert await store.alive()
    finally:
        await store.close()


@pytest.mark.asyncio
async def test_a_damaged_file_is_the_databases_fault(tmp_path: Path) -> None:
    path = tmp_path / "rooms.db"
    store = await Store.open(f"sqlite:///{path}")
    try:
        await store.create_room(ROOM, (move(1),))
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.close()
        data = bytearray(path.read_bytes())
        data[4096:] = b"\xab" * (len(data) - 4096)  # all but the first page
        path.write_bytes(data)
        store._database._writer.dispose()  # type: ignore[attr-defined]  # with what it remembers of the file
        with capture_logs() as said, pytest.raises(StorageDown):
            await store.append(Append("amber", 0, (move(2),)))
        assert "malformed" in said[0]["cause"]
        assert not await store.alive()
    finally:
        await store.close()


def test_a_flood_of_failures_is_a_few_lines() -> None:
    clock = Clock()
    trouble = Trouble(clock)
    with capture_logs() as said:
        for _ in range(10_000):
            clock.now += SELDOM_SECONDS / 1000
            trouble.failed("write", OSError("no space left"))
    assert 9 <= len(said) <= 11
    assert said[0]["cause"] == "OSError: no space left"
    assert sum(line["left_out"] + 1 for line in said) > 9000
