"""The client against a real server: whole games, lost connections, killed servers, refusals."""

import asyncio
import hashlib
import logging
import random
import re
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar, Self, get_args

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from asobiba.core.contract import CHANCE
from asobiba.core.errors import ConfigError
from asobiba.core.luck import Luck
from asobiba.core.records import Record
from asobiba.core.registry import game as find_game
from asobiba.games.puyo import notation as puyo_notation
from asobiba.online.client import (
    REFUSED,
    Client,
    Joined,
    Ply,
    Rejected,
    Unreachable,
    play_agent,
)
from asobiba.online.client.agent import Board
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.views import StateView
from asobiba.online.settings import describe_settings
from tests.online.playing import LOOSE, Served, served
from tests.online.proxy import Proxy

PATIENT = 30.0
"""Seconds after which a test that waits has failed."""

SOLO: list[tuple[str, dict[str, Any]]] = [("twenty48", {"rows": 3, "columns": 3}), ("puyo", {"mode": "single"})]
TOGETHER: list[tuple[str, dict[str, Any]]] = [
    ("othello", {}),
    ("puyo", {}),
    ("otrio", {"players": 2}),
    ("otrio", {"players": 4}),
    ("coppit", {"max_players": 2, "max_turns": 60}),
    ("coppit", {"max_turns": 60}),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running
    TOKENS.clear()


def guest(url: str, name: str = "Ann", **wishes: Any) -> Client:
    settings = {"messages_per_20s": int(str(LOOSE["messages_per_20s"])), "patience": PATIENT, **wishes}
    return Known(url, name, token=TOKENS.get(name), **settings)


TOKENS: dict[str, str] = {}
"""One address may introduce only so many guests, so that the tests share theirs."""


class Known(Client):
    async def __aenter__(self) -> Self:
        if self.token is None:
            await super().__aenter__()
        TOKENS[str(self.name)] = str(self.token)
        return self


@asynccontextmanager
async def table_for_two(url: str, game: str = "othello", **wishes: Any) -> AsyncIterator[tuple[Joined, Joined]]:
    """Two people in a game that has begun."""
    async with asyncio.timeout(PATIENT), guest(url, "Ann") as ann, guest(url, "Bob") as bob:
        ticket = await ann.create_room(game, seat=0, ready=True, **wishes)
        async with ann.join(ticket) as first, bob.join(await bob.sit(ticket.room)) as second:
            await second.ready()
            await first.until(lambda state: state.status == "playing")
            yield first, second


async def play_on(room: Joined, generator: random.Random) -> list[tuple[int, int]]:
    """Random moves to the end: (number of the event, action) of each."""
    played = []
    async for turn in room.turns():
        choice = generator.choice(turn.moves)
        seq = await room.move(choice.action)
        assert seq is not None
        played.append((seq, choice.action))
    return played


def told(record: Record, seat: int | None = None) -> list[tuple[int, int]]:
    return [(ply.seat, ply.action) for ply in record.plies if seat in (None, ply.seat)]


def known(history: list[Ply]) -> list[tuple[int, int]]:
    return [(ply.seat, ply.action) for ply in history]


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "options"), SOLO + TOGETHER, ids=str)
async def test_a_whole_game_against_bots(server: Served, game: str, options: dict[str, Any]) -> None:
    others = range(1, len(find_game(game).rules.seats(find_game(game).options.read(options))))
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        bots = dict.fromkeys(others, "random")
        ticket = await client.create_room(game, options=options, seat=0, ready=True, bots=bots)
        async with client.join(ticket) as room:
            played = await play_on(room, random.Random(7))
            record, result = await client.record(ticket.room), room.state.result
            history, commitment = room.history, room.state.commitment
        async with client.join(ticket.room) as watching:
            assert known(watching.history) == told(record)

    assert result is not None
    assert (result.reason, tuple(result.returns)) == ("rules", record.returns)
    assert [action for _, action in played] == [action for _, action in told(record, seat=0)]
    assert len({seq for seq, _ in played}) == len(played)
    assert all(seen in (real, (CHANCE, -1)) for seen, real in zip(known(history), told(record), strict=True))
    assert hashlib.sha256(f"{result.nonce}:{result.seed}".encode()).hexdigest() == commitment
    assert drawn(record, int(result.seed)) == told(record, seat=CHANCE)


