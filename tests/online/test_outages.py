"""The database or Redis is gone, or hangs, in the middle of games: nothing is acknowledged that is not stored, players
are told why, clocks stand still, and everything goes on by itself afterwards.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from asobiba.online.bots.thinkers import Thinkers
from asobiba.online.client import Client, Joined, Rejected
from asobiba.online.cluster.cluster import Cluster
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.events import Held, read_event
from asobiba.online.protocol.messages import Closing
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.realtime import simulated
from asobiba.online.rooms.room import RECOVERY_SECONDS, Room
from asobiba.online.rooms.table import Clocks, RoomSettings
from asobiba.online.store.rows import Append, StorageDown
from asobiba.online.store.store import Store
from tests.online.lines import KeptLine, a_hub, quick_settings, seated_room, until
from tests.online.playing import served
from tests.online.proxy import Proxy
from tests.online.servers import PostgreSQL, Redis, Server, postgresql, redis
from tests.online.test_kill import TABLES, compare
from tests.online.test_processes import (
    PATIENCE,
    Campaign,
    Pair,
    in_step,
    keep_playing,
    moves_in_every_game,
)

CLOCKS = {"total": 600.0, "increment": 0.0}


@pytest.fixture(scope="module")
def own_postgresql() -> Iterator[PostgreSQL]:
    """The other tests' servers are not for stopping."""
    with postgresql() as server:
        yield server


@pytest.fixture(scope="module")
def own_redis() -> Iterator[Redis]:
    with redis() as server:
        yield server


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, own_postgresql: PostgreSQL, own_redis: Redis) -> Iterator[Pair]:
    made = Pair(tmp_path_factory.mktemp("pair"), own_postgresql.database(), own_redis.url)
    with made.running():
        yield made


@asynccontextmanager
async def outage(server: Server, how: str) -> AsyncIterator[None]:
    """`stopped`: connections are refused. `hanging`: they are taken, and nothing is answered."""
    await asyncio.to_thread(server.stop if how == "stopped" else server.pause)
    try:
        yield
    finally:
        await asyncio.to_thread(server.start if how == "stopped" else server.resume)


async def health(url: str) -> tuple[int, bool]:
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        answer = await client.get(f"{url}/health")
    return answer.status_code, answer.json()["ok"]


