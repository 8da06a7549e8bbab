"""Slides of many boards at once are those of the rulebook."""

import random

import numpy as np
import pytest

from asobiba.core.errors import StateError
from asobiba.games.twenty48.afterstates import LOOKED_UP, afterstates, every_line, slid_lines, slide_all
from asobiba.games.twenty48.rules import ACTIONS, RANKS, Twenty48Options, rank, shift, slide

SIZES = [(4, 4), (2, 2), (1, 4), (3, 4), (5, 5), (2, 8)]
BOARDS = 300


def boards_of(rows: int, columns: int) -> list[tuple[int, ...]]:
    """Tiles: few kinds of them make many merges, all of them make sure that none is special."""
    generator = random.Random(rows * 10 + columns)
    found = []
    for _ in range(BOARDS):
        kinds = generator.choice((2, 4, RANKS))
        low = generator.randint(0, RANKS - kinds)
        ranks = [generator.choice((0, generator.randrange(low, low + kinds))) for _ in range(rows * columns)]
        found.append(tuple(2**k if k else 0 for k in ranks))
    return found


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_they_are_those_of_the_rulebook(rows: int, columns: int) -> None:
    options, boards = Twenty48Options(rows=rows, columns=columns), boards_of(rows, columns)
    slides = afterstates(np.array([list(map(rank, board)) for board in boards]).reshape(-1, rows, columns))

    assert slides.boards.shape == (BOARDS, ACTIONS, rows, columns)
    for number, board in enumerate(boards):
        for action in range(ACTIONS):
            after, reward = shift(board, action, options)
            assert slides.boards[number, action].ravel().tolist() == list(map(rank, after))
            assert slides.rewards[number, action] == reward
            assert slides.legal[number, action] == (after != board)


def test_lines_that_are_looked_up_are_those_that_are_slid() -> None:
    lines = every_line(LOOKED_UP)
    assert len(np.unique(lines, axis=0)) == RANKS**LOOKED_UP
    known, slid = slid_lines(lines), slide_all(lines)

    assert (known.lines == slid.lines).all()
    assert (known.rewards == slid.rewards).all()
    assert (known.merges == slid.merges).all()
    for number in range(0, len(lines), 97):
        tiles = tuple(2**k if k else 0 for k in lines[number].tolist())
        assert slid.merges[number] == len(slide(tiles).merged)


def test_boards_that_are_given_stay_as_they_are() -> None:
    ranks = np.array([[[1, 1], [0, 2]]], np.uint8)
    afterstates(ranks)

    assert ranks.tolist() == [[[1, 1], [0, 2]]]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros((4, 4), np.uint8), "n, rows, columns"),
        (np.zeros((1, 4, 4)), "whole numbers"),
        (np.full((1, 4, 4), 18), "ranks are 0 to 17; found 18"),
        (np.full((1, 4, 4), -1), "ranks are 0 to 17; found -1"),
    ],
)
def test_what_is_no_board_is_refused(wrong: np.ndarray, message: str) -> None:
    with pytest.raises(StateError, match=message):
        afterstates(wrong)
