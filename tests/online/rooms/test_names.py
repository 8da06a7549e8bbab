"""Names and chat: what is welcome, what is refused, what is removed."""

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.online.rooms.names import BadChat, BadName, clean_chat, clean_name, guest_name, same_looking

WELCOME = [
    ("Hana", "Hana"),
    ("  Hana \t  ko \n", "Hana ko"),
    ("花子　太郎", "花子 太郎"),
    ("か\u3099く", "がく"),
    ("Ame\u0301lie", "Amélie"),
    ("Nguyễn", "Nguyễn"),
    ("สวัสดี", "สวัสดี"),
    ("עִבְרִית", "עִבְרִית"),
    ("<svg/onload=alert()>", "<svg/onload=alert()>"),
    ("Robert'); DROP TABLE", "Robert'); DROP TABLE"),
    ("❤️👍🏽", "❤️👍🏽"),
    ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"),
    ("👩🏽‍❤️‍💋‍👨🏿" * 2, "👩🏽‍❤️‍💋‍👨🏿" * 2),
    ("葛\U000e0100城", "葛\U000e0100城"),
    ("1️⃣", "1️⃣"),
    ("\U0001fae8", "\U0001fae8"),
    ("が" * 20, "が" * 20),
    ("🏳️‍🌈 🇯🇵", "🏳️‍🌈 🇯🇵"),
]

REFUSED = {
    "nothing": ("", "empty"),
    "only spaces": (" 　\t\n", "empty"),
    "21 letters": ("x" * 21, "long"),
    "a megabyte": ("x" * 1_000_000, "long"),
    "a null": ("a\x00b", "character"),
    "an escape": ("\x1b[31mred", "character"),
    "a C1 control": ("a\x9bb", "character"),
    "right-to-left override": ("abc\u202edef", "character"),
    "an isolate": ("\u2067abc\u2069", "character"),
    "a left-to-right mark": ("a\u200eb", "character"),
    "an Arabic letter mark": ("a\u061cb", "character"),
    "a zero-width space": ("a\u200bb", "character"),
    "a byte order mark": ("\ufeffabc", "character"),
    "a word joiner": ("a\u2060b", "character"),
    "a soft hyphen": ("a\u00adb", "character"),
    "a non-joiner": ("a\u200cb", "character"),
    "a joiner between letters": ("a\u200db", "character"),
    "a joiner at the end": ("👩\u200d", "character"),
    "a joiner at the start": ("\u200d👩", "character"),
    "two joiners": ("👩\u200d\u200d🚀", "character"),
    "five joined emoji": ("\u200d".join("👩👩👩👩👩"), "character"),
    "a private character": ("a\ue000b", "character"),
    "a far private character": ("a\U0010fffdb", "character"),
    "unassigned": ("a\u0378b", "character"),
    "no character at all": ("a\uffffb", "character"),
    "a tag": ("🏴\U000e0067\U000e007f", "character"),
    "half a surrogate pair": ("a\ud83db", "character"),
    "a blank letter": ("\u3164", "character"),
    "a blank symbol": ("\u2800", "character"),
    "a hiding mark": ("a\u034f", "character"),
    "a tower of accents": ("a" + "\u0301\u0302\u0303\u0304\u0305", "character"),
    "swatches of skin": ("a" + "🏽" * 4, "character"),
    "an accent on nothing": ("\u0301a", "character"),
    "an accent on a space": ("a \u0301b", "character"),
}


@pytest.mark.parametrize(("text", "name"), WELCOME)
def test_welcome_names(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize("case", REFUSED)
def test_refused_names(case: str) -> None:
    text, reason = REFUSED[case]
    with pytest.raises(BadName) as refusal:
        clean_name(text)
    assert refusal.value.params["reason"] == reason
    assert str(refusal.value).isprintable()


@given(st.text(max_size=70) | st.text(st.sampled_from("aé\u0301\u200d👩🏽\ufe0f \n\u202e花"), max_size=30))
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert 1 <= len(name.encode()) <= 240
    assert not {unicodedata.category(letter) for letter in name.replace("\u200d", "")} & {"Cc", "Cf", "Co", "Cs"}


SAME = [
    ("Alice", "alice"),
    ("Alice", "Аlice"),
    ("Alice", "Ａｌｉｃｅ"),
    ("Alice", "A1ice"),
    ("Alice", "AIice"),
    ("Alice", "A lice"),
    ("alice", "𝒶𝓁𝒾𝒸ℯ"),
    ("Marnie", "Mamie"),
    ("O'Neil", "0'Neil"),
    ("Straße", "STRASSE"),
    ("ロビン", "口ビン"),
    ("カエル", "力工ル"),
    ("ﾊﾅｺ", "ハナコ"),
    ("❤", "❤️"),
]
DIFFERENT = [("Alice", "Bob"), ("José", "Jose"), ("はな", "ハナ"), ("Guest 4821", "Guest 4822"), ("花子", "華子")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_look_the_same(one: str, other: str) -> None:
    assert same_looking(one, other)
    assert same_looking(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not same_looking(one, other)


def test_guests_are_named_by_the_generator() -> None:
    names = [guest_name(random.Random(seed)) for seed in range(50)]

    assert names == [guest_name(random.Random(seed)) for seed in range(50)]
    assert len(set(names)) > 40
    assert all(clean_name(name) == name for name in names)


CHAT = [
    ("hello", "hello"),
    ("  two\nlines\r\n and\ttabs ", "two lines and tabs"),
    ("line\u2028separator", "line separator"),
    ("\u202egnp.exe", "gnp.exe"),
    ("a\x00b\x1bc\ufeffd", "abcd"),
    ("か\u3099", "が"),
    ("می\u200cخواهم", "می\u200cخواهم"),
    ("👩‍🚀 <b>&amp;</b>", "👩‍🚀 <b>&amp;</b>"),
    ("z\u0335\u0336\u0337\u0338\u0339\u033a!", "z\u0335\u0336\u0337!"),
    ("z" + "\u0335\u200d" * 4, "z" + "\u0335\u200d" * 3 + "\u200d"),
    ("\u0301accent", "accent"),
    ("half\ud83d", "half"),
    ("x" * 200, "x" * 200),
]


@pytest.mark.parametrize(("text", "line"), CHAT)
def test_chat_is_one_visible_line(text: str, line: str) -> None:
    assert clean_chat(text) == line


@pytest.mark.parametrize("text", ["", " \n", "\u202e\u200b", "\u200d\u200c", "\u3164", "x" * 201, "x" * 1_000_000])
def test_refused_chat(text: str) -> None:
    with pytest.raises(BadChat):
        clean_chat(text)


@given(st.text(max_size=300) | st.text(st.sampled_from("a\u0301\u200d👩 \n\u202e\ud800"), max_size=60))
def test_clean_chat_stays_as_it_is(text: str) -> None:
    try:
        line = clean_chat(text)
    except BadChat:
        return
    assert clean_chat(line) == line
    assert not {unicodedata.category(letter) for letter in line} & {"Cc", "Co", "Cs", "Zl", "Zp"}
    line.encode()
