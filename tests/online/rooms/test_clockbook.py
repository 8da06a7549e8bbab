"""Thinking is charged wherever the room is; the time in which the server was down is charged to nobody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from asobiba.online.protocol import messages as say
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.table import Clocks, RoomSettings
from asobiba.online.store.store import Store
from tests.online.lines import KeptLine, a_hub, seated_room

pytestmark = pytest.mark.asyncio
TIMED = NewRoom("othello", settings=RoomSettings(clocks=Clocks(total=100)))


async def a_game(hub: Hub) -> tuple[Room, list[KeptLine], list[str]]:
    return await seated_room(hub, TIMED, ["anna", "bert"])


@asynccontextmanager
async def dying(folder: Path, url: str) -> AsyncIterator[Hub]:
    """A process that ends without a word: nothing is written any more."""
    async with a_hub(folder, database=url) as hub:
        yield hub
        for room in list(hub.rooms.values()):
            room.evict("killed")
            await room.tasks.cancel()
        hub._sign_of_life = _silence  # type: ignore[method-assign]


async def _silence() -> None:
    pass


async def began_ms(store: Store, room: Room) -> int:
    found = await store.at_ms(room.id, room.table.decided_at)
    assert found is not None
    return found


def black_has(room: Room) -> int:
    left = room.clocks.left_ms(room.table, 0)
    assert left is not None
    return left


async def test_what_was_thought_before_a_crash_is_charged_and_the_downtime_is_not(
    store_url: str, tmp_path: Path
) -> None:
    """Downtime is charged to nobody: thirty seconds until the last sign of life, then ten more in the next process."""
    async with dying(tmp_path, store_url) as first:
        room, _, tokens = await a_game(first)
        await first.store.beat(first._clockbook.process, await began_ms(first.store, room) + 30_000)
    async with dying(tmp_path, store_url) as second:
        again = await second.open(room.id)
        assert black_has(again) == 70_000
        assert not again.clocks.running(again.table)  # until the player is back
        await again.join(KeptLine("anna"), say.Hello(room.id, tokens[0]))
        assert again.clocks.running(again.table)
        while (noted := await second.store.clock(room.id)) is None or noted.since_ms is None:
            await asyncio.sleep(0.01)
        assert 30_000 <= noted.spent_ms < 40_000
        await second.store.beat(second._clockbook.process, noted.since_ms + 10_000)
    async with a_hub(tmp_path, database=store_url) as third:
        assert black_has(await third.open(room.id)) == 100_000 - noted.spent_ms - 10_000


async def test_a_move_begins_a_new_count(store_url: str, tmp_path: Path) -> None:
    async with dying(tmp_path, store_url) as first:
        room, (black, _), _ = await a_game(first)
        await room.take(black, say.Move("1", room.table.seq, 19))
        await first.store.beat(first._clockbook.process, await began_ms(first.store, room) + 20_000)
    async with a_hub(tmp_path, database=store_url) as second:
        again = await second.open(room.id)
        assert again.clocks.left_ms(again.table, 1) == 80_000
        assert black_has(again) == again.table.left_ms[0]


async def test_a_server_that_stops_in_good_order_charges_until_then(store_url: str, tmp_path: Path) -> None:
    async with a_hub(tmp_path, database=store_url) as first:
        room, _, _ = await a_game(first)
        begun = await began_ms(first.store, room)
    async with a_hub(tmp_path, database=store_url) as second:
        ended = await second.store.alive_ms(first._clockbook.process)
        assert ended is not None
        again = await second.open(room.id)
        assert black_has(again) == 100_000 - (ended - begun)
        assert again.clocks.frozen


async def let_go(hub: Hub, room: Room, lines: list[KeptLine]) -> None:
    for line in lines:
        await room.part(line)
    room.idle_since -= 10
    await hub._drop_idle()
    assert room.id not in hub.rooms


@pytest.mark.parametrize("store_url", ["postgresql"], indirect=True)
async def test_a_room_that_moves_to_another_process_gives_nobody_time_back(store_url: str, tmp_path: Path) -> None:
    async with (
        a_hub(tmp_path, database=store_url, room_memory_seconds=0) as first,
        a_hub(tmp_path, database=store_url) as second,
    ):
        room, lines, _ = await a_game(first)
        await first._sign_of_life()
        room.clocks._due_since[0] -= 40  # forty seconds ago
        await let_go(first, room, lines)
        again = await second.open(room.id)
        assert black_has(again) <= 60_000
        assert again.clocks.running(again.table)  # the server was up all the while, whoever is here


async def test_nobody_is_charged_when_the_server_stops_after_a_room_has_left_the_memory(
    store_url: str, tmp_path: Path
) -> None:
    async with dying(tmp_path, store_url) as first:
        room, lines, _ = await a_game(first)
        room.clocks._due_since[0] -= 40
        first.settings = first.settings.model_copy(update={"room_memory_seconds": 0.0})
        await let_go(first, room, lines)
        noted = await first.store.clock(room.id)
        assert noted is not None
        assert noted.since_ms is not None
        await first.store.beat(first._clockbook.process, noted.since_ms - 1)
    async with a_hub(tmp_path, database=store_url) as second:
        again = await second.open(room.id)
        assert black_has(again) == 100_000 - noted.spent_ms
        assert again.clocks.frozen


async def test_a_room_without_clocks_writes_nothing_of_them(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, _, _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        assert await hub.store.clock(room.id) is None
