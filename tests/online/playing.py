"""A real server process for tests: a free port, a SQLite file of its own, and ways to end it.

with served(tmp_path) as server:
    server.url          # http://127.0.0.1:40123
    server.kill()       # kill -9
    server.start()      # back, on the same port with the same file
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port
from tests.processes import end_session, keep

START_SECONDS = 120.0
LOOSE: Mapping[str, object] = {
    "bot_pause": 0,
    "bot_niceness": 0,
    "pass_pause": 0,
    "countdown": 0,
    "messages_per_20s": 100_000,
    "handshakes_per_30s": 100_000,
    "sockets_per_address": 1000,
    "rooms_per_guest": 1000,
    "guests_per_second": 1000,
    "requests_per_minute": 100_000,
    "work_seconds_per_minute": 100_000,
    "notes_per_guest": 1_000_000,
    "notes_per_address": 1_000_000,
    "moves_per_guest": 1_000_000,
    "moves_per_address": 1_000_000,
}
"""Settings for tests: nothing that pauses, bots that think beside busy programs too, and limits that one busy address
does not reach."""


ATTEMPTS = 3


class PortTaken(AssertionError):
    pass


class Served:
    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.port = 0
        self.settings = {"database": f"sqlite:///{folder}/rooms.db", **LOOSE, **settings}
        self._process: subprocess.Popen[bytes] | None = None
        self._groups: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What all its processes have written, one after the other."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """On the port of before. At first on a free one, which another program may take before the server does."""
        for _ in range(ATTEMPTS - 1 if not self._groups else 0):
            try:
                self._start(free_port())
                return
            except PortTaken:
                self._groups.clear()
        self._start(self.port or free_port())

    def _start(self, port: int) -> None:
        environment = {**os.environ, **{f"ASOBIBA_{name.upper()}": str(value) for name, value in self.settings.items()}}
        command = [sys.executable, "-m", "asobiba.online", "--port", str(port)]
        with (self.folder / "server.log").open("ab") as log:
            begun = log.tell()
            self._process = subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        if self._groups:  # a test starts anew what a fixture shares
            keep(self._process.pid)
        self._groups.append(self._process.pid)
        self.port = self._wait_for_port(begun, port)

    def _wait_for_port(self, begun: int, port: int) -> int:
        deadline = time.monotonic() + START_SECONDS
        while not (found := re.search(r"ready at http://[^:]+:(\d+)", self.log[begun:])):
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > deadline:
                taken = f"port {port} of" in self.log[begun:]
                raise (PortTaken if taken else AssertionError)(f"the server did not start:\n{self.log[begun:]}")
            time.sleep(0.02)
        return int(found[1])

    def kill(self) -> None:
        """As kill -9: nothing is finished, nobody is told."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As a deployment does; the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(how)
        return self._process.wait(START_SECONDS)

    def clean_up(self) -> None:
        """Whatever is left of it and of its bots."""
        if self._process is not None and self._process.poll() is None:
            self.kill()
        for group in self._groups:
            end_session(group)


@contextmanager
def served(folder: Path, **settings: object) -> Iterator[Served]:
    server = Served(folder, **settings)
    try:
        server.start()
        yield server
    finally:
        server.clean_up()
