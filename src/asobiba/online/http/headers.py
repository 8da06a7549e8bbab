"""What every answer carries, which pages may connect, how long a request may be, and what an error looks like.

Nothing here inherits from starlette's BaseHTTPMiddleware, which buffers streams and costs a task for each request.
"""

import ipaddress
import json
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from asobiba.core.errors import AsobibaError
from asobiba.online.http.identity import bearer
from asobiba.online.http.limits import TooMany
from asobiba.online.protocol.text import check_json, is_storable
from asobiba.online.settings import Settings

logger = structlog.get_logger()

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",  # WebSockets to this server included
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "require-trusted-types-for 'script'",
    )
)

HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Links to private rooms are not told to other sites. Not no-referrer: with it browsers send `Origin: null`.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), serial=()",
}
STRICT_TRANSPORT: Final = "max-age=31536000"

STATUS: Final[Mapping[str, int]] = {
    "forbidden": 403,
    **dict.fromkeys(("no_guest", "bad_token"), 401),
    **dict.fromkeys(("no_room", "no_game", "no_seat"), 404),
    **dict.fromkeys(("conflict", "stale", "full", "started", "over", "seat_taken", "not_host", "not_over"), 409),
    "not_playing": 409,
    **dict.fromkeys(("too_many", "too_often", "too_many_rooms"), 429),
    "damaged": 500,
    **dict.fromkeys(("storage", "cluster", "busy", "too_slow", "worker_lost", "restarting", "moved"), 503),
}
"""HTTP's word for an error's code; any other is a mistake of the request, 400."""

CODES: Final[Mapping[int, str]] = {
    401: "not_signed_in",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "not_json",
}


def guard(app: FastAPI, settings: Settings) -> None:
    """Give the app its headers, its limit and its errors. Call it before routes are added."""
    app.router.route_class = StrictRoute
    app.add_exception_handler(AsobibaError, refused)
    app.add_exception_handler(HTTPException, failed)
    app.add_exception_handler(RequestValidationError, misformed)
    # The last one added is the outermost: errors and refusals carry the headers too.
    app.add_middleware(BodyLimit, most=settings.body_bytes)
    app.add_middleware(OwnPagesOnly, settings=settings)
    app.add_middleware(StorableText)
    app.add_middleware(Unexpected)
    app.add_middleware(SecurityHeaders, secure=settings.secure_cookies)


def origin_allowed(headers: Headers, settings: Settings) -> bool:
    """Whether a WebSocket may be opened: from one of our own pages, or by a program that has a bearer token. Also
    whether a request that names its origin may change something.

    Our own page is one of `settings.allowed_origins`, or comes from the very host and port that is asked. That is
    believed of `localhost` and of addresses in digits only: a name could be made to point here by its owner.
    """
    origins = headers.getlist("origin")
    if not origins:
        return bearer(headers) is not None
    if len(origins) > 1:
        return False
    if origins[0] in settings.allowed_origins:
        return True
    host = headers.get("host", "")
    return origins[0] == f"http://{host}" and _is_address(host)


def _is_address(host: str) -> bool:
    """Of "localhost:8000", "192.0.2.7" or "[::1]:8000": whether nobody can own that name."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


class SecurityHeaders:
    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self.app = app
        self.headers = {**HEADERS, **({"strict-transport-security": STRICT_TRANSPORT} if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self.headers)
                if scope["path"].startswith("/api"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)


class OwnPagesOnly:
    """What changes something is taken from no page of another site. A program that is no browser names no origin."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            headers = Headers(scope=scope)
            if "origin" in headers and not origin_allowed(headers, self.settings):
                await answer(403, "forbidden", "pages of other sites may not do that")(scope, receive, send)
                return
        await self.app(scope, receive, send)


