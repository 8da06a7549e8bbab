"""What a player needs is in view without scrolling: on a desk, on a phone, and on a phone on its side."""

from collections.abc import Sequence
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.web.browser import Served, becomes, person
from tests.web.test_words import create

NEEDED = {
    "othello": (".othello-frame", ".othello-tally", ".turn"),
    "otrio": (".otrio-picture", ".otrio-hand", ".turn"),
    "coppit": (".coppit-board", ".coppit-caption", ".turn"),
    "puyo": (".puyo-canvas", ".puyo-buttons", ".turn"),
    "twenty48": (".twenty48-board", ".twenty48-counts"),
}
SIZES: list[ViewportSize] = [
    {"width": 1280, "height": 860},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 667, "height": 375},
]
SEATS = {"otrio": 4, "coppit": 4, "twenty48": 1}

HIDDEN = """(selectors) => selectors.filter((selector) => {
    const {top, bottom, left, right, height} = document.querySelector(selector).getBoundingClientRect();
    return height === 0 || top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
})"""


@pytest.mark.thorough
def test_the_board_and_what_is_done_with_it_are_in_view(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/settings")
        expect(page.locator("input[type=text]").first).not_to_have_value("")
        for game, selectors in NEEDED.items():
            bots = {str(seat): "random" for seat in range(1, SEATS.get(game, 2))}
            ann.open(f"/room/{create(page, game=game, seat=0, ready=True, bots=bots)}")
            expect(page.locator(selectors[0])).to_be_visible()
            first = page.locator(".actions .button").first
            expect(first).to_be_visible()
            for size in SIZES:
                _is_in_view(page, size, selectors)
                assert _lower_end(first) <= size["height"], (game, size)
        ann.open("/practice/puyo")
        expect(page.locator(".puyo-canvas")).to_be_visible()
        for size in SIZES:
            _is_in_view(page, size, (".puyo-canvas", ".puyo-buttons"))


def _is_in_view(page: Page, size: ViewportSize, selectors: Sequence[str]) -> None:
    page.set_viewport_size(size)
    becomes(partial(page.evaluate, HIDDEN, [*selectors]), [])
    assert _is_not_wider(page), size


def _lower_end(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def _is_not_wider(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.slow
def test_buttons_do_not_jump(browser: Browser, server: Served) -> None:
    """Giving up is where it was before the first move, after it, and while something is asked for."""
    with person(browser, server.url) as ann, person(browser, server.url) as bob:
        ann.open("/settings")
        expect(ann.page.locator("input[type=text]").first).not_to_have_value("")
        room = create(ann.page, game="othello", seat=0, ready=True)
        page, other = ann.open(f"/room/{room}"), bob.open(f"/room/{room}")
        other.get_by_role("button", name="Sit down").click()
        resign = page.get_by_role("button", name="Resign")
        expect(resign).to_be_visible()
        places = [resign.bounding_box()]
        page.locator(".othello-legal").first.click()
        expect(page.locator(".ply")).to_have_count(1)
        places.append(resign.bounding_box())
        page.wait_for_timeout(600)
        page.get_by_role("button", name="Offer a draw").click()
        expect(page.locator(".offer")).to_be_visible()
        places.append(resign.bounding_box())
        assert places[0] == places[1] == places[2]
