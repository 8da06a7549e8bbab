"""The engine as Python programs use it."""

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from asobiba.bench.adaptors.othello import Problem, problems
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.core.game import OVER
from asobiba.games.othello.engine.engine import Engine
from asobiba.games.othello.engine.labels import boards_of, solve_batch
from asobiba.games.othello.engine.plan import LEVELS, Plan
from asobiba.games.othello.notation import after_transcript, read_position, write_move
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


@pytest.mark.parametrize(
    ("game", "discs"),
    [
        ("d3c3b3d2e1d6d7e3f4", -64),
        ("f5f4c3e6f7g6g4e8g8g5h5", -62),
        ("X" * 40 + "O" * 24 + " X", 16),
        ("X" * 40 + "O" * 24 + " O", -16),
        ("-" * 64 + " X", 0),
    ],
    ids=["wiped out", "both are stuck", "full board", "full board, of the loser", "empty board"],
)
@pytest.mark.parametrize("score", ["result", "discs", "count"])
@pytest.mark.parametrize("level", [1, 6])
def test_a_game_that_is_over_is_worth_its_end_and_has_no_moves(game: str, discs: float, score: str, level: int) -> None:
    read_game, engine = read_position if " " in game else after_transcript, Engine(level)
    over = read_game(game, OthelloOptions.read({"score": score}))
    engine.analyse(Position())

    for found in (engine.analyse(over), engine.best(over, nodes=1), engine.solve(over), *engine.deepen(over)):
        assert (found.moves, found.line, found.discs, found.is_exact) == ((), (), discs, True)
        with pytest.raises(IllegalMove, match="no move is the best: the game is over"):
            found.best  # noqa: B018 -- asking is what fails
    with pytest.raises(IllegalMove, match="the game is over"):
        engine.choose(over)
    assert [len(list(engine.deepen(over))), engine.analyse(Position()).score] == [1, 0.0]


@pytest.mark.parametrize("every_move", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_where_all_is_lost_every_move_is_the_best(threads: int, every_move: bool) -> None:
    """No move can be worth less than all discs: whoever knows that it is worth no more knows its value."""
    board = "XXXX-XXXXXX-XXOXXXXX-XX-XXXXXX-XXXXXXXXXXXXXXXXXXXXXXX-XXXXXXXXX O"
    lost = read_position(board, OthelloOptions())
    found = Engine(threads=threads).solve(lost, every_move=every_move)

    assert found.is_exact
    assert {(each.move, each.discs, each.sure) for each in found.moves} == {(move, -64, True) for move in lost.legal()}


@pytest.mark.parametrize("level", [1, 5, 20])
def test_boards_with_fewer_discs_than_the_start_are_solved(level: int) -> None:
    """c4 wipes white out."""
    found = Engine(level).solve(read_position("-" * 27 + "OX" + "-" * 35 + " X", OthelloOptions()))

    assert (found.to_end, found.is_exact, found.depth) == (True, True, 62)
    assert (found.best, found.discs) == (square("c4"), 64)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"level": 0}, f"level=0 of Engine: allowed is a whole number from 1 to {len(LEVELS)}"),
        ({"level": 21}, "level=21 of Engine"),
        ({"level": "5"}, "level='5' of Engine: allowed is a whole number"),
        ({"level": 1.5}, "level=1.5 of Engine"),
        ({"level": True}, "level=True of Engine"),
        ({"threads": 0}, "threads=0 of Engine: allowed is a whole number from 1 to 256"),
        ({"threads": 1.0}, "threads=1.0 of Engine"),
    ],
)
def test_other_engines_are_refused(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        Engine(**words)


@pytest.mark.parametrize("verb", ["choose", "best", "analyse", "deepen"])
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"nodes": -1}, "nodes=-1 of Engine: allowed is a whole number from 0 to"),
        ({"nodes": 1.5}, "nodes=1.5 of Engine"),
        ({"seconds": float("nan")}, "seconds=nan of Engine: allowed is a number from 0 to 10000000"),
        ({"seconds": -1}, "seconds=-1 of Engine"),
    ],
)
def test_other_limits_are_refused(verb: str, words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        getattr(Engine(1), verb)(Position(), **words)


def after(plies: int, seed: int) -> Position:
    dice, position = random.Random(seed), Position()
    for _ in range(plies):
        position = position.apply(dice.choice(position.legal()))
    return position


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_weak_level_plays_its_level(level: int) -> None:
    """It gives discs away, never more than it may, and the same with the same seed."""
    loss, positions = LEVELS[level - 1].loss, [after(24, seed) for seed in range(8)]
    judge, engines = Engine(level), [Engine(level, seed=seed) for seed in (0, 0, 1, 2, 3)]
    chosen, lost = [[engine.choose(position) for position in positions] for engine in engines], set()
    for moves in chosen:
        for position, move in zip(positions, moves, strict=True):
            found = judge.analyse(position)
            lost.add(found.discs - next(each.discs for each in found.moves if each.move == move))

    assert chosen[0] == chosen[1]
    assert len({tuple(moves) for moves in chosen}) > 1
    assert 0 < max(lost) <= loss


def test_a_generator_is_drawn_from_as_it_is() -> None:
    dice, alone, position = random.Random(5), Engine(1, seed=5), after(24, 1)
    together = [Engine(1, seed=dice), Engine(1, seed=dice)]

    assert [together[turn % 2].choose(position) for turn in range(8)] == [alone.choose(position) for _ in range(8)]


@pytest.mark.parametrize("level", [5, 10])
def test_a_level_without_loss_draws_nothing(level: int) -> None:
    for seed in range(3):
        position = after(24, seed)
        assert Engine(level, seed=seed).choose(position) == Engine(level).best(position).best


@pytest.mark.parametrize("verb", ["choose", "best", "analyse", "solve", "begin", "deepen"])
def test_a_search_does_not_go_on_with_another_position(verb: str) -> None:
    engine, other = Engine(level=6), after(52, 1)
    left = engine.deepen(Position())
    next(left)
    next(left)
    found = getattr(engine, verb)(other)
    if verb == "deepen":
        next(found)

    with pytest.raises(StateError, match="this search cannot go on: its engine has begun another one since"):
        next(left)
    assert not list(left)
    if verb == "deepen":
        assert {each.move for *_, last in [list(found)] for each in last.moves} == set(other.legal())


@pytest.mark.parametrize("forget", [False, True])
def test_a_search_goes_on_after_a_pause(forget: bool) -> None:
    engine = Engine(level=6)
    thoughts = engine.deepen(Position())
    next(thoughts)
    if forget:
        engine.forget()

    assert [each.depth for each in thoughts] == [1, 2, 3, 4, 5, 6]


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
        assert (found.discs, found.is_exact) == (score, True)
        assert all(each.sure for each in found.moves[:1])
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
