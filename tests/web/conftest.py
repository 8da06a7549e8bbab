from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import FLAGS, Served, chromium
from tests.web.node import built


@pytest.fixture(scope="session")
def app_files() -> Path:
    """The built app."""
    return built()


@pytest.fixture(scope="session")
def server(app_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("server")) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for longer than a module: while it is open no other test in the process can run an event loop."""
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()
