"""Everything that the store keeps, on SQLite and on PostgreSQL."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Select, text

from asobiba.core.errors import ConfigError
from asobiba.online.store import store as stores
from asobiba.online.store.rows import (
    Append,
    Conflict,
    ResultRow,
    RoomRow,
    Row,
    StorageDown,
)
from asobiba.online.store.schema import metadata
from asobiba.online.store.store import Store
from tests.online.servers import PostgreSQL

ROOM = RoomRow(
    id="amber",
    game="othello",
    rules=1,
    config=b'{"clock":300}',
    private=False,
    host="guest-1",
    status="open",
    summary=b'{"seats":1}',
    created_ms=1_763_000_000_000,
    touched_ms=1_763_000_000_000,
)
RESULT = ResultRow("amber", 1, "othello", 1, 1_763_000_009_000, 60, "finished", b'["a","b"]', b"[1.0,-1.0]")


def move(seq: int, **changes: Any) -> Row:
    row = Row(seq, 1_763_000_000_000 + seq, seq % 2, f"move-{seq}", "move", b'{"action":19}')
    return replace(row, **changes)


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    store = await Store.open(store_url)
    yield store
    await store.close()


async def do(store: Store, work: Callable[[Connection], Any]) -> Any:
    """On the connection that writes."""
    return await store._database.transact(work)


@pytest.mark.asyncio
async def test_a_room_and_its_log_come_back_as_they_were(store: Store) -> None:
    log = (move(1), move(2, seat=None, cmid=None, kind="chance", payload=b"\x00\xff"), move(3, kind="chat"))
    await store.create_room(ROOM, log[:2])
    await store.append(Append("amber", 0, log[2:]))

    assert await store.room("amber") == ROOM
    assert await store.rows("amber") == list(log)
    assert await store.rows("amber", after=2) == [log[2]]
    assert await store.rows("amber", kinds=("move", "chat")) == [log[0], log[2]]
    assert await store.rows("amber", after=1, kinds=[]) == []


@pytest.mark.asyncio
async def test_a_long_log_is_read_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for more than a page of it to be unpacked, however long it is."""
    pages: list[int] = []
    read = Store._read

    async def counted(self: Store, wanted: Select[Any]) -> Sequence[Any]:
        found = await read(self, wanted)
        pages.append(len(found))
        return found

    monkeypatch.setattr(Store, "_read", counted)
    monkeypatch.setattr(stores, "PAGE_ROWS", 4)
    log = [move(seq, kind="chat" if seq % 3 else "move") for seq in range(1, 11)]
    await store.create_room(ROOM, tuple(log))
    assert await store.rows("amber") == log
    assert pages == [4, 4, 2]
    assert await store.rows("amber", after=1, kinds=["chat"]) == [row for row in log[1:] if row.kind == "chat"]
    assert await store.rows("amber", after=2) == log[2:]
    assert pages[5:] == [4, 4, 0]


@pytest.mark.asyncio
async def test_an_unknown_room_is_none(store: Store) -> None:
    await store.create_room(ROOM)

    for name in ("nobody", "", "\0", "\ud800", "a" * 10_000, "' OR 1=1 --", "部屋"):
        assert await store.room(name) is None, name
        assert await store.claim(name) is None, name


@pytest.mark.asyncio
async def test_a_room_is_created_once(store: Store) -> None:
    await store.create_room(ROOM, (move(1),))

    with pytest.raises(Conflict):
        await store.create_room(replace(ROOM, host="guest-2"), (move(1, kind="other"),))

    assert await store.room("amber") == ROOM
    assert await store.rows("amber") == [move(1)]


@pytest.mark.asyncio
async def test_every_claim_raises_the_fence(store: Store) -> None:
    await store.create_room(ROOM)

    fences = await asyncio.gather(*(store.claim("amber") for _ in range(5)))

    assert set(fences) == {1, 2, 3, 4, 5}
    assert await store.room("amber") == replace(ROOM, fence=5)


