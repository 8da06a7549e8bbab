"""The listening server, met with real sockets: deadlines, floods, stalled clients, signals."""

import asyncio
import base64
import gc
import logging
import random
import re
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.server import ServerProtocol
from websockets.sync.client import connect

import asobiba
from asobiba.core.errors import ConfigError
from asobiba.online.http import listen
from asobiba.online.http.headers import guard
from asobiba.online.http.listen import (
    SAY,
    Listener,
    PunctualH11,
    PunctualHttpTools,
    abort,
    bind,
    raise_file_limit,
    say_at_once,
    serve,
)
from asobiba.online.settings import Settings
from tests.processes import started

HEADER_SECONDS = 1.5
PATIENCE = 60.0


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def slow(request: Request) -> Response:
    await asyncio.sleep(2 * HEADER_SECONDS)
    return PlainTextResponse("at last")


async def body(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def who(request: Request) -> Response:
    return PlainTextResponse(request.client.host if request.client else "")


async def echo(websocket: WebSocket) -> None:
    await websocket.accept()
    async for text in websocket.iter_text():
        await websocket.send_text(text)


async def turn_away(websocket: WebSocket) -> None:
    await websocket.send_denial_response(PlainTextResponse("no", 403))


async def talk(websocket: WebSocket) -> None:
    """Says more than anybody wants to hear. `?end=close` says goodbye, `?end=abort` does not."""
    await websocket.accept()
    websocket.app.state.stalled.clear()
    try:
        while True:
            await asyncio.wait_for(websocket.send_text("x" * 4000), 0.3)
    except TimeoutError:
        websocket.app.state.stalled.set()
    if websocket.query_params["end"] == "abort":
        assert abort(websocket.scope)
        websocket.app.state.farewells.append((await websocket.receive())["type"])
    else:
        with suppress(TimeoutError):
            await asyncio.wait_for(websocket.close(), 0.3)


async def tell(websocket: WebSocket) -> None:
    """Says as much as can be said without waiting, and goes."""
    await websocket.accept()
    say = say_at_once(websocket.scope)
    said = 0
    while say(b"x" * 4000):
        said += 1
    abort(websocket.scope)
    await websocket.receive()
    left = SAY in websocket.scope["extensions"]
    websocket.app.state.farewells.append((said > 0, say(b"too late"), left))


def app() -> FastAPI:
    routes = [Route("/", hello), Route("/slow", slow), Route("/body", body, methods=["POST"]), Route("/who", who)]
    endpoints = {"/echo": echo, "/talk": talk, "/away": turn_away, "/tell": tell}
    made = FastAPI(routes=[*routes, *(WebSocketRoute(path, endpoint) for path, endpoint in endpoints.items())])
    guard(made, Settings())
    made.state.stalled = threading.Event()
    made.state.farewells = []
    return made


@dataclass
class Running:
    listener: Listener
    port: int
    errors: list[str] = field(default_factory=list)

    def connect(self) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self.port))
        sock.settimeout(PATIENCE)
        return sock

    def url(self, path: str, scheme: str = "http") -> str:
        return f"{scheme}://127.0.0.1:{self.port}{path}"

    @property
    def connections(self) -> int:
        return len(self.listener.server_state.connections)


