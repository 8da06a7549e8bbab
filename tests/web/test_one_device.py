"""Several people in front of one screen, alone, with bots and with a friend elsewhere."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import EVERY_SCREEN, TEXTS, Served, person, without_board
from tests.web.test_accessible import faults


def together(page: Page, game: str, lang: str = "en") -> None:
    found = page.locator(".game-card").filter(has=page.locator(f'a[href="/how/{game}"]'))
    found.get_by_role("button", name=TEXTS[lang]["play.together"]).click()
    expect(page.locator(".turn.mine")).to_be_visible()


@pytest.mark.thorough
@EVERY_SCREEN
def test_the_banner_says_whose_turn_it_is(
    browser: Browser, server: Served, lang: str, size: dict[str, int], theme: str
) -> None:
    with person(browser, server.url, lang=lang, size=size, color_scheme=theme, bypass_csp=True) as ann:
        page = ann.open()
        together(page, "othello", lang)
        names = {"en": ("Black", "White"), "ja": ("黒", "白")}[lang]
        for name in names * 2:
            expect(page.locator(".turn.mine")).to_have_text(TEXTS[lang]["turn.hand"].replace("{who}", name))
            ann.picture(f"one-device-{lang}-{size['width']}-{names.index(name)}")
            page.locator("[aria-label$='" + TEXTS_OF_OTHELLO[lang] + "']").first.click()
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


TEXTS_OF_OTHELLO = {"en": ", you can play here", "ja": "、置けます"}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["otrio", "coppit"])
def test_every_colour_has_its_turn(browser: Browser, server: Served, game: str) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, game)
        page = ann.open()
        together(page, game)
        seen = set[str]()
        for _ in range(8):  # nobody wins so early by the first moves
            banner = page.locator(".turn.mine[data-seat]")
            expect(banner).to_be_visible()
            before = banner.get_attribute("data-seat") or ""
            seen.add(before)
            plies = page.locator(".ply").count()
            page.locator(".generic-move").first.click()
            expect(page.locator(".ply").nth(plies)).to_be_visible()
        assert seen == {"red", "blue", "green", "yellow"}


@pytest.mark.slow
def test_own_boards_follow_whoever_is_to_move(browser: Browser, server: Served) -> None:
    """The pieces in hand are those of the colour whose turn it is."""
    with person(browser, server.url) as ann:
        page = ann.open()
        together(page, "otrio")
        expect(page.locator(".otrio-you")).to_have_count(1)
        first = page.locator(".turn.mine").text_content()
        page.locator(".otrio-slot").first.click()
        expect(page.locator(".turn.mine")).not_to_have_text(first or "")
        expect(page.locator(".otrio-you")).to_have_count(1)
        ann.picture("one-device-otrio")


@pytest.mark.slow
def test_undo_giving_up_and_playing_again(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, "othello")
        page = ann.open()
        together(page, "othello")
        page.locator(".generic-move", has_text="d3").click()
        expect(page.locator(".turn.mine")).to_contain_text("White")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".turn.mine")).to_contain_text("Black")
        page.locator(".generic-move", has_text="c4").click()
        expect(page.locator(".turn.mine")).to_contain_text("White")
        page.reload()  # both seats are still here
        expect(page.locator(".turn.mine")).to_contain_text("White")
        page.get_by_role("button", name="Resign").click()
        expect(page.get_by_role("dialog")).to_contain_text("White would lose the game")
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(page.locator(".result")).to_be_visible()
        page.get_by_role("button", name="Rematch").click()
        expect(page.locator(".turn.mine")).to_contain_text("Black")


@pytest.mark.slow
def test_two_at_one_device_with_a_friend_and_a_bot(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann, person(browser, server.url) as bob:
        for each in (ann, bob):
            without_board(each, "otrio")
        page = ann.open()
        found = page.locator(".game-card").filter(has=page.locator('a[href="/how/otrio"]'))
        found.get_by_role("button", name="Options").click()
        fields = page.get_by_role("dialog").locator("fieldset label.field")
        fields.filter(has_text="Green").locator("select").select_option(label="You")
        fields.filter(has_text="Blue").locator("select").select_option(label="Somebody who joins")
        expect(page.get_by_role("dialog")).to_contain_text("Several of you at this device")
        ann.picture("one-device-create")
        page.get_by_role("dialog").get_by_role("button", name="Create").click()
        expect(page.locator(".waiting")).to_be_visible()
        bob.open()
        bob.page.locator(".room-row", has_text="Otrio").get_by_role("link", name="Join").first.click()
        for who in ("Red", "Green"):
            expect(page.locator(".turn.mine")).to_contain_text(who)
            page.locator(".generic-move").first.click()
        expect(bob.page.locator(".turn.mine")).to_have_text("Your turn")
        bob.page.locator(".generic-move").first.click()
        expect(page.locator(".turn.mine")).to_contain_text("Red")  # after the bot


@pytest.mark.slow
def test_where_all_choose_at_once_everybody_needs_a_device(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        found = page.locator(".game-card").filter(has=page.locator('a[href="/how/puyo"]'))
        expect(found.get_by_role("button", name="Play a friend")).to_be_visible()
        expect(found.get_by_role("button", name="At one device")).to_have_count(0)
        found.get_by_role("button", name="Options").click()
        expect(page.get_by_role("dialog")).to_contain_text("Everybody needs a device of their own here")
