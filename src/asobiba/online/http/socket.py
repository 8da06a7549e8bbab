"""WebSocket connections: /ws, subprotocol asobiba.v1.

It is a plain ASGI application, below the framework, because each layer costs on every move. A connection has one task
that reads. What it is sent is written at once; when the other end does not keep up it waits in a bounded queue, which
has a task as long as it is not empty, and who does not read his queue is cut off and comes back.
"""

import asyncio
import time
from collections import deque
from contextlib import suppress

import structlog
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from asobiba.core.errors import AsobibaError
from asobiba.online import metrics
from asobiba.online.http.door import LEAST_WORK, Account, Door
from asobiba.online.http.headers import origin_allowed, refusal
from asobiba.online.http.identity import Guests, latest, shown
from asobiba.online.http.limits import TooMany, TooOften, address_of
from asobiba.online.http.listen import abort, say_at_once
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.bill import paying
from asobiba.online.protocol.desk import Desk, Guest
from asobiba.online.protocol.pace import Bucket
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.hub import Hub
from asobiba.online.rooms.tokens import new_token
from asobiba.online.settings import Settings

CLOSED_FOR = {"no_room": say.Closing.NO_ROOM, "damaged": say.INTERNAL}
"""By the code of what keeps somebody from a room; after all others it is worth coming back."""
LONGEST_NAP = 0.5
"""Seconds between two looks whether who waits is still there."""

logger = structlog.get_logger()


