"""The group commit: what is acknowledged is stored, whatever happens to us, to our neighbours or to the database."""

import asyncio
import multiprocessing
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from asobiba.online.store import database as database_module
from asobiba.online.store.journal import BATCH_ROWS
from asobiba.online.store.rows import Append, Conflict, ResultRow, RoomRow, Row, StorageDown
from asobiba.online.store.store import Store
from tests.amounts import amount
from tests.online.servers import PostgreSQL

RESULT = ResultRow("amber", 1, "othello", 1, 9, 60, "finished", b"[]", b"[]")


def room(name: str) -> RoomRow:
    return RoomRow(name, "othello", 1, b"{}", False, "guest", "open", b"{}", 1, 1)


def move(seq: int, **changes: Any) -> Row:
    return replace(Row(seq, seq, 0, f"move-{seq}", "move", b"%d" % seq), **changes)


def one(name: str, seq: int, fence: int = 0, **changes: Any) -> Append:
    return Append(name, fence, (move(seq, **changes),))


@asynccontextmanager
async def opened(url: str, timeout: float = 5.0) -> AsyncIterator[Store]:
    store = await Store.open(url, timeout=timeout)
    try:
        yield store
    finally:
        await store.close()


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """With the rooms amber, birch and cedar, each with one move."""
    async with opened(store_url) as store:
        for name in ("amber", "birch", "cedar"):
            await store.create_room(room(name), (move(1),))
        yield store


async def seqs(store: Store, name: str) -> list[int]:
    return [row.seq for row in await store.rows(name)]


async def outcomes(store: Store, *entries: Append) -> list[str]:
    """Appended at the same time: "stored", or the code of the error."""
    found = await asyncio.gather(*(store.append(entry) for entry in entries), return_exceptions=True)
    return [getattr(error, "code", "stored") for error in found]


# Together -------------------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_many_append_at_once(store: Store) -> None:
    rooms = [f"room-{number}" for number in range(40)]

    async def play(name: str) -> None:
        await store.create_room(room(name))
        for seq in range(1, 21):
            await store.append(one(name, seq))

    await asyncio.gather(*(play(name) for name in rooms))

    for name in rooms:
        assert await store.rows(name) == [move(seq) for seq in range(1, 21)]


@pytest.mark.asyncio
async def test_appends_of_one_room_keep_their_order(store: Store) -> None:
    """They need not wait for each other, and more of them than a batch holds are no problem."""
    last = BATCH_ROWS + 100
    long = Append("birch", 0, tuple(move(seq) for seq in range(2, last)))

    assert set(await outcomes(store, *(one("amber", seq) for seq in range(2, last)), long)) == {"stored"}
    assert await seqs(store, "amber") == await seqs(store, "birch") == list(range(1, last))


@pytest.mark.asyncio
async def test_a_new_room_may_be_written_to_at_once(store: Store) -> None:
    created = asyncio.create_task(store.create_room(room("daisy"), (move(1),)))

    assert await outcomes(store, one("daisy", 2), one("amber", 2)) == ["stored", "stored"]
    await created
    assert await seqs(store, "daisy") == [1, 2]


@pytest.mark.asyncio
async def test_a_caller_who_goes_away_harms_nobody(store: Store) -> None:
    gone = [asyncio.create_task(store.append(one("amber", 2))), asyncio.create_task(store.append(one("birch", 2)))]
    stays = asyncio.create_task(store.append(one("cedar", 2)))
    await asyncio.sleep(0)
    for task in gone:
        task.cancel()
    await stays
    assert [type(error) for error in await asyncio.gather(*gone, return_exceptions=True)] == [
        asyncio.CancelledError
    ] * 2

    await store.append(one("amber", 3))
    assert await seqs(store, "amber") == [1, 2, 3]
    assert await seqs(store, "birch") == [1, 2]


@pytest.mark.asyncio
async def test_closing_writes_what_was_accepted(store_url: str) -> None:
    store = await Store.open(store_url)
    await store.create_room(room("amber"))
    appends = [asyncio.create_task(store.append(one("amber", seq))) for seq in range(1, 2 * BATCH_ROWS)]
    await asyncio.sleep(0)

    assert store.waiting == len(appends)
    await store.close()
    assert store.waiting == 0

    assert all(task.done() and task.exception() is None for task in appends)
    with pytest.raises(StorageDown, match="the store is closed"):
        await store.append(one("amber", 2 * BATCH_ROWS))
    async with opened(store_url) as again:
        assert await seqs(again, "amber") == list(range(1, 2 * BATCH_ROWS))


