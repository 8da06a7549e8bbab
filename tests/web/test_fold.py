"""What a player needs is in view without scrolling: on a desk, on a phone, and on a phone on its side."""

from functools import partial

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import Served, becomes, person
from tests.web.test_words import create

NEEDED = {
    "othello": (".othello-frame", ".othello-tally", ".turn"),
    "otrio": (".otrio-picture", ".otrio-hand", ".turn"),
    "coppit": (".coppit-board", ".coppit-caption", ".turn"),
    "puyo": (".puyo-canvas", ".puyo-buttons", ".turn"),
    "twenty48": (".twenty48-board", ".twenty48-counts"),
}
SEATS = {"otrio": 4, "coppit": 4, "twenty48": 1}

HIDDEN = """(selectors) => selectors.filter((selector) => {
    const {top, bottom, left, right, height} = document.querySelector(selector).getBoundingClientRect();
    return height === 0 || top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1;
})"""


@pytest.mark.parametrize(("width", "height"), [(1280, 860), (390, 844), (844, 390), (667, 375)])
def test_the_board_and_what_is_done_with_it_are_in_view(
    browser: Browser, server: Served, width: int, height: int
) -> None:
    with person(browser, server.url, size={"width": width, "height": height}) as ann:
        page = ann.open("/settings")
        expect(page.locator("input[type=text]").first).not_to_have_value("")
        for game, selectors in NEEDED.items():
            bots = {str(seat): "random" for seat in range(1, SEATS.get(game, 2))}
            room = create(page, game=game, seat=0, ready=True, bots=bots)
            ann.open(f"/room/{room}")
            expect(page.locator(selectors[0])).to_be_visible()
            expect(page.locator(".actions .button").first).to_be_visible()
            becomes(partial(page.evaluate, HIDDEN, [*selectors]), [])
            first = page.locator(".actions .button").first.bounding_box()
            assert first is not None
            assert first["y"] + first["height"] <= height, (game, first)
            assert _is_not_wider(page), game
        ann.open("/practice/puyo")
        expect(page.locator(".puyo-canvas")).to_be_visible()
        becomes(partial(page.evaluate, HIDDEN, [".puyo-canvas", ".puyo-buttons"]), [])


def _is_not_wider(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


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
