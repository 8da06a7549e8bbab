"""Games and options to test with: every option of every game takes each of its corner values once."""

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

import pytest

from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options, alternatives, field_types
from asobiba.core.registry import find_game, game_names

MANY = 50
"""A stand-in for options without an upper limit."""


def variants() -> list[tuple[AnyGame, Options]]:
    return [(find_game(name), options) for name in game_names() for options in _variants(find_game(name))]


Check = Callable[[AnyGame, Options], None]
CHECKS = defaultdict[str, list[Check]](list)
"""By module, those that are made of every variant: other options may be asked the same."""


def of_every_variant(check: Check, among: Sequence[tuple[AnyGame, Options]] = ()) -> Callable[[str], None]:
    """A test for each game with all its options, that tells of each with which the check fails: a test for each of
    them costs more than most checks."""

    @pytest.mark.parametrize("name", game_names())
    def test(name: str) -> None:
        failures = dict[str, Exception]()
        for game, options in among or variants():
            if game.name == name:
                try:
                    check(game, options)
                except Exception as error:
                    failures[name_of(options)] = error
        if failures:
            raise ExceptionGroup(f"{name} with {'; '.join(failures)}", list(failures.values()))

    CHECKS[check.__module__].append(check)
    test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
    return test


def name_of(variant: Any) -> str:
    return variant.name if hasattr(variant, "name") else str(variant.chosen() or "default")


def _variants(found: AnyGame) -> Iterator[Options]:
    yield found.options()
    hints = field_types(found.options)
    for field in dataclasses.fields(found.options):
        for value in _corners(hints[field.name], field):
            try:
                if value != field.default:
                    yield found.options(**{field.name: value})
            except ConfigError:
                pass  # excluded together with another default: the game's own tests cover it


def _corners(hint: Any, field: "dataclasses.Field[Any]") -> Iterator[Any]:
    for choice in alternatives(hint):
        if choice is bool:
            yield from (False, True)
        elif get_origin(choice) is Literal:
            yield from get_args(choice)
        elif choice is int:
            low, high = field.metadata["low"], field.metadata["high"]
            yield low if low is not None else 0
            yield high if high is not None else MANY
