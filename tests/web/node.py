"""Node and npm for tests: the system's, or the one that `make web` has put into the venv."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src" / "asobiba" / "online" / "static"


PATH = f"{os.environ['PATH']}{os.pathsep}{Path(sys.executable).parent}"


def found(name: str) -> str:
    """Without Node the test is skipped."""
    where = shutil.which(name, path=PATH)
    if where is None:
        pytest.skip(f"no {name}: make web brings it")
    return where


def node() -> list[str]:
    """The command that runs a program that uses WebSocket; before Node 22 that had to be allowed."""
    version = subprocess.run([found("node"), "--version"], capture_output=True, text=True, check=True).stdout
    old = int(version.lstrip("v").split(".")[0]) < 22
    return [found("node"), *(["--experimental-websocket", "--no-warnings"] if old else [])]


def npm(*words: str) -> str:
    """Run npm in web/; what it says if it succeeds."""
    done = subprocess.run(
        [found("npm"), *words],
        cwd=WEB,
        env={**os.environ, "PATH": PATH, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def sources() -> Iterator[Path]:
    for file in WEB.rglob("*"):
        if file.is_file() and "node_modules" not in file.parts:
            yield file


def tables() -> Iterator[Path]:
    """What the app reads of the rulebooks."""
    yield from (ROOT / "src" / "asobiba" / "games").glob("*/openings/names.csv")


def built() -> Path:
    """The app as its sources are now; several test processes build it once."""
    lock = ROOT / "build" / "web.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        index = STATIC / "index.html"
        installed, wanted = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
            npm("ci", "--no-audit", "--no-fund")
        if not index.exists() or index.stat().st_mtime < max(file.stat().st_mtime for file in (*sources(), *tables())):
            npm("run", "build")
    return STATIC
