"""Othello in a real browser: whole games, passes, hints, the study board."""

import json
import re
from collections.abc import Callable
from functools import partial
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from asobiba.games.othello.notation import read_move, read_position, write_move, write_position
from asobiba.games.othello.rules import OthelloOptions, Position
from asobiba.games.othello.rules import square as at
from tests.web.browser import DESKTOP, PHONE, SCREENSHOTS, Person, Served, becomes, person, quick_play, written
from tests.web.node import WEB
from tests.web.test_accessible import faults

TEXTS = {
    lang: json.loads((WEB / "src" / "games" / "othello" / f"{lang}.json").read_text(encoding="utf-8"))
    for lang in ("en", "ja")
}
EARLIEST_PASS = ["d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"]
OPENING = "f5d6c3d3c4"
# The board plays as it does for most people: with motion.
LIVELY = "localStorage.setItem('asobiba.settings', JSON.stringify({reducedMotion: 'off'}))"
# Everything that is read aloud, one after the other.
LISTEN = """() => {
  window.said = [];
  const note = (changes) => changes.forEach(({target}) => {
    const text = (target.closest ? target : target.parentElement).textContent;
    if (text) window.said.push(text);
  });
  for (const region of document.querySelectorAll('[aria-live=polite]'))
    new MutationObserver(note).observe(region, {childList: true, characterData: true, subtree: true});
}"""


# Every board that was to be seen, if only for a moment.
WATCH = """() => {
  const squares = [...document.querySelectorAll('.othello-square')];
  const board = () => squares.map((each) => each.dataset.disc).join('');
  window.seen = [board()];
  new MutationObserver(() => window.seen.push(board())).observe(document.querySelector('.othello-grid'), {
    subtree: true,
    attributeFilter: ['data-disc'],
  });
}"""


def square(page: Page, name: str) -> Locator:
    return page.locator(f'.othello-room [data-square="{name}"]')


DRAWN = """(where) =>
  [...document.querySelectorAll(`${where} .othello-square`)].map((each) => each.dataset.disc).join("")"""


def discs(page: Page, where: str = ".othello-room") -> str:
    """The board as it is drawn, in the game's notation."""
    return str(page.evaluate(DRAWN, where))


def course(page: Page) -> list[Position]:
    """What the rulebook makes of the moves in the list."""
    positions = [Position()]
    for text in written(page):
        positions.append(positions[-1].apply(read_move(positions[-1], text)))
    return positions


def played(page: Page) -> Position:
    return course(page)[-1]


