"""Ratings from results, by openskill's Plackett-Luce model: any number of seats, draws, newcomers.

A rating starts at 1500; what is shown is the mean and two standard deviations on either side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from asobiba.arena.ratings import START, Rated

SCALE = 60.0
"""openskill's own scale starts at 25 and is as wide as 25/3; people are used to larger numbers."""


@dataclass(frozen=True, slots=True)
class Result:
    game: str
    agents: Sequence[str]
    returns: Sequence[float]


def ladder(results: Iterable[Result]) -> list[Rated]:
    """By game, the best first. An agent that plays itself learns nothing from it."""
    model = PlackettLuce()
    known: dict[tuple[str, str], PlackettLuceRating] = {}
    games: dict[tuple[str, str], int] = {}
    for result in results:
        keys = [(result.game, agent) for agent in result.agents]
        if len(set(keys)) < len(keys) or len(keys) < 2:
            continue
        teams = [[known.get(key) or model.rating()] for key in keys]
        for key, (rating,) in zip(keys, model.rate(teams, scores=list(result.returns)), strict=True):
            known[key] = rating
            games[key] = games.get(key, 0) + 1
    rated = [_rated(*key, rating, games[key]) for key, rating in known.items()]
    return sorted(rated, key=lambda each: (each.game, -each.rating))


def _rated(game: str, agent: str, rating: PlackettLuceRating, games: int) -> Rated:
    middle, spread = START + SCALE * (rating.mu - 25), SCALE * 2 * rating.sigma
    return Rated(game, agent, round(middle, 1), round(middle - spread, 1), round(middle + spread, 1), games)
