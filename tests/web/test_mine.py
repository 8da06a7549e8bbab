"""My games: what I have played, what I may try next, and its end. The keys of who plays alone."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Served, person, quick_play, written
from tests.web.test_twenty48 import all_played, until
from tests.web.test_words import create


@pytest.mark.slow
def test_alone_u_takes_back_and_r_starts_anew(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        quick_play(page, "twenty48")
        expect(page.locator(".twenty48-board")).to_be_visible()
        plies = page.locator(".ply")
        expect(plies).to_have_count(2)
        for key in ("ArrowLeft", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
        expect(plies.nth(3)).to_be_visible()
        expect(page.locator(".twenty48-panel dd").first).to_have_text(re.compile("^[123]$"))
        until(lambda: all_played(written(page), ["left", "down", "right"]), "a key was lost")
        before = plies.count()
        page.keyboard.press("u")
        expect(plies).to_have_count(before - 2)
        page.keyboard.press("r")
        page.locator("dialog .danger").click()
        expect(page.locator(".chat")).to_contain_text("Game 2 has started.")
        expect(plies).to_have_count(2)


@pytest.mark.slow
def test_the_number_of_players_is_on_the_card(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        card = page.locator(".game-card").filter(has=page.locator('a[href="/how/otrio"]'))
        card.get_by_label("Players").select_option("2")
        expect(card.get_by_label("Opponent").locator("option[value=solver]")).to_have_count(1)
        card.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".seat")).to_have_count(2)
        page.goto(server.url)
        expect(card.get_by_label("Players")).to_have_value("2")


@pytest.mark.thorough
def test_what_i_have_played_and_its_end(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/mine")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".record")).to_have_count(0)
        room = create(page, game="othello", seat=0, ready=True, bots={"1": "greedy"})
        ann.open(f"/room/{room}")
        page.get_by_role("button", name="Resign").click()
        page.locator("dialog .danger").click()
        expect(page.locator(".result")).to_be_visible()
        ann.open("/mine")
        expect(page.locator(".record")).to_contain_text("Othello")
        expect(page.locator(".record tbody tr")).to_contain_text(["0 · 0 · 1"])
        with page.expect_download() as file:
            page.get_by_role("link", name="Take it along").click()
        assert room in file.value.path().read_text()
        page.get_by_role("button", name="Delete everything").click()
        expect(page.locator("dialog")).to_contain_text("Games with other people")
        page.locator("dialog .danger").click()
        expect(page.locator(".notice")).to_contain_text("Everything is deleted.")
        ann.open(f"/replay/{room}/1")
        expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")


@pytest.mark.slow
def test_the_next_level_is_one_click_away(browser: Browser, server: Served) -> None:
    """Who has beaten a level is offered the one above it; how that is found, tests/online/rooms/test_career.py."""
    with person(browser, server.url) as ann:
        page = ann.page
        page.route("**/api/guests/me/games", lambda route: route.fulfill(json=beaten(route.fetch().json())))
        ann.open("/mine")
        page.get_by_role("button", name="Try 3 · Skilled").click()
        expect(page.locator(".seat-name").nth(1)).to_have_text("Skilled (level 3)")


def beaten(career: dict[str, object]) -> dict[str, object]:
    """As if the second level of Othello had been beaten."""
    level = {"number": 3, "names": {"en": "Skilled", "ja": "中級"}, "agent": "engine:level=1"}
    record: dict[str, object] = {
        **dict.fromkeys(("won", "streak", "best_streak"), 1),
        **dict.fromkeys(("drawn", "lost", "alone", "shared", "practice"), 0),
        "game": "othello",
        "bests": {},
        "against": [],
        "history": [],
        "next": {**level, "rating": None, "low": None, "high": None},
    }
    return {**career, "games": [record]}
