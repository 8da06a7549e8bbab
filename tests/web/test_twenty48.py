"""2048 in a real browser: whole games, fast keys, swipes, undo, the engine's help, and who watches."""

import itertools
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from asobiba.core.game import CHANCE
from asobiba.games.twenty48.notation import read_move, read_position
from asobiba.games.twenty48.rules import DIRECTIONS, Twenty48Options, start
from tests.web.browser import DESKTOP, PHONE, TEXTS, Person, Served, person, quick_play, written
from tests.web.node import WEB
from tests.web.test_accessible import faults

KEYS = {"up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown", "left": "ArrowLeft"}
BUTTONS = {"en": ("Up", "Right", "Down", "Left"), "ja": ("上", "右", "下", "左")}
DEADLINE = 60.0


@contextmanager
def player(browser: Browser, server: Served, lang: str = "en", **more: Any) -> Iterator[Person]:
    """Somebody on the first page, known to the server."""
    with person(browser, server.url, lang=lang, **more) as ann:
        ann.open()
        expect(ann.page.locator(".game-card").first).to_be_visible()
        ann.page.evaluate(
            "fetch('/api/guests', {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'})"
        )
        yield ann


def alone(ann: Person, **options: object) -> Page:
    """A room with options of its own, and the seat in it."""
    wish = {
        "game": "twenty48",
        "options": {name: str(value) for name, value in options.items()},
        "seat": 0,
        "ready": True,
    }
    ann.page.evaluate(
        """async (wish) => {
            const told = {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(wish)};
            const {room, token} = await (await fetch('/api/rooms', told)).json();
            const seats = JSON.parse(localStorage.getItem('asobiba.seats') ?? '{}');
            localStorage.setItem('asobiba.met', 'true');
            seats[room] = {token, game: 'twenty48', at: Date.now()};
            localStorage.setItem('asobiba.seats', JSON.stringify(seats));
            location.href = `/room/${room}`;
        }""",
        wish,
    )
    expect(ann.page.locator(".twenty48-grid")).to_be_visible()
    return ann.page


def board(page: Page) -> list[int]:
    """As it is read aloud."""
    labels = page.locator("[role=gridcell]").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    return [int(re.sub(r"\D", "", label[2:]) or 0) for label in labels]


def tiles(page: Page) -> list[int]:
    """As it is seen; -1 where two tiles lie on one cell, which is so for a moment when they merge."""
    seen = page.locator(".twenty48-tile").evaluate_all(
        "tiles => tiles.map(tile => [Number(tile.style.getPropertyValue('--x')),"
        " Number(tile.style.getPropertyValue('--y')), Number(tile.textContent)])"
    )
    found = [0] * page.locator("[role=gridcell]").count()
    columns = page.locator("[role=row]").first.locator("[role=gridcell]").count()
    for x, y, value in seen:
        found[y * columns + x] = -1 if found[y * columns + x] else value
    return found


def history(page: Page) -> list[str]:
    return written(page)


def played(page: Page) -> int:
    return sum(text in DIRECTIONS for text in history(page))


def stands_still(page: Page) -> bool:
    """Whether nothing is played for half a second; what was under way may still come before it."""
    count = played(page)
    page.wait_for_timeout(500)
    return played(page) == count


def until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + DEADLINE
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def to_the_end(page: Page, act: Callable[[str], None], most: int = 2000) -> None:
    """Always the next direction; what is not legal does nothing."""
    for number, direction in enumerate(itertools.cycle(("down", "left", "down", "right", "up"))):
        act(direction)
        if number % 10 == 9 and page.locator(".result").is_visible():
            return
        assert number < most
        if number % 20 == 19:
            # Nobody's fingers are faster than the server for long.
            page.wait_for_timeout(200)


def drag(page: Page, direction: str) -> None:
    box = page.locator(".twenty48-grid").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    dx, dy = {"up": (0, -40), "right": (40, 0), "down": (0, 40), "left": (-40, 0)}[direction]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def touch(page: Page, direction: str) -> None:
    box = page.locator(".twenty48-grid").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    dx, dy = {"up": (0, -60), "right": (60, 0), "down": (0, 60), "left": (-60, 0)}[direction]
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("Start", [(x, y)]),
        ("Move", [(x + dx / 2, y + dy / 2)]),
        ("Move", [(x + dx, y + dy)]),
        ("End", []),
    ):
        finger.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [{"x": a, "y": b} for a, b in points]}
        )
    finger.detach()