@pytest.mark.asyncio
async def test_the_lobby_shows_where_somebody_waits_for_others_and_where_people_play(store: Store) -> None:
    rooms = [
        replace(ROOM, id="old", touched_ms=1, people=1),
        replace(ROOM, id="new", touched_ms=3, status="playing", people=2),
        replace(ROOM, id="mid", touched_ms=2, people=1),
        replace(ROOM, id="over", touched_ms=4, status="over", people=2),
        replace(ROOM, id="private", touched_ms=5, private=True, people=1),
        replace(ROOM, id="alone", touched_ms=6, status="playing", people=1),
        replace(ROOM, id="left", touched_ms=7, people=0),
    ]
    for room in rooms:
        await store.create_room(room)

    assert await store.lobby() == [rooms[1], rooms[2], rooms[0]]
    assert await store.lobby(limit=1) == [rooms[1]]
    assert sorted(await store.unfinished()) == ["alone", "left", "mid", "new", "old", "private"]


@pytest.mark.asyncio
async def test_the_lobby_leaves_out_where_nothing_happens(store: Store) -> None:
    """What has happened may be a move, which does not touch the room."""
    await store.create_room(replace(ROOM, id="still", touched_ms=1, people=1))
    await store.create_room(replace(ROOM, id="moves", touched_ms=1, status="playing", people=2), (move(7),))
    await store.create_room(replace(ROOM, id="new", touched_ms=move(7).at_ms, people=1))

    assert [room.id for room in await store.lobby(since_ms=move(7).at_ms)] == ["new", "moves"]
    assert [room.id for room in await store.lobby(since_ms=move(8).at_ms)] == []


@pytest.mark.asyncio
async def test_games_that_a_guest_plays_alone_are_told_from_the_one_left_longest_ago_on(store: Store) -> None:
    await store.create_room(replace(ROOM, id="first", status="playing", people=1), (move(9),))
    await store.create_room(replace(ROOM, id="second", status="playing", people=1), (move(4),))
    await store.create_room(replace(ROOM, id="third", people=1), (move(5),))
    await store.create_room(replace(ROOM, id="bots", status="playing"), (move(1), move(2)))
    await store.create_room(replace(ROOM, id="shared", status="playing", people=2))
    await store.create_room(replace(ROOM, id="over", status="over", people=1))
    await store.create_room(replace(ROOM, id="other", host="guest-2", people=1))

    assert await store.alone("guest-1") == ["bots", "second", "third", "first"]
    assert await store.alone("guest-3") == []


@pytest.mark.asyncio
async def test_an_append_changes_the_room_only_where_it_says_so(store: Store) -> None:
    await store.create_room(replace(ROOM, id="other"))
    table: list[tuple[tuple[Row, ...], dict[str, Any], dict[str, Any]]] = [
        ((move(1),), {}, {}),
        ((move(1),), {"status": "playing"}, {"status": "playing", "touched_ms": move(1).at_ms}),
        ((move(1),), {"summary": b"{}"}, {"summary": b"{}", "touched_ms": move(1).at_ms}),
        ((move(1),), {"status": "open", "people": 2}, {"people": 2, "touched_ms": move(1).at_ms}),
        (
            (move(1), move(2)),
            {"status": "over", "summary": b"[]"},
            {"status": "over", "summary": b"[]", "touched_ms": move(2).at_ms},
        ),
    ]
    for number, (rows, said, changed) in enumerate(table):
        room = replace(ROOM, id=f"room-{number}")
        await store.create_room(room)

        await store.append(Append(room.id, 0, rows, **said))

        assert await store.room(room.id) == replace(room, **changed)
    assert await store.room("other") == replace(ROOM, id="other")


@pytest.mark.asyncio
async def test_an_append_without_rows_touches_the_room_now(store: Store) -> None:
    await store.create_room(ROOM)

    await store.append(Append("amber", 0, (), status="over"))

    room = await store.room("amber")
    assert room is not None
    assert room.status == "over"
    assert room.touched_ms > ROOM.touched_ms


