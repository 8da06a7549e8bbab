"""The rooms of this process."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
import structlog

from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.core.registry import find_game
from asobiba.online import metrics
from asobiba.online.bots.thinkers import Thinkers
from asobiba.online.cluster.cluster import Cluster
from asobiba.online.cluster.relay import Switchboard
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Desk, Guest
from asobiba.online.protocol.events import Event, kind_of, write_event
from asobiba.online.rooms import decisions
from asobiba.online.rooms.analyst import Analyst
from asobiba.online.rooms.archive import Archive, standing
from asobiba.online.rooms.clockbook import BEAT_SECONDS, Clockbook
from asobiba.online.rooms.decisions import Actor, Refusal
from asobiba.online.rooms.ledger import now_ms
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.showing import summary
from asobiba.online.rooms.table import RoomSettings, RoomTable, Setup, open_table
from asobiba.online.rooms.timekeeper import Timekeeper
from asobiba.online.rooms.tokens import hashed, new_room_id, new_secret, new_token
from asobiba.online.settings import Settings
from asobiba.online.store.rows import RoomRow, Row
from asobiba.online.store.store import Store
from asobiba.online.store.trouble import as_stored
from asobiba.online.table import Table

SWEEP_SECONDS = 2.0
STALE_SECONDS = 24 * 3600.0
ERRAND_SECONDS = 10.0
MOST_CLOCKS = 65_536

logger = structlog.get_logger()


@dataclass(frozen=True)
class NewRoom:
    """What a guest asks for."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: RoomSettings = field(default_factory=RoomSettings)
    seat: int | None = None
    """Where the guest sits down at once; None sits nowhere."""
    also: Sequence[int] = ()
    """More seats that are played at the same device."""
    ready: bool = False
    bots: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Made:
    room: str
    seat: int | None
    token: str | None


