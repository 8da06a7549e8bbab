"""Puyo in a real browser: in turns and on the clock, and what the browser knows of the rules."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from asobiba.agents.players import Players
from asobiba.games.puyo import GAME
from asobiba.games.puyo.board import ALL_BUTTONS
from asobiba.games.puyo.field import Field, resolve, rows
from asobiba.games.puyo.notation import read_field, write_position
from asobiba.games.puyo.pairs import SEEDS, queue
from asobiba.games.puyo.placements import NUMBER_OF, place, reachable
from asobiba.games.puyo.potential import triggers
from asobiba.games.puyo.rules import Position, PuyoOptions, conceal
from asobiba.games.puyo.timed import start
from asobiba.games.puyo.urls import write_url
from tests.web.browser import DESKTOP, PHONE, SCREENSHOTS, TEXTS, Person, Served, person
from tests.web.node import STATIC, npm
from tests.web.test_accessible import faults

# The rules that the browser knows ------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("size", [1, pytest.param(12, marks=pytest.mark.slow)])
def test_the_browser_knows_the_rules(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(size)
    vectors = {
        "chains": [chain(luck) for _ in range(400 * size)],
        "placements": [placement(luck) for _ in range(200 * size)],
        "reachable": [crowded(luck) for _ in range(100 * size)],
        "positions": [position for _ in range(10 * size) for position in positions(luck)],
        "games": [timed_game(luck) for _ in range(6 * size)],
        "potentials": [in_reach(luck) for _ in range(200 * size)],
        "urls": [
            {"field": field, "url": write_url(field)} for field in (some_field(luck, "RGBYPO") for _ in range(50))
        ],
        "queues": [
            {"seed": seed, "colours": colours, "letters": queue(seed, colours)}
            for seed, colours in ((luck.randrange(SEEDS), luck.randint(3, 5)) for _ in range(20))
        ],
    }
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps(vectors))
    monkeypatch.setenv("PUYO_VECTORS", str(file))
    said = npm("run", "test", "--", "src/games/puyo/rules.test.ts")
    assert "9 passed" in said


def some_field(luck: random.Random, letters: str, lowest: int = 0) -> Field:
    return tuple("".join(luck.choices(letters, k=luck.randint(lowest, 13))) for _ in range(6))


def chain(luck: random.Random) -> dict[str, Any]:
    field = some_field(luck, luck.choice(["RB", "RBY", "RBYGO", "RBYGPO"]))
    found = resolve(field)
    points, falls = [link.score for link in found.links], [link.fall for link in found.links]
    return {"field": field, "after": found.field, "points": points, "falls": falls}


def in_reach(luck: random.Random) -> dict[str, Any]:
    field = resolve(some_field(luck, luck.choice(["RB", "RBY", "RBYGO"]))).field
    found = triggers(field)
    best = max(((each.links, each.score, -each.puyos) for each in found), default=None)
    return {"field": field, "best": best and [best[0], best[1], -best[2]]}


def crowded(luck: random.Random) -> dict[str, Any]:
    """Near the top, where not every placement can be reached."""
    field = some_field(luck, "RBYGO", 8)
    field = (*field[:2], field[2][:11], *field[3:])
    row14 = luck.choice([0, luck.randrange(64)])
    return {"field": field, "row14": row14, "actions": reachable(tuple(map(len, field)), row14)}


def placement(luck: random.Random) -> dict[str, Any]:
    where = crowded(luck)
    pair, action = "".join(luck.choices("RBYG", k=2)), luck.choice(where["actions"])
    return {"field": where["field"], "pair": pair, "action": action, "after": place(where["field"], pair, action)}


def some_options(luck: random.Random) -> PuyoOptions:
    return PuyoOptions.read(
        {
            "mode": luck.choice(["single", "versus"]),
            "colors": luck.randint(3, 5),
            "row14": luck.choice(["discard", "once"]),
        }
    )


def positions(luck: random.Random) -> Iterator[dict[str, Any]]:
    """Of a game in turns and of one on the clock, as the seats see them and as the engine is asked."""
    options = some_options(luck)
    state: Position = GAME.start(options)
    for _ in range(luck.randint(1, 60)):
        state = state.apply(luck.choice(list(state.legal()))) if state.legal() else state
    for seat in range(len(state.players)) if state.to_play >= 0 else ():
        known = conceal(state, seat)
        if known.commit is None:
            yield {"view": state.view(seat), "seat": seat, "text": write_position(known)}
    timed, held = start(options, luck.randrange(1000)), 0
    for _ in range(luck.randint(20, 900)):
        held = luck.randrange(ALL_BUTTONS + 1) if luck.random() < 0.2 else held
        timed.step({0: held, 1: held ^ 3})
    for seat in range(len(timed.boards)):
        yield {"view": timed.view(seat), "seat": seat, "text": write_position(timed.position(seat))}


def timed_game(luck: random.Random) -> dict[str, Any]:
    """Views at the server's pace, and what every seat held between them."""
    game = start(some_options(luck), luck.randrange(1000))
    views, held, masks = [game.view(None)], [], [0] * len(game.boards)
    while not game.over and len(views) < 400:
        passed = []
        for _ in range(luck.choice([1, 3, 3, 5])):
            masks = [luck.randrange(ALL_BUTTONS + 1) if luck.random() < 0.2 else mask for mask in masks]
            if not game.over:
                game.step(dict(enumerate(masks)))
                passed.append(masks)
        views.append(game.view(None))
        held.append([list(each) for each in zip(*passed, strict=True)])
    return {"views": views, "held": held}


