"""Ratings: what they say of known chances, and how a round robin is played."""

from itertools import combinations

import numpy as np
import pytest

from asobiba.arena.ratings import Meeting, deviations, ratings, round_robin, score_against, seconds_per_move, strengths
from asobiba.core.errors import ConfigError
from asobiba.core.registry import find_game

AGENTS = ["random", "greedy", "minimax:depth=2"]


def met(first: int, second: int, *points: float) -> list[Meeting]:
    return [
        Meeting(first, second, (one, other), (0.1, 0.2)) for one, other in zip(points[::2], points[1::2], strict=True)
    ]


def test_ten_wins_of_eleven_are_400_points() -> None:
    found = strengths(np.array([[0.0, 10.0], [1.0, 0.0]]))

    assert found == pytest.approx([1700, 1300])


def test_known_ratings_are_found_again() -> None:
    true = np.array([1200.0, 1450.0, 1600.0, 1750.0])
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    wins = 1000 * chance
    np.fill_diagonal(wins, 0)

    assert strengths(wins) == pytest.approx(true, abs=0.5)


def test_intervals_hold_what_they_promise() -> None:
    """Of many tournaments between players of known strength, about 95 % of the intervals contain it."""
    true, dice, inside = np.array([1300.0, 1500.0, 1700.0]), np.random.default_rng(0), []
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    for _ in range(200):
        wins = np.zeros((3, 3))
        for one, other in combinations(range(3), 2):
            wins[one, other] = dice.binomial(40, chance[one, other])
            wins[other, one] = 40 - wins[one, other]
        found = strengths(wins + 0.5 * (wins + wins.T > 0))
        inside.append(np.abs(found - true) < 1.96 * deviations(found, wins + wins.T))

    assert 0.91 < np.mean(inside) < 0.99


def test_who_never_lost_has_a_rating_and_a_wide_interval() -> None:
    meetings = met(0, 1, *[1.0] * 10) + met(1, 2, *[1.0, 0.0] * 5) + met(0, 2, *[1.0] * 10)
    best, *others = ratings("a game", ["best", "one", "other"], meetings)

    assert (best.agent, best.games) == ("best", 20)
    assert best.low > max(other.high for other in others) - 400
    assert best.high - best.low > others[0].high - others[0].low
    assert others[0].rating == pytest.approx(others[1].rating, abs=0.2)


def test_every_two_meet_and_processes_change_nothing() -> None:
    othello = find_game("othello")
    one, two = (
        round_robin(othello, AGENTS, othello.options(), games=4, seed=3, processes=processes) for processes in (1, 2)
    )

    points = [[(each.first, each.second, each.points) for each in found] for found in (one, two)]
    assert points[0] == points[1]
    assert [(each.first, each.second) for each in one] == [(0, 1), (0, 1), (0, 2), (0, 2), (1, 2), (1, 2)]
    assert [each.agent for each in ratings("othello", AGENTS, one)][-1] == "random"
    assert seconds_per_move(one, 2) > seconds_per_move(one, 0)


def test_an_opening_is_played_by_nobody() -> None:
    """One that is longer than the game leaves the agents nothing to think about."""
    othello = find_game("othello")
    (usual,), (drawn,) = (
        round_robin(othello, AGENTS[:2], othello.options(), games=2, opening=plies) for plies in (6, 200)
    )

    assert min(usual.seconds) > 0
    assert drawn.seconds == (0, 0)


def test_scores_are_shares_of_the_points() -> None:
    meetings = met(0, 1, 1.0, 0.5, 0.0, 0.0)

    assert (score_against(meetings, 0, 1), score_against(meetings, 1, 0)) == (0.375, 0.625)
    assert score_against(meetings, 0, 2) is None


@pytest.mark.parametrize(
    ("name", "specs", "games", "sentence"),
    [
        ("otrio", ["random", "greedy"], 2, "otrio has 4 seats .* ratings need two"),
        ("othello", ["random"], 2, "two or more agents"),
        ("othello", ["random", "random"], 2, "each named once"),
        ("othello", ["random", "greedy"], 3, "games=3: allowed is an even number"),
    ],
)
def test_what_cannot_be_rated_is_refused(name: str, specs: list[str], games: int, sentence: str) -> None:
    game = find_game(name)
    with pytest.raises(ConfigError, match=sentence):
        round_robin(game, specs, game.options(), games=games)
