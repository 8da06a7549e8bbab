"""Every answer over HTTP is counted by what it costs, against the address that asked for it."""

from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from asobiba.online.http.door import Account, Door
from asobiba.online.http.headers import refusal
from asobiba.online.http.limits import TooOften, address_of
from asobiba.online.protocol.bill import paying

SHORT: Final = 16_384
"""Bytes."""


class Metered:
    """Refuses who is owed nothing more for a while. A WebSocket keeps an account of its own."""

    def __init__(self, app: ASGIApp, *, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        account = self.door.account(address_of(HTTPConnection(scope)))
        try:
            account.answer()
        except TooOften as error:
            await refusal(error)(scope, receive, send)
            return
        before = paying.set(account)
        try:
            await self.app(scope, receive, Weighing(scope, receive, send, account))
        finally:
            paying.reset(before)


class Weighing:
    """The way of an answer to who asked. Many may be on it at once, so what has become too much is stopped here still.

    What is short is told: it costs little, and it may say that something has happened.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send, account: Account) -> None:
        self.scope, self.receive, self.send, self.account = scope, receive, send, account
        self._stopped = self._grows = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            # All our answers say how long they are, but those that are told as they are found.
            announced = Headers(raw=message["headers"]).get("content-length")
            self._grows = announced is None
            size = int(announced or 0)
            try:
                if size > SHORT:
                    self.account.check()
            except TooOften as error:
                self._stopped = True
                await refusal(error)(self.scope, self.receive, self.send)
                return
            self.account.send(size)
        elif self._grows:
            self.account.send(len(message.get("body", b"")))
        if not self._stopped:
            await self.send(message)