async def becomes_healthy(url: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await health(url) != (200, True):
            await asyncio.sleep(0.1)


async def refused(work: Awaitable[Any]) -> str:
    with pytest.raises(Rejected) as refusal:
        await work
    return refusal.value.reason


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("how", [pytest.param("stopped", marks=pytest.mark.slow), "hanging"])
async def test_without_its_database_a_game_stands_still_and_goes_on(
    pair: Pair, own_postgresql: PostgreSQL, how: str
) -> None:
    owner = pair.processes[0]
    async with pair.seated("othello", {}, 2, clocks=CLOCKS) as (clients, (first, white)):
        hasty = await pair.guest("Player 0", owner.url, patience=0.0)  # takes the first no for an answer
        async with hasty.join(first.id, first._told.token) as black:
            await black.move("d3")
            await white.until(lambda state: bool(state.moves))
            await white.move("c3")
            await black.until(lambda state: bool(state.moves))
            seq = black.seq
            async with outage(own_postgresql, how):
                assert await refused(black.move("c4")) == "storage"
                assert await health(owner.url) == (503, False)
                assert await refused(clients[0].create_room("othello")) == "storage"
                async with (await pair.guest("Watcher", owner.url)).join(black.id) as watching:
                    assert (watching.seq, watching.state.plies) == (seq, 2)
                    await until(lambda: watching.clock is not None)  # it follows the snapshot
                    assert watching.clock is not None
                    assert watching.clock.running == []
                assert (black.seq, white.seq) == (seq, seq)
            await becomes_healthy(owner.url)
            await until_moved(black, "c4")
            await white.until(lambda state: state.plies == 3)
            await white.move(white.state.moves[0][0])
            await in_step([black, white])
            assert black.state.plies == 4
            assert black.connections == white.connections == 1
    store = await Store.open(pair.database)
    try:
        await compare(store, black.id, [])
    finally:
        await store.close()


async def until_moved(room: Joined, move: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await room.move(move)
                return
            except Rejected as refusal:
                if refusal.reason not in ("storage", "conflict"):
                    raise
            await asyncio.sleep(0.1)


async def games_through(pair: Pair, during: Callable[[Campaign], Coroutine[Any, Any, None]]) -> None:
    """All five games are played on both processes; whatever happens, every acknowledged move is in the log, once."""
    watch = Campaign()
    guests = [
        [await pair.guest(f"{game} {seat}", pair.processes[seat % 2].url) for seat in range(seats)]
        for game, _, seats in TABLES
    ]
    playing = [
        asyncio.create_task(keep_playing(clients, game, options, watch))
        for clients, (game, options, _) in zip(guests, TABLES, strict=True)
    ]
    meanwhile = asyncio.create_task(during(watch))
    done, _ = await asyncio.wait([meanwhile, *playing], return_when=asyncio.FIRST_COMPLETED, timeout=2 * PATIENCE)
    watch.done = True
    assert meanwhile in done, [task.exception() for task in done]
    await meanwhile
    await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
    store = await Store.open(pair.database)
    try:
        for room in watch.rooms:
            await compare(store, room, watch.acked[room])
    finally:
        await store.close()


async def out_for(server: Server, how: str, seconds: float, pair: Pair, watch: Campaign) -> None:
    await moves_in_every_game(watch)
    async with outage(server, how):
        await asyncio.sleep(seconds)
        for process in pair.processes:
            assert await health(process.url) == (503, False)
        acked = watch.moves()
        await asyncio.sleep(seconds / 4)
        assert watch.moves() == acked
    await moves_in_every_game(watch)
    for process in pair.processes:
        await becomes_healthy(process.url)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_five_games_while_the_database_is_down(pair: Pair, own_postgresql: PostgreSQL) -> None:
    await games_through(pair, lambda watch: out_for(own_postgresql, "stopped", 2.0, pair, watch))


@pytest.mark.slow
@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["stopped", "hanging"])
async def test_five_games_while_the_database_is_down_for_long(pair: Pair, own_postgresql: PostgreSQL, how: str) -> None:
    await games_through(pair, lambda watch: out_for(own_postgresql, how, 30.0, pair, watch))


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_file_that_another_process_has_locked(tmp_path: Path) -> None:
    """It can be read and not written."""
    with served(tmp_path) as server:
        async with Client(server.url, "Ann", patience=0.0) as ann:
            wish: dict[str, Any] = {"seat": 0, "ready": True, "bots": {1: "random"}, "clocks": CLOCKS}
            ticket = await ann.create_room("othello", **wish)
            async with asyncio.timeout(PATIENCE), ann.join(ticket) as black:
                with closing(sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)) as thief:
                    thief.execute("BEGIN EXCLUSIVE")
                    assert await refused(black.move("d3")) == "storage"
                    assert await health(server.url) == (503, False)
                    async with ann.join(black.id) as watching:
                        await until(lambda: watching.clock is not None)  # it follows the snapshot
                        assert watching.clock is not None
                        assert watching.clock.running == []
                        assert watching.seq == black.seq
                    assert await refused(black.move("d3")) == "storage"
                    thief.execute("ROLLBACK")
                await becomes_healthy(server.url)
                await until_moved(black, "d3")
                await black.until(lambda state: state.plies == 2)
        assert server.stop() == 0
        assert "Traceback" not in server.log


class Sickly(Store):
    """A real store that refuses all writes while it is ill."""

    ill = False

    async def append(self, entry: Append) -> None:
        if self.ill:
            raise StorageDown("the disk is full")
        await super().append(entry)


@asynccontextmanager
async def sickly_hub(folder: Path) -> AsyncIterator[tuple[Hub, Sickly]]:
    settings = quick_settings(folder)
    store, thinkers = await Sickly.open(settings.database), Thinkers(1, niceness=0)
    hub = Hub(settings, store, thinkers)
    try:
        yield hub, store
    finally:
        await hub.drain()
        await thinkers.close()
        await store.close()


@pytest.mark.asyncio
async def test_an_outage_costs_no_time_and_gives_none(tmp_path: Path) -> None:
    """What was thought before it counts, what was waited during it does not."""
    async with sickly_hub(tmp_path) as (hub, store):
        settings = RoomSettings(clocks=Clocks(total=100))
        room, (black, _), _ = await seated_room(hub, NewRoom("othello", settings=settings), ["anna", "bert"])
        room.clocks._due_since[0] -= 40  # forty seconds ago
        store.ill = True
        await room.take(black, say.Move("m1", room.table.seq, 19))
        assert black.last(say.Reject).code == "storage"
        assert room.clocks._stopped_at is not None
        room.clocks._stopped_at -= 1000  # a long time ago
        room.clocks._due_since[0] -= 1000
        await room.take(black, say.Sync(room.table.seq))
        clock = black.last(say.Clock)
        assert clock.running == []
        assert clock.left[0] is not None
        assert 30_000 < clock.left[0] <= 60_000
        store.ill = False
        await until(lambda: not room.in_doubt)
        await room.take(black, say.Move("m1", room.table.seq, 19))
        assert len(black.all(say.Ack)) == 1
        assert 30_000 < room.table.left_ms[0] <= 60_000


