"""kill -9 while somebody thinks: the thinking is charged, and the time in which the server was down is not."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from asobiba.online.client import Client, Joined
from asobiba.online.protocol.events import Moved, read_event
from asobiba.online.store.store import Store
from tests.online.playing import Served, served

THOUGHT_MS = 500


async def think_until_it_is_known(database: Path) -> None:
    """Until the process has said that it was alive so long after the game had begun."""
    asked = "SELECT (SELECT max(alive_ms) FROM process) - (SELECT at_ms FROM event WHERE kind = 'started')"
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reader:
        while reader.execute(asked).fetchone()[0] < THOUGHT_MS:
            await asyncio.sleep(0.1)


async def lose_and_come_back(server: Served, black: Joined) -> float:
    """Seconds since the new process was asked to start, which the player may have thought."""
    await asyncio.to_thread(server.kill)
    await asyncio.sleep(2)
    begun = time.monotonic()
    await asyncio.to_thread(server.start)
    await black.move("d3")
    return time.monotonic() - begun


@pytest.mark.slow
@pytest.mark.asyncio
async def test_downtime_is_charged_to_nobody(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        begun = time.monotonic()
        async with Client(server.url, "Anna", patience=60) as anna, Client(server.url, "Bert", patience=60) as bert:
            first = await anna.create_room("othello", clocks={"total": 600}, seat=0)
            async with anna.join(first) as black, bert.join(await bert.sit(first.room)) as white:
                for player in (black, white):
                    await player.ready()
                await black.until(lambda state: bool(state.moves))
                await think_until_it_is_known(tmp_path / "rooms.db")
                most = time.monotonic() - begun + await lose_and_come_back(server, black)
        server.stop()
    store = await Store.open(f"sqlite:///{tmp_path}/rooms.db")
    try:
        events = [read_event(row.payload) for row in await store.rows(first.room)]
    finally:
        await store.close()
    [move] = [event for event in events if isinstance(event, Moved)]
    assert THOUGHT_MS <= move.ms <= most * 1000
