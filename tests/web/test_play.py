"""Whole games in a real browser, on the board that serves any game."""

import re

import pytest
from playwright.sync_api import Browser, expect

from asobiba.agents.players import Players
from asobiba.core.registry import find_game, game_names
from tests.web.browser import (
    DESKTOP,
    PHONE,
    TEXTS,
    Person,
    Served,
    becomes,
    person,
    play_fast,
    play_on,
    quick_play,
    without_board,
)


def words(lang: str, key: str) -> str:
    return str(TEXTS[lang][key])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "size"),
    [("en", DESKTOP), pytest.param("ja", PHONE, marks=pytest.mark.slow)],
    ids=["en-desktop", "ja-phone"],
)
def test_two_clicks_from_the_first_page_to_the_end_of_a_game(
    browser: Browser, server: Served, lang: str, size: dict[str, int]
) -> None:
    with person(browser, server.url, lang=lang, size=size) as ann:
        without_board(ann, "otrio")
        page = ann.open()
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.get_by_role("heading", level=1)).to_have_text(words(lang, "home.title"))
        ann.picture(f"home-{lang}-{size['width']}")
        quick_play(page, "otrio", lang)
        expect(page.locator(".turn")).to_have_text(words(lang, "turn.yours"))
        ann.picture(f"room-{lang}-{size['width']}")
        assert play_on(page) > 2
        expect(page.locator(".result h2")).to_be_visible()
        ann.picture(f"result-{lang}-{size['width']}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", game_names())
def test_every_game_can_be_played_to_its_end_without_a_board_of_its_own(
    browser: Browser, server: Served, game: str, lang: str
) -> None:
    with person(browser, server.url, lang=lang) as ann:
        without_board(ann, game)
        page = ann.open()
        quick_play(page, game, lang)
        play_fast(page)
        expect(page.locator(".result h2")).to_be_visible()


def test_a_friend_by_link(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, lang="ja", size=PHONE) as bob:
        for each in (ann, bob):
            without_board(each, "othello")
        page = ann.open()
        page.locator(".game-card").filter(has_text="Othello").get_by_role("button", name="Play a friend").click()
        link = page.locator("#share").input_value()
        assert link.startswith(f"{server.url}/room/")
        bob.page.goto(link)
        bob.page.get_by_role("button", name=words("ja", "waiting.sit")).click()
        expect(page.locator(".turn.mine")).to_be_visible()
        expect(bob.page.locator(".turn:not(.mine)")).to_be_visible()
        for one, other in ((ann, bob), (bob, ann)) * 2:
            one.page.locator(".generic-moves").focus()
            one.page.keyboard.press("ArrowDown")
            one.page.keyboard.press("Enter")
            expect(other.page.locator(".turn.mine")).to_be_visible()
        _talk(ann, bob)
        _agree_on_a_draw(ann, bob)
        _play_again(ann, bob)


def _talk(ann: Person, bob: Person) -> None:
    ann.page.get_by_label("Say something").fill("good luck, 頑張って")
    ann.page.keyboard.press("Enter")
    expect(bob.page.locator(".chat")).to_contain_text("good luck, 頑張って")


def _agree_on_a_draw(ann: Person, bob: Person) -> None:
    ann.page.get_by_role("button", name="Offer a draw").click()
    yes = bob.page.get_by_role("button", name=words("ja", "offer.yes"))
    # What has just appeared under a finger does nothing yet.
    expect(yes).to_have_attribute("aria-disabled", "true")
    expect(yes).to_have_attribute("aria-disabled", "false")
    yes.click()
    expect(ann.page.locator(".result h2")).to_have_text("A draw")
    expect(bob.page.locator(".result h2")).to_have_text("引き分け")


def _play_again(ann: Person, bob: Person) -> None:
    """Everybody has moved one seat: who was black is white."""
    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name=words("ja", "offer.yes")).click()
    expect(bob.page.locator(".turn.mine")).to_be_visible()
    expect(ann.page.locator(".seat", has_text="you")).to_contain_text("White")
    bob.page.locator(".generic-moves").focus()
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator(".turn.mine")).to_be_visible()


@pytest.mark.slow
def test_a_move_is_asked_for_first_if_that_is_wished(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, "othello")
        page = ann.open("/settings")
        page.get_by_label("Ask before a move is sent").check()
        page.get_by_role("link", name="Asobiba, to the first page").click()
        quick_play(page, "othello")
        page.locator(".generic-moves").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".asking")).to_contain_text("Play d3?")
        page.locator(".asking").get_by_role("button", name="Cancel").click()
        expect(page.locator(".moves")).to_contain_text("No moves yet.")
        page.locator(".generic-move", has_text="c4").click()
        page.keyboard.press("Enter")
        expect(page.locator(".moves")).to_contain_text("c4")


@pytest.mark.thorough
def test_resigning_taking_back_and_the_way_to_the_replay(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, "othello")
        page = ann.open()
        quick_play(page, "othello")
        page.locator(".generic-move", has_text="d3").click()
        expect(page.locator(".ply-text")).to_have_count(2)
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".moves")).to_contain_text("No moves yet.")
        page.locator(".generic-move", has_text="c4").click()
        expect(page.locator(".ply-text")).to_have_count(2)
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        expect(page.locator(".result h2")).to_have_text("You lose")
        expect(page.locator(".result")).to_contain_text("Moves were taken back")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        assert '"game":"othello"' in download.value.path().read_text().replace(" ", "")
        page.get_by_role("link", name="Review").click()
        _look_at_the_replay(ann)


