"""The search of Othello's engine: equal to plain minimax where it leaves nothing out, the same on every build, and
stopped at once."""

import random
import threading
import time
from functools import cache
from typing import Any

import numpy as np
import pytest

from asobiba._native import _plain, kernels
from asobiba.bench.adaptors.othello import Problem, problems
from asobiba.core.game import OVER
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import PASS, OthelloOptions, Position, square

DISCS = OthelloOptions(score="discs")
BUILDS = [_plain] if kernels is _plain else [_plain, kernels]
WHOLE = 5
MODEL = [3.0, -0.2, 0.12, -0.01]
MEASURES, VALUES, PHASES, EMPTIES = 4, 32, 11, 61


@cache
def mobility(build: Any = kernels) -> Any:
    """An evaluation that counts moves and empty squares beside discs and knows no shape."""
    size = build.OthelloPatterns.size
    weights = np.zeros(size, np.int16)
    for phase in weights[: size - EMPTIES].reshape(PHASES, -1):
        counts = phase[-MEASURES * VALUES :].reshape(MEASURES, VALUES)
        counts[:] = np.outer([100, -100, -50, 50], np.arange(VALUES))
    return build.OthelloPatterns(weights.tobytes())


def engine(bits: int = 14, threads: int = 1, build: Any = kernels) -> Any:
    return build.OthelloEngine(mobility(build), bits, threads, MODEL)


def evaluate(position: Position) -> float:
    found = np.zeros(1, np.int32)
    boards = np.array([position.mine], np.uint64), np.array([position.theirs], np.uint64)
    mobility().values(*boards, found)
    return float(found[0]) / kernels.OthelloPatterns.unit


def empties(position: Position) -> int:
    return 64 - (position.black | position.white).bit_count()


def minimax(position: Position, depth: int) -> float:
    """A pass is no ply."""
    if position.to_play == OVER:
        return position.returns()[position.side]
    if depth == 0:
        return evaluate(position)
    return max(-minimax(position.apply(action), depth - (action != PASS)) for action in position.legal())


def some_position(plies: int, seed: int) -> Position:
    generator, position = random.Random(seed), Position(options=DISCS)
    for _ in range(plies):
        if position.to_play != OVER:
            position = position.apply(generator.choice(position.legal()))
    return position


@pytest.mark.parametrize(("plies", "depth"), [(0, 4), (7, 3), (13, 3), (25, 3), (40, 3), (49, 3), (54, 3), (55, 4)])
@pytest.mark.parametrize("seed", range(3))
def test_a_search_that_leaves_nothing_out_is_minimax(plies: int, depth: int, seed: int) -> None:
    position, searching = some_position(plies, seed), engine()
    searching.about(position.mine, position.theirs)

    assert searching.look(depth, WHOLE, every_move=True)
    expected = {action: -minimax(position.apply(action), depth - (action != PASS)) for action in position.legal()}
    assert {move: value for move, value, _ in searching.moves()} == pytest.approx(expected)
    searching.forget()
    assert searching.look(depth, WHOLE, every_move=False)
    move, value, is_sure = searching.moves()[0]
    assert is_sure
    assert value == pytest.approx(max(expected.values())) == pytest.approx(expected[move])


def read(problem: Problem) -> Position:
    return read_position(f"{problem.board} {problem.side}", DISCS)


def searches(searching: Any, position: Position) -> None:
    """As an engine would come to the end."""
    searching.about(position.mine, position.theirs)
    for depth in range(1, empties(position) - 8, 2):
        searching.look(depth, 0, every_move=False)
    for care in (0, 2, WHOLE):
        searching.look(64, care, every_move=False)


@pytest.mark.parametrize(
    "problem", [each for each in problems() if each.empties <= 15][:8], ids=lambda each: each.number
)
@pytest.mark.parametrize("threads", [1, 2])
def test_every_move_of_the_suite_is_worth_what_it_says(problem: Problem, threads: int) -> None:
    position, searching = read(problem), engine(threads=threads)
    searches(searching, position)
    assert searching.moves()[0][1] == problem.score
    assert searching.reach == (problem.empties, WHOLE, True)

    searching.look(64, WHOLE, every_move=True)
    assert {move: value for move, value, _ in searching.moves()} == {
        square(name): score for name, score in problem.values.items()
    }


SIGNATURE = {"midgame": 33824, "whole": 6667, "end": 26015}
"""Nodes. A changed number is a changed search: the commit that changes it says so."""


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.__name__.rpartition("._")[2])
def test_signature(build: Any) -> None:
    start, found = Position(), {}
    searching = engine(build=build)
    searching.about(start.mine, start.theirs)
    for depth in range(1, 11):
        searching.look(depth, 1, every_move=False)
    found["midgame"] = searching.nodes
    searching.forget()
    searching.about(start.mine, start.theirs)
    searching.look(7, WHOLE, every_move=True)
    found["whole"] = searching.nodes
    searching.forget()
    searches(searching, read(problems()[0]))
    found["end"] = searching.nodes

    assert found == SIGNATURE


def test_nodes_are_a_limit() -> None:
    searching, start = engine(), Position()
    searching.about(start.mine, start.theirs)
    assert searching.look(2, WHOLE, every_move=True)
    before = searching.moves()

    assert not searching.look(20, WHOLE, every_move=True, nodes=30_000)
    assert 30_000 <= searching.nodes < 31_000
    assert searching.moves() == before
    assert searching.reach == (2, WHOLE, False)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_of_seconds_ends(threads: int) -> None:
    searching, start = engine(threads=threads), Position()
    searching.about(start.mine, start.theirs)

    assert not searching.look(60, WHOLE, every_move=False, seconds=0.02)
    assert not searching.look(60, WHOLE, every_move=False, seconds=0.0)


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_stops_it_and_cannot_use_it(threads: int) -> None:
    searching, start, ended = engine(threads=threads), Position(), []
    searching.about(start.mine, start.theirs)
    thinker = threading.Thread(target=lambda: ended.append(searching.look(60, WHOLE, every_move=False)))
    thinker.start()
    refused = 0
    while not refused and thinker.is_alive():
        try:
            searching.moves()
            time.sleep(0.001)
        except RuntimeError:
            refused = 1
    searching.stop()
    thinker.join()

    assert (ended, refused) == ([False], 1)
    searching.about(start.mine, start.theirs)
    assert searching.look(2, WHOLE, every_move=True)


def test_a_forced_pass_is_the_only_move_and_a_finished_game_has_none() -> None:
    stuck = read_position("OOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O", DISCS)
    searching = engine()
    for position in (stuck, some_position(60, 1)):
        searching.about(position.mine, position.theirs)
        searching.look(3, WHOLE, every_move=True)
        assert [move for move, _, _ in searching.moves()] == list(position.legal())


def test_the_line_is_playable() -> None:
    searching, position = engine(), Position()
    searching.about(position.mine, position.theirs)
    for depth in range(1, 9):
        searching.look(depth, 1, every_move=False)
    line = searching.line(searching.moves()[0][0])

    assert len(line) >= 5
    for action in line:
        position = position.apply(action)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: engine(bits=3),
        lambda: engine(threads=0),
        lambda: kernels.OthelloEngine(mobility(), 14, 1, [1.0]),
        lambda: engine().about(1, 1),
        lambda: engine().look(0, 5, every_move=False),
        lambda: engine().look(65, 5, every_move=False),
        lambda: engine().look(1, 6, every_move=False),
        lambda: engine().look(1, 5, every_move=False, seconds=-1.0),
        lambda: engine().line(0),
    ],
)
def test_nonsense_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"number|four|disc|move"):
        wrong()
