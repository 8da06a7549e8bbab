"""The app as it is built: complete, small, and free of what the page's policy forbids."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.node import WEB, npm, sources
from tools.speed.pages import first_load

FIRST_PAGE_BYTES, SHELL_BYTES, GAME_BYTES = 35_000, 51_000, 30_000
ONE_PACKET = 1_000
"""What is smaller may grow when it is compressed: nobody waits longer for it."""


@pytest.fixture(scope="module")
def manifest(app_files: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((app_files / "manifest.json").read_text())
    return found


def loaded(manifest: dict[str, Any], entry: str) -> set[str]:
    """The scripts that come with a script."""
    wanted, found = [entry], set[str]()
    while wanted:
        key = wanted.pop()
        if key not in found:
            found.add(key)
            wanted += manifest[key].get("imports", [])
    return found


def weight(app_files: Path, manifest: dict[str, Any], keys: set[str]) -> int:
    return sum(len(gzip.compress((app_files / manifest[key]["file"]).read_bytes(), 9)) for key in keys)


def test_unit_tests_of_the_app(app_files: Path) -> None:
    """Its types are checked by `make check`."""
    assert "passed" in npm("test")


def test_the_first_page_is_small(app_files: Path) -> None:
    """All that comes with it, as browsers get it."""
    assert first_load() <= FIRST_PAGE_BYTES


@pytest.mark.parametrize("page", ["src/app/room.tsx", "src/app/replay.tsx", "src/app/training.tsx"])
def test_the_first_load_is_small(app_files: Path, manifest: dict[str, Any], page: str) -> None:
    """Everything that a page needs, with a language, without a board."""
    keys = loaded(manifest, "index.html") | loaded(manifest, page) | {"src/i18n/ja.json"}
    assert weight(app_files, manifest, keys) <= SHELL_BYTES


def test_every_game_is_small(app_files: Path, manifest: dict[str, Any]) -> None:
    """Beside what a room has loaded already."""
    shell = loaded(manifest, "index.html") | loaded(manifest, "src/app/room.tsx")
    boards = [key for key in manifest if re.fullmatch(r"src/games/\w+/index\.ts", key)]
    assert boards
    for board in boards:
        texts = board.replace("index.ts", "ja.json")
        keys = loaded(manifest, board) - shell | ({texts} if texts in manifest else set())
        assert weight(app_files, manifest, keys) <= GAME_BYTES, board


def test_texts_are_compressed_beforehand(app_files: Path) -> None:
    for file in app_files.rglob("*.js"):
        assert gzip.decompress(file.with_name(file.name + ".gz").read_bytes()) == file.read_bytes()
        if file.stat().st_size > ONE_PACKET:
            assert file.with_name(file.name + ".br").stat().st_size < file.stat().st_size


def test_the_page_holds_no_script_and_no_style_of_its_own(app_files: Path) -> None:
    page = (app_files / "index.html").read_text()
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    assert not re.search(r"https?:", page)


FORBIDDEN = {
    "markup from texts": r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML",
    "code from texts": r"\beval\(|new Function\(|setTimeout\(\s*[\"'`]",
    "attributes that hold code or style": r"setAttribute\(\s*[\"'](?:style|on\w+)[\"']|javascript:",
    # Field URLs are only copied, and nothing is fetched from there.
    "other servers": r"https?://(?!www\.w3\.org/2000/svg|www\.puyop\.com/s/)",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_sources_never_use(what: str) -> None:
    for file in sources():
        if file.suffix in (".ts", ".tsx", ".css", ".html") and file.name != "vite.config.ts":
            assert not re.search(FORBIDDEN[what], file.read_text()), file.name


def test_versions_are_exact_and_no_registry_is_named() -> None:
    package = json.loads((WEB / "package.json").read_text())
    for versions in (package["dependencies"], package["devDependencies"]):
        assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values())
    assert package["dependencies"].keys() == {"preact", "@preact/signals", "uqr"}
    assert '"resolved"' not in (WEB / "package-lock.json").read_text()