def keep(page: Page, name: str) -> None:
    """What one sees at first, not the whole page."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


def against_the_weakest(page: Page, lang: str = "en") -> None:
    card = page.locator(".game-card").filter(has=page.locator('a[href="/how/othello"]'))
    card.get_by_role("combobox").select_option(index=0)
    quick_play(page, "othello", lang)
    expect(page.locator(".othello-legal")).to_have_count(4)


def play_on(page: Page, move: Callable[[Page], None], most: int = 64) -> None:
    """So many moves, or until the game is over."""
    result = page.locator(".result")
    mine = page.locator(".turn.mine ~ .stage").locator(".othello-legal").first
    for _ in range(most):
        expect(result.or_(mine).first).to_be_visible()
        if result.is_visible():
            return
        plies = page.locator(".ply").count()
        move(page)
        page.wait_for_function("(plies) => document.querySelectorAll('.ply').length > plies", arg=plies)
    expect(result.or_(mine).first).to_be_visible()


def by_mouse(page: Page) -> None:
    choices = page.locator(".othello-legal")
    choices.nth(choices.count() // 2).click()


def by_keyboard(page: Page) -> None:
    page.locator('.othello-room .othello-square[tabindex="0"]').focus()
    page.keyboard.press("n")
    page.keyboard.press("Enter")


GAMES = [
    pytest.param("en", DESKTOP, by_mouse, marks=pytest.mark.slow),
    ("ja", PHONE, by_keyboard),
    pytest.param("ja", DESKTOP, by_mouse, marks=pytest.mark.slow),
    pytest.param("en", PHONE, by_mouse, marks=pytest.mark.slow),
    pytest.param("en", DESKTOP, by_keyboard, marks=pytest.mark.slow),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("lang", "size", "move"), GAMES)
def test_a_whole_game(
    browser: Browser, server: Served, lang: str, size: dict[str, int], move: Callable[[Page], None]
) -> None:
    with person(browser, server.url, lang=lang, size=size) as ann:
        page = ann.open()
        against_the_weakest(page, lang)
        page.evaluate(LISTEN)
        play_on(page, move, 12)
        if lang == "en" or size is PHONE:
            keep(page, f"othello-{'phone' if size is PHONE else 'desktop'}")
        play_on(page, move)
        expect(page.locator(".result h2")).to_be_visible()
        end = played(page)
        becomes(lambda: discs(page), write_position(end)[:64])
        counts = [str(end.black.bit_count()), str(end.white.bit_count())]
        assert page.locator(".othello-count").all_inner_texts() == counts
        expect(page.locator(".othello-last")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # Every disc that either side has placed was read aloud.
        sides = {"en": r"(Black|White) [a-h][1-8],", "ja": r"[黒白] [a-h][1-8]、"}[lang]
        placed = (end.black | end.white).bit_count() - 4
        becomes(lambda: len(re.findall(sides, " ".join(page.evaluate("window.said")))), placed)


@pytest.mark.slow
def test_nothing_waits_for_the_motion(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        ann.context.add_init_script(LIVELY)
        page = ann.open()
        against_the_weakest(page)
        assert not page.evaluate("document.documentElement.classList.contains('calm')")
        page.evaluate(WATCH)
        for plies in range(0, 12, 2):
            now = played(page)
            square(page, write_move(now, now.legal()[0])).click()
            # The bot has answered; its discs still turn.
            page.wait_for_function("(plies) => document.querySelectorAll('.ply').length >= plies", arg=plies + 2)
        expect(page.locator(".othello-legal").first).to_be_visible()
        boards = [write_position(position)[:64] for position in course(page)]
        seen = list(dict.fromkeys(page.evaluate("window.seen")))
        assert seen == [board for board in dict.fromkeys(boards) if board in seen]
        assert seen[-1] == boards[-1]


@pytest.mark.slow
def test_two_people_and_a_pass(browser: Browser, server: Served) -> None:
    with (
        person(browser, server.url, bypass_csp=True) as ann,  # only so that axe may run in the page
        person(browser, server.url, lang="ja", size=PHONE, color_scheme="dark", bypass_csp=True) as bob,
    ):
        _meet(ann, bob)
        for each in (ann, bob):
            each.page.evaluate(LISTEN)
        for number, name in enumerate(EARLIEST_PASS):
            one, other = (ann, bob) if number % 2 == 0 else (bob, ann)
            expect(one.page.locator(".turn.mine")).to_be_visible()
            square(one.page, name).click()
            expect(square(other.page, name)).to_have_class(re.compile("othello-last"))
        _passed(ann, bob)
        for each in (ann, bob):
            becomes(partial(discs, each.page), write_position(played(ann.page))[:64])
        for each in (ann, bob):
            assert faults(each.page) == []
            # Help would not be fair.
            expect(each.page.locator(".tools .button").nth(0)).to_be_disabled()
            expect(each.page.locator(".tools .button").nth(1)).to_be_disabled()


def _meet(ann: Person, bob: Person) -> None:
    page = ann.open()
    card = page.locator(".game-card").filter(has=page.locator('a[href="/how/othello"]'))
    card.get_by_role("button", name="Play a friend").click()
    bob.page.goto(page.locator("#share").input_value())
    bob.page.locator(".waiting-seats button").first.click()
    expect(page.locator(".othello-legal")).to_have_count(4)


def _passed(ann: Person, bob: Person) -> None:
    """The server does it; nobody presses anything."""
    expect(ann.page.locator(".ply")).to_have_count(len(EARLIEST_PASS) + 1)
    expect(ann.page.locator(".othello-must-pass")).to_be_hidden()
    becomes(lambda: TEXTS["en"]["pass.must"] in " ".join(ann.page.evaluate("window.said")), True)
    passed = TEXTS["ja"]["passed"].format(who="黒")
    expect(bob.page.locator(".othello-news")).to_have_text(passed)
    expect(bob.page.locator(".othello-legal").first).to_be_visible()
    becomes(lambda: passed in " ".join(bob.page.evaluate("window.said")), True)


def drawn(place: Locator) -> int:
    """Positions in the graph of a game."""
    line = place.locator(".course-line")
    return len((line.get_attribute("points") or "").split()) if line.count() else 0


@pytest.mark.slow
def test_hints(browser: Browser, server: Served) -> None:
    with person(browser, server.url, color_scheme="dark") as ann:
        page = ann.open()
        against_the_weakest(page)
        play_on(page, by_mouse, 8)
        hints = page.get_by_role("button", name="Hints")
        hints.click()
        for _ in range(3):
            expect(page.locator(".othello-legal .othello-value:not(:empty)").first).to_be_visible()
            legal = page.locator(".othello-legal").count()
            values = page.locator(".othello-value:not(:empty)").all_inner_texts()
            assert len(values) == legal == len(played(page).legal())
            assert all(re.fullmatch(r"0(\.0)?|[+−]\d+(\.\d)?", value) for value in values)
            assert page.locator(".othello-best").count() >= 1
            expect(page.locator(".verdict-said")).to_have_text(re.compile(r"^(Even|(Black|White) \+\d+(\.\d)?)$"))
            # The line that is expected, from the best move on.
            assert page.locator(".othello-best .othello-ghost").first.get_attribute("data-number") == "1"
            plies = page.locator(".ply").count()
            page.locator(".othello-best").first.click()
            expect(page.locator(".ply")).to_have_count(plies + 2)
        expect(page.locator(".othello-best").first).to_be_visible()
        becomes(lambda: drawn(page.locator(".othello-panel")), 4)
        keep(page, "othello-dark")
        hints.click()
        expect(page.locator(".othello-value:not(:empty)")).to_have_count(0)
        expect(page.locator(".othello-legal").first).to_be_visible()


@pytest.mark.slow
def test_copying_coming_back_and_taking_back(browser: Browser, server: Served) -> None:
    with person(browser, server.url, permissions=["clipboard-read", "clipboard-write"]) as ann:
        page = ann.open()
        against_the_weakest(page)
        square(page, "d3").click()
        expect(page.locator(".ply")).to_have_count(2)
        now = played(page)
        page.get_by_role("button", name="Copy moves").click()
        expect(page.locator(".othello-note")).to_have_text("Copied")
        assert read_position(page.evaluate("navigator.clipboard.readText()"), OthelloOptions()) == now
        page.reload()
        expect(page.locator(".othello-legal").first).to_be_visible()
        becomes(lambda: discs(page), write_position(now)[:64])
        page.get_by_role("button", name="Copy board").click()
        expect(page.locator(".othello-note")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == write_position(now)
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".othello-legal")).to_have_count(4)
        becomes(lambda: discs(page), write_position(Position())[:64])


@pytest.mark.thorough
@pytest.mark.parametrize(("lang", "size"), [("en", DESKTOP), pytest.param("ja", PHONE, marks=pytest.mark.slow)])
def test_the_study_board(browser: Browser, server: Served, lang: str, size: dict[str, int]) -> None:
    with person(browser, server.url, lang=lang, size=size, bypass_csp=True) as ann:
        page = ann.open()
        against_the_weakest(page, lang)
        opener = page.get_by_role("button", name=TEXTS[lang]["study"])
        opener.click()
        desk = page.locator(".othello-study")
        expect(desk.locator(".othello-square:focus")).to_have_count(1)
        expect(desk.locator(".othello-best").first).to_be_visible()
        _paste_and_try(page, desk, lang)
        _analyse(desk, lang)
        assert faults(page) == []
        _set_up(page, desk, lang, server)
        page.keyboard.press("Escape")
        expect(desk).to_have_count(0)
        expect(opener).to_be_focused()
        expect(page.locator(".othello-legal")).to_have_count(4)  # the game has not noticed


# Five squares in a row have values.
NARROW = "f5d6c3d3c4f4f6f3e6e7"
VALUES = {"d7": -1.1, "f7": -1.5, "c6": -2.3, "e3": -4.7, "d2": -5.9, "e2": -6.3, "d8": -7.4, "f2": -9.2, "g4": -9.8}
VALUES |= {"c2": -11.3, "g2": -24.6}
# Of each value: its square, whether it stays within it, and whether a disc of the line lies over it.
CROWDED = """() => [...document.querySelectorAll('.othello-study .othello-value:not(:empty)')].flatMap((value) => {
  const text = document.createRange();
  text.selectNodeContents(value);
  const [box, frame, around] = [text, value, value.parentElement].map((each) => each.getBoundingClientRect());
  const disc = value.parentElement.querySelector('.othello-ghost').getBoundingClientRect();
  const within = frame.left >= around.left - 0.5 && frame.right <= around.right + 0.5;
  const covered = disc.width > 0 && disc.left < box.right && disc.top < box.bottom && disc.bottom > box.top;
  return within && !covered ? [] : [value.parentElement.dataset.square];
})"""


def _told(route: Route) -> None:
    """What an engine says of the position after NARROW, the line through its values included."""
    moves = [{"action": at(name), "move": name, "value": value} for name, value in VALUES.items()]
    line = ["d7", "c6", "e3", "g2", "c2", "g4"]
    hint = {"to_play": 0, "moves": moves, "best": ["d7"], "exact": False, "evaluation": 0, "insight": {}}
    lines = [{**hint, "unit": "discs", "line": line, "depth": 12}, {"ended": "done"}]
    route.fulfill(content_type="application/x-ndjson", body="".join(f"{json.dumps(each)}\n" for each in lines))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "theme"), [(320, "light"), (360, "light"), (360, "dark"), (390, "light"), (768, "dark"), (1280, "light")]
)
def test_the_line_covers_no_value(browser: Browser, server: Served, width: int, theme: str) -> None:
    size = {"width": width, "height": 800}
    with person(browser, server.url, size=size, color_scheme=theme, base_url=server.url) as ann:
        ann.page.route("**/api/analyse/watch", _told)
        desk = _desk(ann.page)
        _show(desk, "en", NARROW)
        expect(desk.locator('[data-square="g2"] .othello-value')).to_have_text("−25")
        expect(desk.locator('[data-square="f2"] .othello-value')).to_have_text("−9.2")
        expect(desk.locator('[data-square="d7"]')).to_have_class(re.compile("othello-best"))
        assert ann.page.evaluate(CROWDED) == []
        keep(ann.page, f"othello-values-{width}-{theme}")


def _desk(page: Page) -> Locator:
    """The study board, from a game of bots that is over."""
    watch_bots(page, "greedy", "random")
    page.locator('.result a[href^="/replay"]').click()
    page.get_by_role("button", name=TEXTS["en"]["study"]).click()
    return page.locator(".othello-study")


@pytest.mark.slow
def test_an_opening_is_named_at_once(browser: Browser, server: Served) -> None:
    """Also behind the position that has the name, and where no engine answers."""
    with person(browser, server.url, base_url=server.url) as ann:
        ann.page.route("**/api/analyse/**", lambda route: route.abort())
        desk = _desk(ann.page)
        name = desk.locator(".tag-name")
        _show(desk, "en", NARROW)
        expect(name).to_have_text("Comp'Oth")
        for _ in range(5):
            desk.get_by_role("button", name=TEXTS["en"]["study.back"], exact=True).click()
        expect(name).to_have_text("Tiger")
        desk.get_by_role("button", name=TEXTS["en"]["study.first"], exact=True).click()
        expect(name).to_have_count(0)
        _show(desk, "en", "(;GM[Othello]PB[Ann]TY[8]B[F5//2.4]W[D6/-1.5]B[C3]W[D3]B[C4];)")
        expect(desk.locator(".othello-line li")).to_have_count(5)
        expect(name).to_have_text("Tiger")
        _show(desk, "en", "(;GM[Othello]B[F5]W[A1];)")
        expect(desk).to_contain_text(TEXTS["en"]["read.illegal"].format(number=2, move="a1"))


def _show(desk: Locator, lang: str, text: str) -> None:
    desk.get_by_role("textbox").fill(text)
    desk.get_by_role("button", name=TEXTS[lang]["texts.take"]).click()


def _paste_and_try(page: Page, desk: Locator, lang: str) -> None:
    _show(desk, lang, "nonsense")
    expect(desk).to_contain_text(TEXTS[lang]["read.neither"])
    _show(desk, lang, OPENING)
    pasted = write_position(read_position(OPENING, OthelloOptions()))
    becomes(lambda: discs(page, ".othello-study"), pasted[:64])
    for _ in range(3):
        desk.get_by_role("button", name=TEXTS[lang]["study.back"], exact=True).click()
    desk.locator('[data-square="c5"]').focus()
    page.keyboard.press("Enter")  # leaves the line at its third move
    expect(desk.locator(".othello-line li")).to_have_count(3)
    page.keyboard.press("Backspace")
    _show(desk, lang, OPENING)
    expect(desk.locator(".othello-line li")).to_have_count(5)


def _analyse(desk: Locator, lang: str) -> None:
    desk.get_by_role("button", name=TEXTS[lang]["study.analyse"]).click()
    becomes(lambda: drawn(desk), 6)
    expect(desk.get_by_role("button", name=TEXTS[lang]["study.analyse"])).to_be_visible()


def _set_up(page: Page, desk: Locator, lang: str, server: Served) -> None:
    """What is set up here the server reads, too."""
    desk.get_by_role("button", name=TEXTS[lang]["study.edit"]).click()
    desk.get_by_role("button", name=TEXTS[lang]["edit.clear"]).click()
    for name in ("a1", "c1"):
        desk.locator(f'[data-square="{name}"]').click()
    desk.get_by_role("button", name="White" if lang == "en" else "白").first.click()
    desk.locator('[data-square="b1"]').focus()
    page.keyboard.press("Enter")
    desk.get_by_role("button", name="White" if lang == "en" else "白").last.click()
    desk.get_by_role("button", name=TEXTS[lang]["copy.board"]).click()
    text = desk.get_by_role("textbox").input_value()
    assert text == f"XOX{'-' * 61} O"
    body = json.dumps({"game": "othello", "position": text}).encode()
    with urlopen(Request(f"{server.url}/api/analyse", body, {"content-type": "application/json"})) as answer:
        assert [move["move"] for move in json.load(answer)["moves"]] == ["d1"]


@pytest.mark.slow
def test_a_replay(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open()
        against_the_weakest(page)
        for plies in (2, 4):
            page.locator(".othello-legal").first.click()
            expect(page.locator(".ply")).to_have_count(plies)
        end = discs(page)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        # Who gives up has not lost by discs.
        expect(page.locator(".othello-news")).to_have_text("Move 5")
        page.get_by_role("link", name="Review").click()
        expect(page.locator(".othello-square")).to_have_count(64)
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".othello-news")).to_have_text("Move 5")
        becomes(lambda: discs(page, ".othello-replay"), end)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".othello-best").first).to_be_visible()
        page.keyboard.press("v")
        expect(page.locator(".othello-best")).to_have_count(0)
        page.keyboard.press("v")
        page.keyboard.press("Home")
        becomes(lambda: discs(page, ".othello-replay"), write_position(Position())[:64])


def watch_bots(page: Page, black: str, white: str) -> None:
    """A room in which they play each other, and somebody who looks on."""
    page.request.post("/api/guests", data={})
    wish = {"game": "othello", "bots": {"0": black, "1": white}}
    page.goto(f"/room/{page.request.post('/api/rooms', data=wish).json()['room']}")


@pytest.mark.slow
def test_live_values_stop_and_go_on(browser: Browser, server: Served) -> None:
    """What the engine finds is seen while it thinks, and its search ends with the interest in it."""
    with person(browser, server.url, base_url=server.url) as ann:
        asked = list[str]()

        def with_a_slow_engine(route: Route) -> None:
            asked.append(route.request.post_data or "")
            route.continue_(post_data=json.dumps({**json.loads(asked[-1]), "agent": "mcts:ms=60000"}))

        page = ann.page
        page.route("**/api/analyse/watch", with_a_slow_engine)
        watch_bots(page, "greedy", "random")
        page.locator('.result a[href^="/replay"]').click()
        page.get_by_role("button", name=TEXTS["en"]["study"]).click()
        desk = page.locator(".othello-study")
        for _ in range(30):
            page.keyboard.press("Backspace")
        stop = desk.get_by_role("button", name="Stop")
        expect(desk.locator(".othello-value:not(:empty)").first).to_have_text(re.compile(r"^\d+ %$"))
        expect(stop).to_be_visible()
        stop.click()
        desk.get_by_role("button", name="Think on").click()
        expect(stop).to_be_visible()
        page.keyboard.press("v")
        expect(desk.locator(".othello-value:not(:empty)")).to_have_count(0)
        assert len(asked) < 10, "who steps quickly asks nothing"


@pytest.mark.slow
def test_the_study_board_thinks_on_while_bots_play(browser: Browser, server: Served) -> None:
    with person(browser, server.url, base_url=server.url) as ann:
        page = ann.page

        def with_a_slow_engine(route: Route) -> None:
            given = json.loads(route.request.post_data or "{}")
            route.continue_(post_data=json.dumps({**given, "agent": "mcts:ms=60000"}))

        page.route("**/api/analyse/watch", with_a_slow_engine)
        watch_bots(page, "mcts:ms=1500", "mcts:ms=1500")
        page.get_by_role("button", name=TEXTS["en"]["study"]).click()
        stop = page.locator(".othello-study").get_by_role("button", name="Stop")
        expect(stop).to_be_visible()
        for _ in range(2):
            page.wait_for_function(f"(before) => ({DRAWN})('.othello-room') !== before", arg=discs(page))
        expect(stop).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", pytest.param("ja", marks=pytest.mark.slow)])
def test_how_to_play(browser: Browser, server: Served, lang: str) -> None:
    with person(browser, server.url, lang=lang, size=PHONE) as ann:
        page = ann.open("/how/othello")
        expect(page.locator(".lesson")).to_have_count(8)
        expect(page.locator(".othello-grid")).to_have_count(6)
        expect(page.locator(".lesson").first).to_contain_text(TEXTS[lang]["lesson.start"])
        expect(page.locator(".lesson").first.locator(".othello-legal")).to_have_count(4)
        expect(page.locator(".lesson").nth(2).locator(".othello-legal")).to_have_count(1)
        ann.picture(f"othello-how-{lang}")
