"""A link to a friend: what he sees, and how it gets to his phone."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import EVERY_SCREEN, TEXTS, Served, person
from tests.web.test_accessible import faults


@pytest.mark.thorough
@EVERY_SCREEN
def test_whoever_follows_a_link_is_asked_to_play(
    browser: Browser, server: Served, lang: str, size: dict[str, int], theme: str
) -> None:
    with (
        person(browser, server.url) as ann,
        person(browser, server.url, lang=lang, size=size, color_scheme=theme, bypass_csp=True) as bob,
    ):
        page = ann.open("/settings")
        expect(page.get_by_label("Your name")).not_to_have_value("")  # the one that was made up has come
        page.get_by_label("Your name").fill("Taro")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".notice")).to_be_visible()
        page.locator(".brand").click()
        page.locator(".game-card").filter(has_text="Othello").get_by_role("button", name="Play a friend").click()
        expect(page.locator(".invitation")).to_have_count(0)  # who asks is not asked
        guest = bob.page
        guest.goto(page.locator("#share").input_value())
        words = {"en": "Taro invites you to Othello", "ja": "Taroさんからオセロのお誘いです"}[lang]
        expect(guest.locator(".invitation h2")).to_have_text(words)
        expect(guest.locator(".invitation")).to_be_in_viewport()
        play = guest.get_by_role("button", name=TEXTS[lang]["invitation.play"], exact=True)
        expect(play).to_be_in_viewport()
        assert faults(guest) == []
        bob.picture(f"invitation-{lang}-{size['width']}")
        guest.locator(".invitation").get_by_role("button", name=TEXTS[lang]["how"]).click()
        expect(guest.get_by_role("dialog").locator(".lesson").first).to_be_visible()
        guest.keyboard.press("Escape")
        play.click()
        expect(page.locator(".turn.mine")).to_be_visible()
        expect(guest.locator(".turn")).to_contain_text("Taro")


@pytest.mark.slow
def test_the_link_as_a_code(browser: Browser, server: Served) -> None:
    """Of the right size for its text; tests/qr.test.ts in web/ knows what is in it."""
    with person(browser, server.url, bypass_csp=True, color_scheme="dark") as ann:
        page = ann.open()
        page.locator(".game-card").filter(has_text="Othello").get_by_role("button", name="Play a friend").click()
        page.get_by_role("button", name="QR code").click()
        code = page.get_by_role("img", name="QR code of the link")
        expect(code).to_be_visible()
        assert code.get_attribute("viewBox") == "0 0 37 37"
        assert faults(page) == []
        ann.picture("qr-dark")


@pytest.mark.slow
def test_sound_is_on_with_a_volume(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/settings")
        volume = page.get_by_label("Volume")
        expect(volume).to_have_value("0.7")
        volume.focus()
        page.keyboard.press("ArrowRight")
        expect(volume).to_have_value("0.8")
        page.get_by_role("button", name="Sound").click()
        expect(volume).to_have_count(0)
        page.reload()
        expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
