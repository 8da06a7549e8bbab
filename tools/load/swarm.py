"""The other side: people by the thousand, each one socket. They know no rules and play what the server offers them.

A *player* has a seat and hears which moves are legal; a *way* of playing says when it makes one. A *spectator* only
listens. What happens to them is noted in one tally.
"""

import asyncio
import random
import socket
from array import array
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

import msgspec
from msgspec import Struct
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from asobiba.core.errors import AsobibaError

CONNECT_SECONDS = 30.0
SMALL_BUFFER = 4096
EVENTS = b'{"t":"events","seq":'


class Refused(AsobibaError):
    """The server does not let somebody in, or answers a request with something else than success."""

    code = "refused"


class Standing(Struct):
    """What a player must know of the state."""

    status: str
    round: int
    moves: list[tuple[int, str]]


class Told(Struct):
    """What a player must know of any message."""

    t: str
    seq: int = 0
    events: list[msgspec.Raw] = msgspec.field(name="list", default_factory=list)
    state: Standing | None = None
    code: str = ""
    token: str = ""


_decode = msgspec.json.Decoder(Told).decode


@dataclass
class Tally:
    """What happened to everybody. Seconds, measured from the instant at which a move was meant to be sent."""

    acks: "array[float]" = field(default_factory=lambda: array("d"))
    views: "array[float]" = field(default_factory=lambda: array("d"))
    """How long after a move a spectator heard of it."""
    errors: Counter[str] = field(default_factory=Counter)
    callers: "set[Caller]" = field(default_factory=set)
    """Those whose sockets are open."""
    waiting: int = 0
    """Moves that were sent and not yet answered."""
    ended: bool = False
    """What happens now is no longer noted."""

    async def end(self) -> None:
        """Everybody leaves at once."""
        self.ended = True
        for caller in list(self.callers):
            caller.leave()
        for _ in range(1000):
            if self.callers:
                await asyncio.sleep(0.001)

    def forget_times(self) -> None:
        """Of the warm-up; its errors count."""
        self.acks, self.views = array("d"), array("d")


class Caller(WSListener):
    """One socket. Whatever closes it, except us, is an error."""

    def __init__(self, tally: Tally, first: list[bytes]) -> None:
        self.tally, self.first = tally, first
        self.transport: WSTransport | None = None
        self.leaving = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.tally.callers.add(self)
        for message in self.first:
            self.say(message)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            try:
                self.hear(frame.get_payload_as_bytes())
            except (msgspec.MsgspecError, ValueError):
                self.tally.errors["a message that makes no sense"] += 1
        elif frame.msg_type == WSMsgType.CLOSE:
            self._lost(f"closed by the server: {int.from_bytes(frame.get_payload_as_bytes()[:2])}")
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.tally.callers.discard(self)
        self._lost("connection lost")

    def _lost(self, how: str) -> None:
        if not self.leaving and not self.tally.ended:
            self.leaving = True
            self.tally.errors[how] += 1

    def hear(self, message: bytes) -> None:
        raise NotImplementedError

    def say(self, message: bytes) -> None:
        if self.transport is not None and not self.transport.is_disconnected:
            self.transport.send(WSMsgType.TEXT, message)

    def leave(self) -> None:
        self.leaving = True
        if self.transport is not None:
            self.transport.underlying_transport.abort()


class Way(Protocol):
    """When a player moves."""

    def due(self, player: "Player") -> None:
        """The player is to move, with `player.move`, now or later."""

    def over(self, player: "Player") -> None:
        """The player's game is over."""


class Player(Caller):
    def __init__(self, tally: Tally, way: Way, room: str, first: list[bytes], luck: random.Random) -> None:
        super().__init__(tally, first)
        self.way, self.room, self.luck = way, room, luck
        self.token = ""
        """Of the seat, once it was told."""
        self.moves: list[tuple[int, str]] = []
        self.base = self.moved = self.round = self.ended = 0
        self.asked: float | None = None
        self.is_due = False

    def hear(self, message: bytes) -> None:
        told = _decode(message)
        if told.state is not None:
            self.base = told.seq + max(0, len(told.events) - 1)
            self.stand(told.state)
        elif told.t == "ack":
            self.acknowledged()
        elif told.t == "seated":
            self.token = told.token
        elif told.t in ("reject", "bye"):
            self.tally.errors[f"{told.t}: {told.code}"] += 1
            self._answered()

    def acknowledged(self) -> None:
        if self.asked is not None:
            self.tally.acks.append(monotonic() - self.asked)
            self._answered()

    def _answered(self) -> None:
        if self.asked is not None:
            self.asked = None
            self.tally.waiting -= 1

    def stand(self, now: Standing) -> None:
        self.moves = now.moves
        self.round = now.round
        if now.moves and self.asked is None and not self.is_due:
            self.is_due = True
            self.way.due(self)
        elif now.status == "over" and self.ended != now.round:
            self.ended = now.round
            self.way.over(self)

    def move(self, intended: float) -> None:
        """A random legal move, at once; `intended` is when it should have been made."""
        self.is_due = False
        if not self.moves:
            return
        action, _ = self.moves[self.luck.randrange(len(self.moves))]
        self.moved += 1
        self.asked = intended
        self.tally.waiting += 1
        self.play(action)

    def play(self, action: int) -> None:
        self.say(b'{"t":"move","id":"%d","base":%d,"action":%d}' % (self.moved, self.base, action))

    def again(self) -> None:
        """Whoever asks first offers the next game, the others agree."""
        self.say(b'{"t":"offer","kind":"rematch"}')