@pytest.mark.asyncio
async def test_a_message_sent_again_too_late_stops_no_clock(tmp_path: Path) -> None:
    """The room has forgotten the id, the log has not: the clock of its sender must not start anew."""
    async with a_hub(tmp_path) as hub:
        settings = RoomSettings(clocks=Clocks(total=100))
        room, (black, _), _ = await seated_room(hub, NewRoom("othello", settings=settings), ["anna", "bert"])
        await room.take(black, say.Chat("c1", "hello"))
        room.ledger._known.clear()
        room.clocks._due_since[0] -= 40
        await room.take(black, say.Chat("c1", "hello"))
        assert black.last(say.Reject).code == "conflict"
        await until(lambda: not room.in_doubt)
        assert 30_000 < (room.clocks.left_ms(room.table, 0) or 0) <= 60_000


@pytest.mark.asyncio
async def test_nobody_is_in_a_hurry_during_an_outage(tmp_path: Path) -> None:
    """Somebody's patience ends while nothing can be stored: the room asks the store now and then, not all the time."""
    async with sickly_hub(tmp_path) as (hub, store):
        room, (black, white), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.part(white)
        room.here.absent_since[1] = time.monotonic() - 1000
        asked = 0

        async def append(entry: Append) -> None:
            nonlocal asked
            asked += 1
            raise StorageDown("the disk is full")

        store.append = append  # type: ignore[method-assign]
        begun = time.monotonic()
        room.alarm.set()
        await until(lambda: asked == 3)
        assert room.in_doubt
        assert time.monotonic() - begun > RECOVERY_SECONDS
        del store.append
        await until(lambda: room.table.seats[1].deputy is not None)
        assert black.state["seats"][1]["bot"] is not None


@pytest.mark.asyncio
async def test_a_crowd_need_not_wait_for_a_store_that_hangs(tmp_path: Path) -> None:
    """One question is enough; everybody else is told at once that nothing is stored."""
    async with sickly_hub(tmp_path) as (hub, store):
        room, (black, white), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        answering, asked = asyncio.Event(), asyncio.Event()

        async def hang(entry: Append) -> None:
            asked.set()
            await answering.wait()
            raise StorageDown("no answer came")

        store.ill = True
        await room.take(black, say.Move("m1", room.table.seq, 19))
        store.append = hang  # type: ignore[method-assign]
        await asyncio.wait_for(asked.wait(), PATIENCE)  # the room itself asks
        for number in range(10):
            await room.take(white, say.Chat(f"c{number}", "hello?"))
            assert white.last(say.Reject).id == f"c{number}"
            heard = len(black.told)
            await room.take(black, say.Sync(0))
            assert len(black.told) > heard
        assert {reject.code for reject in white.all(say.Reject)} == {"storage"}
        store.ill = False
        del store.append
        answering.set()
        await until(lambda: not room.in_doubt)
        await room.take(white, say.Chat("c0", "hello?"))
        assert white.last(say.Ack).id == "c0"


@pytest.mark.asyncio
async def test_a_timed_game_goes_on_from_what_was_stored(tmp_path: Path) -> None:
    async with sickly_hub(tmp_path) as (hub, store):
        wish = NewRoom("puyo", settings=RoomSettings(timed=True))
        room, (left, right), _ = await seated_room(hub, wish, ["anna", "bert"])
        await until(lambda: room.table.ticks > 0, PATIENCE)
        store.ill = True
        await until(lambda: room.in_doubt, PATIENCE)
        stored = room.table.ticks
        store.ill = False
        await until(lambda: room.table.ticks > stored, PATIENCE)
        assert left.last(say.Tick).tick > 0
        for line in (left, right):
            assert line.closed is None
            await room.part(line)
        await until(lambda: room.timed.referee is None, PATIENCE)
        events = [read_event(row.payload) for row in await store.rows(room.id)]
        played = [event for event in events if isinstance(event, Held)]
        assert [event.tick for event in played] == sorted({event.tick for event in played})
        assert simulated(room.table).digest() == played[-1].digest


