"""The whole server and people who mean it no good: handshakes, messages, floods, payloads, and frames without end.

`ASOBIBA_FUZZ_FRAMES` is the number of frames in the long run of the fuzzer.
"""

import asyncio
import hmac
import itertools
import json
import os
import random
import re
import secrets
import socket
import sqlite3
import struct
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import httpx
import msgspec
import pytest

from asobiba.core.registry import find_game
from asobiba.online import metrics
from asobiba.online.client import Client
from asobiba.online.http.headers import HEADERS
from asobiba.online.http.identity import COOKIE, YEAR, Guests
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.messages import PROTOCOL, Closing
from asobiba.online.rooms import tokens as words
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.room import Room
from tests.amounts import amount
from tests.online.lines import KeptLine, a_hub, seated_room, until
from tests.online.playing import Served, served
from tests.online.servers import _memory
from tests.online.tables import GAMES
from tools.load.attacks import attacked
from tools.load.bars import Load
from tools.load.siege import besieged
from tools.load.swarm import Leisurely

FRAMES = amount("ASOBIBA_FRAMES", 4_000, long=20_000)
DIRECT_FRAMES = amount("ASOBIBA_DIRECT_FRAMES", 3_000, long=200_000)
MANY_FRAMES = int(os.environ.get("ASOBIBA_FUZZ_FRAMES", "1000000"))
PATIENCE = 60.0
LIMITS: dict[str, Any] = {
    "log_level": "debug",
    "trusted_proxies": "127.0.0.1",
    "metrics_networks": "10.0.0.0/8",
    "messages_per_20s": 2000,
    "handshakes_per_30s": 40,
    "sockets_per_address": 10,
    "rooms_per_guest": 100_000,
    "requests_per_minute": 30,
    "analyse_seconds_per_minute": 0.1,
    "hello_seconds": 1.0,
    "header_seconds": 2.0,
    "send_seconds": 1.0,
}
"""Every test comes from addresses of its own, as if through a proxy, so these limits are each test's own."""

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
ESTABLISHED, CLOSE_WAIT = "01", "08"
"""As /proc/net/tcp writes them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server"), **LIMITS) as running:
        yield running
        assert "Traceback" not in running.log


STRICT: dict[str, Any] = LIMITS | {"notes_per_guest": 20, "notes_per_address": 60}


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("strict"), **STRICT) as running:
        yield running
        assert "Traceback" not in running.log


_addresses = (f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}" for number in itertools.count(1))


def an_address() -> str:
    """One that nobody has used yet."""
    return next(_addresses)


class Wire:
    """A WebSocket in the hands of somebody who knows no manners: every byte can be chosen."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.status, self.head = 0, ""

    @classmethod
    async def dial(cls, server: Served) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", server.port))

    async def shake_hands(self, headers: list[tuple[str, str]]) -> None:
        key = ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")
        usual = [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"), key]
        lines = "".join(f"{name}: {value}\r\n" for name, value in [*headers, *usual])
        self.writer.write(f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode())
        self.head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        self.status = int(self.head.split()[1])

    async def reason(self) -> str:
        """The code in the body of a handshake that was refused."""
        body = json.loads(await asyncio.wait_for(self.reader.read(), PATIENCE))
        assert body["message"], body
        return str(body["code"])

    def say(self, message: object) -> None:
        self.send(json.dumps(message).encode())

    def send(self, payload: bytes, opcode: int = TEXT, *, last: bool = True, reserved: int = 0) -> None:
        size = len(payload)
        length = bytes([size | 128]) if size < 126 else b"\xfe" + struct.pack("!H", size)
        if size > 65535:
            length = b"\xff" + struct.pack("!Q", size)
        self.writer.write(bytes([last << 7 | reserved << 4 | opcode]) + length + b"\0\0\0\0" + payload)

    async def frame(self) -> tuple[int, bytes]:
        """The next one, its opcode and payload; a connection that is gone without a word is a close with 1006."""
        try:
            opcode, length = await self.reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", await self.reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
            return opcode & 15, await self.reader.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            return CLOSE, struct.pack("!H", 1006)

    async def told(self, kind: str) -> dict[str, Any]:
        """The next message of that kind."""
        while True:
            opcode, payload = await asyncio.wait_for(self.frame(), PATIENCE)
            assert opcode != CLOSE, payload
            message: dict[str, Any] = json.loads(payload)
            if message["t"] == kind:
                return message

    async def closing(self) -> int:
        """The code with which the server closes, whatever it says before."""
        while True:
            opcode, payload = await asyncio.wait_for(self.frame(), PATIENCE)
            if opcode == CLOSE:
                return int(struct.unpack("!H", payload[:2])[0])

    async def hang_up(self) -> None:
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()


@asynccontextmanager
async def wire(server: Served, headers: list[tuple[str, str]] | None = None, **changes: str) -> AsyncIterator[Wire]:
    """A handshake as a page of ours makes it, with changes: `cookie`, `bearer`, `address`, ..."""
    line = await Wire.dial(server)
    try:
        await line.shake_hands(headers if headers is not None else handshake(server, **changes))
        yield line
    finally:
        await line.hang_up()


def handshake(
    server: Served, *, cookie: str = "", bearer: str = "", address: str = "", extensions: str = ""
) -> list[tuple[str, str]]:
    host = f"127.0.0.1:{server.port}"
    chosen = [
        ("Host", host),
        ("Origin", f"http://{host}"),
        ("Sec-WebSocket-Protocol", PROTOCOL),
        ("X-Forwarded-For", address or an_address()),
        ("Cookie", f"{COOKIE}={cookie}" if cookie else ""),
        ("Authorization", f"Bearer {bearer}" if bearer else ""),
        ("Sec-WebSocket-Extensions", extensions),
    ]
    return [(name, value) for name, value in chosen if value]


def asking(server: Served, token: str = "", address: str = "") -> httpx.AsyncClient:
    """HTTP as one address, and with a token as one guest."""
    bearer = {"Authorization": f"Bearer {token}"} if token else {}
    headers = {"X-Forwarded-For": address or an_address(), **bearer}
    return httpx.AsyncClient(base_url=server.url, headers=headers, timeout=PATIENCE, verify=False)


async def introduced(server: Served, name: str = "Mallory") -> str:
    async with asking(server) as http:
        answer = await http.post("/api/guests", json={"name": name})
        return str(answer.json()["token"])


async def a_room(server: Served, token: str, **wish: Any) -> dict[str, Any]:
    async with asking(server, token) as http:
        answer = await http.post("/api/rooms", json={"game": "othello", **wish})
        assert answer.status_code == 201, answer.text
        card: dict[str, Any] = answer.json()
        return card


# Handshakes ----------------------------------------------------------------------------------------------------------

HANDSHAKES: list[tuple[str, int, dict[str, str | None]]] = [
    ("our own page", 101, {}),
    ("another site", 403, {"Origin": "https://evil.example"}),
    ("another port", 403, {"Origin": "http://127.0.0.1:1"}),
    ("https of the same host", 403, {"Origin": "https://127.0.0.1:PORT"}),
    ("a longer name", 403, {"Origin": "http://127.0.0.1:PORT.evil.example"}),
    ("no name at all", 403, {"Origin": "null"}),
    ("an empty origin", 403, {"Origin": " "}),
    ("a name that points here", 403, {"Origin": "http://evil.example:PORT", "Host": "evil.example:PORT"}),
    ("a program without a token", 403, {"Origin": None}),
    ("a program with a token", 101, {"Origin": None, "Authorization": "Bearer TOKEN"}),
    ("a program with a token of nobody", 401, {"Origin": None, "Authorization": "Bearer nobody"}),
    ("another site with a token", 403, {"Origin": "https://evil.example", "Authorization": "Bearer TOKEN"}),
    ("no protocol", 400, {"Sec-WebSocket-Protocol": None}),
    ("another protocol", 400, {"Sec-WebSocket-Protocol": "asobiba.v0"}),
    ("ours among others", 101, {"Sec-WebSocket-Protocol": f"soap, {PROTOCOL}"}),
]


@pytest.mark.asyncio
@pytest.mark.parametrize(("status", "changes"), [row[1:] for row in HANDSHAKES], ids=[row[0] for row in HANDSHAKES])
async def test_who_may_open_a_websocket(server: Served, status: int, changes: dict[str, str | None]) -> None:
    usual: dict[str, str | None] = {**dict(handshake(server)), **changes}
    real = {"PORT": str(server.port), "TOKEN": await introduced(server)}
    headers = [
        (name, re.sub("PORT|TOKEN", lambda word: real[word[0]], value)) for name, value in usual.items() if value
    ]
    async with wire(server, headers) as line:
        assert line.status == status
        assert "server:" not in line.head.lower()
        if status != 101:
            assert await line.reason() == {400: "no_protocol", 401: "no_guest", 403: "forbidden"}[status]


@pytest.mark.asyncio
async def test_two_origins_are_no_origin(server: Served) -> None:
    async with wire(server, [*handshake(server), ("Origin", f"http://127.0.0.1:{server.port}")]) as line:
        assert line.status in (400, 403)


@pytest.mark.asyncio
async def test_nothing_is_ever_compressed(server: Served) -> None:
    async with wire(server, extensions="permessage-deflate; client_max_window_bits") as line:
        assert line.status == 101
        assert "extensions" not in line.head.lower()
        line.send(b"{}", reserved=4)
        assert await line.closing() == 1002


@pytest.mark.asyncio
async def test_an_address_has_only_so_many_sockets_and_handshakes(server: Served) -> None:
    crowd, most = an_address(), LIMITS["sockets_per_address"]
    lines = [await Wire.dial(server) for _ in range(most + 1)]
    try:
        for line in lines:
            await line.shake_hands(handshake(server, address=crowd))
        assert [line.status for line in lines] == [101] * most + [429]
        assert await lines[-1].reason() == "too_many"
        async with wire(server) as neighbour:
            assert neighbour.status == 101
    finally:
        for line in lines:
            await line.hang_up()
    for status in (101, 429):  # the places are free again, but soon it is too often
        await asyncio.wait_for(until_greeted_with(status, server, crowd), PATIENCE)
    async with wire(server) as neighbour:
        assert neighbour.status == 101


async def until_greeted_with(status: int, server: Served, address: str) -> None:
    """Open connections, four at a time: quicker than the limit forgets them."""
    greeted: list[int] = []

    async def greet() -> None:
        async with wire(server, address=address) as line:
            greeted.append(line.status)

    while status not in greeted:
        await asyncio.gather(*(greet() for _ in range(4)))


UNSTORABLE = {("chat", "\\u00001"), ("move", "\\ud800")}
"""In the short suite."""


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("kind", "word"),
    [
        pytest.param(kind, word, marks=[] if (kind, word) in UNSTORABLE else pytest.mark.slow)
        for kind in ("chat", "move")
        for word in ("\\u00001", "1\\u0000", "\\ud800", "\\u0007", "\\u007f")
    ],
)
async def test_an_id_that_no_database_stores_is_no_message(server: Served, kind: str, word: str) -> None:
    token = await introduced(server)
    room = await a_room(server, token, seat=0, ready=True, bots={"1": "random"})
    rest = '"text":"hello"' if kind == "chat" else '"base":9,"text":"d3"'
    async with wire(server, bearer=token) as line:
        line.say({"t": "hello", "room": room["room"], "token": room["token"]})
        await line.told("snapshot")
        line.send(f'{{"t":"{kind}","id":"{word}",{rest}}}'.encode())
        assert await line.closing() == 4400
    async with asking(server) as http:
        assert (await http.get("/health")).status_code == 200


