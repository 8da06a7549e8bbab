"""What random play tells of a game before it is learned."""

from math import inf

import numpy as np
import pytest

from asobiba.core.registry import find_game
from asobiba.learn.survey import _size, survey


@pytest.mark.parametrize(
    ("bounds", "seen", "size"),
    [
        ((-1.0, 1.0), 0.5, 1.0),
        ((-64.0, 64.0), 15.0, 64.0),
        ((0.0, 4e6), 1_000.0, 1_000.0),
        ((0.0, inf), 500.0, 500.0),
        ((0.0, inf), 0.0, 1.0),
        ((-1.0, 1.0), 0.0, 1.0),
    ],
)
def test_scores_are_measured_by_what_occurs(bounds: tuple[float, float], seen: float, size: float) -> None:
    assert _size(bounds, seen) == size


def test_large_numbers_are_scaled_and_small_ones_are_left_alone() -> None:
    otrio, coppit = (survey(find_game(name), find_game(name).options(), 1) for name in ("otrio", "coppit"))

    assert (otrio.inputs == 1).all()
    assert coppit.inputs.min() < 1
    assert coppit.inputs.dtype == np.float32


def test_the_same_seed_sees_the_same() -> None:
    game = find_game("twenty48")
    one, twin = survey(game, game.options(), 3), survey(game, game.options(), 3)

    assert (one.score, one.reward) == (twin.score, twin.reward)
    assert 700 < one.score < 1_500
    assert one.reward == pytest.approx(1 / one.score)
