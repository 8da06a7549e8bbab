"""Games and options to test with: every option of every game takes each of its corner values once."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from asobiba.agents.arrays import Arrays
from asobiba.check.walks import variants_of
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.registry import every_game, game_names

Test = Callable[[AnyGame, Options], None]
OURS = [game.name for game in every_game() if game.package == f"asobiba.games.{game.name}"]
"""The games of this repository. Only these need what a shipped game has; others may be registered, too."""
WITH_KERNELS = [game.name for game in every_game() if game.part(Arrays).kernel is not None]
IMPLEMENTATIONS = [
    (name, way) for name in game_names() for way in ("native", "rulebook") if way == "rulebook" or name in WITH_KERNELS
]
every_implementation = pytest.mark.parametrize(("name", "implementation"), IMPLEMENTATIONS)


def variants() -> list[tuple[AnyGame, Options]]:
    return [(game, options) for game in every_game() for options in variants_of(game)]


def of_every_variant(check: Test, among: Sequence[tuple[AnyGame, Options]] = ()) -> Callable[[str], None]:
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

    test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
    return test


def name_of(variant: Any) -> str:
    return variant.name if hasattr(variant, "name") else str(variant.chosen() or "default")