@pytest.mark.asyncio
async def test_who_does_not_say_hello_is_sent_away(server: Served) -> None:
    async with wire(server) as line:
        assert await line.closing() == Closing.BAD_MESSAGE


@pytest.mark.asyncio
async def test_slow_headers_are_cut_and_nobody_notices(server: Served) -> None:
    lines = [await Wire.dial(server) for _ in range(100)]
    try:
        for line in lines:
            line.writer.write(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        async with Client(server.url, "Patient") as client:
            ticket = await client.create_room("twenty48", seat=0, ready=True)
            async with client.join(ticket) as room:
                await room.move(room.state.moves[0][0])
        for line in lines:
            with suppress(OSError):
                assert await asyncio.wait_for(line.reader.read(), PATIENCE) == b""
    finally:
        for line in lines:
            await line.hang_up()


@pytest.mark.asyncio
async def test_who_asks_for_much_and_reads_nothing_does_not_fill_the_log(server: Served) -> None:
    before, open_before = len(server.log), connections(server)
    crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
    for deaf in crowd:
        deaf.settimeout(0.3)
        with suppress(OSError):
            deaf.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 400)
    await asyncio.sleep(1.5)
    for deaf in crowd:
        deaf.close()  # with much unread, while more of it waits to be written
    await until(lambda: connections(server) <= open_before)  # the server has noticed, and said what it says of it
    async with asking(server) as http:
        assert (await http.get("/health")).status_code == 200
    assert len(server.log) - before < 2000