# Games ---------------------------------------------------------------------------------------------------------------

MAKE_ROOM = """async (wish) => {
    const ask = (path, body) => fetch(path, {
        method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)
    });
    await ask("/api/guests", {});
    const made = await (await ask("/api/rooms", wish)).json();
    const seat = {token: made.token, game: wish.game, at: Date.now()};
    localStorage.setItem("asobiba.seats", JSON.stringify({[made.room]: seat}));
    return made.room;
}"""


def enter(someone: Person, **wish: Any) -> Page:
    """Into a game against the weakest bot, unless another is wished for."""
    page = someone.open()
    expect(page.locator(".game-card").first).to_be_visible()
    wish = {"game": "puyo", "seat": 0, "ready": True, "bots": {"1": "random"}, **wish}
    page.goto(f"{someone.url}/room/{page.evaluate(MAKE_ROOM, wish)}")
    expect(stage(page)).to_be_visible()
    return page


def stage(page: Page) -> Locator:
    return page.locator(".puyo-stage")


def heard(page: Page, words: str) -> None:
    """They are read aloud."""
    expect(page.locator("[aria-live=polite]", has_text=words)).to_have_count(1)


def choosing(page: Page) -> Locator:
    """The board while a pair waits for its player."""
    return page.locator(".puyo-stage:not([data-column='0'])")


def play_out(page: Page, drop: Any, most: int = 60) -> int:
    """Drop every pair where it is until the game is over; how many."""
    result = page.locator(".result")
    for turns in range(most):
        expect(choosing(page).or_(result).first).to_be_visible()
        if result.is_visible():
            return turns
        turn = len(page.locator(".ply").all())
        played = page.locator(".ply").nth(turn).or_(result).first
        drop()
        try:
            expect(played).to_be_visible(timeout=3000)
        except AssertionError:
            drop()  # the first only cut short the chain that was shown
            expect(played).to_be_visible()
    raise AssertionError("the game does not end")


@pytest.mark.slow
def test_a_game_by_keyboard(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="en", size=DESKTOP) as ann:
        page = enter(ann)
        stage(page).focus()
        expect(stage(page)).to_have_attribute("data-column", "3")
        for key, column in (("ArrowLeft", "2"), ("KeyX", "2"), ("KeyD", "3"), ("ArrowRight", "4"), ("KeyZ", "4")):
            page.keyboard.press(key)
            expect(stage(page)).to_have_attribute("data-column", column)
        heard(page, "column 4, child above")
        page.keyboard.press("Space")
        expect(page.locator(".moves")).to_contain_text("4u")
        heard(page, "Right: column")
        assert play_out(page, lambda: page.keyboard.press("Enter")) >= 5
        expect(page.locator(".result h2")).to_be_visible()
        _look_at_the_replay(page)