def _look_at_the_replay(ann: Person) -> None:
    page = ann.page
    expect(page.get_by_role("slider")).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("1")
    expect(page.locator(".ply.current")).to_contain_text("c4")
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_role("slider")).to_have_value("2")
    expect(page.locator(".course svg")).to_be_visible()
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".review-said")).to_contain_text("c4")
    ann.picture("replay-en")


def test_luck_can_be_checked(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, "twenty48")
        page = ann.open()
        quick_play(page, "twenty48")
        page.locator(".generic-move").first.click()
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        page.get_by_text("Was the luck fair?").click()
        expect(page.locator(".verdict.kept")).to_be_visible()


@pytest.mark.slow
def test_a_room_made_with_options_waits_and_fills_with_bots(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann, person(browser, server.url, lang="ja") as bob:
        without_board(ann, "otrio")
        page = ann.open()
        page.locator(".game-card").filter(has_text="Otrio").get_by_role("button", name="Options").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_text("Rules").click()
        dialog.get_by_label("How many play").fill("3")
        page.keyboard.press("Tab")
        fields = dialog.locator("fieldset label.field")
        expect(fields.filter(has_text="Yellow")).to_have_count(0)
        for seat in ("Green", "Blue"):
            fields.filter(has_text=seat).locator("select").select_option(label="Somebody who joins")
        fields.filter(has_text="Clock").locator("select").select_option(label="30 seconds a move")
        ann.picture("create-en")
        dialog.get_by_role("button", name="Create").click()
        expect(page.locator(".waiting")).to_contain_text("Bots join in")
        ann.picture("waiting-en")
        lobby = bob.open()
        expect(lobby.locator(".rooms").first).to_contain_text(words("ja", "seat.free"))
        page.get_by_role("button", name="Fill with bots now").click()
        expect(page.locator(".turn.mine")).to_be_visible()
        expect(page.locator(".clock").first).to_be_visible()
        assert page.locator(".seat").count() == 3


@pytest.mark.slow
def test_bots_play_while_somebody_watches(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        without_board(ann, "otrio")
        page = ann.open("/training")
        expect(page.locator(".run").first).to_be_visible()  # of a network that comes with a game
        page.get_by_role("combobox", name="Game", exact=True).select_option(label="Otrio")
        ann.picture("training-en")
        page.get_by_role("button", name="Watch").click()
        expect(page.locator(".actions, .room-side")).to_contain_text(
            re.compile(r"You are watching\.|The game is over")  # a draw of four bots may be quicker than the look
        )
        expect(page.locator(".result h2")).to_be_visible()


@pytest.mark.slow
def test_only_bots_that_can_play_a_game_are_offered_for_it(browser: Browser, server: Served) -> None:
    with person(browser, server.url) as ann:
        page = ann.open("/training")
        watch = page.locator("form", has=page.get_by_role("button", name="Watch"))
        watch.get_by_role("combobox", name="Game", exact=True).select_option("othello")
        watch.get_by_label("Black").select_option("minimax")
        watch.get_by_role("combobox", name="Game", exact=True).select_option("coppit")
        red = watch.get_by_label("Red")
        becomes(lambda: red.locator("option").evaluate_all("options => options.map(({value}) => value)"), COPPIT_BOTS)
        expect(red).to_have_value(COPPIT.part(Players).agent_for("opponent", COPPIT.options()))
        expect(red.locator("option").first).to_have_text(re.compile(r"^1 · Beginner( \(\d+\))?$"))
        page.goto(f"{server.url}/")
        card = page.locator(".game-card").filter(has=page.locator('a[href="/how/otrio"]'))
        card.get_by_role("button", name="Options…").click()
        page.get_by_text(TEXTS["en"]["create.rules"]).click()
        green = page.locator("dialog label", has_text="Green").locator("select")
        expect(green.locator("option[value=solver]")).to_have_count(0)
        players = page.get_by_label("How many play")
        players.fill("2")
        players.blur()
        expect(green.locator("option[value=solver]")).to_have_text(re.compile(r"\d · Master( \(\d+\))?"))


COPPIT = find_game("coppit")
COPPIT_BOTS = [*COPPIT.part(Players).levels(COPPIT.options()), "expectimax", "mcts", "rollouts"]


@pytest.mark.thorough
def test_the_rest_of_the_pages(browser: Browser, server: Served) -> None:
    with person(browser, server.url, lang="ja") as ann:
        page = ann.open("/how/otrio")
        expect(page.get_by_role("heading", level=1)).to_have_text("オートリオの遊び方")
        page.goto(f"{server.url}/settings")
        page.get_by_label("言語").select_option("en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".notice")).to_contain_text("Your name is changed")
        page.locator("label", has_text="As in the system").first.locator("select").select_option("dark")
        ann.picture("settings-dark")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.get_by_label("Your name")).to_have_value("Ann")
        for path in ("/nothing", "/room/bcdfghjkmnpqr", "/replay/bcdfghjkmnpqr/1", "/how/nothing"):
            page.goto(server.url + path)
            expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
