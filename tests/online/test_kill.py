"""kill -9 at random instants while all five games are played: nothing acknowledged is lost, nothing happens twice.

`ASOBIBA_KILLS=200` is the long run; `ASOBIBA_KILL_REPORT=FILE` keeps how long each restart took to the next move.
"""

import asyncio
import json
import os
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from asobiba.core.records import read_records, write_record
from asobiba.online.client import Client, Joined, Unreachable
from asobiba.online.protocol.events import Moved, read_event
from asobiba.online.rooms.table import RoomTable, Setup, open_table
from asobiba.online.store.store import Store
from tests.amounts import amount
from tests.online.playing import Served, served

KILLS = amount("ASOBIBA_KILLS", 1, long=20)
TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("othello", {}, 2),
    ("twenty48", {}, 1),
    ("puyo", {}, 2),
    ("otrio", {"players": 3}, 3),
    ("coppit", {"max_players": 2, "max_turns": 60}, 2),
]


@dataclass
class Watch:
    """What the clients were told."""

    acked: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    """By room: (sequence number, seat, action)."""
    rooms: list[str] = field(default_factory=list)
    last_ack: float = 0.0
    done: bool = False


async def keep_playing(url: str, game: str, options: dict[str, Any], seats: int, watch: Watch) -> None:
    """Game after game until told to stop."""
    clients = [Client(url, name=f"player {number}", patience=120) for number in range(seats)]
    for client in clients:
        await again_and_again(client.__aenter__)
    while not watch.done:
        host = await again_and_again(partial(clients[0].create_room, game, options=options))
        tickets = [await again_and_again(partial(client.sit, host.room)) for client in clients]
        watch.rooms.append(host.room)
        watch.acked[host.room] = []
        await asyncio.gather(*(sit_and_play(*each, watch) for each in zip(clients, tickets, strict=True)))
    for client in clients:
        await client.__aexit__(None, None, None)


async def again_and_again(request: Callable[[], Awaitable[Any]]) -> Any:
    """HTTP has no reconnection: ask until somebody answers. A room whose making was not answered is left alone."""
    while True:
        try:
            return await request()
        except Unreachable:
            await asyncio.sleep(0.1)


async def sit_and_play(client: Client, ticket: Any, watch: Watch) -> None:
    async with client.join(ticket) as room:
        await room.ready()
        await play_until_done(room, watch)


async def play_until_done(room: Joined, watch: Watch) -> None:
    luck = random.Random(room.id)
    turns = room.turns()
    while not watch.done:
        try:
            turn = await asyncio.wait_for(anext(turns), 0.5)
        except TimeoutError:
            turns = room.turns()
            continue
        except StopAsyncIteration:
            return
        action = luck.choice(turn.moves).action
        seq = await room.move(action)
        if seq is not None and room.seat is not None:
            watch.acked[room.id].append((seq, room.seat, action))
            watch.last_ack = time.monotonic()


async def kill_and_restart(server: Served, watch: Watch, luck: random.Random) -> list[float]:
    """Seconds from each start to the first move that is acknowledged after it."""
    seconds = []
    for _ in range(KILLS):
        await asyncio.sleep(luck.uniform(0.02, 0.6))
        await asyncio.to_thread(server.kill)
        begun = time.monotonic()
        await asyncio.to_thread(server.start)
        while watch.last_ack < begun:
            await asyncio.sleep(0.01)
        seconds.append(round(watch.last_ack - begun, 2))
    return seconds


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_killed_again_and_again(tmp_path: Path) -> None:
    watch, luck = Watch(), random.Random(1)
    with served(tmp_path) as server:
        playing = [asyncio.create_task(keep_playing(server.url, *table, watch)) for table in TABLES]
        killing = asyncio.create_task(kill_and_restart(server, watch, luck))
        done, _ = await asyncio.wait([killing, *playing], return_when=asyncio.FIRST_COMPLETED)
        watch.done = True
        assert killing in done, [task.exception() for task in done]
        await asyncio.wait_for(asyncio.gather(*playing), 240)
        server.stop()
    report(killing.result(), watch)
    store = await Store.open(f"sqlite:///{tmp_path}/rooms.db")
    try:
        for room in watch.rooms:
            await compare(store, room, watch.acked[room])
    finally:
        await store.close()
    assert sum(map(len, watch.acked.values())) >= KILLS


def report(seconds: list[float], watch: Watch) -> None:
    if path := os.environ.get("ASOBIBA_KILL_REPORT"):
        moves = sum(map(len, watch.acked.values()))
        found = {"kills": len(seconds), "moves": moves, "rooms": len(watch.rooms), "seconds": sorted(seconds)}
        Path(path).write_text(json.dumps(found), encoding="utf-8")


async def compare(store: Store, room: str, acked: list[tuple[int, int, int]]) -> None:
    """The log against what was acknowledged; and folded twice, and replayed as a record, it is the same game."""
    rows = await store.rows(room)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    events = {row.seq: read_event(row.payload) for row in rows}
    for seq, seat, action in acked:
        event = events[seq]
        assert isinstance(event, Moved)
        assert (event.seat, event.action) == (seat, action)
    played = [(event.seat, event.action) for event in events.values() if isinstance(event, Moved)]
    cmids = [row.cmid for row in rows if row.cmid is not None]
    assert len(cmids) == len(set(cmids))
    assert len(acked) <= len(played)
    row = await store.room(room)
    assert row is not None
    setup = msgspec.json.decode(row.config, type=Setup)
    folded = [fold(setup, list(events.values())) for _ in range(2)]
    assert folded[0] == folded[1]
    if folded[0].state is not None:
        (record,) = read_records(write_record(folded[0].record()).splitlines())
        assert hash(list(record.states())[-1]) == hash(folded[0].state)


def fold(setup: Setup, events: list[Any]) -> RoomTable:
    table = open_table(setup)
    for event in events:
        table = table.after(event)
    return table
