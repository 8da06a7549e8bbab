"""Everybody against everybody, and ratings from it by the model of Bradley and Terry.

Who is 400 points higher wins ten games of eleven; the mean of all is 1500. A draw is half a win. Every two that met are
given one drawn game more, so that who never lost has a number, too. The intervals are of 95 %.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from multiprocessing import get_context
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.arena.intervals import CONFIDENCE
from asobiba.arena.series import play_series, shares
from asobiba.core.contract import AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options
from asobiba.core.records import Record
from asobiba.core.registry import find_game

START = 1500.0
TENFOLD = 400.0
"""Points that make the odds ten times as good."""
ROUNDS = 2_000


@dataclass(frozen=True, slots=True)
class Rated:
    game: str
    agent: str
    rating: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """One rotation: two games with the same luck, seats changed."""

    first: int
    second: int
    points: tuple[float, float]
    """Of the first, in each game: 1, 0.5 or 0."""
    seconds: tuple[float, float]
    """A move of the first and of the second took so long."""


def round_robin(
    game: AnyGame,
    specs: Sequence[str],
    options: Options,
    *,
    games: int,
    seed: int = 0,
    opening: int = 0,
    processes: int = 1,
    watch: Callable[[Meeting], None] | None = None,
) -> list[Meeting]:
    """`games` games of every two, in so many processes; no result depends on how many.

    Where neither luck nor the agents draw lots, all games of two agents are the same, unless each begins with an
    `opening` of so many random plies.
    """
    if len(game.rules.seats(options)) != 2:
        raise ConfigError(
            f"{game.name} has {len(game.rules.seats(options))} seats with these options: ratings need two"
        )
    if len(set(specs)) < max(len(specs), 2):
        raise ConfigError("ratings need two or more agents, each named once")
    if games < 2 or games % 2:
        raise ConfigError(f"games={games}: allowed is an even number, 2 or more")
    tasks = [
        partial(_meet, game.name, options.chosen(), pair, (specs[pair[0]], specs[pair[1]]), seed + rotation, opening)
        for rotation in range(games // 2)
        for pair in combinations(range(len(specs)), 2)
    ]
    found = []
    for meeting in _results(tasks, processes):
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
    import asobiba.games  # noqa: F401  a process of its own knows no games yet

    game, records = find_game(name), list[Record]()
    options = game.options.read(chosen)
    standings = play_series(game, specs, options, games=2, seed=seed, opening=opening, watch=records.append)
    ours = [shares(record.returns, 2)[seat] for seat, record in enumerate(records)]
    mean = [standing.seconds / max(standing.moves, 1) for standing in standings]
    return Meeting(*pair, (ours[0], ours[1]), (mean[0], mean[1]))


def ratings(game: str, specs: Sequence[str], meetings: Sequence[Meeting]) -> list[Rated]:
    """The best first."""
    wins = np.zeros((len(specs), len(specs)))
    for each in meetings:
        wins[each.first, each.second] += sum(each.points)
        wins[each.second, each.first] += len(each.points) - sum(each.points)
    games = [round(float(played)) for played in (wins + wins.T).sum(1)]
    found = strengths(wins + 0.5 * (wins + wins.T > 0))
    spread = CONFIDENCE * deviations(found, wins + wins.T)
    rated = [
        Rated(game, spec, round(middle, 1), round(middle - wide, 1), round(middle + wide, 1), played)
        for spec, middle, wide, played in zip(specs, found.tolist(), spread.tolist(), games, strict=True)
    ]
    return sorted(rated, key=lambda each: -each.rating)


def strengths(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n, n] wins of the one over the other -> [n] ratings of the greatest likelihood."""
    games, won = wins + wins.T, wins.sum(1)
    power = np.ones(len(wins))
    for _ in range(ROUNDS):
        before = power
        power = won / (games / (power[:, None] + power[None, :])).sum(1)
        power = power / np.exp(np.log(power).mean())
        if np.allclose(power, before, rtol=1e-10, atol=0):
            break
    found: NDArray[np.float64] = START + TENFOLD * np.log10(power)
    return found


def deviations(rated: NDArray[np.float64], games: NDArray[np.float64]) -> NDArray[np.float64]:
    """[n] standard deviations, from how sharply the likelihood falls off on both sides."""
    chance = 1 / (1 + 10 ** ((rated[None, :] - rated[:, None]) / TENFOLD))
    known = games * chance * (1 - chance) * (np.log(10) / TENFOLD) ** 2
    found: NDArray[np.float64] = np.sqrt(np.diag(np.linalg.pinv(np.diag(known.sum(1)) - known)))
    return found


def seconds_per_move(meetings: Sequence[Meeting], agent: int) -> float:
    return fmean(each.seconds[agent == each.second] for each in meetings if agent in (each.first, each.second))


def score_against(meetings: Sequence[Meeting], agent: int, other: int) -> float | None:
    """The share of the points that the one took from the other."""
    points = [sum(each.points) / 2 for each in meetings if (each.first, each.second) == (agent, other)]
    lost = [1 - sum(each.points) / 2 for each in meetings if (each.second, each.first) == (agent, other)]
    return fmean(points + lost) if points or lost else None
