"""Games and options to check with: random games, and every option at each of its corner values once."""

import dataclasses
import os
import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Literal, TypeAlias, get_args, get_origin

from asobiba.core.errors import ConfigError, in_one_line
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.options import Options, alternatives, field_types

PLIES = int(os.environ.get("ASOBIBA_PLIES", "80"))
"""The longest random game that is walked."""
LONGEST = 100_000
"""Plies within which a random game must end."""
MANY = 50
"""A stand-in for options without an upper limit."""
MOST = 3
"""Sentences of one check with the same options."""

Check: TypeAlias = Callable[[AnyGame, Any], Iterator[str]]


def findings(check: Check, game: AnyGame, options: Options) -> list[str]:
    """Return what a check finds wrong. An exception of the game is a finding, too."""
    found: list[str] = []
    try:
        found.extend(islice(check(game, options), MOST))
    except Exception as error:
        found.append(in_one_line(error))
    return [f"{sentence}{with_options(options)}" for sentence in found]


def with_options(options: Options) -> str:
    chosen = " ".join(options.texts())
    return f", with {chosen}" if chosen else ""


def at(game: AnyGame, state: Any) -> str:
    """Return where something is wrong: "at `7 1`"."""
    try:
        return f"at `{game.notation.write_position(state)}`"
    except Exception:  # the notation may be what is wrong
        return f"at {state!r}"


def stroll(game: AnyGame, options: Options, seed: int = 0, plies: int = PLIES) -> Iterator[Any]:
    """Yield the positions of a random game, the last one too if it ends within so many plies."""
    generator, luck = random.Random(seed), Luck(seed)
    state = game.start(options)
    for ply in range(plies):
        yield state
        if state.to_play == OVER:
            return
        state = state.apply(luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal()))


def last_of(game: AnyGame, options: Options, seed: int = 0) -> Any:
    """Return the last position of a random game."""
    state = game.start(options)
    for state in stroll(game, options, seed, LONGEST):  # noqa: B007  the last one is wanted
        pass
    if state.to_play != OVER:
        raise ConfigError(f"a random game has not ended after {LONGEST:,} plies")
    return state


def variants_of(game: AnyGame) -> Iterator[Options]:
    """Yield the default options, and each option at its corner values."""
    yield game.options()
    hints = field_types(game.options)
    for field in dataclasses.fields(game.options):
        for value in _corners(hints[field.name], field):
            try:
                if value != field.default:
                    yield game.options(**{field.name: value})
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
