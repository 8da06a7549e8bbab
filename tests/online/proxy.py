"""A bad network between a client and a server on this machine, over TCP.

async with Proxy(port) as proxy:
    Client(proxy.url)
    proxy.cut()             # every connection is reset
    proxy.hole = True       # bytes go nowhere, nothing is closed
    proxy.delay = 0.05      # seconds, each way
    proxy.slices = True     # one byte at a time
"""

import asyncio
from contextlib import suppress
from typing import Self


class Proxy:
    def __init__(self, port: int) -> None:
        self._target = port
        self.delay = 0.0
        self.slices = False
        self.hole = False
        """New connections are taken too, and hear nothing."""
        self.deaf = False
        """Only what the server says is lost."""
        self.refusing = False
        """New connections are closed at once."""
        self.accepted = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        try:
            if not self.refusing:
                await self._join(reader, writer)
        except OSError:
            pass  # the server is away
        finally:
            writer.transport.abort()
            self._writers.discard(writer)
            self._tasks.discard(task)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers.add(back)
        try:
            both = [
                asyncio.ensure_future(self._carry(reader, back, to_client=False)),
                asyncio.ensure_future(self._carry(there, writer, to_client=True)),
            ]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in both:
                    way.cancel()
                await asyncio.gather(*both, return_exceptions=True)
        finally:
            back.transport.abort()
            self._writers.discard(back)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, to_client: bool) -> None:
        with suppress(OSError):
            while piece := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if self.hole or (self.deaf and to_client):
                    continue
                for part in [bytes([byte]) for byte in piece] if self.slices else [piece]:
                    writer.write(part)
                    await writer.drain()
                    if self.slices:
                        await asyncio.sleep(0)
