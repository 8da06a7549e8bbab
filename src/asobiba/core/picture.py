"""A board as coloured text: lines of spans, a span being (text, style).

Styles are words that rich understands (`bold red`, `on green`); the plain picture drops them.

Rules know nothing of pictures: a game's `draw` says whose picture it is, and whoever prints a position finds it.

    @draws(Position)
    def draw(position: Position) -> Lines:
"""

from collections.abc import Callable, Iterable, Sequence
from functools import singledispatch
from typing import TypeAlias, TypeVar

Span: TypeAlias = tuple[str, str]
Lines: TypeAlias = Sequence[Sequence[Span]]
P = TypeVar("P")


@singledispatch
def picture(position: object) -> Lines:
    """As its game draws it; without a game, its fields."""
    return [[(repr(position), "")]]


def draws(positions: type[P]) -> Callable[[Callable[[P], Lines]], Callable[[P], Lines]]:
    """The decorated function draws these positions."""

    def remember(draw: Callable[[P], Lines]) -> Callable[[P], Lines]:
        picture.register(positions, draw)
        return draw

    return remember


def plain(lines: Iterable[Iterable[Span]]) -> str:
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
