"""Askers: HTTP requests for everything that the interface describes, with paths, queries, headers and bodies that only
somebody sends who means no good.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from tools.load.frame_fuzz import Found
from tools.load.schema_samples import Json, Samples

ANSWER_SECONDS: Final = 60.0
METHODS: Final = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")
BESIDE: Final = (
    "/",
    "/ws",
    "/docs",
    "/room/x",
    "/assets/x.js",
    "/api/openapi.json",
    "/logo.svg",
    "/metrics",
    "/nowhere",
)
"""What the description does not list."""


@dataclass(frozen=True)
class Request:
    method: str
    target: bytes
    headers: tuple[bytes, ...]
    body: bytes

    def __bytes__(self) -> bytes:
        head = [
            b"%s %s HTTP/1.1" % (self.method.encode(), self.target),
            b"Host: 127.0.0.1",
            b"Content-Length: %d" % len(self.body),
            *self.headers,
        ]
        return b"\r\n".join([*head, b"", b""]) + self.body


class Requests:
    """Made from the OpenAPI description of the server."""

    def __init__(self, samples: Samples, described: Json, guests: Sequence[str]) -> None:
        self._samples, self._luck, self._guests = samples, samples.luck, guests
        self._operations = [
            (method.upper(), path, operation)
            for path, methods in described["paths"].items()
            for method, operation in methods.items()
        ]

    def one(self) -> Request:
        luck = self._luck
        if luck.random() < 0.05:
            return Request(luck.choice(METHODS), self._written(luck.choice(BESIDE)), self._headers(), b"")
        method, path, operation = luck.choice(self._operations)
        if luck.random() < 0.02:
            method = luck.choice(METHODS)
        return Request(method, self._target(path, operation), self._headers(), self._body(operation))

    def _target(self, path: str, operation: Json) -> bytes:
        asked = []
        for parameter in operation.get("parameters", ()):
            name, value = parameter["name"], self._samples.of(parameter["schema"], parameter["name"])
            written = _quoted(value if isinstance(value, str) else json.dumps(value))
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", written)
            elif self._luck.random() < 0.7:
                asked.append(f"{name}={written}")
        if self._luck.random() < 0.05:
            asked.append(f"{_quoted(self._samples.text())}={_quoted(self._samples.text())}")
        return self._written(path + ("?" + "&".join(asked) if asked else ""))

    def _written(self, target: str) -> bytes:
        """Sometimes with a part that no browser writes."""
        if self._luck.random() < 0.03:
            at = self._luck.randrange(1, len(target) + 1)
            odd = ("%00", "%ff", "%", "%ED%A0%80", "//", "/..", "x" * 3000, "\x01", "é")
            target = target[:at] + self._luck.choice(odd) + target[at:]
        return target.encode().replace(b" ", b"%20")

    def _headers(self) -> tuple[bytes, ...]:
        luck, made = self._luck, []
        if luck.random() < 0.8:
            made.append(b"Authorization: Bearer " + luck.choice(self._guests).encode())
        if luck.random() < 0.9:
            made.append(b"Content-Type: application/json")
        if luck.random() < 0.1:
            name = luck.choice(
                (b"Origin", b"Cookie", b"Accept", b"Accept-Encoding", b"Range", b"X-Forwarded-For", b"If-None-Match")
            )
            odd = self._samples.text().encode(errors="surrogatepass").translate(None, b"\r\n")
            made.append(name + b": " + (b"asobiba_guest=" if name == b"Cookie" else b"") + odd)
        return tuple(made)

    def _body(self, operation: Json) -> bytes:
        asked = operation.get("requestBody")
        if asked is None:
            return b""
        luck = self._luck
        body = json.dumps(self._samples.of(asked["content"]["application/json"]["schema"])).encode()
        if luck.random() < 0.03:
            at = luck.randrange(len(body) + 1)
            body = luck.choice(
                (body[:at], body[at:], body[:at] + luck.randbytes(4) + body[at:], b"[" * 5000, b"\xff" + body)
            )
        return body


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


class Asker:
    """One connection after the other: the server closes those that make no sense."""

    def __init__(self, port: int, found: Found) -> None:
        self.port, self.found = port, found
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, request: Request) -> int:
        """The status; 0 when the server hangs up without an answer."""
        self.found.asked += 1
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = self._line = self._line or await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(bytes(request))
                status = await self._answer(reader)
        except TimeoutError:
            self.found.wrong["a request without an answer"] += 1
            status = 0
        except (asyncio.IncompleteReadError, OSError):
            status = 0
        if not status:
            self.close()
        self.found.statuses[status] += 1
        if status >= 500:
            self.found.wrong[f"{status} for {request.method} {request.target[:200]!r} {request.body[:200]!r}"] += 1
        return status

    async def _answer(self, reader: asyncio.StreamReader) -> int:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines if line)
        if "content-length" in headers:
            await reader.readexactly(int(headers["content-length"]))
        else:
            headers["connection"] = "close"
        if headers.get("connection") == "close":
            self.close()
        return int(first.split()[1])

    def close(self) -> None:
        if self._line is not None:
            with suppress(OSError):
                self._line[1].close()
            self._line = None


async def ask_around(asker: Asker, requests: Requests, count: int) -> None:
    """Until so many were asked by all."""
    try:
        while asker.found.asked < count:
            await asker.ask(requests.one())
    finally:
        asker.close()


def described_games(cards: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    """What the server's own list of games makes worth trying, by the field that takes it."""
    names = [card["name"] for card in cards]
    agents = sorted({spec for card in cards for spec in (*card["agents"], card["opponent"])})
    return {
        "game": [*names, 1, 2],  # also the number of a game in its room
        "name": names,
        "option": sorted({option["name"] for card in cards for option in card["options"]}),
        "spec": agents,
        "bot": agents,
        "agent": agents,
    }
