"""A game survives a cut network, a killed server and a second tab."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import Person, Served, person, quick_play, without_board

BANNER = ".banner"


@pytest.fixture
def own_server(app_files: Path, tmp_path: Path) -> Served:
    """One that a test may kill."""
    return Served(tmp_path)


def start(ann: Person) -> Page:
    without_board(ann, "othello")
    page = ann.open()
    quick_play(page, "othello")
    expect(page.locator(".turn.mine")).to_be_visible()
    expect(page.locator(".generic-move").first).to_be_visible()
    return page


def plies(page: Page) -> list[str]:
    return page.locator(".ply-text").all_inner_texts()


def choose(page: Page, move: str) -> None:
    page.locator(".generic-move", has_text=move).click()


@pytest.mark.thorough
def test_a_killed_server_comes_back_and_takes_the_pending_move_once(browser: Browser, own_server: Served) -> None:
    with own_server, person(browser, own_server.url) as ann:
        page = start(ann)
        choose(page, "d3")
        expect(page.locator(".ply-text")).to_have_count(2)
        before = plies(page)
        own_server.kill()
        expect(page.locator(BANNER)).to_be_visible()
        page.locator(".generic-move").first.click()
        expect(page.locator(".turn")).to_contain_text("will be sent")
        own_server.start()
        expect(page.locator(BANNER)).to_have_count(0)
        expect(page.locator(".ply-text")).to_have_count(len(before) + 2)
        after = plies(page)
        assert after[: len(before)] == before
        page.reload()
        expect(page.locator(".ply-text")).to_have_count(len(after))
        assert plies(page) == after


def test_without_a_network_and_with_it_again(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = start(ann)
        page.evaluate("window.stays = true")
        ann.context.set_offline(True)
        expect(page.locator(BANNER)).to_be_visible()
        ann.context.set_offline(False)
        expect(page.locator(BANNER)).to_have_count(0)
        choose(page, "c4")
        expect(page.locator(".ply-text")).to_have_count(2)
        assert page.evaluate("window.stays"), "the page was loaded anew"


@pytest.mark.slow
def test_a_board_that_could_not_be_loaded_comes_later(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, "othello")
        page = ann.open()
        page.route("**/generic-*.js*", lambda route: route.abort())
        quick_play(page, "othello")
        expect(page.get_by_role("alert")).to_be_visible()
        page.unroute("**/generic-*.js*")
        expect(page.locator(".generic-move").first).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.thorough
def test_two_tabs_on_one_seat(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        first = start(ann)
        second = ann.watched(ann.context.new_page())
        second.goto(first.url)
        expect(second.locator(".turn.mine")).to_be_visible()
        expect(first.locator(BANNER)).to_contain_text("another tab")
        choose(second, "d3")
        expect(second.locator(".ply-text")).to_have_count(2)
        first.get_by_role("button", name="Play here instead").click()
        expect(first.locator(".turn.mine")).to_be_visible()
        expect(second.locator(BANNER)).to_contain_text("another tab")
        expect(first.locator(".ply-text")).to_have_count(2)


@pytest.mark.slow
def test_who_comes_back_later_goes_on_from_the_first_page(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = start(ann)
        choose(page, "d3")
        expect(page.locator(".ply-text")).to_have_count(2)
        ann.open().get_by_role("region", name="Your unfinished games").get_by_role("link").click()
        expect(page.locator(".turn.mine")).to_be_visible()
        expect(page.locator(".ply-text")).to_have_count(2)
