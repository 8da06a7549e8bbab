"""A timed game in a room: the server runs the simulation and is the judge.

The simulation runs a little behind the wall clock, so that what players hold arrives in time; what arrives later counts
from now on, and its sender is corrected. Nothing is logged tick by tick: what was held goes into the log when something
has come to rest, and at least every second. After a restart the game is simulated again from that.
"""

import asyncio
import functools
import operator
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, Literal, Self, TypeAlias

import structlog
from msgspec import Raw
from msgspec.structs import replace

from asobiba.core.errors import AsobibaError
from asobiba.core.game import State
from asobiba.online.bots.thinkers import Choice
from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.events import Event
from asobiba.online.rooms import decisions
from asobiba.online.rooms.attendance import Attendance
from asobiba.online.rooms.decisions import Actor, Refusal
from asobiba.online.rooms.ending import counts, ended
from asobiba.online.rooms.ledger import Ledger, unhurried
from asobiba.online.rooms.table import RoomTable
from asobiba.online.rooms.tasks import Tasks
from asobiba.online.simulation import Simulation, Timing, digest, is_moment, played_again
from asobiba.online.table import Table

CHUNK_SECONDS = 0.05
LAG_TICKS = 9
"""How far the simulation runs behind."""
HOLD_TICKS = 15
"""A player of whom nothing is heard holds what he held for so long, and then nothing."""
AHEAD_TICKS = 120
"""Inputs further in the future than this are not kept."""
MOST_TICKS = 30
"""Simulated at once; a server that is too slow for more slows the game down."""

TOLD_SECONDS = 1.0
"""A game that stands still is shown so often: somebody may have come."""

Stands: TypeAlias = Literal["starting", "paused", "away"]

logger = structlog.get_logger()


def simulated(table: RoomTable) -> Simulation:
    """The game as far as it is logged."""
    *_, last = simulation_steps(table)
    return last


def timing(table: RoomTable) -> Timing[Any]:
    found = table.game.part(Table).timed
    assert found is not None
    return found


def simulation_steps(table: RoomTable) -> Iterator[Simulation]:
    """The same simulation again and again, a tick further each time."""
    return played_again(timing(table), table.options, table.seed, table.held, table.ticks)


def moments(table: RoomTable) -> Iterator[Simulation]:
    """At the start, whenever something happened, and at the end; to be looked at before the next."""
    return (simulation for simulation in simulation_steps(table) if is_moment(simulation, table.ticks))


class Hands:
    """What one player holds, as far as it is known."""

    def __init__(self) -> None:
        self.planned: dict[int, int] = {}
        self.mask = 0
        self.heard_at = 0
        self.corrected = False

    def take(self, message: say.Inputs, now: int) -> None:
        """What is late counts from the next tick on; a short press that is late altogether is still a press."""
        late = message.held[: max(0, now - message.tick)]
        if late:
            self.corrected = True
            self.planned[now] = functools.reduce(operator.or_, late)
            self.planned[now + 1] = late[-1]
        for tick, mask in enumerate(message.held[len(late) :], message.tick + len(late)):
            if tick < now + AHEAD_TICKS:
                self.planned[tick] = self.planned[tick] | mask if late and tick == now else mask

    def at(self, tick: int) -> int:
        if tick in self.planned:
            self.mask, self.heard_at = self.planned.pop(tick), tick
        elif tick - self.heard_at > HOLD_TICKS:
            self.mask = 0
        return self.mask


