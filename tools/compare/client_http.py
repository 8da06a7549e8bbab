"""Ways to make the client's few HTTP requests, side by side: python -m tools.compare.client_http

For docs/decisions/007-http-in-the-client.md. Client and server share a process: the server's part is the same for all.
Needs openssl for a certificate, and httpx.
"""

import asyncio
import http.client
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

REQUESTS, ROUNDS = 100, 5
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
IMPORTS = """
import sys, time, websockets.asyncio.client
before, began = set(sys.modules), time.process_time()
import {module}
print(len(set(sys.modules) - before), "modules,", round(1000 * (time.process_time() - began)), "ms CPU")
"""

Ask = Callable[[], Awaitable[object]]


class Answering:
    """A server that answers everything with `{}`."""

    connections = 0

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while b"connection: close" not in (await reader.readuntil(b"\r\n\r\n")).lower():
                writer.write(ANSWER)
            writer.write(ANSWER)
            await writer.drain()
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            writer.close()


def certificate(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """For the server, and for those who trust it."""
    key, public = str(folder / "key.pem"), str(folder / "public.pem")
    asked = f"req -x509 -newkey rsa:2048 -nodes -keyout {key} -out {public} -subj /CN=localhost"
    words = ["openssl", *asked.split(), "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run(words, check=True, capture_output=True)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(public, key)
    return serving, ssl.create_default_context(cafile=public)


async def cost(ask: Ask) -> float:
    """Milliseconds of CPU for one request."""
    await ask()
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(REQUESTS):
            await ask()
        rounds.append(time.process_time() - began)
    return 1000 * min(rounds) / REQUESTS


async def compare(serving: ssl.SSLContext | None, trusting: ssl.SSLContext) -> None:
    answering = Answering()
    async with await asyncio.start_server(answering.talk, "127.0.0.1", 0, ssl=serving) as server:
        port = server.sockets[0].getsockname()[1]
        url = f"{'https' if serving else 'http'}://localhost:{port}/"
        opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusting))
        kept = (
            http.client.HTTPSConnection("localhost", port, context=trusting)
            if serving
            else http.client.HTTPConnection("localhost", port)
        )

        def open_anew() -> bytes:
            with opener.open(url, timeout=20) as answer:
                return bytes(answer.read())

        def ask_again() -> bytes:
            kept.request("GET", "/")
            return kept.getresponse().read()

        async with httpx.AsyncClient(verify=trusting) as web:
            ways: dict[str, Ask] = {
                "urllib in a thread": lambda: asyncio.to_thread(open_anew),
                "http.client kept open": lambda: asyncio.to_thread(ask_again),
                "httpx": lambda: web.get(url),
            }
            for name, ask in ways.items():
                answering.connections = 0
                milliseconds = await cost(ask)
                print(f"{url[:5]} {name}: {milliseconds:.2f} ms CPU, {answering.connections} connections")
        kept.close()
        await asyncio.sleep(0.1)  # the server hears that everybody has gone


def main() -> None:
    for module in ("urllib.request", "httpx"):
        done = subprocess.run(
            [sys.executable, "-c", IMPORTS.format(module=module)], check=True, capture_output=True, text=True
        )
        print(f"import {module}: {done.stdout.strip()}")
    began = time.process_time()
    ssl.create_default_context()
    print(f"reading the system's certificates: {1000 * (time.process_time() - began):.0f} ms CPU")
    with tempfile.TemporaryDirectory() as folder:
        serving, trusting = certificate(Path(folder))
        asyncio.run(compare(None, trusting))
        asyncio.run(compare(serving, trusting))


if __name__ == "__main__":
    main()
