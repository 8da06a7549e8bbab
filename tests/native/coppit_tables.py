"""Writes the rules of Coppit, for every corner of its options, as numbers that native/fuzz.cpp reads."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from asobiba.core.errors import ConfigError
from asobiba.games.coppit.native import known_board, known_options, rules
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import layout_of
from tests.variants import variants

OPTIONS = (
    "seats",
    "hats",
    "extra_roll_on_6",
    "auto_bank_on_return",
    "allow_box_invasion",
    "allow_respawn",
    "allow_empty_return",
    "free_on_capture",
    "ends_in_play",
    "win_mode",
    "max_turns",
    "max_extra_rolls",
    "gray_capacity",
)
"""In the order of native/coppit/rules.hpp."""


def known() -> Iterator[list[Any]]:
    for _, options in variants():
        if isinstance(options, CoppitOptions):
            try:
                rules(options)
            except ConfigError:
                continue
            found = known_options(options)
            yield [*(found[name] for name in OPTIONS), *known_board(layout_of(options), options).values()]


def numbers(value: Any) -> Iterator[int]:
    """A list has its length before it; a dictionary is its values."""
    if isinstance(value, dict):
        for each in value.values():
            yield from numbers(each)
    elif isinstance(value, list | tuple):
        yield len(value)
        for each in value:
            yield from numbers(each)
    else:
        yield int(value)


if __name__ == "__main__":
    found = list(known())
    written = [len(found), *(number for fields in found for field in fields for number in numbers(field))]
    Path(sys.argv[1]).write_text(" ".join(map(str, written)))
