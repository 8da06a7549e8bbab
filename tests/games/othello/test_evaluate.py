"""The specification's evaluation and its worked example."""

import random

from asobiba.core.game import OVER
from asobiba.games.othello.evaluate import CORNERS, evaluate
from asobiba.games.othello.rules import Position, brackets


def test_two_corners_two_moves_and_two_discs_ahead_are_worth_62() -> None:
    generator = random.Random(3)
    examples = 0
    while examples < 3:
        position = Position()
        while position.to_play != OVER:
            position = position.apply(generator.choice(position.legal()))
            black, white = position.black, position.white
            corners = (white & CORNERS).bit_count() - (black & CORNERS).bit_count()
            moves = brackets(white, black).bit_count() - brackets(black, white).bit_count()
            if (corners, moves, white.bit_count() - black.bit_count()) == (2, 2, 2):
                examples += 1
                assert evaluate(position, 1) == 62
                assert evaluate(position, 0) == -62


def test_the_start_is_even() -> None:
    assert evaluate(Position(), 0) == evaluate(Position(), 1) == 0
