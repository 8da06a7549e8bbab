"""Expectimax in points, judged by an n-tuple network, finds what the plain one finds."""

import random
from collections.abc import Callable
from math import isnan

import numpy as np
import pytest

from asobiba._native import kernels
from asobiba.agents.expectimax import Search
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.ntuple import CAP, NTuple, downgraded, gap_of
from asobiba.games.twenty48.rules import LEFT, RIGHT, UP, Position, Tiles, Twenty48Options, rank
from tests.native.test_twenty48_expectimax import BEYOND, boards, lowered, ranks

TUPLES = ((0, 1, 4), (5, 6), (1, 2, 6, 9))
SIZE = sum(16 ** len(cells) for cells in TUPLES)
NEAR = 0.05
"""Values are thousands, and a float has seven digits."""


def network(seed: int = 1, familiar: int = CAP, stages: tuple[int, ...] = ()) -> NTuple:
    weights = np.random.default_rng(seed).normal(50, 300, (1 + len(stages)) * SIZE).astype(np.float32)
    return NTuple(Twenty48Options(), TUPLES, stages, weights, familiar)


def mind(judge: NTuple, threads: int = 1) -> kernels.Twenty48LearnedExpectimax:
    return kernels.Twenty48LearnedExpectimax(judge.native, judge.familiar, threads)


def native(judge: NTuple, position: Position, depth: int, least_chance: float = 0.0) -> dict[int, float]:
    values, looked, nodes = mind(judge).search(ranks(position), depth, None, least_chance)
    assert looked == depth
    assert nodes > 0
    return {action: value for action, value in enumerate(values) if not isnan(value)}


def itself(board: Tiles) -> Tiles:
    return board


def plain(
    judge: NTuple, position: Position, depth: int, least_chance: float = 0.0, seen: Callable[[Tiles], Tiles] = itself
) -> dict[int, float]:
    def judged(state: Position) -> tuple[float]:
        return (judge.of_boards([seen(state.board)])[0] if state.due else 0.0,)

    search = Search(judged, least_chance, gains=True, key=lambda state: (state.board, state.due))
    return {action: value for action, (value,) in search.moves(position, depth).items()}


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("stages", [(), (8, 11)])
def test_it_finds_what_the_plain_one_finds(depth: int, stages: tuple[int, ...]) -> None:
    judge = network(stages=stages)
    for position in [*boards(15, 11, 4), *boards(8, 4, 10), *boards(8, 14, 1), *boards(8, 11, 0, seed=3)]:
        assert native(judge, position, depth) == pytest.approx(plain(judge, position, depth), abs=NEAR)


@pytest.mark.slow
def test_three_moves_ahead_too() -> None:
    for position in [*boards(4, 8, 2), *boards(10, 11, 0, seed=3)]:
        assert native(network(), position, 3) == pytest.approx(plain(network(), position, 3), abs=NEAR)


def test_unlikely_ways_are_judged_where_they_are() -> None:
    judge, found = network(2), boards(4, 9, 3, seed=2)
    for position in found:
        cut = plain(judge, position, 3, 0.05)
        assert native(judge, position, 3, 0.05) == pytest.approx(cut, abs=NEAR)
    assert any(plain(judge, position, 3) != plain(judge, position, 3, 0.05) for position in found)


def test_a_target_that_stops_the_game_is_worth_its_merge() -> None:
    options = Twenty48Options(target=64, stop_at_target=True)
    position = read_position("32.32.2.4/0.0.0.8/0.0.0.0/0.0.0.0", options)
    values, _, _ = mind(network(familiar=4)).search(ranks(position), 1, None, 0.0, rank(64))

    assert values[LEFT] == values[RIGHT] == 64
    assert isnan(values[UP])


@pytest.mark.parametrize("text", BEYOND)
@pytest.mark.parametrize("depth", [1, 2])
def test_tiles_beyond_32768_slide_and_merge_as_the_rules_say(text: str, depth: int) -> None:
    """As smaller ones, as far as ranks are missing; where none is, at the end of the search."""
    judge, position = network(), read_position(text, Twenty48Options())
    small = Position(downgraded(position.board, CAP, depth))
    expected = plain(judge, small, depth, seen=lambda board: lowered(Position(board)).board)

    assert native(judge, position, depth) == pytest.approx(expected, abs=NEAR)


@pytest.mark.parametrize("familiar", [5, 8])
@pytest.mark.parametrize("depth", [1, 2])
def test_unfamiliar_tiles_are_seen_as_smaller_ones(familiar: int, depth: int) -> None:
    judge = network(familiar=familiar)
    for position in boards(20, 11, 4, seed=5):
        expected = plain(judge, Position(downgraded(position.board, familiar, depth)), depth)
        assert native(judge, position, depth) == pytest.approx(expected, abs=NEAR)


