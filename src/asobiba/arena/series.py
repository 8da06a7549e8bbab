"""A series of games between agents, seats rotated.

Game g seats agent i in seat (i + g) mod n, and the n games of one rotation share their luck and their random opening,
so that nobody wins by dice or by the seat. A game for one is played by every agent alone, with the same luck for all.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, median, quantiles, stdev
from typing import Any

from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.arena.intervals import Measured, rate
from asobiba.core.agent import Agent
from asobiba.core.clock import Clocks, Now, TimeControl
from asobiba.core.ending import TIME
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.match import play
from asobiba.core.options import Options
from asobiba.core.records import Ply, Record


@dataclass(frozen=True)
class Guest:
    """An agent that no spec names, such as a network that is being trained."""

    name: str
    agent: Agent


Whole = Callable[[], AbstractContextManager[None]]
"""Makes the context in which something is done that must not be left half done."""
PERCENTS = (5, 10, 25, 50, 75, 90, 95)
"""Of the games of one who plays alone, for the quantiles of the scores."""


@dataclass
class Standing:
    """How one agent did."""

    agent: str
    returns: list[float] = field(default_factory=list)
    wins: int = 0
    draws: int = 0
    losses: int = 0
    out_of_time: int = 0
    """Games that its clock ended, among the lost ones where it was not alone."""
    unfinished: int = 0
    points: float = 0.0
    """A win is one; those who share a win, or a game that was broken off, share its point."""
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """Of a move; 0 where moves were not timed one by one."""
    steps: Sequence[int] = ()
    """The milestones that people ask for, in a game that is played alone."""
    milestones: list[int] = field(default_factory=list)
    """Of finished games that were played alone, how far each came."""

    @property
    def games(self) -> int:
        return len(self.returns) + self.unfinished

    @property
    def score(self) -> Measured:
        """The share of the points."""
        return rate(self.points, self.games)

    def summary(self) -> dict[str, object]:
        known = bool(self.returns)
        return {
            "agent": self.agent,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "out_of_time": self.out_of_time,
            "unfinished": self.unfinished,
            "mean_return": fmean(self.returns) if known else None,
            "sd_return": stdev(self.returns) if len(self.returns) > 1 else None,
            "best_return": max(self.returns) if known else None,
            **self._pace(),
        }

    def summary_alone(self) -> dict[str, object]:
        """Of a game for one: nobody wins or loses, the scores tell."""
        known, games = bool(self.returns), len(self.returns)
        return {
            "agent": self.agent,
            "games": games,
            "out_of_time": self.out_of_time,
            "unfinished": self.unfinished,
            "mean": fmean(self.returns) if known else None,
            "standard_error": stdev(self.returns) / sqrt(games) if games > 1 else None,
            "median": median(self.returns) if known else None,
            "quantiles": self.quantiles(),
            "best": max(self.returns) if known else None,
            "rates": self.rates(),
            "moves_per_second": self.moves / self.seconds if self.seconds else None,
            **self._pace(),
        }

    def quantiles(self) -> dict[str, float]:
        """Scores that a share of the games does not exceed: {"0.1": 800.0, ...}; of two games or more."""
        if len(self.returns) < 2:
            return {}
        percents = quantiles(self.returns, n=100, method="inclusive")
        return {f"{percent / 100:g}": percents[percent - 1] for percent in PERCENTS}

    def rates(self) -> dict[str, float]:
        """The share of games that came so far, of every milestone that one reached: {..., "256": 1.0, "512": 0.4}."""
        games, most = len(self.milestones), max(self.milestones, default=0)
        return {str(step): sum(end >= step for end in self.milestones) / games for step in self.steps if step <= most}

    def _pace(self) -> dict[str, object]:
        return {
            "seconds_per_move": self.seconds / self.moves if self.moves else None,
            "slowest_move": self.slowest or None,
        }


def play_series(
    game: AnyGame,
    players: Sequence[str | Guest],
    options: Options,
    *,
    games: int,
    seed: int = 0,
    max_plies: int | None = None,
    opening: int = 0,
    balanced: bool = False,
    rotate: bool = True,
    clock: TimeControl | None = None,
    now: Now = time.perf_counter,
    watch: Callable[[Record], None] | None = None,
    into: list[Standing] | None = None,
    whole: Whole = nullcontext,
) -> list[Standing]:
    """Seats rotate from game to game, with the same luck in each of them; otherwise everybody keeps his own.

    `balanced`: every rotation begins with another of the game's openings after which nobody is better.
    With a `clock` every seat has so much time in each game, by `now`, and who uses it up loses.
    The standings grow in the list `into`: whoever stops the series has those of the finished games. Each of these is
    counted and watched within a context of its own, `whole`, which can keep an interruption away until both are done.
    """
    seats = game.seats(options)
    if len(players) != len(seats) and (len(seats) > 1 or not players):
        raise ConfigError(f"{game.name} has {len(seats)} seats ({', '.join(seats)}): name {len(seats)} agents")
    if games < 1:
        raise ConfigError(f"games={games}: allowed is 1 or more")
    openings: Sequence[int | Sequence[int]] = _balanced(game, options, seed) if balanced else (opening,)
    names = [player.name if isinstance(player, Guest) else player for player in players]
    standings = [] if into is None else into
    standings += [Standing(name, steps=steps_of(game)) for name in names]
    for number, luck, seated in _seatings(games, len(seats), len(players), rotate):
        progress = _Progress(game)
        record = play(
            game,
            [agent_of(players[who], game, options, f"{seed}/{number}/{who}") for who in seated],
            options,
            seed=seed + luck,
            names=[names[who] for who in seated],
            max_plies=max_plies,
            opening=openings[luck % len(openings)],
            clocks=None if clock is None else Clocks(clock, len(seats), now),
            watch=progress.see,
        )
        with whole():
            count(record, [standings[who] for who in seated])
            if len(seats) == 1 and progress.reached is not None and record.returns is not None:
                standings[seated[0]].milestones.append(progress.reached)
            if watch is not None:
                watch(record)
    return standings


def _balanced(game: AnyGame, options: Options, seed: int) -> Sequence[Sequence[int]]:
    """In an order of its own for every seed."""
    openings = list(game.part(Players).openings(options))
    if not openings:
        raise ConfigError(f"{game.name} has no balanced openings: let games begin with random plies instead")
    random.Random(f"{seed}/balanced").shuffle(openings)
    return openings


def _seatings(games: int, seats: int, players: int, rotate: bool) -> Iterator[tuple[int, int, list[int]]]:
    """Each game's number, the number of its luck, and who sits in seats 0, 1, ..."""
    for number in range(games):
        if seats == 1:
            yield from ((number, number, [who]) for who in range(players))
        elif not rotate:
            yield number, number, [*range(seats)]
        else:
            yield number, number // seats, [(seat - number) % seats for seat in range(seats)]


