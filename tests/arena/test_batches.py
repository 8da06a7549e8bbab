"""Games side by side: the same counting as in a series, whatever plays."""

import numpy as np
import pytest

from asobiba.arena.batches import agent_chooser, play_side_by_side, random_chooser
from asobiba.core.registry import find_game
from asobiba.envs.batch import Batch


def lowest(batch: Batch, places: np.ndarray) -> np.ndarray:
    found: np.ndarray = batch.mask[places].argmax(1)
    return found


@pytest.mark.parametrize(("name", "options"), [("otrio", {"players": 2}), ("otrio", {"players": 3}), ("puyo", {})])
def test_every_game_is_counted_and_every_seat_is_taken(name: str, options: dict[str, int]) -> None:
    game = find_game(name)
    chosen = game.options.read(options)
    seats = len(game.rules.seats(chosen))
    players = [("lowest", lowest), *[("random", random_chooser)] * (seats - 1)]
    standings = play_side_by_side(game, players, chosen, games=12, seed=1)

    assert [standing.games for standing in standings] == [12] * seats
    assert sum(standing.points for standing in standings) == pytest.approx(12)
    assert [standing.agent for standing in standings] == ["lowest", *["random"] * (seats - 1)]


def test_an_agent_plays_as_it_does_in_a_series() -> None:
    game = find_game("otrio")
    options = game.options(players=2)
    greedy = agent_chooser("greedy", game, options, seed=1)
    standings = play_side_by_side(game, [("greedy", greedy), ("random", random_chooser)], options, games=30)

    assert standings[0].score.low > 0.5


def test_games_that_last_too_long_are_broken_off() -> None:
    game = find_game("othello")
    standings = play_side_by_side(
        game, [("one", random_chooser), ("other", random_chooser)], game.options(), games=4, max_plies=5
    )

    assert [standing.unfinished for standing in standings] == [4, 4]
    assert [standing.points for standing in standings] == [2, 2]


def test_whoever_plays_alone_has_scored_what_was_scored_until_then() -> None:
    game = find_game("twenty48")
    long, short = (
        play_side_by_side(game, [("one", random_chooser)], game.options(), games=4, max_plies=plies)[0]
        for plies in (40, 10)
    )

    assert (long.unfinished, short.unfinished) == (0, 0)
    assert all(0 <= early < late for early, late in zip(short.returns, long.returns, strict=True))


def test_alone_at_the_table_the_scores_tell() -> None:
    game = find_game("twenty48")
    (alone,) = play_side_by_side(game, [("random", random_chooser)], game.options(), games=8, seed=2)

    assert len(alone.returns) == 8
    assert min(alone.returns) > 0