@pytest.mark.slow
def test_a_whole_game_by_keyboard(browser: Browser, server: Served) -> None:
    with player(browser, server) as ann:
        quick_play(ann.page, "twenty48")
        page = ann.page
        expect(page.locator(".twenty48-tile")).to_have_count(2)
        to_the_end(page, lambda direction: page.keyboard.press(KEYS[direction]))
        expect(page.locator(".twenty48-cover")).to_contain_text("No more moves.")
        score = page.locator(".twenty48-count dd").first.inner_text()
        expect(page.locator(".result h2")).to_have_text(f"{score} points")
        assert tiles(page) == board(page)
        assert all(board(page))
        # The best score stays when the page is loaded again, and for the next game.
        page.get_by_role("button", name="Retry").click()
        expect(page.locator(".result")).to_have_count(0)
        page.reload()
        expect(page.locator(".twenty48-count dd").last).to_have_text(score)


@pytest.mark.slow
def test_a_whole_game_by_mouse_and_finger_on_a_phone(browser: Browser, server: Served) -> None:
    with player(browser, server, "ja", size=PHONE) as ann:
        page = alone(ann, rows=3, columns=3)
        by_edge = dict(zip(DIRECTIONS, BUTTONS["ja"], strict=True))
        ways: list[Callable[[str], None]] = [
            # What is not legal is disabled only in name: it can be pushed, and nothing moves.
            lambda direction: page.get_by_role("button", name=by_edge[direction], exact=True).click(force=True),
            lambda direction: drag(page, direction),
            lambda direction: touch(page, direction),
        ]
        for way in ways:
            plies = page.locator(".moves .ply").count()
            for direction in DIRECTIONS:
                way(direction)
            more_plies(page, plies)
        to_the_end(page, ways[1])
        expect(page.locator(".twenty48-cover")).to_contain_text("もう動かせません。")
        expect(page.locator(".result h2")).to_contain_text("点")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "size"), [("ja", DESKTOP), ("en", PHONE)], ids=["ja-desktop", "en-phone"])
def test_a_whole_game_in_the_other_sizes(browser: Browser, server: Served, lang: str, size: dict[str, int]) -> None:
    with player(browser, server, lang, size=size) as ann:
        quick_play(ann.page, "twenty48", lang)
        page = ann.page

        def act(direction: str) -> None:
            drag(page, direction) if direction == "down" else page.keyboard.press(KEYS[direction])

        to_the_end(page, act)
        assert tiles(page) == board(page)


def test_no_key_is_lost_however_fast_they_come(browser: Browser, server: Served) -> None:
    """Twelve keys in one moment: every one of them is played, unless it was not legal when its turn came."""
    with player(browser, server) as ann:
        ann.page.emulate_media(reduced_motion="no-preference")
        page = alone(ann)
        wanted = ["left", "up", "right", "down", "left", "left"] * 2
        page.evaluate(
            "keys => keys.forEach(key =>"
            " document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})))",
            [KEYS[direction] for direction in wanted],
        )
        until(lambda: all_played(history(page), wanted), "keys were lost")
        until(lambda: tiles(page) == board(page), "what is drawn is another board")


def all_played(texts: list[str], wanted: list[str]) -> bool:
    """Whether these are the plies when each wanted move is made if it is legal; False while some are still to come."""
    position, plies = start(Twenty48Options()), iter(texts)

    def luck() -> bool:
        nonlocal position
        while position.to_play == CHANCE:
            if (text := next(plies, None)) is None:
                return False
            position = position.apply(read_move(position, text))
        return True

    if not luck():
        return False
    for direction in wanted:
        if DIRECTIONS.index(direction) not in position.legal():
            continue
        if (text := next(plies, None)) is None:
            return False
        assert text == direction
        position = position.apply(read_move(position, text))
        if not luck():
            return False
    return next(plies, None) is None


@pytest.mark.slow
def test_what_is_taken_back_does_not_count_and_the_tile_is_drawn_anew(browser: Browser, server: Served) -> None:
    with player(browser, server) as ann:
        page = alone(ann)
        press(page, 6)
        before, best = board(page), page.locator(".twenty48-count dd").last.inner_text()
        count = played(page)
        direction = next(name for name in DIRECTIONS if is_legal(page, name))
        page.keyboard.press(KEYS[direction])
        until(lambda: played(page) == count + 1, "the move is not made")
        until(lambda: board(page) != before, "the board stays as it was")
        page.get_by_role("button", name="Undo").click()
        until(lambda: board(page) == before, "nothing was taken back")
        assert tiles(page) == before
        expect(page.locator(".twenty48-note")).to_have_text("Unranked: a move was taken back.")
        page.keyboard.press(KEYS[direction])
        until(lambda: played(page) == count + 1, "the move is not made again")
        until(lambda: board(page) != before, "the board stays as it was")
        page.reload()
        expect(page.locator(".twenty48-note")).to_have_text("Unranked: a move was taken back.")
        press(page, 14)
        assert int(page.locator(".twenty48-count dd").first.inner_text().replace(",", "")) > int(best)
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(page.locator(".result")).to_contain_text("Moves were taken back in this game.")


