"""The part `people`: what people read of a game. The module `people` of a game holds PEOPLE."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic

from asobiba.core.errors import Phrase, Words
from asobiba.core.game import AnyGame, O, Part, S, State


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


@dataclass(frozen=True, kw_only=True)
class Exercise(Generic[S]):
    """A tiny task on the real board, by which a person learns a game; online/attempts.py says how it is attempted."""

    name: str
    task: Mapping[str, str]
    """What is to be done, in one or two sentences, by language."""
    position: str
    """In the game's notation."""
    goal: Callable[[S, int, S], bool]
    """Whether a move of the person does it: the position before, the action, the position after."""
    solution: tuple[str, ...]
    """One way to do it, the person's moves alone."""
    answers: tuple[str, ...] = ()
    """What the others and luck do, in turn."""
    moves: int = 0
    """Number of moves that the person may make; 0: as many as the solution has."""
    seat: int = 0
    """The person's seat."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def most(self) -> int:
        return self.moves or len(self.solution)


NUMBERS = {"en": "the number of a move; hint names some", "ja": "手の番号を入力します。hint で候補が分かります"}
"""How to write a move in a game without a notation of its own."""


def nothing_happened(before: State, action: int, after: State) -> tuple[()]:
    return ()


@dataclass(frozen=True, kw_only=True)
class People(Part, Generic[S, O]):
    module: ClassVar[str] = "people"

    titles: Mapping[str, str]
    """The game's name, by language: {"en": "Othello", "ja": "オセロ"}."""
    help: Mapping[str, str] = field(default_factory=lambda: NUMBERS)
    """How to write a move, for a person at the prompt, by language."""
    happened: Callable[[S, int, S], Sequence[Happening]] = nothing_happened
    """What a move brought about: the position before, the action or outcome, the position after."""
    words: Mapping[str, Words] = field(default_factory=dict)
    """The game's phrases in other languages than English, by language; see core/speech.py."""
    exercises: tuple[Exercise[S], ...] = ()
    """Tiny tasks for a person who plays for the first time, in their order."""

    @classmethod
    def default(cls, game: AnyGame) -> "People[S, O]":
        return cls(titles={"en": game.name.capitalize()})

    def title(self, lang: str) -> str:
        return self.titles.get(lang, self.titles["en"])

    def how_to_move(self, lang: str) -> str:
        return self.help.get(lang, self.help["en"])

    def say(self, phrase: Phrase, lang: str) -> str:
        return phrase.spoken(self.words.get(lang, {}))
