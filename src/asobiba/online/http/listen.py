"""The server's ear: uvicorn, with the deadlines and the limits that it lacks.

    serve(app, Settings(port=0))     returns when SIGTERM or SIGINT has been answered and everything is closed

A request must arrive in time, head and body (uvicorn waits for ever). A WebSocket may not send fragments, pings
or unread messages without end, and `abort` ends one whose peer reads no more: a close would wait for that peer.
"""

import asyncio
import errno
import math
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from types import FrameType
from typing import Any, Final

import h11
import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from asobiba.core.errors import ConfigError
from asobiba.online.protocol.pace import Bucket
from asobiba.online.settings import Settings

logger = structlog.get_logger()

BACKLOG: Final = 2048
PING_SECONDS: Final = 20.0
KEEP_ALIVE_SECONDS: Final = 5
CLOSE_SECONDS: Final = 2.0
"""How long a client may take to answer our close."""
HEAD_BYTES: Final = 32768
MOST_FRAGMENTS: Final = 64
MOST_UNREAD: Final = 256
"""Messages that came at once and were not yet read by the app."""
CONTROL_FRAMES: Final = (1.0, 60)
"""Pings and pongs of a client: a second, and at once."""
WRITE_BUFFER: Final = 32768
SEND_BUFFER: Final = 65536
"""Of the kernel, for one connection. Its own choice grows to megabytes, which would hide a stalled client for long."""
UNACKNOWLEDGED_MS: Final = 20_000
"""After that long without a byte taken by the peer, Linux gives a connection up, also one that is being closed."""

ABORT: Final = "asobiba.abort"
SAY: Final = "asobiba.say"


