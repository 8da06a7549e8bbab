"""A board as coloured text: lines of spans, a span being (text, style).

Styles are words that rich understands (`bold red`, `on green`); the plain picture drops them.

Rules know nothing of pictures: a game's `draw` says whose picture it is, and whoever prints a position finds it.

    @draws(Position)
    def draw(position: Position) -> Lines:
"""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias, TypeVar
from unicodedata import east_asian_width

from asobiba.core.errors import Phrase, Words
from asobiba.core.fields import fields_of

Span: TypeAlias = tuple[str, str]
Lines: TypeAlias = Sequence[Sequence[Span]]
Draw = TypeVar("Draw", bound=Callable[..., Lines])


@dataclass(frozen=True)
class Look:
    """How somebody wants to see a board."""

    words: Words = field(default_factory=dict)
    """What the game's phrases are in his language; none are needed for English."""
    marks: bool = True
    """Whether the places where the seat to move may play are marked, in games that mark them."""

    def say(self, text: str, /, **gaps: object) -> str:
        return Phrase(text, **gaps).spoken(self.words)


PLAIN = Look()


@singledispatch
def picture(position: object) -> Lines:
    """Draw a position as its game does; without a game, its fields."""
    package = type(position).__module__.rpartition(".")[0]
    if package and find_spec(f"{package}.picture") is not None:
        import_module(f"{package}.picture")  # which registers itself
        if (draw := picture.dispatch(type(position))) is not picture.dispatch(object):
            return draw(position)
    if not dataclasses.is_dataclass(position):
        return [[(repr(position), "")]]
    return [line for name, value in fields_of(position).items() for line in _drawn(name, value)]


def _drawn(name: str, value: Any) -> Lines:
    """A field on a line, the rows of a grid below each other."""
    if isinstance(value, tuple) and value and all(isinstance(row, tuple | str) for row in value):
        rows = [row if isinstance(row, str) else " ".join(map(str, row)) for row in value]
        return [[(f"{name} ", "dim")], *([("  " + row, "bold")] for row in rows)]
    return [[(f"{name} ", "dim"), (str(value), "bold")]]


def draws(positions: type[Any]) -> Callable[[Draw], Draw]:
    """The decorated function draws these positions."""

    def remember(draw: Draw) -> Draw:
        picture.register(positions, draw)
        return draw

    return remember


def padded(text: str, width: int) -> str:
    """With spaces behind it; a Japanese letter is as wide as two of ours."""
    return text + " " * (width - sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text))


def plain(lines: Iterable[Iterable[Span]]) -> str:
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