@pytest.mark.asyncio
async def test_results_come_latest_first(store: Store) -> None:
    await store.create_room(ROOM)
    results = [
        RESULT,
        replace(RESULT, round=2, ended_ms=RESULT.ended_ms + 2),
        replace(RESULT, round=3, ended_ms=RESULT.ended_ms + 1, game="otrio"),
    ]
    for seq, result in enumerate(results, 1):
        await store.append(Append("amber", 0, (move(seq),), status="over", result=result))

    assert await store.results() == [results[1], results[2], results[0]]
    assert await store.results("othello") == [results[1], results[0]]
    assert await store.results("othello", limit=1) == [results[1]]
    assert await store.results("chess") == await store.results("\0") == await store.results("\ud800") == []


@pytest.mark.asyncio
async def test_rooms_where_nothing_begins_are_closed_after_a_while(store: Store) -> None:
    for name, status, touched in [("a", "open", 10), ("b", "open", 20), ("c", "playing", 10), ("d", "over", 10)]:
        await store.create_room(replace(ROOM, id=name, status=status, touched_ms=touched))

    assert await store.close_stale(before_ms=20) == ["a"]
    assert await store.close_stale(before_ms=20) == []
    assert sorted(await store.unfinished()) == ["b", "c"]


@pytest.mark.asyncio
async def test_a_secret_is_drawn_once(store_url: str) -> None:
    first = await Store.open(store_url)
    drawn = await asyncio.gather(*(first.secret("cookie") for _ in range(8)))
    other = await first.secret("other")
    await first.close()
    second = await Store.open(store_url)
    again = await second.secret("cookie")
    await second.close()

    assert {*drawn, again} == {drawn[0]}
    assert len(drawn[0]) == len(other) == 32
    assert other != drawn[0]


@pytest.mark.asyncio
async def test_the_migrations_make_exactly_these_tables(store: Store) -> None:
    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert await do(store, differences) == []


@pytest.mark.asyncio
async def test_a_newer_schema_is_refused(store_url: str) -> None:
    store = await Store.open(store_url)
    await do(store, lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    await store.close()

    with pytest.raises(ConfigError, match=r"has schema 9999, which is newer than this version of Asobiba \(0005\)"):
        await Store.open(store_url)


@pytest.mark.asyncio
async def test_nothing_is_forgotten_when_it_opens_again(store_url: str) -> None:
    for seq in (1, 2, 3):
        store = await Store.open(store_url)
        if seq == 1:
            await store.create_room(ROOM)
        await store.append(Append("amber", 0, (move(seq),)))
        rows = await store.rows("amber")
        await store.close()

        assert rows == [move(number) for number in range(1, seq + 1)]


@pytest.mark.asyncio
async def test_a_closed_store_answers_nothing(store_url: str) -> None:
    store = await Store.open(store_url)
    await store.close()
    await store.close()

    for attempt in (store.rows("amber"), store.claim("amber"), store.create_room(ROOM)):
        with pytest.raises(StorageDown, match="the store is closed"):
            await attempt
    assert not await store.alive()


@pytest.mark.asyncio
async def test_no_error_repeats_what_was_to_be_stored(store: Store) -> None:
    """Errors are logged with their causes, and secrets are stored too."""
    await store.create_room(ROOM, (move(1),))

    with pytest.raises(Conflict) as refused:
        await store.append(Append("amber", 0, (move(1, cmid="x", payload=b"marzipan"),)))

    assert "marzipan" not in str(refused.value) + str(refused.value.__cause__)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://user:hidden@host/name",
        "postgresql://user:hidden@host:port/name",
        "postgresql://user:hidden@host",
        "postgresql://user:hidden@127.0.0.1:1/name?colour=red",
        "sqlite:////proc/no/such/folder.db",
    ],
)
async def test_a_wrong_url_is_refused_and_its_password_not_shown(url: str) -> None:
    with pytest.raises(ConfigError) as refused:
        await Store.open(url)

    assert str(refused.value).startswith("database ")
    assert "hidden" not in str(refused.value)


