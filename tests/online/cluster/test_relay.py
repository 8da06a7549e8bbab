"""Clients of one process in rooms of another, over a real Redis."""

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.errors import AsobibaError
from asobiba.online.cluster.cluster import Cluster, ClusterDown
from asobiba.online.cluster.relay import INBOX, Close, Closed, Part, RelayDesk, Show, Switchboard, Take, Tray
from asobiba.online.protocol import messages as wire
from asobiba.online.protocol.desk import Desk, Guest, Line
from asobiba.online.protocol.messages import Closing, Hello, Message, Move, Ping
from tests.online.cluster.test_cluster import SHORT_LEASE, another_process, introduce, line_of, until
from tests.online.servers import Redis, redis

HANAKO = Guest("g1", "花子")
RESTARTING = (Closing.RESTARTING, "restarting")


@dataclass
class Socket:
    """A client's line that keeps what it is sent."""

    id: str
    guest: Guest = HANAKO
    address: str = "192.0.2.1"
    frames: list[bytes] = field(default_factory=list)
    closed: list[tuple[int, str]] = field(default_factory=list)

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))


@dataclass
class Room:
    """Keeps what it hears and answers each message with its number."""

    name: str
    lines: dict[str, Line] = field(default_factory=dict)
    heard: list[tuple[str, Hello | Message | None]] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    error: Exception | None = None

    def __post_init__(self) -> None:
        self.gate.set()

    async def join(self, line: Line, hello: Hello) -> None:
        self.lines[line.id] = line
        self.heard.append((line.id, hello))
        line.send(b"welcome " + line.guest.name.encode())

    async def take(self, line: Line, message: Message) -> None:
        await self.gate.wait()
        if self.error is not None:
            raise self.error
        self.heard.append((line.id, message))
        line.send(b"%d" % len(self.heard))

    async def part(self, line: Line) -> None:
        del self.lines[line.id]
        self.heard.append((line.id, None))

    def tell_all(self, frame: bytes) -> None:
        for line in self.lines.values():
            line.send(frame)


class Process:
    """What a server process has: a cluster, a switchboard, its rooms."""

    def __init__(self, cluster: Cluster | None) -> None:
        self.rooms: dict[str, Room] = {}
        self.evicted: list[str] = []
        self.switchboard = Switchboard(self.open, cluster, self.evicted.append)

    @property
    def cluster(self) -> Cluster:
        assert self.switchboard.cluster is not None
        return self.switchboard.cluster

    async def open(self, room: str) -> Desk:
        if room == "missing":
            raise AsobibaError("no such room")
        return self.rooms.setdefault(room, Room(room))


@asynccontextmanager
async def processes(url: str, count: int, lease_seconds: float = 6.0) -> AsyncIterator[list[Process]]:
    made = [Process(await Cluster.connect(url, lease_seconds=lease_seconds)) for _ in range(count)]
    try:
        yield made
    finally:
        for process in made:
            await process.switchboard.close()


async def seated(process: Process, room: str, *names: str) -> tuple[Desk, list[Socket]]:
    """Clients that have joined and been welcomed."""
    desk = await process.switchboard.desk(room)
    lines = [Socket(name) for name in names]
    for line in lines:
        await desk.join(line, Hello(room))
    await until(lambda: all(line.frames for line in lines))
    return desk, lines


EXAMPLES: Sequence[Message] = (
    wire.Sync(7),
    wire.Sit(),
    wire.Sit(2),
    wire.Leave(),
    wire.End("c6", unseen=True),
    wire.Bot(1, "minimax:depth=3"),
    wire.Fill(),
    wire.Hurry(),
    wire.Ready(False),
    Move("c7", 41, 19),
    Move("c8", 42, text="d3"),
    wire.Inputs(90, [0, 255, 3]),
    wire.Pause(False),
    wire.Offer("draw"),
    wire.Answer("takeback", True),
    wire.Resign(),
    wire.Chat("c9", "こんにちは"),
    Ping(1.5),
)


