"""Two server processes on one PostgreSQL and one Redis: the players of a game may be connected to different ones.

`ASOBIBA_PROCESS_KILLS=50` is the long run.
"""

import asyncio
import itertools
import os
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from asobiba.core.game import CHANCE
from asobiba.core.records import write_record
from asobiba.online.client import TRY_AGAIN, Client, Joined, Rejected, Ticket, Unreachable
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.events import Moved, read_event
from asobiba.online.protocol.messages import Closing
from asobiba.online.rooms.hub import NewRoom
from asobiba.online.store.store import Store
from tests.online.client.company import told
from tests.online.lines import KeptLine, a_hub, seated_room, until
from tests.online.playing import LOOSE, Served
from tests.online.proxy import Proxy
from tests.online.servers import PostgreSQL, Redis
from tests.online.test_kill import TABLES, Watch, compare, play_until_done

KILLS = int(os.environ.get("ASOBIBA_PROCESS_KILLS", "2"))
PATIENCE = 90.0
"""Seconds after which a test that waits has failed."""
THOUGHT_MS = 500
UNEXPECTED = ("unexpected error", "a task of a room failed", "a connection failed", "relayed_message")
"""How a server logs what must not happen."""
GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("othello", {}, 2),
    ("twenty48", {"rows": 3, "columns": 3}, 1),
    ("puyo", {"max_turns": 12}, 2),
    ("otrio", {"players": 3}, 3),
    ("coppit", {"max_players": 2, "max_turns": 40}, 2),
]


