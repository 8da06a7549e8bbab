"""Games side by side: the same counting as in a series, whatever plays."""

import numpy as np
import pytest

from asobiba.arena.batches import (
    AT_ONCE,
    agent_chooser,
    play_at_random,
    play_side_by_side,
    plays_at_random,
    random_chooser,
)
from asobiba.arena.series import Standing
from asobiba.core.registry import find_game
from asobiba.envs.batch import Batch


def lowest(batch: Batch, places: np.ndarray) -> np.ndarray:
    found: np.ndarray = batch.mask[places].argmax(1)
    return found


@pytest.mark.parametrize(("name", "options"), [("otrio", {"players": 2}), ("otrio", {"players": 3}), ("puyo", {})])
def test_every_game_is_counted_and_every_seat_is_taken(name: str, options: dict[str, int]) -> None:
    game = find_game(name)
    chosen = game.options.read(options)
    seats = len(game.seats(chosen))
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


def test_random_play_alone_scores_what_is_known_of_it() -> None:
    """On 4x4 2048 random play scores 1094.39 on average, with a standard deviation of 534.1: eight standard errors."""
    game, heard = find_game("twenty48"), list[int]()
    standing = play_at_random(game, game.options(), games=2 * AT_ONCE, seed=3, watch=heard.append)
    told = standing.summary_alone()

    assert heard == [AT_ONCE, 2 * AT_ONCE]
    assert (told["games"], told["unfinished"], told["slowest_move"]) == (2 * AT_ONCE, 0, None)
    assert told["mean"] == pytest.approx(1094.39, abs=8 * 534.1 / (2 * AT_ONCE) ** 0.5)
    assert standing.moves / standing.games == pytest.approx(118.36, abs=3)
    assert standing.rates()["128"] == pytest.approx(0.5548, abs=0.03)
    again = play_at_random(game, game.options(), games=2 * AT_ONCE, seed=3)
    assert standing.returns == again.returns
    assert standing.returns[:AT_ONCE] != standing.returns[AT_ONCE:], "each part has dice of its own"


def test_who_stops_random_play_has_the_parts_that_were_finished() -> None:
    """Not the short games of a part that was not."""
    game, standings = find_game("twenty48"), list[Standing]()

    def stop(done: int) -> None:
        if done == 2 * AT_ONCE:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_at_random(game, game.options(), games=3 * AT_ONCE, seed=3, watch=stop, into=standings)

    (standing,) = standings
    assert standing.games == len(standing.milestones) == 2 * AT_ONCE
    assert standing.moves / standing.games == pytest.approx(118.36, abs=3)


@pytest.mark.parametrize(
    ("name", "options", "is_able"),
    [
        ("twenty48", {}, True),
        ("twenty48", {"rows": 3}, False),  # no kernel
        ("puyo", {"mode": "single"}, False),  # the longest chain of a game is not seen at its end
        ("othello", {}, False),
    ],
)
def test_only_a_kernel_that_counts_plays_at_random(name: str, options: dict[str, object], is_able: bool) -> None:
    game = find_game(name)

    assert plays_at_random(game, game.options.read(options)) == is_able