class StorableText:
    """A path, a query or a header with text that no database stores goes no further. `StrictRequest` judges bodies."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _is_storable(scope):
            await self.app(scope, receive, send)
        else:
            sentence = "paths, queries and headers are UTF-8 without U+0000"
            await answer(400, "unstorable", sentence)(scope, receive, send)


def _is_storable(scope: Scope) -> bool:
    path = scope.get("raw_path") or scope["path"].encode(errors="surrogatepass")
    return (
        is_storable(path)
        and is_storable(scope["query_string"])
        and not any(b"\0" in pair[1] for pair in scope["headers"])
    )


class BodyLimit:
    """Refuses a longer body when it is announced, or when it has come that far."""

    def __init__(self, app: ASGIApp, *, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        if not (announced.isdecimal() and len(announced) < 20 and int(announced) <= self.most):
            # The rest is not worth reading, so the connection ends here.
            await answer(413, "too_large", self._sentence, {"most": self.most}, {"connection": "close"})(
                scope, receive, send
            )
            return
        await self.app(scope, self._counted(receive), send)

    @property
    def _sentence(self) -> str:
        return f"the body of a request has at most {self.most} bytes"

    def _counted(self, receive: Receive) -> Receive:
        taken = 0

        async def receive_counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.most:
                raise HTTPException(413, self._sentence, {"connection": "close"})
            return message

        return receive_counted


class StrictRequest(Request):
    """Its texts can be stored and sent: none has U+0000 or half a surrogate pair."""

    async def json(self) -> Any:
        body = await self.body()
        try:
            check_json(body)
            return msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from None


class StrictRoute(APIRoute):
    """Every router needs it: APIRouter(route_class=StrictRoute)."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly


class Unexpected:
    """Our own mistakes: logged here with their traceback, told to the client without it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        begun = False

        async def send_noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            # Each frame of a WebSocket would pay for the noting.
            await self.app(scope, receive, send_noting if scope["type"] == "http" else send)
        except (ClientDisconnect, WebSocketDisconnect):
            return  # nobody is left to answer
        except Exception:
            logger.exception("unexpected error", path=scope["path"])
            if begun:
                raise  # half an answer: the server cuts the connection
            await _apologise(scope, receive, send)


async def _apologise(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await answer(500, "unexpected", "something went wrong on the server")(scope, receive, send)
        return
    with suppress(OSError, RuntimeError):  # it may be closed already
        await send({"type": "websocket.close", "code": 1011, "reason": "unexpected"})


def answer(
    status: int,
    code: str,
    sentence: str,
    params: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error as every client of ours reads it: {"code": "not_found", "message": "...", "params": {}}."""
    told = {"code": code, "message": sentence, "params": dict(params or {})}
    try:
        body = json.dumps(told, default=str, allow_nan=False)
    except ValueError:  # infinities and NaN have no JSON
        body = json.dumps({**told, "params": {}})
    return Response(body, status, headers, "application/json")


async def refused(request: Request, error: Exception) -> Response:
    """An error of the tree in core/errors.py."""
    assert isinstance(error, AsobibaError)
    return refusal(error)


def refusal(error: AsobibaError) -> Response:
    headers = {"retry-after": str(max(1, round(error.seconds)))} if isinstance(error, TooMany) else None
    sentence = getattr(error, "sentence", None) or str(error)
    return answer(STATUS.get(error.code, 400), error.code, sentence, error.params, headers)


async def failed(request: Request, error: Exception) -> Response:
    """An error of HTTP: no such page, no such method."""
    assert isinstance(error, HTTPException)
    return answer(error.status_code, CODES.get(error.status_code, "http"), str(error.detail), None, error.headers)


async def misformed(request: Request, error: Exception) -> Response:
    """What was sent is not what is asked for. Where and why is told; the input is not sent back."""
    assert isinstance(error, RequestValidationError)
    problems = [
        {"where": ".".join(map(str, problem["loc"]))[:100], "message": problem["msg"]}
        for problem in error.errors()[:10]
    ]
    first = problems[0]
    return answer(422, "invalid", f"{first['where']}: {first['message']}", {"problems": problems})