def test_the_examples_are_all_messages() -> None:
    assert {type(example) for example in EXAMPLES} == set(get_args(Message))


@pytest.mark.asyncio
async def test_without_a_cluster_every_room_is_here() -> None:
    process = Process(None)
    assert await process.switchboard.desk("any") is process.rooms["any"]
    await process.switchboard.release("any")
    await process.switchboard.close()


@pytest.mark.asyncio
async def test_a_client_plays_in_a_room_of_another_process(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        room = await owner.switchboard.desk("play")
        assert room is owner.rooms["play"]
        desk = await other.switchboard.desk("play")
        assert isinstance(desk, RelayDesk)
        line = Socket("line1", Guest("g7", "太郎"))
        hello = Hello("play", token="secret", last_seq=41, lang="ja")
        await desk.join(line, hello)
        for message in EXAMPLES:
            await desk.take(line, message)
        await until(lambda: len(line.frames) == len(EXAMPLES) + 1)
        await desk.part(line)
        heard = owner.rooms["play"].heard
        await until(lambda: len(heard) == len(EXAMPLES) + 2)
        assert heard == [("line1", said) for said in (hello, *EXAMPLES, None)]
        assert line.frames == ["welcome 太郎".encode(), *(b"%d" % number for number in range(2, len(EXAMPLES) + 2))]
        assert (line.closed, other.rooms, owner.rooms["play"].lines) == ([], {}, {})


@pytest.mark.asyncio
async def test_after_parting_a_client_hears_nothing_more(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        await owner.switchboard.desk("parted")
        desk, [line, stays] = await seated(other, "parted", "goes", "stays")
        await desk.part(line)
        owner.rooms["parted"].tell_all(b"news")
        await until(lambda: stays.frames[1:] == [b"news"])
        await desk.part(line)  # twice does no harm
        await desk.take(line, Ping())
        await desk.take(stays, Ping())
        await until(lambda: ("stays", Ping()) in owner.rooms["parted"].heard)
        assert len(line.frames) == 1
        assert ("goes", Ping()) not in owner.rooms["parted"].heard


def letters_seen(process: Process) -> list[bytes]:
    """Every letter that comes to the process from now on."""
    seen: list[bytes] = []
    read = process.cluster.on_message

    def see(sender: str, letter: bytes) -> None:
        seen.append(letter)
        read(sender, letter)

    process.cluster.on_message = see
    return seen


@pytest.mark.asyncio
async def test_a_broadcast_is_one_letter_for_each_frame_and_process(redis_server: Redis) -> None:
    async with processes(redis_server.url, 3) as (owner, *others):
        await owner.switchboard.desk("crowd")
        crowds = [(await seated(p, "crowd", *(f"{p.cluster.name}-{n}" for n in range(100))))[1] for p in others]
        room = owner.rooms["crowd"]
        seen = [letters_seen(process) for process in others]
        room.tell_all(b"first")
        for number, line in enumerate(room.lines.values()):  # as a room does that hides cards: each role its own view
            line.send(b"open" if number % 3 else b"hidden")
        room.tell_all(b"last")
        for line in room.lines.values():
            line.close(4001, "restarting")
        await until(lambda: all(line.closed for crowd in crowds for line in crowd))
        assert [len(letters) for letters in seen] == [5, 5]
        for number, line in enumerate(crowds[0] + crowds[1]):
            assert line.frames[1:] == [b"first", b"open" if number % 3 else b"hidden", b"last"]
            assert line.closed == [(4001, "restarting")]


@given(st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from([b"a", b"b", b"c", Closed(1, "x")]))))
def test_a_tray_keeps_the_order_of_every_line(puts: list[tuple[str, bytes | Closed]]) -> None:
    tray = Tray()
    for line, thing in puts:
        tray.put(line, thing)
    letters = list(tray.letters())
    for line in "ABCD":
        got = [_thing(letter) for letter in letters for name in letter.lines if name == line]
        assert got == [thing for name, thing in puts if name == line]
    assert len(letters) <= len(puts)