class SocketLine:
    """A Line over one WebSocket."""

    def __init__(
        self, guest: Guest, address: str, account: Account, scope: Scope, send: Send, settings: Settings
    ) -> None:
        self.id, self.guest, self.address, self.account = new_token(), guest, address, account
        self._scope, self._send, self._settings = scope, send, settings
        self._say = say_at_once(scope)
        self._frames: deque[bytes] = deque()
        self._closing: tuple[int, str] | None = None
        self.sending_since: float | None = None
        self.writer: asyncio.Task[None] | None = None

    def send(self, frame: bytes) -> None:
        if self._closing is not None:
            return
        if len(self._frames) >= self._settings.queue_frames:
            self.cut_off()
            return
        self.account.send(len(frame))
        if self.writer is None and self._say(frame):
            return
        self._frames.append(frame)
        self._write_soon()

    @property
    def is_open(self) -> bool:
        return self._closing is None

    def close(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = (int(code), reason[:100])  # a close frame has little room
            metrics.closed.labels(str(int(code))).inc()
            self._write_soon()

    def cut_off(self) -> None:
        """Without waiting for the other end, which may never answer."""
        self.close(say.Closing.TOO_SLOW, "you read too slowly")
        self._frames.clear()
        if self.sending_since is not None:
            abort(self._scope)

    def _write_soon(self) -> None:
        if self.writer is None:
            self.writer = asyncio.get_running_loop().create_task(self._write(), name="writer")

    async def _write(self) -> None:
        try:
            with suppress(OSError, RuntimeError, AssertionError):  # the other end has gone; the reader notices too
                await self._write_queued()
        finally:
            self.writer = None

    async def _write_queued(self) -> None:
        while self._frames:
            self.sending_since = time.monotonic()
            await self._send({"type": "websocket.send", "text": self._frames.popleft().decode()})
            self.sending_since = None
        if self._closing is not None:
            code, reason = self._closing
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def written(self) -> None:
        """All that is queued, and the goodbye, or as much as the other end takes in time."""
        if self.writer is not None:
            await asyncio.wait([writer := self.writer], timeout=self._settings.send_seconds)
            writer.cancel()


class Sockets:
    """The endpoint."""

    def __init__(self, hub: Hub, guests: Guests, settings: Settings, door: Door) -> None:
        self.hub, self.guests, self.settings, self.door = hub, guests, settings, door
        self.lines: set[SocketLine] = set()
        self._watch: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handshake = HTTPConnection(scope)
        if (await receive())["type"] != "websocket.connect":
            return
        address = address_of(handshake)
        account = self.door.account(address)
        try:
            self._admit(handshake, address, account)
        except AsobibaError as error:
            await refusal(error)(scope, receive, send)
            return
        paying.set(account)
        try:
            guest = self.guests.of(handshake)
            named = Guest("", "") if guest is None else await latest(guest, self.hub.store)
            line = SocketLine(named, address, account, scope, send, self.settings)
            await send({"type": "websocket.accept", "subprotocol": say.PROTOCOL})
            await self._converse(line, receive)
        finally:
            self.door.leave(address)

    def _admit(self, handshake: HTTPConnection, address: str, account: Account) -> None:
        """Who is not admitted is told why: by HTTP, with a status and the body of every refusal."""
        offered = [word.strip() for word in handshake.headers.get("sec-websocket-protocol", "").split(",")]
        if say.PROTOCOL not in offered:
            raise Refusal("no_protocol", f"name the subprotocol: Sec-WebSocket-Protocol: {say.PROTOCOL}")
        if not origin_allowed(handshake.headers, self.settings):
            raise Refusal("forbidden", "only this server's pages, its `origins`, and programs with a bearer token")
        if shown(handshake) is not None and self.guests.of(handshake) is None:
            raise Refusal("no_guest", "this is no token of a guest here; introduce yourself anew: POST /api/guests")
        account.answer()
        if not self.door.enter(address):
            raise TooMany("too many connections from this address; wait a little", seconds=self.door.wait(address))

    async def _converse(self, line: SocketLine, receive: Receive) -> None:
        self.lines.add(line)
        metrics.sockets.set(len(self.lines))
        desk: Desk | None = None
        try:
            desk = await self._hello(line, receive)
            if desk is not None:
                await self._listen(line, desk, receive)
        except Exception as error:
            metrics.failures.labels("socket").inc()
            logger.error("a connection failed", exc_info=error)
            line.close(say.INTERNAL, "an error of the server")
        finally:
            self.lines.discard(line)
            metrics.sockets.set(len(self.lines))
            if desk is not None:
                await desk.part(line)
            line.close(1000, "")
            await line.written()

    async def _hello(self, line: SocketLine, receive: Receive) -> Desk | None:
        try:
            frame = await asyncio.wait_for(_next_frame(receive), self.settings.hello_seconds)
            if frame is None:
                return None
            hello = say.read_hello(frame)
        except TimeoutError:
            line.close(say.Closing.BAD_MESSAGE, "no hello")
            return None
        except (say.BadMessage, RecursionError, UnicodeError):
            line.close(say.Closing.BAD_MESSAGE, "the first message must be a hello")
            return None
        try:
            desk = await self.hub.desk(hello.room)
        except AsobibaError as error:
            line.send(say.write(say.Bye(error.code, str(error))))
            line.close(CLOSED_FOR.get(error.code, say.Closing.RESTARTING), str(error))
            return None
        await desk.join(line, hello)
        return desk

    async def _listen(self, line: SocketLine, desk: Desk, receive: Receive) -> None:
        limits = self.settings
        talk = Bucket(limits.messages_per_20s / 20, limits.messages_per_20s)
        play = Bucket(limits.timed_messages_per_second, 2 * limits.timed_messages_per_second)
        while (frame := await _next_frame(receive)) is not None:
            try:
                message = say.read_message(frame)
            except (say.BadMessage, RecursionError, UnicodeError):
                line.close(say.Closing.BAD_MESSAGE, "a message that this server does not know")
                return
            if not (play if isinstance(message, say.Inputs) else talk).take():
                line.close(say.Closing.TOO_MANY, "too many messages")
                return
            if isinstance(message, say.Ping):
                line.send(say.write(say.Pong(message.at, time.time_ns() // 1_000_000)))
            elif self._may_keep(line, message):
                if isinstance(message, say.Sync):
                    await self._afford(line)
                await desk.take(line, message)
            await asyncio.sleep(0)  # many that came at once are not answered in one go: others have their turn

    def _may_keep(self, line: SocketLine, message: say.Message) -> bool:
        """By guest and by address, on however many connections: whatever may be stored."""
        if isinstance(message, say.Sync):
            return True
        try:
            kind = "moves" if isinstance(message, say.Move | say.Inputs) else "notes"
            self.door.keep(kind, line.guest.id, line.address)
        except TooOften as error:
            metrics.refusals.labels(error.code).inc()
            line.send(
                say.write(
                    say.Reject(error.code, str(error), getattr(message, "id", None), params={"seconds": error.seconds})
                )
            )
            return False
        return True

    async def _afford(self, line: SocketLine) -> None:
        """Who has got much lately waits for more of it, and with him what he says behind."""
        while line.is_open and (seconds := line.account.wait) > 0:
            await asyncio.sleep(min(seconds, LONGEST_NAP))
        line.account.charge(LEAST_WORK)
        await line.account.queue()

    def start(self) -> None:
        self._watch = asyncio.create_task(self._cut_off_stalled(), name="stalled lines")

    async def _cut_off_stalled(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            limit = time.monotonic() - self.settings.send_seconds
            for line in [line for line in self.lines if line.sending_since is not None]:
                if line.sending_since is not None and line.sending_since < limit:
                    line.cut_off()

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        for line in list(self.lines):
            line.close(say.Closing.RESTARTING, "the server restarts")
        deadline = time.monotonic() + 2
        while self.lines and time.monotonic() < deadline:
            await asyncio.sleep(0.02)


async def _next_frame(receive: Receive) -> str | bytes | None:
    """None when the client has gone. Binary frames are read like text."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text: str | None = event.get("text")
    return text if text is not None else event.get("bytes", b"")
