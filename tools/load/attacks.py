"""People who mean it no good and break no limit: the tests run them for a moment, the bench beside honest players.

Each attacker has an address of his own and asks as often as he is allowed to; where he is refused he counts it and goes
on. They read what they are sent and do not look at it, because they share the machine with whom they attack.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle

import msgspec

from tools.load import swarm
from tools.load.crowd import QUICK_TURNS, ROOMS_OF_A_PARTY, Crowd, Http, Wish
from tools.load.old_rooms import Written
from tools.load.swarm import Caller, Refused, Tally

SOCKETS = 10
PARALLEL = 20
"""Requests under way at a time."""
BURST, BURST_SECONDS = 30, 2.1
"""Messages at once on each socket and the time between: 286 in 20 seconds, of 300 that are allowed."""
FLOOD_SECONDS = 0.005
"""Between two requests of one who asks far too often."""
WAIT_SECONDS = 1.0
"""After a refusal, or before a socket that was closed is opened again."""
AWAY = "sent away"
HARD_THOUGHT = "minimax:depth=20"


@dataclass(frozen=True)
class Target:
    port: int
    running: Written
    """A long game that is not over."""
    finished: Sequence[Written]
    """Long games that are."""


@dataclass
class Attack:
    """One attacker."""

    target: Target
    address: str
    done: Counter[str] = field(default_factory=Counter)
    """What he has sent, what he was told by kind, and how often he was refused."""
    tally: Tally = field(default_factory=Tally)

    @property
    def asked(self) -> int:
        return self.done["said"] + self.done["answered"] + self.done["moves"]

    @property
    def crowd(self) -> Crowd:
        return Crowd([self.target.port], self.tally, random.Random(1), iter([self.address]))

    async def keep_saying(
        self, sockets: int, hello: Mapping[str, object], words: Callable[[int], bytes], guest: str | None = None
    ) -> None:
        await asyncio.gather(*(self.persist(lambda: self._say(hello, words, guest)) for _ in range(sockets)))

    async def _say(self, hello: Mapping[str, object], words: Callable[[int], bytes], guest: str | None) -> None:
        line = Deaf(self, [msgspec.json.encode(hello)])
        await self.crowd.call(line, self.address, guest)
        while line in self.tally.callers:
            for _ in range(BURST):
                self.done["said"] += 1
                line.say(words(self.done["said"]))
            await asyncio.sleep(BURST_SECONDS)
        raise Refused("the socket was closed")

    async def keep_asking(self, paths: Sequence[str]) -> None:
        for path in cycle(paths):
            await self.persist(partial(self._ask, path))

    async def _ask(self, path: str) -> None:
        async with Http(self.target.port, self.address) as http:
            await http.get(path)
        self.done["answered"] += 1

    async def persist(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Until it is done: who is sent away comes back."""
        while True:
            try:
                return await work()
            except (Refused, OSError, asyncio.IncompleteReadError):
                self.done[AWAY] += 1
                await asyncio.sleep(WAIT_SECONDS)


class Deaf(Caller):
    """Counts what it hears by its kind."""

    def __init__(self, attack: Attack, first: list[bytes]) -> None:
        super().__init__(attack.tally, first)
        self.done = attack.done

    def hear(self, message: bytes) -> None:
        self.done[message[6 : message.index(b'"', 6)].decode()] += 1


async def sync_flood(attack: Attack) -> None:
    """Everything from the beginning, again and again."""
    hello = {"t": "hello", "room": attack.target.running.room}
    await attack.keep_saying(SOCKETS, hello, lambda _: b'{"t":"sync","last_seq":0}')


async def old_id(attack: Attack) -> None:
    """A move that was acknowledged long ago, from the seat that made it."""
    written = attack.target.running
    hello = {"t": "hello", "room": written.room, "token": written.token}
    move = b'{"t":"move","id":"%s","base":0,"action":0}' % written.first_id.encode()
    await attack.keep_saying(1, hello, lambda _: move)


async def chat_flood(attack: Attack) -> None:
    """From many sockets of one guest."""
    async with Http(attack.target.port, attack.address) as http:
        guest = (await http.post("/api/guests", {}))["token"]
        room = await http.post("/api/rooms", Wish(QUICK_TURNS, 2).room(), guest)
    hello, chat = {"t": "hello", "room": room["room"]}, b'{"t":"chat","id":"c%d","text":"' + 30 * b"spam " + b'"}'
    await attack.keep_saying(SOCKETS // 2, hello, lambda number: chat % number, guest)


async def archive_flood(attack: Attack) -> None:
    """Finished games in every form, and what the project learns, many at a time."""
    games = [f"/api/rooms/{written.room}/games/1" for written in attack.target.finished]
    paths = [f"{game}/{form}" for game in games for form in ("record", "moves", "replay")] + ["/api/training"]
    await asyncio.gather(*(attack.keep_asking(paths[number:] + paths[:number]) for number in range(PARALLEL)))


async def hard_thought(attack: Attack) -> None:
    """As many rooms as a guest may have, in each a bot that thinks for as long as it is let."""
    players = await attack.crowd.party(Wish(QUICK_TURNS, 2, HARD_THOUGHT), ROOMS_OF_A_PARTY, swarm.Leisurely(0.1))
    while True:
        await asyncio.sleep(WAIT_SECONDS)
        attack.done["moves"] = sum(player.moved for player in players)


async def guest_flood(attack: Attack) -> None:
    """New guests from one address, far more often than it may have."""
    async with Http(attack.target.port, attack.address) as http:
        while http.is_open:
            try:
                await http.post("/api/guests", {})
                attack.done["answered"] += 1
            except Refused:
                attack.done[AWAY] += 1
            await asyncio.sleep(FLOOD_SECONDS)
    raise Refused("the connection was closed")


ATTACKS: Mapping[str, Callable[[Attack], Coroutine[None, None, None]]] = {
    "syncs of a long game": sync_flood,
    "one old id": old_id,
    "chat": chat_flood,
    "finished games": archive_flood,
    "bots that think hard": hard_thought,
    "guests": guest_flood,
}


def attack_of(target: Target) -> dict[str, Attack]:
    """Everybody who attacks it, each from an address of his own."""
    return {name: Attack(target, f"127.99.0.{number}") for number, name in enumerate(ATTACKS, 1)}


@asynccontextmanager
async def attacked(target: Target) -> AsyncIterator[Mapping[str, Attack]]:
    """All of them at once, until the end of the block."""
    attacks = attack_of(target)
    tasks = [
        asyncio.create_task(attack.persist(partial(work, attack)))
        for work, attack in zip(ATTACKS.values(), attacks.values(), strict=True)
    ]
    try:
        yield attacks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for attack in attacks.values():
            await attack.tally.end()
    for task in tasks:
        if not task.cancelled():
            task.result()  # raises what an attacker has failed of
