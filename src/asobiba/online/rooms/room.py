"""A room: the desk that its messages come to, and the parts that do the work.

Ledger       what is decided is stored, and only then adopted, acknowledged and told (ledger.py has the promise)
decisions    what a message does to the table
Attendance   who is here
Timekeeper   the players' clocks; Alarm rings when time itself acts
BotSeats     the seats that bots play
TimedGame    a game that runs by itself
"""

import asyncio
import time
import weakref
from collections.abc import Callable, Sequence
from functools import partial

import structlog

from asobiba.core.errors import AsobibaError, IllegalMove
from asobiba.online import metrics
from asobiba.online.bots.thinkers import Payer, Thinkers
from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Line
from asobiba.online.protocol.events import Event
from asobiba.online.rooms import decisions
from asobiba.online.rooms.alarm import Alarm
from asobiba.online.rooms.attendance import Attendance, Place
from asobiba.online.rooms.botseats import BotSeats
from asobiba.online.rooms.clockbook import Clockbook
from asobiba.online.rooms.decisions import Actor, Refusal
from asobiba.online.rooms.ledger import LOBBY_EVENTS, Ledger, Step, now_ms
from asobiba.online.rooms.realtime import TimedGame
from asobiba.online.rooms.seat import owned
from asobiba.online.rooms.showing import Showing, Snapshots, state_for
from asobiba.online.rooms.table import RoomTable
from asobiba.online.rooms.tasks import Tasks
from asobiba.online.rooms.timekeeper import Timekeeper
from asobiba.online.rooms.tokens import hashed, matches, new_secret, new_token
from asobiba.online.settings import Settings
from asobiba.online.store.rows import Damaged, StorageDown
from asobiba.online.store.store import Store

RECOVERY_SECONDS = 0.5

logger = structlog.get_logger()


