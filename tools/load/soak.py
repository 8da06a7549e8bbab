"""Soak: hours of what a server goes through. Two processes, and the people of five games who stay whatever happens.

Connections are dropped, watchers stop reading, and one of the two processes is killed again and again. The other lives
through all of it, and its memory must stay what it was. Everybody comes back, to whichever process answers, and says
again what was not acknowledged. When a game is over its log is read from the database and compared with what its
players were told: an acknowledgement without its move is a loss, a move that nobody made or that is there twice is one
too many.
"""

import asyncio
import gc
import logging
import random
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from msgspec import Struct
from picows import WSTransport

from asobiba.core.errors import AsobibaError
from asobiba.core.registry import find_game, game_names
from asobiba.online.protocol.events import Moved, read_event
from asobiba.online.store.rows import Row
from asobiba.online.store.store import Store
from tools.load import swarm
from tools.load.crowd import Crowd, Http, Wish
from tools.load.figures import Figure, percentile
from tools.load.memory import Memory
from tools.load.servers import Server, free_port, postgresql, redis, serving
from tools.load.site import people_at
from tools.load.swarm import Refused, Standing, Tally, Way

logger = logging.getLogger(__name__)

RATE = 200.0
ROOMS = 250
"""At a time: enough that those of the process that lives can carry the rate alone."""
WITH_BOTS = 10
"""One room in so many has a bot at all seats but the first."""
DROPS = 2.0
"""Connections cut in a second."""
SLOW_READERS = 20
SHORTEST_LIFE, LONGEST_LIFE = 20.0, 60.0
"""Seconds that the other process lives."""
PAUSE = 0.25
SETTLE = 60.0
SHOWN = 8_000
"""Letters of a log in which something went wrong."""
ERRORS = ("[error", "[critical", "Traceback")
AGAIN = frozenset({"storage", "cluster", "conflict", "moved", "restarting"})
"""Refusals after which the same message is sent again."""


class Heard(Struct):
    """What somebody must know of any message who may lose the connection."""

    t: str
    seq: int | None = None
    id: str | None = None
    events: list[msgspec.Raw] = msgspec.field(name="list", default_factory=list)
    state: Standing | None = None
    code: str = ""


_heard = msgspec.json.Decoder(Heard).decode


