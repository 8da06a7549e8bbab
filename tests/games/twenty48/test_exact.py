"""What 2048 is worth on small boards: the expected score of the best and of random play, from the rulebook alone.

A tile more on the board is a larger sum of the tiles, so the boards are solved sum by sum, the largest first.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from asobiba._native import kernels
from asobiba.agents.advice import Adviser
from asobiba.agents.analysis import advised
from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE
from asobiba.core.match import play
from asobiba.core.registry import find_game
from asobiba.games.twenty48.exact import expected, solver
from asobiba.games.twenty48.rules import LEFT, Position, Tiles, Twenty48Options, start


class Worth(NamedTuple):
    best: float
    random: float


def spawns(before: Position) -> Iterator[tuple[Tiles, float]]:
    """The boards after luck, each with its probability."""
    for outcome, p in before.chances():
        yield before.apply(outcome).board, p


def worth(rows: int, columns: int) -> Worth:
    options = Twenty48Options(rows=rows, columns=columns)
    empty = start(options)
    first = [(board, p, q) for one, p in spawns(empty) for board, q in spawns(Position(one, 0, 1, options))]
    by_sum: defaultdict[int, set[Tiles]] = defaultdict(set)
    for board, _, _ in first:
        by_sum[sum(board)].add(board)
    total = min(by_sum)
    while total <= max(by_sum):
        for board in by_sum[total]:
            position = Position(board, options=options)
            for action in position.legal():
                for after, _ in spawns(position.apply(action)):
                    by_sum[sum(after)].add(after)
        total += 2

    solved: dict[Tiles, Worth] = {}
    for total in sorted(by_sum, reverse=True):
        for board in by_sum[total]:
            solved[board] = solve(Position(board, options=options), solved)
        for board in by_sum.pop(total + 6, ()):
            del solved[board]  # a move adds 2 or 4, and the start is 4, 6 or 8
    return Worth(*(sum(p * q * solved[board][kind] for board, p, q in first) for kind in (0, 1)))


def solve(position: Position, solved: dict[Tiles, Worth]) -> Worth:
    moves = []
    for action in position.legal():
        after = position.apply(action)
        found = [(p, solved[board]) for board, p in spawns(after)]
        moves.append(Worth(*(after.score + sum(p * worth[kind] for p, worth in found) for kind in (0, 1))))
    if not moves:
        return Worth(0, 0)
    return Worth(max(move.best for move in moves), sum(move.random for move in moves) / len(moves))


@pytest.mark.parametrize(
    ("rows", "columns", "best", "random"),
    [
        (1, 4, 33.311350, 21.737277),
        (4, 1, 33.311350, 21.737277),
        (2, 2, 66.964149, 19.656540),
        pytest.param(2, 3, 480.258272, 61.168880, marks=pytest.mark.slow),
    ],
)
def test_best_and_random_play_are_worth_what_they_should(rows: int, columns: int, best: float, random: float) -> None:
    assert worth(rows, columns) == pytest.approx((best, random), abs=1e-6)


def told(state: Position) -> float:
    """What the truth says of a position, luck included."""
    if state.to_play == CHANCE:
        return sum(p * told(state.apply(outcome)) for outcome, p in state.chances())
    values = expected(state)
    assert values is not None
    return max(values.values())


@pytest.mark.parametrize(
    ("rows", "columns", "best"),
    [
        (1, 4, 33.311350),
        (4, 1, 33.311350),
        (2, 2, 66.964149),
        (2, 3, 480.258272),
        (3, 2, 480.258272),
        pytest.param(2, 4, 2641.873036, marks=pytest.mark.slow),  # seconds
        pytest.param(3, 3, 5468.486797, marks=[pytest.mark.slow, pytest.mark.timeout(900)]),  # minutes, and 1.6 GB
    ],
)
def test_the_truth_of_a_start_is_known(rows: int, columns: int, best: float) -> None:
    assert told(start(Twenty48Options(rows=rows, columns=columns))) == pytest.approx(best, abs=1e-6)


def test_a_target_that_stops_the_game_ends_the_scoring() -> None:
    """To the left the fours become the 8 that ends it: 12 points and 8 more."""
    options = Twenty48Options(rows=2, columns=2, target=8, stop_at_target=True)
    stops, goes_on = (
        expected(Position((4, 4, 2, 0), 12, options=each)) for each in (options, Twenty48Options(rows=2, columns=2))
    )

    assert stops is not None
    assert goes_on is not None
    assert stops[LEFT] == 20
    assert goes_on[LEFT] > 20


def test_what_was_scored_before_counts() -> None:
    position, later = (Position((4, 4, 2, 0), score, options=Twenty48Options(rows=2, columns=2)) for score in (0, 8))
    first, second = expected(position), expected(later)

    assert first is not None
    assert second == pytest.approx({action: value + 8 for action, value in first.items()})


def test_too_many_positions_are_not_settled() -> None:
    few = kernels.Twenty48Exact(2, 3, 2048, False, most_positions=100)

    assert few.moves(bytes([1, 1, 0, 0, 0, 0])) == []
    assert few.positions == 100


@pytest.mark.parametrize(("rows", "columns", "is_solved"), [(3, 3, True), (1, 8, True), (2, 5, False), (4, 4, False)])
def test_nine_cells_are_the_most(rows: int, columns: int, is_solved: bool) -> None:
    assert (solver(Twenty48Options(rows=rows, columns=columns)) is not None) == is_solved


@pytest.mark.parametrize(
    ("wrong", "ranks"), [((0, 3), b""), ((2, 5), b""), ((2, 2), bytes(3)), ((2, 2), bytes([18, 0, 0, 0]))]
)
def test_the_kernel_refuses_what_is_no_board(wrong: tuple[int, int], ranks: bytes) -> None:
    with pytest.raises(ValueError, match=r"a board of|a rank is"):
        kernels.Twenty48Exact(*wrong, 2048, False, most_positions=100).moves(ranks)


def test_the_solver_plays_and_advises_by_it() -> None:
    game, options = find_game("twenty48"), Twenty48Options(rows=2, columns=2)
    solver, position = make_agent("solver", game, options), Position((4, 4, 2, 0), 12, options=options)
    assert isinstance(solver, Adviser)
    found = advised(game, position, solver)

    assert {move.action: move.value for move in found.moves} == expected(position)
    assert (found.exact, found.unit) == (True, "points")
    assert solver.choose(position) == found.moves[0].action
    scores = [play(game, [solver], options, seed=seed).returns for seed in range(200)]
    # A standard deviation of about 37: five standard errors.
    assert sum(score[0] for score in scores if score is not None) / 200 == pytest.approx(66.96, abs=14)


def test_the_solver_leaves_large_boards_alone() -> None:
    game = find_game("twenty48")
    players, small = game.part(Players), Twenty48Options(rows=2, columns=3)

    assert (players.roles(small)["exact"], players.agent_for("adviser", small)) == ("solver", "solver")
    assert players.roles(Twenty48Options(rows=2, columns=4))["exact"] == "solver"
    assert "exact" not in players.roles(Twenty48Options(rows=3, columns=3))
    with pytest.raises(ConfigError, match="8 cells at most"):
        make_agent("solver", game, Twenty48Options(rows=3, columns=3))
