"""Perfect play near the end, against plain minimax over the rulebook and against the FFO suite."""

import random
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.bench.adaptors.othello import Problem, problems
from asobiba.core.errors import AsobibaError, ConfigError, StateError
from asobiba.core.game import OVER
from asobiba.games.othello.engine.labels import boards_of, solve_batch
from asobiba.games.othello.notation import after_transcript, read_position, write_move
from asobiba.games.othello.rules import PASS, OthelloOptions, Position

COUNTS = {6: 12, 7: 4}
"""Of random positions that plain minimax searches in a second; of those with fewer empty squares 60."""
DISCS = OthelloOptions(score="discs")


def minimax(position: Position) -> float:
    """For the side to move."""
    if position.to_play == OVER:
        return position.returns()[position.side]
    return max(-minimax(position.apply(action)) for action in position.legal())


def endings(empties: int, count: int, seed: int) -> Iterator[Position]:
    """Of random games; some of them are over, and in some of them the side to move has to pass."""
    generator = random.Random(seed)
    for _ in range(count):
        position = Position(options=DISCS)
        while position.to_play != OVER and 64 - (position.black | position.white).bit_count() > empties:
            position = position.apply(generator.choice(position.legal()))
        yield position


@pytest.mark.parametrize("empties", range(8))
def test_scores_are_those_of_minimax(empties: int) -> None:
    positions = list(endings(empties, COUNTS.get(empties, 60), seed=empties))
    found = solve_batch(boards_of(positions))

    for position, score, move in zip(positions, found.scores.tolist(), found.moves.tolist(), strict=True):
        assert score == minimax(position)
        if position.to_play == OVER:
            assert move == -1
        else:
            assert -minimax(position.apply(move)) == score


def test_endings_with_passes_are_among_those_compared() -> None:
    positions = [each for empties in range(6) for each in endings(empties, 60, seed=empties)]

    assert sum(PASS in each.legal() for each in positions) > 5


@pytest.mark.parametrize(
    ("moves", "score"),
    [("d3c3b3d2e1d6d7e3f4", -64), ("f5d6c5f4e7f6g5e6e3", -64), ("f5f4c3e6f7g6g4e8g8g5h5", -62)],
    ids=["wiped out", "wiped out, 13 discs", "both are stuck with 49 empty squares"],
)
def test_games_that_are_over_early_give_the_winner_the_empty_squares(moves: str, score: int) -> None:
    position = after_transcript(moves, DISCS)
    found = solve_batch(boards_of([position]))

    assert position.to_play == OVER
    assert (found.scores.tolist(), found.moves.tolist()) == ([score], [-1])


def read(problem: Problem) -> Position:
    return read_position(f"{problem.board} {problem.side}", DISCS)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_first_problems_of_the_suite(threads: int) -> None:
    suite = [problem for problem in problems() if problem.empties <= 16]
    found = solve_batch(boards_of([read(problem) for problem in suite]), threads)

    assert len(suite) >= 19
    assert found.scores.tolist() == [problem.score for problem in suite]
    for problem, move in zip(suite, found.moves.tolist(), strict=True):
        assert write_move(read(problem), move) in problem.best


def test_threads_find_the_same() -> None:
    boards = boards_of(list(endings(12, 40, seed=5)))
    one, two = solve_batch(boards, threads=1), solve_batch(boards, threads=2)

    assert one.scores.tolist() == two.scores.tolist()


def test_several_threads_of_python_solve_at_once() -> None:
    boards = boards_of(list(endings(12, 20, seed=6)))
    expected, found = solve_batch(boards).scores.tolist(), []
    callers = [threading.Thread(target=lambda: found.append(solve_batch(boards).scores.tolist())) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()

    assert found == [expected] * 3


START = boards_of([Position()])
HIGH = np.array([[1, 2], [1 << 63, 4]], np.uint64)


@pytest.mark.parametrize(
    ("boards", "threads", "kind", "why"),
    [
        (np.array([[1, 2], [5, 4]], np.uint64), 1, StateError, "board 1: a square has a disc of both sides"),
        (START.astype(float), 1, StateError, r"whole numbers, .*; found float64 of shape \(1, 2\)"),
        (START.astype(np.float32), 1, StateError, "found float32"),
        (START.astype(complex), 1, StateError, "found complex128"),
        (START.astype(object), 1, StateError, "found object"),
        (START != 0, 1, StateError, "found bool"),
        (START[0], 1, StateError, r"found uint64 of shape \(2,\)"),
        (np.zeros((2, 3), np.uint64), 1, StateError, r"found uint64 of shape \(2, 3\)"),
        (HIGH.view(np.int64), 1, StateError, "board 1: squares are a number from 0 .* found -9223372036854775808"),
        (START, 0, ConfigError, "threads=0 of solve_batch: allowed is a whole number from 1 to 256"),
        (START, 257, ConfigError, "threads=257 of solve_batch"),
        (START, 1.5, ConfigError, "threads=1.5 of solve_batch"),
    ],
)
def test_nonsense_is_refused(boards: NDArray[Any], threads: Any, kind: type[AsobibaError], why: str) -> None:
    with pytest.raises(kind, match=why):
        solve_batch(boards, threads)


@pytest.mark.parametrize("dtype", [np.uint64, np.int64, ">u8"])
def test_whole_numbers_of_any_kind_are_boards(dtype: Any) -> None:
    ending = next(endings(6, 1, seed=2))
    low = ending if max(ending.mine, ending.theirs) < 1 << 63 else Position(3 << 1, 1, 0, DISCS)
    boards = boards_of([low])

    assert solve_batch(boards.astype(dtype)).scores.tolist() == solve_batch(boards).scores.tolist()


def test_no_position_is_no_label() -> None:
    assert len(solve_batch(boards_of([])).scores) == 0