class Referee:
    """Runs the simulation of a table. The room stores and sends what it yields."""

    def __init__(self, table: RoomTable, simulation: Simulation | None = None) -> None:
        """`simulation` is that of the table as far as it is logged, if there is one already."""
        self.round, self.simulation = table.round, simulation or simulated(table)
        self.seats = len(table.seats)
        self.rate = timing(table).ticks_per_second
        self.hands = [Hands() for _ in range(self.seats)]
        self._held = self._held_so_far(table)
        self._changes: list[tuple[int, int, int]] = []
        self._logged = self.simulation.tick
        self._origin: float | None = None
        self._rested = False

    def _held_so_far(self, table: RoomTable) -> dict[int, int]:
        held = dict.fromkeys(range(self.seats), 0)
        for _, seat, mask in table.held:
            held[seat] = mask
        return held

    @classmethod
    async def of(cls, table: RoomTable) -> Self:
        """A long game is simulated a few milliseconds at a time."""
        async for simulation in unhurried(simulation_steps(table)):
            last = simulation
        return cls(table, last)

    def has(self, table: RoomTable) -> bool:
        """Whether the log has what was told to it, and nothing else."""
        return (self.round, self._logged) == (table.round, table.ticks)

    def pause(self) -> None:
        self._origin = None

    def run(self, now: float) -> None:
        """Simulate what is due."""
        if self._origin is None:
            self._origin = now - (self.simulation.tick + LAG_TICKS) / self.rate
        due = int((now - self._origin) * self.rate) - LAG_TICKS - self.simulation.tick
        if due > MOST_TICKS:
            self._origin += (due - MOST_TICKS) / self.rate
        for _ in range(min(due, MOST_TICKS)):
            self._step()

    def _step(self) -> None:
        tick, inputs = self.simulation.tick, {}
        for seat, hands in enumerate(self.hands):
            inputs[seat] = mask = hands.at(tick)
            if mask != self._held[seat]:
                self._held[seat] = mask
                self._changes.append((tick, seat, mask))
        self.simulation.step(inputs)
        self._rested = self._rested or self.simulation.rested

    def to_log(self) -> list[Event]:
        """What is to be stored now, perhaps nothing."""
        simulation = self.simulation
        if not (self._rested or simulation.over or simulation.tick - self._logged >= self.rate):
            return []
        event = log.Held(simulation.tick, self._changes, simulation.digest())
        self._changes, self._logged, self._rested = [], simulation.tick, False
        return [event]

    def tick_for(self, seat: int | None, stands: Stands | None = None, runs_in: float | None = None) -> say.Tick:
        """The game as a receiver may see it; whether it stands still, and for how many seconds."""
        view = self.simulation.view(seat)
        hands = None if seat is None else self.hands[seat]
        told = say.Tick(
            self.simulation.tick,
            digest(view),
            Raw(say.write_any(view)),
            applied=None if hands is None else hands.heard_at,
            corrected=hands is not None and hands.corrected,
            stands=stands,
            runs_in_ms=None if runs_in is None else round(1000 * runs_in),
        )
        if hands is not None:
            hands.corrected = False
        return told


class Puppet:
    """A bot's hands: it thinks about where the game is going, and then plays the way there."""

    def __init__(self, seat: int, choose: Callable[[State, int], Awaitable[Choice]]) -> None:
        self.seat, self._choose = seat, choose
        self._thought: asyncio.Future[Choice] | None = None

    def move(self, clock: Referee) -> None:
        hands, simulation = clock.hands[self.seat], clock.simulation
        if hands.planned or simulation.over:
            return
        if self._thought is None:
            position = simulation.position(self.seat)
            if position.legal():  # none, when it has played its turns and waits for the others
                self._thought = asyncio.ensure_future(self._choose(position, simulation.tick))
        elif self._thought.done():
            self._play(hands, simulation)

    def _play(self, hands: Hands, simulation: Simulation) -> None:
        assert self._thought is not None
        action = self._thought.result().action
        if action not in simulation.position(self.seat).legal():
            self._thought = None
            return
        buttons = simulation.path(self.seat, action)
        if buttons:
            hands.planned = {simulation.tick + 1 + offset: mask for offset, mask in enumerate(buttons)}
            self._thought = None

    def stop(self) -> None:
        if self._thought is not None:
            self._thought.cancel()


class Standing:
    """Whether a game stands still. Whenever it has, a countdown comes before it runs: nobody is caught unawares."""

    def __init__(self, countdown: float) -> None:
        self._countdown = countdown
        self.begin()

    def begin(self) -> None:
        """A game begins, or goes on since somebody has come."""
        self.paused = False
        """By a player."""
        self._runs_at: float | None = None
        self._told: tuple[Stands, float] | None = None

    def now(self, time: float, away: bool) -> Stands | None:
        """Why it stands still; None: it runs. `away`: somebody who should play is not here."""
        if away or self.paused:
            self._runs_at = None
            return "away" if away else "paused"
        if self._runs_at is None:
            self._runs_at = time + self._countdown
        if time < self._runs_at:
            return "starting"
        self._told = None
        return None

    def left(self, time: float) -> float | None:
        """Of the countdown."""
        return None if self._runs_at is None else max(0.0, self._runs_at - time)

    def is_to_be_told(self, stands: Stands, time: float) -> bool:
        """What is new, and what was told a while ago."""
        if self._told is not None and self._told[0] == stands and time < self._told[1] + TOLD_SECONDS:
            return False
        self._told = stands, time
        return True


