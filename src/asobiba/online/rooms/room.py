"""A room in memory: it decides what a message does, stores that, and then says so.

The order is the promise: events are computed on a copy (tables are immutable), committed to the log, and only then
adopted, acknowledged and broadcast. When the store does not answer, the message is refused, and before anything else
is taken the log is read again: the write may have happened after all.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import structlog

from asobiba.core.contract import State
from asobiba.core.errors import AsobibaError, IllegalMove
from asobiba.online import metrics
from asobiba.online.bots.thinkers import Question, Thinkers
from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Line
from asobiba.online.protocol.events import Event, kind_of, read_event, write_event
from asobiba.online.rooms import decisions
from asobiba.online.rooms.attendance import Attendance, Place
from asobiba.online.rooms.decisions import Actor, Refusal, Secret
from asobiba.online.rooms.realtime import CHUNK_SECONDS, Puppet, Referee
from asobiba.online.rooms.showing import Showing, Shown, history, shown, state_for, summary
from asobiba.online.rooms.table import RoomTable
from asobiba.online.rooms.timekeeper import Timekeeper
from asobiba.online.rooms.tokens import hashed, matches, new_token
from asobiba.online.settings import Settings
from asobiba.online.store.rows import Append, Conflict, ResultRow, Row, StorageDown
from asobiba.online.store.store import Store

RECENT = 256
"""Events kept for clients that come back; who has missed more gets a snapshot."""
PRESENCE_SECONDS = 0.25
LOBBY_EVENTS = (log.Sat, log.Installed, log.Left, log.Started, log.Ended)

logger = structlog.get_logger()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def new_secret() -> Secret:
    return Secret(secrets.randbits(62), secrets.token_hex(16))


class Room:
    def __init__(
        self, room_id: str, fence: int, table: RoomTable, *, store: Store, thinkers: Thinkers, settings: Settings
    ) -> None:
        self.id, self.fence, self.table = room_id, fence, table
        self.store, self.thinkers, self.settings = store, thinkers, settings
        self.here = Attendance()
        self.idle_since = time.monotonic()
        self.on_evicted: Callable[[Room], None] = lambda _: None
        self.clocks = Timekeeper()
        self._recent: deque[Shown] = deque(maxlen=RECENT)
        self._known: dict[str, int] = {}
        self._lock = asyncio.Lock()
        self._doubtful = False
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[int] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self.frames: Referee | None = None

    # Loading -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Fold the log, before anybody joins."""
        await self.load()
        self.clocks.frozen = self.table.status == "playing"
        now = time.monotonic()
        self.here.absent_since = {number: now for number, seat in enumerate(self.table.seats) if seat.human}

    async def load(self) -> None:
        """Fold what the log has beyond the table."""
        for row in await self.store.rows(self.id, after=self.table.seq):
            event = read_event(row.payload)
            after = self.table.after(event)
            self._recent.append(shown(self.table, event, after))
            self.table = after
            self.here.follow(event, len(after.seats))
            if row.cmid is not None:
                self._remember(row.cmid, row.seq)
        self._keep_time()

    def _remember(self, cmid: str, seq: int) -> None:
        """So that a message which is sent again is acknowledged again, and not done twice."""
        self._known[cmid] = seq
        if len(self._known) > 2 * RECENT:
            for key in list(self._known)[:RECENT]:
                del self._known[key]

    # Lines -------------------------------------------------------------------------------------------------------

    async def join(self, line: Line, hello: say.Hello) -> None:
        async with self._lock:
            if self._closed:
                line.close(say.Closing.RESTARTING, "the room has moved")
                return
            seat = self._seat_of(hello.token)
            if hello.token and seat is None:
                self._refuse(line, Refusal("bad_token", "this token opens no seat of this room; you are watching"))
            self._take_place(line, seat)
            self._unfreeze(seat)
            self._greet(line, hello)
            await self._welcome_back(seat)
        self._attend()

    def _seat_of(self, token: str | None) -> int | None:
        if not token:
            return None
        return next(
            (number for number, seat in enumerate(self.table.seats) if seat.human and matches(token, seat.token)), None
        )

    def _take_place(self, line: Line, seat: int | None) -> None:
        older = self.here.take(line, seat)
        if older is not None:
            older.close(say.Closing.ANOTHER_TAB, "this seat was opened elsewhere")
        self._announce_presence()

    def _greet(self, line: Line, hello: say.Hello) -> None:
        seat, setup = self.here.places[line.id].seat, self.table.setup
        you = say.You(line.guest.name, seat, line.guest.id == setup.host)
        line.send(say.write(say.Welcome(you, self.info(), now_ms())))
        self._catch_up(line, seat, hello.last_seq)

    def info(self) -> say.RoomInfo:
        setup = self.table.setup
        settings = {name: getattr(setup.settings, name) for name in setup.settings.__struct_fields__}
        settings["takebacks"] = self.table.takebacks
        names = list(self.table.game.rules.seats(self.table.options))
        return say.RoomInfo(self.id, setup.game, setup.rules, setup.options, settings, names)

    def _catch_up(self, line: Line, seat: int | None, last_seq: int | None) -> None:
        """The events after `last_seq`, or everything."""
        table, state = self.table, state_for(self.table, seat)
        missed = table.seq - last_seq if last_seq is not None else -1
        if 0 <= missed <= len(self._recent):
            events = [each.to(seat) for each in list(self._recent)[len(self._recent) - missed :]]
            line.send(say.write(say.Events((last_seq or 0) + 1, events, state)))
        else:
            line.send(say.write(say.Snapshot(table.seq, state, history(table))))
        if clock := self.clocks.told(self.table):
            line.send(say.write(clock))

    def _unfreeze(self, seat: int | None) -> None:
        if self.clocks.frozen and seat in self.table.due():
            self.clocks.frozen = False
            self.clocks.follow(self.table, afresh=True)
            self._set_timer()

    async def _welcome_back(self, seat: int | None) -> None:
        if seat is not None and self.table.seats[seat].deputy is not None:
            try:
                await self._resolve_doubt()
                await self._commit([log.Returned(seat)])
            except AsobibaError:
                logger.warning("could not give the seat back", room=self.id, seat=seat)

    async def part(self, line: Line) -> None:
        if self.here.leave(line):
            self.idle_since = time.monotonic()
            self._announce_presence()
            self._set_timer()

    # Messages ----------------------------------------------------------------------------------------------------

    async def take(self, line: Line, message: say.Message) -> None:
        begun, place, cmid = time.monotonic(), self.here.places.get(line.id), getattr(message, "id", None)
        if isinstance(message, say.Sync):
            if place is not None:
                self._catch_up(line, place.seat, message.last_seq)
            return
        try:
            if self._doubtful and self._lock.locked():  # the store is being asked; a crowd need not ask it one by one
                raise StorageDown("the database does not answer")
            async with self._lock:
                place = self.here.places.get(line.id)
                if place is None or self._closed:
                    return
                await self._handle(place, message)
            if cmid is not None:
                metrics.ack_seconds.observe(time.monotonic() - begun)
        except AsobibaError as error:
            self._refuse(line, error, cmid)
            if error.code == "stale" and isinstance(message, say.Move):
                self._catch_up(line, place.seat if place else None, message.base)
        self._attend()

    async def _handle(self, place: Place, message: say.Message) -> None:
        await self._resolve_doubt()
        line, cmid = place.line, getattr(message, "id", None)
        actor = self._actor(place)
        if cmid is not None and (known := self._known.get(f"{actor.guest}:{cmid}")) is not None:
            line.send(say.write(say.Ack(cmid, known)))
            return
        if isinstance(message, say.Sit):
            await self._sit(place, actor, message)
            return
        events = self._decide(actor, message)
        if events:
            await self._commit(events, ack=(line, actor, cmid) if cmid is not None else None)

    def _actor(self, place: Place) -> Actor:
        """Who has the token of a seat speaks for its owner."""
        owner = None if place.seat is None else self.table.seats[place.seat]
        if owner is not None and owner.guest is not None:
            return Actor(owner.guest, owner.name, place.seat)
        return Actor(place.line.guest.id, place.line.guest.name, place.seat)

    def _decide(self, actor: Actor, message: say.Message) -> list[Event]:
        """Every message but sit."""
        table = self.table
        match message:
            case say.Move():
                return decisions.move(table, actor, message, self.clocks.spent_ms(actor.seat))
            case say.Ready():
                return self._maybe_start(decisions.get_ready(table, actor, message))
            case say.Bot():
                return self._maybe_start(decisions.put_bot(table, actor, message))
            case say.Fill():
                return self._maybe_start(decisions.fill_now(table, actor, message))
            case say.Leave():
                return decisions.leave(table, actor, message)
            case say.Resign():
                return decisions.resign(table, actor, message)
            case say.Offer():
                return decisions.offer(table, actor, message, new_secret())
            case say.Answer():
                return decisions.answer(table, actor, message, new_secret())
            case say.Chat():
                return decisions.chat(table, actor, message)
            case say.Inputs():
                self._hold(actor, message)
                return []
            case _:
                raise Refusal("not_here", "this room does not take that message")

    def _hold(self, actor: Actor, message: say.Inputs) -> None:
        seat = decisions.playing(self.table, actor)
        if self.frames is None:
            raise Refusal("not_timed", "this game is played in turns; send moves")
        self.frames.hands[seat].take(message, self.frames.simulation.tick)

    def _maybe_start(self, events: list[Event]) -> list[Event]:
        return decisions.start_if_ready(self.table, events, new_secret())

    async def _sit(self, place: Place, actor: Actor, message: say.Sit) -> None:
        token = new_token()
        events = decisions.sit(self.table, actor, message.seat, hashed(token))
        await self._commit(events)
        seat = events[0].seat if isinstance(events[0], log.Sat | log.Rekeyed) else 0
        self._take_place(place.line, seat)
        place.line.send(say.write(say.Seated(seat, token)))
        self._catch_up(place.line, seat, self.table.seq)

    def _refuse(self, line: Line, error: AsobibaError, cmid: str | None = None) -> None:
        sentence = error.sentence if isinstance(error, IllegalMove) else str(error)
        metrics.refusals.labels(error.code).inc()
        params = {key: value for key, value in error.params.items() if isinstance(value, str | int | float)}
        line.send(say.write(say.Reject(error.code, sentence, cmid, self.table.seq, params)))

    # The log -----------------------------------------------------------------------------------------------------

    async def _commit(self, events: Sequence[Event], ack: tuple[Line, Actor, str] | None = None) -> None:
        """Store, adopt, acknowledge, broadcast. The lock is held."""
        first, at, tables = self.table.seq + 1, now_ms(), [self.table]
        for event in events:
            tables.append(tables[-1].after(event))
        cmid = None if ack is None else f"{ack[1].guest}:{ack[2]}"
        rows = tuple(
            Row(first + number, at, _seat(event), None if number else cmid, kind_of(event), write_event(event))
            for number, event in enumerate(events)
        )
        await self._store(self._entry(events, tables[-1], rows))
        self.table, self.clocks.frozen = tables[-1], False
        for event in events:
            self.here.follow(event, len(self.table.seats))
        if any(isinstance(event, LOBBY_EVENTS) for event in events):
            self._announce_presence()
        seen = [shown(*step) for step in zip(tables, events, tables[1:], strict=False)]
        self._recent.extend(seen)
        self._keep_time()
        if ack is not None and cmid is not None:
            self._remember(cmid, first)
            ack[0].send(say.write(say.Ack(ack[2], first)))
        self._broadcast(first, seen)
        self._count(events)

    def _entry(self, events: Sequence[Event], after: RoomTable, rows: tuple[Row, ...]) -> Append:
        lobby = any(isinstance(event, LOBBY_EVENTS) for event in events)
        return Append(
            self.id,
            self.fence,
            rows,
            status=after.status if lobby else None,
            summary=summary(after) if lobby else None,
            result=_result_row(self.id, after) if isinstance(events[-1], log.Ended) else None,
        )

    async def _store(self, entry: Append) -> None:
        begun = time.monotonic()
        try:
            await self.store.append(entry)
        except (StorageDown, Conflict, asyncio.CancelledError) as error:
            self._doubt()
            if isinstance(error, Conflict):
                raise Refusal("conflict", "this room was changed elsewhere; try again") from None
            raise
        metrics.commit_seconds.observe(time.monotonic() - begun)

    def _doubt(self) -> None:
        """Nobody knows whether the last write happened. Clocks stand still until it is known."""
        if not self._doubtful:
            self._doubtful = True
            self.clocks.stop()
            self._spawn(self._recover())

    async def _recover(self) -> None:
        while self._doubtful and not self._closed:
            await asyncio.sleep(0.5)
            try:
                async with self._lock:
                    await self._resolve_doubt()
            except AsobibaError:
                continue
        self._attend()

    async def _resolve_doubt(self) -> None:
        """Read what the log has beyond the table; whatever is found there did happen."""
        if not self._doubtful:
            return
        try:
            # Nothing, but in the same way as a move: it must be possible to write, and by this owner.
            await self.store.append(Append(self.id, self.fence, ()))
        except Conflict:
            self.evict("another server has this room now")
            raise Refusal("moved", "this room has moved to another server; reconnect") from None
        before = self.table.seq
        await self.load()
        self._doubtful = False
        self.clocks.go_on()
        self._set_timer()
        if self.table.seq > before:
            self._broadcast(before + 1, list(self._recent)[before - self.table.seq :])

    def _broadcast(self, first: int, seen: Sequence[Shown]) -> None:
        """One frame for each kind of receiver."""
        frames: dict[int | None, bytes] = {}
        showing, clock = Showing(self.table), self.clocks.told(self.table)
        clock_frame = say.write(clock) if clock else b""
        for place in list(self.here.places.values()):
            frame = frames.get(place.seat)
            if frame is None:
                events = [each.to(place.seat) for each in seen]
                frame = say.write(say.Events(first, events, showing.to(place.seat)))
                frames[place.seat] = frame
            place.line.send(frame)
            if clock_frame:
                place.line.send(clock_frame)

    def _count(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, log.Moved):
                metrics.moves.labels(event.by).inc()

    # Presence ----------------------------------------------------------------------------------------------------

    def _announce_presence(self) -> None:
        """Soon, and once for many comings and goings."""
        if self._presence is None and not self._closed:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._send_presence)

    def _send_presence(self) -> None:
        self._presence = None
        frame = say.write(self.here.told(self.table))
        for place in list(self.here.places.values()):
            place.line.send(frame)

    # Time --------------------------------------------------------------------------------------------------------

    def _keep_time(self) -> None:
        self.clocks.follow(self.table)
        self._set_timer()

    def _set_timer(self) -> None:
        """One timer for whatever comes first: a flag, a bot on a free seat, a bot for a player who has gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed or self._doubtful:  # when the doubt is over it is set again
            return
        if self.here.plan_filling(self.table):
            self._announce_presence()
        now = time.monotonic()
        waits = [ms / 1000 for ms in self.clocks.running(self.table).values()]
        waits += [end - now for end in self.here.missed(self.table).values()]
        if self.here.fill_at is not None:
            waits.append(self.here.fill_at - now)
        if waits:
            self._timer = asyncio.get_running_loop().call_later(max(0.005, min(waits)), self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._spawn(self._on_time())

    async def _on_time(self) -> None:
        try:
            async with self._lock:
                await self._resolve_doubt()
                for events in self._overdue():
                    await self._commit(events)
        except AsobibaError as error:
            logger.warning("timer", room=self.id, error=str(error))
        self._set_timer()
        self._attend()

    def _overdue(self) -> Sequence[list[Event]]:
        """What time itself does to the table now, the first of it; the timer is set again after it."""
        now, table, here = time.monotonic(), self.table, self.here
        if here.fill_at is not None and here.fill_at <= now:
            here.fill_at = None
            return [self._maybe_start(decisions.fill(table))]
        for seat, end in here.missed(table).items():
            if end <= now:
                return [[log.Left(seat) if table.status == "open" else log.Deputised(seat, table.bot)]]
        for seat, ms in self.clocks.running(table).items():
            if ms == 0:
                return self._flag(seat)
        return []

    def _flag(self, seat: int) -> Sequence[list[Event]]:
        """Two players: lost. Otherwise a bot makes the move, and all further ones if the total is used up."""
        if len(self.table.seats) == 2 or self.clocks.has_used_up_all(self.table, seat):
            return [decisions.out_of_time(self.table, seat)]
        self._think(seat, "clock")
        return []

    # Bots --------------------------------------------------------------------------------------------------------

    def _attend(self) -> None:
        """Bots that are to move think, and a timed game runs, as long as anybody is here to see it."""
        if self._closed or self._doubtful or not self.here.places:
            return
        if self.table.timed and self.table.status == "playing" and self.frames is None:
            self.frames = Referee(self.table)
            self._spawn(self._run(self.frames))
        for seat in self.table.due():
            if self.table.seats[seat].played_by_bot:
                self._think(seat, "bot")

    def _think(self, seat: int, by: str) -> None:
        if seat not in self._thinking:
            self._thinking.add(seat)
            self._spawn(self._thought(seat, by))

    async def _thought(self, seat: int, by: str) -> None:
        table, begun = self.table, time.monotonic()
        try:
            choice = await self.thinkers.choose(self._question(seat, table.seen_by(seat)), self.settings.bot_seconds)
            if choice.fallback:
                metrics.fallbacks.inc()
            if by == "bot":
                await asyncio.sleep(max(0.0, self.settings.bot_pause - (time.monotonic() - begun)))
            async with self._lock:
                await self._resolve_doubt()
                if self._still_asked(table, seat, by):
                    await self._commit(decisions.moved(self.table, seat, choice.action, self.clocks.spent_ms(seat), by))
        except AsobibaError as error:
            logger.warning("a bot's move was not stored", room=self.id, error=str(error))
        finally:
            self._thinking.discard(seat)
        self._attend()

    def _question(self, seat: int, state: State) -> Question:
        table = self.table
        spec = table.seats[seat].bot or table.seats[seat].deputy or table.bot
        return Question(table.game.name, table.options.chosen(), spec, f"{self.id}/{table.round}/{seat}", state)

    def _still_asked(self, asked: RoomTable, seat: int, by: str) -> bool:
        now = self.table
        return (
            not self._closed
            and now.decided_at == asked.decided_at
            and seat in now.due()
            and (by == "clock" or now.seats[seat].played_by_bot)
        )

    # Timed games -------------------------------------------------------------------------------------------------

    async def _run(self, clock: Referee) -> None:
        """Until the game is over or nobody is here; the log has what is needed to go on."""
        game = self.table.round
        puppets: dict[int, Puppet] = {}
        try:
            while not self._closed and self.here.places and (self.table.status, self.table.round) == ("playing", game):
                await asyncio.sleep(CHUNK_SECONDS)
                if self._doubtful or not self.here.is_complete(self.table):
                    clock.pause()
                    continue
                self._move_puppets(clock, puppets)
                clock.run(time.monotonic())
                await self._log_frames(clock)
                self._send_ticks(clock)
        except AsobibaError as error:
            logger.warning("a timed game stopped", room=self.id, error=str(error))
        finally:
            self.frames = None
            for puppet in puppets.values():
                puppet.stop()

    def _move_puppets(self, clock: Referee, puppets: dict[int, Puppet]) -> None:
        for number, seat in enumerate(self.table.seats):
            if seat.played_by_bot:
                if number not in puppets:
                    puppets[number] = Puppet(number, partial(self._choose, number))
                puppets[number].move(clock)
            elif number in puppets:
                puppets.pop(number).stop()

    async def _choose(self, seat: int, state: State) -> int:
        return (await self.thinkers.choose(self._question(seat, state), self.settings.bot_seconds)).action

    async def _log_frames(self, clock: Referee) -> None:
        events = clock.to_log()
        if clock.simulation.over:
            events.append(decisions.end(self.table, "rules", clock.simulation.returns()))
        if events:
            async with self._lock:
                if self.table.status == "playing":
                    await self._commit(events)

    def _send_ticks(self, clock: Referee) -> None:
        frames: dict[int | None, bytes] = {}
        for place in list(self.here.places.values()):
            if place.seat not in frames:
                frames[place.seat] = say.write(clock.tick_for(place.seat))
            place.line.send(frames[place.seat])

    # Ending ------------------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work, name=f"room {self.id}")
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            metrics.failures.labels("room").inc()
            logger.error("a task of a room failed", room=self.id, exc_info=error)

    def evict(self, reason: str) -> None:
        """This process no longer has the room; the clients come back and find who has."""
        self._closed = True
        for handle in (self._timer, self._presence):
            if handle is not None:
                handle.cancel()
        for place in list(self.here.places.values()):
            place.line.close(say.Closing.RESTARTING, reason)
        self.here.places.clear()
        self.on_evicted(self)

    async def close(self, reason: str = "the server restarts") -> None:
        """Nothing is lost: what was accepted is stored already."""
        async with self._lock:
            self.evict(reason)
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def in_doubt(self) -> bool:
        return self._doubtful

    @property
    def busy(self) -> bool:
        return bool(self.here.places or self._thinking or self._lock.locked() or self._doubtful)


def _seat(event: Event) -> int | None:
    return getattr(event, "seat", None)


def _result_row(room: str, table: RoomTable) -> ResultRow:
    outcome = table.outcome
    assert outcome is not None
    return ResultRow(
        room=room,
        round=table.round,
        game=table.game.name,
        rules=table.game.version,
        ended_ms=now_ms(),
        plies=len(table.plies),
        reason=outcome.reason,
        seats=say.write_any([{"name": seat.name, "bot": seat.bot} for seat in table.seats]),
        returns=say.write_any(list(outcome.returns)),
    )