# Only the guilty are refused ------------------------------------------------------------------------------------------

GUILTY = {
    "the number is taken": (one("amber", 1, cmid="new"), "conflict"),
    "the move is known": (one("amber", 2, cmid="move-1"), "conflict"),
    "one of two rows": (Append("amber", 0, (move(2), move(3, cmid="move-1"))), "conflict"),
    "the room is unknown": (one("nowhere", 1), "conflict"),
    "the result is of an unknown room": (
        Append("amber", 0, (move(2),), result=replace(RESULT, room="nowhere")),
        "conflict",
    ),
    "no database can hold it": (one("amber", 2, kind="\ud800"), "unstorable"),
}


@pytest.mark.asyncio
async def test_one_bad_append_is_refused_and_its_neighbours_are_not(store: Store) -> None:
    for number, (name, (guilty, code)) in enumerate(GUILTY.items()):
        before, after = one("birch", number + 2), one("cedar", number + 2)

        assert await outcomes(store, before, guilty, after) == ["stored", code, "stored"], name

    assert await seqs(store, "amber") == [1]
    assert await seqs(store, "nowhere") == []
    assert await seqs(store, "birch") == await seqs(store, "cedar") == list(range(1, len(GUILTY) + 2))
    assert await store.results() == []


@pytest.mark.asyncio
async def test_a_result_is_stored_once(store: Store) -> None:
    assert await outcomes(store, Append("amber", 0, (move(2),), result=RESULT)) == ["stored"]
    assert await outcomes(store, Append("amber", 0, (move(3),), status="over", result=RESULT)) == ["conflict"]
    assert await outcomes(store, Append("amber", 0, (move(3),), result=replace(RESULT, round=2))) == ["stored"]

    found = await store.room("amber")
    assert found is not None
    assert found.status == "open"


@pytest.mark.asyncio
@pytest.mark.parametrize("between", [0, BATCH_ROWS], ids=["in the batch", "in the queue"])
async def test_what_builds_upon_a_refused_append_is_refused_too(store: Store, between: int) -> None:
    """Otherwise the log of the room would have a gap."""
    filler = Append("birch", 0, tuple(move(seq) for seq in range(2, 2 + between)))
    known = one("amber", 2, cmid="move-1")
    follower = one("amber", 3)

    entries = (known, filler, follower, one("cedar", 2))
    assert await outcomes(store, *entries) == ["conflict", "stored", "conflict", "stored"]
    assert await seqs(store, "amber") == [1]
    await store.append(one("amber", 2))


# Several processes ----------------------------------------------------------------------------------------------------


@pytest.fixture
def shared_url(postgresql_server: PostgreSQL) -> str:
    return postgresql_server.database()


@pytest.mark.asyncio
async def test_an_owner_who_has_lost_the_room_is_refused(shared_url: str) -> None:
    async with opened(shared_url) as old, opened(shared_url) as new:
        for name in ("amber", "birch"):
            await old.create_room(room(name))
            assert await old.claim(name) == 1
        assert await new.claim("amber") == 2

        late, fine, unclaimed = one("amber", 1, fence=1), one("birch", 1, fence=1), one("birch", 2, fence=7)
        assert await outcomes(old, late, fine, unclaimed) == ["conflict", "stored", "conflict"]
        assert await outcomes(new, one("amber", 1, fence=2)) == ["stored"]
        # Having claimed it again, it is the owner again, even with an old append still waiting in front.
        fence = await old.claim("amber")
        assert fence == 3
        assert await outcomes(old, one("amber", 2, fence=1), one("amber", 2, fence=3)) == ["conflict", "stored"]
        assert await seqs(new, "amber") == [1, 2]