class TimedGame:
    """Runs while anybody is here to see it; the log has what is needed to go on."""

    def __init__(
        self,
        ledger: Ledger,
        here: Attendance,
        tasks: Tasks,
        choose: Callable[[int, State, int], Awaitable[Choice]],
        countdown: float,
    ) -> None:
        self._ledger, self._here, self._tasks, self._choose = ledger, here, tasks, choose
        self._standing = Standing(countdown)
        self.referee: Referee | None = None
        """While the game runs."""
        self._waiting: Referee | None = None
        """Of a game that stands still since nobody is here: who comes back does not have it simulated anew."""
        self._runs = False

    def start(self) -> None:
        table = self._ledger.table
        if table.timed and table.status == "playing" and not self._runs:
            self._runs = True
            self._tasks.spawn(self._run(table))

    def hold(self, actor: Actor, message: say.Inputs) -> None:
        seat = decisions.playing(self._ledger.table, actor)
        if not self._runs:
            raise Refusal("not_timed", "this game is played in turns; send moves")
        if self.referee is None:
            return  # it has not begun to run again
        self.referee.hands[seat].take(message, self.referee.simulation.tick)

    def pause(self, actor: Actor, message: say.Pause) -> None:
        """Nobody else may be made to wait."""
        seat = decisions.playing(self._ledger.table, actor)
        if not self._runs:
            raise Refusal("not_timed", "this game is played in turns; send moves")
        if any(each.human and not each.gone for number, each in enumerate(self._ledger.table.seats) if number != seat):
            raise Refusal("not_alone", "other people play here; only a game against bots can be paused")
        self._standing.paused = message.on

    def counted(self, events: list[Event]) -> list[Event]:
        """A game that the table ends while it runs: the log does not know how it stands at this moment."""
        if self.referee is None:
            return events
        return [self._counted(event, self.referee.simulation) for event in events]

    def _counted(self, event: Event, game: Simulation) -> Event:
        if not isinstance(event, log.Ended):
            return event
        told = replace(event, counts=counts(self._ledger.table, game.facts()))
        return replace(told, returns=list(game.returns())) if len(game.returns()) == 1 else told

    async def _run(self, table: RoomTable) -> None:
        waiting, self._waiting = self._waiting, None
        try:
            self.referee = waiting if waiting and waiting.has(table) else await Referee.of(table)
            await self._play(self.referee)
            self.referee.pause()
            self._waiting = self.referee
        except AsobibaError as error:
            logger.warning("a timed game stopped", room=self._ledger.id, error=str(error))
        finally:
            self.referee, self._runs = None, False

    async def _play(self, referee: Referee) -> None:
        puppets: dict[int, Puppet] = {}
        try:
            self._standing.begin()
            while self._goes_on(referee.round):
                await asyncio.sleep(CHUNK_SECONDS)
                away = self._ledger.in_doubt or not self._here.is_complete()
                if (stands := self._standing.now(time.monotonic(), away)) is not None:
                    referee.pause()
                    self._show_standing(referee, stands)
                    continue
                self._move_puppets(referee, puppets)
                referee.run(time.monotonic())
                await self._log(referee)
                self._here.tell(lambda seat: (say.write(referee.tick_for(seat)),))
        finally:
            for puppet in puppets.values():
                puppet.stop()

    def _show_standing(self, referee: Referee, stands: Stands) -> None:
        standing, now = self._standing, time.monotonic()
        if standing.is_to_be_told(stands, now):
            self._here.tell(lambda seat: (say.write(referee.tick_for(seat, stands, standing.left(now))),))

    def _goes_on(self, game: int) -> bool:
        table = self._ledger.table
        return not self._ledger.closed and bool(self._here.places) and (table.status, table.round) == ("playing", game)

    def _move_puppets(self, referee: Referee, puppets: dict[int, Puppet]) -> None:
        for number, seat in enumerate(self._ledger.table.seats):
            if seat.played_by_bot:
                if number not in puppets:
                    puppets[number] = Puppet(number, partial(self._choose, number))
                puppets[number].move(referee)
            elif number in puppets:
                puppets.pop(number).stop()

    async def _log(self, referee: Referee) -> None:
        events = referee.to_log()
        if referee.simulation.over:
            game = referee.simulation
            events.append(ended(self._ledger.table, game.ending, game.returns(), game.facts()))
        if events:
            async with self._ledger.turn():
                if self._ledger.table.status == "playing":
                    await self._ledger.commit(events)
