"""Processes that tests start: each in a session of its own, and none that outlives its test.

    result = run([sys.executable, "-c", code])     # to its end; what it printed is result.stdout
    with started(["asobiba", "serve"]) as server:  # at the end of the block it is killed, with all that it started
        server.stdout.readline()

tests/conftest.py looks after every test whether a process is left, with `running`, and fails the test that left it.
"""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROC = Path("/proc")
MARK = f"ASOBIBA_TESTED_BY_{os.getpid()}"
"""In the environment of whatever this process starts, so that it is found when its parents are gone."""
SECONDS = 240.0
"""In which a command ends; less than a test has, so that the test can say what it waited for."""
PATIENCE = float(os.environ.get("ASOBIBA_PATIENCE_SECONDS", "30"))
"""For processes that are about to end when their test has."""

KERNEL_THREAD = 0x200000
"""A flag of /proc/PID/stat. Such a thread has no environment to look at."""

_OF_MULTIPROCESSING = re.compile(r"from multiprocessing\.(resource_tracker|forkserver) import main")
_strangers: set[int] = set()
_kept: dict[int, str] = {}
"""With its command: whatever shares a process may put another in its place."""


@dataclass(frozen=True)
class Running:
    pid: int
    parent: int
    session: int
    command: str

    def __str__(self) -> str:
        return f"{self.pid} {self.command}"


def run(
    command: Sequence[str | Path],
    *,
    typed: str | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    seconds: float = SECONDS,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, whatever its exit status; `environment` is added to ours."""
    with started(command, environment=environment, folder=folder, stdin=subprocess.PIPE, text=True) as process:
        out, errors = process.communicate(typed or "", timeout=seconds)
    return subprocess.CompletedProcess(command, process.returncode, out, errors)


@contextmanager
def started(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    stdin: int | None = subprocess.DEVNULL,
    stdout: Any = subprocess.PIPE,
    stderr: Any = subprocess.PIPE,
    text: bool = True,
) -> Iterator[subprocess.Popen[Any]]:
    with subprocess.Popen(
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        encoding="utf-8" if text else None,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            end_session(process.pid)


def end_session(leader: int) -> None:
    """Kill a process that has a session of its own, and what it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def keep(pid: int) -> None:
    """A process may outlive its test: a server that a fixture shares between tests."""
    _kept[pid] = _command(pid)


def release(pids: Iterable[int]) -> None:
    """Their time is over."""
    for pid in pids:
        _kept.pop(pid, None)


def running() -> dict[int, Running]:
    """Every living process that this one has started, directly or not; empty where there is no /proc."""
    found: dict[int, Running] = {}
    if not PROC.is_dir():
        return found
    for pid in sorted(int(name) for name in os.listdir(PROC) if name.isdecimal()):
        if pid not in _strangers and (process := _process(pid, found)) is not None:
            found[pid] = process
    return found


def left_over(patience: float = PATIENCE) -> list[Running]:
    """What should have ended by now and does not end in `patience` seconds either."""
    deadline = time.monotonic() + patience
    while True:
        here = running()
        left = [process for process in here.values() if not _is_kept(process, here)]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)


def kill(processes: Sequence[Running]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)


def _process(pid: int, ours: Mapping[int, Running]) -> Running | None:
    """None: it has ended, or it is a stranger, which is remembered."""
    try:
        stat = (PROC / f"{pid}/stat").read_text().rpartition(")")[2].split()
        state, parent, session, is_of_kernel = stat[0], stat[1], stat[3], int(stat[6]) & KERNEL_THREAD
        is_ours = int(parent) in ours or int(parent) == os.getpid() or (not is_of_kernel and _is_marked(pid))
        if pid == os.getpid() or not is_ours:
            _strangers.add(pid)
            return None
    except (OSError, ValueError):
        return None
    return None if state == "Z" else Running(pid, int(parent), int(session), _command(pid))


def _command(pid: int) -> str:
    try:
        return (PROC / f"{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
    except OSError:
        return ""


def _is_marked(pid: int) -> bool:
    try:
        return MARK.encode() in (PROC / f"{pid}/environ").read_bytes()
    except PermissionError:
        return False


def _is_kept(process: Running | None, ours: Mapping[int, Running]) -> bool:
    """It, one in its place, its session or an ancestor; and multiprocessing's own two, which end with us."""
    if process is not None and process.parent == os.getpid():
        its_own = _OF_MULTIPROCESSING.search(process.command)
        if its_own or process.command in _kept.values():
            return True
    while process is not None:
        if process.pid in _kept or process.session in _kept:
            return True
        process = ours.get(process.parent)
    return False