class Process(Served):
    """A server process that can be stopped in the middle of whatever it does."""

    def pause(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


class Pair:
    """Two processes that share their rooms, and guests whom both know."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        self.database = database
        self.processes = [Process(self._folder(folder, name), database=database, redis=redis) for name in "ab"]
        self._tokens: dict[str, str] = {}

    @staticmethod
    def _folder(parent: Path, name: str) -> Path:
        (parent / name).mkdir()
        return parent / name

    @contextmanager
    def running(self) -> Iterator[None]:
        try:
            with ThreadPoolExecutor() as threads:  # both at once: both find an empty database
                list(threads.map(Process.start, self.processes))
            yield
        finally:
            for process in self.processes:
                process.clean_up()
        for process, words in itertools.product(self.processes, UNEXPECTED):
            assert words not in process.log

    async def guest(self, name: str, url: str, **wishes: Any) -> Client:
        """One address may introduce only so many guests, so the tests share theirs."""
        settings = {"messages_per_20s": int(str(LOOSE["messages_per_20s"])), "patience": PATIENCE, **wishes}
        if name not in self._tokens:
            async with Client(url, name) as client:
                self._tokens[name] = str(client.token)
        return Client(url, token=self._tokens[name], **settings)

    @asynccontextmanager
    async def seated(
        self, game: str, options: dict[str, Any], seats: int, **wishes: Any
    ) -> AsyncIterator[tuple[list[Client], list[Joined]]]:
        """A game that has begun in a room of the first process; every second player is at the second one."""
        clients = [await self.guest(f"Player {seat}", self.processes[seat % 2].url) for seat in range(seats)]
        first = await clients[0].create_room(game, options=options, seat=0, **wishes)
        async with asyncio.timeout(PATIENCE), AsyncExitStack() as stack:
            rooms = [await stack.enter_async_context(clients[0].join(first))]
            for client in clients[1:]:
                rooms.append(await stack.enter_async_context(client.join(await client.sit(first.room))))
            for room in rooms:
                await room.ready()
            for room in rooms:
                await room.until(lambda state: state.status == "playing")
            yield clients, rooms


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, postgresql_server: PostgreSQL, redis_server: Redis
) -> Iterator[Pair]:
    made = Pair(tmp_path_factory.mktemp("pair"), postgresql_server.database(), redis_server.url)
    with made.running():
        yield made


async def play_on(room: Joined, luck: random.Random) -> list[tuple[int, int]]:
    """Random moves to the end: (number of the event, action) of each."""
    played = []
    async for turn in room.turns():
        action = luck.choice(turn.moves).action
        seq = await room.move(action)
        assert seq is not None
        played.append((seq, action))
    return played


async def in_step(rooms: list[Joined]) -> None:
    """Until all know as much as the one who knows most; then they know the same."""
    last = max(room.seq for room in rooms)
    for room in rooms:
        while room.seq < last:
            await room._told.change()
    views = {str(room.state.view) for room in rooms if room.seat is None}
    assert len(views) <= 1


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [pytest.param(*row, marks=[] if row[0] == "puyo" else pytest.mark.slow, id=row[0]) for row in GAMES],
)
async def test_a_whole_game_over_two_processes(pair: Pair, game: str, options: dict[str, Any], seats: int) -> None:
    async with pair.seated(game, options, seats) as (clients, players), AsyncExitStack() as stack:
        watchers = [
            await stack.enter_async_context((await pair.guest("Watcher", process.url)).join(players[0].id))
            for process in pair.processes
        ]
        await players[-1].chat("good luck")
        await watchers[1].chat("こんにちは")
        played = await asyncio.gather(*(play_on(player, random.Random(seat)) for seat, player in enumerate(players)))
        await in_step([*players, *watchers])
        there = await pair.guest("Watcher", pair.processes[1].url)
        record, same = [await client.record(players[0].id) for client in (clients[0], there)]
    assert write_record(record) == write_record(same)
    moves = [(ply.seat, ply.action) for ply in record.plies]
    for seat, own in enumerate(played):
        assert [(seat, action) for _, action in own] == told(record, seat)
    for watcher in watchers:
        seen = [(ply.seat, ply.action) for ply in watcher.history]
        assert all(each in (real, (CHANCE, -1)) for each, real in zip(seen, moves, strict=True))  # luck may be hidden
        assert watcher.state.result is not None
        assert tuple(watcher.state.result.returns) == record.returns


@pytest.mark.asyncio
async def test_chat_takebacks_and_the_next_game(pair: Pair) -> None:
    async with pair.seated("othello", {}, 2) as (_, (black, white)):
        said = white.events()
        await black.move("d3")
        await black.chat("oops")
        await black.offer("takeback")
        await white.until(lambda state: bool(state.offers))
        await white.answer("takeback", True)
        await black.until(lambda state: state.plies == 0)
        await black.move("c4")
        await white.until(lambda state: state.plies == 1)
        kinds = [(await anext(said)).kind for _ in range(6)]
        assert kinds == ["moved", "said", "offered", "answered", "tookback", "moved"]

        await white.resign()
        await black.until(lambda state: state.status == "over")
        await white.offer("rematch")
        await black.until(lambda state: bool(state.offers))
        await black.answer("rematch", True)
        for player in (black, white):
            await player.until(lambda state: state.round == 2)
        assert (black.seat, white.seat) == (1, 0)
        await white.move("d3")
        await black.until(lambda state: bool(state.moves))
        await black.move(black.state.moves[0][0])
        await in_step([black, white])
        assert black.state.plies == 2


@pytest.mark.slow
@pytest.mark.asyncio
async def test_bots_play_with_somebody_who_is_elsewhere(pair: Pair) -> None:
    """The room is opened by a watcher at the first process; the player comes through the second."""
    here, there = [await pair.guest("Player 0", process.url) for process in pair.processes]
    options = {"max_players": 3, "max_turns": 30}
    ticket = await here.create_room("coppit", options=options, seat=0, bots={1: "random", 2: "greedy"})
    async with asyncio.timeout(PATIENCE), here.join(ticket.room) as watching, there.join(ticket) as playing:
        await playing.ready()
        await play_on(playing, random.Random(3))
        await in_step([watching, playing])
        assert watching.state.result is not None
        assert watching.state.result.reason in ("rules", "max_turns")
    assert (await there.record(ticket.room)).returns is not None


@pytest.mark.asyncio
async def test_a_player_comes_back_to_the_other_process(pair: Pair) -> None:
    async with pair.seated("otrio", {"players": 2}, 2) as (_, (first, second)):
        ticket = Ticket(first.id, 0, first._told.token)
        for number in range(4):
            client = await pair.guest("Player 0", pair.processes[(number + 1) % 2].url)
            async with client.join(ticket) as again:
                await again.until(lambda state: bool(state.moves))
                await again.move(again.state.moves[0][0])
                await second.until(lambda state: bool(state.moves))
                await second.move(second.state.moves[0][0])
                await in_step([again, second])
        assert second.state.plies == 8


class Balancer(Proxy):
    """Gives every new connection to the next process, as long as it lives."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__(ports[0])
        self._turns = itertools.cycle(ports)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._target = next(self._turns)
        await super()._take(reader, writer)


@dataclass
class Campaign(Watch):
    games: dict[str, str] = field(default_factory=dict)
    """What is played in each room."""

    def moves(self) -> Counter[str]:
        """How many moves were acknowledged in each game."""
        return Counter(self.games[room] for room, acked in self.acked.items() for _ in acked)


async def keep_playing(clients: list[Client], game: str, options: dict[str, Any], watch: Campaign) -> None:
    """Game after game until told to stop. HTTP has no reconnection: what cannot be answered now is asked again."""
    while not watch.done:
        host = await again_and_again(partial(clients[0].create_room, game, options=options))
        tickets = [await again_and_again(partial(client.sit, host.room)) for client in clients]
        watch.rooms.append(host.room)
        watch.games[host.room], watch.acked[host.room] = game, []
        await asyncio.gather(*(sit_and_play(*each, watch) for each in zip(clients, tickets, strict=True)))


async def again_and_again(request: Callable[[], Awaitable[Any]]) -> Any:
    while True:
        try:
            return await request()
        except Unreachable:
            await asyncio.sleep(0.1)
        except Rejected as refusal:
            if refusal.reason not in TRY_AGAIN:
                raise
            await asyncio.sleep(0.1)


async def sit_and_play(client: Client, ticket: Ticket, watch: Watch) -> None:
    async with client.join(ticket) as room:
        await room.ready()
        await play_until_done(room, watch)


async def moves_in_every_game(watch: Campaign) -> None:
    before = watch.moves()
    while any(watch.moves()[game] <= before[game] for game, _, _ in TABLES):
        await asyncio.sleep(0.05)


async def end_one_after_the_other(pair: Pair, watch: Campaign) -> None:
    """Killed the odd times, stopped in good order the even ones; always the one that has lived longer."""
    for number in range(KILLS):
        process = pair.processes[number % 2]
        await moves_in_every_game(watch)
        if number % 2:
            assert await asyncio.to_thread(process.stop) == 0
        else:
            await asyncio.to_thread(process.kill)
        await moves_in_every_game(watch)
        await asyncio.to_thread(process.start)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_rooms_go_on_at_the_other_process_when_theirs_is_lost(pair: Pair) -> None:
    watch = Campaign()
    async with AsyncExitStack() as stack:
        balancer = await stack.enter_async_context(Balancer([process.port for process in pair.processes]))
        guests = [
            [await pair.guest(f"{game} {seat}", pair.processes[0].url) for seat in range(seats)]
            for game, _, seats in TABLES
        ]
        for client in itertools.chain(*guests):
            client.url = balancer.url
        playing = [
            asyncio.create_task(keep_playing(clients, game, options, watch))
            for clients, (game, options, _) in zip(guests, TABLES, strict=True)
        ]
        ending = asyncio.create_task(end_one_after_the_other(pair, watch))
        done, _ = await asyncio.wait([ending, *playing], return_when=asyncio.FIRST_COMPLETED, timeout=60 + 45 * KILLS)
        watch.done = True
        assert ending in done, [task.exception() for task in done]
        await ending
        await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
    store = await Store.open(pair.database)
    try:
        for room in watch.rooms:
            await compare(store, room, watch.acked[room])
    finally:
        await store.close()


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_clock_goes_on_at_the_process_that_has_the_room_next(pair: Pair) -> None:
    """Killed while black thinks: what was thought until its last sign of life is charged, the gap is not."""
    owner, begun, store = pair.processes[0], time.monotonic(), await Store.open(pair.database)
    try:
        async with pair.seated("othello", {}, 2, clocks={"total": 600}) as (_, (black, white)):
            noted = await store.clock(black.id)
            started = await store.at_ms(black.id, white.seq)
            assert noted is not None
            assert started is not None
            while (await store.alive_ms(noted.process) or 0) - started < THOUGHT_MS:
                await asyncio.sleep(0.1)
            before = time.monotonic() - begun
            await asyncio.to_thread(owner.kill)
            await asyncio.sleep(1)
            begun = time.monotonic()
            await asyncio.to_thread(owner.start)
            await black.move("d3")
            most = before + time.monotonic() - begun
            moves = [read_event(row.payload) for row in await store.rows(black.id, kinds=["moved"])]
    finally:
        await store.close()
    assert [THOUGHT_MS <= move.ms <= most * 1000 for move in moves if isinstance(move, Moved)] == [True]


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_an_owner_that_slept_too_long_writes_nothing(pair: Pair) -> None:
    """It is stopped, loses its room, wakes up with a move in its ear, and must not store it."""
    sleeper, other = pair.processes
    async with pair.seated("othello", {}, 2) as (_, (black, white)):
        sleeper.pause()
        try:
            late = asyncio.create_task(black.move("d3"))
            client = await pair.guest("Player 0", other.url)
            async with client.join(black.id, black._told.token) as again:
                await again.move("c4")
                await white.until(lambda state: bool(state.moves))
                await white.move(white.state.moves[0][0])
                await in_step([again, white])
                sleeper.resume()
                [outcome] = await asyncio.gather(late, return_exceptions=True)
                # None: on another connection, where the move had been made already.
                assert outcome is None or getattr(outcome, "reason", outcome) in ("another_tab", "stale")
        finally:
            sleeper.resume()
        async with client.join(black.id, black._told.token) as again:
            await again.move(again.state.moves[0][0])
            await white.until(lambda state: state.plies == 3)
    store = await Store.open(pair.database)
    try:
        rows = await store.rows(black.id, kinds=["moved"])
        assert [row.seq for row in rows] == list(range(rows[0].seq, rows[0].seq + 3))
    finally:
        await store.close()


@pytest.mark.asyncio
async def test_of_two_hubs_that_want_one_room_one_has_it(tmp_path: Path, postgresql_server: PostgreSQL) -> None:
    """Nobody tells them of each other; the fence alone decides."""
    database = await asyncio.to_thread(postgresql_server.database)
    async with a_hub(tmp_path, database=database) as first, a_hub(tmp_path, database=database) as second:
        room, lines, tokens = await seated_room(first, NewRoom("othello"), ["anna", "bert"])
        for number in range(6):
            owner, thief = (first, second) if number % 2 == 0 else (second, first)
            held, taken = await owner.open(room.id), await thief.open(room.id)
            again = [KeptLine(line.guest.id, number + 1) for line in lines]
            for line, token in zip(again, tokens, strict=True):
                await taken.join(line, say.Hello(room.id, token))
            seat, base = taken.table.due()[0], taken.table.seq
            mine, theirs = lines[seat], again[seat]
            acked = len(mine.all(say.Ack))
            await asyncio.gather(
                held.take(mine, say.Move(f"old{number}", base, held.table.legal(seat)[0])),
                taken.take(theirs, say.Move(f"new{number}", base, taken.table.legal(seat)[-1])),
            )
            assert len(theirs.all(say.Ack)) == 1
            assert len(mine.all(say.Ack)) == acked
            await until(lambda mine=mine: mine.closed is not None)
            assert mine.closed is not None
            assert mine.closed[0] == Closing.RESTARTING
            assert room.id not in owner.rooms
            lines = again
        rows = await first.store.rows(room.id, kinds=["moved"])
        assert [row.seq for row in rows] == list(range(rows[0].seq, rows[0].seq + 6))


@pytest.mark.asyncio
async def test_of_two_hubs_that_open_a_room_at_once_one_writes(tmp_path: Path, postgresql_server: PostgreSQL) -> None:
    database = await asyncio.to_thread(postgresql_server.database)
    async with a_hub(tmp_path, database=database) as first, a_hub(tmp_path, database=database) as second:
        for number in range(10):
            made = await first.create(KeptLine("anna").guest, NewRoom("twenty48", seat=0, ready=True))
            assert made.token is not None
            rooms = await asyncio.gather(first.open(made.room), second.open(made.room))
            lines = [KeptLine("anna", process) for process in (1, 2)]
            for room, line in zip(rooms, lines, strict=True):
                await room.join(line, say.Hello(made.room, made.token))
                seq, legal = room.table.seq, room.table.legal(0)
                await room.take(line, say.Move(f"m{number}{line.id}", seq, legal[0]))
            assert sorted(len(line.all(say.Ack)) for line in lines) == [0, 1]
            rows = await first.store.rows(made.room)
            assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
            assert sum(row.kind == "moved" for row in rows) == 1