def connections(server: Served) -> int:
    """How many the server has."""
    local = f":{server.port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(line[1].endswith(local) and line[3] in (ESTABLISHED, CLOSE_WAIT) for line in lines)


@pytest.mark.asyncio
async def test_a_stranger_reads_no_metrics(server: Served) -> None:
    async with asking(server, address="203.0.113.9") as http:
        answer = await http.get("/metrics")
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


# Messages ------------------------------------------------------------------------------------------------------------

HELLO = {"t": "hello", "room": "ROOM"}
NO_HELLO: list[object] = [
    {"t": "move", "id": "m1", "base": 0, "action": 19},
    {"t": "chat", "id": "c1", "text": "hello"},
    {"t": "ping"},
    {"t": "hello"},
    {"t": "hello", "room": ""},
    {"t": "hello", "room": "r" * 41},
    {"t": "hello", "room": "\x00"},
    {"t": "hello", "room": "ROOM", "token": "\x00"},
    {"t": "hello", "room": "ROOM", "token": "t" * 129},
    {"t": "hello", "room": "ROOM", "last_seq": -1},
    {"t": "hello", "room": "ROOM", "last_seq": 2**60},
    {"t": "hello", "room": "ROOM", "last_seq": "1"},
    {"t": "hello", "room": "ROOM", "lang": "fr"},
    {"t": "hello", "room": "ROOM", "admin": True},
    {"t": "HELLO", "room": "ROOM"},
    [HELLO],
    "hello",
    None,
    0,
]
NO_MESSAGE: list[object] = [
    HELLO,
    {"t": "welcome"},
    {"t": "ack", "id": "m1", "seq": 1},
    {"t": "shutdown"},
    {},
    {"t": "move", "id": "", "base": 0, "action": 19},
    {"t": "move", "id": "i" * 41, "base": 0, "action": 19},
    {"t": "move", "id": "m1", "action": 19},
    {"t": "move", "id": "m1", "base": 0, "action": -1},
    {"t": "move", "id": "m1", "base": 0, "action": 1.5},
    {"t": "move", "id": "m1", "base": 0, "action": 2**40},
    {"t": "move", "id": "m1", "base": 0, "text": "d" * 201},
    {"t": "move", "id": "m1", "base": 0, "action": 19, "seat": 1},
    {"t": "chat", "id": "c1", "text": ""},
    {"t": "chat", "id": "c1", "text": "x" * 401},
    {"t": "sit", "seat": 16},
    {"t": "bot", "seat": 0, "spec": "r" * 101},
    {"t": "inputs", "tick": 0, "held": []},
    {"t": "inputs", "tick": 0, "held": [256]},
    {"t": "inputs", "tick": 0, "held": [0] * 61},
    {"t": "offer", "kind": "marriage"},
    {"t": "ping", "at": "now"},
]
NO_JSON = [
    b"",
    b"{",
    b"\x00",
    b"[" * 4000,
    b'{"t":"ping","at":NaN}',
    b'{"t":"ping","at":1e999}',
    b'{"t":"chat","id":"c1","text":"\\ud800"}',
    b'{"t":"chat","id":"c1","text":"\\u0000"}',
    b'{"t":"move","id":"c1","base":0,"text":"\\u0000"}',
    b'{"t":"bot","seat":1,"spec":"random\\u0000"}',
    b'{"t":"chat","id":"c1","text":' + b"[" * 2000 + b"]" * 2000 + b"}",
    b'{"t":"ping"}{"t":"ping"}',
]


@pytest.mark.asyncio
async def test_whatever_is_no_hello_closes_the_connection(server: Served) -> None:
    card = await a_room(server, await introduced(server))
    for message in NO_HELLO:
        async with wire(server) as line:
            line.send(json.dumps(message).replace("ROOM", card["room"]).encode())
            assert await line.closing() == Closing.BAD_MESSAGE, message


@pytest.mark.asyncio
async def test_whatever_is_no_message_closes_the_connection(server: Served) -> None:
    token = await introduced(server)
    card = await a_room(server, token, seat=0)
    frames = [*(json.dumps(message).encode() for message in NO_MESSAGE), *NO_JSON]
    for frame in frames:
        async with wire(server, bearer=token) as line:
            line.say({"t": "hello", "room": card["room"], "token": card["token"]})
            await line.told("welcome")
            line.send(frame)
            assert await line.closing() == Closing.BAD_MESSAGE, frame


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "room", ["23456789bcdfg", "../../etc/passwd", "' OR 1=1 --", "\x01", "\U0001f600" * 10, "%s%n", "asobiba:room:x"]
)
async def test_a_room_that_is_none(server: Served, room: str) -> None:
    async with wire(server) as line:
        line.say({"t": "hello", "room": room})
        assert (await line.told("bye"))["code"] == "no_room"
        assert await line.closing() == Closing.NO_ROOM


@pytest.mark.asyncio
async def test_frames_that_are_too_large_or_no_text(server: Served) -> None:
    token = await introduced(server)
    card = await a_room(server, token)
    hello = json.dumps({"t": "hello", "room": card["room"]}).encode()
    large = json.dumps({"t": "chat", "id": "c1", "text": "x" * 9000}).encode()
    cases: list[tuple[int, list[dict[str, Any]]]] = [
        (1009, [{"payload": large}]),
        (1009, [{"payload": large[:5000], "last": False}, {"payload": large[5000:], "opcode": 0}]),
        (1007, [{"payload": b"\xff\xfe"}]),
        (Closing.BAD_MESSAGE, [{"payload": b"\xff\xfe", "opcode": BINARY}]),
        (1002, [{"payload": b"{}", "opcode": 3}]),
    ]
    for code, frames in cases:
        async with wire(server, bearer=token) as line:
            line.send(hello)
            await line.told("welcome")
            for frame in frames:
                line.send(**frame)
            assert await line.closing() == code, frames
    async with wire(server, bearer=token) as line:  # the same message in another frame is no crime
        line.send(hello, BINARY)
        await line.told("welcome")
        line.send(b'{"t":"pi', last=False)
        line.send(b'ng"}', 0)
        await line.told("pong")


