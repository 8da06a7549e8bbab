"""What people write: their names and their chat.

Any language and emoji are welcome; what hides or disturbs other text is not: controls, bidirectional marks,
zero-width, private and unassigned characters, towers of accents. A name that holds one is refused, for its owner
can choose another; from chat they are removed, for people paste them unseen.

A *character* here is a base with the marks, skin tones and joined emoji that follow it: が, é and 👩🏽‍🚀 are one each,
a flag is two. The zero-width joiner is allowed between emoji and nowhere else in a name.
"""

import random
import unicodedata
from collections.abc import Iterator
from typing import Final

from asobiba.core.errors import AsobibaError

LONGEST_NAME: Final = 20
LONGEST_CHAT: Final = 200
MOST_MARKS: Final = 3
"""Of one base character: enough for Thai, Vietnamese and pointed Hebrew."""
MOST_JOINED: Final = 4
"""Emoji in one character: a family of four."""

JOINER: Final = "\u200d"
JOINERS: Final = JOINER + "\u200c"
"""Zero-width; emoji need the first, Persian and several Indic scripts need both."""
# Letters and symbols that show nothing, and a mark that only hides.
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\u034f\u17b4\u17b5")
SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


class BadName(AsobibaError):
    code = "name"


class BadChat(AsobibaError):
    code = "chat"


def clean_name(text: str) -> str:
    """The name as it is shown: NFC, trimmed, single spaces. BadName says what is wrong with it.

    "  Hana   ko " -> "Hana ko"
    """
    if len(text) > 3 * LONGEST_NAME:  # before anything costs time
        raise _too_long(len(text))
    name = " ".join(unicodedata.normalize("NFC", text).split())
    characters = list(_characters(name))
    if not characters:
        raise BadName("a name needs at least one character", reason="empty")
    if len(characters) > LONGEST_NAME:
        raise _too_long(len(characters))
    for character in characters:
        if not _may_name(character):
            shown = " ".join(f"U+{ord(letter):04X}" for letter in character)
            raise BadName(f"a name cannot contain the character {shown}", reason="character", character=shown)
    return name


def clean_chat(text: str) -> str:
    """One line of 1 to 200 characters, without what cannot be seen. BadChat if nothing or too much is left."""
    if len(text) > 4 * LONGEST_CHAT:
        raise BadChat(f"a message has at most {LONGEST_CHAT} characters", reason="long", most=LONGEST_CHAT)
    visible = "".join(letter for letter in text if letter.isspace() or _is_text(letter) or letter in JOINERS)
    line = " ".join(_thinned(unicodedata.normalize("NFC", visible)).split())
    if not line.strip(" " + JOINERS):
        raise BadChat("the message is empty", reason="empty")
    if len(line) > LONGEST_CHAT:
        raise BadChat(f"a message has at most {LONGEST_CHAT} characters", reason="long", most=LONGEST_CHAT)
    return line


def guest_name(generator: random.Random) -> str:
    """For those who gave none: `Guest 4821`."""
    return f"Guest {generator.randrange(1000, 10000)}"


def same_looking(one: str, other: str) -> bool:
    """Whether people could take one name for the other: `Аlice` with a Cyrillic А for `alice`, `ロ` for `口`."""
    return _skeleton(one) == _skeleton(other)


def _too_long(length: int) -> BadName:
    return BadName(
        f"a name has at most {LONGEST_NAME} characters, not {length}", reason="long", most=LONGEST_NAME, length=length
    )


def _characters(text: str) -> Iterator[str]:
    """Bases with all that belongs to them, in order."""
    start = 0
    for index in range(1, len(text)):
        if not (_is_mark(text[index]) or text[index] == JOINER or text[index - 1] == JOINER):
            yield text[start:index]
            start = index
    if text:
        yield text[start:]


def _may_name(character: str) -> bool:
    parts = character.split(JOINER)
    if len(parts) > 1 and not (len(parts) <= MOST_JOINED and all(part and _is_emoji(part[0]) for part in parts)):
        return False
    return all(_may_stand(part) for part in parts)


def _may_stand(part: str) -> bool:
    """A base that may be in a name, with not too many marks, and none on a space."""
    base, marks = part[0], part[1:]
    if base == " ":
        return not marks
    return not _is_mark(base) and len(marks) <= MOST_MARKS and all(map(_is_text, part))


def _is_text(letter: str) -> bool:
    category = unicodedata.category(letter)
    if category == "Cn":
        # Blocks that Unicode keeps for emoji; some of them are newer than this Python.
        return "\U0001f000" <= letter <= "\U0001faff"
    return category[0] != "C" and category not in ("Zl", "Zp") and letter not in BLANK


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M" or letter in SKIN_TONES


def _is_emoji(letter: str) -> bool:
    return unicodedata.category(letter) in ("So", "Cn") and letter >= "\u2190"


def _thinned(text: str) -> str:
    """Without the marks that are too many for their base, or have none."""
    kept: list[str] = []
    marks = MOST_MARKS
    for letter in text:
        if _is_mark(letter):
            marks += 1
            if marks > MOST_MARKS:
                continue
        elif letter not in JOINERS:
            marks = MOST_MARKS if letter.isspace() else 0
        kept.append(letter)
    return "".join(kept)


# Folded letter -> the one it is taken for. Not complete: what a keyboard or a kana table offers.
LOOK_ALIKES: Final = str.maketrans(
    {
        **dict(zip("аеорсухѕіјһԁԛԝкмтвнгпиӏ", "aeopcyxsijhdqwkmtbhrnul", strict=True)),
        **dict(zip("αοινρτυχκγ", "aoivptuxky", strict=True)),
        **dict(zip("0135|!$@", "olesllsa", strict=True)),
        **dict(zip("口二力工夕卜八一へべぺ", "ロニカエタトハーヘベペ", strict=True)),
    }
)


def _skeleton(name: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).translate(LOOK_ALIKES)
    seen = "".join(letter for letter in folded if _is_text(letter) and not letter.isspace() and not _selects(letter))
    return seen.replace("i", "l").replace("ı", "l").replace("rn", "m").replace("vv", "w")


def _selects(letter: str) -> bool:
    """Variation selectors change at most the style of what is before them."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