def drawn(record: Record, seed: int) -> list[tuple[int, int]]:
    """What luck must have been, if it came from this seed."""
    luck = Luck(seed)
    return [
        (CHANCE, luck.draw(state, number)) for number, state in enumerate(record.states()) if state.to_play == CHANCE
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "options"), TOGETHER, ids=str)
async def test_a_whole_game_of_clients(server: Served, game: str, options: dict[str, Any]) -> None:
    async with asyncio.timeout(PATIENT), AsyncExitStack() as stack:
        host = await stack.enter_async_context(guest(server.url, "host"))
        first = await host.create_room(game, options=options, seat=0)
        rooms = [await stack.enter_async_context(host.join(first))]
        for number in range(1, len(rooms[0].info.seats)):
            client = await stack.enter_async_context(guest(server.url, f"player {number}"))
            rooms.append(await stack.enter_async_context(client.join(first.room)))
            assert (await rooms[-1].sit()).seat == number
        for room in rooms:
            await room.ready()
        played = await asyncio.gather(*(play_on(room, random.Random(room.seat)) for room in rooms))
        record = await host.record(first.room)

    for room, moves in zip(rooms, played, strict=True):
        assert room.state.result == rooms[0].state.result
        assert room.history == rooms[0].history
        assert [action for _, action in moves] == [action for _, action in told(record, seat=room.seat)]