class Room:
    def __init__(
        self,
        room_id: str,
        fence: int,
        table: RoomTable,
        *,
        store: Store,
        thinkers: Thinkers,
        settings: Settings,
        clockbook: Clockbook | None = None,
        clocks: Timekeeper | None = None,
    ) -> None:
        """`clocks` are those of the same room, if it was in memory before: they have run on."""
        self.id = room_id
        # Its parts know the room weakly: one that was left is gone at once, and no collection has to look for it.
        room: Room = weakref.proxy(self)
        self.idle_since = time.monotonic()
        self.on_evicted: Callable[[Room], None] = lambda _: None
        self.ledger = Ledger(room_id, fence, table, store=store, follower=room)
        self.clocks = clocks or Timekeeper()
        self._clockbook = clockbook or Clockbook(store)
        self.here = Attendance(self.ledger, self.clocks)
        self.tasks = Tasks(room_id)
        self._snapshots = Snapshots()
        self.bots = BotSeats(
            self.ledger,
            self.clocks,
            self.tasks,
            thinkers=thinkers,
            settings=settings,
            payer=partial(Room._payer, room),
            attend=partial(Room._attend, room),
        )
        self.timed = TimedGame(self.ledger, self.here, self.tasks, self.bots.choose, settings.countdown)
        self.alarm = Alarm(
            self.ledger,
            self.here,
            self.clocks,
            self.tasks,
            pass_pause=settings.pass_pause,
            move_for=self.bots.move_for,
            attend=partial(Room._attend, room),
        )

    @property
    def table(self) -> RoomTable:
        return self.ledger.table

    @property
    def in_doubt(self) -> bool:
        return self.ledger.in_doubt

    @property
    def busy(self) -> bool:
        return bool(self.here.places or self.bots.thinking or self.ledger.lock.locked() or self.in_doubt)

    async def open(self) -> None:
        """Fold the log, before anybody joins."""
        await self.ledger.read()
        if not self.clocks.are_of(self.table):  # the server was down, or another process had the room
            await self._clockbook.resume(self.id, self.table, self.clocks)
        self._keep_time()
        self.here.expect_everybody()

    # Lines -------------------------------------------------------------------------------------------------------

    async def join(self, line: Line, hello: say.Hello) -> None:
        async with self.ledger.lock:
            if self.ledger.closed:
                line.close(say.Closing.RESTARTING, "the room has moved")
                return
            seat = _seat_of(self.table, hello.token)
            if hello.token and seat is None:
                self._refuse(line, Refusal("bad_token", "this token opens no seat of this room; you are watching"))
            self.here.take(line, seat)
            self._unfreeze(seat)
            self._greet(line, hello)
            await self._welcome_back(seat)
            self.alarm.set()
        self._attend()

    def _greet(self, line: Line, hello: say.Hello) -> None:
        seat, setup = self.here.places[line.id].seat, self.table.setup
        you = say.You(line.guest.name, seat, line.guest.id == setup.host)
        line.send(say.write(say.Welcome(you, self.info(), now_ms())))
        self._catch_up(line, seat, hello.last_seq)

    def info(self) -> say.RoomInfo:
        setup = self.table.setup
        settings = {name: getattr(setup.settings, name) for name in setup.settings.__struct_fields__}
        settings["takebacks"] = self.table.takebacks
        names = list(self.table.game.seats(self.table.options))
        return say.RoomInfo(self.id, setup.game, setup.rules, setup.options, settings, names)

    def _catch_up(self, line: Line, seat: int | None, last_seq: int | None) -> None:
        """The events after `last_seq`, or everything."""
        table = self.table
        missed = self.ledger.since(last_seq)
        if missed is not None:
            state = state_for(table, seat)
            line.send(say.write(say.Events((last_seq or 0) + 1, [each.to(seat) for each in missed], state)))
        else:
            line.send(self._snapshots.frame(table, seat))
        if clock := self.clocks.told(table):
            line.send(say.write(clock))

    def _unfreeze(self, seat: int | None) -> None:
        hand = None if seat is None else self.table.hand(seat)
        if self.clocks.frozen and hand in set(self.table.due()) - set(self.table.passing()):
            self._thaw()
            self.alarm.set()

    def _thaw(self) -> None:
        if self.clocks.frozen:
            self.clocks.thaw()
            self.tasks.spawn(self._clockbook.try_to_note(self.id, self.table, self.clocks))

    async def _welcome_back(self, seat: int | None) -> None:
        if back := _returning(self.table, seat):
            try:
                await self.ledger.resolve_doubt()
                await self.ledger.commit(back)
            except AsobibaError:
                logger.warning("could not give the seat back", room=self.id, seat=seat)

    async def part(self, line: Line) -> None:
        if self.here.leave(line):
            self.idle_since = time.monotonic()
            self.alarm.set()

    # Messages ----------------------------------------------------------------------------------------------------

    async def take(self, line: Line, message: say.Message) -> None:
        begun, place, cmid = time.monotonic(), self.here.places.get(line.id), getattr(message, "id", None)
        if isinstance(message, say.Sync):
            if place is not None:
                self._catch_up(line, place.seat, message.last_seq)
            return
        try:
            if self.ledger.is_asking:
                raise StorageDown("the database does not answer")
            async with self.ledger.turn():
                place = self.here.places.get(line.id)
                if place is None or self.ledger.closed:
                    return
                await self._handle(place, message, cmid)
            if cmid is not None:
                metrics.ack_seconds.observe(time.monotonic() - begun)
        except AsobibaError as error:
            self._refuse(line, error, cmid)
            if error.code == "stale" and isinstance(message, say.Move):
                self._catch_up(line, place.seat if place else None, message.base)
        self._attend()

    async def _handle(self, place: Place, message: say.Message, cmid: str | None) -> None:
        if back := _returning(self.table, place.seat):
            await self.ledger.commit(back)
            if isinstance(message, say.Ready):
                return
        actor = _actor(self.table, place)
        if isinstance(message, say.End) and message.unseen and len(self.here.places) > 1:
            raise Refusal("seen", "somebody is looking at this room")
        if cmid is None:
            if isinstance(message, say.Sit):
                await self._sit(place, actor, message)
            elif events := self.timed.counted(self._decide(actor, message)):
                await self.ledger.commit(events)
            return
        name, acknowledge = f"{actor.guest}:{cmid}", partial(_acknowledge, place.line, cmid)
        known = self.ledger.number_of(name)
        if known is None and isinstance(message, say.Move):
            known = decisions.passed_already(self.table, actor, message)
        if known is None and isinstance(message, say.Chat):  # which is refused by nobody, however old it is
            known = await self.ledger.find(name)
        if known is not None:
            acknowledge(known)
        elif events := self.timed.counted(await self._decide_once(actor, message, name, acknowledge)):
            await self.ledger.commit(events, name, acknowledge)

    async def _decide_once(
        self, actor: Actor, message: say.Message, name: str, acknowledge: Callable[[int], None]
    ) -> list[Event]:
        """What was done long ago cannot be done now, and is acknowledged all the same."""
        try:
            return self._decide(actor, message)
        except AsobibaError:
            if (known := await self.ledger.find(name)) is None:
                raise
            acknowledge(known)
            return []

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
            case say.Hurry():
                decisions.may_hurry(table, actor)
                self.bots.hurry()
                return []
            case say.Leave():
                return decisions.leave(table, actor, message)
            case say.End():
                return decisions.end(table, actor, message)
            case say.Resign():
                return decisions.resign(table, actor, message)
            case say.Offer():
                return decisions.offer(table, actor, message, new_secret())
            case say.Answer():
                return decisions.answer(table, actor, message, new_secret())
            case say.Chat():
                return decisions.chat(table, actor, message)
            case say.Inputs():
                self.timed.hold(actor, message)
                return []
            case say.Pause():
                self.timed.pause(actor, message)
                return []
            case _:
                raise Refusal("not_here", "this room does not take that message")

    def _maybe_start(self, events: list[Event]) -> list[Event]:
        return decisions.start_if_ready(self.table, events, new_secret())

    async def _sit(self, place: Place, actor: Actor, message: say.Sit) -> None:
        token = new_token()
        events = decisions.sit(self.table, actor, message.seat, hashed(token), also=message.also)
        seat = decisions.seat_after(events[0])
        seated = say.write(say.Seated(seat, token))
        # Before the event: who hears that somebody sits there knows already that it is he.
        await self.ledger.commit(events, acknowledge=lambda _: place.line.send(seated))
        self.here.take(place.line, seat)
        self.alarm.set()  # somebody waits at the table from now on
        self._catch_up(place.line, seat, self.table.seq)

    def _refuse(self, line: Line, error: AsobibaError, cmid: str | None = None) -> None:
        sentence = error.sentence if isinstance(error, IllegalMove) else str(error)
        metrics.refusals.labels(error.code).inc()
        params = {key: value for key, value in error.params.items() if isinstance(value, str | int | float)}
        line.send(say.write(say.Reject(error.code, sentence, cmid, self.table.seq, params)))

    # What the ledger says ----------------------------------------------------------------------------------------

    def follow(self, steps: Sequence[Step]) -> None:
        """Everybody is told what has been stored, whether by this process's last write or by one that was in doubt."""
        for step in steps:
            self.here.follow(step.event)
            if isinstance(step.event, log.Moved):
                metrics.moves.labels(step.event.by).inc()
        if any(isinstance(step.event, LOBBY_EVENTS) for step in steps):
            self.here.announce()
        first, due = steps[0].event, self.table.due()
        if not (isinstance(first, log.Moved) and first.by == "rules") or any(self.here.at(seat) for seat in due):
            self._thaw()  # a pass alone does not bring back who is to move next
        self._keep_time()
        self._broadcast(steps)

    def doubt(self) -> None:
        """Clocks stand still until it is known what happened."""
        self.clocks.stop()
        self.tasks.spawn(self._recover())

    def go_on(self) -> None:
        self.clocks.go_on()
        self.tasks.spawn(self._clockbook.try_to_note(self.id, self.table, self.clocks))
        self.alarm.set()

    def evict(self, reason: str, code: int = say.Closing.RESTARTING) -> None:
        """This process no longer has the room; the clients come back and find who has, if anybody can."""
        if code == say.INTERNAL:
            self.here.tell(lambda _: (say.write(say.Bye(Damaged.code, reason)),))
        self.ledger.closed = True
        self.alarm.cancel()
        self.here.dismiss(code, reason)
        self.on_evicted(self)

    async def _recover(self) -> None:
        while self.in_doubt and not self.ledger.closed:
            await asyncio.sleep(RECOVERY_SECONDS)
            try:
                async with self.ledger.turn():
                    pass
            except AsobibaError:
                continue
        self._attend()

    def _broadcast(self, steps: Sequence[Step]) -> None:
        showing, clock = Showing(self.table), self.clocks.told(self.table)
        clock_frame = () if clock is None else (say.write(clock),)

        def frames_for(seat: int | None) -> tuple[bytes, ...]:
            events = [step.shown.to(seat) for step in steps]
            return say.write(say.Events(steps[0].row.seq, events, showing.to(seat))), *clock_frame

        self.here.tell(frames_for)

    # What goes on ------------------------------------------------------------------------------------------------

    def _keep_time(self) -> None:
        self.clocks.follow(self.table)
        self.alarm.set()

    def _payer(self) -> Payer:
        """Bots think for who made the room, from where he is; if he is not here, from where a player is."""
        host = self.table.setup.host
        places = sorted(self.here.places.values(), key=lambda place: (place.line.guest.id != host, place.seat is None))
        return Payer(places[0].line.address if places else "", host, self.id)

    def _attend(self) -> None:
        """Bots that are to move think, and a timed game runs, as long as anybody is here to see it."""
        if not self.ledger.closed and not self.in_doubt and self.here.places:
            self.timed.start()
            self.bots.move()

    async def close(self, reason: str = "the server restarts", *, runs_on: bool = False) -> None:
        """Nothing is lost: what was accepted is stored already. With `runs_on` the clocks go on."""
        async with self.ledger.lock:
            if runs_on and not self.ledger.closed:
                await self._clockbook.try_to_note(self.id, self.table, self.clocks, held=False)
            self.evict(reason)
        await self.tasks.cancel()


def _seat_of(table: RoomTable, token: str | None) -> int | None:
    if not token:
        return None
    return next(
        (
            number
            for number, seat in enumerate(table.seats)
            if seat.human and any(matches(token, digest) for digest in (seat.token, *seat.older))
        ),
        None,
    )


def _returning(table: RoomTable, seat: int | None) -> list[Event]:
    """The player takes the seats over that bots play for him."""
    mine = () if seat is None else owned(table.seats, seat)
    return [log.Returned(each) for each in mine if table.seats[each].deputy is not None]


def _actor(table: RoomTable, place: Place) -> Actor:
    """Who has the token of a seat speaks for its owner."""
    owner = None if place.seat is None else table.seats[place.seat]
    if owner is not None and owner.guest is not None and place.seat is not None:
        return Actor(owner.guest, owner.name, table.hand(place.seat), owned(table.seats, place.seat))
    return Actor(place.line.guest.id, place.line.guest.name, place.seat)


def _acknowledge(line: Line, cmid: str, seq: int) -> None:
    line.send(say.write(say.Ack(cmid, seq)))
