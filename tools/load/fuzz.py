"""Fuzzing: strangers and askers by the dozen, in rooms of every game, on either database.

The server must not fail in any way: no answer of 5xx, no exception that nobody expected, no room in doubt, and an
honest game can be played to its end afterwards.
"""

import asyncio
import gc
import itertools
import random
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from asobiba.core.errors import AsobibaError
from tools.load import swarm
from tools.load.crowd import Crowd, Http, Wish
from tools.load.figures import Figure
from tools.load.frame_fuzz import Found, Fuzzer, Stranger
from tools.load.http_fuzz import Asker, Requests, ask_around, described_games
from tools.load.schema_samples import Samples
from tools.load.servers import Server, postgresql, serving
from tools.load.site import people_at
from tools.load.swarm import Refused

LIMITS: Final[Mapping[str, str]] = {
    "ASOBIBA_GUESTS_PER_SECOND": "100000",
    "ASOBIBA_MESSAGES_PER_20S": "100000",
    "ASOBIBA_TIMED_MESSAGES_PER_SECOND": "1000",
    "ASOBIBA_HANDSHAKES_PER_30S": "1000000",
    "ASOBIBA_SOCKETS_PER_ADDRESS": "100000",
    "ASOBIBA_REQUESTS_PER_MINUTE": "1000000",
    "ASOBIBA_WORK_SECONDS_PER_MINUTE": "1000000",
    "ASOBIBA_NOTES_PER_GUEST": "10000000",
    "ASOBIBA_NOTES_PER_ADDRESS": "10000000",
    "ASOBIBA_MOVES_PER_GUEST": "10000000",
    "ASOBIBA_MOVES_PER_ADDRESS": "10000000",
    "ASOBIBA_ROOMS_PER_GUEST": "100000",
    "ASOBIBA_ROOM_MEMORY_SECONDS": "5",
    "ASOBIBA_BOT_PAUSE": "0",
    "ASOBIBA_PASS_PAUSE": "0",
}
"""Everybody is one guest or another at one address, and limits are not what is tested."""
DATABASES: Final = ("sqlite", "postgresql")
ATTACKERS, ASKERS = 48, 12
ROUNDS_IN_A_ROOM: Final = 4
SOCKETS_IN_A_ROOM: Final = 3
PATIENCE: Final = 60.0


@dataclass
class Target:
    """A server, and what its own descriptions say that it takes."""

    port: int
    seed: int = 0
    cards: Sequence[dict[str, Any]] = ()
    protocol: dict[str, Any] = field(default_factory=dict)
    described: dict[str, Any] = field(default_factory=dict)
    guests: list[str] = field(default_factory=list)
    rooms: list[str] = field(default_factory=list)
    """The latest; askers ask for them."""

    @classmethod
    async def at(cls, port: int, seed: int = 0, guests: int = 16) -> "Target":
        async with Http(port) as http:
            return cls(
                port,
                seed,
                msgspec.json.decode(await http.get("/api/games")),
                msgspec.json.decode(await http.get("/api/protocol")),
                msgspec.json.decode(await http.get("/api/openapi.json")),
                [(await http.post("/api/guests", {}))["token"] for _ in range(guests)],
            )

    def luck(self, who: str) -> random.Random:
        return random.Random(f"{self.seed} {who}")

    def samples(self, luck: random.Random, definitions: Mapping[str, Any]) -> Samples:
        return Samples(luck, definitions, {**described_games(self.cards), "room": self.rooms})

    def requests(self, luck: random.Random) -> Requests:
        return Requests(self.samples(luck, self.described["components"]["schemas"]), self.described, self.guests)


async def fuzz(target: Target, crowd: Crowd, frames: int, requests: int) -> Found:
    found = Found(frames)
    await asyncio.gather(
        *(_attack(target, crowd, number, found) for number in range(ATTACKERS)),
        *(
            ask_around(Asker(target.port, found), target.requests(target.luck(f"asker {number}")), requests)
            for number in range(ASKERS)
        ),
    )
    return found


async def _attack(target: Target, crowd: Crowd, number: int, found: Found) -> None:
    """One room after the other, in each some strangers at a time."""
    luck = target.luck(f"attacker {number}")
    fuzzer = Fuzzer(luck, target.samples(luck, target.protocol["definitions"]), target.protocol["said"])
    ways = [(card, timed) for card in target.cards for timed in ((False, True) if card["timed"] else (False,))]
    for card, timed in itertools.cycle(ways[number % len(ways) :] + ways[: number % len(ways)]):
        if found.sent >= found.frames:
            return
        guests = luck.sample(target.guests, SOCKETS_IN_A_ROOM)
        try:
            ticket = await _a_room(target, card, timed, guests[0], luck)
        except (Refused, OSError) as refused:
            found.wrong[_words(refused)] += 1
            await asyncio.sleep(1)
            continue
        for _ in range(ROUNDS_IN_A_ROOM):
            strangers = [
                Stranger(crowd.tally, fuzzer, found, _hello(ticket, first=guest is guests[0]), luck.randrange(5, 40))
                for guest in guests
            ]
            await asyncio.gather(
                *(_visit(crowd, stranger, guest, found) for stranger, guest in zip(strangers, guests, strict=True))
            )