class _Progress:
    """How far the game has come, where it has milestones."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.reached: int | None = None

    def see(self, state: Any, ply: Ply) -> None:
        milestones = self.game.part(Players).milestones
        if milestones is not None:
            now = self.game.facts(state)[milestones[0]]
            self.reached = max(self.reached or 0, *now)


def steps_of(game: AnyGame) -> Sequence[int]:
    milestones = game.part(Players).milestones
    return () if milestones is None else milestones[1]


def agent_of(player: str | Guest, game: AnyGame, options: Options, seed: str) -> Agent:
    return player.agent if isinstance(player, Guest) else make_agent(player, game, options, seed=seed)


def shares(returns: Sequence[float] | None, seats: int) -> list[float]:
    """Of each seat, of the one point: [1, 0]; [0.5, 0.5] of a draw; all share what was broken off."""
    found = returns or [0.0] * seats
    best = [result == max(found) for result in found]
    return [won / sum(best) for won in best]


def count(record: Record, seated: Sequence[Standing]) -> None:
    """Add one game to the standings of those who sat in seats 0, 1, ..."""
    for ply in record.plies:
        if ply.seat >= 0:
            seated[ply.seat].moves += 1
            seated[ply.seat].seconds += ply.seconds or 0.0
            seated[ply.seat].slowest = max(seated[ply.seat].slowest, ply.seconds or 0.0)
    if record.reason == TIME and record.places is not None:
        seated[record.places.index(len(seated))].out_of_time += 1
    count_result(record.returns, seated)


def count_result(returns: Sequence[float] | None, seated: Sequence[Standing]) -> None:
    """None: the game was broken off."""
    for standing, gained in zip(seated, shares(returns, len(seated)), strict=True):
        standing.points += gained
    if returns is None:
        for standing in seated:
            standing.unfinished += 1
        return
    best = max(returns)
    shared = list(returns).count(best) > 1
    for standing, result in zip(seated, returns, strict=True):
        standing.returns.append(result)
        if len(seated) == 1:
            continue  # alone at the table nobody wins or loses; the returns tell
        if result < best:
            standing.losses += 1
        elif shared:
            standing.draws += 1
        else:
            standing.wins += 1
