"""What a guest has played, counted from the results of finished games: how often he has won against whom, how long the
streaks were, what was best, and which level he might try next.

Moves that were taken back make a game one of practice: it is among the games played, and in nothing else.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from asobiba.agents.levels import Level, levels_of
from asobiba.core.registry import find_game
from asobiba.online.rooms.table import Setup
from asobiba.online.store.rows import Damaged, PlayedGame, ResultRow
from asobiba.online.store.trouble import as_stored

HISTORY = 200
"""So many of the latest scores are in a history."""

End = Literal["won", "drawn", "lost", "alone", "shared"]


@dataclass(frozen=True)
class Game:
    """A finished game as one of its players sees it."""

    room: str
    round: int
    game: str
    options: Mapping[str, Any]
    ended_ms: int
    plies: int
    reason: str
    seat: int
    end: End
    """alone: for points; shared: he had several seats."""
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    returns: tuple[float, ...]
    counts: Mapping[str, Sequence[int]]
    assisted: bool

    @property
    def opponents(self) -> tuple[str | None, ...]:
        """Bots, and None for people."""
        return tuple(bot for seat, bot in enumerate(self.bots) if seat != self.seat)


@dataclass
class Against:
    """Of a level; of none: of people, or of bots of several kinds."""

    level: Level | None
    people: bool
    ends: Counter[End] = field(default_factory=Counter)


@dataclass
class Record:
    """Of one game."""

    game: str
    ends: Counter[End] = field(default_factory=Counter)
    practice: int = 0
    streak: int = 0
    """Games won one after the other, up to now."""
    best_streak: int = 0
    bests: dict[str, int] = field(default_factory=dict)
    """The highest of everything that people count in the game."""
    against: dict[tuple[int, bool], Against] = field(default_factory=dict)
    history: list[tuple[int, float]] = field(default_factory=list)
    """(when, score) of games alone, the oldest first."""
    next: Level | None = None
    """Above the highest level that he has beaten; None: he has beaten none, or the highest."""


def games(rows: Iterable[PlayedGame]) -> list[Game]:
    """The latest first; those that are damaged are left out. Several seats of one guest are one game."""
    found: dict[tuple[str, int], Game] = {}
    for row in rows:
        key = row.result.room, row.result.round
        try:
            found[key] = replace(found[key], end="shared") if key in found else _game(row)
        except Damaged:
            continue
    return list(found.values())


def _game(row: PlayedGame) -> Game:
    result = row.result
    with as_stored(result.room):
        players = msgspec.json.decode(result.seats, type=list[dict[str, Any]])
        returns = tuple(msgspec.json.decode(result.returns, type=list[float]))
        return Game(
            room=result.room,
            round=result.round,
            game=result.game,
            options=msgspec.json.decode(row.config, type=Setup).options,
            ended_ms=result.ended_ms,
            plies=result.plies,
            reason=result.reason,
            seat=row.seat,
            end=_end(returns, row.seat),
            names=tuple(player["name"] for player in players),
            bots=tuple(player["bot"] for player in players),
            returns=returns,
            counts=_counts(result),
            assisted=result.assisted,
        )


def _counts(result: ResultRow) -> dict[str, list[int]]:
    return {} if result.counts is None else msgspec.json.decode(result.counts, type=dict[str, list[int]])


def _end(returns: Sequence[float], seat: int) -> End:
    if len(returns) == 1:
        return "alone"
    if max(returns) == min(returns):
        return "drawn"
    return "won" if returns[seat] == max(returns) else "lost"


def records(played: Sequence[Game]) -> list[Record]:
    """Of every game that he has played, the one played last first."""
    found: dict[str, Record] = {}
    for game in played:
        found.setdefault(game.game, Record(game.game))
    for game in reversed(played):
        _add(found[game.game], game)
    for record in found.values():
        record.history = record.history[-HISTORY:]
        record.next = _next(record)
    return list(found.values())


def _add(record: Record, game: Game) -> None:
    record.ends[game.end] += 1
    if game.assisted:
        record.practice += 1
        return
    if game.end == "shared":
        return
    for name, counts in game.counts.items():
        record.bests[name] = max(record.bests.get(name, counts[game.seat]), counts[game.seat])
    if game.end == "alone":
        record.history.append((game.ended_ms, game.returns[0]))
        return
    record.streak = record.streak + 1 if game.end == "won" else 0
    record.best_streak = max(record.best_streak, record.streak)
    level, people = _level(game), None in game.opponents
    key = (0 if level is None else level.number, people)
    record.against.setdefault(key, Against(level, people)).ends[game.end] += 1


def _level(game: Game) -> Level | None:
    """That all the others had."""
    specs = set(game.opponents)
    rules = find_game(game.game)
    levels = levels_of(rules, rules.options.recorded(game.options))
    return next((level for level in levels if specs == {level.agent}), None)


def _next(record: Record) -> Level | None:
    rules = find_game(record.game)
    beaten = [each.level.number for each in record.against.values() if each.level and each.ends["won"]]
    levels = levels_of(rules, rules.options())
    return next((level for level in levels if beaten and level.number > max(beaten)), None)
