"""The first page: games that were left, tables to join, and cards in the order of what one plays."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import EVERY_SCREEN, TEXTS, Person, Served, person, quick_play
from tests.web.test_accessible import faults


def leave(someone: Person) -> Page:
    """Back to the first page, as people go."""
    someone.page.locator(".brand").click()
    expect(someone.page.locator(".unfinished")).to_be_visible()
    return someone.page


@pytest.mark.thorough
@EVERY_SCREEN
def test_games_that_were_left_have_a_picture_a_score_and_an_end(
    browser: Browser, server: Served, lang: str, size: dict[str, int], theme: str
) -> None:
    with person(browser, server.url, lang=lang, size=size, color_scheme=theme, bypass_csp=True) as ann:
        page = ann.open()
        quick_play(page, "twenty48", lang)
        expect(page.locator(".twenty48")).to_be_visible()
        page = leave(ann)
        quick_play(page, "othello", lang)
        expect(page.locator(".othello")).to_be_visible()
        page = leave(ann)
        chips = page.locator(".chip")
        expect(chips).to_have_count(2)
        expect(chips.first).to_contain_text("2 : 2")
        expect(chips.first.locator("img")).to_be_visible()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ann.picture(f"unfinished-{lang}-{size['width']}")
        chips.first.get_by_role("button").click()
        page.get_by_role("dialog").get_by_role("button", name=TEXTS[lang]["end.yes"]).click()
        expect(chips).to_have_count(1)
        page.reload()
        expect(chips).to_have_count(1)


@pytest.mark.slow
def test_a_new_game_is_never_refused(browser: Browser, app_files: object, tmp_path_factory: Any) -> None:
    with Served(tmp_path_factory.mktemp("few"), ASOBIBA_ROOMS_PER_GUEST="2") as few, person(browser, few.url) as ann:
        page = ann.open()
        for _ in range(4):
            quick_play(page, "othello")
            expect(page.locator(".turn.mine")).to_be_visible()
            page = leave(ann)
        expect(page.locator(".chip")).to_have_count(2)
        expect(page.locator(".room-row")).to_have_count(0)  # neither lobby nor results show any of them


@pytest.mark.slow
def test_joining_is_sitting_down(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann, person(browser, server.url) as bob:
        page = ann.open()
        page.get_by_role("button", name="New table").click()
        dialog = page.get_by_role("dialog")
        dialog.locator("label.field", has_text="Game").first.locator("select").select_option("othello")
        white = dialog.locator("fieldset label.field", has_text="White").locator("select")
        white.select_option(label="Somebody who joins")
        dialog.get_by_role("button", name="Create").click()
        expect(page.locator(".waiting")).to_be_visible()
        bob.open()
        bob.page.locator(".room-row", has_text="Othello").get_by_role("link", name="Join").first.click()
        expect(page.locator(".turn.mine")).to_be_visible()
        expect(bob.page.locator(".seat", has_text="you")).to_contain_text("White")


@pytest.mark.slow
@EVERY_SCREEN
def test_the_cards_stand_in_rows_of_equal_height(
    browser: Browser, server: Served, lang: str, size: dict[str, int], theme: str
) -> None:
    with person(browser, server.url, lang=lang, size=size, color_scheme=theme) as ann:
        page = ann.open()
        expect(page.locator(".game-card").nth(4)).to_be_visible()
        boxes = [box for card in page.locator(".game-card").all() if (box := card.bounding_box()) is not None]
        rows = {round(box["y"]): [other for other in boxes if abs(other["y"] - box["y"]) < 1] for box in boxes}
        for row in rows.values():
            assert max(box["height"] for box in row) - min(box["height"] for box in row) < 1
        assert len(next(iter(rows.values()))) >= 2  # on a phone, too
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ann.picture(f"cards-{lang}-{size['width']}")


@pytest.mark.slow
def test_what_one_played_last_comes_first(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        for game in ("coppit", "puyo"):
            quick_play(page, game)
            page.locator(".brand").click()
            expect(page.locator(".game-card").first).to_be_visible()
        order = page.locator('.game-card a[href^="/how/"]').evaluate_all("links => links.map((link) => link.pathname)")
        assert order[:2] == ["/how/puyo", "/how/coppit"]
        assert len(order) == 5
