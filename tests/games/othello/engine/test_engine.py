"""The engine as Python programs use it."""

import random
import threading
from collections.abc import Iterator

import pytest

from asobiba.bench.adaptors.othello import Problem, problems
from asobiba.core.contract import OVER
from asobiba.core.errors import ConfigError
from asobiba.games.othello.engine.engine import Engine
from asobiba.games.othello.engine.labels import boards_of, solve_batch
from asobiba.games.othello.engine.plan import LEVELS, Plan
from asobiba.games.othello.notation import read_position, write_move
from asobiba.games.othello.rules import PASS, OthelloOptions, Position, square

SHORT = [problem for problem in problems() if problem.empties <= 14]


def read(problem: Problem) -> Position:
    return read_position(f"{problem.board} {problem.side}", OthelloOptions())


@pytest.mark.parametrize("threads", [1, 2])
def test_endings_are_solved(threads: int) -> None:
    engine = Engine(threads=threads)
    for problem in SHORT:
        found = engine.solve(read(problem))
        assert found.is_exact
        assert found.discs == problem.score
        assert write_move(read(problem), found.best) in problem.best
    labels = engine.solve_all([read(problem) for problem in SHORT])
    assert labels.scores.tolist() == [problem.score for problem in SHORT]


def test_every_move_is_worth_what_it_leads_to() -> None:
    for problem in SHORT[:3]:
        found = Engine(level=20).analyse(read(problem))
        assert {each.move: each.discs for each in found.moves} == {
            square(name): value for name, value in problem.values.items()
        }
        assert all(each.sure for each in found.moves)


def test_a_line_to_the_end_leads_to_what_it_is_worth() -> None:
    position = read_position(f"{SHORT[0].board} {SHORT[0].side}", OthelloOptions(score="discs"))
    found, side = Engine().solve(position), position.side
    for action in found.line:
        position = position.apply(action)

    assert position.to_play == OVER
    assert position.returns()[side] == found.discs


def test_deepening_goes_from_a_glance_to_the_plan() -> None:
    found = list(Engine(level=6).deepen(Position()))

    assert [each.depth for each in found] == [0, 1, 2, 3, 4, 5, 6]
    assert [each.nodes for each in found] == sorted(each.nodes for each in found)
    assert not found[-1].to_end
    assert {each.move for each in found[-1].moves} == set(Position().legal())


def test_the_same_is_found_every_time() -> None:
    def searched() -> tuple[object, ...]:
        engine = Engine(level=20)
        return engine.best(Position(), nodes=50_000), engine.best(Position().apply(19), nodes=50_000)

    assert searched() == searched()


def test_another_thread_cancels() -> None:
    engine, found = Engine(level=20), []
    thinker = threading.Thread(target=lambda: found.append(engine.solve(Position())))
    thinker.start()
    while thinker.is_alive():
        engine.cancel()
        thinker.join(0.01)

    assert not found[0].is_exact
    assert engine.choose(Position(), seconds=0.01) in Position().legal()


def test_pondering_ends_with_the_others_move() -> None:
    engine = Engine(level=10)
    with engine.pondering(Position()):
        pass

    assert engine.choose(Position()) in Position().legal()


def test_a_game_that_is_over_has_no_moves() -> None:
    over = read_position("X" * 64 + " X", OthelloOptions())

    assert Engine(level=3).analyse(over).moves == ()
    assert Engine(level=3).solve(over).moves == ()


def test_other_levels_are_refused() -> None:
    with pytest.raises(ConfigError, match=f"level=0 of Engine: allowed is 1 to {len(LEVELS)}"):
        Engine(level=0)


def test_a_search_that_contradicts_itself_comes_to_an_end() -> None:
    """What Multi-ProbCut leaves out makes a move here worth more than a window, and less than the next."""
    board = "---------------X--XXXXXX-X-XXXXX--XXXXXX-XOXXXXXXXOOOOX-OOOOOOOX O"

    found = Engine(plan=Plan(depth=8, exact=12)).analyse(read_position(board, OthelloOptions()))

    assert found.depth == 8


def strange_boards(count: int) -> Iterator[Position]:
    """One colour is rare or absent, so that passes, wipe-outs and games that are over are common."""
    dice, options = random.Random(7), OthelloOptions(score="discs")
    for _ in range(count):
        squares = dice.sample(range(64), 64 - dice.randrange(13))
        rare = dice.choice([0, 1, 2, 4, 8, 20, 32])
        white, black = (sum(1 << each for each in part) for part in (squares[:rare], squares[rare:]))
        yield Position(black, white, dice.randrange(2), options)


def test_every_search_to_the_end_ends_and_agrees_with_the_labels() -> None:
    positions = list(strange_boards(300))
    labels, engines = solve_batch(boards_of(positions)), [Engine(level=20, threads=threads) for threads in (1, 2)]

    for number, (position, score) in enumerate(zip(positions, labels.scores.tolist(), strict=True)):
        found = engines[number % 2].solve(position, every_move=number % 3 == 0)
        assert [found.discs for _ in found.moves[:1]] == [score for _ in position.legal()[:1]]
    assert {-64, 64} <= set(labels.scores.tolist())
    assert {PASS, -1} <= set(labels.moves.tolist())


def test_every_level_plays_games_to_their_end_with_few_nodes() -> None:
    dice, engines = (
        random.Random(3),
        [Engine(level=level, threads=1 + level % 2) for level in range(1, len(LEVELS) + 1)],
    )
    for black in engines:
        position, white = Position(), dice.choice(engines)
        for _ in range(dice.randrange(40)):
            position = position.apply(dice.choice(position.legal())) if position.legal() else position
        while legal := position.legal():
            nodes = dice.choice([1, 50, 500, 3_000])
            found = (white if position.side else black).best(position, nodes=nodes)
            assert found.best in legal
            position = position.apply(found.best)
