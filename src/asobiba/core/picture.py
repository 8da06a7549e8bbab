"""A board as coloured text: lines of spans, a span being (text, style).

Styles are words that rich understands (`bold red`, `on green`); the plain picture drops them.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Span: TypeAlias = tuple[str, str]
Lines: TypeAlias = Sequence[Sequence[Span]]


def plain(lines: Iterable[Iterable[Span]]) -> str:
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