class Errors(logging.Handler):
    def __init__(self, told: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.told = told

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(self.format(record))


@contextmanager
def running(kind: str = "httptools", **values: Any) -> Iterator[Running]:
    settings = Settings(port=0, header_seconds=HEADER_SECONDS, drain_seconds=2, **values)
    sock, ready = bind(settings), threading.Event()
    server = Running(Listener(app(), settings, lambda url: ready.set()), sock.getsockname()[1])
    if kind == "h11":
        server.listener.config.http = PunctualH11
        server.listener.config.loop = "asyncio"
    handler = Errors(server.errors)
    logging.getLogger().addHandler(handler)
    thread = threading.Thread(target=server.listener.run, args=([sock],))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield server
    finally:
        server.listener.should_exit = True
        thread.join()
        logging.getLogger().removeHandler(handler)
        sock.close()


@pytest.fixture(scope="module", params=["httptools", pytest.param("h11", marks=pytest.mark.slow)])
def server(request: pytest.FixtureRequest) -> Iterator[Running]:
    with running(request.param) as server:
        assert isinstance(server.listener.config.http, type)
        wanted = {"httptools": PunctualHttpTools, "h11": PunctualH11}[request.param]
        assert server.listener.config.http is wanted
        yield server
        assert server.errors == []


def is_cut(sock: socket.socket) -> bool:
    """Whether the server has closed the connection; what it said before is read and forgotten."""
    sock.setblocking(False)
    try:
        while sock.recv(65536):
            pass
    except BlockingIOError:
        return False
    except ConnectionError:
        pass
    return True


def eventually(question: Callable[[], bool]) -> bool:
    """Within a minute."""
    deadline = time.monotonic() + PATIENCE
    while not question():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
SLOW = {
    "says nothing": (b"", b""),
    "a byte of a header at a time": (b"GET / HTTP/1.1\r\nHost: ", b"a"),
    "a header at a time": (b"GET / HTTP/1.1\r\n", b"X-A: b\r\n"),
    "a byte of the path at a time": (b"GET /", b"a"),
    "empty lines": (b"", b"\r\n"),
    "a byte of the body at a time": (b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n", b"a"),
    "a chunk at a time": (b"POST /body HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    "the second request": (REQUEST + b"GET / HTTP/1.1\r\nHost: ", b"a"),
    "empty lines after a request": (REQUEST, b"\r\n"),
    "a slow handshake": (
        b"GET /echo HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
        b"A: b\r\n",
    ),
}


def test_slow_requests_are_cut(server: Running) -> None:
    waiting = {case: server.connect() for case in SLOW}
    for case, sock in waiting.items():
        sock.sendall(SLOW[case][0])

    def all_are_cut() -> bool:
        for case, sock in list(waiting.items()):
            with suppress(ConnectionError, BlockingIOError):
                sock.sendall(SLOW[case][1])
            if is_cut(sock):
                waiting.pop(case).close()
        return not waiting

    try:
        assert eventually(all_are_cut), f"not cut: {list(waiting)}"
    finally:
        for sock in waiting.values():
            sock.close()


def test_many_slow_requests_do_not_disturb_others(server: Running) -> None:
    with ExitStack() as stack:
        crowd = [stack.enter_context(server.connect()) for _ in range(200)]
        for sock in crowd:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert httpx.get(server.url("/")).text == "hello"
        assert eventually(lambda: all(map(is_cut, crowd)))


def test_an_endless_head_is_cut_before_it_fills_the_memory(server: Running) -> None:
    with server.connect() as sock:
        sock.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            sock.sendall((b"X-Endless: " + b"a" * 8000 + b"\r\n") * 10_000)


def test_slow_answers_kept_connections_and_websockets_are_not_cut(server: Running) -> None:
    with httpx.Client() as client, connect(server.url("/echo", "ws")) as websocket:
        assert client.get(server.url("/slow")).text == "at last"
        time.sleep(1.5 * HEADER_SECONDS)
        used = server.listener.server_state.total_requests
        assert client.get(server.url("/")).text == "hello"
        assert client.post(server.url("/body"), content=b"x" * 60_000).text == "60000"
        assert server.connections == 2, "the kept connection was not used again"
        assert server.listener.server_state.total_requests == used + 2
        websocket.send("still here")
        assert websocket.recv(PATIENCE) == "still here"


def test_answers_do_not_name_the_server(server: Running) -> None:
    headers = httpx.get(server.url("/")).headers

    assert "server" not in headers
    assert "date" in headers


def test_forwarded_addresses_are_not_believed(server: Running) -> None:
    assert httpx.get(server.url("/who"), headers={"X-Forwarded-For": "203.0.113.9"}).text == "127.0.0.1"


def test_forwarded_addresses_of_a_trusted_proxy_are_believed() -> None:
    with running(trusted_proxies="127.0.0.0/8") as server:
        assert httpx.get(server.url("/who"), headers={"X-Forwarded-For": "203.0.113.9"}).text == "203.0.113.9"


# WebSockets


def test_messages_up_to_8_kib(server: Running) -> None:
    with connect(server.url("/echo", "ws")) as websocket:
        websocket.send("x" * 8192)
        assert websocket.recv(PATIENCE) == "x" * 8192
        websocket.send("x" * 8193)
        with pytest.raises(ConnectionClosed) as closed:
            websocket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_compression_is_not_negotiated(server: Running) -> None:
    with connect(server.url("/echo", "ws"), compression="deflate") as websocket:
        assert websocket.request is not None
        assert websocket.response is not None
        assert "permessage-deflate" in websocket.request.headers["Sec-WebSocket-Extensions"]
        assert "Sec-WebSocket-Extensions" not in websocket.response.headers


def test_a_refused_websocket_is_no_error_in_the_log(server: Running) -> None:
    with pytest.raises(InvalidStatus, match="403"), connect(server.url("/away", "ws")):
        pass
    assert eventually(lambda: server.connections == 0)
    assert server.errors == []


def test_a_ping_is_answered(server: Running) -> None:
    with connect(server.url("/echo", "ws")) as websocket:
        assert websocket.ping().wait(PATIENCE)


TEXT, CONTINUATION, PING, PONG = 1, 0, 9, 10


def frame(kind: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """As a client sends it, masked with zeros."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([last << 7 | kind]) + length + bytes(4) + data


@contextmanager
def handshake(server: Running, path: str = "/echo") -> Iterator[socket.socket]:
    key = base64.b64encode(bytes(16)).decode()
    with server.connect() as sock:
        sock.sendall(
            f"GET {path} HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += sock.recv(1)
        assert head.startswith(b"HTTP/1.1 101 ")
        yield sock


FLOODS = {
    "pings": frame(PING, b"x" * 100) * 1000,
    "pongs": frame(PONG) * 1000,
    "empty fragments": frame(TEXT, last=False) + frame(CONTINUATION, last=False) * 1000,
    "messages at once": frame(TEXT, b"{}") * 1000,
}


@pytest.mark.parametrize("case", FLOODS)
def test_floods_that_the_app_never_sees_are_cut(server: Running, case: str) -> None:
    with handshake(server) as sock:
        sock.sendall(FLOODS[case])
        assert eventually(lambda: is_cut(sock))


def test_two_hundred_messages_at_once_are_no_flood(server: Running) -> None:
    with connect(server.url("/echo", "ws")) as websocket:
        for number in range(200):
            websocket.send(str(number))
        assert [websocket.recv(PATIENCE) for _ in range(200)] == [str(number) for number in range(200)]


def test_fragments_count_together(server: Running) -> None:
    begun = frame(TEXT, b"x" * 4000, last=False) + frame(CONTINUATION, b"x" * 4000, last=False)
    with handshake(server) as sock:
        sock.sendall(begun + frame(CONTINUATION, b"x" * 192))
        assert sock.recv(4) == b"\x81\x7e" + (8192).to_bytes(2, "big")
    with handshake(server) as sock:
        sock.sendall(begun + frame(CONTINUATION, b"x" * 193))
        assert sock.recv(4)[2:] == (1009).to_bytes(2, "big")


def test_broken_text_is_closed_with_1007(server: Running) -> None:
    with handshake(server) as sock:
        sock.sendall(frame(TEXT, b"\xff\xfe"))
        assert sock.recv(100) == b"\x88\x02" + (1007).to_bytes(2, "big")


def test_a_stalled_client_is_aborted_at_once(server: Running) -> None:
    farewells = server.listener.app.state.farewells
    farewells.clear()
    with handshake(server, "/talk?end=abort"):
        assert eventually(lambda: farewells == ["websocket.disconnect"])
        assert eventually(lambda: server.connections == 0)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux gives up by itself")
def test_a_stalled_client_does_not_stay_when_it_is_only_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "UNACKNOWLEDGED_MS", 3000)
    with running() as server, handshake(server, "/talk?end=close"):
        assert server.listener.app.state.stalled.wait(PATIENCE)
        assert server.connections == 1
        assert eventually(lambda: server.connections == 0)


def living(*kinds: type) -> set[int]:
    return {id(each) for each in gc.get_objects() if issubclass(type(each), kinds)}


def test_a_websocket_that_was_dropped_is_gone_without_a_collection(server: Running) -> None:
    kinds = listen.Punctual, listen.GuardedWebSocket, ServerProtocol
    gc.disable()
    try:
        before = living(*kinds)
        with handshake(server):
            assert len(living(*kinds) - before) >= 2
        assert eventually(lambda: not living(*kinds) - before)
    finally:
        gc.enable()


def test_what_is_said_at_once_ends_where_the_client_does_not_keep_up(server: Running) -> None:
    farewells = server.listener.app.state.farewells
    farewells.clear()
    with handshake(server, "/tell"):
        assert eventually(lambda: farewells == [(True, False, False)])


def test_nothing_is_said_at_once_on_a_socket_of_another_server() -> None:
    assert not say_at_once({"type": "websocket"})(b"x")


def test_abort_knows_its_own_sockets_only() -> None:
    assert not abort({"type": "websocket"})
    assert not abort({"type": "websocket", "extensions": {}})


def test_noise_is_answered_or_cut_and_nothing_breaks(server: Running) -> None:
    generator = random.Random(1)
    seeds = [
        REQUEST,
        SLOW["a chunk at a time"][0] + b"3\r\nabc\r\n0\r\n\r\n",
        SLOW["a slow handshake"][0]
        + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        b"CONNECT a:1 HTTP/1.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ]
    for number in range(300):
        noise = bytearray(seeds[number % len(seeds)])
        for _ in range(number // len(seeds) % 8):
            noise[generator.randrange(len(noise))] = generator.randrange(256)
        with server.connect() as sock:
            sock.sendall(noise)
    assert httpx.get(server.url("/")).text == "hello"
    assert server.errors == []


# Starting and stopping


def test_a_port_in_use_is_one_clear_sentence() -> None:
    with bind(Settings(port=0)) as sock:
        port = sock.getsockname()[1]
        with pytest.raises(ConfigError, match=f"^port {port} of 127.0.0.1 is in use; choose another one"):
            serve(app(), Settings(port=port))


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "::1::", "x" * 300])
def test_a_wrong_host_is_one_clear_sentence(host: str) -> None:
    with pytest.raises(ConfigError, match=f"^host '{re.escape(host)}' is no address of this machine$"):
        serve(app(), Settings(host=host, port=0))


def test_an_error_of_the_lifespan_reaches_the_caller() -> None:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        refuse()
        yield

    def refuse() -> None:
        raise ConfigError("the database is somewhere else")

    with pytest.raises(ConfigError, match="the database is somewhere else"):
        serve(Starlette(lifespan=lifespan), Settings(port=0))


def test_as_many_files_as_allowed() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)

    assert raise_file_limit() == hard or hard == resource.RLIM_INFINITY


PROGRAM = """
import asyncio, resource, structlog, sys
from contextlib import asynccontextmanager
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from asobiba.online.http.listen import serve
from asobiba.online.settings import Settings

structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
sockets = set()

async def wait(websocket):
    await websocket.accept()
    sockets.add(websocket)
    await websocket.send_text(str(resource.getrlimit(resource.RLIMIT_NOFILE)[0]))
    await websocket.receive()

async def drain():
    for websocket in sockets:
        await websocket.send_text("goodbye")
    if "hang" in sys.argv:
        await asyncio.sleep(1000)
    if "fail" in sys.argv:
        raise RuntimeError("drain failed")
    print("drained", flush=True)

@asynccontextmanager
async def lifespan(app):
    yield
    print("closed", flush=True)

_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
app = Starlette(routes=[WebSocketRoute("/", wait)], lifespan=lifespan)
app.state.drain = drain
serve(app, Settings(port=0, drain_seconds=3))
print("returned", flush=True)
"""


@pytest.mark.parametrize(
    ("number", "word", "told"),
    [
        (signal.SIGTERM, "", ["drained", "closed", "returned"]),
        (signal.SIGINT, "fail", ["closed", "returned"]),
        (signal.SIGTERM, "hang", ["closed", "returned"]),
    ],
)
def test_a_signal_drains_before_it_closes(number: signal.Signals, word: str, told: list[str]) -> None:
    source = str(Path(asobiba.__file__).parent.parent)
    with started([sys.executable, "-c", PROGRAM, word], environment={"PYTHONPATH": source}) as process:
        assert process.stdout is not None
        ready = process.stdout.readline()
        address = re.fullmatch(r"Asobiba is ready at (http://127\.0\.0\.1:[1-9]\d+)\n", ready)
        assert address is not None, process.communicate()
        with connect(address[1].replace("http", "ws")) as websocket:
            assert websocket.recv(PATIENCE) == str(resource.getrlimit(resource.RLIMIT_NOFILE)[1])
            process.send_signal(number)
            assert websocket.recv(PATIENCE) == "goodbye"
            with pytest.raises(ConnectionClosed) as closed:
                websocket.recv(PATIENCE)
        out, err = process.communicate(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert out.split() == told
    assert process.returncode == 0
    assert ("Traceback" in err) == (word == "fail")
