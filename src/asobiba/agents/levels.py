"""Levels: opponents of growing strength, by a name that people understand and with what was measured of them.

A game lists its agents from the weakest to the strongest, `minds.levels`. Six names are spread over however many there
are. Ratings are data: `minds.ladders` is a file that `asobiba rate GAME --levels --into FILE` has written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from asobiba.agents.players import Players
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

NAMES: tuple[Mapping[str, str], ...] = (
    {"en": "Beginner", "ja": "入門"},
    {"en": "Casual", "ja": "初級"},
    {"en": "Skilled", "ja": "中級"},
    {"en": "Strong", "ja": "上級"},
    {"en": "Expert", "ja": "達人"},
    {"en": "Master", "ja": "名人"},
)
"""From the weakest to the strongest, by language."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """What a level scored against the one before it."""

    command: str
    """That measured it."""
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    """The share of the points, with its interval."""
    low: float
    high: float
    even: float
    """What it would be among equals: one seat's share."""


@dataclass(frozen=True, kw_only=True)
class Rung:
    """What was measured of a level."""

    agent: str
    rating: float
    low: float
    high: float
    seconds_per_move: float
    step: Step | None = None
    """None: it is the first."""


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """What was measured of the levels of a game with some options."""

    options: dict[str, Any]
    levels: tuple[Rung, ...]


@dataclass(frozen=True)
class Level:
    number: int
    """From 1."""
    names: Mapping[str, str]
    agent: str
    measured: Rung | None
    """None: nothing was measured with these options."""


_known: dict[str, tuple[Ladder, ...]] = {}
"""Files that were read."""


def levels_of(game: AnyGame, options: Options) -> tuple[Level, ...]:
    """Of the game with these options, from the weakest to the strongest."""
    agents, ladder = game.part(Players).levels(options), ladder_of(game, options)
    rungs = {} if ladder is None else {rung.agent: rung for rung in ladder.levels}
    return tuple(
        Level(number, level_names(number, len(agents)), agent, rungs.get(agent))
        for number, agent in enumerate(agents, 1)
    )


def level_names(number: int, count: int) -> Mapping[str, str]:
    """Of so many levels the first is for beginners and the last a master, whatever is between them."""
    return NAMES[round((number - 1) * (len(NAMES) - 1) / max(count - 1, 1))]


def ladder_of(game: AnyGame, options: Options) -> Ladder | None:
    chosen = options.chosen()
    return next((ladder for ladder in ladders_of(game) if ladder.options == chosen), None)


def ladders_of(game: AnyGame) -> tuple[Ladder, ...]:
    """Of every variant that was measured."""
    if (file := game.resource("levels.json")) is None:
        return ()
    if str(file) not in _known:
        _known[str(file)] = read_ladders(file.read_bytes())
    return _known[str(file)]


def read_ladders(text: bytes) -> tuple[Ladder, ...]:
    try:
        return msgspec.json.decode(text, type=tuple[Ladder, ...])
    except msgspec.DecodeError as error:
        raise ConfigError(f"what was measured of levels cannot be read: {error}") from None


def write_ladders(ladders: tuple[Ladder, ...]) -> bytes:
    """On many lines, so that a change is seen where it is."""
    return msgspec.json.format(msgspec.json.encode(ladders), indent=2) + b"\n"
