"""Both languages say the same things."""

import string

from asobiba.cli.texts import LANGUAGES, TEXTS, ordinal


def test_the_languages_have_the_same_texts() -> None:
    assert set(TEXTS) == set(LANGUAGES)
    assert set(TEXTS["en"]) == set(TEXTS["ja"])


def test_no_text_is_empty_or_left_in_english() -> None:
    for key, text in TEXTS["ja"].items():
        assert text
        if key not in ("play.prompt",):
            assert text != TEXTS["en"][key], key


def test_a_translation_asks_for_nothing_that_is_not_given() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for key, text in TEXTS["ja"].items():
        if not key.startswith("error."):  # these choose between the sentence, the text and the help
            assert fields(text) == fields(TEXTS["en"][key]), key


def test_places_are_counted_as_people_do() -> None:
    places = " ".join(ordinal(number, "en") for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 111))
    assert places == "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 111th"
    assert ordinal(2, "ja") == "2 位"