def is_legal(page: Page, direction: str) -> bool:
    return page.locator(f".twenty48-{direction}").get_attribute("aria-disabled") == "false"


def press(page: Page, moves: int = 1) -> None:
    """So many moves, one after the other, unless the game ends."""
    for _ in range(moves):
        legal = page.locator(".twenty48-edge[aria-disabled=false]")
        if legal.count() == 0:
            return
        plies = page.locator(".moves .ply").count()
        found = re.search(r"twenty48-(up|right|down|left)", legal.last.get_attribute("class") or "")
        assert found is not None
        page.keyboard.press(KEYS[found[1]])
        more_plies(page, plies)


def more_plies(page: Page, than: int) -> None:
    page.wait_for_function("than => document.querySelectorAll('.moves .ply').length > than", arg=than)


@pytest.mark.thorough
def test_hint_and_autoplay(browser: Browser, server: Served) -> None:
    with player(browser, server) as ann:
        page = alone(ann)
        page.get_by_role("button", name="Hint", exact=True).click()
        hinted = page.locator(".twenty48-edge.hinted")
        expect(hinted.first).to_be_visible()
        expect(page.locator(".twenty48-note")).to_contain_text("Hint: ")
        expect(page.locator("[aria-live=polite]", has_text="Hint: ")).to_have_count(1)
        hinted.first.click()
        expect(hinted).to_have_count(0)
        page.get_by_label("Autoplay speed").select_option("10")
        page.get_by_role("button", name="Autoplay", exact=True).click()
        until(lambda: played(page) >= 6, "the engine does not play")
        page.keyboard.press("p")
        expect(page.get_by_role("button", name="Autoplay", exact=True)).to_be_visible()
        until(lambda: stands_still(page), "the engine plays on")
        count = played(page)
        expect(page.locator(".twenty48-note")).to_contain_text("not counted as your best")
        expect(page.locator(".twenty48-count dd").last).to_have_text("0")
        # Who moves takes over.
        page.keyboard.press("p")
        until(lambda: played(page) > count, "the engine does not play on")
        press(page)
        expect(page.get_by_role("button", name="Autoplay", exact=True)).to_be_visible()


@pytest.mark.slow
def test_the_engine_plays_to_the_end(browser: Browser, server: Served) -> None:
    with player(browser, server, "ja") as ann:
        page = alone(ann, rows=2, columns=2)
        page.get_by_label("自動プレイの速さ").select_option("10")
        page.get_by_role("button", name="自動プレイ", exact=True).click()
        expect(page.locator(".result h2")).to_be_visible()
        expect(page.get_by_role("button", name="自動プレイ", exact=True)).to_be_disabled()


@pytest.mark.slow
def test_the_target_and_beyond(browser: Browser, server: Served) -> None:
    with player(browser, server) as ann:
        page = alone(ann, target=8)
        cover = page.locator(".twenty48-cover.twenty48-won")
        press_until(page, cover)
        expect(cover).to_contain_text("8!")
        expect(page.locator("[aria-live=polite]", has_text="You have made the 8 tile")).to_have_count(1)
        page.get_by_role("button", name="Keep going").click()
        expect(cover).to_be_hidden()
        count = played(page)
        press(page, 2)
        assert played(page) == count + 2
        expect(cover).to_be_hidden()
        page = alone(ann, target=8, stop_at_target=True)
        press_until(page, page.locator(".result"))
        expect(cover).to_contain_text("8!")
        expect(page.get_by_role("button", name="Keep going")).to_have_count(0)


def press_until(page: Page, seen: Locator) -> None:
    for _ in range(40):
        if seen.is_visible():
            return
        press(page)
    raise AssertionError("it does not appear")


@pytest.mark.slow
def test_somebody_watches(browser: Browser, server: Served) -> None:
    with player(browser, server) as ann, player(browser, server, "ja", size=PHONE) as bob:
        page = alone(ann)
        bob.page.goto(page.url)
        expect(bob.page.locator(".twenty48-tile")).to_have_count(2)
        assert bob.page.locator(".twenty48-edge:enabled").count() == 0
        expect(bob.page.get_by_text(TEXTS["ja"]["actions.watching"])).to_be_visible()
        for _ in range(4):
            press(page)
            until(lambda: board(bob.page) == board(page) == tiles(bob.page), "the watcher sees another board")
        expect(bob.page.locator("[aria-live=polite]", has_text="新しい")).to_have_count(1)
        bob.page.keyboard.press("ArrowLeft")
        bob.page.keyboard.press("p")
        assert played(bob.page) == 4


