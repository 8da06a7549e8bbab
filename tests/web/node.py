"""npm for tests: the system's, or the one that `make web` has put into the venv."""

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


def npm(*words: str) -> str:
    """Run npm in web/; what it says if it succeeds. Without Node the test is skipped."""
    path = f"{os.environ['PATH']}{os.pathsep}{Path(sys.executable).parent}"
    found = shutil.which("npm", path=path)
    if found is None:
        pytest.skip("no npm: make web brings it")
    done = subprocess.run(
        [found, *words],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
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
        if not index.exists() or index.stat().st_mtime < max(file.stat().st_mtime for file in sources()):
            npm("run", "build")
    return STATIC