def halved(board: Tiles, gap: int) -> Tiles:
    return tuple(tile // 2 if rank(tile) > gap else tile for tile in board)


def test_nothing_else_happens_to_smaller_tiles_in_a_search() -> None:
    """Where the gap is out of reach: halved before a search or after it, the boards at its end are the same."""
    judge, depth, tried = network(), 3, 0
    for position in boards(60, 9, 2, seed=6):
        gap = gap_of(position.board, depth)
        if not gap or sum(tile for tile in position.board if rank(tile) < gap) + 4 * (depth - 1) >= 1 << gap:
            continue
        tried += 1

        def before(state: Position) -> tuple[float]:
            return (judge.of_boards([state.board])[0] if state.due else 0.0,)

        def after(state: Position, gap: int = gap) -> tuple[float]:
            return (judge.of_boards([halved(state.board, gap)])[0] if state.due else 0.0,)

        seen = Position(halved(position.board, gap))
        assert Search(before, 0.02).moves(seen, depth) == Search(after, 0.02).moves(position, depth)
        if tried == 5:
            return
    raise AssertionError("hardly any board has a gap")


def test_what_was_judged_before_changes_nothing() -> None:
    judge = network(familiar=9)
    alone, together = mind(judge), mind(judge, threads=2)
    for position in boards(5, 11, 4):
        first = mind(judge).search(ranks(position), 3, None, 1e-3)
        for again in (alone, together, alone):
            values, *rest = again.search(ranks(position), 3, None, 1e-3)
            assert values == pytest.approx(first[0], nan_ok=True, rel=0, abs=0)
            assert rest == list(first[1:])


def test_by_the_clock_it_looks_as_far_as_it_comes_and_plays_games() -> None:
    judge, (position,) = network(), boards(1, 11, 6)
    values, depth, nodes = mind(judge).search(ranks(position), 60, 30)
    score, largest, moves, visited = mind(judge).play(1, 60, most=20, milliseconds=1)

    assert 1 <= depth < 60
    assert nodes > 0
    assert [action for action in range(4) if not isnan(values[action])] == list(position.legal())
    assert (moves, largest > 1, visited > moves, score > 0) == (20, True, True, True)


def test_a_search_by_the_clock_is_a_search_with_its_horizon() -> None:
    """To the depth and the chances that time allowed; here hardly any way is unlikely."""
    judge = network()
    position = read_position("2.4.2.4/4.2.4.2/2.4.2.4/4.2.8.8", Twenty48Options())
    values, _, _ = mind(judge).search(ranks(position), 4, 10_000)

    assert values == pytest.approx(mind(judge).search(ranks(position), 4)[0], nan_ok=True, abs=NEAR)


def test_the_largest_tiles_do_not_merge() -> None:
    position = read_position("131072.131072.4.2/0.0.0.0/0.0.0.0/0.0.0.0", Twenty48Options())
    values, _, _ = mind(network(familiar=9)).search(ranks(position), 2)

    assert isnan(values[LEFT])
    assert isnan(values[RIGHT])


def test_random_boards_never_break_it() -> None:
    dice, thinker = random.Random(4), mind(network(familiar=6))
    for _ in range(300):
        board = bytes(dice.choice((0, dice.randint(0, 16))) for _ in range(16))
        values, _, _ = thinker.search(board, 2)
        tiles = tuple(1 << each if each else 0 for each in board)
        assert {action for action in range(4) if not isnan(values[action])} == set(Position(tiles).slides)


@pytest.mark.parametrize(("familiar", "threads"), [(0, 1), (16, 1), (15, 0), (15, 65)])
def test_it_refuses_what_is_wrong(familiar: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"is a rank|is a number"):
        kernels.Twenty48LearnedExpectimax(network().native, familiar, threads)


def test_a_network_of_another_board_is_refused() -> None:
    small = NTuple(Twenty48Options(rows=3), ((0, 1),), (), np.zeros(256, np.float32))

    with pytest.raises(ValueError, match="4x4"):
        kernels.Twenty48LearnedExpectimax(small.native, 15)


def test_it_keeps_its_network_alive() -> None:
    thinker = mind(network())
    (position,) = boards(1, 8, 4)

    assert thinker.search(ranks(position), 2)[0] == pytest.approx(
        mind(network()).search(ranks(position), 2)[0], nan_ok=True
    )


@pytest.mark.parametrize("milliseconds", [0, -1, float("nan"), float("inf"), 1e12])
def test_a_time_that_is_none_is_refused(milliseconds: float) -> None:
    with pytest.raises(ValueError, match="milliseconds is a number above 0"):
        mind(network()).search(ranks(boards(1, 11, 6)[0]), 60, milliseconds)
