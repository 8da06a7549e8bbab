"""Requests to a server, by the standard library. docs/decisions/007-http-in-the-client.md says why.

A redirect is not followed: it would carry the token elsewhere.
"""

import asyncio
import http.client
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from asobiba.core.errors import AsobibaError
from asobiba.online.client.errors import Rejected, Unreachable

T = TypeVar("T")

ANSWER_SECONDS: Final = 20.0
"""Without a word. A whole answer may take `WHOLE_ANSWER_SECONDS`."""
WHOLE_ANSWER_SECONDS: Final = 60.0
LARGEST_ANSWER: Final = 1 << 26


class _Trouble(Struct, frozen=True):
    code: str
    message: str
    params: dict[str, Any] = {}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


class Http:
    """The server at one address."""

    def __init__(self, url: str) -> None:
        self.url = url
        # Reading the certificates of the system takes longer than everything else of a request.
        certified = [urllib.request.HTTPSHandler(context=ssl.create_default_context())] if url[:6] == "https:" else []
        self._opener = urllib.request.build_opener(_NoRedirect, *certified)

    async def read(self, kind: type[T], method: str, path: str, body: object = None, token: str | None = None) -> T:
        answer = await self.ask(method, path, body, token)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Unreachable(f"{self.url}{path} answers in no language of ours") from None

    async def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> bytes:
        try:
            async with asyncio.timeout(WHOLE_ANSWER_SECONDS):
                return await _aside(lambda: self._fetch(method, path, body, token))
        except TimeoutError:
            raise Unreachable(f"{self.url} does not answer within {WHOLE_ANSWER_SECONDS:g} s") from None

    def _fetch(self, method: str, path: str, body: object, token: str | None) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(self.url + path, data, _headers(token), method=method)
        try:
            with self._opener.open(request, timeout=ANSWER_SECONDS) as answer:
                return bytes(answer.read(LARGEST_ANSWER))
        except urllib.error.HTTPError as error:
            with error:
                raise refusal(error.code, error.read(LARGEST_ANSWER)) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.url} does not answer: {getattr(error, 'reason', error)}") from None


async def _aside(work: Callable[[], T]) -> T:
    """In a thread that nobody waits for when the answer is not wanted any more, not even the end of the program."""
    answer: Future[T] = Future()
    answer.set_running_or_notify_cancel()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, name="asobiba request", daemon=True).start()
    return await asyncio.wrap_future(answer)


def _headers(token: str | None) -> dict[str, str]:
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    return {"Content-Type": "application/json", **bearer}


def refusal(status: int, body: bytes) -> AsobibaError:
    try:
        told = msgspec.json.decode(body, type=_Trouble)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Unreachable(f"the server answers with status {status} and no reason")
    return Rejected(told.code, told.message, told.params)