class Notebook:
    """An agent that plays the last legal move and remembers the positions."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, state: Any) -> int:
        self.seen.append(state)
        return int(state.legal()[-1])


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("othello", {}),
        ("twenty48", {"rows": 2, "columns": 3}),
        ("otrio", {"players": 3}),
        ("coppit", {"max_turns": 40}),
    ],
    ids=str,
)
async def test_an_agent_sees_the_position_of_the_rules(server: Served, game: str, options: dict[str, Any]) -> None:
    rules, agent = find_game(game), Notebook()
    others = range(1, len(rules.rules.seats(rules.options.read(options))))
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room(game, options=options, seat=0, bots=dict.fromkeys(others, "greedy"))
        result = await play_agent(client, ticket.room, str(ticket.token), agent)
        record = await client.record(ticket.room)

    assert result is not None
    assert agent.seen == [state for state in record.states() if state.to_play == 0]


@pytest.mark.asyncio
async def test_an_agent_by_its_spec_plays_where_the_position_is_hidden(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("puyo", seat=1, bots={0: "random"})
        result = await play_agent(client, ticket.room, str(ticket.token), "greedy")
        with pytest.raises(Rejected, match="not_seated"):
            async with client.join(ticket.room) as watching:
                await watching.move(0)

    assert result is not None


@pytest.mark.asyncio
async def test_agents_play_neither_without_a_seat_nor_on_the_clock(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("othello", seat=0)
        with pytest.raises(Rejected, match="an agent needs a seat"):
            await play_agent(client, ticket.room, "", "greedy")
        timed = await client.create_room("puyo", seat=0, timed=True)
        with pytest.raises(ConfigError, match="on the clock"):
            await play_agent(client, timed.room, str(timed.token), "greedy")


def test_a_hidden_position_is_read_from_the_view_that_gives_it() -> None:
    board = Board(say.RoomInfo("r", "puyo", find_game("puyo").version, {}, {}, ["left", "right"]))
    options = board.game.options()
    position = board.game.rules.start(options).apply(77).apply(3).apply(5)
    concealed = board.game.rules.conceal(position, 1)
    view = {"position": puyo_notation.write_position(concealed)}
    history = [Ply(CHANCE, -1, ""), Ply(0, 3, "4u"), Ply(1, 5, "6u")]

    assert board.seen_by(1, history, view) == concealed
    assert board.seen_by(1, history, {}) is None


def test_the_rules_must_be_of_the_same_version() -> None:
    with pytest.raises(ConfigError, match="rules version 0"):
        Board(say.RoomInfo("r", "othello", 0, {}, {}, ["black", "white"]))


# Bad networks --------------------------------------------------------------------------------------------------------


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


@pytest.mark.asyncio
async def test_a_silent_connection_is_replaced(server: Served) -> None:
    """Bytes vanish and nothing is closed: only asking finds out."""
    async with asyncio.timeout(PATIENT), Proxy(server.port) as proxy, guest(proxy.url, silence=0.2) as client:
        ticket = await client.create_room("twenty48", seat=0, ready=True)
        async with client.join(ticket) as room:
            await asyncio.sleep(0.7)
            assert room.connections == 1  # a quiet one that answers is kept
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
    assert len(played) == len([ply for ply in room.history if ply.seat == 0])


@pytest.mark.asyncio
async def test_a_client_without_patience_gives_up(server: Served) -> None:
    async with (
        asyncio.timeout(PATIENT),
        Proxy(server.port) as proxy,
        guest(proxy.url, patience=0.3) as client,
        client.join(await client.create_room("othello", seat=0)) as room,
    ):
        proxy.refusing = True
        proxy.cut()
        with pytest.raises(Unreachable, match=r"has not answered for 0\.3 s"):
            await room.until(lambda state: state.status == "over")
        with pytest.raises(Unreachable):
            await room.ready()


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["kill", "stop"])
async def test_a_game_outlives_its_server(server: Served, how: str) -> None:
    async with table_for_two(server.url) as (black, white):
        playing = [asyncio.create_task(play_on(room, random.Random(room.seat))) for room in (black, white)]
        async for event in black.events():
            if event.kind == "moved" and len(black.history) > 15:
                break
        await asyncio.to_thread(getattr(server, how))
        await asyncio.to_thread(server.start)
        played = await asyncio.gather(*playing)
        await white.until(lambda state: state.status == "over")
        record = await black.client.record(black.id)

    assert (black.connections, white.connections) == (2, 2)
    assert known(black.history) == known(white.history) == told(record)
    for seat, moves in enumerate(played):
        assert [action for _, action in moves] == [action for _, action in told(record, seat=seat)]


# What the server refuses ---------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_refusals_name_their_reason(server: Served) -> None:
    async with table_for_two(server.url) as (black, white), guest(server.url, "Cid") as client:
        assert await refused(client.create_room("chess")) == "config"
        assert await refused(client.create_room("othello", options={"color": 1})) == "config"
        assert await refused(client.create_room("othello", colour=1)) == "invalid"
        assert await refused(client.sit(black.id)) == "started"
        assert await refused(client.record(black.id)) == "not_over"
        assert await refused(client.join("2222222222222").__aenter__()) == "no_room"
        assert await refused(client.join(black.id, "not a token").__aenter__()) == "bad_token"
        assert await refused(white.move("c3")) == "not_your_turn"
        assert await refused(black.move("a1")) == "illegal_move"
        assert await refused(black.move("nowhere")) == "notation"
        assert await refused(black.move(2**20)) == "illegal_move"
        assert await refused(black.answer("draw", True)) == "no_offer"
        assert await refused(black.offer("rematch")) == "not_over"
        assert await refused(black.ready()) == "started"
        assert await refused(black.fill()) == "started"
        assert black.history == []
        assert await black.move("d3") == black.seq


async def refused(work: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        await work
    return refusal.value.reason


@pytest.mark.asyncio
async def test_the_newer_of_two_connections_has_the_seat(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("twenty48", seat=0, ready=True)
        async with client.join(ticket) as older, client.join(ticket) as newer:
            with pytest.raises(Rejected, match="another_tab"):
                await older.until(lambda state: state.status == "over")
            assert await newer.move(newer.state.moves[0][0]) is not None


@pytest.mark.asyncio
async def test_a_watcher_sees_everything_and_decides_nothing(server: Served) -> None:
    async with (
        table_for_two(server.url) as (black, _),
        guest(server.url, "Cid") as client,
        client.join(black.id) as watching,
    ):
        news = watching.events()
        await black.move("d3")
        assert (await anext(news)).kind == "moved"
        assert watching.history == black.history == [Ply(0, 19, "d3")]
        assert watching.state.moves == []
        assert watching.state.view == black.state.view
        for work in (watching.move("c3"), watching.resign(), watching.offer("draw"), watching.fill()):
            assert await refused(work) == "not_seated"
        assert await watching.chat("hello") == watching.seq
        assert (await anext(news)).fields["text"] == "hello"


@pytest.mark.asyncio
async def test_a_move_that_comes_too_late_is_told_what_has_happened(server: Served) -> None:
    """On the wire: the refusal, and behind it the events that the move did not know."""
    async with table_for_two(server.url) as (black, white):
        base = black.seq
        await black.move("d3")
        await white.until(lambda state: bool(state.moves))
        await white.move("c3")
        await black.until(lambda state: bool(state.moves))

        assert await refused(black._outbox.deliver(say.Move("late", base, action=26))) == "stale"
        headers = {"Authorization": f"Bearer {black.client.token}"}
        address = f"{black.client.url.replace('http', 'ws', 1)}/ws"
        async with connect(address, subprotocols=[Subprotocol(say.PROTOCOL)], additional_headers=headers) as line:
            await line.send(say.write(say.Hello(black.id, black._told.token)), text=True)
            await line.send(say.write(say.Move("late", base, action=26)), text=True)
            heard: list[Any] = []
            while not isinstance(heard[-1:] and heard[-1], say.Events):
                heard.append(msgspec.json.decode(await line.recv(), type=say.Reply))

    (reject,) = [reply for reply in heard if isinstance(reply, say.Reject)]
    missed = heard[heard.index(reject) + 1]
    assert (reject.code, reject.id) == ("stale", "late")
    assert (missed.seq, len(missed.list)) == (base + 1, 2)


# What people do besides moving ---------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_from_watching_to_playing(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
        ticket = await ann.create_room("otrio", bot_fill_seconds=None)
        assert (ticket.seat, ticket.token) == (None, None)
        async with ann.join(ticket) as host, bob.join(ticket.room) as room:
            mine = await room.sit(2)
            assert (mine.room, mine.seat, room.seat) == (ticket.room, 2, 2)
            await room.ready()
            assert [seat.kind for seat in room.state.seats] == ["free", "free", "human", "free"]
            await host.bot(0, "greedy")
            assert await refused(room.bot(1, "greedy")) == "not_host"
            assert await refused(host.bot(1, "genius")) == "config"
            await room.fill()
            assert room.state.status == "playing"
            assert room.state.seats[0].bot == "greedy"
        async with bob.join(mine) as again:
            assert again.you == say.You("Bob", 2, host=False)
            await again.leave()
            assert again.you == say.You("Bob", None, host=False)
            assert again.state.seats[2].kind == "bot"


@pytest.mark.asyncio
async def test_taking_back_and_agreeing_on_a_draw(server: Served) -> None:
    async with table_for_two(server.url) as (black, white):
        turns = black.turns()
        first = await anext(turns)
        await black.move("d3")
        await black.offer("takeback")
        offered = await white.until(lambda state: bool(state.offers))
        assert [(offer.kind, offer.seat) for offer in offered.offers] == [("takeback", 0)]
        await white.answer("takeback", True)
        second = await anext(turns)  # the same position is a new decision
        assert (second.moves, second.state.plies, black.history) == (first.moves, 0, [])
        assert second.seq > first.seq

        await white.offer("draw")
        await black.until(lambda state: bool(state.offers))
        await black.offer("draw")
        await white.until(lambda state: state.status == "over")
        assert [turn async for turn in turns] == []
        assert white.state.result is not None
        assert (white.state.result.reason, white.state.result.assisted) == ("agreed", True)


@pytest.mark.asyncio
async def test_in_the_next_game_everybody_has_moved_one_seat(server: Served) -> None:
    async with table_for_two(server.url) as (ann, bob):
        await bob.resign()
        await ann.until(lambda state: state.status == "over")
        await ann.offer("rematch")
        await bob.until(lambda state: bool(state.offers))
        await bob.answer("rematch", True)
        await ann.until(lambda state: state.round == 2)
        assert (ann.seat, bob.seat) == (1, 0)
        assert [seat.name for seat in ann.state.seats] == ["Bob", "Ann"]
        assert await refused(ann.move("d3")) == "not_your_turn"
        await bob.move("d3")
        await bob.resign()
        await ann.until(lambda state: state.status == "over")
        assert bob.state.result is not None
        assert bob.state.result.returns == [-1.0, 1.0]


@pytest.mark.asyncio
async def test_clocks_are_told(server: Served) -> None:
    async with table_for_two(server.url, clocks={"total": 60.0, "increment": 5.0}) as (black, white):
        await black.move("d3")
        await white.until(lambda state: bool(state.moves))
        clock = black.clock
        assert clock is not None
        assert clock.running == [1]
        assert all(left is not None and 50_000 < left <= 65_000 for left in clock.left)


# Things that no honest server does -----------------------------------------------------------------------------------

STATE: dict[str, Any] = {
    "status": "open",
    "phase": "WAITING",
    "round": 0,
    "seats": [],
    "due": [],
    "plies": 0,
    "moves": [],
    "offers": [],
    "committed": [],
    "commitment": "",
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
@pytest.mark.parametrize(
    "nonsense",
    ["", "{", "[]", '{"t":"jump"}', '{"t":"events","seq":4}', '{"t":"events","seq":4,"list":[1],"state":{}}'],
)
async def test_what_is_not_understood_ends_the_connection(nonsense: str) -> None:
    async with asyncio.timeout(PATIENT), scripted([WELCOME, SNAPSHOT, nonsense]) as (client, _):
        with pytest.raises(Unreachable, match="does not understand"):
            async with client.join("r") as room:
                await room.until(lambda state: state.status == "over")


class Elsewhere(BaseHTTPRequestHandler):
    """Sends everybody away, and notes who comes."""

    came: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.came.append(self.path)
        self.send_response(302)
        self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")  # type: ignore[attr-defined]
        self.end_headers()

    def log_message(self, format: str, *_: Any) -> None:  # noqa: A002
        pass


@pytest.mark.asyncio
async def test_tokens_do_not_follow_a_redirect() -> None:
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            client = Client(f"http://127.0.0.1:{server.server_port}", token="guest", patience=0.0)
            with pytest.raises(Unreachable, match="status 302"):
                await client.games()
            with pytest.raises(Unreachable):
                await client.join("room", "seat").__aenter__()
        finally:
            server.shutdown()
            thread.join()
    assert Elsewhere.came == ["/api/games", "/ws"]


@pytest.mark.asyncio
async def test_tokens_are_in_no_log_and_no_representation(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("twenty48", seat=0, ready=True)
        async with client.join(ticket) as room:
            await room.move(room.state.moves[0][0])
            with pytest.raises(Rejected) as refusal:
                await room.move("nowhere")
            shown = f"{client!r} {room!r} {ticket!r} {refusal.value!r} {caplog.text} {server.log}"

    assert room.id in shown
    assert not [secret for secret in (client.token, ticket.token) if str(secret) in shown]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://a.example", "http://", "127.0.0.1:8000", "http://a:b@c"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(ConfigError, match="write http://host:port"):
        Client(url)


@pytest.mark.asyncio
async def test_nobody_at_the_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(Unreachable, match="does not answer"):
            await Client(f"http://127.0.0.1:{free.getsockname()[1]}").__aenter__()


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


# What docs/online.md says ---------------------------------------------------------------------------------------------

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "online.md", DOCS / "online.ja.md"]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rows(page: Path, first: str) -> list[list[str]]:
    """The rows of the tables in which some cell of the first column matches, cell by cell."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if re.match(rf"\| {first}", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def words(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_is_in_the_table(page: Path) -> None:
    table = {words(row[0])[0]: row for row in rows(page, "`") if len(row) == 4}
    described = describe_settings()

    assert list(table) == [name for name, *_ in described]
    for name, default, allowed, meaning in described:
        assert table[name][1] == ("–" if default in ("", "None") else default)
        if page == PAGES[0]:
            assert table[name][2:] == [allowed, meaning]


