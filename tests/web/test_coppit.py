"""Coppit in a real browser: whole games, every way to choose a move, films that nobody waits for."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from asobiba.games.coppit.events import events
from asobiba.games.coppit.notation import read_move, read_position, write_move, write_position
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import Position, start
from tests.web.browser import DESKTOP, PHONE, Person, Served, becomes, person, quick_play, written
from tests.web.node import ROOT, WEB
from tests.web.test_accessible import faults

TEXTS = {
    lang: json.loads((WEB / "src" / "games" / "coppit" / f"{lang}.json").read_text(encoding="utf-8"))
    for lang in ("en", "ja")
}
SHORT = {"max_players": 2, "hats_per_player": 3, "max_turns": 14, "win_mode": "box_plus_captured"}
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
DRAWN = """() => {
  const all = (name) => [...document.querySelectorAll(`.coppit-board [data-${name}]`)];
  const hats = (node) => [...node.querySelectorAll(':scope > [data-hats]')].map((each) => each.dataset.hats);
  return {
    stacks: Object.fromEntries(all('at').map((node) => [node.dataset.at, hats(node)])),
    boxes: all('box').map((node) => node.querySelectorAll(':scope > .coppit-hat').length),
    caught: all('caught').map((node) => node.querySelectorAll('.coppit-hat').length),
  };
}"""


def test_the_boards_and_lessons_have_not_drifted() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.web.boards", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def sit(ann: Person, options: dict[str, Any], bot: str = "random") -> Page:
    """In a new room with bots on the other seats, at the first one."""
    page = ann.open()
    assert page.request.post(f"{ann.url}/api/guests", data={}).ok
    seats = int(options.get("max_players", 4))
    wish = {"game": "coppit", "options": options, "seat": 0, "ready": True}
    answer = page.request.post(
        f"{ann.url}/api/rooms", data=wish | {"bots": {str(seat): bot for seat in range(1, seats)}}
    )
    assert answer.ok, answer.text()
    room = answer.json()
    kept = {room["room"]: {"token": room["token"], "game": "coppit", "at": 0}}
    page.evaluate("(kept) => localStorage.setItem('asobiba.seats', JSON.stringify(kept))", kept)
    page.goto(f"{ann.url}/room/{room['room']}")
    expect(page.locator(".coppit-board")).to_be_visible()
    return page


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'.coppit-board [data-spot="{name}"]')


def played(page: Page, options: dict[str, Any]) -> Position:
    """What the rulebook makes of the moves in the list."""
    position = start(CoppitOptions.read(options))
    for text in written(page):
        position = position.apply(read_move(position, text))
    return position


def told(position: Position) -> dict[str, Any]:
    """The same as DRAWN."""
    letters = [position.layout.colour(seat)[0] for seat in range(len(position.box))]
    stacks: dict[str, list[str]] = {}
    for node, stack in position.stacks:
        if node < position.layout.board.squares:
            stacks.setdefault(position.layout.board.names[node], []).append("".join(letters[hat] for hat in stack))
    return {"stacks": stacks, "boxes": list(position.box), "caught": [sum(row) for row in position.banked]}


Move = Callable[[Page], None]
OPEN = ".coppit-spot:not([aria-disabled])"
DRAWN_RINGS = ".coppit-to, .coppit-from:not(.chosen)"
"""They come a little after the squares can be chosen."""


def by_mouse(page: Page) -> None:
    """The last hat that can move, to the first square it can reach, unless there is only to pass."""
    if page.locator(".coppit-buttons button").count() == 0:
        expect(page.locator(DRAWN_RINGS).first).to_be_attached()
        if page.locator(".coppit-to").count() == 0:
            _click_ring(page, page.locator(".coppit-from").last)
        _click_ring(page, page.locator(".coppit-to").first)
    if page.locator(".coppit-buttons button").count() > 0:
        page.locator(".coppit-buttons button").last.click()


def _click_ring(page: Page, ring: Locator) -> None:
    """A pointer hits the square below a ring."""
    ring.scroll_into_view_if_needed()
    place = ring.bounding_box()
    assert place
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def by_touch(page: Page) -> None:
    """A finger that misses the square by some pixels. The only hat that can move is chosen by itself."""
    if page.locator(".coppit-buttons button").count() > 0:
        page.locator(".coppit-buttons button").first.tap()
        return
    expect(page.locator(DRAWN_RINGS).first).to_be_attached()
    if page.locator(".coppit-to").count() == 0:
        _tap_beside(page, page.locator(".coppit-from").first)
    _tap_beside(page, page.locator(".coppit-to").first)


def _tap_beside(page: Page, ring: Locator) -> None:
    ring.scroll_into_view_if_needed()
    place = ring.bounding_box()
    assert place
    page.touchscreen.tap(place["x"] + place["width"] / 2 + 6, place["y"] + place["height"] / 2 - 6)


def choose_the_first(page: Page) -> None:
    """By the keyboard, whose focus goes by itself to what can be chosen: the first hat, to the first square."""
    if page.locator(".coppit-buttons button").count() == 0:
        page.locator('.coppit-spot[tabindex="0"]').focus()
        page.keyboard.press("Home")
        # Not by the rings: a hat that is only aimed at shows its own.
        chosen = page.locator('.coppit-spot[aria-pressed="true"]')
        if chosen.count() == 0:
            page.keyboard.press("Enter")
            expect(chosen).to_be_attached()
            page.keyboard.press("Home")
    else:
        page.locator(".coppit-buttons button").first.focus()
    page.keyboard.press("Enter")


def by_keyboard(page: Page) -> None:
    choose_the_first(page)
    if page.locator(".coppit-buttons button").count() > 0:
        page.keyboard.press("Enter")


PLIES = "() => Number([...document.querySelectorAll('.ply-number')].at(-1)?.textContent ?? 0)"
"""So far; of a long game the list has only the last."""


def play_on(page: Page, move: Move, most: int = 400) -> int:
    """Until the game is over. How many moves."""
    result = page.locator(".result")
    mine = page.locator(".turn.mine ~ .stage").locator(f".coppit-buttons button, {OPEN}").first
    for moves in range(most):
        expect(result.or_(mine).first).to_be_attached()
        if result.is_visible():
            return moves
        turn = page.evaluate(PLIES)
        move(page)
        page.wait_for_function(f"(turn) => ({PLIES})() > turn", arg=turn)
    raise AssertionError("the game does not end")


GAMES = [
    pytest.param("en", DESKTOP, by_mouse, marks=pytest.mark.slow),
    ("ja", PHONE, by_touch),
    pytest.param("ja", DESKTOP, by_keyboard, marks=pytest.mark.slow),
    pytest.param("en", PHONE, by_keyboard, marks=pytest.mark.slow),
    pytest.param("ja", DESKTOP, by_mouse, marks=pytest.mark.slow),
    pytest.param("en", PHONE, by_touch, marks=pytest.mark.slow),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("lang", "size", "move"), GAMES)
def test_a_whole_game(browser: Browser, server: Served, lang: str, size: dict[str, int], move: Move) -> None:
    with person(browser, server.url, lang=lang, size=size) as ann:
        page = sit(ann, SHORT)
        page.evaluate(LISTEN)
        before = page.locator(".ply").count()
        assert play_on(page, move) >= 1
        end = played(page, SHORT)
        assert end.over
        becomes(lambda: page.evaluate(DRAWN), told(end))
        expect(page.locator(".coppit-last")).to_have_count(1)
        assert page.locator(".coppit-star").count() == page.locator(".coppit-score.coppit-due").count() > 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # Every move of either side was read aloud, and written down.
        moves = [text for text in written(page)[before:] if ">" in text]
        verbs = {"en": r"sets out to|goes from|goes home from", "ja": "へ出ます。|へ進みます。|箱へ帰ります。"}[lang]
        becomes(lambda: len(re.findall(verbs, " ".join(page.evaluate("window.said")))), len(moves))
        becomes(lambda: len(re.findall(verbs, page.locator(".coppit-log").inner_text())), len(moves))


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "size", "move"), [("en", DESKTOP, by_mouse), ("ja", PHONE, by_keyboard)])
def test_four_play_to_the_end(browser: Browser, server: Served, lang: str, size: dict[str, int], move: Move) -> None:
    with person(browser, server.url, lang=lang, size=size) as ann:
        page = ann.open()
        quick_play(page, "coppit", lang)
        play_on(page, move, 1500)
        expect(page.locator(".result h2")).to_be_visible()
        replay = page.request.get(
            f"{server.url}/api{page.url.removeprefix(server.url).replace('/room', '/rooms')}/games/1/replay"
        )
        end = replay.json()["frames"][-1]["view"]
        drawn = page.evaluate(DRAWN)
        assert drawn["boxes"] == list(end["boxes"].values())
        assert drawn["caught"] == [sum(caught.values()) for caught in end["banked"].values()]


@pytest.mark.slow
def test_nobody_waits_for_the_film(browser: Browser, server: Served) -> None:
    """Bots answer at once, so that every click comes in the middle of several scenes."""
    options = SHORT | {"max_players": 3, "max_turns": 9, "hats_per_player": 2}
    with person(browser, server.url) as ann:
        ann.context.add_init_script(LIVELY)
        page = sit(ann, options)
        assert not page.evaluate("document.documentElement.classList.contains('calm')")
        moves = 0
        while page.locator(".result").count() == 0:
            mine = page.locator(".turn.mine ~ .stage").locator(OPEN).last
            expect(mine.or_(page.locator(".result")).first).to_be_attached()
            if page.locator(".result").count() == 0:
                turn = page.locator(".ply").count()
                mine.dispatch_event("pointerdown")
                by_mouse(page)
                page.wait_for_function("(plies) => document.querySelectorAll('.ply').length > plies", arg=turn)
                moves += 1
        assert moves >= 3
        # The film ends by itself with the position as it is.
        expect(page.locator(".coppit-star").first).to_be_attached()
        expect(page.locator(".coppit-front > *")).to_have_count(0)
        becomes(lambda: page.evaluate(DRAWN), told(played(page, options)))


EVERY_RULE = {
    "max_turns": 150,
    "capture_on_pass": True,
    "allow_box_invasion": True,
    "auto_bank_on_return": False,
    "box_overshoot": "choice",
}


def recorded(options: dict[str, Any], seed: int) -> dict[str, Any]:
    """A game of four who do anything, as the server replays it."""
    luck, position = Random(seed), start(CoppitOptions.read(options))
    frames: list[dict[str, Any]] = [{"seat": None, "action": None, "text": "", "ms": 0, "view": position.view(None)}]
    while not position.over:
        action = luck.choice(list(position.legal()))
        after = position.apply(action)
        told = {"seat": position.to_play, "action": action, "text": write_move(position, action), "ms": 0}
        frames.append(told | {"view": after.view(None), "happened": events(position, action, after)})
        position = after
    names = [position.layout.colour(seat).lower() for seat in range(len(position.box))]
    ends = {"returns": position.returns(), "reason": "rules", "seed": "", "nonce": "", "commitment": ""}
    people = {"seats": names, "bots": [None] * len(names), "seat_names": names}
    return {"game": "coppit", "options": options, "frames": frames} | people | ends


@pytest.mark.slow
def test_every_kind_of_scene_ends_with_its_position(browser: Browser, server: Served) -> None:
    replay = recorded(EVERY_RULE, seed=7)
    frames = replay["frames"]
    happened = [{event["event"] for event in frame.get("happened", ())} for frame in frames]
    with person(browser, server.url) as ann:
        ann.context.add_init_script(LIVELY)
        ann.context.route("**/games/1/replay", lambda route: route.fulfill(json=replay))
        page = ann.open("/replay/bcdfghjkmnpqr/1")
        slider = page.get_by_role("slider")
        for kind in ("roll", "deploy", "move", "merge", "capture", "bank"):
            at = next(number for number, kinds in enumerate(happened) if kind in kinds and number > 60)
            slider.fill(str(at - 1))
            page.get_by_role("button", name="Forward").click()
            expect(slider).to_have_value(str(at))
            # What has moved is in front until the scene is over, and the last move is marked then.
            expect(page.locator(".coppit-last")).to_have_count(1)
            expect(page.locator(".coppit-front > *")).to_have_count(0)
            view, drawn = frames[at]["view"], page.evaluate(DRAWN)
            assert drawn["boxes"] == list(view["boxes"].values()), kind
            assert drawn["caught"] == [sum(caught.values()) for caught in view["banked"].values()], kind
            assert drawn["stacks"] == {
                name: ["".join(hat[0] for hat in stack) for stack in stacks]
                for name, stacks in view["nodes"].items()
                if not name.startswith("BOX")
            }, kind


@pytest.mark.slow
def test_who_cannot_move_passes(browser: Browser, server: Served) -> None:
    """Hats that need a six to set out."""
    options = {"max_players": 2, "require_6_to_deploy": True, "max_turns": 40}
    with person(browser, server.url) as ann:
        for _ in range(9):  # a room whose first roll is no six
            page = sit(ann, options)
            page.evaluate(LISTEN)
            passed = page.locator(".coppit-log").get_by_text("Red cannot move and passes.")
            expect(passed.or_(page.locator(OPEN)).first).to_be_attached()
            if passed.count() > 0:
                break
        page.wait_for_function("() => window.said.join(' ').includes('cannot move and passes.')")


def asked_for_a_way(page: Page) -> bool:
    """Play on until a square is chosen that is reached in several ways; false if the game ends before."""
    ended_or_mine = page.locator(".result").or_(page.locator(f".turn.mine ~ .stage {OPEN}, .coppit-buttons button"))
    for _ in range(60):
        expect(ended_or_mine.first).to_be_attached()
        if page.locator(".result").count():
            return False
        turn = page.locator(".ply").count()
        choose_the_first(page)
        script = """(plies) => document.querySelectorAll('.ply').length > plies
          || document.querySelectorAll('.coppit-buttons button').length > 1"""
        page.wait_for_function(script, arg=turn)
        if page.locator(".coppit-buttons button").count() > 1:
            return True
    return False


@pytest.mark.slow
def test_several_ways_to_one_square_are_asked_for(browser: Browser, server: Served) -> None:
    """Hats may turn back and catch on the way: then the way matters."""
    options = {"max_players": 2, "capture_on_pass": True, "direction_lock": False, "max_turns": 60}
    with person(browser, server.url) as ann:
        page = next(page for page in (sit(ann, options) for _ in range(5)) if asked_for_a_way(page))
        ways = page.locator(".coppit-buttons button")
        expect(ways.first).to_be_focused()
        assert len(set(ways.all_inner_texts())) == ways.count()
        page.keyboard.press("Escape")
        expect(ways).to_have_count(0)
        choose_the_first(page)
        chosen = ways.last.inner_text().removeprefix("by ").replace(" ", " → ")
        ways.last.click()
        expect(page.locator(".moves")).to_contain_text(chosen)
        expect(page.locator(f".turn.mine ~ .stage {OPEN}").first).to_be_attached()
        becomes(lambda: page.evaluate(DRAWN), told(played(page, options)))


@pytest.mark.slow
def test_the_engine_is_asked_about_the_position_that_is_shown(browser: Browser, server: Served) -> None:
    options = SHORT | {"max_players": 3, "max_turns": 60}
    with person(browser, server.url) as ann:
        page = sit(ann, options)
        for _ in range(3):
            expect(page.locator(f".turn.mine ~ .stage {OPEN}").first).to_be_attached()
            turn = page.locator(".ply").count()
            by_mouse(page)
            page.wait_for_function("(plies) => document.querySelectorAll('.ply').length > plies", arg=turn)
        expect(page.locator(f".turn.mine ~ .stage {OPEN}").first).to_be_attached()
        with page.expect_response("**/api/analyse") as answer:
            page.get_by_role("button", name="Hint").click()
        assert answer.value.ok
        expect(page.locator(".coppit-hinted").first).to_be_attached()
        expect(page.locator(".coppit-caption")).to_contain_text("The engine would play")
        expect(page.locator(".coppit-caption")).to_contain_text("Chance to win:")
        expect(page.locator(".coppit-caption")).to_contain_text("Caught before your next turn:")
        asked = json.loads(answer.value.request.post_data or "")["position"]
        known, found = played(page, options), read_position(asked, CoppitOptions.read(options))
        assert without_ages(found) == without_ages(known)


def without_ages(position: Position) -> str:
    """When a BOX count changed is the only thing that a view does not tell."""
    return re.sub(r",since=[0-9]+", "", write_position(position))


@pytest.mark.slow
def test_two_people(browser: Browser, server: Served) -> None:
    options = SHORT | {"extra_roll_on_6": False}
    with (
        person(browser, server.url, bypass_csp=True) as ann,  # only so that axe may run in the page
        person(browser, server.url, lang="ja", size=PHONE, color_scheme="dark", bypass_csp=True) as bob,
    ):
        page = ann.open()
        page.request.post(f"{server.url}/api/guests", data={})
        made = page.request.post(f"{server.url}/api/rooms", data={"game": "coppit", "options": options}).json()
        for each, text in ((ann, "Sit"), (bob, "座")):
            each.page.goto(f"{server.url}/room/{made['room']}")
            each.page.get_by_role("button", name=re.compile(text)).first.click()
        for one, other, move in ((ann, bob, by_keyboard), (bob, ann, by_touch)) * 2:
            expect(one.page.locator(f".turn.mine ~ .stage {OPEN}").first).to_be_attached()
            move(one.page)
            expect(other.page.locator(".turn.mine")).to_be_visible()
        for each in (ann, bob):
            becomes(partial(each.page.evaluate, DRAWN), told(played(ann.page, options)))
        # No hints against a person.
        expect(ann.page.get_by_role("button", name="Hint")).to_have_count(0)
        for each in (ann, bob):
            assert faults(each.page) == []


@pytest.mark.slow
def test_arrows_follow_the_ways(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = sit(ann, SHORT)
        spot(page, "outer_10").focus()
        for key, name in (("ArrowDown", "cross_n_0"), ("ArrowDown", "cross_n_1"), ("ArrowDown", "cross_center")):
            page.keyboard.press(key)
            expect(spot(page, name)).to_be_focused()
        expect(page.locator(".coppit-focus")).to_have_count(1)
        expect(page.locator(".coppit-caption")).to_have_text("square c")
        page.keyboard.press("PageDown")
        becomes(lambda: page.evaluate("document.activeElement.matches('.coppit-spot:not([aria-disabled])')"), True)


@pytest.mark.slow
def test_shapes_for_who_cannot_tell_the_colours(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        ann.context.add_init_script("localStorage.setItem('asobiba.settings', JSON.stringify({colourBlind: true}))")
        page = sit(ann, SHORT)
        shapes = page.locator(".coppit-board [data-box] .coppit-mark").all()
        assert shapes
        assert all(shape.is_visible() for shape in shapes)
        assert len({shape.get_attribute("d") for shape in shapes}) == 2


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_lessons_and_replays(browser: Browser, server: Served, lang: str) -> None:
    with person(browser, server.url, lang=lang, size=PHONE, bypass_csp=True) as ann:
        page = ann.open("/how/coppit")
        expect(page.locator(".lesson .coppit-board")).to_have_count(7)
        expect(page.locator(".lesson").last).to_contain_text(TEXTS[lang]["lesson.end"].split("\n")[0])
        assert faults(page) == []
        page = sit(ann, SHORT | {"max_turns": 4})
        play_on(page, by_keyboard)
        end, plies = told(played(page, SHORT | {"max_turns": 4})), page.locator(".ply").count()
        page.locator('.result a[href^="/replay"]').click()
        expect(page.locator(".coppit-board")).to_be_visible()
        for at in range(1, plies + 1):
            page.keyboard.press("ArrowRight")
            expect(page.get_by_role("slider")).to_have_value(str(at))
        becomes(lambda: page.evaluate(DRAWN), end)
        page.keyboard.press("Home")
        expect(page.locator(".coppit-log li")).to_have_count(1)
