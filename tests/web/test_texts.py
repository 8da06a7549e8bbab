"""Everything is said in both languages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from asobiba.agents.players import Players
from asobiba.agents.spec import agents_for
from asobiba.core.options import describe
from asobiba.core.registry import find_game
from asobiba.online.rooms.outcome import BY_THE_TABLE
from tests.online.codes import codes
from tests.variants import OURS
from tests.web.node import ROOT, WEB

SOURCE = WEB / "src"
GAMES = SOURCE / "games"
SERVER = ROOT / "src" / "asobiba"
CATALOGUES = [SOURCE / "i18n", *sorted(folder.parent for folder in GAMES.glob("*/en.json"))]


def texts(folder: Path, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{lang}.json").read_text())
    return found


def params(text: Any) -> set[str]:
    """The {parameters} of a text in all its forms."""
    forms = text.values() if isinstance(text, dict) else [text]
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.name)
def test_both_languages_have_the_same_keys_and_parameters(folder: Path) -> None:
    english, japanese = texts(folder, "en"), texts(folder, "ja")
    assert english.keys() == japanese.keys()
    assert {key for key in english if params(english[key]) != params(japanese[key])} == set()
    assert all(form for text in (*english.values(), *japanese.values()) for form in _forms(text))


def _forms(text: Any) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [text]


def test_japanese_is_japanese() -> None:
    """Texts without a single Japanese letter are names, or nothing but parameters and signs."""
    plain = {key for key, text in texts(SOURCE / "i18n", "ja").items() if not _has_kana_or_kanji(text)}
    assert plain == {"settings.language.en", "replay.of", "log.said", "result.count", "result.side"}


def _has_kana_or_kanji(text: Any) -> bool:
    return all(re.search(r"[\u3001-\u30ff\u4e00-\u9fff]", form) for form in _forms(text))


def test_every_key_that_the_shell_uses_exists() -> None:
    known = texts(SOURCE / "i18n", "en")
    for file in (*(SOURCE / "app").glob("*.ts*"), *(SOURCE / "analysis").glob("*.ts*"), SOURCE / "main.tsx"):
        source = file.read_text()
        for call in re.findall(r"\bt\(([^()]*)", source):
            for key in re.findall(r'"([a-z][\w.]*)"', call.split("{")[0]):
                if "===" not in call and "!==" not in call:
                    assert key in known, f"{file.name}: {key}"


def test_no_text_is_left_over() -> None:
    folders = (SOURCE / "app", SOURCE / "analysis", GAMES)
    files = (*(file for folder in folders for file in folder.glob("*.ts*")), SOURCE / "i18n" / "texts.ts")
    source = "".join(file.read_text() for file in files)
    made = re.findall(r"`([\w.]*\.)\$\{", source)
    for key in texts(SOURCE / "i18n", "en"):
        assert f'"{key}"' in source or any(key.startswith(prefix) for prefix in made) or key in DYNAMIC, key


DYNAMIC = {f"{asked}.{part}" for asked in ("resign", "resign.alone", "leave") for part in ("title", "text", "yes")}
"""Made of a word and an ending."""


def test_every_code_of_the_server_is_translated() -> None:
    # A handshake without our subprotocol is none of a page of ours.
    missing = {f"error.{code}" for code in codes().keys() - {"no_protocol"}} - texts(SOURCE / "i18n", "en").keys()
    assert missing == set()


@pytest.mark.parametrize("name", OURS)
def test_a_games_own_texts_name_its_seats(name: str) -> None:
    """The shell knows no seat of any game."""
    seats = {f"seat.{seat}" for seat in find_game(name).seats(find_game(name).options())}
    assert seats <= texts(GAMES / name, "en").keys()
    assert not seats & texts(SOURCE / "i18n", "en").keys()


def test_every_reason_has_a_name() -> None:
    known = texts(SOURCE / "i18n", "en")
    own = {"rules", "max_turns", "no_moves", "target"}
    assert {key for key in known if key.startswith("reason.")} == {f"reason.{word}" for word in own | BY_THE_TABLE}


@pytest.mark.parametrize("name", OURS)
def test_what_is_counted_has_a_name(name: str) -> None:
    game = find_game(name)
    facts = game.facts(game.start(game.options()))
    counted = [name for name, each in facts.items() if isinstance(each, list) and name != "standing"]
    assert {f"count.{each}" for each in counted} <= texts(GAMES / name, "en").keys()


@pytest.mark.parametrize("name", OURS)
def test_every_bot_that_is_offered_has_a_name(name: str) -> None:
    """Nobody reads what programs call it."""
    known = texts(SOURCE / "i18n", "en").keys() | texts(GAMES / name, "en").keys()
    game = find_game(name)
    specs = {*game.part(Players).levels(game.options()), *agents_for(game)}
    assert {f"agent.{spec.partition(':')[0]}" for spec in specs} <= known


@pytest.mark.parametrize("name", OURS)
def test_every_option_is_explained_and_its_choices_have_words(name: str) -> None:
    told = json.loads((GAMES / name / "options.ja.json").read_text())
    options = describe(find_game(name).options)
    choices = {
        f"{option}={word}"
        for option, _, allowed, _ in options
        if re.fullmatch(r"\w+( or \w+)+", allowed) and allowed != "true or false"
        for word in allowed.split(" or ")
    }
    assert told.keys() == {option for option, *_ in options} | choices
    english = GAMES / name / "options.en.json"
    assert (json.loads(english.read_text()).keys() if english.exists() else set()) == choices


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_card(name: str) -> None:
    assert json.loads((GAMES / name / "card.json").read_text()).keys() == {"en", "ja"}
    assert (GAMES / name / "card.svg").read_text().startswith("<svg")
