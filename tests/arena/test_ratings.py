"""Ratings: what they say of known chances, and how a round robin is played."""

from itertools import combinations

import numpy as np
import pytest

from asobiba.arena.ratings import (
    Meeting,
    Tally,
    Terms,
    deviations,
    ratings,
    round_robin,
    score_against,
    seconds_per_move,
    strengths,
    tallies,
)
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
    best, *others = ratings("a game", ["best", "one", "other"], tallies(meetings))

    assert (best.agent, best.games) == ("best", 20)
    assert best.low > max(other.high for other in others) - 400
    assert best.high - best.low > others[0].high - others[0].low
    assert others[0].rating == pytest.approx(others[1].rating, abs=0.2)


def test_every_two_meet_and_processes_change_nothing() -> None:
    othello = find_game("othello")
    one, two = (
        round_robin(othello, AGENTS, othello.options(), Terms(games=4, seed=3, processes=processes))
        for processes in (1, 2)
    )

    points = [[(each.first, each.second, each.points) for each in found] for found in (one, two)]
    assert points[0] == points[1]
    assert [(each.first, each.second) for each in one] == [(0, 1), (0, 1), (0, 2), (0, 2), (1, 2), (1, 2)]
    assert min(ratings("othello", AGENTS, tallies(one)), key=lambda each: each.rating).agent == "random"
    assert seconds_per_move(one, 2) > seconds_per_move(one, 0)


def test_an_opening_is_played_by_nobody() -> None:
    """One that is longer than the game leaves the agents nothing to think about."""
    othello = find_game("othello")
    (usual,), (drawn,) = (
        round_robin(othello, AGENTS[:2], othello.options(), Terms(games=2, opening=plies)) for plies in (6, 200)
    )

    assert min(usual.seconds) > 0
    assert drawn.seconds == (0, 0)


def test_scores_are_shares_of_the_points() -> None:
    tallied = tallies(met(0, 1, 1.0, 0.5, 0.0, 0.0))

    assert (score_against(tallied, 0, 1), score_against(tallied, 1, 0)) == (0.375, 0.625)
    assert score_against(tallied, 0, 2) is None


def test_a_chain_of_one_sided_results_is_rated_exactly() -> None:
    """Each is so much above the one before as its own games say, whatever the others did."""
    won = [400, 400, 399, 400, 300, 400]
    found = ratings("a game", list("abcdefg"), [Tally(at + 1, at, each, 400, 1) for at, each in enumerate(won)])

    steps = np.diff([each.rating for each in found])
    assert steps == pytest.approx([400 * np.log10((each + 0.5) / (400.5 - each)) for each in won], abs=0.2)


@pytest.mark.parametrize(("rivals", "points"), [(1, 200), (2, 400 / 3), (3, 100)])
def test_equals_have_equal_ratings_at_any_table(rivals: int, points: float) -> None:
    one, other = ratings("a game", ["one", "other"], [Tally(0, 1, points, 400, rivals)])

    assert one.rating == pytest.approx(other.rating)
    error = 400 / np.log(10) / np.sqrt(400 * (points / 400) * (1 - points / 400))  # of the logarithm of the odds
    assert one.high - one.low == pytest.approx(1.96 * error, rel=0.01)


def test_one_among_many_is_compared_with_a_single_one_of_them() -> None:
    """Half of the games against three: the odds against one of them are three to one."""
    one, other = ratings("a game", ["one", "other"], [Tally(0, 1, 2000, 4000, 3)])

    assert one.rating - other.rating == pytest.approx(400 * np.log10(3), abs=0.5)


@pytest.mark.parametrize(
    ("name", "options", "games", "points"),
    [("othello", {}, 4, 2), ("otrio", {}, 8, 4), ("otrio", {"players": 3}, 6, 3), ("twenty48", {"target": 64}, 2, 1)],
)
def test_agents_meet_in_games_of_any_number_of_seats(
    name: str, options: dict[str, int], games: int, points: int
) -> None:
    """A rotation has a game for each seat; alone, one luck for both."""
    game = find_game(name)
    found = round_robin(game, ["greedy", "random"], game.options(**options), Terms(games=games, seed=1))

    assert [len(each.points) for each in found] == [points] * (games // points)
    (tally,) = tallies(found)
    assert tally.games == games
    assert tally.points > games / (tally.rivals + 1)
    assert all(min(each.seconds) > 0 for each in found)


def test_only_chosen_pairs_meet() -> None:
    othello = find_game("othello")
    found = round_robin(othello, AGENTS, othello.options(), Terms(games=2), pairs=[(1, 0), (2, 1)])

    assert [(each.first, each.second) for each in found] == [(1, 0), (2, 1)]


@pytest.mark.parametrize(
    ("name", "specs", "games", "sentence"),
    [
        ("otrio", ["random", "greedy"], 2, "games=2: allowed is a multiple of 4, the seats of otrio"),
        ("othello", ["random"], 2, "two or more agents"),
        ("othello", ["random", "random"], 2, "each named once"),
        ("othello", ["random", "greedy"], 3, "games=3: allowed is a multiple of 2"),
    ],
)
def test_what_cannot_be_rated_is_refused(name: str, specs: list[str], games: int, sentence: str) -> None:
    game = find_game(name)
    with pytest.raises(ConfigError, match=sentence):
        round_robin(game, specs, game.options(), Terms(games=games))
