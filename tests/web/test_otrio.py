"""Otrio in a real browser: whole games by mouse, finger and keys, two to four players, threats and the engine."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, expect
from playwright.sync_api import TimeoutError as TooLate

from asobiba.games.otrio.board import COLOUR_LETTERS, COLOURS, lines_of, slot_name, slots
from asobiba.games.otrio.notation import read_move
from asobiba.games.otrio.rules import OtrioOptions, Position, start
from tests.web.browser import DESKTOP, PHONE, TEXTS, Served, becomes, person, quick_play, written
from tests.web.node import WEB
from tests.web.test_accessible import faults

WORDS = {
    lang: json.loads((WEB / "src" / "games" / "otrio" / f"{lang}.json").read_text(encoding="utf-8"))
    for lang in ("en", "ja")
}
# Red runs out of large slots.
TO_A_PASS = """Ma2 La3 La1 La2 Mc3 Lc2 Lb3 Lb2 Mb3 Lc1 Lb1 Lc3 Sb2 Sc1 Ma3 Sb1 Sb3 Sc3 Mc2 Sc2 Sa2 Sa1 Sa3 Mc1
pass"""
# With motion, and the motions counted.
LIVELY = """
  localStorage.setItem('asobiba.settings', JSON.stringify({reducedMotion: 'off'}));
  const {animate} = Element.prototype;
  window.motions = 0;
  Element.prototype.animate = function (...how) { window.motions += 1; return animate.apply(this, how); };
