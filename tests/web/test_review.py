"""The end of a game and what comes after it: the card, the review, and looking back before that."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from asobiba.games.othello.notation import write_position
from tests.web.browser import EVERY_SCREEN, Served, becomes, person
from tests.web.test_accessible import faults
from tests.web.test_othello import (
    LIVELY,
    against_the_weakest,
    by_mouse,
    course,
    discs,
    drawn,
    play_on,
    watch_bots,
)

REVIEW_MS = 90_000
"""On a busy machine; on an idle one a few seconds."""
# Thirteen presses at once, and the board that is seen then.
THIRTEEN = """() => {
  const key = {key: 'ArrowRight', bubbles: true};
  for (let at = 0; at < 13; at++) document.body.dispatchEvent(new KeyboardEvent('keydown', key));
  const squares = document.querySelectorAll('.othello-replay .othello-square');
  return [...squares].map((each) => each.dataset.disc).join('');
}"""


def _give_up(page: Page, lang: str) -> None:
    words = {"en": ("Resign", "Give up"), "ja": ("投了", "投了する")}[lang]
    page.get_by_role("button", name=words[0], exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=words[1], exact=True).click()


@pytest.mark.thorough
@EVERY_SCREEN
def test_the_card_at_the_end(browser: Browser, server: Served, lang: str, size: dict[str, int], theme: str) -> None:
    with person(browser, server.url, lang=lang, size=size, color_scheme=theme, bypass_csp=True) as ann:
        page = ann.open()
        against_the_weakest(page, lang)
        play_on(page, by_mouse, 3)
        _give_up(page, lang)
        card = page.locator("dialog.result")
        expect(card.locator("h2")).to_be_focused()
        winner = re.compile({"en": r"White \(Bot 1\) wins\.", "ja": r"白（ボット1）の勝ち。"}[lang])
        expect(card).to_contain_text(winner)
        expect(card.locator(".standings tbody tr")).to_have_count(2)
        expect(card.locator(".standings tbody tr").first).to_contain_text({"en": "White", "ja": "白"}[lang])
        for name in {"en": ("Rematch", "Review", "Home"), "ja": ("再戦", "振り返る", "ホーム")}[lang]:
            _in_view(page, name)
        assert faults(page) == []
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        # What one may do stays in reach, and the card comes back.
        expect(page.locator(".ended")).to_be_visible()
        page.locator(".ended > .button").click()
        expect(card).to_be_visible()
        card.get_by_role("button", name={"en": "Rematch", "ja": "再戦"}[lang]).click()
        expect(card).to_have_count(0)
        expect(page.locator(".turn.mine")).to_be_visible()  # the other side now: the bot begins


def _in_view(page: Page, name: str) -> None:
    """Seen at once, without scrolling."""
    button = page.locator("dialog.result").get_by_text(name, exact=True)
    box, view = button.bounding_box(), page.viewport_size
    assert box is not None
    assert view is not None
    assert 0 <= box["y"] <= box["y"] + box["height"] <= view["height"], name


@pytest.mark.thorough
def test_a_review_begins_by_itself_and_a_mistake_is_tried_again(browser: Browser, server: Served) -> None:
    with person(browser, server.url, base_url=server.url, bypass_csp=True) as ann:
        page = ann.page
        watch_bots(page, "greedy", "random")
        page.locator('.result a[href^="/replay"]').click()
        expect(page.locator(".ply").first).to_be_visible()
        plies = page.locator(".ply").count()
        expect(page.get_by_role("progressbar")).to_have_count(0, timeout=REVIEW_MS)
        becomes(lambda: drawn(page.locator(".review")), plies)
        expect(page.locator(".barred > .eval")).to_be_visible()
        expect(page.locator(".mistakes li")).to_have_count(3)
        told = page.locator(".mistake").all_inner_texts()
        lost = [float(number) for number in re.findall(r"gave away ([\d.]+) disc", " ".join(told))]
        assert lost == sorted(lost, reverse=True), "the dearest first"
        assert len(lost) == 3
        assert page.locator(".course-dot").count() >= 8
        page.locator(".mistake").first.click()
        # Before the mistake: the better move, the line after it, and what was played.
        expect(page.locator(".othello-best").first).to_be_visible()
        expect(page.locator(".othello-erred")).to_have_count(1)
        number = int(page.locator(".mistakes .ply-number").first.inner_text())
        expect(page.get_by_role("slider")).to_have_value(str(number - 1))
        played = page.locator(".ply").nth(number - 1)
        assert played.locator(".ply-kind").inner_text() in ("?!", "?", "??")
        assert str(page.locator(".othello-erred").get_attribute("data-square")) in played.inner_text()
        assert faults(page) == []
        page.get_by_role("button", name="Study from here").first.click()
        desk = page.locator(".othello-study")
        # The whole game, and what is known of it.
        expect(desk.locator(".othello-line li")).to_have_count(plies)
        expect(desk.locator('.othello-line [aria-current="true"]')).to_contain_text(str(number - 1))
        expect(desk.locator(".othello-best").first).to_be_visible()
        expect(desk.locator(".othello-frame")).to_be_in_viewport(ratio=0.9)
        assert drawn(desk) >= plies
        ann.picture("othello-retry")


@pytest.mark.slow
def test_quick_steps_jump(browser: Browser, server: Served) -> None:
    """Thirteen presses show ply thirteen, with motion, before any animation could have ended."""
    with person(browser, server.url, base_url=server.url) as ann:
        ann.context.add_init_script(LIVELY)
        page = ann.page
        watch_bots(page, "greedy", "random")
        page.locator('.result a[href^="/replay"]').click()
        expect(page.locator(".othello-square")).to_have_count(64)
        shown = page.evaluate(THIRTEEN)
        assert shown == write_position(course(page)[13])[:64]


@pytest.mark.slow
def test_looking_back_in_a_running_game(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        against_the_weakest(page)
        play_on(page, by_mouse, 6)
        now = discs(page)
        positions = course(page)
        page.locator(".ply-text").nth(1).click()
        becomes(lambda: discs(page), write_position(positions[2])[:64])
        expect(page.locator(".othello-legal")).to_have_count(0)
        page.keyboard.press("ArrowLeft")
        becomes(lambda: discs(page), write_position(positions[1])[:64])
        page.keyboard.press("ArrowRight")
        becomes(lambda: discs(page), write_position(positions[2])[:64])
        expect(page.locator(".looking")).to_contain_text("after move 2")
        page.get_by_role("button", name="Back to now").click()
        becomes(lambda: discs(page), now)
        expect(page.locator(".othello-legal").first).to_be_visible()
