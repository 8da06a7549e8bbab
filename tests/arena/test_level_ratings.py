"""The ladder of levels: each against the one before it."""

from typing import Any

import pytest

from asobiba.agents.levels import Ladder
from asobiba.agents.players import Players
from asobiba.arena.level_ratings import climb, opening_of
from asobiba.arena.ratings import Meeting, Terms
from asobiba.core.game import AnyGame
from asobiba.core.registry import find_game

AGENTS = ("random", "greedy:noise=0.5", "minimax:depth=1")


def with_levels(name: str, *agents: str) -> AnyGame:
    return find_game(name).with_part(Players[Any, Any](levels=lambda _: agents))


def climbed(game: AnyGame, *, known: Ladder | None = None, **options: Any) -> tuple[Ladder, list[Meeting]]:
    """The whole ladder, and the meetings that were played for it."""
    met: list[Meeting] = []
    chosen = game.options(**options)
    terms = Terms(games=2 * len(game.seats(chosen)), seed=1, opening=4)
    *_, last = climb(game, chosen, terms, known=known, watch=met.append)
    return last, met


@pytest.fixture(scope="module")
def measured() -> Ladder:
    return climbed(with_levels("othello", *AGENTS))[0]


def test_each_level_meets_the_one_before_it(measured: Ladder) -> None:
    first, *others = measured.levels

    assert [rung.agent for rung in measured.levels] == [*AGENTS]
    assert first.step is None
    for rung in others:
        assert rung.step is not None
        assert (rung.step.games, rung.step.even) == (4, 0.5)
        assert rung.step.wins + rung.step.draws + rung.step.losses == 4
        assert rung.step.low <= rung.step.score <= rung.step.high
        assert rung.step.command == "asobiba rate othello --levels --games 4 --seed 1 --opening 4"


def test_ratings_rise_where_levels_win(measured: Ladder) -> None:
    for lower, higher in zip(measured.levels, measured.levels[1:], strict=False):
        assert higher.step is not None
        assert (higher.rating > lower.rating) == (higher.step.score > 0.5)
    assert sum(rung.rating for rung in measured.levels) == pytest.approx(1500 * len(AGENTS), abs=0.5)


def test_what_is_measured_again_begins_as_before(measured: Ladder) -> None:
    assert opening_of(measured) == 4
    assert opening_of(Ladder(options={}, levels=measured.levels[:1])) == 0


def test_every_step_is_told_as_soon_as_it_is_known() -> None:
    othello = with_levels("othello", *AGENTS)

    parts = [len(part.levels) for part in climb(othello, othello.options(), Terms(games=2, opening=4))]

    assert parts == [2, 3]


def test_steps_of_before_stay_until_they_are_measured_anew(measured: Ladder) -> None:
    """Who is stopped on the way has lost nothing."""
    othello = with_levels("othello", *AGENTS)
    first = next(iter(climb(othello, othello.options(), Terms(games=6, seed=1, opening=4), known=measured)))

    assert [rung.step and rung.step.games for rung in first.levels] == [None, 6, 4]


def test_what_is_known_is_not_played_again(measured: Ladder) -> None:
    again, met = climbed(with_levels("othello", *AGENTS), known=measured)
    assert (again, met) == (measured, [])

    changed, met = climbed(with_levels("othello", *AGENTS[:2], "greedy"), known=measured)
    assert {(each.first, each.second) for each in met} == {(1, 0)}
    assert len(met) == 2  # the two rotations of the last step
    assert changed.levels[1].step == measured.levels[1].step


@pytest.mark.parametrize(
    ("terms", "games"),
    [
        (Terms(games=2, seed=1, opening=4), 4),
        (Terms(games=6, seed=1, opening=4), 6),
        (Terms(games=2, seed=2, opening=4), 2),
        (Terms(games=2, seed=1, opening=3), 2),
    ],
)
def test_more_games_or_others_are_played_fewer_of_the_same_are_known(
    measured: Ladder, terms: Terms, games: int
) -> None:
    othello = with_levels("othello", *AGENTS[:2])
    *_, last = climb(othello, othello.options(), terms, known=measured)

    assert last.levels[1].step is not None
    assert last.levels[1].step.games == games


@pytest.mark.parametrize(
    ("name", "options", "even", "text"),
    [
        ("otrio", {}, 0.25, "asobiba rate otrio --levels --games 8 --seed 1 --opening 4"),
        ("otrio", {"players": 3}, 1 / 3, "asobiba rate otrio --levels -o players=3 --games 6 --seed 1 --opening 4"),
        ("twenty48", {"target": 64}, 0.5, "asobiba rate twenty48 --levels -o target=64 --games 2 --seed 1 --opening 4"),
    ],
)
def test_an_even_share_depends_on_the_seats(name: str, options: dict[str, Any], even: float, text: str) -> None:
    ladder, _ = climbed(with_levels(name, "random", "greedy"), **options)

    assert ladder.levels[1].step is not None
    assert ladder.levels[1].step.even == pytest.approx(even)
    assert ladder.levels[1].step.command == text