@dataclass
class Troubles:
    """What was done to everybody, and what came of it."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    """Moves lost, doubled or made up, by what is wrong."""
    games: int = 0


class Regular(swarm.Player):
    """Comes back whenever the connection is lost, and says its move again under the same name."""

    def __init__(
        self, tally: Tally, way: Way, room: str, token: str, call: "Callable[[Regular], Awaitable[None]]"
    ) -> None:
        super().__init__(tally, way, room, [], random.Random(f"{room}{token}"))
        self.token, self.call = token, call
        self.standing: Standing | None = None
        self.said: dict[str, int] = {}
        """The action of every move that was sent, by its name."""
        self.acked: dict[str, int] = {}
        """The number of the event that each is stored as."""
        self.pending: bytes | None = None
        self.returns = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        """What is to be said first is known only now: a move may have been due in the meantime."""
        hello: dict[str, Any] = {"t": "hello", "room": self.room, "token": self.token}
        if self.standing is not None:
            hello["last_seq"] = self.base
        self.first = [msgspec.json.encode(hello)]
        self.first += [b'{"t":"ready"}'] if self.standing is None else [self.pending] if self.pending else []
        super().on_ws_connected(transport)

    def hear(self, message: bytes) -> None:
        told = _heard(message)
        if told.state is not None and told.seq is not None:
            self.base = told.seq + len(told.events) - 1 if told.t == "events" else told.seq
            self.standing = told.state
            self.stand(told.state)
        elif told.t == "ack" and told.id in self.said and told.seq is not None:
            self._note(told.id, told.seq)
        elif told.t == "reject" and told.id is not None:
            self._rejected(told.code)

    def _note(self, name: str, seq: int) -> None:
        if self.acked.setdefault(name, seq) != seq:
            self.tally.errors["acknowledged twice, as two events"] += 1
        if name == str(self.moved):
            self.pending = None
            self.acknowledged()
            if seq <= self.base and self.standing is not None:  # what it made of the game was told before
                self.stand(self.standing)

    def _rejected(self, code: str) -> None:
        if code in AGAIN:
            asyncio.get_running_loop().call_later(PAUSE, self.insist)
            return
        self.pending = None
        self._answered()
        if code not in ("stale", "not_your_turn", "not_playing"):  # a pass or a deputy was quicker
            self.tally.errors[f"reject: {code}"] += 1
        self.say(b'{"t":"sync","last_seq":%d}' % self.base)

    def insist(self) -> None:
        if self.pending is not None:
            self.say(self.pending)

    def play(self, action: int) -> None:
        name = str(self.moved)
        self.said[name] = action
        self.pending = b'{"t":"move","id":"%s","base":%d,"action":%d}' % (name.encode(), self.base, action)
        self.say(self.pending)

    def _lost(self, how: str) -> None:
        """No error: it comes back."""

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if transport is self.transport:
            self.transport = None
            self.tally.callers.discard(self)
            asyncio.get_running_loop().create_task(self._come_back())

    async def _come_back(self) -> None:
        while not self.leaving and not self.tally.ended:
            try:
                await self.call(self)
            except (Refused, OSError, TimeoutError):
                await asyncio.sleep(PAUSE)
            else:
                self.returns += 1
                return


class Slow(swarm.Stalled):
    """Reads no more and asks for everything all the same, as often as it may."""

    def ask(self) -> None:
        for _ in range(3):
            self.say(b'{"t":"sync","last_seq":0}')

    def _lost(self, how: str) -> None:
        self.leaving = True


class Paces(swarm.Paced):
    """One rate for all, and one game for each. In hours a machine has slow minutes, which are made up for."""

    patience = 300.0

    def over(self, player: swarm.Player) -> None:
        pass


@dataclass
class Soak:
    crowd: Crowd
    store: Store
    way: Paces
    troubles: Troubles
    tables: dict[str, list[Regular]] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    done: bool = False

    def spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def keep_playing(self, wish: Wish) -> None:
        """Game after game, each in a room of its own and with new guests."""
        while not self.done:
            players = await self._come(wish)
            if players is None:
                self.troubles.counts["parties that had to come again"] += 1
                await asyncio.sleep(PAUSE)
                continue
            room = players[0].room
            self.tables[room] = players
            if await self._is_played(players):
                await self.leave(room)

    async def _is_played(self, players: Sequence[Regular]) -> bool:
        """To the end, before the soak is."""
        while not all(player.ended for player in players):
            if self.done:
                return False
            await asyncio.sleep(PAUSE)
        return True

    async def leave(self, room: str) -> None:
        players = self.tables.pop(room)
        await self._compare(room, players)
        self.troubles.counts["returns"] += sum(player.returns for player in players)
        for player in players:
            player.leave()

    async def _come(self, wish: Wish) -> list[Regular] | None:
        """None: the process that was asked is gone, or cannot say now who has the room."""
        address, port = next(self.crowd.addresses), self.crowd.luck.choice(self.crowd.ports)
        players: list[Regular] = []
        try:
            async with self.crowd.few, Http(port, address) as http:
                guests = [(await http.post("/api/guests", {}))["token"] for _ in range(wish.people)]
                room = await http.post("/api/rooms", wish.room() | {"ready": False}, guests[0])
                seats = [room] + [
                    await http.post(f"/api/rooms/{room['room']}/seats", {"seat": seat}, guest)
                    for seat, guest in enumerate(guests)
                    if seat
                ]
            for guest, seat in zip(guests, seats, strict=True):
                call = self._caller(address, guest)
                player = Regular(self.crowd.tally, self.way, room["room"], seat["token"], call)
                await call(player)
                players.append(player)
        except (Refused, OSError, TimeoutError):
            for player in players:
                player.leave()
            return None
        return players

    def _caller(self, address: str, guest: str) -> Callable[[Regular], Awaitable[None]]:
        async def call(player: Regular) -> None:
            await self.crowd.call(player, address, guest)

        return call

    async def _compare(self, room: str, players: Sequence[Regular]) -> None:
        while True:  # the database of a busy machine may not answer for some seconds
            try:
                rows = await self.store.rows(room)
                break
            except AsobibaError:
                self.troubles.counts["times that a log could not be read"] += 1
                await asyncio.sleep(PAUSE)
        self.troubles.games += 1
        self.troubles.wrong += what_is_wrong(rows, players)

    async def drop(self) -> None:
        """Somebody's connection, in the middle of whatever is said."""
        while not self.done:
            await asyncio.sleep(1 / DROPS)
            if players := [player for table in self.tables.values() for player in table if player.transport]:
                chosen = self.crowd.luck.choice(players)
                assert chosen.transport is not None
                chosen.transport.underlying_transport.abort()
                self.troubles.counts["connections dropped"] += 1

    async def watch_slowly(self, tally: Tally) -> None:
        """There are always some who do not read; who was cut off is replaced."""
        readers: list[Slow] = []
        while not self.done:
            await asyncio.sleep(PAUSE)
            self.troubles.counts["slow readers cut off"] += sum(reader.leaving for reader in readers)
            readers = [reader for reader in readers if not reader.leaving]
            for reader in readers:
                reader.ask()
            if len(readers) < SLOW_READERS and self.tables:
                readers.append(Slow(tally, self.crowd.luck.choice(list(self.tables))))
                try:
                    await self.crowd.call(readers[-1], next(self.crowd.addresses), small=True)
                except (Refused, OSError, TimeoutError):
                    readers.pop()