@pytest.mark.asyncio
async def test_broken_text_after_the_end_is_no_error_of_ours(server: Served) -> None:
    async with wire(server) as line:
        line.send(b"{")
        assert await line.closing() == Closing.BAD_MESSAGE
        line.send(b"\xff\xfe")
        assert await line.closing() == 1006
    assert "Traceback" not in server.log


@pytest.mark.asyncio
async def test_a_flood_is_cut_off(server: Served) -> None:
    card = await a_room(server, await introduced(server))
    async with wire(server) as line:
        line.say({"t": "hello", "room": card["room"]})
        await line.told("welcome")
        reading = asyncio.create_task(line.closing())
        async with asyncio.timeout(PATIENCE):
            while not reading.done():
                for _ in range(50):
                    line.say({"t": "ping"})
                await asyncio.sleep(0.02)
        assert await reading == Closing.TOO_MANY


@pytest.mark.asyncio
async def test_chat_is_limited_by_guest_on_all_his_sockets_and_moves_are_taken_all_the_while(strict: Served) -> None:
    token, most = await introduced(strict), STRICT["notes_per_guest"]
    card = await a_room(strict, token, seat=0, ready=True, bots={"1": "random"})
    told: Counter[str] = Counter()
    begun = time.monotonic()
    for socket_number in range(3):
        async with wire(strict, bearer=token) as line:
            line.say({"t": "hello", "room": card["room"], "token": card["token"]})
            seq = int((await line.told("snapshot"))["seq"])
            for number in range(most):
                line.say({"t": "chat", "id": f"c{socket_number}.{number}", "text": "spam"})
            line.say({"t": "ping"})
            while (message := await next_message(line))["t"] != "pong":
                told[message["t"]] += 1
                if message["t"] == "reject":
                    assert (message["code"], message["id"][0]) == ("too_often", "c")
                    assert message["params"]["seconds"] > 0
            line.say({"t": "move", "id": f"m{socket_number}", "base": seq, "text": "a1"})
            assert (await line.told("reject"))["code"] != "too_often"
    a_minute = (time.monotonic() - begun) / 60
    assert most <= told["ack"] <= most + most * a_minute + 1
    assert told["reject"] == 3 * most - told["ack"]


async def next_message(line: Wire) -> dict[str, Any]:
    opcode, payload = await asyncio.wait_for(line.frame(), PATIENCE)
    assert opcode == TEXT, payload
    message: dict[str, Any] = json.loads(payload)
    return message


@pytest.mark.asyncio
async def test_a_crowd_of_guests_at_one_address_shares_its_limit_and_a_neighbour_does_not(strict: Served) -> None:
    crowd, most, acks = an_address(), STRICT["notes_per_address"], 0
    begun = time.monotonic()
    card = await a_room(strict, await introduced(strict))
    for _ in range(5):
        async with wire(strict, bearer=await introduced(strict), address=crowd) as line:
            line.say({"t": "hello", "room": card["room"]})
            await line.told("snapshot")
            for number in range(STRICT["notes_per_guest"]):
                line.say({"t": "chat", "id": f"c{number}", "text": "spam"})
            line.say({"t": "ping"})
            while (message := await next_message(line))["t"] != "pong":
                acks += message["t"] == "ack"
    assert most <= acks <= most + (time.monotonic() - begun) + 1  # one more a second
    async with wire(strict, bearer=await introduced(strict)) as line:
        line.say({"t": "hello", "room": card["room"]})
        await line.told("snapshot")
        line.say({"t": "chat", "id": "honest", "text": "hello"})
        await line.told("ack")


@pytest.mark.asyncio
async def test_only_who_is_trusted_says_for_whom_he_asks(strict: Served, tmp_path: Path) -> None:
    """A flood that names another address each time is a flood of one, unless it comes through a trusted proxy."""
    most = STRICT["requests_per_minute"]
    assert {await introducing(strict, an_address()) for _ in range(most + 2)} == {201}
    with served(tmp_path, trusted_proxies="192.0.2.1", requests_per_minute=3) as suspicious:
        statuses = [await introducing(suspicious, an_address()) for _ in range(3)]
        while statuses[-1] != 429:  # a slow machine has one more to its credit every 20 seconds
            statuses.append(await introducing(suspicious, an_address()))
            assert len(statuses) < 30
    assert statuses[:3] == [201] * 3


async def introducing(server: Served, address: str) -> int:
    async with asking(server, address=address) as http:
        return (await http.post("/api/guests", json={})).status_code


# Guests and seats ----------------------------------------------------------------------------------------------------