@pytest.mark.asyncio
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
async def test_every_request_is_in_the_table(server: Served, page: Path) -> None:
    api = await Client(server.url)._read(dict[str, Any], "GET", "/api/openapi.json")
    served_paths = {
        f"{method.upper()} {re.sub('{.*?}', '{}', path)}" for path, found in api["paths"].items() for method in found
    }
    table = [row[0] for row in rows(page, "`(?:GET|POST) ")]

    assert {re.sub("{.*?}", "{}", str(cell.split("`")[1])) for cell in table} == served_paths


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_message_is_in_the_tables_with_its_fields(page: Path) -> None:
    messages = {
        kind.__struct_config__.tag: set(kind.__struct_fields__)
        for union in (say.Hello | say.Message, say.Reply)
        for kind in get_args(union)
    }
    table = {
        name: set(words(row[1]))
        for row in rows(page, "`[a-z_]+`(?:[,、]|` )") + rows(page, "`")
        for name in words(row[0])
    }

    assert messages.keys() <= table.keys()
    for name, fields in messages.items():
        assert fields <= table[name], name
        assert table[name] <= fields | messages["answer"], name
    closings = {int(row[0]): row[2] in ("yes", "はい") for row in rows(page, r"4\d\d\d ")}
    assert {code for code, again in closings.items() if not again} == set(REFUSED)
    assert closings.keys() == {int(closing) for closing in say.Closing}