"""
# Everything that is read aloud, one after the other.
LISTEN = """() => {
  window.said = [];
  for (const region of document.querySelectorAll('[aria-live=polite]'))
    new MutationObserver(() => region.textContent && window.said.push(region.textContent))
      .observe(region, {childList: true, characterData: true, subtree: true});
}"""
# Where a slot of that size is, from the middle of its space, as soon as the page stands still.
WHERE = """async ([slot, x, y]) => {
  const node = document.querySelector(`.otrio-slot[data-slot=${slot}]`);
  const where = () => {
    node.scrollIntoView({block: 'center'});
    const {a, d, e, f} = node.getScreenCTM();
    return [e + a * x, f + d * y];
  };
  for (let before = '', at = where(); ; before = `${at}`, at = where()) {
    if (`${at}` === before) return at;
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
}"""
# What is proven of each slot.
SIGNS = """() => Object.fromEntries([...document.querySelectorAll('.otrio-sign text')].map((sign) =>
  [sign.closest('.otrio-slot').dataset.slot, sign.textContent]))"""
FURTHER = "(plies) => document.querySelectorAll('.ply').length > plies"
OFFSETS = {"S": (0, 0), "M": (-22, 3), "L": (-38, -14)}


def point(page: Page, slot: str) -> tuple[float, float]:
    x, y = page.evaluate(WHERE, [slot, *OFFSETS[slot[0]]])
    return x, y


def drawn(page: Page) -> list[str]:
    """The pieces on the board: R Mb2."""
    script = """[...document.querySelectorAll('.otrio-slot')].flatMap((slot) =>
      [...slot.querySelectorAll('.otrio-piece:not(.otrio-ghost)')].map((piece) =>
        `${piece.dataset.colour[0].toUpperCase()} ${slot.dataset.slot}`)).sort()"""
    found: list[str] = page.evaluate(script)
    return found


def pieces(position: Position) -> list[str]:
    return sorted(
        f"{COLOUR_LETTERS[colour]} {slot_name(at)}" for colour in range(4) for at in slots(position.pieces[colour])
    )


def played(page: Page, **options: Any) -> Position:
    """What the rulebook makes of the moves in the list."""
    position = start(OtrioOptions.read(options))
    for text in written(page):
        position = position.apply(read_move(position, text))
    return position


def play_on(page: Page, move: Callable[[Page, str], None]) -> None:
    """Until the game is over: the first slot that is open, in the order of the board."""
    result = page.locator(".result")
    mine = page.locator(".turn.mine ~ .stage").locator(".otrio-open").first
    for _ in range(40):
        expect(result.or_(mine).first).to_be_visible()
        if result.is_visible():
            return
        plies = page.locator(".ply").count()
        slot = str(page.locator(".otrio-open").first.get_attribute("data-slot"))
        move(page, slot)
        try:
            page.wait_for_function(FURTHER, arg=plies, timeout=5000)
        except TooLate:  # A page that moved under the pointer: a person tries again.
            move(page, slot)
            page.wait_for_function(FURTHER, arg=plies)
    raise AssertionError("the game does not end")


def by_mouse(page: Page, slot: str) -> None:
    page.mouse.click(*point(page, slot))


def by_keys(page: Page, slot: str) -> None:
    page.locator('.otrio-slot[tabindex="0"]').focus()
    for key in (*slot.lower(), "Enter"):
        page.keyboard.press(key)


def by_finger(page: Page, slot: str) -> None:
    """First a size, then anywhere in the space."""
    page.locator(".otrio-size").nth("SML".index(slot[0])).tap()
    page.touchscreen.tap(*point(page, f"S{slot[1:]}"))


def by_two_taps(page: Page, slot: str) -> None:
    page.touchscreen.tap(*point(page, slot))
    if page.locator(".otrio-ghost").count():
        page.touchscreen.tap(*point(page, slot))


GAMES = [
    ("en", DESKTOP, by_mouse),
    pytest.param("ja", PHONE, by_finger, marks=pytest.mark.slow),
    pytest.param("ja", DESKTOP, by_keys, marks=pytest.mark.slow),
    pytest.param("en", PHONE, by_two_taps, marks=pytest.mark.slow),
    pytest.param("en", PHONE, by_keys, marks=pytest.mark.slow),
    pytest.param("ja", DESKTOP, by_mouse, marks=pytest.mark.slow),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("lang", "size", "move"), GAMES)
def test_a_whole_game(
    browser: Browser, server: Served, lang: str, size: dict[str, int], move: Callable[[Page, str], None]
) -> None:
    with person(browser, server.url, lang=lang, size=size) as ann:
        page = ann.open()
        quick_play(page, "otrio", lang)
        expect(page.locator(".otrio-open")).to_have_count(27)
        page.evaluate(LISTEN)
        play_on(page, move)
        end = played(page)
        becomes(lambda: drawn(page), pieces(end))
        won = {slot_name(at) for line in lines_of(end.pieces[end.winner or 0]) for at in slots(line)}
        assert marked(page, ".otrio-won") == (won if end.winner is not None else set())
        stocks = [
            re.findall(r"\d", str(tray.get_attribute("aria-label"))) for tray in page.locator(".otrio-tray").all()
        ]
        assert sorted(stocks) == sorted([str(left) for left in end.stock(colour)] for colour in range(4))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        placed = {
            "en": r"(Red|Green|Blue|Yellow): (small|medium|large) to [abc][123]",
            "ja": r"[赤緑青黄]：[abc][123]に[小中大]",
        }
        said = partial(page.evaluate, "window.said")
        becomes(lambda: len(re.findall(placed[lang], " ".join(said()))), len(pieces(end)))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "lang"), [("2", "en"), ("3", "ja")])
def test_two_and_three_players(browser: Browser, server: Served, players: str, lang: str) -> None:
    with person(browser, server.url, lang=lang) as ann:
        page = ann.open()
        create(page, lang, players=players)
        page.get_by_role("dialog").get_by_role("button", name=TEXTS[lang]["create.submit"]).click()
        play_on(page, by_mouse)
        becomes(lambda: drawn(page), pieces(played(page, players=players)))
        assert page.locator(".otrio-tray").count() == (3 if players == "3" else 4)


def create(page: Page, lang: str, **options: str) -> None:
    card = page.locator(".game-card").filter(has=page.locator('a[href="/how/otrio"]'))
    card.get_by_role("button", name=TEXTS[lang]["play.options"]).click()
    dialog = page.get_by_role("dialog")
    dialog.locator("summary").click()
    for name, value in options.items():
        field = dialog.locator(".fields-more .fields > label").nth(
            [each.name for each in fields(OtrioOptions)].index(name)
        )
        if value in ("true", "false"):
            field.locator("input").set_checked(value == "true")
        else:
            field.locator("input").fill(value)
            page.keyboard.press("Tab")
    if "players" in options:
        expect(holders(page)).to_have_count(int(options["players"]))


def holders(page: Page) -> Locator:
    """Who is to have each seat."""
    return page.locator('dialog select:has(option[value="you"])')


@pytest.mark.slow
@pytest.mark.parametrize("plies", [4, pytest.param(25, marks=pytest.mark.slow)])
def test_two_people_and_a_pass(browser: Browser, server: Served, plies: int) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, lang="ja", size=PHONE) as bob:
        page = ann.open()
        create(page, "en", players="2")
        holders(page).nth(1).select_option("")
        page.get_by_role("dialog").get_by_role("button", name=TEXTS["en"]["create.submit"]).click()
        expect(page.locator(".waiting")).to_be_visible()
        bob.page.goto(page.url)
        bob.page.get_by_role("button", name=TEXTS["ja"]["waiting.sit"]).click()
        for number, move in enumerate(TO_A_PASS.split()[:plies]):
            if move == "pass":  # the server does it
                expect(page.locator(".ply")).to_have_count(number + 1)
                continue
            mover = (ann, bob)[number % 2].page
            expect(mover.locator(".turn.mine")).to_be_visible()
            by_keys(mover, move)
        expect((ann, bob)[plies % 2].page.locator(".turn.mine")).to_be_visible()
        last = "赤と青はパス" if plies == 25 else "黄：a2に大"
        expect(bob.page.locator("[aria-live=polite]", has_text=last)).to_have_count(1)
        for each in (page, bob.page):
            becomes(partial(drawn, each), pieces(played(page, players=2)))
        # No advice against people.
        assert page.locator(".tools button").all_inner_texts() == [WORDS["en"]["threats"]]


@pytest.mark.slow
def test_threats_and_the_engine_say_what_the_server_says(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        answers = list[Response]()
        ann.page.on("response", lambda answer: answers.append(answer) if answer.url.endswith("/api/analyse") else None)
        page = ann.open()
        create(page, "en", players="2")
        page.get_by_role("dialog").get_by_role("button", name=TEXTS["en"]["create.submit"]).click()
        expect(page.locator(".otrio-open").first).to_be_visible()
        for tool in ("threats", "perfect"):
            page.get_by_role("button", name=WORDS["en"][tool], exact=True).click()
        expect(page.locator(".otrio-opinion")).to_contain_text("Proven: red and blue can force a win.")
        expect(page.locator(".otrio-threats")).to_contain_text(WORDS["en"]["threats.none"])
        threatened = set[str]()
        result, advice = page.locator(".result"), page.locator(".turn.mine ~ .stage .otrio-best").first
        for _ in range(14):
            expect(result.or_(advice).first).to_be_visible()
            if result.is_visible() or len(threatened) > 1:
                break
            assert answers[-1].ok
            threatened |= compare(page, answers[-1].json())
            plies = page.locator(".ply").count()
            by_mouse(page, str(advice.get_attribute("data-slot")))
            page.wait_for_function("(plies) => document.querySelectorAll('.ply').length > plies", arg=plies)
        assert threatened


def compare(page: Page, told: dict[str, Any]) -> set[str]:
    """What is shown of threats and best moves with what the server knows; the threats as `Red: Mb2`."""
    named = dict(zip(COLOUR_LETTERS, COLOURS, strict=True))
    threats = told["insight"]["threats"]
    found = {f"{named[letter].capitalize()}: {slot}" for letter, each in threats.items() for slot in each}
    assert {text.partition(" with ")[0] for text in page.locator(".otrio-threat").all_inner_texts()} == found
    assert marked(page, ".otrio-slot:has(.otrio-arc)") == {text.partition(": ")[2] for text in found}
    assert marked(page, ".otrio-best") == set(told["best"])
    assert page.evaluate(SIGNS) == {each["move"]: sign(each.get("proven")) for each in told["moves"]}
    return found


def sign(proven: dict[str, int] | None) -> str:
    """+15, −20, = or ?"""
    return "?" if proven is None else f"{'=+−'[proven['outcome']]}{proven.get('plies', '')}"


def marked(page: Page, slots: str) -> set[str]:
    return set(page.locator(slots).evaluate_all("(all) => all.map((each) => each.dataset.slot)"))


@pytest.mark.slow
def test_a_player_may_choose_his_colour_and_the_middle_may_be_closed(browser: Browser, server: Served) -> None:
    with person(browser, server.url, size=PHONE) as ann:
        page = ann.open()
        create(page, "en", players="2", two_player_alternation="false", ban_center_medium="true")
        page.get_by_role("dialog").get_by_role("button", name=TEXTS["en"]["create.submit"]).click()
        expect(page.locator(".otrio-open")).to_have_count(26)
        expect(page.locator(".otrio-cross")).to_have_count(1)
        page.locator(".otrio-size:visible").nth(5).tap()
        expect(page.locator(".otrio-open")).to_have_count(9)
        page.touchscreen.tap(*point(page, "Sb2"))
        expect(page.locator(".ply-text").first).to_contain_text("B:Lb2")
        expect(page.locator(".turn.mine")).to_be_visible()
        page.locator('.otrio-slot[tabindex="0"]').focus()
        for key in ("x", "m", "b", "2", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("[aria-live=polite]", has_text=WORDS["en"]["illegal"])).to_have_count(1)
        # Wherever the bot has not answered.
        free = sorted(slot for slot in marked(page, ".otrio-open") if slot.startswith("S"))[0]
        for key in (*free.lower(), "Enter"):
            page.keyboard.press(key)
        expect(page.locator(".ply-text").nth(2)).to_contain_text(f"B:{free}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_nothing_waits_for_the_motion(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        ann.context.add_init_script(LIVELY)
        page = ann.open()
        quick_play(page, "otrio")
        expect(page.locator(".otrio-open")).to_have_count(27)
        by_mouse(page, "Mb2")
        # The bots have answered at once, their pieces come one after the other.
        page.wait_for_function("() => document.querySelectorAll('.ply').length === 4")
        by_mouse(page, str(page.locator(".otrio-open").first.get_attribute("data-slot")))
        page.wait_for_function("() => document.querySelectorAll('.ply').length >= 5")
        page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
        becomes(lambda: drawn(page), pieces(played(page)))
        expect(page.locator(".otrio-flight .otrio-piece")).to_have_count(0)
        # A piece that comes and the one that it becomes.
        assert page.evaluate("window.motions") == 2 * len(pieces(played(page)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "lang", "size"),
    [("light", "en", DESKTOP), pytest.param("dark", "ja", PHONE, marks=pytest.mark.slow)],
    ids=["light", "dark"],
)
def test_axe_finds_nothing_serious(
    browser: Browser, server: Served, theme: str, lang: str, size: dict[str, int]
) -> None:
    with person(browser, server.url, lang=lang, size=size, bypass_csp=True, color_scheme=theme) as ann:
        page = ann.open()
        quick_play(page, "otrio", lang)
        expect(page.locator(".otrio-open")).to_have_count(27)
        by_keys(page, "Mb2")
        expect(page.locator(".ply")).to_have_count(4)
        expect(page.locator(".turn.mine")).to_be_visible()
        page.keyboard.press("t")
        page.keyboard.press("h")
        expect(page.locator(".otrio-opinion")).to_be_visible()
        page.locator(".otrio-keys summary").click()
        assert faults(page) == []
        play_on(page, by_keys)
        assert faults(page) == []


@pytest.mark.slow
def test_replay_and_lessons(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        quick_play(page, "otrio")
        play_on(page, by_mouse)
        becomes(lambda: drawn(page), pieces(played(page)))
        end, won = drawn(page), marked(page, ".otrio-won")
        page.locator('.result a[href^="/replay"]').click()
        expect(page.locator(".otrio-piece").first).to_be_visible()
        assert drawn(page) == []
        page.keyboard.press("ArrowRight")
        expect(page.locator(".otrio-last")).to_have_count(1)
        # The review: the best slots on the board, a line for each colour.
        expect(page.locator(".otrio-best").first).to_be_attached()
        expect(page.locator(".course .legend")).to_have_count(4)
        page.keyboard.press("End")
        becomes(lambda: (drawn(page), marked(page, ".otrio-won")), (end, won))
        page.goto(f"{server.url}/how/otrio")
        expect(page.locator(".lesson .otrio-picture")).to_have_count(8)