# SQLite --------------------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_sqlite_is_as_durable_as_it_can_be(tmp_path: Path) -> None:
    def pragmas(connection: Connection) -> dict[str, Any]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names}

    store = await Store.open(f"sqlite:///{tmp_path}/rooms.db")
    set_so = await do(store, pragmas)
    await store.close()

    assert set_so == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 2500}


@pytest.mark.asyncio
async def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new/folder/rooms.db"
    script = f"import asyncio; from asobiba.online.store.store import Store; asyncio.run(Store.open({url!r}))"
    store = await Store.open(url)
    with pytest.raises(ConfigError, match="in use by another process; SQLite serves one, PostgreSQL many"):
        await Store.open(url)
    second = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    await store.close()

    assert second.returncode == 1
    assert "in use by another process" in second.stderr
    await (await Store.open(url)).close()


@pytest.mark.asyncio
async def test_a_symbolic_link_to_the_file_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "real" / "rooms.db")
    (tmp_path / "folder").symlink_to(tmp_path / "real")
    names = ("real/rooms.db", "link.db", "folder/rooms.db")
    for first in names:
        store = await Store.open(f"sqlite:///{tmp_path}/{first}")
        for second in names:
            with pytest.raises(ConfigError, match="in use by another process"):
                await Store.open(f"sqlite:///{tmp_path}/{second}")
        await store.close()
    assert not (tmp_path / "link.db.lock").exists()


@pytest.mark.asyncio
async def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    """Each name has a journal of its own: what one process writes, the other would destroy."""
    store = await Store.open(f"sqlite:///{tmp_path}/rooms.db")
    (tmp_path / "other.db").hardlink_to(tmp_path / "rooms.db")
    with pytest.raises(ConfigError, match=r"other\.db' has 2 names, which are hard links"):
        await Store.open(f"sqlite:///{tmp_path}/other.db")
    await store.close()
    (tmp_path / "other.db").unlink()
    await (await Store.open(f"sqlite:///{tmp_path}/rooms.db")).close()


@pytest.mark.asyncio
async def test_other_users_of_the_machine_cannot_read_the_file(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/rooms.db")
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    await store.close()

    assert modes == dict.fromkeys(["rooms.db", "rooms.db-wal", "rooms.db-shm", "rooms.db.lock"], 0o600)


@pytest.mark.asyncio
async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rooms.db").write_text("These are my holiday notes. " * 100)

    with pytest.raises(ConfigError, match="file is not a database"):
        await Store.open(f"sqlite:///{tmp_path}/rooms.db")


@pytest.mark.asyncio
async def test_events_lie_beside_each_other(tmp_path: Path) -> None:
    """One page of a room's events, not a table and an index to it."""
    await (await Store.open(f"sqlite:///{tmp_path}/rooms.db")).close()
    connection = sqlite3.connect(tmp_path / "rooms.db")
    (written,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'event'").fetchone()
    connection.close()

    assert written.rstrip().endswith("WITHOUT ROWID")


# PostgreSQL ----------------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_processes_may_start_at_the_same_time(postgresql_server: PostgreSQL) -> None:
    url = await asyncio.to_thread(postgresql_server.database)
    stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
    secrets = await asyncio.gather(*(store.secret("cookie") for store in stores))
    await stores[0].create_room(ROOM, (move(1),))
    seen = [await store.rows("amber") for store in stores]
    for store in stores:
        await store.close()

    assert len(set(secrets)) == 1
    assert seen == [[move(1)]] * 4


@pytest.mark.asyncio
async def test_a_database_that_does_not_exist_is_a_wrong_setting(postgresql_server: PostgreSQL) -> None:
    with pytest.raises(ConfigError, match='database "nowhere" does not exist'):
        await Store.open(postgresql_server.url.replace("/postgres", "/nowhere"))


@pytest.mark.asyncio
async def test_a_server_that_is_not_there_is_storage_down() -> None:
    with pytest.raises(
        StorageDown, match=r"^database 'postgresql://me:\*\*\*@127.0.0.1:1/name': .*Connect call failed"
    ):
        await Store.open("postgresql://me:hidden@127.0.0.1:1/name")
