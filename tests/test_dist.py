"""What is released: one version, a changelog, and a wheel that plays, serves and trains where it is installed.

The empty environment sees the third-party packages of the running interpreter, but Asobiba comes from the wheel, and
PATH has neither a compiler nor Node. The long suite installs the extras that the wheel names, too.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest

import asobiba
from asobiba.online.client import Client
from tests.processes import run, started
from tests.web.node import ROOT, built

pytestmark = pytest.mark.timeout(1800)  # the first test here may have to compile

DIST = ROOT / "dist"
TOOLS = ("cc", "c++", "gcc", "g++", "clang", "cmake", "ninja", "node", "npm")
NOT_COPIED = ("node_modules", "build", "dist", ".git", ".venv", "static", "__pycache__", ".*_cache")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_version_stands_in_one_place() -> None:
    assert asobiba.__version__ == VERSION
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))


def test_the_changelog_begins_with_what_is_not_released_and_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", text, re.MULTILINE)

    assert [name for name, _ in sections[:2]] == ["Unreleased", VERSION]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for _, date in sections[1:])
    kinds = "Added|Changed|Deprecated|Removed|Fixed|Security"
    assert all(re.fullmatch(kinds, kind) for kind in re.findall(r"^### (.*)$", text, re.MULTILINE))


def make(*words: str | Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """With the build tools of this interpreter in PATH."""
    pytest.importorskip("scikit_build_core", reason="the build tools are not in this environment: make installs them")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return run([sys.executable, *words], folder=folder, environment={"PATH": path}, seconds=1700)


@pytest.fixture(scope="session")
def wheel() -> Path:
    """Of the sources as they are; built once."""
    built()
    done = make("tools/dist.py", "--wheel")
    assert done.returncode == 0, done.stderr[-3000:]
    (wheel,) = DIST.glob("*.whl")
    return wheel


@dataclass(frozen=True)
class Installed:
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """Of the processes that run from it: nothing leads back to the sources or to any tool."""
        return {"PATH": str(self.folder / "bin"), "PYTHONPATH": "", "LC_ALL": "C.UTF-8"}

    def install(self, *words: str) -> None:
        """By the pip of the running interpreter."""
        pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "--python", str(self.python)]
        done = run([*pip, "install", *words], folder=self.folder, seconds=1700)
        assert done.returncode == 0, done.stderr[-3000:]

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def asobiba(self, *words: str | Path, typed: str = "") -> str:
        command = [self.folder / "bin" / "asobiba", *words]
        done = run(command, typed=typed, environment=self.environment, folder=self.folder)
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    empty = Installed(tmp_path_factory.mktemp("wheel"))
    venv.create(empty.folder)
    empty.install("--no-deps", "--no-index", str(wheel))
    # A path in a .pth file is searched after the environment's own packages, and its own .pth files are not read.
    (own,) = (empty.folder / "lib").glob("python3*/site-packages")
    (own / "others.pth").write_text("\n".join(path for path in sys.path if Path(path).name == "site-packages"))
    return empty


def test_asobiba_comes_from_the_wheel_and_needs_no_tools(installed: Installed) -> None:
    assert not [tool for tool in TOOLS if shutil.which(tool, path=installed.environment["PATH"])]
    program = "import asobiba, asobiba._native; print(asobiba.__version__, asobiba.__file__, asobiba._native.__file__)"
    told = run([installed.python, "-c", program], environment=installed.environment, folder=installed.folder).stdout
    assert told.split()[0] == VERSION
    assert all(Path(file).is_relative_to(installed.folder) for file in told.split()[1:])


def test_the_wheel_is_small_and_carries_the_app(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        assert "asobiba/online/static/index.html" in archive.namelist()
    assert wheel.stat().st_size < 14_000_000  # of which 7.4 MB are the network of 2048


def test_the_wheel_has_only_what_users_need(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.partition("/")[0] for name in names} == {"asobiba", f"asobiba-{VERSION}.dist-info"}
    assert [name for name in names if re.search(r"attack|fuzz|siege|soak|swarm|bench/online", name)] == []


def test_the_wheel_plays(installed: Installed) -> None:
    series = json.loads(installed.asobiba("match", "othello", "greedy", "random", "--games", "2", "--json"))
    assert series["games"] == 2
    assert "left unfinished" in installed.asobiba("play", "othello", typed="d3\nexit\n")


async def play_a_game(url: str) -> str:
    async with Client(url, "Ann") as client:
        ticket = await client.create_room("otrio", options={"players": 2}, seat=0, ready=True, bots={1: "greedy"})
        async with client.join(ticket) as room:
            async for turn in room.turns():
                await room.move(turn.moves[0].action)
            assert room.state.result is not None
            return room.state.result.reason


def fetched(url: str) -> str:
    with urlopen(url, timeout=30) as answer:
        return str(answer.read().decode())


def check_that_it_serves(installed: Installed, folder: Path) -> None:
    words = f"serve --port 0 --database sqlite:///{folder}/games.db".split()
    settings = {**installed.environment, "ASOBIBA_BOT_PAUSE": "0"}
    log = folder / "server.log"
    command = [str(installed.folder / "bin" / "asobiba"), *words]
    with log.open("w") as written, started(command, environment=settings, stdout=written, stderr=written) as server:
        while not (ready := re.search(r"http://127\.0\.0\.1:\d+", log.read_text(encoding="utf-8"))):
            assert server.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.05)
        url = ready[0]
        script = re.search(r'<script type="module" crossorigin src="(.+?)"', fetched(url))
        assert script is not None
        assert fetched(url + script[1])
        assert json.loads(fetched(f"{url}/health"))["version"] == VERSION
        assert asyncio.run(play_a_game(url)) == "rules"


def test_the_wheel_serves(installed: Installed, tmp_path: Path) -> None:
    check_that_it_serves(installed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("minutes", [0.05, 1])
def test_the_wheel_trains(installed: Installed, tmp_path: Path, minutes: float) -> None:
    installed.asobiba("train", "puyo", "--out", tmp_path / "training", "--minutes", str(minutes))
    weights = tmp_path / "training" / "policy.npz"
    played = installed.asobiba("match", "puyo", f"learned:weights={weights}", "random", "--games", "1", "--json")
    assert json.loads(played)["games"] == 1


# The long suite ------------------------------------------------------------------------------------------------------


def with_extra(wheel: Path, extra: str, folder: Path) -> Installed:
    """And nothing else."""
    empty = Installed(folder / "venv")
    venv.create(empty.folder)
    empty.install(f"{wheel}[{extra}]")
    return empty


@pytest.mark.slow
def test_the_extra_online_names_what_a_server_needs(wheel: Path, tmp_path: Path) -> None:
    check_that_it_serves(with_extra(wheel, "online", tmp_path), tmp_path)


@pytest.mark.slow
def test_the_extra_client_names_what_a_client_needs(wheel: Path, tmp_path: Path) -> None:
    empty = with_extra(wheel, "client", tmp_path)
    done = run([empty.python, "-c", "import asobiba.online.client"], environment=empty.environment, folder=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_source_distribution_carries_the_app(wheel: Path) -> None:
    done = make("tools/dist.py")
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(DIST.glob("*.tar.gz"))) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert "src/asobiba/online/static/index.html" in names
    assert "web/package-lock.json" in names
    assert "tools/load/swarm.py" in names
    assert not [name for name in names if "node_modules" in name]


@pytest.mark.slow
def test_a_wheel_without_the_app_is_not_made(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
    words = ["-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", "dist"]
    done = make(*words, "-C", "cmake.define.npm=/bin/false", ".", folder=tree)
    assert done.returncode != 0
    assert "The browser app is not built" in done.stdout + done.stderr
    assert not list((tree / "dist").glob("*.whl"))
