"""Requests to a server, each in a thread of its own. A redirect is not followed: it would carry the token elsewhere."""

import asyncio
import http.client
import urllib.error
import urllib.request
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from asobiba.core.errors import AsobibaError
from asobiba.online.client.errors import Rejected, Unreachable

T = TypeVar("T")

ANSWER_SECONDS: Final = 20.0
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
        self._opener = urllib.request.build_opener(_NoRedirect)

    async def read(self, kind: type[T], method: str, path: str, body: object = None, token: str | None = None) -> T:
        answer = await self.ask(method, path, body, token)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Unreachable(f"{self.url}{path} answers in no language of ours") from None

    async def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> bytes:
        return await asyncio.to_thread(self._fetch, method, path, body, token)

    def _fetch(self, method: str, path: str, body: object, token: str | None) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(self.url + path, data, _headers(token), method=method)
        try:
            with self._opener.open(request, timeout=ANSWER_SECONDS) as answer:
                return bytes(answer.read(LARGEST_ANSWER))
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error.code, error.read(LARGEST_ANSWER)) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.url} does not answer: {getattr(error, 'reason', error)}") from None


def _headers(token: str | None) -> dict[str, str]:
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    return {"Content-Type": "application/json", **bearer}


def _refusal(status: int, body: bytes) -> AsobibaError:
    try:
        told = msgspec.json.decode(body, type=_Trouble)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Unreachable(f"the server answers with status {status} and no reason")
    return Rejected(told.code, told.message, told.params)
