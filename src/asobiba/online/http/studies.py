"""Analyses that are told as they are found: lines of JSON, one object each, the last of which says why it ends.

    {"to_play": 0, "moves": [...], "depth": 9, ...}
    {"to_play": 0, "moves": [...], "depth": 10, ...}
    {"ended": "done"}

A guest has one at a time: the next one ends the one before. Who goes away ends his own, and nobody thinks on about it.
"""

import asyncio
from contextlib import aclosing
from typing import Any, Final

import msgspec
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from asobiba.core.errors import AsobibaError
from asobiba.online.rooms.analyst import Lines

ANOTHER, RESTARTING, FAILED = "another", "restarting", "failed"
NDJSON: Final = "application/x-ndjson"


class Studies:
    """Those that are being told now, by who looks on."""

    def __init__(self, send_seconds: float) -> None:
        self._send_seconds = send_seconds
        self._told: dict[str, Study] = {}

    def begin(self, who: str, lines: Lines) -> "Study":
        if (former := self._told.get(who)) is not None:
            former.end(ANOTHER)
        self._told[who] = study = Study(self, who, lines, self._send_seconds)
        return study

    def forget(self, study: "Study") -> None:
        if self._told.get(study.who) is study:
            del self._told[study.who]

    def stop(self) -> None:
        for study in self._told.values():
            study.end(RESTARTING)

    def __len__(self) -> int:
        return len(self._told)


class Study(Response):
    """The answer to one who looks on."""

    def __init__(self, studies: Studies, who: str, lines: Lines, send_seconds: float) -> None:
        self.status_code, self.media_type, self.background = 200, NDJSON, None
        self.init_headers({"x-accel-buffering": "no"})  # a proxy that collects lines would tell them all at the end
        self.who, self._studies, self._lines, self._send_seconds = who, studies, lines, send_seconds
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def end(self, why: str) -> None:
        if not self._end.done():
            self._end.set_result(why)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        telling = asyncio.create_task(self._tell(send), name="study")
        leaving = asyncio.create_task(_until_gone(receive), name="study's reader")
        try:
            ends: list[asyncio.Future[Any]] = [telling, leaving, self._end]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
            elif self._end.done():
                await _given_up(telling)
                await self._say(send, {"ended": self._end.result()})
            if not leaving.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TimeoutError:
            raise ClientDisconnect from None  # he may be there, but he reads nothing
        finally:
            self._studies.forget(self)
            await _given_up(telling)
            await _given_up(leaving)

    async def _tell(self, send: Send) -> None:
        async with aclosing(self._lines) as lines:
            try:
                async for line in lines:
                    await self._say(send, line)
            except AsobibaError as error:
                await self._say(
                    send, {"ended": FAILED, "code": error.code, "message": str(error), "params": error.params}
                )

    async def _say(self, send: Send, line: dict[str, Any]) -> None:
        async with asyncio.timeout(self._send_seconds):
            await send({"type": "http.response.body", "body": msgspec.json.encode(line) + b"\n", "more_body": True})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _given_up(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