@pytest.mark.asyncio
async def test_two_processes_that_want_the_same_room_write_one_log(shared_url: str) -> None:
    """Each claims it, reads the log and goes on until it is refused; then again."""

    async def play(store: Store, name: bytes) -> None:
        while True:
            fence = await store.claim("amber")
            assert fence is not None
            last = len(await store.rows("amber"))
            try:
                for seq in range(last + 1, last + 1 + luck.randint(1, 8)):
                    if seq > 120:
                        return
                    await store.append(one("amber", seq, fence, payload=name, cmid=None))
                    acknowledged[seq] = name
            except Conflict:
                continue

    acknowledged: dict[int, bytes] = {}
    luck = random.Random(8)
    async with opened(shared_url) as first, opened(shared_url) as second:
        await first.create_room(room("amber"))
        await asyncio.gather(play(first, b"first"), play(second, b"second"))
        log = {row.seq: row.payload for row in await first.rows("amber")}

    assert list(log) == list(range(1, 121))
    assert acknowledged == log


@asynccontextmanager
async def unfinished_transaction(url: str, statement: str) -> AsyncIterator[AsyncConnection]:
    engine = create_async_engine(url.replace("://", "+asyncpg://"))
    async with engine.connect() as connection:
        await connection.execute(text(statement))
        yield connection
    await engine.dispose()


@pytest.mark.asyncio
async def test_a_room_that_is_just_being_claimed_holds_up_nobody(shared_url: str) -> None:
    async with opened(shared_url) as store:
        await store.create_room(room("amber"))
        await store.create_room(room("birch"))
        async with unfinished_transaction(shared_url, "UPDATE room SET fence = 1 WHERE id = 'amber'"):
            assert await outcomes(store, one("amber", 1), one("birch", 1)) == ["conflict", "stored"]
        assert await outcomes(store, one("amber", 1)) == ["stored"]


@pytest.mark.asyncio
async def test_a_process_frozen_in_a_transaction_does_not_keep_its_room(shared_url: str) -> None:
    async with opened(shared_url, timeout=1.0) as frozen, opened(shared_url) as other:
        await other.create_room(room("amber"))
        engine = frozen._database._pool  # type: ignore[attr-defined]
        async with engine.connect() as connection:
            await connection.execute(text("SELECT fence FROM room WHERE id = 'amber' FOR SHARE"))

            assert await other.claim("amber") == 1
            await connection.invalidate()


# The process dies -----------------------------------------------------------------------------------------------------

PATIENCE = 60.0
KILLS = amount("ASOBIBA_KILLS", 1, long=10)
WRITERS = ("amber", "birch", "cedar", "daisy")


def write_until_killed(url: str, acknowledged: Connection) -> None:
    """Goes on where the log ends, in several rooms at once, and says what was acknowledged."""

    async def play(store: Store, name: str) -> None:
        seq = len(await store.rows(name))
        while True:
            seq += 1
            await store.append(one(name, seq))
            acknowledged.send((name, seq))

    async def run() -> None:
        async with opened(url) as store:
            await asyncio.gather(*(play(store, name) for name in WRITERS))

    asyncio.run(run())


