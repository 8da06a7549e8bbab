"""The connection to one room, which comes back by itself, and what is heard on it."""

import asyncio
import logging
import time
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from asobiba.core.errors import AsobibaError
from asobiba.online.client.errors import Rejected, Unreachable
from asobiba.online.client.http import ANSWER_SECONDS, refusal
from asobiba.online.client.outbox import Outbox, pause, send
from asobiba.online.client.told import Told
from asobiba.online.client.visitor import Visitor
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.messages import Closing

LARGEST_FRAME: Final = 1 << 24
REFUSED: Final = {
    int(closing): closing.name.lower() for closing in Closing if closing not in (Closing.RESTARTING, Closing.TOO_SLOW)
}
"""The ways to close a connection after which nobody comes back."""
NEVER: Final = (400, 401, 403)
"""Answers to a handshake that coming again will not change."""

# websockets writes headers and frames, and with them tokens, into a log of level DEBUG: this one never has that level.
_wire_log = logging.getLogger("asobiba.online.client.wire")
_wire_log.setLevel(logging.INFO)

_replies = msgspec.json.Decoder(say.Reply)


class _Connect(connect):
    """A redirect would carry the guest's token to another server."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class Connection:
    def __init__(self, guest: Visitor, room: str, told: Told, outbox: Outbox) -> None:
        self._guest, self._room, self._told, self._outbox = guest, room, told, outbox
        self._welcomed = self._greeted = False
        """This connection was welcomed; and it has heard how things stand."""
        self._asked_at = 0.0

    async def stay(self) -> None:
        """Until cancelled, or until the server refuses or has been away for too long."""
        try:
            await self._come_back_again_and_again()
        except AsobibaError as error:
            self._fail(error)
        finally:
            self._fail(Unreachable("this client has left the room"))

    def _fail(self, error: AsobibaError) -> None:
        self._outbox.fail(self._told.fail(error))

    async def _come_back_again_and_again(self) -> None:
        failures, lost_at = 0, time.monotonic()
        while True:
            trouble = await self._converse()
            if self._greeted:
                failures, lost_at = 0, time.monotonic()
            elif time.monotonic() - lost_at > self._guest.patience:
                raise Unreachable(f"{self._guest.url} has not answered for {self._guest.patience:g} s: {trouble}")
            await asyncio.sleep(pause(failures))
            failures += 1

    async def _converse(self) -> str:
        """One connection, until it is lost; says how."""
        self._welcomed = self._greeted = False
        try:
            async with self._dialled() as line:
                last = self._told.seq if self._told.seq >= 0 else None
                await send(line, say.Hello(self._room, self._told.token, last))
                return await self._listen(line)
        except ConnectionClosed as closed:
            code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
            if code in REFUSED:
                raise Rejected(REFUSED[code], reason or "the server closed the connection") from None
            return f"closed with {code}"
        except InvalidStatus as refused:
            if refused.response.status_code in NEVER:
                raise refusal(refused.response.status_code, bytes(refused.response.body or b"")) from None
            return str(refused)
        except (OSError, InvalidHandshake, WebSocketException) as error:
            return str(error) or type(error).__name__
        finally:
            self._outbox.close()

    def _dialled(self) -> _Connect:
        return _Connect(
            f"ws{self._guest.url.removeprefix('http')}/ws",
            subprotocols=[Subprotocol(say.PROTOCOL)],
            additional_headers={"Authorization": f"Bearer {self._guest.token}"},
            compression=None,
            open_timeout=ANSWER_SECONDS,
            ping_interval=None,  # `silence` is noticed one level higher
            close_timeout=1,
            max_size=LARGEST_FRAME,
            logger=_wire_log,
        )

    async def _listen(self, line: ClientConnection) -> str:
        quiet = 0
        while True:
            try:
                async with asyncio.timeout(self._guest.silence):
                    frame = await line.recv()
            except TimeoutError:
                if quiet:
                    return "no sign of life"
                quiet += 1
                await self._probe(line)
            else:
                quiet = 0
                await self._hear(line, frame)
                self._told.wake()

    async def _probe(self, line: ClientConnection) -> None:
        """Is anybody there, and has anything got lost? The answer to `sync` tells both."""
        if self._greeted:
            self._asked_at = time.monotonic()
            await self._outbox.remind(line)

    async def _hear(self, line: ClientConnection, frame: str | bytes) -> None:
        try:
            reply = _replies.decode(frame)
            match reply:
                case say.Snapshot():
                    self._told.take_snapshot(reply)
                    await self._caught_up(line, None)
                case say.Events():
                    await self._take_events(line, reply)
                case say.Ack():
                    self._outbox.acknowledge(reply)
                case say.Reject():
                    self._outbox.refuse(reply)
                case _:
                    self._welcomed |= isinstance(reply, say.Welcome)
                    self._told.take_notice(reply)
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise Unreachable(f"{self._guest.url} says something that this version does not understand") from error

    async def _take_events(self, line: ClientConnection, events: say.Events) -> None:
        if self._told.take_events(events, reseat=self._greeted):
            await self._caught_up(line, events.seq)
        elif time.monotonic() - self._asked_at > 1:
            self._asked_at = time.monotonic()
            await self._outbox.ask_for_missing(line)

    async def _caught_up(self, line: ClientConnection, first: int | None) -> None:
        if not self._welcomed:
            raise LookupError("no welcome")
        if self._greeted:
            self._outbox.caught_up(first)
        else:
            self._greeted = True
            self._told.connections += 1
            await self._outbox.open(line)