def _look_at_the_replay(page: Page) -> None:
    page.locator('.result a[href^="/replay"]').click()
    expect(page.locator(".player")).to_be_visible()
    tables = page.locator(".puyo table")
    expect(tables).to_have_count(2)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("5")
    expect(tables.first).to_contain_text("Row 2")
    page.keyboard.press("End")
    expect(tables.first.or_(tables.last)).to_contain_text(["Row 12"])


@pytest.mark.slow
def test_a_game_by_mouse(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="ja", size=DESKTOP) as ann:
        page = enter(ann)
        box = stage(page).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        columns = set()
        for at in range(30):
            page.mouse.move(box["x"] + at * box["width"] / 60, y)
            columns.add(stage(page).get_attribute("data-column"))
        assert columns >= set("123456")
        page.mouse.move(x - box["width"] / 4, y)
        page.mouse.click(x - box["width"] / 4, y, button="right")
        page.mouse.click(x - box["width"] / 4, y)
        expect(page.locator(".moves")).to_contain_text("r")
        assert play_out(page, lambda: page.mouse.click(x - box["width"] / 4, y)) >= 5
        expect(page.locator(".result h2")).to_be_visible()


@pytest.mark.slow
def test_the_learned_player_answers(browser: Browser, server: Served) -> None:
    with person(browser, server.url, size=DESKTOP) as ann:
        page = enter(ann, bots={"1": "learned"}, options={"max_turns": 4})
        assert play_out(page, lambda: page.keyboard.press("ArrowDown")) == 4
        told = server.read(f"/api/rooms/{page.url.rsplit('/', 1)[1]}/games/1/record")
        assert '"learned"' in told
        assert told.count('"seat":1') == 4


def test_a_game_by_touch(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="ja", size=PHONE) as ann:
        page = enter(ann)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for name, column in (("left", "2"), ("rotate_right", "2"), ("right", "3")):
            page.locator(f"[data-button={name}]").tap()
            expect(stage(page)).to_have_attribute("data-column", column)
        page.locator("[data-button=down]").tap()
        expect(page.locator(".moves")).to_contain_text("3r")
        heard(page, "列目")
        assert play_out(page, lambda: page.locator("[data-button=down]").tap()) >= 5
        expect(page.locator(".result h2")).to_be_visible()


@pytest.mark.slow
def test_alone_for_points(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = enter(ann, options={"mode": "single", "max_turns": 3}, bots={})
        expect(page.locator(".puyo table")).to_have_count(1)
        assert play_out(page, lambda: page.keyboard.press("ArrowDown")) == 3
        expect(page.locator(".result h2")).to_contain_text("points")


@pytest.mark.slow
def test_two_people(browser: Browser, server: Served) -> None:
    """Who has chosen waits for the other, and then both see both."""
    with person(browser, server.url) as ann, person(browser, server.url, lang="ja", size=PHONE) as bob:
        page = ann.open()
        card = page.locator(".game-card").filter(has=page.locator('a[href="/how/puyo"]'))
        card.get_by_role("button", name=TEXTS["en"]["play.friend"]).click()
        bob.page.goto(page.locator("#share").input_value())
        bob.page.get_by_role("button", name=TEXTS["ja"]["waiting.sit"]).click()
        for turn in range(3):
            for one in (page, bob.page):
                expect(choosing(one)).to_be_visible()
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("Space")
            expect(page.locator(".turn:not(.mine)")).to_be_visible()
            expect(bob.page.locator(".ply")).to_have_count(1 + 2 * turn)
            bob.page.locator("[data-button=right]").tap()
            bob.page.locator("[data-button=down]").tap()
            for one in (page, bob.page):
                expect(one.locator(".ply").nth(2 * turn + 1)).to_contain_text("2u")
                expect(one.locator(".ply").nth(2 * turn + 2)).to_contain_text("4u")
        # Hints are not fair against people.
        expect(page.get_by_role("button", name="Hint")).to_have_count(0)


# On the clock --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_game_on_the_clock(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="en", size=DESKTOP) as ann:
        ann.page.emulate_media(reduced_motion="no-preference")
        page = enter(ann, timed=True)
        stage(page).focus()
        expect(choosing(page)).to_be_visible()
        page.keyboard.down("ArrowRight")
        expect(stage(page)).to_have_attribute("data-column", "6")
        page.keyboard.up("ArrowRight")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".puyo-thoughts li")).not_to_have_count(0, timeout=60_000)
        page.keyboard.down("ArrowDown")
        expect(page.locator(".result h2")).to_be_visible(timeout=60_000)
        page.keyboard.up("ArrowDown")
        expect(page.locator(".puyo caption").first).not_to_contain_text("You: 0 points")