@pytest.mark.slow
def test_what_a_screen_reader_finds(browser: Browser, server: Served) -> None:
    with player(browser, server, bypass_csp=True) as ann:
        page = alone(ann)
        first = page.locator("[role=gridcell]").first
        first.focus()
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("[role=gridcell]").nth(1)).to_be_focused()
        page.keyboard.press("Shift+ArrowDown")
        expect(page.locator("[role=gridcell]").nth(5)).to_be_focused()
        assert played(page) == 0
        assert page.locator("[role=gridcell][tabindex='0']").count() == 1
        page.keyboard.press("b")
        expect(page.locator("[aria-live=polite]", has_text=re.compile("row 1: .*row 4: .*score"))).to_have_count(1)
        while is_legal(page, "left"):
            plies = page.locator(".moves .ply").count()
            page.keyboard.press("h")
            more_plies(page, plies)
        page.keyboard.press("a")
        expect(page.locator("[aria-live=polite]", has_text="Left: nothing moves")).to_have_count(1)
        press(page, 8)
        assert faults_at_the_top(page) == []
        page.emulate_media(color_scheme="dark")
        assert faults_at_the_top(page) == []
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".twenty48-edge.hinted").first).to_be_visible()
        assert faults_at_the_top(page) == []


def faults_at_the_top(page: Page) -> list[str]:
    """With nothing under the bar of the page, whose contrast is not the board's."""
    page.evaluate("scrollTo(0, 0)")
    return faults(page)


@pytest.mark.slow
def test_the_replay_and_the_lessons(browser: Browser, server: Served) -> None:
    with player(browser, server) as ann:
        page = alone(ann, rows=2, columns=3)
        to_the_end(page, lambda direction: page.keyboard.press(KEYS[direction]))
        last = board(page)
        page.get_by_role("link", name="Review").click()
        expect(page.get_by_role("group", name="Player")).to_be_visible()
        for _ in range(8):
            page.keyboard.press("ArrowRight")
            until(lambda: tiles(page) == board(page), "what is drawn is another board")
        page.keyboard.press("End")
        until(lambda: board(page) == last == tiles(page), "the replay ends elsewhere")
        page.goto(f"{server.url}/how/twenty48")
        expect(page.locator(".lesson")).to_have_count(7)
        expect(page.locator(".lesson .twenty48-board")).to_have_count(7)
        # No key stands where its text should be.
        assert "lesson." not in page.locator("main").inner_text()


def reviewed(page: Page) -> Locator:
    """The review of a game, if something was given away in it: a short one may have been played well."""
    to_the_end(page, lambda direction: page.keyboard.press(KEYS[direction]))
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".review .course-line")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    return page.locator(".review:has(.mistake)")


@pytest.mark.slow
def test_a_game_is_reviewed_in_points(browser: Browser, server: Served) -> None:
    """On a small board the adviser knows every slide's worth."""
    with player(browser, server) as ann:
        page = alone(ann, rows=2, columns=3)
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".twenty48-note")).to_have_text(re.compile(r"^Hint: .+, [\d,.]+ points"))
        review = next(each for each in (reviewed(alone(ann, rows=2, columns=3)) for _ in range(8)) if each.count())
        expect(review.locator(".mistake").first).to_have_text(re.compile(r"gave away [\d,.]+ points$"))
        expect(review.get_by_role("img", name="How the game went")).to_be_visible()
        expect(review.locator(".course-scale")).to_contain_text("points")
        # The board says it, too, where one goes.
        page.get_by_label("Place in the game").focus()
        page.keyboard.press("Home")
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        expect(page.locator(".twenty48-note")).to_contain_text("points")
        expect(page.locator(".twenty48-edge.hinted").first).to_be_visible()
        page.get_by_label("Speed").select_option("as fast as it can")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        until(lambda: all(board(page)), "the replay does not come to its end")


@pytest.mark.slow
def test_boards_of_any_shape_fit_a_narrow_screen(browser: Browser, server: Served) -> None:
    with player(browser, server, size=PHONE) as ann:
        for rows, columns in ((8, 8), (1, 2), (2, 6)):
            page = alone(ann, rows=rows, columns=columns)
            press(page, 2)
            assert tiles(page) == board(page)
            assert len(board(page)) == rows * columns
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_positions_are_written_as_the_engine_reads_them() -> None:
    source = (WEB / "src" / "games" / "twenty48" / "rules.test.ts").read_text()
    found = re.search(r'written\(view\)\)\.toBe\("([^"]+)"\)', source)
    assert found is not None
    position = read_position(found[1], Twenty48Options(rows=2, columns=2))
    assert (position.board, position.score) == ((2, 0, 0, 4), 8)
