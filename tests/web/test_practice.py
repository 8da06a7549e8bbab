"""Practice: endless play alone with every placement to be taken back, fields set up and shared, the chain in them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from asobiba.games.puyo.urls import write_url
from tests.web.browser import EVERY_SCREEN, Served, person
from tests.web.test_accessible import faults

READY = ("RBB", "RB", "R", "", "", "")
"""RB onto column 3 is a chain of two; two blue ones are the best that can be seen."""


def count(page: Page, name: str) -> str:
    return page.locator(".puyo-counts div", has_text=name).locator("dd").inner_text()


def drop(page: Page, *keys: str) -> None:
    """The pair from column 3, by keys, as soon as it waits."""
    expect(page.locator(".puyo-stage")).to_have_attribute("data-column", "3")
    for key in (*keys, "ArrowDown"):
        page.keyboard.press(key)


def test_everything_can_be_taken_back(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        page.get_by_role("link", name="Practise").click()
        drop(page)
        expect(page.locator(".puyo-counts div", has_text="Pairs").locator("dd")).to_have_text("1")
        drop(page, "ArrowRight")
        expect(page.locator(".puyo-counts div", has_text="Pairs").locator("dd")).to_have_text("2")
        placed = page.url
        page.keyboard.press("u")
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        assert count(page, "Pairs") == "0"
        page.get_by_role("button", name="Redo").click()
        page.keyboard.press("r")
        assert page.url == placed


@pytest.mark.slow
def test_a_field_comes_from_a_url_and_goes_into_one(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/practice/puyo")
        page.get_by_label("Field URL to load").fill("no field")
        expect(page.get_by_role("alert")).to_be_visible()
        page.get_by_label("Field URL to load").fill(f"{write_url(READY)}_10")  # the pair that comes is RG
        page.get_by_role("button", name="Load").click()
        expect(page.get_by_label("This field as a URL")).to_have_value(write_url(READY))
        expect(page.locator(".puyo-practice-side")).to_contain_text("In the field: a ")
        page.reload()
        expect(page.get_by_label("This field as a URL")).to_have_value(write_url(READY))
        drop(page)
        expect(page.locator(".puyo-counts div", has_text="Pairs").locator("dd")).to_have_text("1")


@pytest.mark.slow
def test_a_field_is_set_up(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/practice/puyo")
        page.get_by_role("button", name="Edit the field").click()
        page.get_by_role("gridcell", name="Column 1, row 1:").click()
        page.get_by_role("gridcell", name="Column 1, row 5:").click()  # which falls down
        page.get_by_role("radio", name="blue").click()
        page.get_by_role("gridcell", name="Column 2, row 1:").click()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("g")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        ann.picture("practice-editor")
        page.get_by_role("button", name="Play from here").click()
        field = ("RR", "B", "G", "B", "", "")
        expect(page.get_by_label("This field as a URL")).to_have_value(write_url(field))
        expect(page.locator(".puyo-stage")).to_be_visible()


@pytest.mark.slow
@EVERY_SCREEN
def test_axe_finds_nothing_serious(
    browser: Browser, server: Served, theme: str, lang: str, size: dict[str, int]
) -> None:
    with person(browser, server.url, lang=lang, size=size, bypass_csp=True, color_scheme=theme) as ann:
        page = ann.open(f"/practice/puyo#{write_url(READY).rpartition('/')[2]}")
        expect(page.locator(".puyo-stage")).to_have_attribute("data-column", "3")
        assert faults(page) == []
        ann.picture(f"practice-{theme}-{size['width']}")
        page.locator(".puyo-practice-side .button").nth(3).click()
        expect(page.get_by_role("grid")).to_be_visible()
        assert faults(page) == []


@pytest.mark.slow
def test_other_games_have_none(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/practice/othello")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".practice")).to_have_count(0)
