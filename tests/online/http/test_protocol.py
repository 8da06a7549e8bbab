"""GET /api/protocol describes everything that a client hears, down to the last field."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from asobiba.core.registry import find_game, game_names
from asobiba.online.client import Client
from asobiba.online.http.protocol import protocol_schema, views_of
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.events import Event
from tests.online.client.company import PATIENT, guest
from tests.online.playing import Served
from tests.variants import OURS

ROOMS: list[tuple[str, dict[str, Any], bool]] = [
    ("othello", {}, False),
    ("twenty48", {"rows": 2, "columns": 2}, False),
    ("otrio", {"players": 3}, False),
    ("coppit", {"max_turns": 12}, False),
    ("puyo", {"max_turns": 6}, False),
    ("puyo", {"max_turns": 2}, True),
]


def closed(schema: Any) -> Any:
    """The same, with nothing allowed that is not described."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    inside = {key: closed(value) for key, value in schema.items()}
    if "properties" in schema and isinstance(schema["properties"], dict) and schema.get("type") == "object":
        inside.setdefault("additionalProperties", False)
    return inside


def judge(of: str) -> jsonschema_rs.Validator:
    """What is said of the words of a happening is said by the game's own page, and a hidden game adds its position."""
    told = closed(protocol_schema())
    definitions = told["definitions"]
    for name in ("MovedEvent", "DrewEvent"):
        del definitions[name]["properties"]["happened"]["items"]["additionalProperties"]
    definitions["PuyoView"]["properties"]["position"] = {"type": "string"}
    return jsonschema_rs.validator_for({**told[of], "definitions": definitions})


class Heard:
    """A player who notes every word of the server."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.frames, self._number = line, list[Any](), 0
        self._generator = random.Random(5)

    async def play(self) -> None:
        """Until the game is over, with an offer, an illegal move and a word in between."""
        await self._say({"t": "chat", "id": "c", "text": "hello"})
        await self._say({"t": "offer", "kind": "draw"})
        await self._say({"t": "move", "id": "m", "base": 0, "action": 99999})
        await self._say({"t": "ping"})
        async for frame in self.line:
            message = msgspec.json.decode(frame)
            self.frames.append(message)
            state = message.get("state")
            if state is not None and state["status"] == "over":
                return
            if message["t"] == "tick" and message["tick"] > 60:
                await self._say({"t": "inputs", "tick": message["tick"] + 1, "held": [1]})
                await self._say({"t": "resign"})
            if state is not None and state["moves"]:
                self._number += 1
                action, _ = self._generator.choice(state["moves"])
                base = message["seq"] + len(message.get("list", [0])) - 1
                await self._say({"t": "move", "id": str(self._number), "base": base, "action": action})

    async def _say(self, message: dict[str, Any]) -> None:
        await self.line.send(msgspec.json.encode(message).decode())


async def heard(server: Served, client: Client, room: str, token: str | None) -> list[Any]:
    headers = {"Authorization": f"Bearer {client.token}"}
    address = f"ws://127.0.0.1:{server.port}/ws"
    async with connect(address, subprotocols=[Subprotocol(say.PROTOCOL)], additional_headers=headers) as line:
        player = Heard(line)
        await player._say({"t": "hello", "room": room, "token": token})
        await player.play()
        return player.frames


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "options", "timed"), ROOMS, ids=[f"{row[0]}{' timed' * row[2]}" for row in ROOMS])
async def test_every_word_of_the_server_is_described(
    server: Served, game: str, options: dict[str, Any], timed: bool
) -> None:
    seats = len(find_game(game).seats(find_game(game).options.read(options)))
    bots = dict.fromkeys(range(1, seats), "random")
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room(game, options=options, seat=0, ready=True, bots=bots, timed=timed)
        frames = await heard(server, client, ticket.room, ticket.token)
    told = judge("told")

    for frame in frames:
        errors = [str(error) for error in told.iter_errors(frame)]
        assert not errors, (frame, errors)
    kinds = {frame["t"] for frame in frames}
    assert kinds >= {"welcome", "snapshot", "events", "reject", "ack", "pong"}
    assert ("tick" in kinds) == timed


def test_a_word_that_nobody_says_is_not_described() -> None:
    snapshot = {"t": "snapshot", "seq": 1, "state": {}, "history": []}
    assert not judge("told").is_valid(snapshot)
    assert not judge("told").is_valid({"t": "ack", "id": "x", "seq": 1, "more": 1})
    assert not judge("said").is_valid({"t": "move", "id": "x"})
    assert judge("said").is_valid({"t": "move", "id": "x", "base": 1, "text": "d3"})


def open_places(schema: Any, where: str = "") -> Iterator[str]:
    """Where a schema says nothing: {} allows everything."""
    if schema == {}:
        yield where
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key != "default":
                yield from open_places(value, f"{where}/{key}")
    elif isinstance(schema, list):
        for number, value in enumerate(schema):
            yield from open_places(value, f"{where}/{number}")


def test_nothing_is_left_open_but_options() -> None:
    assert list(open_places(protocol_schema())) == []
    free = [
        (name, field)
        for name, schema in protocol_schema()["definitions"].items()
        for field, told in schema.get("properties", {}).items()
        if told.get("type") == "object" and not {"properties", "additionalProperties"} & told.keys()
    ]
    assert free == [("RoomInfo", "options")]


def test_every_event_is_described_without_its_secrets() -> None:
    definitions = protocol_schema()["definitions"]
    assert {f"{kind.__name__}Event" for kind in get_args(Event)} == {
        reference["$ref"].rpartition("/")[2] for reference in definitions["RoomEvent"]["anyOf"]
    }
    for name, schema in definitions.items():
        if name.endswith("Event"):
            assert not {"token", "guest"} & schema.get("properties", {}).keys(), name
    assert not {"seed", "nonce"} & definitions["StartedEvent"]["properties"].keys()


def test_every_game_says_what_it_shows() -> None:
    views = protocol_schema()["views"]
    assert list(views) == list(game_names())
    for name, ways in views.items():
        assert list(ways) == list(views_of(find_game(name)))
        assert name not in OURS or all("$ref" in schema for schema in ways.values())
