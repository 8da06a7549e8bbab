"""A room as the server has told it: every message is folded into it once, and whoever waits for news is woken."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw

from asobiba.core.errors import AsobibaError
from asobiba.core.game import CHANCE
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.messages import Clock, Presence, RoomInfo, You
from asobiba.online.protocol.views import StateView

REMEMBERED: Final = 1024
"""Events that a slow reader of `events` may be behind."""
POSITION_KINDS: Final = frozenset({"started", "moved", "drew", "tookback"})

_states = msgspec.json.Decoder(StateView)


class Choice(NamedTuple):
    action: int
    text: str


class Ply(NamedTuple):
    """Luck has the seat -1; luck that is kept from the players has the action -1 too."""

    seat: int
    action: int
    text: str


class Turn(NamedTuple):
    """A decision of this seat. A forced pass is none: the server plays it."""

    seq: int
    moves: list[Choice]
    state: StateView


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the room's log: seq, kind, and the fields that this client may know."""

    seq: int
    kind: str
    fields: Mapping[str, Any]


class Told:
    """Every attribute is what the server said last."""

    you: You
    info: RoomInfo
    state: StateView

    def __init__(self, token: str | None) -> None:
        self.token = token
        self.seq = -1
        self.history: list[Ply] = []
        self.presence: Presence | None = None
        self.clock: Clock | None = None
        self.tick: say.Tick | None = None
        self.connections = 0
        self.log: deque[Happening] = deque(maxlen=REMEMBERED)
        self.turn: tuple[Turn, int] | None = None
        """The decision that is being taken, and the connection on which it was told."""
        self._decided_at = -1
        self._news = asyncio.Event()
        self._failure: AsobibaError | None = None

    # Waiting ---------------------------------------------------------------------------------------------------------

    async def change(self) -> None:
        """Until the server has said something."""
        self.check()
        await self._news.wait()

    def check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def fail(self, error: AsobibaError) -> AsobibaError:
        """Nothing more will be told; the first reason stays the reason."""
        self._failure = self._failure or error
        self.wake()
        return self._failure

    async def turns(self) -> AsyncIterator[Turn]:
        last = -1
        while self.state.status != "over":
            if self._decided_at > last and self._is_mine():
                last = self._decided_at
                turn = Turn(self.seq, [Choice(*move) for move in self.state.moves], self.state)
                self.turn = (turn, self.connections)
                yield turn
            else:
                await self.change()
        self.turn = None

    def _is_mine(self) -> bool:
        if not self.state.moves or self.you.seat is None:
            return False
        seats, deciding = self.state.seats, set(self.state.due) - set(self.state.passing)
        owner = seats[self.you.seat].owner
        return any(seats[number].owner == owner and not seats[number].gone for number in deciding)

    async def events_after(self, seq: int) -> AsyncIterator[Happening]:
        while True:
            fresh = [happening for happening in self.log if happening.seq > seq]
            if not fresh:
                await self.change()
            for happening in fresh:
                seq = happening.seq
                yield happening

    async def until(self, test: Callable[[StateView], bool]) -> StateView:
        while not test(self.state):
            await self.change()
        return self.state

    # Folding ---------------------------------------------------------------------------------------------------------

    def take_notice(self, reply: say.Reply) -> None:
        match reply:
            case say.Welcome():
                self.you, self.info = reply.you, reply.room
            case say.Seated():
                self.token, self.you = reply.token, msgspec.structs.replace(self.you, seat=reply.seat)
            case say.Presence():
                self.presence = reply
            case say.Clock():
                self.clock = reply
            case say.Tick():
                self.tick = reply

    def take_snapshot(self, snapshot: say.Snapshot) -> None:
        self.history = [Ply(*played) for played in snapshot.history]
        self._decided_at = self.seq = snapshot.seq
        self.state = _states.decode(snapshot.state)

    def take_events(self, events: say.Events, *, reseat: bool) -> bool:
        """False: some before these are missing, and nothing was taken.

        `reseat`: the seat follows the events. It does not while the welcome has said already where we sit after them.
        """
        if events.seq > self.seq + 1:
            return False
        for seq, raw in enumerate(events.list, events.seq):
            if seq > self.seq:
                self._take_event(seq, raw, reseat=reseat)
        if events.seq + len(events.list) - 1 == self.seq:
            self.state = _states.decode(events.state)
            if reseat and self.you.seat is not None and self.state.seats[self.you.seat].kind != "human":
                self.token, self.you = None, msgspec.structs.replace(self.you, seat=None)
        return True

    def _take_event(self, seq: int, raw: Raw, *, reseat: bool) -> None:
        fields = msgspec.json.decode(raw, type=dict[str, Any])
        kind = str(fields.pop("kind"))
        self.seq = seq
        self.history = _history_after(self.history, kind, fields)
        if kind in POSITION_KINDS:
            self._decided_at = seq
        if reseat:
            self._reseat(kind, fields)
        self.log.append(Happening(seq, kind, fields))

    def _reseat(self, kind: str, fields: Mapping[str, Any]) -> None:
        """A seat that was left is nobody's, and from the second game on the players have moved one seat."""
        seat = self.you.seat
        if kind == "left" and seat is not None and fields["seat"] == seat:
            seats = self.state.seats
            others = [number for number, each in enumerate(seats) if each.owner == seats[seat].owner and number != seat]
            # Of several seats the others are one's own still, unless they are left as well.
            self.you = msgspec.structs.replace(self.you, seat=others[0] if others else None)
            self.token = self.token if others else None
        elif kind == "reseated" and fields["seat"] == seat:
            self.you = msgspec.structs.replace(self.you, seat=fields["to"])
        elif kind == "started" and fields["round"] > 1 and seat is not None:
            self.you = msgspec.structs.replace(self.you, seat=(seat - 1) % len(self.info.seats))


def _history_after(history: list[Ply], kind: str, fields: Mapping[str, Any]) -> list[Ply]:
    match kind:
        case "started":
            return []
        case "tookback":
            return history[: fields["plies"]]
        case "drew":
            history.append(Ply(CHANCE, fields.get("outcome", -1), fields.get("text", "")))
        case "moved" if "revealed" in fields:
            history.extend(Ply(*played) for played in fields["revealed"])
        case "moved" if "text" in fields:
            history.append(Ply(fields["seat"], fields["action"], fields["text"]))
    return history
