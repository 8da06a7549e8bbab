"""Who meets whom, and ratings from it by the model of Bradley and Terry.

Who is 400 points higher wins ten games of eleven; the mean of all is 1500. A draw is half a win. Every two that met are
given one drawn game more, so that who never lost has a number, too. The intervals are of 95 %.

Two agents meet in any game. Where there are more seats than two, the one has a single seat and the other all the rest:
among equals it wins one game of n. A game for one is played by both with the same luck, and the higher score wins.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import log
from multiprocessing import get_context
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.arena.intervals import CONFIDENCE
from asobiba.arena.series import Standing, play_series, shares
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.records import Record
from asobiba.core.registry import find_game

START = 1500.0
TENFOLD = 400.0
"""Points that make the odds ten times as good."""
SCALE = TENFOLD / log(10)
"""Points that make the odds e times as good; no step of the search for the likeliest ratings is longer."""
ROUNDS, PRECISE = 200, 1e-6


@dataclass(frozen=True, slots=True)
class Rated:
    game: str
    agent: str
    rating: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, kw_only=True)
class Terms:
    """How agents meet."""

    games: int
    """Of every two, a multiple of the seats."""
    seed: int = 0
    opening: int = 0
    """Random plies at the beginning. Where neither luck nor the agents draw lots, all games would be the same."""
    processes: int = 1
    """No result depends on it."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """One rotation: games with the same luck, in which the first sits once in every seat."""

    first: int
    second: int
    points: tuple[float, ...]
    """Of the first, in each game: 1, 0, or its share of a draw."""
    seconds: tuple[float, float]
    """A move of the first and of the second took so long."""

    @property
    def rivals(self) -> int:
        return max(len(self.points) - 1, 1)


@dataclass(frozen=True, slots=True)
class Tally:
    """All games of two agents."""

    first: int
    second: int
    points: float
    """Of the first."""
    games: int
    rivals: int
    """Seats of the second in each game."""

    @property
    def weighed(self) -> tuple[float, float]:
        """Wins of the first and of the second in games for two that say just as much: as much about the odds of the one
        against a single rival, which are `rivals` times those against all of them, and with the same certainty."""
        lost = self.games - self.points
        weight = (self.rivals * self.points + lost) / self.games
        return weight * self.points, weight * lost / self.rivals


def round_robin(
    game: AnyGame,
    specs: Sequence[str],
    options: Options,
    terms: Terms,
    *,
    pairs: Sequence[tuple[int, int]] | None = None,
    watch: Callable[[Meeting], None] | None = None,
) -> list[Meeting]:
    """Every two meet, or these pairs: places among the agents."""
    seats = len(game.seats(options))
    if len(set(specs)) < max(len(specs), 2):
        raise ConfigError("ratings need two or more agents, each named once")
    if terms.games < seats or terms.games % seats:
        allowed = f"a multiple of {seats}, the seats of {game.name} with these options"
        raise ConfigError(f"games={terms.games}: allowed is {allowed}")
    tasks = [
        partial(_meet, game.name, options.chosen(), pair, (specs[pair[0]], specs[pair[1]]), seed, terms.opening)
        for seed in range(terms.seed, terms.seed + terms.games // seats)
        for pair in pairs or combinations(range(len(specs)), 2)
    ]
    found = []
    for meeting in _results(tasks, terms.processes):
        found.append(meeting)
        if watch is not None:
            watch(meeting)
    return sorted(found, key=lambda each: (each.first, each.second, each.points, each.seconds))


def _results(tasks: "Sequence[partial[Meeting]]", processes: int) -> Iterator[Meeting]:
    if processes == 1:
        yield from (task() for task in tasks)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(task) for task in tasks]):
                yield done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _meet(
    name: str, chosen: dict[str, Any], pair: tuple[int, int], specs: tuple[str, str], seed: int, opening: int
) -> Meeting:
    game, records = find_game(name), list[Record]()
    options = game.options.read(chosen)
    seats = len(game.seats(options))
    standings = play_series(
        game,
        [specs[0], *[specs[1]] * max(seats - 1, 1)],
        options,
        games=seats,
        seed=seed,
        opening=opening,
        watch=records.append,
    )
    if seats == 1:
        points = shares([standing.returns[0] for standing in standings], 2)[:1]
    else:
        points = [shares(record.returns, seats)[seat] for seat, record in enumerate(records)]
    return Meeting(*pair, tuple(points), (_pace(standings[:1]), _pace(standings[1:])))


def _pace(standings: Sequence[Standing]) -> float:
    return sum(each.seconds for each in standings) / max(sum(each.moves for each in standings), 1)


def tallies(meetings: Sequence[Meeting]) -> list[Tally]:
    """One for every two that met."""
    found: dict[tuple[int, int], Tally] = {}
    for each in meetings:
        before = found.get((each.first, each.second), Tally(each.first, each.second, 0.0, 0, each.rivals))
        found[each.first, each.second] = replace(
            before, points=before.points + sum(each.points), games=before.games + len(each.points)
        )
    return list(found.values())


def ratings(game: str, specs: Sequence[str], met: Sequence[Tally]) -> list[Rated]:
    """Of the agents, in their order."""
    wins, games = np.zeros((len(specs), len(specs))), [0] * len(specs)
    for each in met:
        won, lost = each.weighed
        wins[each.first, each.second] += won
        wins[each.second, each.first] += lost
        games[each.first] += each.games
        games[each.second] += each.games
    found = strengths(wins + 0.5 * (wins + wins.T > 0))
    spread = CONFIDENCE * deviations(found, wins + wins.T)
    return [
        Rated(game, spec, round(middle, 1), round(middle - wide, 1), round(middle + wide, 1), played)
        for spec, middle, wide, played in zip(specs, found.tolist(), spread.tolist(), games, strict=True)
    ]


def strengths(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n, n] wins of the one over the other -> [n] ratings of the greatest likelihood, by Newton's method."""
    games, found = wins + wins.T, np.full(len(wins), START)
    for _ in range(ROUNDS):
        missing = (wins - games * chances(found)).sum(1) / SCALE
        step = np.clip(np.linalg.pinv(information(found, games)) @ missing, -SCALE, SCALE)
        found += step
        if np.abs(step).max() < PRECISE:
            break
    centred: NDArray[np.float64] = found + START - found.mean()
    return centred


def deviations(rated: NDArray[np.float64], games: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n] standard deviations, from how sharply the likelihood falls off on both sides."""
    found: NDArray[np.float64] = np.sqrt(np.diag(np.linalg.pinv(information(rated, games))))
    return found


def chances(rated: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n, n] of each to win against each."""
    found: NDArray[np.float64] = 1 / (1 + 10 ** ((rated[None, :] - rated[:, None]) / TENFOLD))
    return found


def information(rated: NDArray[np.float64], games: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n, n] how the likelihood of so many games bends."""
    chance = chances(rated)
    known = games * chance * (1 - chance) / SCALE**2
    found: NDArray[np.float64] = np.diag(known.sum(1)) - known
    return found


def seconds_per_move(meetings: Sequence[Meeting], agent: int) -> float:
    return fmean(each.seconds[agent == each.second] for each in meetings if agent in (each.first, each.second))


def score_against(met: Sequence[Tally], agent: int, other: int) -> float | None:
    """The share of the points that the one took from the other."""
    for each in met:
        if (each.first, each.second) == (agent, other):
            return each.points / each.games
        if (each.second, each.first) == (agent, other):
            return 1 - each.points / each.games
    return None
