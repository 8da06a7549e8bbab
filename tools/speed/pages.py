"""How soon the pages can be used, in headless chromium on loopback: python -m tools.speed.pages

Interactive is when what a person would click answers: the first page's buttons, the first legal move of a room. A
review begins when its page is asked for.
"""

import json
import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import Served, person, quick_play
from tests.web.node import STATIC

ROUNDS, REVIEWS = 7, 5
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


def review_after(browser: Browser, url: str) -> list[tuple[float, float, int]]:
    """Of games of Othello of bots: milliseconds until the first move is judged and until all are, and the plies."""
    times = []
    for _ in range(REVIEWS):
        context = browser.new_context(locale="en", base_url=url)
        page = context.new_page()
        page.request.post("/api/guests", data={})
        wish = {"game": "othello", "bots": {"0": "greedy", "1": "greedy"}}
        page.goto(f"/room/{page.request.post('/api/rooms', data=wish).json()['room']}")
        replay = page.locator('.result a[href^="/replay"]').get_attribute("href", timeout=120_000)
        assert replay is not None
        page.goto(replay, wait_until="commit")
        first = page.evaluate(READY, ".review .course-line")
        whole = page.evaluate(READY, ".review:not(:has(progress))")
        times.append((first, whole, page.locator(".ply").count()))
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
        reviews = review_after(browser, server.url)
        browser.close()
    for what, each in times.items():
        print(
            f"{what}: interactive after {statistics.median(each):.0f} ms (best {min(each):.0f}, worst {max(each):.0f})"
        )
    for first, whole, plies in reviews:
        print(f"a review of {plies} plies of Othello: the first after {first:.0f} ms, all after {whole:.0f}")


if __name__ == "__main__":
    main()
