"""A log that makes no sense: whoever wants its room is told, the server's log says why, and no other room notices."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import Connection
from structlog.testing import capture_logs

from asobiba.online import metrics
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.messages import INTERNAL
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.store import trouble
from asobiba.online.store.rows import Damaged, StorageDown
from tests.online.lines import KeptLine, a_hub, seated_room
from tests.online.protocol.test_text import Inside

Damage = tuple[str, tuple[Any, ...]]
DAMAGES: dict[str, Damage] = {
    "no json": ("UPDATE event SET payload = ? WHERE room = ? AND seq = 6", (b'{"kind":',)),
    "no utf-8": ("UPDATE event SET payload = ? WHERE room = ? AND seq = 6", (b'{"kind":"said","text":"\xff"}',)),
    "an unknown kind": ("UPDATE event SET payload = ? WHERE room = ? AND seq = 6", (b'{"kind":"promoted","seat":0}',)),
    "a field too few": ("UPDATE event SET payload = ? WHERE room = ? AND seq = 6", (b'{"kind":"moved","seat":0}',)),
    "an illegal move": (
        "UPDATE event SET payload = ? WHERE room = ? AND seq = 6",
        (b'{"kind":"moved","seat":0,"action":0,"ms":1}',),
    ),
    "a move out of turn": (
        "UPDATE event SET payload = ? WHERE room = ? AND seq = 6",
        (b'{"kind":"moved","seat":1,"action":19,"ms":1}',),
    ),
    "a seat that is none": (
        "UPDATE event SET payload = ? WHERE room = ? AND seq = 6",
        (b'{"kind":"sat","seat":9,"name":"a","guest":"b","token":"c"}',),
    ),
    "a takeback of what was not": (
        "UPDATE event SET payload = ? WHERE room = ? AND seq = 6",
        (b'{"kind":"tookback","plies":900}',),
    ),
    "an event is missing": ("DELETE FROM event WHERE length(?) AND room = ? AND seq = 3", ("x",)),
    "the setup is no json": ("UPDATE room SET config = ? WHERE id = ?", (b"{",)),
    "no such game": (
        "UPDATE room SET config = ? WHERE id = ?",
        (b'{"game":"go","rules":1,"options":{},"settings":{},"host":"a"}',),
    ),
}


def damage(statement: str, values: tuple[Any, ...]) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        assert connection.exec_driver_sql(statement, values).rowcount == 1

    return work


@asynccontextmanager
async def damaged(hub: Hub, how: str) -> AsyncIterator[str]:
    """A room that has left the memory, and then something has happened to the file."""
    trouble._seldom.forget("damage")
    room, lines, _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
    await room.take(lines[0], say.Move("m1", room.table.seq, 19))
    assert room.table.seq == 6
    await room.close()
    statement, values = DAMAGES[how]
    await hub.store._database.transact(damage(statement, (*values, room.id)))
    yield room.id


@pytest.mark.asyncio
@pytest.mark.parametrize("how", DAMAGES)
async def test_it_is_nobodys_fault_who_asks(tmp_path: Path, how: str) -> None:
    before = metrics.storage_failures.labels("damage")._value.get()
    async with a_hub(tmp_path) as hub:
        other = await hub.create(Guest("anna", "Anna"), NewRoom("othello"))
        async with damaged(hub, how) as room:
            with capture_logs() as said:
                for _ in range(3):
                    with pytest.raises(Damaged):
                        await hub.open(room)
                with pytest.raises(Damaged):
                    await hub.archive.table(room, 1)
            errors = [line for line in said if line["log_level"] == "error"]
            assert [(line["event"], line["room"]) for line in errors] == [("a room is damaged", room)]
            assert errors[0]["cause"]
            assert metrics.storage_failures.labels("damage")._value.get() == before + 4
            line = KeptLine("anna")
            await (await hub.open(other.room)).join(line, say.Hello(other.room))
            assert line.last(say.Welcome).room.id == other.room
            assert not hub.in_doubt


@pytest.mark.asyncio
async def test_a_room_that_finds_its_log_damaged_ends_and_is_in_doubt_no_more(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (black, white), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        room.ledger._doubted(StorageDown("no answer"))
        insert = (
            "INSERT INTO event (room, seq, at_ms, kind, payload) SELECT ?, max(seq) + 1, 1, 'said', ? "
            "FROM event WHERE room = ?"
        )
        await hub.store._database.transact(damage(insert, (room.id, b'{"kind":', room.id)))
        await room.take(black, say.Move("m1", room.table.seq, 19))
        for line in (black, white):
            assert line.last(say.Bye).code == "damaged"
            assert line.closed is not None
            assert line.closed[0] == INTERNAL
        assert room.id not in hub.rooms
        assert not hub.in_doubt


async def asked(app: FastAPI, path: str) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        return await client.get(path)


@pytest.mark.asyncio
async def test_over_http_and_websocket(tmp_path: Path) -> None:
    inside = Inside(f"sqlite:///{tmp_path}/rooms.db", tmp_path)
    inside.loop.close()
    await inside.start()
    try:
        bad, *good = inside.rooms
        transact = inside.app.state.store._database.transact
        await transact(damage("UPDATE room SET config = ? WHERE id = ?", (b"{", bad)))
        await transact(damage("UPDATE event SET payload = ? WHERE room = ? AND seq = 1", (b"{", good[0])))
        for room in (bad, good[0]):
            heard = await inside.converse([b'{"t":"hello","room":"%s"}' % room.encode()])
            assert b'"damaged"' in heard[1]["text"].encode()
            assert heard[2]["code"] == INTERNAL
        assert (await asked(inside.app, f"/api/rooms/{bad}")).json()["code"] == "damaged"
        assert (await asked(inside.app, f"/api/rooms/{bad}/games/1/record")).status_code == 500
        lobby = (await asked(inside.app, "/api/rooms")).json()
        statuses = {room: (await asked(inside.app, f"/api/rooms/{room}")).json()["status"] for room in good}
        assert {card["id"] for card in lobby} == {room for room in good if statuses[room] == "open"}
        assert len(lobby) > 2
        assert (await asked(inside.app, "/health")).status_code == 200
    finally:
        await inside.stop()
