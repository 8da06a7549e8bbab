"""A line writes at once what its end takes, and keeps the rest in order."""

import asyncio
from typing import Any

import pytest
from starlette.types import Message

from asobiba.online.http.door import Door
from asobiba.online.http.listen import SAY
from asobiba.online.http.socket import SocketLine
from asobiba.online.protocol.desk import Guest
from asobiba.online.settings import Settings

pytestmark = pytest.mark.asyncio


class End:
    """The other end, which keeps up or does not."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.keeps_up = asyncio.Event()
        self.keeps_up.set()

    def say(self, text: bytes) -> bool:
        if self.keeps_up.is_set():
            self.heard.append(text.decode())
        return self.keeps_up.is_set()

    async def send(self, message: Message) -> None:
        await self.keeps_up.wait()
        self.heard.append(message.get("text") or message["type"])


def line_to(end: End, **limits: Any) -> SocketLine:
    settings = Settings(**limits)
    account = Door(settings).account("192.0.2.1")
    scope = {"extensions": {SAY: {"text": end.say}}}
    return SocketLine(Guest("g", "Ann"), "192.0.2.1", account, scope, end.send, settings)


async def test_what_the_other_end_takes_is_written_before_send_returns() -> None:
    end = End()
    line = line_to(end)
    line.send(b"one")
    assert end.heard == ["one"]
    assert line.writer is None


async def test_what_must_wait_keeps_its_order() -> None:
    end = End()
    line = line_to(end)
    end.keeps_up.clear()
    line.send(b"one")
    await asyncio.sleep(0)
    assert line.sending_since is not None
    end.keeps_up.set()
    line.send(b"two")  # the first is on its way still
    line.send(b"three")
    line.close(1000, "")
    await line.written()
    assert end.heard == ["one", "two", "three", "websocket.close"]
    assert line.writer is None


async def test_who_does_not_read_his_queue_is_cut_off() -> None:
    end = End()
    line = line_to(end, queue_frames=8)
    end.keeps_up.clear()
    for _ in range(10):
        line.send(b"more")
        await asyncio.sleep(0)
    assert not line.is_open
