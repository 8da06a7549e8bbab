"""A position may begin with a dash and is no option then: an empty square is written so, `--XXXXX--OOO... X`."""

import re
from typing import Any

from typer.core import TyperCommand

OPTION = re.compile("--|--[a-z]{1,20}(-[a-z]{1,20})*(=.*)?|-[a-zA-Z](.*=.*)?", re.DOTALL)
"""How options are written. What looks like one and is none is refused, so that a slip is not read as a board."""
LONGEST = 30
"""Letters of an option's name."""


def is_text(word: str) -> bool:
    """`--XX--O`, `-----`, `--xo--ox`; not `--json`, `--lang=ja`, `-o` or `-oplayers=2`."""
    if not word.startswith("-") or word == "-":
        return False
    return not OPTION.fullmatch(word) or len(word.partition("=")[0]) > LONGEST


class TakesDashes(TyperCommand):
    """A command whose texts may begin with a dash. With a space before it, a word is never taken for an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {word}" if is_text(word) else word for word in args])
