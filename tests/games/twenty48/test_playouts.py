"""Games that are played out: by the rules, by the policy that they name, to the end."""

from dataclasses import astuple

import numpy as np
import pytest

from asobiba._native import kernels
from asobiba.agents.players import Playouts
from asobiba.games.twenty48.afterstates import afterstates, every_line
from asobiba.games.twenty48.evaluate import evaluate, worth
from asobiba.games.twenty48.exact import expected
from asobiba.games.twenty48.heuristic import WEIGHTS, WON
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.ntuple import NTuple
from asobiba.games.twenty48.playouts import Course, by_evaluation, by_network, line_worths, played_out
from asobiba.games.twenty48.rules import LEFT, Position, Twenty48Options, rank, start
from asobiba.games.twenty48.tuples import tuples_of

BOARD = "2.4.8.2/0.2.16.64/0.0.4.128/0.0.0.2 score=1200"
TINY = Twenty48Options(rows=2, columns=2)


def games_from(positions: list[Position], games: int, seed: int) -> list[Playouts]:
    found = played_out(positions, games, seed, None)
    assert found is not None
    return found


def ranks_of(position: Position) -> np.ndarray:
    rows, columns = position.options.rows, position.options.columns
    return np.array(list(map(rank, position.board)), np.uint8).reshape(1, rows, columns)


@pytest.mark.parametrize("length", [2, 3, 5])
def test_a_line_is_worth_what_evaluate_says(length: int) -> None:
    lines = every_line(length)[:: 7 ** (length - 1)]
    told = [worth(tuple(2**k if k else 0 for k in line.tolist())) for line in lines]

    assert line_worths(lines).tolist() == pytest.approx(told)


def test_the_quick_policy_is_greedy() -> None:
    position = read_position(BOARD, Twenty48Options())
    values = by_evaluation(afterstates(ranks_of(position)))[0]

    for action in position.legal():
        assert values[action] == pytest.approx(evaluate(position.apply(action), 0))


def test_a_network_judges_the_afterstates_with_their_rewards() -> None:
    options, generator = Twenty48Options(), np.random.default_rng(1)
    tuples = tuples_of("0145/0123", options)
    network = NTuple(options, tuples, (), generator.random(2 << 16, np.float32) * 100, familiar=6)
    position = read_position(BOARD, options)
    values = by_network(network)(afterstates(ranks_of(position)))[0]

    for action, value in network.values(position).items():
        assert values[action] + position.score == pytest.approx(value, rel=1e-5)


def test_games_go_on_from_where_they_are_to_the_end() -> None:
    position = read_position(BOARD, Twenty48Options()).apply(LEFT)
    (played,) = games_from([position], 20, 1)

    assert (played.policy, len(played.scores)) == ("greedy", 20)
    assert min(played.scores) > 1200
    assert all(tile.bit_count() == 1 and tile >= 128 for tile in played.milestones)
    assert [played] == games_from([position], 20, 1), "the same seed, the same games"
    assert [played] != games_from([position], 20, 2)


def test_the_search_plays_as_the_policy_does_side_by_side() -> None:
    """By means of 2,000 short games each: five standard errors."""
    options, generator = Twenty48Options(), np.random.default_rng(2)
    network = NTuple(
        options, tuples_of("0145/0123", options), (), generator.random(2 << 16, np.float32) * 50, familiar=9
    )
    position = read_position(BOARD, options).apply(LEFT)
    natively = played_out([position], 2_000, 1, network)
    course = Course(np.repeat(ranks_of(position), 2_000, 0), generator)
    course.spawn(np.ones(2_000, bool))
    course.play(by_network(network), stop=18)

    assert natively is not None
    assert natively == played_out([position], 2_000, 1, network), "the same seed, the same games"
    assert natively[0].policy == "ntuple"
    scores, plain = np.array(natively[0].scores), course.gained + position.score
    assert abs(scores.mean() - plain.mean()) < 5 * (scores.var() / 2_000 + plain.var() / 2_000) ** 0.5
    assert min(scores) > 1200
    assert set(natively[0].milestones) <= {128, 256, 512, 1024, 2048}


@pytest.mark.parametrize(("due", "board"), [(3, bytes(16)), (-1, bytes(16)), (1, bytes([1, 2] * 8)), (0, bytes(15))])
def test_a_board_to_go_on_from_has_room_for_what_is_due(due: int, board: bytes) -> None:
    mind = kernels.Twenty48Expectimax(astuple(WEIGHTS), WON)
    with pytest.raises(ValueError, match=r"due is a number from 0 to 2|a board of sixteen cells"):
        mind.play(1, 1, start=board, due=due)


def test_each_position_has_games_of_its_own() -> None:
    first, later = start(TINY), Position((64, 32, 16, 0), 500, 1, TINY)
    one, other = games_from([first, later], 50, 3)

    assert max(one.scores) < 500 <= min(other.scores)
    assert min(other.milestones) == 64


def test_best_play_scores_more_than_the_policy_on_average() -> None:
    """And the policy more than random play, 19.66: so luck and rewards are those of the rules."""
    (played,) = games_from([start(TINY)], 4_000, 5)
    mean = sum(played.scores) / len(played.scores)

    assert 25 < mean < 66.96 + 5


def test_luck_places_twos_and_fours_on_any_empty_cell() -> None:
    course = Course(np.zeros((20_000, 2, 3), np.uint8), np.random.default_rng(7))
    course.spawn(np.ones(20_000, np.bool_))
    flat = course.boards.reshape(-1, 6)

    assert (np.count_nonzero(flat, axis=1) == 1).all()
    assert np.count_nonzero(flat == 2) == pytest.approx(2_000, abs=250)
    assert np.count_nonzero(flat, axis=0).tolist() == pytest.approx([20_000 / 6] * 6, abs=300)


def test_the_target_ends_games_that_stop_at_it() -> None:
    options = Twenty48Options(target=16, stop_at_target=True)
    (played,) = games_from([start(options)], 30, 2)

    assert set(played.milestones) == {16}
    assert max(played.scores) <= 200


def test_a_forced_end_is_what_is_proven() -> None:
    """One move is left, and after it none whatever luck brings."""
    position = Position((4, 4, 8, 32), 0, 0, Twenty48Options(rows=2, columns=2))
    found = expected(position)
    assert found is not None
    after = [position.apply(action) for action in position.legal()]

    for action, played in zip(position.legal(), games_from(after, 400, 1), strict=True):
        assert sum(played.scores) / 400 <= found[action] + 3


def test_large_boards_are_left_alone() -> None:
    assert played_out([start(Twenty48Options(rows=5, columns=5))], 1, 1, None) is None
