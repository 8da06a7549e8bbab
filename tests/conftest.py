"""What holds for every test.

- In CI nothing may be skipped: a part that could not run there is a failure.
- SIGINT means what it means at a terminal, also under `nohup make test &`, where it arrives ignored.
- Hypothesis measures no time: a busy machine is no failure. The short suite tries the same examples each time; the
  long one draws new ones, and prints what repeats a failure.
- Whoever leaves a process behind has failed. What fixtures of a module or of the session start may stay until they end.
- Temporary files lie in one folder, which is gone afterwards; `--basetemp FOLDER` keeps those of tmp_path. It is in
  memory where there is room: databases and checkpoints wait for a disk hundreds of times otherwise.
- Bytecode is kept: the commands that tests start would compile the same modules again and again.
"""

import atexit
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Generator, Set
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import processes
from tests.amounts import LONG, amount

settings.register_profile(
    "asobiba",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=amount("ASOBIBA_EXAMPLES", 25, long=100),
    derandomize=not LONG,
    print_blob=True,
)
settings.load_profile("asobiba")

if LONG:  # what asobiba/check walks
    os.environ.setdefault("ASOBIBA_PLIES", "150")
    os.environ.setdefault("ASOBIBA_TWIN_POSITIONS", "100000")

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

MEMORY_BYTES = 2**32
"""Free ones, or temporary files lie on disk."""

STARTED: dict[pytest.FixtureDef[Any], Set[int]] = {}
"""By each fixture that tests share."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(SharedFixtures())
    os.environ[processes.MARK] = "1"
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # A short path: sockets have at most 107 characters.
    prefix = f"aso-{os.getpid()}-"
    folder = os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp(prefix=prefix, dir=in_memory())
    os.chmod(folder, 0o711)  # PostgreSQL runs as another user
    # The last of all: multiprocessing has a folder in it, which it removes itself at the end.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def in_memory() -> str | None:
    """A folder from which programs may be run, too; None: there is none, or it is small."""
    folder = "/dev/shm"
    if not os.path.isdir(folder) or "TMPDIR" in os.environ:
        return None
    for left in Path(folder).glob("aso-*-*"):  # by a run that was killed
        if not Path("/proc", left.name.split("-")[1]).exists():
            shutil.rmtree(left, ignore_errors=True)
    there = os.statvfs(folder)
    runs_programs = not there.f_flag & os.ST_NOEXEC
    return folder if runs_programs and there.f_bavail * there.f_frsize > MEMORY_BYTES else None


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Also what tests left that could not be ended in good order: a crashed worker's processes carry our mark too."""
    processes.kill(list(processes.running().values()))


class SharedFixtures:
    """What they start. Not in the conftest itself, whose hooks see no fixtures of the session: that lies above it."""

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        before = processes.running()
        try:
            return (yield)
        finally:
            STARTED[fixturedef] = processes.running().keys() - before.keys()
            for pid in STARTED[fixturedef]:
                processes.keep(pid)

    def pytest_fixture_post_finalizer(self, fixturedef: pytest.FixtureDef[Any]) -> None:
        processes.release(STARTED.pop(fixturedef, ()))


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_timeout_set_timer() -> Generator[None, object, object]:
    """A test whose time is up loses its processes first: a block that waits for one would never end."""
    done = yield
    stop = signal.getsignal(signal.SIGALRM)
    if callable(stop):

        def end(number: int, frame: FrameType | None) -> None:
            processes.kill(processes.left_over(patience=0.0))
            stop(number, frame)

        signal.signal(signal.SIGALRM, end)
    return done


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    try:
        return (yield)
    finally:
        if left := processes.left_over():
            processes.kill(left)
            pytest.fail("left running: " + "; ".join(map(str, left)), pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report
