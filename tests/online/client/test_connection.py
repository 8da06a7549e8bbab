"""Bad networks, killed servers, and things that no honest server says."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from asobiba.online.client import Client, Rejected, Unreachable
from asobiba.online.client.outbox import Outbox
from asobiba.online.protocol import messages as say
from tests.online.client.company import PATIENT, guest, known, play_on, table_for_two, told
from tests.online.playing import Served, served
from tests.online.proxy import Proxy


def in_flight(proxy: Proxy) -> None:
    """The move arrives, the answer does not."""
    proxy.deaf = True


def swallowed(proxy: Proxy) -> None:
    """The move does not arrive."""
    proxy.hole = True


def away(proxy: Proxy) -> None:
    """There is no connection when the move is made."""
    proxy.cut()
    proxy.refusing = True


@pytest.mark.asyncio
@pytest.mark.parametrize("trouble", [in_flight, swallowed, away])
async def test_a_move_is_played_once_whenever_the_connection_is_lost(server: Served, trouble: Any) -> None:
    async with asyncio.timeout(PATIENT), Proxy(server.port) as proxy, guest(proxy.url) as client:
        ticket = await client.create_room("othello", seat=0, ready=True, bots={1: "greedy"})
        async with client.join(ticket) as room, client.join(ticket.room) as watching:
            generator = random.Random(3)
            acked: list[tuple[int, int]] = []
            async for turn in room.turns():
                choice = generator.choice(turn.moves)
                if len(acked) % 10 == 4:
                    trouble(proxy)
                    moving = asyncio.create_task(room.move(choice.action))
                    await asyncio.sleep(0.1)
                    proxy.cut()
                    proxy.hole = proxy.deaf = proxy.refusing = False
                    seq = await moving
                else:
                    seq = await room.move(choice.action)
                assert seq is not None
                acked.append((seq, choice.action))
            await watching.until(lambda state: state.status == "over")
            assert watching.history == room.history
            assert (watching.seq, watching.state.view) == (room.seq, room.state.view)
        record = await client.record(ticket.room)

    assert room.connections >= 4
    assert [action for _, action in acked] == [action for _, action in told(record, seat=0)]


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_a_silent_connection_is_replaced(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes vanish and nothing is closed: only asking finds out."""
    answers, remind, hear = 0, Outbox.remind, Outbox.caught_up

    async def reminding(outbox: Outbox, line: ClientConnection) -> None:
        client.silence = PATIENT  # the answer may take as long as it takes
        await remind(outbox, line)

    def caught_up(outbox: Outbox, first: int | None) -> None:
        nonlocal answers
        answers += 1
        client.silence = 0.2
        hear(outbox, first)

    async with asyncio.timeout(PATIENT), Proxy(server.port) as proxy, guest(proxy.url, silence=0.2) as client:
        ticket = await client.create_room("twenty48", seat=0, ready=True)
        async with client.join(ticket) as room:
            with monkeypatch.context() as patch:
                patch.setattr(Outbox, "remind", reminding)
                patch.setattr(Outbox, "caught_up", caught_up)
                while answers < 3:
                    await asyncio.sleep(0.05)
            assert room.connections == 1  # a quiet one that answers is kept
            client.silence = 0.2
            proxy.hole, before = True, proxy.accepted
            moving = asyncio.create_task(room.move(room.state.moves[0][0]))
            while proxy.accepted == before:
                await asyncio.sleep(0.05)
            proxy.hole = False
            proxy.cut()
            assert await moving == room.seq - 1  # luck follows the move
            assert room.connections >= 2


@pytest.mark.asyncio
async def test_a_slow_line_that_delivers_single_bytes(server: Served) -> None:
    async with asyncio.timeout(PATIENT), Proxy(server.port) as proxy, guest(proxy.url) as client:
        proxy.delay, proxy.slices = 0.003, True
        ticket = await client.create_room("otrio", options={"players": 2}, seat=0, ready=True, bots={1: "random"})
        async with client.join(ticket) as room:
            played = await play_on(room, random.Random(1))

    assert room.connections == 1
    assert len(played) == len([ply for ply in room.history if ply.seat == 0 and ply.text != "pass"])


@pytest.mark.asyncio
async def test_a_client_without_patience_gives_up(server: Served) -> None:
    async with (
        asyncio.timeout(PATIENT),
        Proxy(server.port) as proxy,
        guest(proxy.url) as client,
        client.join(await client.create_room("othello", seat=0)) as room,
    ):
        client.patience = room._outbox._patience = 0.3
        proxy.refusing = True
        proxy.cut()
        with pytest.raises(Unreachable, match=r"has not answered for 0\.3 s"):
            await room.until(lambda state: state.status == "over")
        with pytest.raises(Unreachable):
            await room.ready()


