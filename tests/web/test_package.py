"""The wheel and the source distribution carry the app; without it no wheel is made."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.web.browser import Served
from tests.web.node import ROOT

pytestmark = pytest.mark.slow

WHEEL = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w"]
NOT_COPIED = ("node_modules", "build", "dist", ".git", ".venv", "static", "__pycache__", ".*_cache")


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        words, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )


def needs(module: str) -> None:
    pytest.importorskip(module, reason="the build tools are not in this environment: make installs them")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The sources without the built app."""
    copy = tmp_path / "tree"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
    return copy


def test_a_wheel_without_the_app_is_not_made(tree: Path) -> None:
    needs("scikit_build_core")
    done = run([*WHEEL, "dist", "-C", "cmake.define.npm=/bin/false", "."], tree)
    assert done.returncode != 0
    assert "The browser app is not built" in done.stdout + done.stderr
    assert not list((tree / "dist").glob("*.whl"))


def test_the_source_distribution_carries_the_app(app_files: Path, tmp_path: Path) -> None:
    needs("scikit_build_core")
    made = f"from scikit_build_core.build import build_sdist; print(build_sdist({str(tmp_path)!r}))"
    done = run([sys.executable, "-c", made], ROOT)
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert "src/asobiba/online/static/index.html" in names
    assert "web/package-lock.json" in names
    assert not [name for name in names if "node_modules" in name]


def test_the_installed_wheel_serves_the_app(app_files: Path, tmp_path: Path) -> None:
    needs("scikit_build_core")
    done = run([*WHEEL, str(tmp_path), "."], ROOT)
    assert done.returncode == 0, done.stderr[-3000:]
    wheel = next(tmp_path.glob("*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        assert "asobiba/online/static/index.html" in archive.namelist()
    assert wheel.stat().st_size < 5_000_000
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    done = run([str(python), "-m", "pip", "install", "-q", f"{wheel}[online]"], tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    with Served(tmp_path, python=python) as served:
        assert 'id="app"' in served.read("/")
        assert served.read("/assets/" + Path(_script(served.read("/"))).name)


def _script(page: str) -> str:
    return page.partition('<script type="module" crossorigin src="')[2].partition('"')[0]
