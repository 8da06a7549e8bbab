"""Units of self-play: the same samples whoever plays them, and what the samples say."""

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays
from asobiba.core.game import AnyGame
from asobiba.core.registry import find_game
from asobiba.learn.alphazero.networks import PolicyValue
from asobiba.learn.alphazero.settings import AlphaZeroSettings
from asobiba.learn.alphazero.units import Stopped, Threads, Unit, implementation_of

TINY: dict[str, Any] = {"simulations": 4, "cheap_simulations": 2, "considered": 4, "lanes": 3, "full_share": 0.5}


def without_kernel(game: AnyGame) -> AnyGame:
    return game.with_part(replace(game.part(Arrays), kernel=None))


def unit(name: str, options: dict[str, Any], games: int = 4, **changes: Any) -> tuple[Unit, dict[str, NDArray[Any]]]:
    """Of a game as the rulebook plays it, and a network that knows nothing."""
    game = without_kernel(find_game(name))
    chosen = game.options(**options)
    seats = len(game.seats(chosen))
    scale = np.ones(game.part(Arrays).encode.shape(chosen), np.float32)
    network = PolicyValue(scale, game.actions(chosen), seats, width=4, blocks=1, score=30.0 * (seats == 1))
    return Unit(game, chosen, AlphaZeroSettings(**{**TINY, **changes}), games), network.weights()


def same(one: dict[str, NDArray[Any]], other: dict[str, NDArray[Any]]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(array, other[name]) for name, array in one.items())


@pytest.mark.slow
def test_a_unit_depends_on_its_number_and_not_on_who_plays_it() -> None:
    found, weights = unit("otrio", {"players": 2})
    pool = Threads(found, threads=2)
    try:
        futures = [pool.play(number, weights) for number in (7, 8, 7)]
        seven, eight, again = (future.result().samples for future in futures)
    finally:
        pool.close()

    assert same(seven, again)
    assert not same(seven, eight)
    assert same(seven, found.play(7, weights).samples)


@pytest.mark.thorough
def test_the_number_of_lanes_changes_no_game() -> None:
    """The network here is the same whatever else is in its batch: it says nothing."""
    (wide, weights), (narrow, _) = unit("otrio", {"players": 2}, lanes=4), unit("otrio", {"players": 2}, lanes=1)

    assert same(wide.play(1, weights).samples, narrow.play(1, weights).samples)


@pytest.mark.thorough
def test_samples_say_what_was_played_and_what_it_brought() -> None:
    found, weights = unit("otrio", {"players": 3}, opening_share=0.0, full_share=0.5)
    played = found.play(0, weights)
    samples, read = played.samples, found.game.notation.read_position

    assert played.games == 4
    assert set(samples["game"]) == {0, 1, 2, 3}
    assert (np.lexsort((samples["ply"], samples["game"])) == np.arange(len(samples["ply"]))).all()
    assert set(samples["weight"]) == {0, 1}
    assert samples["policy"].sum(1) == pytest.approx(1, abs=1e-5)
    for row, raw in enumerate(samples["position"]):
        state = read(raw.tobytes().rstrip(b"\0").decode(), found.options)
        assert state.to_play == samples["seat"][row]
        assert set(np.flatnonzero(samples["policy"][row])) <= set(state.legal())
    for number in range(4):
        rows = samples["game"] == number
        seated = zip(samples["result"][rows], samples["seat"][rows], strict=True)
        by_seat = [np.roll(result, seat) for result, seat in seated]
        assert all((result == by_seat[0]).all() for result in by_seat)


def test_points_are_those_that_are_still_to_come() -> None:
    found, weights = unit("twenty48", {"rows": 2, "columns": 2, "target": 2048}, games=2, opening_share=0.0)
    assert found.game.bounds(found.options)[1] < 256, "so small a board has bounds"
    found, weights = unit("twenty48", {"rows": 2, "columns": 3}, games=2, opening_share=0.0)
    samples, read = found.play(0, weights).samples, found.game.notation.read_position
    for number in range(2):
        rows = np.flatnonzero(samples["game"] == number)
        scores = [read(samples["position"][row].tobytes().rstrip(b"\0").decode(), found.options).score for row in rows]
        totals = {score + float(samples["result"][row, 0]) for score, row in zip(scores, rows, strict=True)}
        assert len(totals) == 1


def test_points_count_as_far_as_the_horizon() -> None:
    def played(**changes: Any) -> dict[str, NDArray[Any]]:
        found, weights = unit("twenty48", {"rows": 2, "columns": 3}, games=2, opening_share=0.0, **changes)
        return found.play(0, weights).samples

    whole, near, broken = played(), played(horizon=4), played(horizon=4, max_plies=12)
    for game in range(2):
        rows, kept = (np.flatnonzero(samples["game"] == game) for samples in (whole, broken))
        to_come = whole["result"][rows, 0]
        assert np.array_equal(near["result"][rows, 0], to_come - np.append(to_come[4:], np.zeros(4)))
        assert list(broken["ply"][kept]) == list(range(9))
        assert np.array_equal(broken["result"][kept], near["result"][rows[:9]])


@pytest.mark.thorough
def test_games_may_begin_with_random_moves_and_end_too_late() -> None:
    opened, weights = unit("otrio", {"players": 2}, opening_share=1.0, opening_plies=5)
    short, nothing = unit("twenty48", {"rows": 2, "columns": 2}, opening_share=1.0, opening_plies=60)
    late, _ = unit("otrio", {"players": 2}, opening_share=0.0, max_plies=3)

    assert opened.play(0, weights).samples["ply"].min() > 0
    assert set(short.play(0, nothing).samples["game"]) == {0, 1, 2, 3}
    assert len(late.play(0, weights).samples["ply"]) == 0


def test_a_unit_that_nobody_waits_for_ends() -> None:
    found, weights = unit("otrio", {"players": 2})
    stop = threading.Event()
    stop.set()

    with pytest.raises(Stopped):
        found.play(0, weights, stop)


def test_games_without_a_kernel_are_played_by_the_rulebook() -> None:
    game = find_game("otrio")

    assert implementation_of(without_kernel(game), game.options()) == "rulebook"