def killed_writer(url: str, count: int, seconds: float) -> dict[str, int]:
    """The last acknowledged number of every room, by a process that is killed so long after so many of them."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=write_until_killed, args=(url, sender))
    process.start()
    sender.close()
    last: dict[str, int] = {}
    with closing(receiver):
        try:
            for _ in range(count):
                assert receiver.poll(PATIENCE), "the writer does not write"
                name, seq = receiver.recv()
                last[name] = seq
            time.sleep(seconds)
        finally:
            process.kill()
        try:
            while True:
                name, seq = receiver.recv()
                last[name] = seq
        except EOFError:
            pass
    process.join()
    process.close()
    return last


def test_no_acknowledged_append_is_lost_by_kill_9(store_url: str) -> None:
    async def prepare() -> None:
        async with opened(store_url) as store:
            for name in WRITERS:
                await store.create_room(room(name))

    async def check(acknowledged: dict[str, int]) -> None:
        async with opened(store_url) as store:
            for name in WRITERS:
                log = await store.rows(name)
                assert log == [move(seq) for seq in range(1, len(log) + 1)]
                assert len(log) >= acknowledged.get(name, 0)

    asyncio.run(prepare())
    generator = random.Random(9)
    for _ in range(KILLS):
        acknowledged = killed_writer(store_url, generator.randint(2, 60), generator.uniform(0.0, 0.01))
        asyncio.run(check(acknowledged))


# The database dies ----------------------------------------------------------------------------------------------------


@contextmanager
def stopped(server: PostgreSQL, stop: Callable[[], None]) -> Iterator[None]:
    stop()
    try:
        yield
    finally:
        server.start()


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["stop", "kill"])
async def test_the_database_goes_and_comes_back(postgresql_server: PostgreSQL, shared_url: str, how: str) -> None:
    async with opened(shared_url) as store:
        await store.create_room(room("amber"), (move(1),))
        with stopped(postgresql_server, getattr(postgresql_server, how)):
            many = [one("amber", seq) for seq in range(2, 9)]
            assert set(await outcomes(store, *many)) == {"storage"}
            assert not await store.alive()
            for attempt in (store.rows("amber"), store.claim("amber"), store.create_room(room("birch"))):
                with pytest.raises(StorageDown, match="the database does not answer"):
                    await attempt

        assert await store.alive()
        assert await seqs(store, "amber") == [1]
        assert await outcomes(store, one("amber", 2)) == ["stored"]
        assert await seqs(store, "amber") == [1, 2]


@pytest.mark.asyncio
async def test_a_restart_that_nobody_noticed_refuses_nobody(
    postgresql_server: PostgreSQL, shared_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "IDLE_SECONDS", 0.0)
    async with opened(shared_url) as store:
        await store.create_room(room("amber"))
        with stopped(postgresql_server, postgresql_server.stop):
            pass

        assert await outcomes(store, one("amber", 1)) == ["stored"]
        assert await store.claim("amber") == 1


@pytest.mark.asyncio
async def test_a_database_that_hangs_is_not_waited_for(postgresql_server: PostgreSQL, shared_url: str) -> None:
    async with opened(shared_url, timeout=2.0) as store:
        await store.create_room(room("amber"), (move(1),))
        postgresql_server.pause()
        try:
            assert set(await outcomes(store, *(one("amber", seq) for seq in range(2, 9)))) == {"storage"}
            assert not await store.alive()
        finally:
            postgresql_server.resume()

        # What hung may have been stored when the server woke up, but not in part.
        log = await until_answered(store.rows, "amber")
        assert len(log) in (1, 8)
        await until_answered(store.append, one("amber", len(log) + 1))
        assert await seqs(store, "amber") == list(range(1, len(log) + 2))


async def until_answered(ask: Callable[[Any], Any], what: object) -> Any:
    """A server that has just woken up may need longer than the short time of the test."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return await ask(what)
        except StorageDown:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


@pytest.mark.asyncio
async def test_a_crowd_of_readers_is_told_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not each after a time-out of its own."""
    asked = []

    async def no_answer(work: object) -> None:
        asked.append(work)
        await asyncio.sleep(0.01)
        raise TimeoutError

    monkeypatch.setattr(store._database, "read", no_answer)
    found = await asyncio.gather(*(store.rows("amber") for _ in range(100)), return_exceptions=True)
    monkeypatch.undo()

    assert {type(error) for error in found} == {StorageDown}
    assert len(asked) == database_module.READERS
    assert await seqs(store, "amber") == [1]


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_it_closes_while_the_database_hangs(postgresql_server: PostgreSQL, shared_url: str) -> None:
    store = await Store.open(shared_url, timeout=2.0)
    await store.create_room(room("amber"))
    await store.rows("amber")
    postgresql_server.pause()
    try:
        last = asyncio.create_task(store.append(one("amber", 1)))
        await asyncio.sleep(0)
        await store.close()
        with pytest.raises(StorageDown):
            await last
    finally:
        postgresql_server.resume()


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_file_that_another_program_has_locked_is_not_waited_for(tmp_path: Path) -> None:
    """The time is long enough for a disk that many write to."""
    async with opened(f"sqlite:///{tmp_path}/rooms.db", timeout=3.0) as store:
        await store.create_room(room("amber"), (move(1),))
        with closing(sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert set(await outcomes(store, *(one("amber", seq) for seq in range(2, 9)))) == {"storage"}
            with pytest.raises(StorageDown):
                await store.create_room(room("birch"))
            assert await seqs(store, "amber") == [1]
            other.execute("ROLLBACK")

        assert await outcomes(store, one("amber", 2)) == ["stored"]
        assert await seqs(store, "amber") == [1, 2]
        assert await store.room("birch") is None