class Eager:
    """Moves at once: a closed loop."""

    def due(self, player: Player) -> None:
        player.move(monotonic())

    def over(self, player: Player) -> None:
        player.again()


class Leisurely(Eager):
    """Thinks for a while first."""

    def __init__(self, pause: float) -> None:
        self.pause = pause

    def due(self, player: Player) -> None:
        asyncio.get_running_loop().call_later(self.pause, lambda: player.move(monotonic()))


class Once(Eager):
    """One game for each of `players`, and no other; `done` when all are over."""

    def __init__(self, players: int) -> None:
        self.left, self.done = players, asyncio.Event()

    def over(self, player: Player) -> None:
        self.left -= 1
        if not self.left:
            self.done.set()


class Brief(Once):
    """Moves once and resigns at the next turn."""

    def due(self, player: Player) -> None:
        if player.moved:
            player.say(b'{"t":"resign"}')
        else:
            super().due(player)


class Paced(Eager):
    """All together make `rate` moves a second whatever the server does: an open loop."""

    patience = CONNECT_SECONDS
    """Seconds that all together may be late before they give up."""

    def __init__(self) -> None:
        self.ready: deque[Player] = deque()

    def due(self, player: Player) -> None:
        self.ready.append(player)

    async def play(self, tally: Tally, rate: float, seconds: float) -> None:
        """A move for which nobody is ready is made late, and its time runs from when it was meant."""
        count, begun = round(rate * seconds), monotonic()
        for number in range(count):
            intended = begun + number / rate
            while (wait := intended - monotonic()) > 0 or not self.ready:
                if wait < -self.patience or not tally.callers:
                    tally.errors["moves not made"] += count - number
                    return
                await asyncio.sleep(max(wait, 0.001))
            self.move(self.ready.popleft(), intended)

    def move(self, player: Player, intended: float) -> None:
        player.move(intended)


class Watched(Paced):
    """Keeps when the move was made that became the event of a number; for one room."""

    def __init__(self) -> None:
        super().__init__()
        self.made: dict[int, float] = {}

    def move(self, player: Player, intended: float) -> None:
        self.made[player.base + 1] = intended
        player.move(intended)


class Spectator(Caller):
    """Notes how long after a move it hears of it."""

    def __init__(self, tally: Tally, room: str, made: dict[int, float]) -> None:
        super().__init__(tally, [msgspec.json.encode({"t": "hello", "room": room})])
        self.made = made

    def hear(self, message: bytes) -> None:
        if message.startswith(EVENTS):
            number = int(message[len(EVENTS) : message.index(b",", len(EVENTS))])
            if (made := self.made.get(number)) is not None:
                self.tally.views.append(monotonic() - made)


class Stalled(Caller):
    """Stops reading after the first message."""

    def __init__(self, tally: Tally, room: str) -> None:
        super().__init__(tally, [msgspec.json.encode({"t": "hello", "room": room})])

    def hear(self, message: bytes) -> None:
        if self.transport is not None:
            self.transport.underlying_transport.pause_reading()


async def connect(
    caller: Caller, url: str, headers: Mapping[str, str], address: str = "127.0.0.1", *, small: bool = False
) -> None:
    """Open the caller's socket from `address`, with a receive buffer of the usual size or a small one."""

    made: list[socket.socket] = []

    def bound(_: object) -> socket.socket:
        made.append(socket.socket())
        if small:
            made[0].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        made[0].setblocking(False)
        made[0].bind((address, 0))
        return made[0]

    try:
        await ws_connect(
            lambda: caller,
            url,
            extra_headers=headers,
            websocket_handshake_timeout=CONNECT_SECONDS,
            socket_factory=bound,
            read_buffer_init_size=SMALL_BUFFER,
        )
    except BaseException as error:
        for each in made:
            each.close()
        if isinstance(error, WSError):
            raise Refused(f"{url}: {error}") from None
        raise
