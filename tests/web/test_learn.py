"""Learning by doing: every exercise of every game on the page, by the board's own ways to move."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from asobiba.core.registry import find_game, game_names
from asobiba.games.coppit.board import STANDARD
from asobiba.online.people import Exercise, People
from tests.web.browser import EVERY_SCREEN, PHONE, TEXTS, Person, Served, person, quick_play
from tests.web.test_accessible import faults
from tests.web.test_fold import NEEDED

LEAST_BOARD = 150
"""Pixels."""


def on_othello(page: Page, text: str) -> None:
    page.locator(f'[data-square="{text}"]').click()


def on_twenty48(page: Page, text: str) -> None:
    expect(page.locator(".twenty48-grid")).to_be_visible()
    page.keyboard.press(f"Arrow{text.title()}")


def on_otrio(page: Page, text: str) -> None:
    page.locator('.otrio-slot[tabindex="0"]').focus()
    for key in (*text.lower(), "Enter"):
        page.keyboard.press(key)


def on_coppit(page: Page, text: str) -> None:
    names = dict(zip(STANDARD.short_names, STANDARD.names, strict=True)) | {"box": "BOX_RED"}
    for part in text.split(">"):
        page.locator(f'.coppit-board [data-spot="{names[part]}"]').focus()
        page.keyboard.press("Enter")


def on_puyo(page: Page, text: str) -> None:
    """By keys: turned, moved from column 3, dropped."""
    stage, way = page.locator(".puyo-stage"), int(text[0]) - 3
    expect(stage).to_have_attribute("data-column", "3")
    turns = {"u": [], "r": ["KeyX"], "d": ["KeyX", "KeyX"], "l": ["KeyZ"]}[text[1]]
    for key in [*turns, *["ArrowRight" if way > 0 else "ArrowLeft"] * abs(way)]:
        page.keyboard.press(key)
    expect(stage).to_have_attribute("data-column", text[0])
    page.keyboard.press("ArrowDown")


MOVES: dict[str, Callable[[Page, str], None]] = {
    "coppit": on_coppit,
    "othello": on_othello,
    "otrio": on_otrio,
    "puyo": on_puyo,
    "twenty48": on_twenty48,
}


def opened(ann: Person, game: str) -> Page:
    page = ann.open(f"/learn/{game}")
    expect(page.locator(".learn-steps li")).to_have_count(len(find_game(game).part(People).exercises))
    return page


def told(page: Page, exercise: Exercise[Any], lang: str) -> None:
    """The task is there, and it is the person's move."""
    expect(page.locator(".learn-words")).to_have_text(exercise.task[lang])
    expect(page.locator(".learn-verdict")).to_have_class("learn-verdict open")


def solve(page: Page, game: str, exercise: Exercise[Any]) -> None:
    for number, text in enumerate(exercise.solution, 1):
        MOVES[game](page, text)
        if number < len(exercise.solution):
            left = TEXTS["en"]["learn.left"]["one" if exercise.most - number == 1 else "other"]
            if exercise.most - number > 1:
                expect(page.locator(".learn-verdict")).to_have_text(
                    left.replace("{count}", str(exercise.most - number))
                )
    expect(page.locator(".learn-verdict.done")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=[] if name == "twenty48" else pytest.mark.slow) for name in sorted(MOVES)]
)
def test_all_of_them_are_done(browser: Browser, server: Served, game: str) -> None:
    with person(browser, server.url) as ann:
        page = opened(ann, game)
        exercises = find_game(game).part(People).exercises
        for number, exercise in enumerate(exercises, 1):
            told(page, exercise, "en")
            solve(page, game, exercise)
            expect(page.locator(".learn-steps .done")).to_have_count(number)
            ann.picture(f"learn-{game}-{exercise.name}")
            key = "learn.finish" if number == len(exercises) else "learn.next"
            button = page.get_by_role("button", name=TEXTS["en"][key], exact=True)
            expect(button).to_be_focused()
            button.click()
        expect(page.get_by_role("heading", name=TEXTS["en"]["learn.complete"])).to_be_visible()
        page.get_by_role("button", name=TEXTS["en"]["how.play"]).click()
        expect(page.locator(".room")).to_be_visible()
        expect(page.locator(".first-time")).to_have_count(0)


@pytest.mark.slow
def test_a_wrong_move_is_told_and_tried_again(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="ja", size=PHONE) as ann:
        page = opened(ann, "othello")
        corner = next(each for each in find_game("othello").part(People).exercises if each.name == "corner")
        page.locator(".learn-steps button").nth(3).click()
        told(page, corner, "ja")
        on_othello(page, "g3")
        expect(page.locator(".learn-verdict.failed")).to_have_text(TEXTS["ja"]["learn.failed"])
        page.get_by_role("button", name=TEXTS["ja"]["learn.again"]).click()
        told(page, corner, "ja")
        expect(page.locator(".othello-legal")).to_have_count(12)
        on_othello(page, "h1")
        expect(page.locator(".learn-verdict.done")).to_be_visible()


@pytest.mark.slow
def test_the_solution_is_shown_and_does_not_count(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = opened(ann, "othello")
        page.get_by_role("button", name=TEXTS["en"]["learn.show"]).click()
        expect(page.locator(".learn-verdict.done")).to_be_visible()
        expect(page.locator(".learn-steps .done")).to_have_count(0)
        for _ in range(5):
            page.get_by_role("button", name=TEXTS["en"]["learn.next"]).or_(
                page.get_by_role("button", name=TEXTS["en"]["learn.skip"])
            ).click()
        expect(page.get_by_role("heading", name=TEXTS["en"]["learn.end"])).to_be_visible()


@pytest.mark.slow
def test_who_is_new_is_offered_them_once_and_comes_back(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        quick_play(page, "othello")
        room = page.url
        page.get_by_role("link", name=TEXTS["en"]["learn.try"]).click()
        for _ in range(5):
            page.get_by_role("button", name=TEXTS["en"]["learn.skip"]).click()
        page.get_by_role("button", name=TEXTS["en"]["learn.back"]).click()
        expect(page.locator(".othello-legal")).to_have_count(4)
        assert page.url == room
        expect(page.locator(".first-time")).to_have_count(0)
        page = ann.open("/how/othello")
        page.locator(".how-learn a").click()
        expect(page.locator(".learn")).to_be_visible()


@pytest.mark.slow
def test_who_turns_them_down_is_not_asked_again(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        quick_play(ann.open(), "otrio")
        ann.page.get_by_role("button", name=TEXTS["en"]["learn.no"]).click()
        expect(ann.page.locator(".first-time")).to_have_count(0)
        ann.page.reload()
        expect(ann.page.locator(".turn")).to_be_visible()
        expect(ann.page.locator(".first-time")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
@EVERY_SCREEN
def test_axe_finds_nothing_serious(
    browser: Browser, server: Served, game: str, theme: str, lang: str, size: dict[str, int]
) -> None:
    with person(browser, server.url, lang=lang, size=size, bypass_csp=True, color_scheme=theme) as ann:
        page = opened(ann, game)
        expect(page.locator(".learn-board .board > *").first).to_be_visible()
        assert faults(page) == []
        board = page.locator(f".learn-board {NEEDED[game][0]}").bounding_box()
        assert board is not None
        assert board["height"] >= LEAST_BOARD
        assert board["y"] + board["height"] <= size["height"] + 1
        ann.picture(f"learn-{game}-{theme}-{size['width']}")


@pytest.mark.slow
def test_a_game_that_is_not_there(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        ann.open("/learn/chess")
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        expect(ann.page.locator(".learn")).to_have_count(0)
