"""Games that do not go on: a countdown, a pause, a friend who has gone. The page says what comes next."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import Person, Served, person
from tests.web.test_puyo import MAKE_ROOM


@pytest.fixture(scope="module")
def counting(app_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that counts down, as for people."""
    with Served(tmp_path_factory.mktemp("counting"), ASOBIBA_COUNTDOWN="3") as served:
        yield served


def enter(someone: Person, **wish: Any) -> Page:
    page = someone.open()
    room = page.evaluate(MAKE_ROOM, {"game": "puyo", "seat": 0, "ready": True, **wish})
    page.goto(f"{someone.url}/room/{room}")
    return page


KEEP_COUNTS = """
    window.counts = [];
    new MutationObserver(() => {
      const count = document.querySelector(".standstill-count")?.textContent;
      if (count && count !== window.counts.at(-1)) window.counts.push(count);
    }).observe(document, { childList: true, characterData: true, subtree: true });
"""
"""A busy machine may look too late for a number that is shown for a second: the page itself keeps them all."""


@pytest.mark.thorough
def test_a_countdown_and_a_pause(browser: Browser, counting: Served) -> None:
    with person(browser, counting.url) as ann:
        ann.context.add_init_script(KEEP_COUNTS)
        page = enter(ann, timed=True, bots={"1": "random"})
        page.get_by_role("button", name="Pause").click()
        expect(page.locator(".standstill")).to_contain_text("Paused")
        ann.picture("paused")
        expect(page.get_by_role("button", name="Go on")).to_be_focused()
        page.evaluate("window.counts = []")
        page.keyboard.press("Enter")
        _counts_down(page)
        page.keyboard.press("p")
        expect(page.locator(".standstill")).to_contain_text("Paused")
        page.evaluate("window.counts = []")
        page.keyboard.press("p")
        _counts_down(page)


def _counts_down(page: Page) -> None:
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    counts = page.evaluate("window.counts")
    assert counts, "no number was shown"
    assert set(counts) <= {"3", "2", "1"}
    assert counts == sorted(counts, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("timed", [True, False])
def test_when_a_friend_goes_the_page_says_what_comes(browser: Browser, counting: Served, timed: bool) -> None:
    with person(browser, counting.url) as ann, person(browser, counting.url) as bob:
        page = enter(ann, timed=timed)
        bob.page.goto(page.url)
        bob.page.get_by_role("button", name="Sit down").first.click()
        expect(page.locator(".puyo-stage")).to_be_visible()
        expect(bob.page.locator(".puyo-stage")).to_be_visible()
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        bob.page.goto(counting.url)
        expect(page.locator(".missing")).to_contain_text("is away. If they are not back in")
        expect(page.locator(".missing")).to_contain_text("a bot plays on for them")
        if timed:
            expect(page.locator(".standstill")).to_contain_text("The game waits.")
        ann.picture(f"missing-{timed}")
        bob.page.goto(page.url)
        expect(page.locator(".missing")).to_have_count(0)
        bob.page.get_by_role("button", name="Leave the seat").click()
        bob.page.get_by_role("dialog").get_by_role("button").last.click()
        expect(page.locator(".notices")).to_contain_text("A bot plays on in their place")
