"""The app on a home screen: what a browser asks of it, and the page for when there is no network."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Served, becomes, person
from tests.web.test_accessible import faults


def test_the_manifest_names_icons_of_these_sizes(app_files: Path) -> None:
    manifest = json.loads((app_files / "app.webmanifest").read_text())
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        file = app_files / icon["src"].lstrip("/")
        if icon["type"] == "image/png":
            head = file.read_bytes()[:24]
            assert head[:8] == b"\x89PNG\r\n\x1a\n"
            size = f"{int.from_bytes(head[16:20])}x{int.from_bytes(head[20:24])}"
            assert size == icon["sizes"]
        else:
            assert file.is_file()


def test_every_build_has_a_worker_of_its_own(app_files: Path) -> None:
    assert re.search(r'VERSION = "[0-9a-f]{12}"', (app_files / "sw.js").read_text())


@pytest.mark.thorough
def test_without_a_network_a_page_says_so_and_goes_away_by_itself(browser: Browser, server: Served) -> None:
    with person(browser, server.url, service_workers="allow", bypass_csp=True) as ann:
        page = ann.open()
        becomes(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((it) => !!it?.active)"), True)
        ann.context.set_offline(True)
        page.goto(f"{server.url}/how/othello")
        expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
        expect(page.get_by_role("heading", name="オフラインです")).to_be_visible()
        assert faults(page) == []
        ann.picture("offline")
        ann.context.set_offline(False)
        expect(page.get_by_role("heading", name="How to play Othello")).to_be_visible()


@pytest.mark.slow
def test_the_worker_keeps_no_page(browser: Browser, server: Served) -> None:
    """Network first, and nothing of the app itself is kept: an update is there with the next page."""
    with person(browser, server.url, service_workers="allow") as ann:
        page = ann.open()
        becomes(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((it) => !!it?.active)"), True)
        page.reload()
        expect(page.locator(".game-card").first).to_be_visible()
        kept = page.evaluate(
            """async () => {
                const names = await caches.keys();
                const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
                return requests.flat().map(({ url }) => new URL(url).pathname).sort();
            }"""
        )
        assert kept == ["/logo.svg", "/offline.css", "/offline.html", "/offline.js"]