@pytest.mark.asyncio
async def test_a_seat_that_was_left_stays_left(tmp_path: Path) -> None:
    """The write happened, only its answer was lost: who left must not play on."""

    class Forgetful(Sickly):
        async def append(self, entry: Append) -> None:
            await super().append(entry)
            if any(row.kind == "left" for row in entry.rows):
                raise StorageDown("it may have happened")

    settings = quick_settings(tmp_path)
    store, thinkers = await Forgetful.open(settings.database), Thinkers(1, niceness=0)
    hub = Hub(settings, store, thinkers)
    try:
        room, (black, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.take(black, say.Leave())
        assert black.last(say.Reject).code == "storage"
        await until(lambda: not room.in_doubt)
        assert room.table.seats[0].bot is not None
        await room.take(black, say.Move("m1", room.table.seq, 19))
        assert black.last(say.Reject).code == "not_seated"
    finally:
        await hub.drain()
        await thinkers.close()
        await store.close()


# Redis ---------------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("how", [pytest.param("stopped", marks=pytest.mark.slow), "hanging"])
async def test_without_redis_the_owners_rooms_play_on(pair: Pair, own_redis: Redis, how: str) -> None:
    here, there = pair.processes
    async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
        black_client, white_client = [await pair.guest(f"Player {seat}", here.url) for seat in (0, 1)]
        ticket = await black_client.create_room("othello", seat=0, ready=True)
        black = await stack.enter_async_context(black_client.join(ticket))
        white = await stack.enter_async_context(white_client.join(await white_client.sit(ticket.room)))
        elsewhere = await stack.enter_async_context((await pair.guest("Watcher", there.url)).join(ticket.room))
        await white.ready()
        await elsewhere.until(lambda state: state.status == "playing")
        fence = await fence_of(pair, ticket.room)
        async with outage(own_redis, how):
            await away(elsewhere)
            for player in (black, white, black, white):
                await player.until(lambda state: bool(state.moves))
                await player.move(player.state.moves[0][0])
            newcomer = await pair.guest("Player 2", there.url)
            while (reason := await refused(newcomer.sit(ticket.room))) == "restarting":
                pass  # that process has not noticed yet
            assert reason == "cluster"
            assert elsewhere.state.plies == 0
        await elsewhere.until(lambda state: state.plies == 4)
        assert elsewhere.connections == 2
        await black.move(black.state.moves[0][0])
        await in_step([black, white, elsewhere])
        assert black.connections == white.connections == 1
        assert await fence_of(pair, ticket.room) == fence  # nobody else has had the room


async def away(room: Joined) -> None:
    """Until the connection is lost."""
    while room._outbox.is_open:
        await asyncio.sleep(0.05)


async def fence_of(pair: Pair, room: str) -> int:
    store = await Store.open(pair.database)
    try:
        row = await store.room(room)
    finally:
        await store.close()
    assert row is not None
    return row.fence


@asynccontextmanager
async def clustered_hub(folder: Path, database: str, url: str) -> AsyncIterator[Hub]:
    settings = quick_settings(folder, database=database)
    store, thinkers = await Store.open(database), Thinkers(1, niceness=0)
    hub = Hub(settings, store, thinkers, await Cluster.connect(url, lease_seconds=3.0))
    try:
        yield hub
    finally:
        await hub.drain()
        await thinkers.close()
        await store.close()


async def settled(hub: Hub, room: str) -> Room:
    """The room, once the hub may have it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await hub.desk(room)
            if isinstance(found, Room):
                return found
            await asyncio.sleep(0.1)


@pytest.mark.asyncio
async def test_who_is_cut_off_from_redis_does_not_take_a_room_back(
    tmp_path: Path, own_postgresql: PostgreSQL, own_redis: Redis
) -> None:
    """Its lease is over and another process has the room: its clients have to go there, not the room to them."""
    database = await asyncio.to_thread(own_postgresql.database)
    async with (
        Proxy(own_redis.port) as bad_line,
        clustered_hub(tmp_path, database, bad_line.url.replace("http", "redis")) as lonely,
        clustered_hub(tmp_path, database, own_redis.url) as other,
    ):
        made = await lonely.create(Guest("anna", "Anna"), NewRoom("twenty48", seat=0, ready=True))
        room = await settled(lonely, made.room)
        anna = KeptLine("anna", 1)
        await room.join(anna, say.Hello(made.room, made.token))
        bad_line.refusing = True
        bad_line.cut()
        taken = await settled(other, made.room)
        await room.take(anna, say.Move("m1", room.table.seq, room.table.legal(0)[0]))
        assert not anna.all(say.Ack)
        await until(lambda: anna.closed is not None)
        assert anna.closed is not None
        assert anna.closed[0] == Closing.RESTARTING
        with pytest.raises(Exception, match="Redis does not answer"):
            await lonely.desk(made.room)
        again = KeptLine("anna", 2)
        await taken.join(again, say.Hello(made.room, made.token))
        await taken.take(again, say.Move("m1", taken.table.seq, taken.table.legal(0)[0]))
        assert len(again.all(say.Ack)) == 1
        bad_line.refusing = False
        await until(lambda: lonely.switchboard.cluster is not None and lonely.switchboard.cluster.up, PATIENCE)
        assert not isinstance(await lonely.desk(made.room), Room)