def expired(server: Served, monkeypatch: pytest.MonkeyPatch) -> str:
    """Signed by the server itself, more than a year ago."""
    with sqlite3.connect(server.folder / "rooms.db") as database:
        ((secret,),) = database.execute("SELECT value FROM secret WHERE name = 'guests'").fetchall()
    database.close()
    signed = time.time() - YEAR - 60
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: signed)
        return Guests(secret).issue("Methuselah")[1]


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", ["none", "garbage", "expired", "forged", "changed"])
async def test_nobody_may_watch_and_nothing_else(server: Served, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = await introduced(server, "Olive")
    card = await a_room(server, owner)
    cookie = {
        "none": "",
        "garbage": "x.y.z",
        "expired": expired(server, monkeypatch),
        "forged": Guests(secrets.token_bytes(32)).issue("Olive")[1],
        # Not the last character: of that, base64 reads four bits of six.
        "changed": owner[:-9] + ("A" if owner[-9] != "A" else "B") + owner[-8:],
    }[kind]
    async with wire(server, cookie=cookie) as line, wire(server, cookie=cookie) as other:
        for each in (line, other):
            assert each.status == (401 if cookie else 101)  # who shows a bad token is told so
            if cookie:
                continue
            each.say({"t": "hello", "room": card["room"]})
            you = (await each.told("welcome"))["you"]
            assert (you["seat"], you["host"]) == (None, False)
            for message in ({"t": "sit"}, {"t": "chat", "id": "c1", "text": "hi"}, {"t": "bot", "seat": 0}):
                each.say(message)
                assert (await each.told("reject"))["code"] in ("no_guest", "not_host")
    async with asking(server) as http:
        http.cookies.set(COOKIE, cookie)
        for method, path in (("POST", f"/api/rooms/{card['room']}/seats"), ("POST", "/api/rooms")):
            answer = await http.request(method, path, json={} if "seats" in path else {"game": "othello"})
            assert (answer.status_code, answer.json()["code"]) == (401, "no_guest")
        seats = (await http.get(f"/api/rooms/{card['room']}")).json()["seats"]
    assert all(seat["free"] for seat in seats)


@pytest.mark.asyncio
async def test_only_its_own_token_opens_a_seat(server: Served) -> None:
    owner, thief = await introduced(server, "Olive"), await introduced(server, "Mallory")
    card, other = await a_room(server, owner, seat=0, ready=True), await a_room(server, thief, seat=0)
    async with wire(server, cookie=owner) as mine:
        mine.say({"t": "hello", "room": card["room"], "token": card["token"]})
        assert (await mine.told("welcome"))["you"]["seat"] == 0
        for token in (other["token"], thief, owner, "x" * 32, card["token"][:-1], words.hashed(card["token"])):
            async with wire(server, cookie=thief) as line:
                line.say({"t": "hello", "room": card["room"], "token": token})
                assert (await line.told("reject"))["code"] == "bad_token"
                assert (await line.told("welcome"))["you"]["seat"] is None
                for message in ({"t": "resign"}, {"t": "ready", "yes": False}, {"t": "leave"}):
                    line.say(message)
                    assert (await line.told("reject"))["code"] in ("not_seated", "started")
        mine.say({"t": "ping", "at": 1})
        await mine.told("pong")  # still there, and nothing has happened to the seat
        async with asking(server) as http:
            assert (await http.get(f"/api/rooms/{card['room']}")).json()["seats"][0]["name"] == "Olive"


@pytest.mark.asyncio
async def test_a_token_dies_with_its_seat(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        made = await hub.create(Guest("anna", "Anna"), NewRoom("othello", seat=0))
        room, line = await hub.open(made.room), KeptLine("anna")
        await room.join(line, say.Hello(made.room, made.token))
        await room.take(line, say.Leave())
        again, newcomer = KeptLine("anna", 2), KeptLine("bert")
        await room.join(newcomer, say.Hello(made.room))
        await room.take(newcomer, say.Sit(0))
        await room.join(again, say.Hello(made.room, made.token))
        assert again.last(say.Reject).code == "bad_token"
        assert newcomer.closed is None


@pytest.mark.asyncio
async def test_tokens_are_compared_in_constant_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(one)
        return hmac.compare_digest(one, other)

    monkeypatch.setattr(words, "hmac", type("spy", (), {"compare_digest": staticmethod(compare)}))
    async with a_hub(tmp_path) as hub:
        room, _, tokens = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.join(KeptLine("thief"), say.Hello(room.id, "x" * 32))
        assert compared == [words.hashed("x" * 32).encode()] * 2  # with every seat, however far they agree
        await room.join(KeptLine("anna", 2), say.Hello(room.id, tokens[0]))
        assert len(compared) == 3


async def status_of(http: httpx.AsyncClient, path: str, body: object) -> int:
    return (await http.post(path, json=body)).status_code


@pytest.mark.asyncio
async def test_limits_of_the_http_api(server: Served) -> None:
    token = await introduced(server)
    question = {"game": "othello", "position": ""}
    asks: list[tuple[str, object, int]] = [
        ("/api/analyse", question, 1),  # at most three: each counts as a thirtieth of a second or more
        ("/api/guests", {}, LIMITS["requests_per_minute"]),
        ("/api/rooms", {"game": "nonsense"}, LIMITS["requests_per_minute"]),
    ]
    for path, body, most in asks:
        async with asking(server, token) as http:
            codes = [(await http.post(path, json=body)).status_code for _ in range(most)]
            assert 429 not in codes, path
            async with asyncio.timeout(PATIENCE):
                while 429 not in codes:
                    codes += await asyncio.gather(*(status_of(http, path, body) for _ in range(4)))
        async with asking(server, token) as neighbour:
            assert (await neighbour.post(path, json=body)).status_code != 429


@pytest.mark.asyncio
async def test_a_guest_has_only_so_many_rooms(tmp_path: Path) -> None:
    """However many are made: those that were left first are over."""
    async with a_hub(tmp_path, rooms_per_guest=3) as hub:
        other = await hub.create(Guest("bert", "Bert"), NewRoom("othello"))
        made = [(await hub.create(Guest("anna", "Anna"), NewRoom("othello"))).room for _ in range(8)]
        assert sorted(await hub.store.unfinished()) == sorted([*made[-3:], other.room])


@pytest.mark.asyncio
async def test_who_never_reads_is_cut_off_and_players_do_not_notice(server: Served) -> None:
    async with Client(server.url, "Ann", messages_per_20s=100_000) as ann:
        ticket = await ann.create_room("othello", seat=0, ready=True, bots={1: "random"})
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", server.port))
        line = Wire(*await asyncio.open_connection(sock=deaf, limit=4096))
        try:
            await line.shake_hands(handshake(server))
            line.say({"t": "hello", "room": ticket.room})
            await line.told("welcome")
            line.writer.transport.pause_reading()  # type: ignore[attr-defined]
            before = await counted(server, 'asobiba_closed_total{code="4408"}')
            async with asyncio.timeout(PATIENCE), ann.join(ticket) as room:
                while await counted(server, 'asobiba_closed_total{code="4408"}') == before:
                    for _ in range(20):
                        await room.chat("x" * 200)
                assert room.connections == 1
                await room.move(room.state.moves[0][0])
        finally:
            await line.hang_up()


async def counted(server: Served, name: str) -> float:
    """A number of /metrics; 0 before there is any."""
    async with asking(server) as http:
        text = (await http.get("/metrics")).text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


# Payloads ------------------------------------------------------------------------------------------------------------

MARKUP = [
    "<svg/onload=alert()>",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "{{7*7}} ${7*7} %{7*7}",
    "'; DROP TABLE room; --",
    "../../etc/passwd",
    "{who} {count} %s %n",
    "</textarea><iframe src=//evil.example>",
]
"""Text like any other: it comes back as it was sent, as JSON, and no page of ours is made from it."""
INVISIBLE = {
    "a\x07\x1b[31mb": "a[31mb",
    "good\u202eluck": "goodluck",
    "a\u2066b\u2069": "ab",
    "zero\u200bwidth\ufeff": "zerowidth",
    "one\r\ntwo\u2028three": "one two three",
    "e\u0301" * 3: "é" * 3,
    "a" + "\u0300" * 50: "à" + "\u0300" * 3,
    "private \ue000use": "private use",
}


@pytest.mark.asyncio
async def test_what_people_write_comes_back_clean(server: Served) -> None:
    token = await introduced(server)
    card = await a_room(server, token, seat=0)
    async with wire(server, cookie=token) as line, wire(server) as watching:
        line.say({"t": "hello", "room": card["room"], "token": card["token"]})
        await line.told("snapshot")
        watching.say({"t": "hello", "room": card["room"]})
        await watching.told("snapshot")
        for number, (sent, shown) in enumerate([*((text, text) for text in MARKUP), *INVISIBLE.items()]):
            line.say({"t": "chat", "id": f"c{number}", "text": sent})
            await line.told("ack")
            (said,) = (await watching.told("events"))["list"]
            assert said["text"] == shown
        line.say({"t": "chat", "id": "blank", "text": " \u200b\u3164 "})
        assert (await line.told("reject"))["code"] == "chat"


@pytest.mark.asyncio
async def test_names_are_plain_text_or_refused(server: Served) -> None:
    async with asking(server) as http:
        for name in (text for text in MARKUP if len(text) <= 20):
            answer = await http.post("/api/guests", json={"name": name})
            assert (answer.status_code, answer.json()["name"]) == (201, name)
            assert answer.headers["content-type"] == "application/json"
        for name in ("a\x01b", "a\u202eb", "\u200b", "a\nb\x1b", "\ufeff", "x" * 21, "", "a" + "\u0300" * 9):
            answer = await http.post("/api/guests", json={"name": name})
            assert (answer.status_code, answer.json()["code"]) == (400, "name"), name
        for written in (rb"\ud800", rb"a\u0000b"):
            body = b'{"name":"%s"}' % written
            answer = await http.post("/api/guests", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


@pytest.mark.asyncio
async def test_the_cookie_is_for_this_server_alone(server: Served) -> None:
    async with asking(server) as http:
        answer = await http.post("/api/guests", json={})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert (await http.get("/api/guests/me")).json()["name"] == answer.json()["name"]


PAGE = 0
"""Of the browser app: 200 or 404, or 503 where it is not built."""
ANSWERS: list[tuple[str, str, int]] = [
    ("GET", "/", PAGE),
    ("GET", "/settings", PAGE),
    ("GET", "/nowhere", PAGE),
    ("GET", "/assets/nothing.js", 404),
    ("GET", "/docs", 200),
    ("GET", "/docs/style.css", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/games", 200),
    ("GET", "/api/rooms", 200),
    ("GET", "/api/rooms?limit=0", 422),
    ("GET", "/api/rooms/23456789bcdfg", 404),
    ("GET", "/api/guests/me", 401),
    ("GET", "/api/nowhere", 404),
    ("DELETE", "/api/rooms", 405),
    ("POST", "/api/rooms", 401),
    ("POST", "/api/guests", 422),
    ("GET", "/health", 200),
    ("GET", "/metrics", 200),
    ("GET", "/ws", 404),
]


@pytest.mark.asyncio
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
async def test_every_answer_carries_the_headers(server: Served, accept: str) -> None:
    async with asking(server) as http:
        for method, path, status in ANSWERS:
            answer = await http.request(method, path, headers={"Accept": accept})
            assert status in (answer.status_code, PAGE), path
            for name, value in HEADERS.items():
                assert answer.headers[name] == value, path
            assert "server" not in answer.headers
            if path.startswith("/api/"):
                assert answer.headers["cache-control"] == "no-store"
        large = await http.post("/api/guests", content=b"x" * 100_000)
        assert (large.status_code, large.headers["x-frame-options"]) == (413, "DENY")


@pytest.mark.asyncio
async def test_the_log_tells_no_secrets(server: Served) -> None:
    """A whole game with chat at the level that tells most, and an attempt with a wrong token."""
    remark = "the cat sat on the mat"
    async with asyncio.timeout(PATIENCE), Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room("otrio", options={"players": 2}, seat=0, ready=True, private=True)
        other = await bob.sit(ticket.room)
        async with ann.join(ticket) as first, bob.join(other) as second:
            await second.ready()
            await first.chat(remark)
            while first.state.status != "over":
                for player in (first, second):
                    if player.state.moves:
                        await player.move(player.state.moves[0][0])
                    await asyncio.sleep(0)
        async with wire(server, cookie=str(ann.token), bearer="wrong-bearer-token") as line:
            assert line.status == 401
        async with wire(server, cookie=str(ann.token)) as line:
            line.say({"t": "hello", "room": ticket.room, "token": "wrong-seat-token"})
            await line.told("welcome")
        await ann.replay(ticket.room)
    log = server.log
    secrets_of_the_game = [ann.token, bob.token, ticket.token, other.token, "wrong-bearer-token", "wrong-seat-token"]
    for secret in [*secrets_of_the_game, remark, ticket.room, COOKIE, "Traceback"]:
        assert str(secret) not in log


# Everything at once ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.asyncio
async def test_attacks_within_all_limits_hinder_nobody_and_the_server_ends_in_good_order() -> None:
    """Those of `python -m tools.load --only attack`, which measures how long the honest wait meanwhile."""
    load = Load(attacked_plies=300, attacked_rooms=2)
    async with asyncio.timeout(PATIENCE), besieged(load, mortal=True) as (here, target):
        players = await here.crowd.seat(load.wish(), 2, Leisurely(0.05))
        await here.crowd.all_playing(players)
        async with attacked(target) as attacks:
            answered = [(attacks["one old id"].done, "ack"), (attacks["syncs of a long game"].done, "snapshot")]
            while (
                len(here.tally.acks) < 40
                or not all(attack.asked for attack in attacks.values())
                or not all(heard[kind] for heard, kind in answered)
            ):
                await asyncio.sleep(0.05)
            assert not here.tally.errors
            here.tally.ended = True
            await here.server.stop()
        assert here.server.process.returncode == 0


# Fuzzing -------------------------------------------------------------------------------------------------------------

NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 2, 15, 16, 64, 255, 2**31, 2**53, 2**63, 2**64, 10**30, -(2**63), 0.5, 1e308, -0.0,
    "", " ", "0", "-1", "d3", "pass", "up", "a", "\x00", "\u202e", "\ud83d", "é" * 40, "x" * 200, "<script>", "{}",
    "random", "greedy:noise=1", "minimax:depth=1", "minimax:depth=-1", "random:seed=", ":", "=,:", "draw", "rematch",
    [], {}, [0], [[]], {"t": "move"}, [255] * 60, [256], ["left"],
]  # fmt: skip
TOLD_BY_GAMES = ["d3", "c4", "f5", "up", "left", "1", "3R", "big 0", "0>1", "R", "roll", "1-2", "a1b2"]


@dataclass
class Known:
    """What a client has heard last; the fuzzer's valid messages are made from it."""

    seq: int = 0
    moves: list[list[Any]] = field(default_factory=list)
    pongs: asyncio.Event = field(default_factory=asyncio.Event)
    presence: asyncio.Event = field(default_factory=asyncio.Event)


class Fuzzer:
    """Valid conversations with some of their parts changed, and noise. The same seed says the same."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.number = 0

    def message(self, known: Known) -> dict[str, Any]:
        """One that could be meant well; moves most of the time, and rarely what ends a game."""
        luck, kind = self.luck, self.luck.random()
        self.number += 1
        if kind < 0.35:
            return self._move(known)
        if kind < 0.97:
            return luck.choice(
                [
                    {"t": "sync", "last_seq": max(0, known.seq - luck.randrange(0, 300))},
                    {"t": "chat", "id": f"c{self.number}", "text": luck.choice(["hi", "ねえ", "x" * 150])},
                    {"t": "ping", "at": luck.random()},
                    {"t": "ready", "yes": luck.random() < 0.9},
                    {"t": "bot", "seat": luck.randrange(5), "spec": luck.choice(["random", None])},
                    {"t": "sit", "seat": luck.choice([None, 0, 1, 2, 3])},
                    {"t": "fill"},
                    {"t": "offer", "kind": luck.choice(["draw", "takeback", "rematch"])},
                    {"t": "answer", "kind": luck.choice(["draw", "takeback", "rematch"]), "yes": luck.random() < 0.7},
                    {"t": "inputs", "tick": luck.randrange(400), "held": luck.choices(range(32), k=6)},
                ]
            )
        return luck.choice([{"t": "resign"}, {"t": "leave"}])

    def _move(self, known: Known) -> dict[str, Any]:
        luck, move = self.luck, {"t": "move", "id": f"m{self.number}", "base": known.seq}
        if known.moves and luck.random() < 0.8:
            action, text = luck.choice(known.moves)
            return move | ({"action": action} if luck.random() < 0.7 else {"text": text})
        if luck.random() < 0.5:
            return move | {"action": luck.randrange(300)}
        return move | {"text": luck.choice(TOLD_BY_GAMES) + luck.choice(["", " ", "+", luck.choice(TOLD_BY_GAMES)])}

    def frame(self, message: dict[str, Any]) -> bytes:
        """The message as it is, more often than not, or else the connection would soon be over; or something near."""
        change = self.luck.random()
        if change < 0.88:
            return json.dumps(message).encode()
        if change < 0.97:
            return self._with_another_value(message)
        if change < 0.985:
            return self._with_other_fields(message)
        return self._with_other_bytes(json.dumps(message).encode())

    def _with_another_value(self, message: dict[str, Any]) -> bytes:
        """Often one of the same type, which is a message still."""
        name = self.luck.choice([name for name in message if name != "t"] or ["t"])
        value = message[name]
        alike = [nasty for nasty in NASTY if type(nasty) is type(value)]
        choices = alike if alike and self.luck.random() < 0.95 else NASTY
        return json.dumps({**message, name: self.luck.choice(choices)}).encode()

    def _with_other_fields(self, message: dict[str, Any]) -> bytes:
        changed = dict(message)
        if self.luck.random() < 0.5 and len(changed) > 1:
            del changed[self.luck.choice(list(changed))]
        else:
            changed[self.luck.choice(["seat", "token", "admin", "t", "id", ""])] = self.luck.choice(NASTY)
        return json.dumps(changed).encode()

    def _with_other_bytes(self, frame: bytes) -> bytes:
        luck, at = self.luck, self.luck.randrange(len(frame))
        return luck.choice(
            [
                frame[:at],
                frame[at:],
                frame[:at] + luck.randbytes(luck.randrange(1, 9)) + frame[at:],
                frame.replace(b":", b":[" * luck.randrange(1, 600), 1),
                frame + frame,
                luck.randbytes(luck.randrange(64)),
                frame[: at + 1] * luck.randrange(1, 40),
            ]
        )[:9000]


BURST = 8
ROOMS = [("puyo", {"timed": True}), *GAMES]
REPLIES = {"Welcome", "Snapshot", "Events", "Ack", "Reject", "Pong", "Presence", "Tick"}


@dataclass
class Fuzzing:
    """What the frames have caused so far. The fuzzers stop after `frames` frames and once every reply was heard."""

    frames: int = 0
    sent: int = 0
    closed: Counter[int] = field(default_factory=Counter)
    heard: Counter[str] = field(default_factory=Counter)
    deadline: float | None = None

    def missing(self) -> set[str]:
        return REPLIES - set(self.heard) | ({"BAD_MESSAGE"} if Closing.BAD_MESSAGE not in self.closed else set())

    def is_over(self) -> bool:
        """Whether to stop; replies that are missing after the last frame have a minute to come."""
        if self.sent < self.frames:
            return False
        self.deadline = self.deadline or time.monotonic() + PATIENCE
        return not self.missing() or time.monotonic() > self.deadline


async def fuzz_a_connection(server: Served, fuzzer: Fuzzer, guest: str, card: dict[str, Any], found: Fuzzing) -> None:
    """Send frames until the server closes the connection, or for a while.

    Some connections wait first until the server sends what it sends unasked: presence comes 0.25 s after a hello, and
    on a quick machine most connections are closed for a bad message by then.
    """
    luck, known = fuzzer.luck, Known()
    async with wire(server, bearer=guest) as line:
        assert line.status == 101
        hello: dict[str, Any] = {"t": "hello", "room": card["room"], "token": card["token"]}
        line.send(json.dumps(hello).encode() if luck.random() < 0.95 else fuzzer.frame(hello))
        listening = asyncio.create_task(listen(line, known, found))
        if luck.random() < 0.25:
            await either(known.presence.wait(), listening)
        for _ in range(luck.randrange(5, 60)):
            for _ in range(BURST):
                payload = fuzzer.frame(fuzzer.message(known))
                opcode = TEXT if luck.random() < 0.99 else luck.choice([0, BINARY, 3, PING, 10, 15])
                line.send(payload, opcode if is_text(payload) else BINARY, last=luck.random() < 0.998)
            found.sent += BURST
            if not await answered(line, known, listening):
                break
        if not listening.done():
            line.send(struct.pack("!H", 1000), CLOSE)
        found.closed[await asyncio.wait_for(listening, PATIENCE)] += 1


def is_text(payload: bytes) -> bool:
    """Other bytes go into binary frames: broken text is dealt with one level lower, see test_listen."""
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


async def answered(line: Wire, known: Known, listening: asyncio.Task[int]) -> bool:
    """Whether the server has taken what was sent and wants more."""
    known.pongs.clear()
    line.say({"t": "ping"})
    await either(known.pongs.wait(), listening)
    return not listening.done()


async def either(awaited: Coroutine[Any, Any, object], listening: asyncio.Task[int]) -> None:
    """Wait for a reply, or for the end of the connection."""
    reply = asyncio.create_task(awaited)
    await asyncio.wait([reply, listening], return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    reply.cancel()


async def listen(line: Wire, known: Known, found: Fuzzing) -> int:
    """To everything; what is said must be what the protocol knows."""
    while True:
        opcode, payload = await line.frame()
        if opcode == CLOSE:
            return int(struct.unpack("!H", payload[:2])[0])
        if opcode != TEXT:
            continue
        told = msgspec.json.decode(payload, type=say.Reply)
        found.heard[type(told).__name__] += 1
        if isinstance(told, say.Pong):
            known.pongs.set()
        elif isinstance(told, say.Presence):
            known.presence.set()
        elif isinstance(told, say.Snapshot | say.Events):
            known.seq = told.seq if isinstance(told, say.Snapshot) else told.seq + len(told.list) - 1
            known.moves = msgspec.json.decode(told.state)["moves"]


async def fuzz(server: Served, seed: int, found: Fuzzing) -> None:
    """One attacker: a room after the other, in each some connections one after the other."""
    fuzzer, guest = Fuzzer(seed), await introduced(server, f"Fuzz {seed}")
    for game, options in itertools.cycle(ROOMS[seed % len(ROOMS) :] + ROOMS[: seed % len(ROOMS)]):
        timed = "timed" in options
        rules = {} if timed else options
        seats = len(find_game(game).seats(find_game(game).options.read(rules)))
        bots = {} if fuzzer.luck.random() < 0.3 else dict.fromkeys(range(1, seats), "random")
        card = await a_room(server, guest, game=game, options=rules, timed=timed, seat=0, ready=True, bots=bots)
        for _ in range(6):
            if found.is_over():
                return
            await fuzz_a_connection(server, fuzzer, guest, card, found)


async def check_unharmed(server: Served) -> None:
    assert "Traceback" not in server.log
    for where in ("room", "socket"):
        assert await counted(server, f'asobiba_failures_total{{where="{where}"}}') == 0
    assert await counted(server, 'asobiba_closed_total{code="1011"}') == 0
    async with asking(server) as http:
        assert (await http.get("/health")).json()["ok"] is True
    async with asyncio.timeout(PATIENCE), Client(server.url, "Ann", messages_per_20s=2000) as ann:
        ticket = await ann.create_room("otrio", options={"players": 2}, seat=0, ready=True, bots={1: "random"})
        async with ann.join(ticket) as room:
            async for turn in room.turns():
                await room.move(turn.moves[0].action)


async def fuzz_the_server(server: Served, frames: int) -> Fuzzing:
    found = Fuzzing(frames)
    await asyncio.gather(*(fuzz(server, seed, found) for seed in range(6)))
    await check_unharmed(server)
    assert 1011 not in found.closed
    return found


@pytest.mark.asyncio
async def test_frames_of_all_kinds(server: Served) -> None:
    found = await fuzz_the_server(server, FRAMES)
    assert found.sent >= FRAMES
    assert not found.missing()


@pytest.mark.slow
@pytest.mark.asyncio
async def test_frames_of_all_kinds_without_end(server: Served) -> None:
    found = await fuzz_the_server(server, MANY_FRAMES)
    assert found.sent >= MANY_FRAMES


class Deaf(KeptLine):
    """Keeps only what the fuzzer needs."""

    def __init__(self, guest: str, known: Known, found: Fuzzing) -> None:
        super().__init__(guest)
        self.known, self.found = known, found

    def send(self, frame: bytes) -> None:
        self.found.heard[frame[6 : frame.index(b'"', 6)].decode()] += 1

    def close(self, code: int, reason: str) -> None:
        self.found.closed[code] += 1


async def fuzz_a_room(hub: Hub, room: Room, fuzzer: Fuzzer, frames: int, found: Fuzzing) -> None:
    known = Known()
    lines = [Deaf(f"guest{number}", known, found) for number in range(len(room.table.seats) + 1)]
    for line in lines:
        await room.join(line, say.Hello(room.id))
        await room.take(line, say.Sit())
        await room.take(line, say.Ready())
    for _ in range(frames):
        found.sent += 1
        if known.seq != room.table.seq:
            seat = room.here.places[lines[0].id].seat
            known.seq = room.table.seq
            known.moves = [] if seat is None else [[action, str(action)] for action in room.table.legal(seat)]
        frame = fuzzer.frame(fuzzer.message(known))
        try:
            message = say.read_message(frame)
        except (say.BadMessage, RecursionError, UnicodeError):
            found.heard["not read"] += 1
            continue
        if not isinstance(message, say.Ping):
            await room.take(fuzzer.luck.choices(lines, [6, *[1] * (len(lines) - 1)])[0], message)
    for line in lines:
        await room.part(line)
    await until(lambda: not room.bots.thinking, PATIENCE)
    rows = await hub.store.rows(room.id)
    assert [row.seq for row in rows] == list(range(1, room.table.seq + 1))


async def fuzz_rooms(hub: Hub, seed: int, frames: int, found: Fuzzing) -> None:
    fuzzer = Fuzzer(seed)
    for game, options in GAMES[seed % len(GAMES) :] + GAMES[: seed % len(GAMES)]:
        made = await hub.create(Guest("guest0", "Guest"), NewRoom(game, options))
        await fuzz_a_room(hub, await hub.open(made.room), fuzzer, frames // len(GAMES) + 1, found)


@pytest.mark.asyncio
async def test_frames_straight_into_rooms() -> None:
    found, rooms = Fuzzing(), 14
    failures = metrics.failures.labels("room")._value.get()
    # In memory: thousands of moves are stored, and a slow disk is not what is tested.
    with TemporaryDirectory(dir=_memory()) as folder:
        async with a_hub(Path(folder)) as hub:
            await asyncio.gather(*(fuzz_rooms(hub, seed, DIRECT_FRAMES // rooms, found) for seed in range(rooms)))
            assert metrics.failures.labels("room")._value.get() == failures
    assert found.sent >= DIRECT_FRAMES
    assert found.heard["ack"] > DIRECT_FRAMES / 100
