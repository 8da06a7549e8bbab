"""Text from outside can be stored: whatever is sent, in whatever field, to either database."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.types import Message

from asobiba.online.http.app import make_app
from asobiba.online.protocol.events import Said, Sat, public, read_event
from asobiba.online.protocol.messages import PROTOCOL
from asobiba.online.protocol.text import check_json, is_storable
from tests.amounts import amount
from tests.online.lines import quick_settings
from tests.online.servers import PostgreSQL
from tools.load.http_fuzz import Requests, described_games
from tools.load.schema_samples import Samples

EXAMPLES = amount("ASOBIBA_TEXTS", 10, long=2000)
SAID, ASKED = 6, 4
"""Conversations and requests of one example."""


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        (r'{"a":"b"}', True),
        (r'{"a":"\u0000"}', False),
        (r'{"\u0000":1}', False),
        (r'{"a":[{"b":"x\u0000"}]}', False),
        (r'{"a":"\\u0000"}', True),
        (r'{"a":"\\\u0000"}', False),
        (r'{"a":"\\\\u0000"}', True),
        (r'{"a":"\u00001"}', False),
        (r'{"a":"\u0001"}', True),
    ],
)
@pytest.mark.parametrize("kind", [str, bytes])
def test_json_with_a_nul_anywhere_is_not_taken(text: str, taken: bool, kind: type) -> None:
    written = text if kind is str else text.encode()
    assert taken == ("\0" not in str(json.loads(text)) and "\\x00" not in repr(json.loads(text)).replace("\\\\", ""))
    try:
        check_json(written)
    except msgspec.DecodeError:
        assert not taken
    else:
        assert taken


@pytest.mark.parametrize(
    ("quoted", "storable"),
    [
        (b"/room/abc", True),
        (b"/room/%E3%81%AD", True),
        (b"/room/%00", False),
        (b"/room/a%00b", False),
        (b"/room/%2500", True),
        (b"/room/%ED%A0%80", False),
        (b"/room/%ff", False),
        (b"a=%00", False),
        (b"%00=a", False),
        (b"/100%", True),
    ],
)
def test_paths_and_queries_are_storable_or_refused(quoted: bytes, storable: bool) -> None:
    assert is_storable(quoted) == storable


@dataclass
class Inside:
    """The whole application in this process, with a real database, and one who talks to it."""

    url: str
    folder: Path
    compared: int = 0
    """Events that were stored, and are as they were told."""
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def __post_init__(self) -> None:
        limits = {"requests_per_minute": 1_000_000, "guests_per_second": 100_000, "handshakes_per_30s": 1_000_000}
        limits |= dict.fromkeys(
            ("work_seconds_per_minute", "notes_per_guest", "notes_per_address", "moves_per_guest"), 1_000_000
        )
        self.app = make_app(quick_settings(self.folder, database=self.url, messages_per_20s=100_000, **limits))
        self.lifespan = self.app.router.lifespan_context(self.app)

    async def start(self) -> None:
        await self.lifespan.__aenter__()
        self.token = (await self.ask("POST", "/api/guests", b"{}")).json()["token"]
        games = (await self.ask("GET", "/api/games")).json()
        self.protocol = (await self.ask("GET", "/api/protocol")).json()
        self.described = (await self.ask("GET", "/api/openapi.json")).json()
        self.rooms = [await self.a_room(card["name"]) for card in games]
        self.known = {**described_games(games), "room": self.rooms}

    async def a_room(self, game: str) -> str:
        made = await self.ask("POST", "/api/rooms", json.dumps({"game": game, "seat": 0, "ready": True}).encode())
        return str(made.json()["room"])

    async def ask(self, method: str, target: str, body: bytes = b"") -> httpx.Response:
        headers = {"content-type": "application/json", "authorization": f"Bearer {getattr(self, 'token', '')}"}
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.request(method, target, content=body, headers=headers)

    async def converse(self, frames: list[bytes]) -> list[Message]:
        """All that the server sends to somebody who says this and goes."""
        coming: Iterator[Message] = iter(
            [
                {"type": "websocket.connect"},
                *({"type": "websocket.receive", "bytes": frame} for frame in frames),
                {"type": "websocket.disconnect", "code": 1000},
            ]
        )
        sent: list[Message] = []

        async def receive() -> Message:
            return next(coming)

        async def send(message: Message) -> None:
            sent.append(message)

        headers = [(b"sec-websocket-protocol", PROTOCOL.encode()), (b"authorization", f"Bearer {self.token}".encode())]
        scope = {"type": "websocket", "path": "/ws", "raw_path": b"/ws", "query_string": b"", "headers": headers}
        with suppress(StopIteration, RuntimeError):  # closed before all was said
            await self.app({**scope, "subprotocols": [PROTOCOL], "client": ("127.0.0.1", 1)}, receive, send)
        return sent

    async def stop(self) -> None:
        await self.lifespan.__aexit__(None, None, None)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def inside(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgresql_server: PostgreSQL
) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("text")
    url = f"sqlite:///{folder}/rooms.db" if request.param == "sqlite" else postgresql_server.database()
    made = Inside(url, folder)
    made.loop.run_until_complete(made.start())
    yield made
    made.loop.run_until_complete(made.stop())
    made.loop.close()


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(luck=st.randoms())
def test_whatever_is_said_no_room_is_in_doubt_and_what_is_stored_reads_back_the_same(
    inside: Inside, luck: random.Random
) -> None:
    inside.loop.run_until_complete(say_and_ask(inside, luck))


def test_much_was_stored(inside: Inside) -> None:
    """Or the test above shows little: most chats are stored, and read back as they were told."""
    luck = random.Random(5)
    for _ in range(10 * EXAMPLES):
        if inside.compared > EXAMPLES:
            return
        inside.loop.run_until_complete(converse(inside, luck))
    raise AssertionError(f"of {10 * EXAMPLES} chats only {inside.compared} were compared")


async def say_and_ask(inside: Inside, luck: random.Random) -> None:
    for _ in range(SAID):
        await converse(inside, luck)
    await ask(inside, Samples(luck, inside.described["components"]["schemas"], inside.known))


async def converse(inside: Inside, luck: random.Random) -> None:
    """A chat, which is stored if it can be, and two messages of any kind."""
    room, hub = luck.choice(inside.rooms), inside.app.state.hub
    samples = Samples(luck, inside.protocol["definitions"], inside.known)
    chat = {"t": "chat", "id": f"c{luck.getrandbits(60)}", "text": samples.text(1, 400)}
    frames = [chat, *(samples.of(inside.protocol["said"]) for _ in range(2))]
    before = len(await hub.store.rows(room))
    heard = await inside.converse(
        [json.dumps(frame).encode() for frame in ({"t": "hello", "room": room, "last_seq": before}, *frames)]
    )
    assert not hub.in_doubt
    assert all(each.get("code") != 1011 for each in heard), heard
    told = [msgspec.json.decode(each["text"]) for each in heard if each["type"] == "websocket.send"]
    assert not [each for each in told if each.get("code") in ("storage", "unstorable")]
    shown = {each["seq"] + at: event for each in told if each["t"] == "events" for at, event in enumerate(each["list"])}
    for row in await hub.store.rows(room, after=before):
        event = read_event(row.payload)
        if isinstance(event, Said | Sat) and row.seq in shown:
            assert {**public(event), **shown[row.seq]} == public(event)
            inside.compared += 1


async def ask(inside: Inside, samples: Samples) -> None:
    requests = Requests(samples, inside.described, [inside.token])
    for request in [requests.one() for _ in range(ASKED)]:
        if request.target.startswith(b"/metrics") or b"/anal" in request.target:
            continue  # takes long, and stores nothing
        with suppress(httpx.InvalidURL):
            answer = await inside.ask(request.method, request.target.decode(), request.body)
            assert answer.status_code < 500, request
            if request.method == "POST" and request.target == b"/api/rooms" and answer.status_code == 201:
                made = answer.json()["room"]
                assert (await inside.ask("GET", f"/api/rooms/{made}")).json()["id"] == made
                inside.rooms[:] = [*inside.rooms[-8:], made]
    assert not inside.app.state.hub.in_doubt
    assert (await inside.ask("GET", "/health")).status_code == 200
