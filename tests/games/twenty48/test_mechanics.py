"""The pure functions of specification 004, section 3.1, and slides of whole boards."""

from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import IllegalMove, StateError
from asobiba.games.twenty48.env import Twenty48Env
from asobiba.games.twenty48.mechanics import DOWN, LEFT, RIGHT, UP, afterstate, slide_and_merge
from asobiba.games.twenty48.rules import slide


@pytest.mark.parametrize(
    ("line", "after", "reward"),
    [
        ([2, 0, 2, 0], [4, 0, 0, 0], 4),
        ([2, 2, 2, 0], [4, 2, 0, 0], 4),
        ([2, 2, 2, 2], [4, 4, 0, 0], 8),
        ([4, 4, 2, 2], [8, 4, 0, 0], 12),
        ([2, 0, 0, 0], [2, 0, 0, 0], 0),
    ],
)
def test_3_1_lines_slide_and_merge(line: list[int], after: list[int], reward: int) -> None:
    assert slide_and_merge(line) == (after, reward)
    assert slide_and_merge(np.array(line)) == (after, reward)
    env = Twenty48Env()
    env.board = [line, [0] * 4, [0] * 4, [0, 0, 0, 4]]
    seen, earned, _, info = env.step(LEFT)
    row, column, tile = info["spawned"]
    seen[row, column] -= tile
    assert (seen[0].tolist(), earned) == (after, reward)


def test_3_1_a_line_of_array_scalars_leaves_none_behind_in_the_rulebook() -> None:
    line = (8192, 8192, 32768, 0)
    slide_and_merge(np.array(line))

    assert {type(tile) for tile in slide(line).line + slide(line).merged} == {int}


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        ([2.7, 2.2], "cell 0 is 2.7"),
        ([2, 2.0], "cell 1 is 2.0"),
        ([False, 2], "cell 0 is False"),
        ("2200", "cell 0 is '2'"),
        ([2, "2"], "cell 1 is '2'"),
        (np.array([2.0, 2.0]), r"cell 0 is np.float64\(2.0\)"),
        ([[2, 2]], r"cell 0 is \[2, 2\]"),
        ([2, None], "cell 1 is None"),
        ([2, 3], "cell 1 is 3"),
    ],
)
def test_3_1_what_is_no_line_is_refused(line: Any, cell: str) -> None:
    with pytest.raises(StateError, match=f"{cell}: allowed is 0 for empty, or 2, 4, 8, ..., 131072, whole numbers"):
        slide_and_merge(line)


def test_3_2_every_direction_slides_towards_its_wall() -> None:
    tiles = [[2, 2, 0, 4], [2, 0, 0, 4], [0, 8, 0, 0], [4, 8, 0, 2]]
    after = {
        UP: ([[4, 2, 0, 8], [4, 16, 0, 2], [0] * 4, [0] * 4], 28),
        RIGHT: ([[0, 0, 4, 4], [0, 0, 2, 4], [0, 0, 0, 8], [0, 4, 8, 2]], 4),
        DOWN: ([[0] * 4, [0] * 4, [4, 2, 0, 8], [4, 16, 0, 2]], 28),
        LEFT: ([[4, 4, 0, 0], [2, 4, 0, 0], [8, 0, 0, 0], [4, 8, 2, 0]], 4),
    }

    for action, (expected, reward) in after.items():
        board, earned = afterstate(tiles, action)
        assert (board.tolist(), earned) == (expected, reward)


def test_an_afterstate_is_the_step_without_its_tile() -> None:
    env = Twenty48Env(7)
    for action in np.random.default_rng(0).integers(4, size=300).tolist():
        before = env.board.copy()
        board, reward = afterstate(before, action)
        _, paid, done, info = env.step(action)
        assert (env.board != board).sum() == (info["spawned"] is not None)
        assert (reward, before.tolist() != board.tolist()) == (paid, info["moved"])
        if done:
            env.reset()


def test_afterstates_of_other_shapes_and_of_what_is_no_board() -> None:
    board, reward = afterstate([[2, 2, 4, 4, 2]], LEFT)

    assert (board.tolist(), reward) == ([[4, 8, 2, 0, 0]], 12)
    with pytest.raises(StateError, match="rows of whole numbers"):
        afterstate([2, 2], LEFT)
    with pytest.raises(StateError, match="cell 1 is 3"):
        afterstate([[2, 3]], LEFT)
    with pytest.raises(IllegalMove, match="does not exist"):
        afterstate([[2, 2]], 4)
