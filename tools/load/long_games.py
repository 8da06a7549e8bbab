"""Very long games: how long the event loop is held at a time by everything that one can ask about them."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

import msgspec

from tools.load.bars import GUESTS, Load
from tools.load.crowd import Http
from tools.load.figures import Figure
from tools.load.old_rooms import Written, write_rooms
from tools.load.servers import Server, serving
from tools.load.site import Site, people_at
from tools.load.swarm import CONNECT_SECONDS, Paced, Player

HELD, LATE = "asobiba_loop_held_seconds", "asobiba_loop_lag_seconds"
QUIET_SECONDS = 0.3
"""For what was asked to have its consequences."""
A_FEW = 200
"""Events that somebody has missed who was away for a moment."""
FORMS = ("record", "moves", "replay")


async def long_games(load: Load) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as folder:
        database = f"sqlite:///{folder}/bench.db"
        running, finished = [(await write_rooms(database, load.long_plies, over=over))[0] for over in (False, True)]
        async with serving(Path(folder), GUESTS) as server, people_at(server) as here:
            questions = _questions(here, running, finished)
            return [await _held_by(server, what, ask) for what, ask in questions]


class Asker(Player):
    """Has a seat and does only what it is told to."""

    def __init__(self, here: Site, written: Written) -> None:
        hello = {"t": "hello", "room": written.room, "token": written.token}
        super().__init__(here.tally_apart(), Paced(), written.room, [msgspec.json.encode(hello)], here.crowd.luck)
        self.crowd, self.heard = here.crowd, Counter[str]()

    def hear(self, message: bytes) -> None:
        super().hear(message)
        self.heard[message[6 : message.index(b'"', 6)].decode()] += 1

    async def come(self) -> None:
        await self.crowd.call(self, next(self.crowd.addresses))
        await self.told("snapshot")

    async def told(self, kind: str) -> None:
        self.heard[kind] = 0
        async with asyncio.timeout(CONNECT_SECONDS):
            while not self.heard[kind]:
                await asyncio.sleep(0.002)

    async def ask(self, message: Mapping[str, object], kind: str) -> None:
        self.say(msgspec.json.encode(message))
        await self.told(kind)

    async def make_a_move(self) -> None:
        self.move(0.0)
        await self.told("events")

    async def sync_after_a_move(self) -> None:
        """Nobody has asked for this position yet."""
        await self.make_a_move()
        await self.ask({"t": "sync", "last_seq": 0}, "snapshot")


def _questions(here: Site, running: Written, finished: Written) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
    first, second = Asker(here, running), Asker(here, running)

    async def get(form: str) -> None:
        async with Http(here.server.port) as http:
            await http.get(f"/api/rooms/{finished.room}/games/1/{form}")

    return [
        ("loading the room", first.come),
        ("joining it", second.come),
        ("sync of everything", second.sync_after_a_move),
        ("sync of a few events", lambda: second.ask({"t": "sync", "last_seq": second.base - A_FEW}, "events")),
        ("a move", second.make_a_move),
        ("a takeback", lambda: second.ask({"t": "offer", "kind": "takeback"}, "events")),
        *((f"GET {form}", partial(get, form)) for form in FORMS),
    ]


async def _held_by(server: Server, what: str, ask: Callable[[], Awaitable[None]]) -> Figure:
    before = await Pulse.of(server)
    await ask()
    await asyncio.sleep(QUIET_SECONDS)
    held = (await Pulse.of(server)).since(before)[0]
    return Figure(f"{what}: {held.what}", held.ours, held.unit, theirs=20.0)


@dataclass(frozen=True)
class Pulse:
    """What the server has counted of its event loop so far."""

    held: Counter[float]
    late: Counter[float]

    @classmethod
    async def of(cls, server: Server) -> Self:
        return cls(await server.buckets(HELD), await server.buckets(LATE))

    def since(self, before: Self) -> list[Figure]:
        """The bounds of the highest buckets in which there is more than before."""
        return [
            Figure("the event loop held at a time, at most", 1000 * max(self.held - before.held, default=0.0), "ms"),
            Figure("the event loop late, at most", 1000 * max(self.late - before.late, default=0.0), "ms"),
        ]
