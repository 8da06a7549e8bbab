"""How soon the pages can be used, in headless chromium on loopback: python -m bench.web

Interactive is when what a person would click answers: the first page's buttons, the first legal move of a room.
"""

import json
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import Served, person, quick_play
from tests.web.node import STATIC

ROUNDS = 7
# From the start of the navigation until a button of the page has been drawn and can be clicked.
READY = """(selector) => new Promise((done) => {
  const look = () => document.querySelector(selector) ? requestAnimationFrame(() => done(performance.now()))
    : requestAnimationFrame(look);
  look();
})"""


def ready_after(browser: Browser, url: str, path: str, selector: str, *, seats: str = "") -> list[float]:
    """Milliseconds, each time with an empty cache."""
    times = []
    for _ in range(ROUNDS):
        context = browser.new_context(locale="en")
        if seats:
            context.add_init_script(f"localStorage.setItem('asobiba.seats', {json.dumps(seats)})")
        page = context.new_page()
        page.goto(url + path, wait_until="commit")
        times.append(page.evaluate(READY, selector))
        context.close()
    return times


def first_load() -> int:
    """Bytes of the first page as they are sent: the page, scripts, styles and a language."""
    manifest = json.loads((STATIC / "manifest.json").read_text())
    wanted, found = ["index.html", "src/i18n/ja.json"], set[str]()
    while wanted:
        key = wanted.pop()
        wanted += [] if key in found else manifest[key].get("imports", [])
        found.add(key)
    files = {"index.html", *(name for key in found for name in (manifest[key]["file"], *manifest[key].get("css", ())))}
    return sum((STATIC / f"{name}.br").stat().st_size for name in files)


def main() -> None:
    print(f"first page: {first_load() / 1000:.1f} kB, compressed")
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        times = {"first page": ready_after(browser, server.url, "/", ".game-card button")}
        for game, square in (("othello", ".othello"), ("puyo", ".puyo"), ("coppit", ".coppit-board")):
            with person(browser, server.url) as ann:
                quick_play(ann.open(), game)
                ann.page.locator(square).first.wait_for()
                path = ann.page.url.removeprefix(server.url)
                seats = ann.page.evaluate("localStorage.getItem('asobiba.seats')")
            times[f"a room of {game}"] = ready_after(browser, server.url, path, square, seats=seats)
        browser.close()
    for what, each in times.items():
        print(
            f"{what}: interactive after {statistics.median(each):.0f} ms (best {min(each):.0f}, worst {max(each):.0f})"
        )


if __name__ == "__main__":
    main()
