"""Requests: addresses, tokens, redirects, servers that do not answer."""

import asyncio
import logging
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest

from asobiba.core.errors import ConfigError
from asobiba.online.client import Client, Rejected, Unreachable
from tests.online.client.company import PATIENT, guest
from tests.online.playing import Served


class Elsewhere(BaseHTTPRequestHandler):
    """Sends everybody away, and notes who comes."""

    came: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.came.append(self.path)
        self.send_response(302)
        self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")  # type: ignore[attr-defined]
        self.end_headers()

    def log_message(self, format: str, *_: Any) -> None:  # noqa: A002
        pass


@pytest.mark.asyncio
async def test_tokens_do_not_follow_a_redirect() -> None:
    with HTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            client = Client(f"http://127.0.0.1:{server.server_port}", token="guest", patience=0.0)
            with pytest.raises(Unreachable, match="status 302"):
                await client.games()
            with pytest.raises(Unreachable):
                await client.join("room", "seat").__aenter__()
        finally:
            server.shutdown()
            thread.join()
    assert Elsewhere.came == ["/api/games", "/ws"]


@pytest.mark.asyncio
async def test_tokens_are_in_no_log_and_no_representation(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("twenty48", seat=0, ready=True)
        async with client.join(ticket) as room:
            await room.move(room.state.moves[0][0])
            with pytest.raises(Rejected) as refusal:
                await room.move("nowhere")
            shown = f"{client!r} {room!r} {ticket!r} {refusal.value!r} {caplog.text} {server.log}"

    assert room.id in shown
    assert not [secret for secret in (client.token, ticket.token) if str(secret) in shown]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://a.example", "http://", "127.0.0.1:8000", "http://a:b@c"])
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(ConfigError, match="write http://host:port"):
        Client(url)


@pytest.mark.asyncio
async def test_nobody_at_the_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(Unreachable, match="does not answer"):
            await Client(f"http://127.0.0.1:{free.getsockname()[1]}").__aenter__()


def test_a_request_that_is_given_up_holds_up_nobody() -> None:
    """The event loop ends while the server still keeps the request waiting."""

    async def ask(url: str) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await Client(url).games()

    with socket.create_server(("127.0.0.1", 0)) as mute:
        asyncio.run(ask(f"http://127.0.0.1:{mute.getsockname()[1]}"))
        (request,) = [thread for thread in threading.enumerate() if thread.name == "asobiba request"]
        assert request.is_alive()
        mute.accept()[0].close()
    request.join()


@pytest.mark.asyncio
async def test_an_answer_has_a_deadline_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that says a byte from time to time is never silent."""
    monkeypatch.setattr("asobiba.online.client.http.WHOLE_ANSWER_SECONDS", 0.2)

    over = asyncio.Event()
    dripping: list[asyncio.Task[None]] = []

    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
        while not over.is_set():
            writer.write(b" ")
            await asyncio.sleep(0.01)
        writer.close()
        await writer.wait_closed()

    def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        dripping.append(asyncio.create_task(drip(writer)))

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        with pytest.raises(Unreachable, match=r"within 0\.2 s"):
            await Client(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}").games()
        over.set()
        await asyncio.gather(*dripping)
