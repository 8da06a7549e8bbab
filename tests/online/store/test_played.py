"""What guests have played, on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text

from asobiba.online.store.rows import Append, ClockRow, Conflict, PlayedGame, PlayedRow, ResultRow, RoomRow, Row
from asobiba.online.store.store import Store

ROOM = RoomRow("amber", "othello", 1, b"{}", False, "guest-1", "open", b"{}", 500, 500)
COUNTS = b'{"discs":[33,31]}'
RESULT = ResultRow("amber", 1, "othello", 1, 0, 60, "rules", b"[]", b"[1.0,-1.0]", COUNTS, assisted=True)


def move(seq: int, **changes: Any) -> Row:
    return replace(Row(seq, 600 + seq, seq % 2, f"move-{seq}", "move", b"{}"), **changes)


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    store = await Store.open(store_url)
    yield store
    await store.close()


async def finish(store: Store, room: RoomRow, *played: PlayedRow) -> ResultRow:
    """The first game of a new room."""
    await store.create_room(room, (move(1, kind="sat"),))
    result = replace(RESULT, room=room.id, ended_ms=played[0].ended_ms)
    await store.append(Append(room.id, 0, (move(2),), status="over", result=result, played=played))
    return result


@pytest.mark.asyncio
async def test_a_guest_finds_what_he_has_played_the_latest_first(store: Store) -> None:
    first = await finish(store, ROOM, PlayedRow("ann", 1000, "amber", 1, 0), PlayedRow("bob", 1000, "amber", 1, 1))
    second = await finish(store, replace(ROOM, id="beryl", private=True), PlayedRow("ann", 2000, "beryl", 1, 1))

    assert await store.played.games("ann", 9) == [PlayedGame(1, ROOM.config, second), PlayedGame(0, ROOM.config, first)]
    assert [game.result.room for game in await store.played.games("ann", 1)] == ["beryl"]
    assert [game.result.room for game in await store.played.games("ann", 9, before_ms=2000)] == ["amber"]
    assert await store.played.games("bob", 9) == [PlayedGame(1, ROOM.config, first)]
    assert await store.played.games("guest-1", 9) == []


@pytest.mark.asyncio
async def test_his_games_are_found_in_the_order_of_the_key(tmp_path: Path) -> None:
    """However many games others have played. SQLite says plainly how it looks."""
    wanted = "SELECT * FROM played WHERE guest = 'ann' ORDER BY ended_ms DESC LIMIT 9"
    store = await Store.open(f"sqlite:///{tmp_path}/rooms.db")
    try:
        plan = await store._database.transact(
            lambda connection: connection.execute(text(f"EXPLAIN QUERY PLAN {wanted}")).all()
        )
    finally:
        await store.close()
    assert [step[-1] for step in plan] == ["SEARCH played USING PRIMARY KEY (guest=?)"]


@pytest.mark.asyncio
async def test_what_is_forgotten_is_gone(store: Store) -> None:
    await finish(store, ROOM, PlayedRow("guest-1", 1000, "amber", 1, 0))
    await finish(
        store,
        replace(ROOM, id="beryl"),
        PlayedRow("guest-1", 2000, "beryl", 1, 0),
        PlayedRow("bob", 2000, "beryl", 1, 1),
    )
    await store.keep_clock(ClockRow("amber", "process", True, 1, 0, None))
    await store.rename("guest-1", "Ann")
    assert await store.played.rooms("guest-1", 9) == ["amber", "beryl"]

    await store.played.forget("guest-1", ["amber", "beryl"], ["amber"])
    await store.played.forget_name("guest-1")

    assert await store.played.rooms("guest-1", 9) == []
    assert await store.played.games("guest-1", 9) == []
    assert await store.room("amber") is None
    assert await store.rows("amber") == []
    assert await store.name_of("guest-1") is None
    assert (await store.room("beryl")) == replace(ROOM, id="beryl", host="", status="over", touched_ms=move(2).at_ms)
    assert [game.result.room for game in await store.played.games("bob", 9)] == ["beryl"]
    with pytest.raises(Conflict):  # whoever has it in memory still
        await store.append(Append("amber", 0, (move(3),)))
