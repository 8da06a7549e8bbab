"""Headers, origins, bodies and errors, by a small app behind the same guard as the real one."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import httpx
import pytest
from fastapi import FastAPI, Query, WebSocket
from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.responses import Response, StreamingResponse
from starlette.types import Message
from structlog.testing import capture_logs

from asobiba.core.errors import ConfigError, IllegalMove, NotationError
from asobiba.online.http.headers import CONTENT_SECURITY_POLICY, HEADERS, guard, origin_allowed
from asobiba.online.http.limits import TooMany
from asobiba.online.settings import Settings


class Move(BaseModel):
    seat: int
    words: list[str] = []
    scores: dict[str, float] = {}


def guarded(**values: Any) -> FastAPI:
    app = FastAPI(docs_url=None, redoc_url=None)
    guard(app, Settings(**values))

    @app.get("/page")
    async def page() -> str:
        return "hello"

    @app.get("/api/cached")
    async def cached(response: Response) -> str:
        response.headers["cache-control"] = "max-age=60"
        return "kept"

    @app.get("/api/number")
    async def number(at_most: Annotated[int, Query(le=10)]) -> int:
        return at_most

    @app.post("/api/move")
    async def move(move: Move) -> Move:
        return move

    @app.post("/api/unread")
    async def unread() -> str:
        return "not read"

    @app.get("/api/error/{kind}")
    async def error(kind: str) -> None:
        raise {
            "config": ConfigError("option x=9: allowed is 1", option="x", value=9),
            "move": IllegalMove("e4 is taken", "a board", move="e4"),
            "many": TooMany("too many guests", seconds=7.4),
            "odd": NotationError("odd", low=float("-inf"), text="\ud800", kind=Move),
            "ours": RuntimeError("password=hunter2"),
        }[kind]

    @app.get("/api/half")
    async def half() -> StreamingResponse:
        async def parts() -> Any:
            yield b"half"
            raise RuntimeError("no more")

        return StreamingResponse(parts())

    @app.websocket("/ws/{kind}")
    async def socket(websocket: WebSocket, kind: str) -> None:
        await websocket.accept()
        if kind == "gone":
            await websocket.receive_text()
        raise RuntimeError("password=hunter2")

    return app


@dataclass(frozen=True)
class Client:
    app: FastAPI

    def request(self, method: str, path: str, **given: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                return await client.request(method, path, **given)

        return asyncio.run(ask())

    def get(self, path: str) -> httpx.Response:
        return self.request("GET", path)

    def post(self, path: str, **given: Any) -> httpx.Response:
        return self.request("POST", path, **given)

    def websocket(self, path: str) -> list[Message]:
        """All that a client is sent who connects and goes away."""
        events: list[Message] = [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}]
        sent: list[Message] = []

        async def receive() -> Message:
            return events.pop(0)

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "websocket", "path": path, "headers": [], "query_string": b"", "subprotocols": []}
        asyncio.run(self.app(scope, receive, send))
        return sent


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with capture_logs():
        yield


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(guarded())


@pytest.mark.parametrize(
    "path", ["/page", "/api/cached", "/nowhere", "/api/error/config", "/api/error/ours", "/api/number", "/api/move"]
)
def test_every_answer_carries_the_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers

    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert "strict-transport-security" not in headers
    assert "server" not in headers


def test_the_policy_allows_no_inline_code_and_nobody_else() -> None:
    rules = dict(rule.split(" ", 1) for rule in CONTENT_SECURITY_POLICY.split("; "))

    assert rules["default-src"] == "'none'"
    assert {"script-src", "style-src", "img-src", "font-src", "connect-src", "manifest-src"} <= set(rules)
    words = set(" ".join(rules.values()).split())
    assert words == {"'none'", "'self'", "'script'", "data:"}
    assert "data:" not in rules["script-src"]


def test_nothing_of_the_api_is_cached_unless_it_says_so(client: Client) -> None:
    assert client.get("/api/number?at_most=3").headers["cache-control"] == "no-store"
    assert client.get("/api/cached").headers["cache-control"] == "max-age=60"
    assert "cache-control" not in client.get("/page").headers


def test_https_is_remembered_only_where_it_is_used() -> None:
    client = Client(guarded(public_url="https://play.example"))

    assert client.get("/page").headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/page", 200),
        ("/page?a=%E3%81%AD", 200),
        ("/page%00", 400),
        ("/%ff", 400),
        ("/page?a=%00", 400),
        ("/page?%00=a", 400),
        ("/page?a=%ED%A0%80", 400),
    ],
)
def test_text_that_no_database_stores_goes_no_further(client: Client, path: str, status: int) -> None:
    answer = client.get(path)

    assert answer.status_code == status
    assert status == 200 or answer.json()["code"] == "unstorable"


def test_nor_does_a_header_with_nul(client: Client) -> None:
    assert client.request("GET", "/page", headers=[(b"X-Odd", b"a\0b")]).json()["code"] == "unstorable"


ERRORS = [
    ("GET", "/nowhere", 404, "not_found", {}),
    ("DELETE", "/page", 405, "method_not_allowed", {}),
    ("GET", "/api/error/config", 400, "config", {"option": "x", "value": 9}),
    ("GET", "/api/error/move", 400, "illegal_move", {"move": "e4"}),
    ("GET", "/api/error/many", 429, "too_many", {"seconds": 7.4}),
    ("GET", "/api/error/odd", 400, "notation", {}),
    ("GET", "/api/error/ours", 500, "unexpected", {}),
]


@pytest.mark.parametrize(("method", "path", "status", "code", "params"), ERRORS)
def test_errors_have_one_shape(
    client: Client, method: str, path: str, status: int, code: str, params: dict[str, object]
) -> None:
    answer = client.request(method, path)

    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert set(told) == {"code", "message", "params"}
    assert told["code"] == code
    assert told["params"] == params
    assert "hunter2" not in answer.text
    assert "\n" not in told["message"]


def test_too_many_says_when_to_come_back(client: Client) -> None:
    assert client.get("/api/error/many").headers["retry-after"] == "7"


JSON = {"content-type": "application/json"}
WRONG = [
    ({"json": {}}, "body.seat: Field required"),
    ({"json": {"seat": "first"}}, "body.seat: Input should be a valid integer"),
    ({"json": {"seat": 1, "words": list(range(1000))}}, "body.words.0: Input should be a valid string"),
    ({"json": {"seat": 1, "scores": {"x" * 30_000: "high"}}}, "body.scores.xxxx"),
    ({"content": b'{"seat": 1, "scores": {"\\ud800": "high"}}', "headers": JSON}, "body.0: JSON decode error"),
    ({"content": b'{"seat": "\\ud800"}', "headers": JSON}, "body.0: JSON decode error"),
    ({"content": b'{"seat": 1, "words": ["\\ud800"]}', "headers": JSON}, "body.0: JSON decode error"),
    ({"content": b"[" * 60_000, "headers": JSON}, "body.0: JSON decode error"),
    ({"content": b'{"seat": ' + b"9" * 10_000 + b"}", "headers": JSON}, "body.0: JSON decode error"),
    ({"json": [1]}, "body: Input should be"),
    ({"content": b"{", "headers": JSON}, "body.0: JSON decode error"),
    ({"content": b"\xff" * 10, "headers": JSON}, "body.0: JSON decode error"),
]


@pytest.mark.parametrize(("request_", "sentence"), WRONG)
def test_what_is_misformed_is_told_and_not_repeated(client: Client, request_: dict[str, Any], sentence: str) -> None:
    answer = client.post("/api/move", **request_)

    assert answer.status_code == 422
    assert answer.json()["message"].startswith(sentence)
    assert len(answer.content) < 2000
    assert b'"input"' not in answer.content


def test_a_wrong_query_is_told_too(client: Client) -> None:
    answer = client.get("/api/number?at_most=11")

    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid"
    assert answer.json()["params"]["problems"][0]["where"] == "query.at_most"


def test_our_own_mistakes_are_logged_with_their_place(client: Client) -> None:
    with capture_logs() as logs:
        client.get("/api/error/ours")

    assert [entry["path"] for entry in logs] == ["/api/error/ours"]
    assert logs[0]["exc_info"]


def test_a_mistake_in_the_middle_of_an_answer_cuts_it(client: Client) -> None:
    with capture_logs() as logs, pytest.raises(RuntimeError, match="no more"):
        client.get("/api/half")
    assert len(logs) == 1


def test_a_mistake_on_a_websocket_closes_it_with_1011(client: Client) -> None:
    with capture_logs() as logs:
        sent = client.websocket("/ws/now")
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[1]["code"] == 1011
    assert len(logs) == 1


def test_a_client_that_goes_away_is_no_mistake(client: Client) -> None:
    with capture_logs() as logs:
        sent = client.websocket("/ws/gone")
    assert [message["type"] for message in sent] == ["websocket.accept"]
    assert logs == []


async def chunks(total: int) -> AsyncIterator[bytes]:
    for _ in range(total // 100):
        yield b" " * 100


@pytest.fixture(scope="module")
def small() -> Client:
    return Client(guarded(body_bytes=1024))


@pytest.mark.parametrize("path", ["/api/move", "/api/unread"])
def test_a_body_that_is_announced_too_long_is_refused(small: Client, path: str) -> None:
    answer = small.post(path, content=b"x" * 1025)

    assert answer.status_code == 413
    assert answer.json() == {
        "code": "too_large",
        "message": "the body of a request has at most 1024 bytes",
        "params": {"most": 1024},
    }
    assert answer.headers["connection"] == "close"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_body_that_grows_too_long_is_refused(small: Client) -> None:
    answer = small.post("/api/move", content=chunks(2000), headers=JSON)

    assert answer.status_code == 413
    assert answer.json()["code"] == "too_large"
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize("length", ["-1", "1e3", "٣", "9" * 400, ""])
def test_an_odd_length_is_refused(small: Client, length: str) -> None:
    headers = [(b"content-length", length.encode()), (b"content-type", b"application/json")]

    assert small.post("/api/move", headers=headers).status_code == 413


def test_a_body_that_fits_is_read(small: Client) -> None:
    body = json.dumps({"seat": 3, "words": ["a"]}).ljust(1024).encode()

    assert small.post("/api/move", content=body, headers=JSON).json()["words"] == ["a"]
    assert small.post("/api/unread", content=body).json() == "not read"


LOCAL = Settings(port=8000)
PUBLIC = Settings(public_url="https://play.example", origins="https://friend.example:8443")

ORIGINS = [
    (LOCAL, "127.0.0.1:8000", "http://127.0.0.1:8000", True),
    (LOCAL, "localhost:8000", "http://localhost:8000", True),
    (LOCAL, "[::1]:8000", "http://[::1]:8000", True),
    (LOCAL, "192.0.2.7:8000", "http://192.0.2.7:8000", True),
    (LOCAL, "127.0.0.1:8000", "http://localhost:8000", False),
    (LOCAL, "127.0.0.1:8000", "http://127.0.0.1:8001", False),
    (LOCAL, "127.0.0.1:8000", "https://127.0.0.1:8000", False),
    (LOCAL, "127.0.0.1:8000", "http://127.0.0.1:8000/", False),
    (LOCAL, "127.0.0.1:8000", "http://127.0.0.1", False),
    (LOCAL, "127.0.0.1:8000", "http://127.0.0.1:8000.evil.example", False),
    (LOCAL, "127.0.0.1:8000", "http://evil.example", False),
    (LOCAL, "127.0.0.1:8000", "null", False),
    (LOCAL, "127.0.0.1:8000", "", False),
    (LOCAL, "", "http://", False),
    (LOCAL, "[", "http://[", False),
    (LOCAL, "evil.example:8000", "http://evil.example:8000", False),  # a name that was made to point here
    (LOCAL, "localhost.evil.example", "http://localhost.evil.example", False),
    (PUBLIC, "play.example", "https://play.example", True),
    (PUBLIC, "10.0.0.2:8000", "https://play.example", True),
    (PUBLIC, "play.example", "https://friend.example:8443", True),
    (PUBLIC, "play.example", "https://friend.example", False),
    (PUBLIC, "play.example", "http://play.example", False),
    (PUBLIC, "play.example", "https://play.example.evil.example", False),
    (PUBLIC, "play.example", "https://PLAY.example", False),
]


@pytest.mark.parametrize(("settings", "host", "origin", "allowed"), ORIGINS)
def test_origins(settings: Settings, host: str, origin: str, allowed: bool) -> None:
    assert origin_allowed(Headers({"host": host, "origin": origin}), settings) == allowed
    with_token = Headers({"host": host, "origin": origin, "authorization": "Bearer abc"})
    assert origin_allowed(with_token, settings) == allowed


def test_without_an_origin_a_bearer_token_is_needed() -> None:
    assert not origin_allowed(Headers({"host": "127.0.0.1:8000"}), LOCAL)
    assert not origin_allowed(Headers({"host": "127.0.0.1:8000", "cookie": "asobiba_guest=abc"}), LOCAL)
    assert origin_allowed(Headers({"host": "127.0.0.1:8000", "authorization": "Bearer abc"}), LOCAL)


def test_two_origins_are_none() -> None:
    origin = (b"origin", b"http://127.0.0.1:8000")

    assert origin_allowed(Headers(raw=[(b"host", b"127.0.0.1:8000"), origin]), LOCAL)
    assert not origin_allowed(Headers(raw=[(b"host", b"127.0.0.1:8000"), origin, origin]), LOCAL)


@pytest.mark.parametrize(
    ("origin", "status"),
    [(None, 200), ("http://127.0.0.1", 200), ("https://evil.example", 403), ("null", 403), ("http://127.0.0.1:1", 403)],
)
def test_what_changes_something_is_taken_from_no_other_site(client: Client, origin: str | None, status: int) -> None:
    headers = {} if origin is None else {"origin": origin}
    answer = client.request("POST", "/api/unread", headers=headers)
    assert answer.status_code == status, answer.text
    if status == 403:
        assert answer.json()["code"] == "forbidden"
    assert client.request("GET", "/api/number?at_most=3", headers=headers).status_code == 200
