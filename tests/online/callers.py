"""People on a real WebSocket to a real server, who say and hear single messages.

async with calling(server, ticket) as caller:
    await caller.tell(say.Ready())
    presence = await caller.hear(say.Presence, lambda told: told.starts_in_ms is not None)
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from asobiba.online.client import Client, Ticket
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.views import StateView
from tests.online.playing import Served

R = TypeVar("R")
SECONDS = 120.0
"""After which something that does not come has failed to come."""

_replies = msgspec.json.Decoder(say.Reply)


class Caller:
    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self.told: list[Any] = []
        """Everything so far."""

    async def tell(self, message: say.Message | say.Hello) -> None:
        await self._line.send(say.write(message), text=True)

    async def hear(self, kind: type[R], test: Callable[[R], bool] = lambda _: True) -> R:
        """The next message of that kind that passes."""
        async with asyncio.timeout(SECONDS):
            while True:
                reply = _replies.decode(await self._line.recv())
                self.told.append(reply)
                if isinstance(reply, kind) and test(reply):
                    return reply

    async def stands(self, test: Callable[[StateView], bool]) -> StateView:
        """How things stand, as soon as they stand like that."""
        heard = await self.hear(say.Snapshot | say.Events, lambda told: test(_state(told)))  # type: ignore[arg-type]
        return _state(heard)

    def stands_now(self) -> StateView:
        """As the last that was heard says."""
        return _state(next(each for each in reversed(self.told) if isinstance(each, say.Snapshot | say.Events)))

    async def leave_the_line(self) -> None:
        await self._line.close()

    async def answer(self, message: say.Message) -> say.Reject | say.Ack | say.Seated:
        await self.tell(message)
        return await self.hear(say.Reject | say.Ack | say.Seated)  # type: ignore[arg-type]

    async def closing(self) -> int:
        try:
            while True:
                await self.hear(say.Pong)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code

    @property
    def seq(self) -> int:
        told = next(each for each in reversed(self.told) if isinstance(each, say.Snapshot | say.Events))
        return told.seq if isinstance(told, say.Snapshot) else told.seq + len(told.list) - 1


def _state(told: Any) -> StateView:
    return msgspec.json.decode(told.state, type=StateView)


@asynccontextmanager
async def dialled(server: Served, bearer: str | None, **more: str) -> AsyncIterator[Caller]:
    """A connection that has said nothing yet, with these headers."""
    headers = more | ({} if bearer is None else {"Authorization": f"Bearer {bearer}"})
    address = f"{server.url.replace('http', 'ws', 1)}/ws"
    async with connect(address, subprotocols=[Subprotocol(say.PROTOCOL)], additional_headers=headers) as line:
        yield Caller(line)


@asynccontextmanager
async def calling(server: Served, guest: Client, ticket: Ticket | str) -> AsyncIterator[Caller]:
    """One who has been told how things stand."""
    room, token = (ticket, None) if isinstance(ticket, str) else (ticket.room, ticket.token)
    async with dialled(server, guest.token) as caller:
        await caller.tell(say.Hello(room, token))
        await caller.hear(say.Snapshot)
        yield caller
