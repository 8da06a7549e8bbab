"""The servers that are measured: processes of their own, with files in a temporary directory, watched through /proc."""

import asyncio
import os
import pwd
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from asobiba.core.errors import AsobibaError, ConfigError
from tools.load.crowd import Http

START_SECONDS = 30.0
STOP_SECONDS = 20.0
FILES = 12_000
"""What 10,000 sockets need."""
TICKS = os.sysconf("SC_CLK_TCK")


class ServerDied(AsobibaError):
    """With the last lines of its log."""

    code = "server_died"


@dataclass
class Server:
    """One process of ours."""

    process: subprocess.Popen[bytes]
    port: int

    async def stop(self) -> float:
        """Tell it to end, as a deployment does. Seconds until it has."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        while self.process.poll() is None:
            if time.monotonic() - begun > STOP_SECONDS:
                raise ServerDied(f"the server does not end within {STOP_SECONDS:g} s")
            await asyncio.sleep(0.01)
        return time.monotonic() - begun

    def memory(self) -> int:
        """Bytes in RAM of the server itself, without the processes in which bots think."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def seconds(self) -> float:
        """CPU seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    async def metric(self, name: str, label: str = "") -> float:
        """What /metrics says, summed over the labels that contain `label`."""
        return sum(value for text, value in await self._metrics(name) if label in text)

    async def buckets(self, name: str) -> Counter[float]:
        """A histogram: how many observations were at most so much, and more than the bound before."""
        bounds = [
            (re.findall(r'le="([^"]+)"', text)[0], value) for text, value in await self._metrics(f"{name}_bucket")
        ]
        return Counter(
            {
                float(bound): value - before
                for (bound, value), (_, before) in zip(bounds, [("0", 0.0), *bounds], strict=False)
            }
        )

    async def _metrics(self, name: str) -> list[tuple[str, float]]:
        async with Http(self.port) as http:
            lines = (await http.get("/metrics")).decode().splitlines()
        named = [line.rsplit(" ", 1) for line in lines if re.match(rf"{name}[ {{]", line)]
        return [(text, float(value)) for text, value in named]


@asynccontextmanager
async def serving(
    folder: Path, limits: Mapping[str, str], number: int = 0, *, mortal: bool = False
) -> AsyncIterator[Server]:
    """A server of ours on a free port; `limits` are settings by their names in the environment."""
    values = {"ASOBIBA_PORT": "0", "ASOBIBA_HOST": "127.0.0.1", "ASOBIBA_LOG_LEVEL": "warning"}
    values |= {"ASOBIBA_DATABASE": f"sqlite:///{folder / 'bench.db'}", **limits}
    # Of Python's own settings, that it should not keep its bytecode is one for those who develop.
    not_theirs = ("ASOBIBA_", "PYTHONDONTWRITEBYTECODE")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(not_theirs)}
    command = [sys.executable, "-m", "asobiba.online"]
    async with started(command, inherited | values, folder / f"server{number}.log", mortal=mortal) as server:
        yield server


@asynccontextmanager
async def started(
    command: list[str], environment: Mapping[str, str], log: Path, *, mortal: bool = False
) -> AsyncIterator[Server]:
    """A program that says its address when it is ready. If it dies, whoever uses it gets ServerDied, unless it may."""
    _allow_sockets()
    with _running(command, log, environment=environment) as process:
        server = Server(process, await _port_in(log, process))
        work = asyncio.current_task()
        assert work is not None
        watch = asyncio.create_task(_nothing() if mortal else _watch(server, work))
        try:
            yield server
        except asyncio.CancelledError:
            if process.poll() is None:
                raise
            work.uncancel()
            raise ServerDied(f"the server died: {_tail(log)}") from None
        finally:
            watch.cancel()


async def _watch(server: Server, work: asyncio.Task[object]) -> None:
    """Without its server the work is cancelled."""
    while server.process.poll() is None:
        await asyncio.sleep(0.2)
    work.cancel()


async def _nothing() -> None:
    pass


async def _port_in(log: Path, process: subprocess.Popen[bytes]) -> int:
    deadline = time.monotonic() + START_SECONDS
    while (found := re.search(rb"http://127\.0\.0\.1:(\d+)", log.read_bytes())) is None:
        if process.poll() is not None or time.monotonic() > deadline:
            raise ServerDied(f"the server did not start: {_tail(log)}")
        await asyncio.sleep(0.05)
    return int(found[1])


def _tail(log: Path) -> str:
    return log.read_bytes()[-500:].decode(errors="replace").strip() or "it said nothing"


def _allow_sockets() -> None:
    """For this process and for those that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FILES:
        raise ConfigError(f"the load needs {FILES} open files, the system allows {hard}: raise ulimit -n")
    if soft != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The URL of an empty database on a server of its own, as PostgreSQL ships: every commit reaches the disk."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), reverse=True)
    binary = str(found[0]) if found else shutil.which("postgres")
    if binary is None:
        raise ConfigError("PostgreSQL is not installed")
    # PostgreSQL refuses to run as root.
    user = "postgres" if os.geteuid() == 0 and any(each.pw_name == "postgres" for each in pwd.getpwall()) else None
    home, port, log = folder / "postgresql", free_port(), folder / "postgresql.log"
    home.mkdir()
    if user is not None:
        folder.chmod(0o711)
        shutil.chown(home, user)
    begin = [str(Path(binary).with_name("initdb")), "-D", str(home), "-U", "asobiba", "-A", "trust", "-E", "UTF8"]
    subprocess.run(begin, user=user, cwd=home, check=True, capture_output=True, timeout=START_SECONDS)
    settings = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
    with _running([binary, "-D", str(home), "-p", str(port), *settings], log, user=user, how=signal.SIGINT) as process:
        _until(lambda: "\nready" in _text(home / "postmaster.pid"), process, log)
        yield f"postgresql://asobiba@127.0.0.1:{port}/postgres"


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    binary, port, log = shutil.which("redis-server"), free_port(), folder / "redis.log"
    if binary is None:
        raise ConfigError("Redis is not installed")
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with _running(command, log) as process:
        _until(lambda: "Ready to accept" in _text(log), process, log)
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _running(
    command: list[str],
    log: Path,
    *,
    environment: Mapping[str, str] | None = None,
    user: str | None = None,
    how: signal.Signals = signal.SIGTERM,
) -> Iterator[subprocess.Popen[bytes]]:
    """A process with a group of its own, ended by the signal `how` together with whatever it started."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=environment,
            user=user,
            cwd=None if user is None else "/",
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            process_group=0,
        )
    try:
        yield process
    finally:
        _stop(process, how)


def _stop(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(how)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _until(is_ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not is_ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise ServerDied(f"{process.args!s} did not start: {_tail(log)}")
        time.sleep(0.05)


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
