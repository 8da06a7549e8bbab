"""The server's end of a process that thinks: started, asked one thing after the other, killed, and replaced.

docs/decisions/006-bot-processes.md says why this is no pool of a library.
"""

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

from asobiba.online.bots.thinking import LENGTH, PART, STOP, framed

START_SECONDS = 300.0
"""On a machine with other work a nice process may need minutes to load its libraries."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0
"""Seconds until a worker that did not start is tried again; each time twice as long."""
PROGRAM = "import os, sys; os.nice(int(sys.argv[1])); from asobiba.online.bots.thinking import main; main()"
"""Nice from its first line on: also while a bot loads its libraries, who plays comes before it."""

log = logging.getLogger(__name__)


class Worker:
    """The server's end of one worker process."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.process, self.reader, self.writer = process, reader, writer

    @classmethod
    async def start(cls, niceness: int) -> "Worker":
        """A new process, ready for tasks. EOFError or OSError if it does not get that far."""
        ours, theirs = socket.socketpair()
        with theirs:
            reader, writer = await asyncio.open_unix_connection(sock=ours)
            try:
                process = _process(theirs, niceness)
            except OSError:
                writer.close()
                raise
        worker = cls(process, reader, writer)
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.answer()
        except BaseException:
            await worker.stop()
            raise
        return worker

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def has_ended(self) -> bool:
        return self.reader.at_eof() or self.reader.exception() is not None

    async def perform(self, task: bytes, heard: Callable[[bytes], None]) -> bytes:
        """The answer; `heard` gets what is said before it."""
        self.writer.write(framed(task))
        while (answer := await self.answer())[:1] == PART:
            heard(answer[1:])
        return answer

    def interrupt(self) -> None:
        """Whatever it thinks about, it answers soon."""
        self.writer.write(framed(STOP))

    async def answer(self) -> bytes:
        return await self.reader.readexactly(*LENGTH.unpack(await self.reader.readexactly(LENGTH.size)))

    async def stop(self) -> None:
        """To its end, also if whoever waits for that is cancelled meanwhile: no process is left half stopped."""
        stopping = asyncio.ensure_future(self._stop())
        try:
            await asyncio.shield(stopping)
        except asyncio.CancelledError:
            await stopping
            raise

    async def _stop(self) -> None:
        self.process.kill()
        while self.process.poll() is None:
            await asyncio.sleep(0.001)
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


def _process(stdin: socket.socket, niceness: int) -> "subprocess.Popen[bytes]":
    """In a group of its own: Ctrl-C at the server's terminal is not for the workers. In the server's session, because
    Linux weighs processes against each other within one."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, str(niceness)],
        stdin=stdin.fileno(),
        stdout=subprocess.DEVNULL,
        env=_environment(),
        process_group=0,
    )


async def replacement(niceness: int) -> Worker:
    pause = FIRST_PAUSE
    while True:
        try:
            return await Worker.start(niceness)
        except (EOFError, OSError) as error:
            log.error("a worker of the bots did not start (%r); the next try is in %g s", error, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def _environment() -> dict[str, str]:
    """The worker imports from where the server does, and keeps to one core."""
    path = os.pathsep.join(map(os.path.abspath, sys.path))
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
