"""A sixth game, the nim of docs/adding-a-game.md: nothing here knows it, and every page works."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.nim import write_folder, write_package
from tests.web.browser import DESKTOP, PHONE, TEXTS, Served, person, play_on, quick_play


@pytest.fixture(scope="module")
def with_nim(app_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("nim")
    write_folder(folder)
    with Served(folder, **write_package(folder)) as served:
        yield served


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("lang", "size", "title"),
    [pytest.param("en", DESKTOP, "Nim", marks=pytest.mark.slow), ("ja", PHONE, "ニム")],
    ids=["en-desktop", "ja-phone"],
)
def test_it_is_played_to_its_end(
    browser: Browser, with_nim: Served, lang: str, size: dict[str, int], title: str
) -> None:
    with person(browser, with_nim.url, lang=lang, size=size) as ann:
        page = ann.open()
        expect(page.locator(".game-card h2", has_text=title)).to_be_visible()
        quick_play(page, "nim", lang)
        expect(page.locator(".seats")).to_contain_text("first")
        expect(page.locator(".generic-view")).to_contain_text("10")
        ann.picture(f"nim-{lang}")
        assert play_on(page) >= 2
        expect(page.locator(".result h2")).to_be_visible()
        expect(page.locator(".generic-view")).to_contain_text("0")
        page.get_by_role("link", name=TEXTS[lang]["replay.open"]).click()
        page.get_by_role("button", name=TEXTS[lang]["replay.first"]).click()
        expect(page.locator(".generic-view")).to_contain_text("10")
        expect(page.locator(".moves .ply-who").first).to_have_text("first")


@pytest.mark.slow
def test_bots_play_it_and_its_rules_are_told(browser: Browser, with_nim: Served) -> None:
    with person(browser, with_nim.url) as ann:
        page = ann.open("/how/nim")
        expect(page.get_by_role("heading", level=1)).to_have_text(TEXTS["en"]["how.title"].replace("{game}", "Nim"))
        expect(page.locator("article.how")).to_contain_text("how many matches to take: 1, 2 or 3")
        page.goto(f"{with_nim.url}/training")
        page.get_by_role("combobox", name="Game", exact=True).select_option(label="Nim")
        page.locator("label", has_text="first").locator("select").select_option("random")
        page.get_by_role("button", name="Watch").click()
        expect(page.locator(".result h2")).to_be_visible()
