"""How people come to a table: guests and rooms over HTTP, then a WebSocket for each seat.

A *party* is as many guests as a game has seats; they come from one address and open at most five rooms, so the
server's limits for a guest and for an address hold.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import msgspec

from asobiba.online.protocol.messages import PROTOCOL
from tools.load.swarm import CONNECT_SECONDS, Caller, Player, Refused, Tally, Way, connect

QUICK_TURNS = "othello"
"""A game for two in turns, whose moves cost next to nothing."""
ROOMS_OF_A_PARTY = 5
AT_ONCE = 16
"""Parties that come in at the same time."""


class Http:
    """One connection that is kept open, from an address of our choice."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address

    async def __aenter__(self) -> Self:
        async with asyncio.timeout(CONNECT_SECONDS):
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()

    @property
    def is_open(self) -> bool:
        return not self._reader.at_eof() and not self._writer.is_closing()

    async def get(self, path: str) -> bytes:
        return await self._ask("GET", path, b"", None)

    async def post(self, path: str, body: Mapping[str, Any], guest: str | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.json.decode(await self._ask("POST", path, msgspec.json.encode(body), guest))
        return answer

    async def lines(self, path: str) -> AsyncIterator[bytes]:
        """Of an answer that comes line by line to a question without words. The connection ends with it."""
        head = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 2", "Content-Type: application/json"]
        self._writer.write("\r\n".join([*head, "Connection: close", "", "{}"]).encode())
        async with asyncio.timeout(CONNECT_SECONDS):
            first = await self._reader.readline()
        if first.split()[1:2] != [b"200"]:
            raise Refused(f"POST {path}: {first.decode('latin-1').strip()}")
        # Headers and lengths of the pieces are between the lines: only what is JSON counts.
        while line := await self._reader.readline():
            if line.startswith(b"{"):
                yield line

    async def _ask(self, method: str, path: str, body: bytes, guest: str | None) -> bytes:
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        if body:
            head.append("Content-Type: application/json")
        if guest is not None:
            head.append(f"Authorization: Bearer {guest}")
        self._writer.write("\r\n".join([*head, "", ""]).encode() + body)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                status, answer = await self._answer()
        except asyncio.IncompleteReadError:
            raise Refused(f"{method} {path}: the server closed the connection") from None
        if status >= 300:
            raise Refused(f"{method} {path}: {status} {answer.decode(errors='replace')}")
        return answer

    async def _answer(self) -> tuple[int, bytes]:
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        return int(lines[0].split()[1]), await self._reader.readexactly(int(headers["content-length"]))


@dataclass(frozen=True)
class Wish:
    """What a party plays."""

    game: str
    seats: int
    bot: str | None = None
    """What has all seats but the first."""

    @property
    def people(self) -> int:
        return 1 if self.bot else self.seats

    def room(self) -> dict[str, Any]:
        bots = {str(seat): self.bot for seat in range(1, self.seats)} if self.bot else {}
        return {"game": self.game, "seat": 0, "ready": True, "bots": bots}


def addresses() -> Iterator[str]:
    """127.0.1.1, 127.0.1.2, ...: all of 127.0.0.0/8 is this machine."""
    for number in range(250**3):
        yield f"127.{number // 62500}.{1 + number // 250 % 250}.{1 + number % 250}"


@dataclass
class Crowd:
    """Parties that come to one server, or to the processes of one."""

    ports: Sequence[int]
    tally: Tally
    luck: random.Random
    addresses: Iterator[str] = field(default_factory=addresses)
    few: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def seat(self, wish: Wish, rooms: int, way: Way) -> list[Player]:
        """Everybody of that many rooms, in the order of rooms and seats; the games have not all begun yet."""
        sizes = [min(ROOMS_OF_A_PARTY, rooms - first) for first in range(0, rooms, ROOMS_OF_A_PARTY)]
        parties = await asyncio.gather(*(self.party(wish, size, way) for size in sizes))
        return [player for party in parties for player in party]

    async def party(self, wish: Wish, rooms: int, way: Way) -> list[Player]:
        async with self.few:
            address, port = next(self.addresses), self.luck.choice(self.ports)
            async with Http(port, address) as http:
                guests = [(await http.post("/api/guests", {}))["token"] for _ in range(wish.people)]
                made = [await http.post("/api/rooms", wish.room(), guests[0]) for _ in range(rooms)]
            return [
                await self._sit(address, guest, seat, room, way) for room in made for seat, guest in enumerate(guests)
            ]

    async def _sit(self, address: str, guest: str, seat: int, room: Mapping[str, Any], way: Way) -> Player:
        hello = {"t": "hello", "room": room["room"]}
        first = [hello | {"token": room["token"]}] if seat == 0 else [hello, {"t": "sit", "seat": seat}, {"t": "ready"}]
        player = Player(self.tally, way, room["room"], [msgspec.json.encode(message) for message in first], self.luck)
        player.token = room["token"] if seat == 0 else ""
        await self.call(player, address, guest)
        return player

    async def call(self, caller: Caller, address: str, guest: str | None = None, *, small: bool = False) -> None:
        """As a page of the server would."""
        host = f"127.0.0.1:{self.luck.choice(self.ports)}"
        headers = {"Sec-WebSocket-Protocol": PROTOCOL, "Origin": f"http://{host}"}
        if guest is not None:
            headers["Authorization"] = f"Bearer {guest}"
        await connect(caller, f"ws://{host}/ws", headers, address, small=small)

    async def all_playing(self, players: Sequence[Player]) -> None:
        """Wait until the game of each has begun."""
        async with asyncio.timeout(CONNECT_SECONDS):
            while not all(player.round for player in players):
                await asyncio.sleep(0.05)