async def _a_room(target: Target, card: dict[str, Any], timed: bool, guest: str, luck: random.Random) -> dict[str, Any]:
    seats = range(1, len(card["seats"]))
    bots = {str(seat): "random" for seat in seats if luck.random() < 0.5}
    wish = {"game": card["name"], "timed": timed, "seat": 0, "ready": True, "bots": bots}
    async with Http(target.port) as http:
        ticket = await http.post("/api/rooms", wish, guest)
    target.rooms[:] = [*target.rooms[-20:], ticket["room"]]
    return ticket


def _hello(ticket: Mapping[str, Any], *, first: bool) -> dict[str, Any]:
    hello = {"t": "hello", "room": ticket["room"]}
    return hello | {"token": ticket["token"]} if first else hello


async def _visit(crowd: Crowd, stranger: Stranger, guest: str, found: Found) -> None:
    try:
        await crowd.call(stranger, "127.0.0.1", guest)
        async with asyncio.timeout(PATIENCE):
            await stranger.gone.wait()
    except TimeoutError:
        found.wrong["a connection without an answer"] += 1
        stranger.leave()
    except (Refused, OSError) as refused:
        found.wrong[_words(refused)] += 1


async def fuzz_bar(frames: int, requests: int, databases: Sequence[str] = DATABASES, seed: int = 1) -> list[Figure]:
    """On one database after the other. One that could not be had, or a server that died, is told beside the rest."""
    figures: list[Figure] = []
    for database in databases:
        try:
            figures += await _fuzz_on(database, frames, requests, seed)
        except (AsobibaError, OSError) as error:
            figures.append(Figure(f"{database}: given up ({_words(error)})", 1.0, "", theirs=0))
    return figures


async def _fuzz_on(database: str, frames: int, requests: int, seed: int) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as text, _kept_in(database, Path(text)) as where:
        async with serving(Path(text), {**LIMITS, **where}) as server, people_at(server) as here:
            gc.enable()  # no pause of ours counts here, and it goes on for long
            begun = monotonic()
            found = await fuzz(await Target.at(server.port, seed), here.crowd, frames, requests)
            seconds = monotonic() - begun
            rows = [
                Figure(f"{database}: frames", found.sent, "", theirs=frames, at_most=False),
                Figure(f"{database}: HTTP requests", found.asked, "", theirs=requests, at_most=False),
                Figure(f"{database}: seconds for both", seconds, "s"),
                *(await harm(server, found, (Path(text) / "server0.log").read_text(errors="replace"), database)),
            ]
            failed = await _honest_game(here.crowd)
            told = f"{database}: failures of an honest game afterwards ({'; '.join(failed) or 'none'})"
            return [*rows, Figure(told, len(failed), "", theirs=0)]


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__


@contextmanager
def _kept_in(database: str, folder: Path) -> Iterator[dict[str, str]]:
    if database == "sqlite":
        yield {}
        return
    with postgresql(folder) as url:
        yield {"ASOBIBA_DATABASE": url}


async def harm(server: Server, found: Found, log: str, database: str = "server") -> list[Figure]:
    """What must all be nothing."""
    wrong = "; ".join(f"{what} x{count}" for what, count in found.wrong.most_common(3)) or "nothing"
    healthy = await _is_healthy(server.port)
    counts = {
        "answers of 5xx": sum(count for status, count in found.statuses.items() if status >= 500),
        f"what must not be heard or missed ({wrong})": found.wrong.total(),
        "exceptions": await server.metric("asobiba_failures_total") + log.count("Traceback"),
        "connections closed by an error of the server": found.closed[1011],
        "rooms in doubt": await server.metric("asobiba_doubts_total"),
        "refusals for the sake of the store": found.refused["storage"] + found.refused["unstorable"],
        "unhealthy at the end": not healthy,
    }
    return [Figure(f"{database}: {what}", float(count), "", theirs=0) for what, count in counts.items()]


async def _is_healthy(port: int) -> bool:
    async with Http(port) as http:
        try:
            return bool(msgspec.json.decode(await http.get("/health"))["ok"])
        except Refused:
            return False


async def _honest_game(crowd: Crowd) -> list[str]:
    """Of two people, to its end; what went wrong with it."""
    async with Http(crowd.ports[0]) as http:
        cards = msgspec.json.decode(await http.get("/api/games"))
    card = next(card for card in cards if len(card["seats"]) == 2 and not card["timed"])
    once = swarm.Once(2)
    try:
        async with asyncio.timeout(PATIENCE):
            players = await crowd.party(Wish(card["name"], 2), 1, once)
            await once.done.wait()
    except (Refused, OSError) as error:
        return [_words(error), *crowd.tally.errors]
    for player in players:
        player.leave()
    return list(crowd.tally.errors)
