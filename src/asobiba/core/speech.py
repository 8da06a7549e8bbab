"""What a game says, in any language: a phrase is an English text with gaps, and what stands in them.

    Phrase("{side} to {square}: the square is taken", side=Phrase("black"), square="d3")

`str` speaks English. A game's words (`Text.words`) have the same texts in other languages; one that is missing there is
said in English. What stands in a gap may be a phrase itself, or several, which are listed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Words = Mapping[str, str]
"""English texts and what they are called in another language."""
LIST = "{list}, {last}"
"""How several phrases in one gap are joined, from the left; words may say it differently."""


class Phrase:
    def __init__(self, text: str, /, **gaps: object) -> None:
        self.text, self.gaps = text, gaps

    def spoken(self, words: Words) -> str:
        return words.get(self.text, self.text).format(**{gap: _spoken(what, words) for gap, what in self.gaps.items()})

    def __str__(self) -> str:
        return self.spoken({})

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"


def _spoken(what: object, words: Words) -> object:
    if isinstance(what, Phrase):
        return what.spoken(words)
    if not isinstance(what, tuple):
        return what
    listed = ""
    for each in what:
        said = str(_spoken(each, words))
        listed = words.get(LIST, LIST).format(list=listed, last=said) if listed else said
    return listed


@dataclass(frozen=True)
class Happening:
    """Something that a move brought about: a sentence for people, an event for logs, or both."""

    phrase: Phrase | None = None
    event: Mapping[str, Any] = field(default_factory=dict)
    """Ready for JSON, seen by everybody; empty: no log has it."""


def phrases(happened: Iterable[Happening]) -> list[Phrase]:
    return [each.phrase for each in happened if each.phrase is not None]


def events(happened: Iterable[Happening]) -> list[Mapping[str, Any]]:
    return [each.event for each in happened if each.event]