def _thing(letter: Show | Close) -> bytes | Closed:
    return letter.frame if isinstance(letter, Show) else Closed(letter.code, letter.reason)


def test_a_tray_shares_letters_between_lines() -> None:
    tray = Tray()
    for line, frame in [("1", b"a"), ("1", b"b"), ("2", b"a"), ("2", b"c"), ("3", b"b")]:
        tray.put(line, frame)
    assert list(tray.letters()) == [Show(["1", "2"], b"a"), Show(["1", "3"], b"b"), Show(["2"], b"c")]


@pytest.mark.asyncio
async def test_frames_and_messages_keep_their_order_under_load(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        await owner.switchboard.desk("busy")
        desk, lines = await seated(other, "busy", *(f"busy{number}" for number in range(20)))
        room = owner.rooms["busy"]
        for number in range(100):
            for line in lines:
                await desk.take(line, Ping(number))
            room.tell_all(b"all %d" % number)
            await asyncio.sleep(0)
        await until(lambda: all(len(line.frames) == 201 for line in lines))
        for line in lines:
            said = [message.at for name, message in room.heard if name == line.id and isinstance(message, Ping)]
            assert said == list(range(100))
            assert [f for f in line.frames if f.startswith(b"all")] == [b"all %d" % number for number in range(100)]
            answers = [int(frame) for frame in line.frames if frame.isdigit()]
            assert answers == sorted(set(answers))


@pytest.mark.asyncio
async def test_a_room_closes_a_relayed_client(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        await owner.switchboard.desk("strict")
        desk, [line] = await seated(other, "strict", "one")
        room = owner.rooms["strict"]
        relayed = room.lines["one"]
        relayed.send(b"bye")
        relayed.close(Closing.ANOTHER_TAB, "another tab")
        relayed.send(b"too late")
        relayed.close(1011, "twice")
        await until(lambda: bool(line.closed))
        assert line.frames[1:] == [b"bye"]
        assert line.closed == [(Closing.ANOTHER_TAB, "another tab")]
        await desk.part(line)  # as a socket's loop does when it ends
        await until(lambda: not room.lines)


@pytest.mark.parametrize("error", [AsobibaError("refused"), RuntimeError("broken")])
@pytest.mark.asyncio
async def test_a_room_that_fails_sends_the_client_back(redis_server: Redis, error: Exception) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        name = f"fails{type(error).__name__}"
        await owner.switchboard.desk(name)
        desk, [line, stays] = await seated(other, name, "one", "two")
        owner.rooms[name].error = error
        await desk.take(line, Ping())
        await until(lambda: line.closed == [RESTARTING])
        await desk.part(line)
        await until(lambda: set(owner.rooms[name].lines) == {"two"})
        assert stays.closed == []


@pytest.mark.asyncio
async def test_a_room_that_does_not_open_is_released(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (a, b):
        with pytest.raises(AsobibaError, match="no such room"):
            await a.switchboard.desk("missing")
        assert a.cluster.held == set()
        assert await b.cluster.claim("missing") == b.cluster.name
        # A client that comes to it by relay is sent back, and may find out by itself.
        line = Socket("seeker")
        desk = await a.switchboard.desk("missing")
        await desk.join(line, Hello("missing"))
        await until(lambda: line.closed == [RESTARTING])
        assert b.cluster.held == set()


@pytest.mark.asyncio
async def test_a_client_that_floods_a_stuck_room_is_closed(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        await owner.switchboard.desk("stuck")
        desk, [line, patient] = await seated(other, "stuck", "flood", "patient")
        room = owner.rooms["stuck"]
        room.gate.clear()
        await desk.take(patient, Ping())
        for _ in range(INBOX + 2):
            await desk.take(line, Ping())
        await until(lambda: bool(line.closed))
        assert line.closed == [(Closing.TOO_SLOW, "too slow")]
        await desk.part(line)
        room.gate.set()
        await until(lambda: set(room.lines) == {"patient"} and ("patient", Ping()) in room.heard)
        assert patient.closed == []


@pytest.mark.asyncio
async def test_a_room_that_moves_sends_its_relayed_clients_back(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        await owner.switchboard.desk("moves")
        _, [line] = await seated(other, "moves", "one")
        owner.cluster.on_evicted("moves")
        await until(lambda: line.closed == [RESTARTING])
        assert owner.evicted == ["moves"]

        # A letter that follows the room to its old owner does not open it there again.
        await owner.cluster.release("moves")
        assert await other.cluster.claim("moves") == other.cluster.name
        late = Socket("late")
        await RelayDesk(other.switchboard, owner.cluster.name).join(late, Hello("moves"))
        await until(lambda: late.closed == [RESTARTING])
        assert set(owner.rooms["moves"].lines) == {"one"}


@pytest.mark.asyncio
async def test_only_the_owner_speaks_to_a_line(redis_server: Redis) -> None:
    async with processes(redis_server.url, 3) as (owner, other, stranger):
        await introduce(owner.cluster, other.cluster, stranger.cluster)
        await owner.switchboard.desk("own")
        _, [line] = await seated(other, "own", "one")
        stranger.switchboard.tell(other.cluster.name, Show(["one"], b"forged"))
        stranger.switchboard.tell(other.cluster.name, Close(["one", "nobody"], 4001, "forged"))
        stranger.switchboard.tell(other.cluster.name, Show(["one"], b"forged"))
        stranger.switchboard.tell(owner.cluster.name, Take("one", Ping()))
        stranger.switchboard.tell(owner.cluster.name, Part("one"))
        _, [mine] = await seated(stranger, "own", "two")
        owner.rooms["own"].tell_all(b"real")
        await until(lambda: mine.frames[1:] == [b"real"] and line.frames[1:] == [b"real"])
        assert line.closed == []
        assert owner.rooms["own"].heard == [("one", Hello("own")), ("two", Hello("own"))]


JUNK: Sequence[Any] = (
    b"",
    b"\xc1",
    b"\xff" * 100,
    b"\x91" * 5000,
    b"\x81" * 5000,
    msgspec.msgpack.encode([]),
    msgspec.msgpack.encode({"type": "launch"}),
    msgspec.msgpack.encode({"type": "part"}),
    msgspec.msgpack.encode({"type": "part", "line": 7}),
    msgspec.msgpack.encode({"type": "part", "line": "one", "more": 1}),
    msgspec.msgpack.encode({"type": "show", "lines": ["one"], "frame": "text"}),
    msgspec.msgpack.encode({"type": "take", "line": "one", "message": {"t": "launch"}}),
    msgspec.msgpack.encode({"type": "join", "line": "x", "guest": {"id": "g"}, "hello": {"t": "hello", "room": "r"}}),
)


@pytest.mark.asyncio
async def test_junk_is_counted_and_dropped(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        await owner.switchboard.desk("junk")
        desk, [line] = await seated(other, "junk", "one")
        for junk in JUNK:
            other.cluster.send(owner.cluster.name, junk)
        await desk.take(line, Ping())
        await until(lambda: len(line.frames) == 2)
        assert owner.switchboard.junk == len(JUNK)
        assert line.closed == []


@pytest.mark.asyncio
async def test_when_redis_dies_relayed_clients_are_sent_back_and_local_ones_play_on() -> None:
    with redis() as server:
        async with processes(server.url, 2) as (owner, other):
            _, [local] = await seated(owner, "room", "local")
            desk, [line] = await seated(other, "room", "away")
            server.kill()
            await until(lambda: line.closed == [RESTARTING] and set(owner.rooms["room"].lines) == {"local"})
            with pytest.raises(ClusterDown):
                await other.switchboard.desk("room")
            late = Socket("late")
            await desk.join(late, Hello("room"))
            assert late.closed == [RESTARTING]
            here = await owner.switchboard.desk("room")
            await here.take(local, Ping())
            assert len(local.frames) == 2

            server.start()
            await until(lambda: owner.cluster.up and other.cluster.up)
            _, [back] = await seated(other, "room", "back")
            owner.rooms["room"].tell_all(b"news")
            await until(lambda: back.frames[1:] == [b"news"])
            assert local.frames[2:] == [b"news"]


@pytest.mark.asyncio
async def test_closing_tells_the_clients_of_others_to_come_back(redis_server: Redis) -> None:
    async with processes(redis_server.url, 2) as (owner, other):
        await owner.switchboard.desk("drained")
        _, [line] = await seated(other, "drained", "one")
        owner.rooms["drained"].tell_all(b"last words")
        await owner.switchboard.close()
        await until(lambda: line.closed == [RESTARTING])
        assert line.frames[1:] == [b"last words"]
        assert await other.switchboard.desk("drained") is other.rooms["drained"]


# A process of its own: opens a room, or brings clients to it, and goes on for ever. It imports little, to start soon.
PROCESS = """
import asyncio, structlog, sys
from asobiba.online.cluster.cluster import Cluster
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.messages import Hello
from asobiba.online.cluster.relay import Switchboard

structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))

class Room:
    async def join(self, line, hello): line.send(b"welcome")
    async def part(self, line): pass

class Client:
    address = ""
    def __init__(self, name): self.id, self.guest, self.welcomed = name, Guest(name, name), asyncio.Event()
    def send(self, frame): self.welcomed.set()
    def close(self, code, reason): pass

async def open_room(name):
    return Room()

async def main(url, lease, room, *names):
    cluster = await Cluster.connect(url, lease_seconds=float(lease))
    desk = await Switchboard(open_room, cluster).desk(room)
    for client in map(Client, names):
        await desk.join(client, Hello(room))
        await client.welcomed.wait()
    print(cluster.name, flush=True)
    await asyncio.Event().wait()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.asyncio
async def test_the_owner_is_killed_and_the_clients_open_the_room_anew(redis_server: Redis) -> None:
    async with (
        processes(redis_server.url, 1, SHORT_LEASE) as [mine],
        another_process(PROCESS, redis_server.url, f"{SHORT_LEASE}", "slain") as its,
    ):
        await line_of(its)
        desk, [line] = await seated(mine, "slain", "one")
        assert isinstance(desk, RelayDesk)
        its.kill()
        await until(lambda: line.closed == [RESTARTING])
        await until(lambda: _is_here(mine, "slain"))
        _, [back] = await seated(mine, "slain", "one again")
        assert back.frames == ["welcome 花子".encode()]


async def _is_here(process: Process, room: str) -> bool:
    return await process.switchboard.desk(room) is process.rooms.get(room)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_the_processes_of_clients_vanish_and_the_room_is_rid_of_them(redis_server: Redis) -> None:
    async with processes(redis_server.url, 1, SHORT_LEASE) as [mine]:
        _, [local] = await seated(mine, "left", "local")
        args = (PROCESS, redis_server.url, f"{SHORT_LEASE}", "left")
        async with another_process(*args, "a", "b") as killed, another_process(*args, "c", "d") as frozen:
            await asyncio.gather(line_of(killed), line_of(frozen))
            room = mine.rooms["left"]
            assert set(room.lines) == set("abcd") | {"local"}
            killed.kill()
            frozen.send_signal(signal.SIGSTOP)
            room.tell_all(b"still here")
            await until(lambda: set(room.lines) == {"local"})
            assert local.frames[1:] == [b"still here"]