@pytest.mark.slow
def test_the_clock_by_pointer(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="ja", size=PHONE) as ann:
        page = enter(ann, timed=True, options={"mode": "single"}, bots={})
        expect(choosing(page)).to_be_visible()
        page.locator("[data-button=left]").hover()
        page.mouse.down()
        expect(stage(page)).to_have_attribute("data-column", "1")
        page.mouse.up()
        box = stage(page).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
        expect(stage(page)).to_have_attribute("data-column", "3")
        page.mouse.down()
        expect(page.locator(".puyo tbody tr")).not_to_have_count(0)
        page.mouse.up()


@pytest.mark.slow
def test_keys_can_be_changed(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/settings")
        page.locator(".keys .field").filter(has_text="Left").first.get_by_role("button").click()
        page.keyboard.press("KeyJ")
        page = enter(ann)
        expect(choosing(page)).to_be_visible()
        page.keyboard.press("KeyJ")
        expect(stage(page)).to_have_attribute("data-column", "2")
        page.get_by_text("Keys", exact=True).click()
        expect(page.locator(".puyo-keys")).to_contain_text("J")


# Looks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(browser: Browser, server: Served, size: dict[str, int], scheme: str) -> None:
    # Only so that axe itself may run in the page.
    with person(browser, server.url, size=size, color_scheme=scheme, bypass_csp=True) as ann:
        page = enter(ann)
        follow_the_hint(page)
        expect(choosing(page)).to_be_visible()
        assert faults(page) == []


def follow_the_hint(page: Page) -> None:
    """Ask for one and place the pair there, by keys."""
    expect(choosing(page)).to_be_visible()
    plies, thoughts = page.locator(".ply").count(), page.locator(".puyo-thoughts li")
    page.get_by_role("button", name="Hint").click()
    expect(thoughts).not_to_have_count(0)
    expect(thoughts.first).to_contain_text("points")
    column, side = tuple(thoughts.first.inner_text()[:2])
    keys = {"↑": [], "→": ["KeyX"], "↓": ["KeyX", "KeyX"], "←": ["KeyZ"]}[side]
    way = int(column) - 3
    for key in [*keys, *["ArrowRight" if way > 0 else "ArrowLeft"] * abs(way)]:
        page.keyboard.press(key)
    expect(stage(page)).to_have_attribute("data-column", column)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".ply").nth(plies)).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "scheme"), [("desktop", DESKTOP, "light"), ("phone", PHONE, "light"), ("dark", DESKTOP, "dark")]
)
def test_pictures(browser: Browser, server: Served, name: str, size: dict[str, int], scheme: str) -> None:
    """Sixteen turns as the engine advises, against the best bot."""
    with person(browser, server.url, size=size, color_scheme=scheme) as ann:
        page = enter(ann, bots={"1": GAME.part(Players).agent_for("opponent", GAME.options())}, options={"colors": 5})
        for _ in range(16):
            follow_the_hint(page)
        expect(choosing(page)).to_be_visible()
        page.evaluate("scrollTo(0, 0)")
        ann.picture(f"puyo-{name}")


