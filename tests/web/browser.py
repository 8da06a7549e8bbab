"""A server of our own, and people in front of a real browser."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route, expect

from tests.ports import free_port
from tests.processes import end_session, keep
from tests.web.node import ROOT, STATIC

# Machines that test many things at once are slow.
PATIENCE_MS = 60_000
START_SECONDS = 120.0
expect.set_options(timeout=PATIENCE_MS)
T = TypeVar("T")

SCREENSHOTS = ROOT / "build" / "screenshots"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
LANDSCAPE = {"width": 844, "height": 390}
EVERY_SCREEN = pytest.mark.parametrize(
    ("lang", "size", "theme"),
    [
        pytest.param("en", DESKTOP, "light", marks=pytest.mark.slow, id="desktop"),
        pytest.param("ja", PHONE, "dark", id="phone"),
        pytest.param("ja", LANDSCAPE, "light", marks=pytest.mark.slow, id="landscape"),
    ],
)
"""A walk in both languages and both themes; one of them in the short suite."""
# Bots that answer at once, and no limits that many tests from one address would meet.
QUICK = {
    "ASOBIBA_BOT_PAUSE": "0",
    "ASOBIBA_PASS_PAUSE": "0.2",
    "ASOBIBA_COUNTDOWN": "0",
    "ASOBIBA_BOT_NICENESS": "0",
    "ASOBIBA_ROOMS_PER_GUEST": "1000",
    "ASOBIBA_GUESTS_PER_SECOND": "1000",
    "ASOBIBA_HANDSHAKES_PER_30S": "100000",
    "ASOBIBA_SOCKETS_PER_ADDRESS": "1000",
    "ASOBIBA_ANALYSE_PER_MINUTE": "1000",
    "ASOBIBA_ANALYSE_SECONDS_PER_MINUTE": "10000",
    "ASOBIBA_MESSAGES_PER_20S": "10000",
    "ASOBIBA_REQUESTS_PER_MINUTE": "100000",
    "ASOBIBA_WORK_SECONDS_PER_MINUTE": "100000",
    "ASOBIBA_NOTES_PER_GUEST": "100000",
    "ASOBIBA_NOTES_PER_ADDRESS": "100000",
    "ASOBIBA_MOVES_PER_GUEST": "100000",
    "ASOBIBA_MOVES_PER_ADDRESS": "100000",
    "ASOBIBA_LOG_LEVEL": "warning",
}


class Served:
    """`python -m asobiba.online` on a free port. It can be killed and started again with the same games."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "games.db"
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None
        self.sessions: list[int] = []

    def start(self) -> None:
        words = ["--port", str(self.port), "--database", f"sqlite:///{self.database}"]
        environment = {**os.environ, **QUICK, **self.settings}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "asobiba.online", *words],
            env=environment,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        if self.sessions:  # a test starts anew what a fixture shares
            keep(self.process.pid)
        self.sessions.append(self.process.pid)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                with urlopen(f"{self.url}/health", timeout=5):
                    return
            except (URLError, ConnectionError, TimeoutError):
                assert self.process.poll() is None, "the server did not start"
                assert time.monotonic() < deadline, "the server does not answer"
                time.sleep(0.1)

    def read(self, path: str) -> str:
        with urlopen(self.url + path, timeout=PATIENCE_MS / 1000) as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        """As if the power had failed."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            for session in self.sessions:
                end_session(session)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
        for session in self.sessions:
            end_session(session)


FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
"""Of a browser that talks to our server only."""


def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no chromium")
    return found


class Person:
    """Somebody with a browser of their own. Whatever goes wrong in it is remembered."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url, self.troubles = context, url, list[str]()
        # What the network does is told by the page itself.
        self.expected = ["Failed to load resource", "ERR_"]
        self.page = self.watched(context.new_page())

    def watched(self, page: Page) -> Page:
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("console", self._heard)
        page.on("request", self._asked)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in self.expected):
            self.troubles.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.url, self.url.replace("http", "ws"), "data:")):
            self.troubles.append(f"third party: {request.url}")

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    def picture(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


def becomes(read: Callable[[], T], wanted: T) -> None:
    """What a page shows and says may come a moment after what was waited for."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while (found := read()) != wanted and time.monotonic() < deadline:
        time.sleep(0.05)
    assert found == wanted, found


@contextmanager
def person(
    browser: Browser, url: str, *, lang: str = "en", size: dict[str, int] = DESKTOP, **more: Any
) -> Iterator[Person]:
    """At the end nothing may have gone wrong in the browser."""
    more.setdefault("service_workers", "block")  # or the network of a test is not what it says
    context = browser.new_context(
        locale={"en": "en-GB", "ja": "ja-JP"}[lang],
        viewport={"width": size["width"], "height": size["height"]},
        has_touch=size is PHONE,
        reduced_motion="reduce",
        **more,
    )
    someone = Person(context, url)
    try:
        yield someone
        assert someone.troubles == []
    finally:
        context.close()


def without_board(someone: Person, game: str) -> None:
    """As if the game had no board of its own, so that the generic one is used."""
    manifest = json.loads((STATIC / "manifest.json").read_text())
    script = manifest.get(f"src/games/{game}/index.ts", {}).get("file")
    if script is None:
        return

    def refuse(route: Route) -> None:
        route.abort()

    someone.context.route(f"**/{script}*", refuse)
    someone.expected.append("Failed to fetch dynamically imported module")


TEXTS = {lang: json.loads((ROOT / "web" / "src" / "i18n" / f"{lang}.json").read_text()) for lang in ("en", "ja")}


def quick_play(page: Page, game: str, lang: str = "en") -> None:
    """From the first page into a game against bots."""
    card = page.locator(".game-card").filter(has=page.locator(f'a[href="/how/{game}"]'))
    card.get_by_role("button", name=TEXTS[lang]["play.bot"], exact=True).click()
    expect(page.locator(".room")).to_be_visible()


def written(page: Page) -> list[str]:
    """The moves of the list as the game writes them."""
    moves = page.locator(".moves [data-move]").evaluate_all("nodes => nodes.map((node) => node.dataset.move)")
    return [str(move) for move in moves]


def play_on(page: Page, most: int = 400) -> int:
    """Play by the keyboard on the generic board until the game is over: the first move each time. How many moves."""
    moves = 0
    result, mine = page.locator(".result"), page.locator(".turn.mine ~ .stage .generic-move").first
    while moves < most:
        expect(result.or_(mine).first).to_be_visible()
        if result.is_visible():
            return moves
        page.locator(".generic-moves").focus()
        page.keyboard.press("Enter")
        moves += 1
        expect(page.locator(".turn.mine").or_(result).or_(page.locator(".turn:not(.mine)")).first).to_be_visible()
    return moves


def play_fast(page: Page, seconds: int = 500) -> None:
    """The same from inside the page, for long games: the first move each time, as soon as there is one."""
    over = page.evaluate(
        """async (seconds) => {
            const until = performance.now() + 1000 * seconds;
            while (!document.querySelector(".result") && performance.now() < until) {
                // Alone there is no line that says whose turn it is.
                document.querySelector(".room:not(:has(.turn:not(.mine))) .stage .generic-move")?.click();
                await new Promise((resolve) => setTimeout(resolve, 5));
            }
            return document.querySelector(".result") !== null;
        }""",
        seconds,
    )
    assert over, "the game did not end"
