"""The native expectimax finds what the plain one finds, on packed boards and on those with tiles beyond 32768."""

import random
import threading
import time
from dataclasses import astuple
from math import isnan

import pytest

from asobiba._native import kernels
from asobiba.agents.expectimax import Search
from asobiba.games.twenty48.heuristic import WEIGHTS, WON, judge
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.rules import DOWN, LEFT, RANKS, RIGHT, Position, Twenty48Options, rank

WEIGHED = astuple(WEIGHTS)
NEAR = 0.1
"""A float has seven digits."""


def mind(threads: int = 1) -> kernels.Twenty48Expectimax:
    return kernels.Twenty48Expectimax(WEIGHED, WON, threads)


def ranks(position: Position) -> bytes:
    return bytes(map(rank, position.board))


def boards(count: int, largest: int, empties: int, seed: int = 1) -> list[Position]:
    generator = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        tiles = [2 ** generator.randint(1, largest) for _ in range(16 - empties)] + [0] * empties
        generator.shuffle(tiles)
        if (position := Position(tuple(tiles))).legal():
            found.append(position)
    return found


def plain(position: Position, depth: int, least_chance: float = 0.0) -> dict[int, float]:
    search = Search(lambda state: (judge(state, 0),), least_chance)
    return {action: value for action, (value,) in search.moves(position, depth).items()}


def native(position: Position, depth: int, stop: int = RANKS, least_chance: float = 0.0) -> dict[int, float]:
    values, looked, nodes = mind().search(ranks(position), depth, None, least_chance, stop)
    assert looked == depth
    assert nodes > 0
    return {action: value for action, value in enumerate(values) if not isnan(value)}


@pytest.mark.parametrize("depth", [1, 2])
def test_it_finds_what_the_plain_one_finds(depth: int) -> None:
    for position in [*boards(20, 11, 4), *boards(10, 4, 10), *boards(10, 14, 1)]:
        assert native(position, depth) == pytest.approx(plain(position, depth), abs=NEAR)


def test_three_moves_ahead_too() -> None:
    for position in boards(3, 8, 2):
        assert native(position, 3) == pytest.approx(plain(position, 3), abs=NEAR)


def test_near_the_end_it_finds_what_the_plain_one_finds_far_ahead() -> None:
    """Boards on which hardly anything slides: games that are over count for nothing."""
    for position in boards(10, 11, 0, seed=3):
        assert native(position, 3) == pytest.approx(plain(position, 3), abs=NEAR)


def test_unlikely_ways_are_judged_where_they_are() -> None:
    found = boards(4, 9, 3, seed=2)
    for position in found:
        cut = plain(position, 3, 0.05)
        assert native(position, 3, least_chance=0.05) == pytest.approx(cut, abs=NEAR)
    assert any(plain(position, 3) != plain(position, 3, 0.05) for position in found)


def test_a_target_that_stops_the_game_is_worth_more_than_any_board() -> None:
    options = Twenty48Options(target=64, stop_at_target=True)
    position = read_position("32.32.2.4/0.0.0.8/0.0.0.0/0.0.0.0", options)
    found = native(position, 1, rank(64))

    assert found[LEFT] == found[RIGHT] == WON > found[DOWN]
    assert found == pytest.approx(plain(position, 1), abs=NEAR)
    assert native(position, 2, rank(64))[DOWN] == WON