def test_the_conversation_is_one_of_this_protocol() -> None:
    lines = [
        line
        for kind, text in BLOCK.findall(PAGES[0].read_text(encoding="utf-8"))
        if not kind
        for line in text.splitlines()
    ]
    for arrow, frame in (line.replace("{…}", "{}").split(" ", 1) for line in lines):
        read: Any = say.read_hello if '"hello"' in frame else say.read_message
        reply = read(frame) if arrow == "->" else msgspec.json.decode(frame, type=say.Reply)
        if isinstance(reply, say.Snapshot):
            assert msgspec.json.decode(reply.state, type=StateView).due == [0]

    assert len(lines) > 10


@pytest.mark.parametrize("number", range(3))
def test_the_programs_run(server: Served, number: int) -> None:
    programs = [text for kind, text in BLOCK.findall(PAGES[0].read_text(encoding="utf-8")) if kind == "python"]
    assert len(programs) == 3
    program = programs[number].replace("http://127.0.0.1:8000", server.url)

    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert re.search(r"\d+ rolls, all as promised|ResultView\(reason='rules'", done.stdout)


def test_the_japanese_page_follows_the_english() -> None:
    block = re.compile(r"^```[^\n]*\n.*?^```$|^    [^\n]*(?:\n    [^\n]*)*", re.MULTILINE | re.DOTALL)
    english, japanese = (page.read_text(encoding="utf-8") for page in PAGES)

    assert block.findall(english) == block.findall(japanese)
    for pattern in (r"^#+ ", r"^\|", r"^ *(?:[-*]|\d+\.) "):
        counts = [len(re.findall(pattern, block.sub("", text), re.MULTILINE)) for text in (english, japanese)]
        assert counts[0] == counts[1], pattern
