"""Nobody sees what programs call things, on no page and in neither language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from asobiba.core.options import describe
from asobiba.core.registry import find_game, game_names
from tests.variants import OURS
from tests.web.browser import TEXTS as CATALOGUES
from tests.web.browser import Person, Served, person

INTERNALS = {
    "a bot's spec": r"[a-z]:[a-z_]+=",
    "a setting": r"[a-z]\w*=[\w.]",
    "an identifier": r"[A-Za-z0-9]+_[A-Za-z0-9]",
    "many seconds": r"(?<![0-9])[0-9]{3,} ?(?:s\b|seconds|秒)",
    "a key of a text": r"^[a-z_]+(?:\.[a-z_0-9]+)+$",
    "a parameter": r"\{\w+\}",
    "a value of a program": r"\b(?:undefined|NaN|null|Infinity)\b|\[object|\b(?:true|false):|^(?:true|false|None)$",
    "a bot without a name": r"^(?:Special bot|特別なボット)$",
}
ENGLISH = re.compile(r"[A-Za-z]{3,}")
"""In Japanese only names and keys are written so."""
NAMES = {"English", "https", "Shift", "Enter", "Escape", "Esc", "Page", "Down", "WASD", "HJKL", "SHA", "GGF"}

TEXTS = """() => {
    const found = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
            // The luck of a game is proven by long numbers; those who want to check it open them.
            const others = "script, style, noscript, .fair dd, [lang]:not(html)";
            if (!node.parentElement.closest(others)) found.push(node.textContent);
        } else {
            for (const name of ["title", "aria-label", "placeholder", "alt", "aria-valuetext", "aria-description"])
                found.push(node.getAttribute(name) ?? "");
        }
    }
    return found.map((text) => text.trim()).filter(Boolean);
}"""


def internals(texts: list[str], lang: str) -> set[tuple[str, str]]:
    """What no person should read, and why."""
    found = {(why, text) for text in texts for why, pattern in INTERNALS.items() if re.search(pattern, text)}
    if lang == "ja":
        found |= {("English", text) for text in texts for word in ENGLISH.findall(text) if word not in NAMES}
    return found


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Bot greedy:noise=0.5", "en"),
        ("die=3", "en"),
        ("with require_6_to_deploy: the 6 is walked", "en"),
        ("Bots join in 899 s", "en"),
        ("あと899秒", "ja"),
        ("training.watch", "en"),
        ("{count} moves", "en"),
        ("undefined", "en"),
        ("選んだ設定では遊べません：allowed is 2 to 4", "ja"),
    ],
)
def test_what_is_no_text_for_people_is_found(text: str, lang: str) -> None:
    assert internals([text], lang)


@pytest.mark.parametrize("text", ["あと14分46秒", "ゲスト1234さん", "7 → 10、箱 → 3", "English"])
def test_what_people_read_is_not(text: str) -> None:
    assert internals([text], "ja") == set()


def look(page: Page, lang: str) -> None:
    page.wait_for_load_state("networkidle", timeout=90_000)  # a review is told until it is complete
    found = internals(page.evaluate(TEXTS), lang)
    assert found == set(), (page.url, found)


@pytest.fixture(scope="module", params=[pytest.param("en", marks=pytest.mark.slow), "ja"])
def someone(request: pytest.FixtureRequest, browser: Browser, server: Served) -> Iterator[tuple[Person, str]]:
    """One who speaks each of the languages."""
    with person(browser, server.url, lang=request.param) as found:
        found.open("/settings")
        expect(found.page.locator("input[type=text]").first).not_to_have_value("")
        yield found, request.param


def create(page: Page, **wish: Any) -> str:
    """A room; its id. This browser has the seat."""
    return str(
        page.evaluate(
            """async (wish) => {
                const answer = await (await fetch("/api/rooms", {
                    method: "POST", body: JSON.stringify(wish), headers: { "content-type": "application/json" },
                })).json();
                const seats = JSON.parse(localStorage.getItem("asobiba.seats") ?? "{}");
                if (answer.token) seats[answer.room] = { token: answer.token, game: wish.game, at: Date.now() };
                localStorage.setItem("asobiba.seats", JSON.stringify(seats));
                return answer.room;
            }""",
            wish,
        )
    )


@pytest.mark.thorough
def test_pages(someone: tuple[Person, str]) -> None:
    visitor, lang = someone
    for path in (
        "/",
        "/settings",
        "/mine",
        "/nothing",
        "/room/23456789bcdfg",
        *(f"/how/{name}" for name in OURS),
    ):
        page = visitor.open(path)
        expect(page.locator("h1").first).to_be_visible()
        look(page, lang)


def test_a_fresh_server_shows_what_was_measured(someone: tuple[Person, str]) -> None:
    """The ratings of the levels and the trainings of the networks come with the program."""
    visitor, lang = someone
    page = visitor.open("/training")
    expect(page.locator("#levels")).to_be_visible()
    look(page, lang)
    assert page.locator("section[aria-labelledby=levels] tbody tr").count() >= 7
    assert page.locator(".run .figures div").count() >= 3
    game = page.locator("form select").first
    for name in OURS:
        game.select_option(name)
        look(page, lang)


def test_the_dialog_of_a_new_table(someone: tuple[Person, str]) -> None:
    visitor, lang = someone
    page = visitor.open("/")
    expect(page.locator(".game-card")).to_have_count(len(game_names()))
    page.locator(".panel-head button").click()
    for name in OURS:
        page.locator("dialog select").first.select_option(name)
        if not describe(find_game(name).options):
            continue
        expect(page.locator("dialog details")).to_be_attached()
        page.locator("dialog details").evaluate("node => (node.open = true)")
        look(page, lang)
    page.locator("dialog select").first.select_option("twenty48")
    page.locator("dialog details").evaluate("node => (node.open = true)")
    page.locator("dialog details input[type=number]").nth(2).fill("9")
    page.locator("dialog details input[type=number]").nth(2).blur()
    expect(page.locator("dialog [role=alert]")).to_be_visible()
    look(page, lang)


WATCHED: dict[str, dict[str, Any]] = {
    "othello": {"bots": {"0": "minimax:depth=1", "1": "greedy:noise=0.5"}},
    "otrio": {"bots": {"0": "random", "1": "greedy", "2": "mcts:simulations=2", "3": "random"}},
    "coppit": {"bots": dict.fromkeys("0123", "random"), "options": {"max_turns": 12}},
    "puyo": {"bots": {"0": "random", "1": "greedy:noise=0.5"}, "options": {"max_turns": 6}},
    "twenty48": {"bots": {"0": "random"}, "options": {"rows": 2, "columns": 2}},
}


@pytest.mark.slow
def test_games_of_bots_their_ends_and_replays(someone: tuple[Person, str]) -> None:
    """Of such as are no level, too."""
    visitor, lang = someone
    for game, wish in WATCHED.items():
        room = create(visitor.page, game=game, **wish)
        page = visitor.open(f"/room/{room}")
        expect(page.locator(".result")).to_be_visible(timeout=60_000)
        look(page, lang)
        visitor.open(f"/replay/{room}/1")
        expect(page.locator(".player")).to_be_visible()
        page.locator(".ply-text").last.click()
        look(page, lang)
    page = visitor.open("/")
    expect(page.locator(".room-row").first).to_be_visible()
    look(page, lang)


@pytest.mark.slow
def test_while_playing_and_after_giving_up(someone: tuple[Person, str]) -> None:
    visitor, lang = someone
    for game in OURS:
        seats = len(find_game(game).seats(find_game(game).options()))
        bots = {str(seat): "greedy:noise=0.5" for seat in range(1, seats)}
        room = create(visitor.page, game=game, seat=0, ready=True, bots=bots)
        page = visitor.open(f"/room/{room}")
        expect(page.locator(".board > *").first).to_be_visible()
        look(page, lang)
        words = CATALOGUES[lang]["resign" if seats > 1 else "resign.alone"]
        page.locator(".actions").get_by_role("button", name=words, exact=True).click()
        look(page, lang)
        page.locator("dialog .danger").click()
        expect(page.locator(".result")).to_be_visible(timeout=60_000)
        look(page, lang)
    page = visitor.open("/mine")
    expect(page.locator(".record")).to_have_count(len(OURS))
    look(page, lang)


def test_a_table_that_waits_for_a_friend(someone: tuple[Person, str]) -> None:
    visitor, lang = someone
    room = create(visitor.page, game="coppit", seat=0, ready=True, private=True, bot_fill_seconds=900)
    page = visitor.open(f"/room/{room}")
    countdown = page.locator(".countdown")
    expect(countdown).to_have_text(re.compile({"en": r"in 14 min [0-9]+ s$", "ja": r"^あと14分[0-9]+秒で"}[lang]))
    look(page, lang)


@pytest.mark.slow
def test_asking_and_answering(browser: Browser, server: Served) -> None:
    """Who asks is told that he has asked; who is asked can agree and decline."""
    with person(browser, server.url, lang="ja") as ann, person(browser, server.url, lang="ja") as bob:
        ann.open("/settings")
        expect(ann.page.locator("input[type=text]").first).to_have_value(re.compile("^ゲスト[0-9]{4}$"))
        room = create(ann.page, game="othello", seat=0, ready=True)
        page, other = ann.open(f"/room/{room}"), bob.open(f"/room/{room}")
        other.get_by_role("button", name="座る").click()
        expect(page.get_by_role("button", name="引き分けを提案")).to_be_visible()
        expect(page.locator(".seat-name").first).to_have_text(re.compile("^ゲスト[0-9]{4}さん$"))
        page.locator(".actions .button", has_text="引き分けを提案").click(delay=600)
        expect(page.locator(".offer p")).to_contain_text("引き分けを提案しました")
        expect(other.locator(".offer p")).to_contain_text("さんが引き分けを提案しました")
        expect(other.get_by_role("button", name="応じる")).to_be_visible()
        expect(other.get_by_role("button", name="断る")).to_be_visible()
        look(page, "ja")
        look(other, "ja")