def lowered(position: Position) -> Position:
    """Above a value that no tile has, all are halved, as long as one is beyond 32768."""
    board = position.board
    while max(board) > 2**15:
        missing = max(2**k for k in range(1, rank(max(board))) if 2**k not in board)
        board = tuple(tile // 2 if tile > missing else tile for tile in board)
    return Position(board, due=position.due)


BEYOND = (
    "65536.4.2.2/8.2.0.0/0.0.0.0/0.0.0.0",
    "131072.65536.32768.16384/1024.2048.4096.8192/512.256.128.64/0.2.16.32",
    "32768.32768.4.0/2.0.0.0/0.0.0.0/0.0.0.0",
    "65536.65536.2.4/0.0.8.0/0.0.0.0/0.0.0.0",
    "131072.131072.2.2/0.0.0.0/0.0.0.0/0.0.0.0",
    "32768.16384.8192.4096/256.512.1024.2048/128.64.32.16/2.2.4.8",
)


@pytest.mark.parametrize("text", BEYOND)
@pytest.mark.parametrize("depth", [1, 2])
def test_tiles_beyond_32768_slide_and_merge_as_the_rules_say(text: str, depth: int) -> None:
    position = read_position(text, Twenty48Options())
    search = Search(lambda state: (judge(state, 0) if not state.due else judge(lowered(state), 0),))
    expected = {action: value for action, (value,) in search.moves(position, depth).items()}

    assert native(position, depth) == pytest.approx(expected, abs=NEAR)


def test_threads_and_what_was_searched_before_change_nothing() -> None:
    alone, together = mind(), mind(threads=2)
    for position in boards(5, 11, 4):
        values, *rest = alone.search(ranks(position), 4, None, 1e-3)
        for again in (alone, together):
            found, *others = again.search(ranks(position), 4, None, 1e-3)
            assert found == pytest.approx(values, nan_ok=True, rel=0, abs=0)
            assert others == rest


def test_hundreds_of_searches_later_it_finds_the_same() -> None:
    """The age of what it remembers is a byte."""
    thinker, (position, other) = mind(), boards(2, 11, 3)
    first = thinker.search(ranks(position), 3)
    for _ in range(260):
        thinker.search(ranks(other), 2)

    assert thinker.search(ranks(position), 3) == first


def test_time_ends_it() -> None:
    (position,) = boards(1, 11, 8)
    values, depth, nodes = mind().search(ranks(position), 60, 30)

    assert 1 <= depth < 60
    assert nodes > 0
    assert any(not isnan(value) for value in values)


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_stops_it(threads: int) -> None:
    """Sixty moves would take for ever."""
    (position,) = boards(1, 11, 8)
    thinker, found = mind(threads), list[object]()
    thread = threading.Thread(target=lambda: found.append(thinker.search(ranks(position), 60)))
    thread.start()
    while thread.is_alive():
        thinker.stop()
        time.sleep(0.01)
    thread.join()

    assert len(found) == 1


def test_it_plays_whole_games() -> None:
    score, largest, moves, nodes = mind().play(1, 1)

    assert mind().play(1, 1) == (score, largest, moves, nodes)
    assert mind().play(2, 1) != (score, largest, moves, nodes)
    assert score > 500
    assert nodes > moves > 50
    assert mind().play(1, 1, most=10)[2] == 10


def test_nothing_slides() -> None:
    position = read_position("2.4.2.4/4.2.4.2/2.4.2.4/4.2.4.2", Twenty48Options())
    values, _, _ = mind().search(ranks(position), 3)

    assert all(map(isnan, values))


@pytest.mark.parametrize(
    "wrong",
    [
        {"ranks": bytes(15)},
        {"ranks": bytes([18] * 16)},
        {"moves": 0},
        {"moves": 61},
        {"least_chance": -0.1},
        {"least_chance": float("nan")},
        {"stop": 2},
        {"stop": 19},
    ],
)
def test_it_refuses_what_is_wrong(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"a board of|a rank is|is a number|is a rank"):
        mind().search(**{"ranks": bytes([1] * 16), "moves": 1, **wrong})  # type: ignore[arg-type]


@pytest.mark.parametrize(("weights", "threads"), [((float("inf"), *WEIGHED[1:]), 1), (WEIGHED, 0), (WEIGHED, 65)])
def test_weights_are_numbers_and_threads_are_few(weights: tuple[float, ...], threads: int) -> None:
    with pytest.raises(ValueError, match=r"a weight is a number|threads is a number"):
        kernels.Twenty48Expectimax(weights, WON, threads)