@pytest.mark.thorough
@pytest.mark.asyncio
@pytest.mark.parametrize("how", [pytest.param("kill", marks=pytest.mark.slow), "stop"])
async def test_a_game_outlives_its_server(server: Served, how: str) -> None:
    async with table_for_two(server.url) as (black, white):
        gone = asyncio.Event()
        playing = [asyncio.create_task(play_on(room, random.Random(room.seat), gone)) for room in (black, white)]
        async for event in black.events():
            if event.kind == "moved" and len(black.history) > 15:
                break
        await asyncio.to_thread(getattr(server, how))
        gone.set()
        await asyncio.to_thread(server.start)
        played = await asyncio.gather(*playing)
        await white.until(lambda state: state.status == "over")
        record = await black.client.record(black.id)

    assert (black.connections, white.connections) == (2, 2)
    assert known(black.history) == known(white.history) == told(record)
    for seat, moves in enumerate(played):
        assert [action for _, action in moves] == [action for _, action in told(record, seat=seat)]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_client_keeps_to_the_pace_of_the_server(tmp_path: Path) -> None:
    """With the limits that a server has by default, more moves than it takes at once."""
    with served(tmp_path, messages_per_20s=100) as server:
        async with asyncio.timeout(4 * PATIENT), Client(server.url) as client:
            ticket = await client.create_room("twenty48", seat=0, ready=True)
            async with client.join(ticket) as room:
                for _ in range(180):
                    if room.state.status == "over":
                        break
                    await room.move(room.state.moves[0][0])
                assert len(room.history) > 220
                assert room.connections == 1


# Things that no honest server does -----------------------------------------------------------------------------------

STATE: dict[str, Any] = {
    "status": "open",
    "phase": "WAITING",
    "round": 0,
    "seats": [],
    "due": [],
    "passing": [],
    "plies": 0,
    "moves": [],
    "offers": [],
    "committed": [],
    "commitment": "",
    "places": [],
    "result": None,
    "view": None,
}
WELCOME = {
    "t": "welcome",
    "you": {"name": "Ann", "seat": None, "host": False},
    "room": {"id": "r", "game": "othello", "rules": 1, "options": {}, "settings": {}, "seats": ["black", "white"]},
    "server_ms": 0,
}
SNAPSHOT = {"t": "snapshot", "seq": 3, "state": STATE, "history": []}


def events(first: int, *texts: str) -> dict[str, Any]:
    """Chat, one event for each text."""
    said = [{"kind": "said", "seat": None, "name": "Bob", "text": text} for text in texts]
    return {"t": "events", "seq": first, "list": said, "state": STATE}


@asynccontextmanager
async def scripted(*lines: Sequence[Any]) -> AsyncIterator[tuple[Client, list[Any]]]:
    """A server that says the lines: each when the client has said something. And what the client said."""
    heard: list[Any] = []

    async def talk(line: ServerConnection) -> None:
        for words in lines:
            heard.append(msgspec.json.decode(await line.recv()))
            for word in words:
                await line.send(word if isinstance(word, str) else msgspec.json.encode(word).decode())
        await line.wait_closed()

    async with serve(talk, "127.0.0.1", 0, subprotocols=[Subprotocol(say.PROTOCOL)]) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Client(f"http://127.0.0.1:{port}", token="guest", patience=0.0), heard


@pytest.mark.asyncio
async def test_missing_events_are_asked_for_and_known_ones_dropped() -> None:
    script = (
        [WELCOME, SNAPSHOT, events(6, "six"), events(7, "seven")],
        [events(4, "four", "five", "six", "seven"), events(6, "six"), events(5, "five", "six", "seven", "eight")],
    )
    async with asyncio.timeout(PATIENT), scripted(*script) as (client, heard), client.join("r") as room:
        while room.seq < 8:
            await room._told.change()

    assert heard == [{"t": "hello", "room": "r"}, {"t": "sync", "last_seq": 3}]
    assert [(said.seq, said.fields["text"]) for said in room._told.log] == [
        (4, "four"),
        (5, "five"),
        (6, "six"),
        (7, "seven"),
        (8, "eight"),
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize("known", [0, 1, 3])
async def test_news_are_not_taken_for_the_answer_to_a_command(known: int) -> None:
    """Somebody speaks while a command is refused: the refusal comes behind the news."""
    before = {**SNAPSHOT, "seq": known}
    no = {"t": "reject", "code": "not_seated", "message": "you are watching"}
    answer = before | {"seq": 1} if known == 0 else events(known, "old", "new")
    script = ([WELCOME, before], [events(known + 1, "new"), no], [answer])
    async with asyncio.timeout(PATIENT), scripted(*script) as (client, heard), client.join("r") as room:
        with pytest.raises(Rejected, match="not_seated"):
            await room.ready()

    assert heard[2]["last_seq"] == (2**53 if known == 0 else known - 1)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "nonsense",
    ["", "{", "[]", '{"t":"jump"}', '{"t":"events","seq":4}', '{"t":"events","seq":4,"list":[1],"state":{}}'],
)
async def test_what_is_not_understood_ends_the_connection(nonsense: str) -> None:
    async with asyncio.timeout(PATIENT), scripted([WELCOME, SNAPSHOT, nonsense]) as (client, _):
        with pytest.raises(Unreachable, match="does not understand"):
            async with client.join("r") as room:
                await room.until(lambda state: state.status == "over")


@pytest.mark.asyncio
@pytest.mark.parametrize(("status", "reason"), [(400, "no_protocol"), (401, "no_guest"), (403, "forbidden")])
async def test_a_refused_handshake_says_why_and_is_not_tried_again(status: int, reason: str) -> None:
    tried = 0

    def refuse(connection: ServerConnection, request: Request) -> Response:
        nonlocal tried
        tried += 1
        return connection.respond(HTTPStatus(status), json.dumps({"code": reason, "message": "no", "params": {}}))

    async with (
        asyncio.timeout(PATIENT),
        serve(lambda line: line.close(), "127.0.0.1", 0, process_request=refuse) as server,
    ):
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(Rejected, match=f"{reason}: no"):
            async with Client(f"http://127.0.0.1:{port}", token="guest", patience=60).join("r"):
                pass
    assert tried == 1