def what_is_wrong(rows: Sequence[Row], players: Sequence[Regular]) -> Counter[str]:
    """The log of a room against what its players said and were told."""
    wrong: Counter[str] = Counter()
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        wrong["numbers missing in a log"] += 1
    moves = {row.seq: event for row in rows if isinstance(event := read_event(row.payload), Moved)}
    for seat, player in enumerate(players):
        for name, seq in player.acked.items():
            found = moves.get(seq)
            if found is None or (found.seat, found.action) != (seat, player.said[name]):
                wrong["acknowledged moves lost"] += 1
    names = Counter((row.seat, (row.cmid or "").rpartition(":")[2]) for row in rows if row.seq in moves and row.cmid)
    for (at, name), count in names.items():
        wrong["moves doubled"] += count - 1
        wrong["moves that nobody made"] += at is None or at >= len(players) or name not in players[at].said
    return +wrong


async def other_process(folder: Path, limits: Mapping[str, str], life: float, troubles: Troubles) -> None:
    """Killed in the middle of everything, started again, until this is cancelled."""
    while True:
        async with serving(folder, limits, 1, mortal=True) as server:
            await asyncio.sleep(life)
            server.process.kill()
            troubles.counts["kills"] += 1
        troubles.counts["errors in a log"] += errors_in(folder / "server1.log")


def errors_in(log: Path) -> int:
    """Those of a server that has ended; the end of its log is shown then, for it goes with the folder."""
    text = log.read_text(errors="replace")
    found = sum(text.count(mark) for mark in ERRORS)
    if found:
        logger.warning("%s: %s", log.name, text[-SHOWN:])
    return found


async def soak(seconds: float, limits: Mapping[str, str]) -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="asobiba-soak-") as text:
        folder = Path(text)
        async with AsyncExitStack() as stack:
            port, life = free_port(), max(SHORTEST_LIFE, min(LONGEST_LIFE, seconds / 6))
            shared = {
                **limits,
                "ASOBIBA_DATABASE": stack.enter_context(postgresql(folder)),
                "ASOBIBA_REDIS": stack.enter_context(redis(folder)),
            }
            server = await stack.enter_async_context(serving(folder, shared))
            here = await stack.enter_async_context(people_at(server))
            gc.enable()  # there is not memory enough for hours
            store = await Store.open(shared["ASOBIBA_DATABASE"])
            stack.push_async_callback(store.close)
            here.crowd.ports = [server.port, port]
            run = Soak(here.crowd, store, Paces(), Troubles())
            other = asyncio.create_task(other_process(folder, shared | {"ASOBIBA_PORT": str(port)}, life, run.troubles))
            try:
                figures = await live(run, server, here.tally_apart(), seconds)
            finally:
                other.cancel()
                await asyncio.gather(other, return_exceptions=True)
            run.troubles.counts["errors in a log"] += errors_in(folder / "server0.log")
            return [*figures, *told(run)]


async def live(run: Soak, server: Server, slow: Tally, seconds: float) -> list[Figure]:
    tally, memory = run.crowd.tally, Memory(server, seconds)
    for number in range(ROOMS):
        run.spawn(run.keep_playing(wish_of(number)))
    async with asyncio.timeout(SETTLE):
        while len(run.tables) < ROOMS / 2:
            await asyncio.sleep(PAUSE)
    for work in (run.drop(), run.watch_slowly(slow), memory.watch(lambda: run.done)):
        run.spawn(work)
    begun = monotonic()
    await run.way.play(tally, RATE, seconds)
    rate = len(tally.acks) / (monotonic() - begun)
    await finish(run)
    return [
        Figure("durable moves", rate, "moves/s", theirs=0.99 * RATE, at_most=False),
        *memory.figures(),
        Figure("acknowledgement, p99, the time to come back included", 1000 * percentile(tally.acks, 0.99), "ms"),
    ]


def wish_of(number: int) -> Wish:
    names = game_names()
    game = find_game(names[number % len(names)])
    seats = len(game.seats(game.options()))
    return Wish(game.name, seats, "random" if number % WITH_BOTS == 0 and seats > 1 else None)


async def finish(run: Soak) -> None:
    """Everything that is under way is answered, and every game that is left compared."""
    deadline = monotonic() + SETTLE
    while run.crowd.tally.waiting and monotonic() < deadline:
        await asyncio.sleep(PAUSE)
    if run.crowd.tally.waiting:
        run.crowd.tally.errors["moves without an answer"] += run.crowd.tally.waiting
    run.done = True
    await asyncio.gather(*run.tasks)
    for room in list(run.tables):
        await run.leave(room)


def told(run: Soak) -> list[Figure]:
    wrong, errors = run.troubles.wrong, run.crowd.tally.errors
    counted = run.troubles.counts
    return [
        Figure("games compared with their logs", run.troubles.games, ""),
        Figure(_named("moves lost, doubled or made up", wrong), wrong.total(), "", theirs=0),
        Figure(_named("errors", errors), errors.total(), "", theirs=0),
        Figure("errors in the servers' logs", counted.pop("errors in a log", 0), "", theirs=0),
        *(Figure(what, count, "") for what, count in sorted(counted.items())),
    ]


def _named(what: str, found: Counter[str]) -> str:
    return f"{what} ({'; '.join(f'{text} x{count}' for text, count in found.most_common(3))})" if found else what