def serve(
    app: Starlette,
    settings: Settings,
    *,
    sock: socket.socket | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until a signal comes. `ready` is told the address; by default it is printed.

    At the end `app.state.drain()` is awaited, if there is one, before any connection is closed. An error of the app's
    lifespan is raised as it is. The app keeps what it needs in `app.state`: state yielded by its lifespan is not used.
    """
    raise_file_limit()
    with sock or bind(settings) as listening:
        server = Listener(app, settings, ready or announce)
        with _signals(server):
            server.run([listening])


def announce(url: str) -> None:
    sys.stdout.write(f"Asobiba is ready at {url}\n")
    sys.stdout.flush()


def abort(scope: Mapping[str, Any]) -> bool:
    """End a WebSocket now, whatever its peer does; whoever waits in `send` or `receive` of it goes on.

    False if this is no WebSocket of this server.
    """
    extension = scope.get("extensions", {}).get(ABORT)
    if extension is None:
        return False
    extension["now"]()
    return True


def say_at_once(scope: Mapping[str, Any]) -> Callable[[bytes], bool]:
    """What writes a message to a WebSocket now. It says False, and has done nothing, where one has to wait for the
    peer, where no more can be said, and to a WebSocket of another server: ASGI's `send` knows what to do then.
    """
    extension = scope.get("extensions", {}).get(SAY)
    return _never if extension is None else extension["text"]


def _never(text: bytes) -> bool:
    return False


def bind(settings: Settings) -> socket.socket:
    """A socket that listens; clients that come before the app is ready wait. ConfigError in one sentence."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise ConfigError(f"host {host!r} is no address of this machine", setting="host", value=host) from None
    family, _, _, _, address = min(found, key=lambda each: each[0] != socket.AF_INET)
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
        sock.bind(address)
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise _unbound(error, host, port) from None
    return sock


def _unbound(error: OSError, host: str, port: int) -> ConfigError:
    if error.errno == errno.EADDRINUSE:
        return ConfigError(
            f"port {port} of {host} is in use; choose another one, or 0 for any free one", setting="port"
        )
    if error.errno == errno.EACCES:
        return ConfigError(f"port {port} is not allowed to this user; choose one from 1024 on", setting="port")
    if error.errno == errno.EADDRNOTAVAIL:
        return ConfigError(f"host {host!r} is no address of this machine", setting="host")
    return ConfigError(f"cannot listen at {host}, port {port}: {os.strerror(error.errno or 0)}", setting="host")


def raise_file_limit() -> int:
    """Every connection is an open file: ask for as many as this user may have."""
    if find_spec("resource") is None:
        return 0
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1_048_576 if hard == resource.RLIM_INFINITY else hard
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


@contextmanager
def _signals(server: uvicorn.Server) -> Generator[None]:
    """uvicorn repeats the signals that stopped it when it has stopped; here they have been answered by then."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        server.should_exit = True  # one that comes before uvicorn listens to signals

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class ListenConfig(uvicorn.Config):
    def __init__(self, app: Starlette, settings: Settings) -> None:
        super().__init__(
            app,
            host=settings.host,
            port=settings.port,
            loop="auto",
            http=Http,
            ws=GuardedWebSocket,
            ws_max_size=settings.frame_bytes,
            ws_per_message_deflate=False,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            lifespan="off",  # the listener does it, so that its errors reach the caller
            log_config=None,
            log_level="error",  # its lines name paths, and a path may be a private room
            access_log=False,
            workers=1,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            server_header=False,
            backlog=BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            h11_max_incomplete_event_size=HEAD_BYTES,
        )
        self.settings = settings

    def load(self) -> None:
        super().load()
        self.loaded_app = _to_who_is_there(self.loaded_app)


def _to_who_is_there(app: ASGIApp) -> ASGIApp:
    """Nothing is written to a connection that is gone: uvloop raises there, and everybody who asks for much at once,
    does not read it and goes would fill the log with tracebacks. uvicorn tells only the last of several requests that
    wait on a connection that it is lost, not the one whose answer is on its way.
    """

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        cycle = getattr(send, "__self__", None)  # uvicorn's, of one request and its answer
        if scope["type"] != "http" or cycle is None:
            await app(scope, receive, send)
            if isinstance(cycle, GuardedWebSocket):
                cycle.end_handshake()
            return

        async def send_to_who_is_there(message: Message) -> None:
            if cycle.flow.write_paused and not cycle.disconnected:
                await cycle.flow.drain()
            cycle.disconnected = cycle.disconnected or cycle.transport.is_closing()
            await send(message)

        await app(scope, receive, send_to_who_is_there)

    return asked


class Listener(uvicorn.Server):
    def __init__(self, app: Starlette, settings: Settings, ready: Callable[[str], None]) -> None:
        super().__init__(ListenConfig(app, settings))
        self.app = app
        self.settings = settings
        self.ready = ready

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        async with self.app.router.lifespan_context(self.app):
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for sock in sockets or ():
            self.ready(address_of_socket(sock))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """No new connections; then the app has its say; then the open ones are closed, all within drain_seconds."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.settings.drain_seconds
        for server in self.servers:
            server.close()
        await self._drain()
        self.config.timeout_graceful_shutdown = max(1, math.floor(until - loop.time()))
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    async def _drain(self) -> None:
        drain: Callable[[], Awaitable[None]] | None = getattr(self.app.state, "drain", None)
        if drain is None:
            return
        try:
            await asyncio.wait_for(drain(), self.settings.drain_seconds)
        except TimeoutError:
            logger.error("the app did not finish in time", seconds=self.settings.drain_seconds)
        except Exception as error:
            logger.error("the app could not finish", exc_info=error)


def address_of_socket(sock: socket.socket) -> str:
    """What to open in a browser on this machine."""
    host, port = sock.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Punctual(asyncio.Protocol):
    """Cuts a connection whose request does not arrive whole within header_seconds, or never ends.

    The time runs from the connection, later from a request's first byte. Between requests uvicorn's own keep-alive
    time runs. A WebSocket has a protocol of its own, so nothing here touches it.
    """

    config: uvicorn.Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _late: asyncio.TimerHandle | None = None
    _taken = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        if self._late is None:
            self._begin()
        self._taken += len(data)
        if self._taken > HEAD_BYTES + 2 * self._settings.body_bytes:
            self.transport.abort()
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._end()
            self._hand_over()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    @property
    def _settings(self) -> Settings:
        assert isinstance(self.config, ListenConfig)
        return self.config.settings

    def _begin(self) -> None:
        self._taken = 0
        self._late = self.loop.call_later(self._settings.header_seconds, self.transport.abort)

    def _end(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _hand_over(self) -> None:
        """The connection has another protocol now, and this one is done."""


class PunctualH11(Punctual, H11Protocol):
    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._end()


Http: type[Punctual] = PunctualH11

if find_spec("httptools") is not None:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    class PunctualHttpTools(Punctual, HttpToolsProtocol):
        def on_message_complete(self) -> None:
            self._end()
            super().on_message_complete()

        def _hand_over(self) -> None:
            del self.parser  # it knows this protocol: the two would be garbage that only a full collection finds

    Http = PunctualHttpTools


class GuardedWebSocket(WebSocketsSansIOProtocol):
    """Whoever floods a connection with what the app never sees is cut off without a word."""

    _control: Bucket | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.close_timeout = CLOSE_SECONDS
        self.transport.set_write_buffer_limits(high=WRITE_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # it waits for ever, and the two know each other
        if scope := getattr(self, "scope", None):
            scope["extensions"].pop(SAY, None)  # so do these two

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][ABORT] = {"now": self.transport.abort}
            self.scope["extensions"][SAY] = {"text": self._say}

    def _say(self, text: bytes) -> bool:
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.transport.is_closing():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def end_handshake(self) -> None:
        """A refusal over HTTP is its end, too; uvicorn would log an error for each, and refusals come as they like."""
        self.handshake_complete = self.handshake_complete or self.close_sent

    def handle_ping(self) -> None:
        # A peer that does not read its pongs would fill the memory with them.
        if self._may_control() and self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        if self._may_control():
            super().handle_pong(event)
        else:
            self.transport.abort()

    def _may_control(self) -> bool:
        if self._control is None:
            self._control = Bucket(*CONTROL_FRAMES)
        return self._control.take()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= MOST_UNREAD:
            self.transport.abort()
        elif self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self._refuse_text()
        else:
            super().send_receive_event_to_app()

    def _refuse_text(self) -> None:
        if self.conn.state is State.OPEN:
            self.conn.send_close(1007)
            self.handle_parser_exception()
        else:  # one side has said goodbye already, which is said once
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Whoever answers no ping reads no close either."""
        super().keepalive_timeout()
        self.transport.abort()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