@pytest.mark.slow
def test_how_to_play(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="ja", bypass_csp=True) as ann:
        ann.page.emulate_media(reduced_motion="no-preference")
        page = ann.open("/how/puyo")
        expect(page.locator(".lesson")).to_have_count(7)
        expect(page.locator(".lesson canvas").last).to_be_visible()
        assert faults(page) == []


CHAIN = "B..RYG/GYGYGB/GRRRBR/GBRYBG/RRGGYG/YYGYRR/YGRBRB/RBBGYG/RGGYRR/RBGRGR/YBYRBB/RRYGGB/RBBYRY"
WATCH = """async ([script, style, before, after, plies]) => {
    const { mount } = await import(script);
    const link = Object.assign(document.createElement("link"), {rel: "stylesheet", href: style});
    await new Promise((done) => { link.onload = done; document.head.append(link); });
    const root = document.createElement("div");
    document.body.replaceChildren(root);
    const value = {reducedMotion: false, colourBlind: false, keys: {}};
    const board = mount(root, {
        game: "puyo", options: {}, seatNames: ["left", "right"], seatName: String, seat: null,
        language: "en", purpose: "replay",
        settings: {value, peek: () => value}, timed: null,
        t: (key) => key, play() {}, say() {}, sound() {}, mayHint: () => false, hint: async () => null,
    });
    const shown = (view, since) => (
        {view, moves: [], due: [], since, last: null, plies: 0, over: false, pending: null, committed: []}
    );
    board.update(shown(before, []), "jump");
    const frames = [], costs = [], stage = root.querySelector(".puyo-stage");
    const raf = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => raf((ms) => {
        const begun = performance.now();
        draw(ms);
        costs.push(performance.now() - begun);
    });
    board.update(shown(after, plies.map(([seat, action]) => ({seat, action, text: "", happened: []}))), "step");
    await new Promise((done) => {
        let last = performance.now();
        raf(function next(ms) {
            frames.push(ms - last);
            last = ms;
            if (frames.length > 10 && (stage.dataset.still === "true" || frames.length > 300)) done();
            else raf(next);
        });
    });
    board.destroy();
    return {frames, costs};
}"""


@pytest.mark.slow
def test_the_frames_of_a_chain(browser: Browser, server: Served) -> None:
    """Nineteen links: every frame that the browser gives is drawn. How long they took is written down."""
    field, action = read_field(CHAIN), NUMBER_OF["2r"]
    found = resolve(place(field, "RB", action))
    assert len(found.links) == 19
    before, after = _view(0, field), _view(1, found.field)
    built = json.loads((STATIC / "manifest.json").read_text())["src/games/puyo/index.ts"]
    with person(browser, server.url) as ann:
        ann.open()
        seen = ann.page.evaluate(
            WATCH, [f"/{built['file']}", f"/{built['css'][0]}", before, after, [[0, action], [1, action]]]
        )
    frames, costs = sorted(seen["frames"][1:]), sorted(seen["costs"])
    assert len(frames) > 10  # a slow machine gives few in the time of the chain
    assert len(costs) >= len(frames) - 5
    half = len(frames) // 2
    told = {"frames": len(frames), "median_ms": frames[half], "p95_ms": frames[int(0.95 * len(frames))]}
    told |= {"script_median_ms": costs[len(costs) // 2], "script_p95_ms": costs[int(0.95 * len(costs))]}
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    (SCREENSHOTS / "puyo-frames.json").write_text(json.dumps(told, indent=1))


def _view(turn: int, field: Field) -> dict[str, Any]:
    player = {"score": 0, "carry": 0, "ojama": 0, "loose": 0, "all_clear": False, "chain": 0, "row14": 0, "tray": []}
    players = [{**player, "field": rows(field)} for _ in range(2)]
    pairs = ["RB", "GY", "BB"]
    return {"to_play": 0, "turn": turn, "clock": 0, "price": 70, "pairs": pairs, "commit": None, "players": players}