class Errand:
    """A Line that waits for one answer."""

    def __init__(self, guest: Guest) -> None:
        self.id, self.guest, self.address = new_token(), guest, ""
        self.answer: asyncio.Future[say.Seated | say.Ack] = asyncio.get_running_loop().create_future()

    def send(self, frame: bytes) -> None:
        told = msgspec.json.decode(frame, type=say.Reply)
        if self.answer.done():
            return
        if isinstance(told, say.Seated | say.Ack):
            self.answer.set_result(told)
        elif isinstance(told, say.Reject):
            self.answer.set_exception(Refusal(told.code, told.message, **told.params))

    def close(self, code: int, reason: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(Refusal("restarting", reason))


class Hub:
    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, cluster: Cluster | None = None) -> None:
        self.settings, self.store, self.thinkers = settings, store, thinkers
        self.switchboard = Switchboard(self.open, cluster, self._give_up)
        self.archive = Archive(store)
        self.analyst = Analyst(thinkers, self.archive, settings.watch_seconds)
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._clockbook = Clockbook(store)
        self._beater: asyncio.Task[None] | None = None
        self._clocks: dict[str, Timekeeper] = {}
        """Of games that are not in memory."""
        self._removal = asyncio.Lock()
        self._kept_out: frozenset[str] = frozenset()
        self._kept_out_until = asyncio.Event()
        self.draining = False

    def start(self) -> None:
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep(), name="sweep")
        self._beater = asyncio.get_running_loop().create_task(self._beat(), name="beat")

    async def create(self, guest: Guest, wish: NewRoom) -> Made:
        if len(self.rooms) >= self.settings.rooms:
            raise Refusal("too_many_rooms", "the server has no place for more rooms; try again later")
        table = open_table(checked_setup(guest, wish))
        token = None if wish.seat is None else new_token()
        events = _first_events(table, guest, wish, token)
        room = new_room_id()
        at, after = now_ms(), decisions.all_after(table, events)
        await self._end_the_oldest(guest)
        await self.store.create_room(
            RoomRow(
                id=room,
                game=table.game.name,
                rules=table.game.version,
                config=msgspec.json.encode(table.setup),
                private=table.setup.settings.private,
                host=guest.id,
                status=after.status,
                summary=summary(after),
                created_ms=at,
                touched_ms=at,
                fence=0,
                people=after.people,
            ),
            tuple(
                Row(number, at, getattr(event, "seat", None), None, kind_of(event), write_event(event))
                for number, event in enumerate(events, 1)
            ),
        )
        return Made(room, wish.seat, token)

    @property
    def in_doubt(self) -> bool:
        """Whether a room waits for the store: it may answer questions and still write nothing."""
        return any(room.in_doubt for room in self.rooms.values())

    async def desk(self, room_id: str) -> Desk:
        """Where messages for the room go. Rooms that are here need nobody else: they play on while Redis is down."""
        room = self.rooms.get(room_id)
        return room if room is not None else await self.switchboard.desk(room_id)

    async def open(self, room_id: str) -> Room:
        """The room in memory; it is folded from its log once, however many ask."""
        while room_id in self._kept_out and room_id not in self.rooms:
            await self._kept_out_until.wait()
        if (room := self.rooms.get(room_id)) is not None:
            return room
        if self.draining:
            raise Refusal("restarting", "the server restarts; come back in a moment")
        if (opening := self._opening.get(room_id)) is None:
            opening = asyncio.ensure_future(self._load(room_id))
            self._opening[room_id] = opening
            opening.add_done_callback(lambda _: self._opening.pop(room_id, None))
        return await asyncio.shield(opening)

    async def _end_the_oldest(self, guest: Guest) -> None:
        """Nobody is kept from a new game by old ones: of those that somebody plays alone or against bots
        `rooms_per_guest` are kept, and those left longest ago end. Games with other people do not count, and what is
        looked at is spared.
        """
        left = await self.store.alone(guest.id)
        too_many = len(left) + 1 - self.settings.rooms_per_guest
        for room_id in left:
            if too_many > 0 and await self._ended(room_id, guest):
                too_many -= 1

    async def _ended(self, room_id: str, guest: Guest) -> bool:
        try:
            await self.ask(room_id, guest, say.End(new_token(), unseen=True))
        except AsobibaError as error:  # a room that cannot be ended is no reason to refuse another
            return error.code == "over"
        return True

    async def end(self, room_id: str, guest: Guest) -> None:
        """The guest gives the game up; one that is over stays so."""
        try:
            await self.ask(room_id, guest, say.End(new_token()))
        except Refusal as refusal:
            if refusal.code != "over":
                raise

    async def counts(self, row: RoomRow) -> dict[str, list[int]]:
        """How a running game stands, as those who watch may know it; of one on the clock nothing is told."""
        if row.status != "playing":
            return {}
        room = self.rooms.get(row.id)
        return await self.archive.counts(row) if room is None else standing(room.table)

    async def ask(self, room_id: str, guest: Guest, message: say.Sit | say.End) -> say.Seated | say.Ack:
        """One message of somebody who is not connected, and its answer."""
        desk, line = await self.desk(room_id), Errand(guest)
        await desk.join(line, say.Hello(room_id))
        await desk.take(line, message)
        try:
            return await asyncio.wait_for(line.answer, ERRAND_SECONDS)
        except TimeoutError:
            raise Refusal("storage", "the room did not answer; try again") from None
        finally:
            await desk.part(line)

    async def _load(self, room_id: str) -> Room:
        row = await self.store.room(room_id)
        if row is None:
            raise Refusal("no_room", "there is no such room")
        fence = await self.store.claim(room_id) if self.store.shared else row.fence
        with as_stored(room_id):
            table = open_table(msgspec.json.decode(row.config, type=Setup))
        room = Room(
            room_id,
            fence or 0,
            table,
            store=self.store,
            thinkers=self.thinkers,
            settings=self.settings,
            clockbook=self._clockbook,
            clocks=self._clocks.pop(room_id, None),
        )
        await room.open()
        room.on_evicted = self._forget
        self.rooms[room_id] = room
        metrics.rooms.set(len(self.rooms))
        return room

    def _forget(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            metrics.rooms.set(len(self.rooms))
        if self.switchboard.cluster is not None:
            self.switchboard.cluster.held.discard(room.id)  # who has it next is for Redis to say

    @asynccontextmanager
    async def removing(self, room_ids: Sequence[str]) -> AsyncIterator[list[str]]:
        """Nothing happens in these rooms meanwhile. Those that are put on the list, the store has forgotten at the end:
        nobody may write to them any more."""
        gone: list[str] = []
        async with self._removal, self._unopened(room_ids), AsyncExitStack() as still:
            for room in [self.rooms[room_id] for room_id in room_ids if room_id in self.rooms]:
                await still.enter_async_context(room.ledger.lock)
            yield gone
            removed = [self.rooms[room_id] for room_id in gone if room_id in self.rooms]
            for room in removed:
                room.evict("this room was deleted")
        for room in removed:
            await room.close()
            await self.switchboard.release(room.id)
        for room_id in gone:
            self._clocks.pop(room_id, None)

    @asynccontextmanager
    async def _unopened(self, room_ids: Sequence[str]) -> AsyncIterator[None]:
        """Those that are not in memory stay out of it; who wants to open one waits."""
        self._kept_out, done = frozenset(room_ids), asyncio.Event()
        self._kept_out_until = done
        try:
            if opening := [self._opening[room_id] for room_id in room_ids if room_id in self._opening]:
                await asyncio.wait(opening)
            yield
        finally:
            self._kept_out = frozenset()
            done.set()

    def _give_up(self, room_id: str) -> None:
        """Another process has the room now."""
        if (room := self.rooms.get(room_id)) is not None:
            room.evict("another server has this room now")

    async def _beat(self) -> None:
        """What players have thought until the last sign of life is charged even if this process dies."""
        while True:
            await self._sign_of_life()
            await asyncio.sleep(BEAT_SECONDS)

    async def _sign_of_life(self) -> None:
        try:
            await self._clockbook.beat()
        except AsobibaError as error:
            logger.warning("beat", error=str(error))

    async def _sweep(self) -> None:
        """Rooms that nobody is in leave the memory; the log keeps them."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            metrics.thinking.set(self.thinkers.waiting)
            try:
                await self._drop_idle()
            except AsobibaError as error:
                logger.warning("sweep", error=str(error))

    async def _drop_idle(self) -> None:
        """A game that is over has nothing more to wait for: its room goes at once."""
        now, patience = time.monotonic(), self.settings.room_memory_seconds
        for room in list(self.rooms.values()):
            if not room.busy and now - room.idle_since > (0 if room.table.status == "over" else patience):
                await room.close("nobody is here", runs_on=True)
                self._keep_clocks(room)
                await self.switchboard.release(room.id)
        await self.store.close_stale(now_ms() - round(STALE_SECONDS * 1000))

    def _keep_clocks(self, room: Room) -> None:
        """They run on while the room is not in memory: nobody gets time back by leaving it.

        Where another process may take the room the store knows them; here the wall clock may even jump.
        """
        if room.table.status == "playing" and not self.store.shared:
            self._clocks[room.id] = room.clocks
        while len(self._clocks) > MOST_CLOCKS:
            del self._clocks[next(iter(self._clocks))]

    async def drain(self) -> None:
        """Every client is told to come back; everything acknowledged is stored already."""
        self.draining = True
        for task in filter(None, (self._sweeper, self._beater)):
            task.cancel()
        await self._sign_of_life()
        for room in list(self.rooms.values()):
            await room.close("the server restarts")
        await self.switchboard.close()
        self.archive.close()


def checked_setup(guest: Guest, wish: NewRoom) -> Setup:
    game = find_game(wish.game)
    options = game.options.read(wish.options)
    settings = wish.settings
    if settings.timed and game.part(Table).timed is None:
        raise ConfigError(f"{game.name} has no timed form; settings.timed must be false", option="timed")
    if settings.bot_fill_seconds is None:
        settings = msgspec.structs.replace(settings, bot_fill_seconds=game.part(Table).fill_seconds(options))
    _check_clocks(settings)
    setup = Setup(game.name, game.version, options.chosen(), settings, guest.id)
    table = open_table(setup)
    if wish.also and wish.seat is None:
        raise ConfigError("also: who plays several seats names one of them as the seat", option="also")
    for spec in (table.bot, *wish.bots.values()):
        decisions.checked_spec(table, spec)
    return setup


def _check_clocks(settings: RoomSettings) -> None:
    clocks = settings.clocks
    for name, value, low, high in (
        ("clocks.total", clocks.total, 1, 86400),
        ("clocks.increment", clocks.increment, 0, 3600),
        ("clocks.move", clocks.move, 1, 86400),
        ("bot_fill_seconds", settings.bot_fill_seconds, 0, 3600),
        ("start_seconds", settings.start_seconds, 0, 3600),
        ("silence_seconds", settings.silence_seconds, 0, 86400),
    ):
        if value is not None and not low <= value <= high:
            raise ConfigError(f"{name}={value:g}: allowed is {low} to {high} seconds, or none", option=name)


def _first_events(table: RoomTable, guest: Guest, wish: NewRoom, token: str | None) -> list[Event]:
    """The host sits down, bots take the seats that were named, and the game may start at once."""
    events: list[Event] = []
    if wish.seat is not None and token is not None:
        for seat in (wish.seat, *wish.also):
            now, actor = decisions.all_after(table, events), Actor(guest.id, guest.name, None)
            events += decisions.sit(now, actor, seat, hashed(token), also=True)
    for seat, spec in sorted(wish.bots.items()):
        host = Actor(guest.id, guest.name, None)
        events += decisions.put_bot(decisions.all_after(table, events), host, say.Bot(seat, spec))
    if wish.ready and wish.seat is not None:
        seated = Actor(guest.id, guest.name, wish.seat, (wish.seat, *wish.also))
        events += decisions.get_ready(decisions.all_after(table, events), seated, say.Ready(True))
    return decisions.start_if_ready(table, events, new_secret())
