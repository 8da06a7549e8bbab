"""What axe finds on every page, in both themes, and that the keyboard is enough."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import DESKTOP, PHONE, Person, Served, person, play_on, quick_play, without_board
from tests.web.node import WEB

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def faults(page: Page) -> list[str]:
    """Of the page as it is now; serious and critical ones only."""
    page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {fault['nodes'][0]['target']} {fault['nodes'][0]['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("theme", "lang", "size"),
    [("light", "en", DESKTOP), pytest.param("dark", "ja", PHONE, marks=pytest.mark.slow)],
    ids=["light", "dark"],
)
def test_axe_finds_nothing_serious(
    browser: Browser, server: Served, theme: str, lang: str, size: dict[str, int]
) -> None:
    # Only so that axe itself may run in the page.
    with person(browser, server.url, lang=lang, size=size, bypass_csp=True, color_scheme=theme) as ann:
        without_board(ann, "otrio")
        page = ann.open()
        expect(page.locator(".game-card").first).to_be_visible()
        assert faults(page) == []
        page.locator(".card-more .quiet").first.click()
        expect(page.locator("dialog[open] form")).to_be_visible()
        page.locator("dialog summary").click()
        assert faults(page) == []
        page.keyboard.press("Escape")
        for path in ("/settings", "/training", "/mine", "/how/othello", "/nothing"):
            page = ann.open(path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            assert faults(page) == [], path
        _rooms(ann, lang)


def _rooms(ann: Person, lang: str) -> None:
    page = ann.open()
    page.locator(".game-card").filter(has=page.locator('a[href="/how/otrio"]')).get_by_role("button").nth(1).click()
    expect(page.locator(".waiting")).to_be_visible()
    assert faults(page) == []
    page = ann.open()
    quick_play(page, "otrio", lang)
    expect(page.locator(".turn.mine")).to_be_visible()
    assert faults(page) == []
    play_on(page)
    expect(page.locator(".result")).to_be_visible()
    assert faults(page) == []
    page.locator('.result a[href^="/replay"]').click()
    expect(page.locator(".player")).to_be_visible()
    assert faults(page) == []


def test_by_keyboard_from_the_address_bar_to_a_move(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, "othello")
        page = ann.open()
        expect(page.locator(".game-card").first).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()
        _tab_to(page, "Play", "Othello")
        page.keyboard.press("Enter")
        expect(page.locator(".generic-move").first).to_be_visible()
        for _ in range(10):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.getAttribute('role')") == "listbox":
                break
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        expect(page.locator(".moves")).to_contain_text("c4")
        # The move of the bot is read aloud.
        expect(page.locator("[aria-live=polite]", has_text="White:")).to_have_count(1)


def _tab_to(page: Page, name: str, card: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        text, inside = page.evaluate(
            "[document.activeElement.textContent, document.activeElement.closest('.game-card')?.ariaLabel ?? '']"
        )
        if text == name and inside == card:
            return
    raise AssertionError(f"{name} of {card} is not in the tab order")


@pytest.mark.slow
def test_a_dialog_keeps_the_focus_and_gives_it_back(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        opener = page.locator(".card-more .quiet").first
        opener.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog[open]")).to_be_visible()
        for _ in range(25):
            page.keyboard.press("Tab")
            assert page.evaluate(
                "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
            )
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        expect(opener).to_be_focused()
