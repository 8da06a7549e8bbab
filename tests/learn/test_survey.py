"""What random play tells of a game before it is learned."""

from math import inf

import numpy as np
import pytest

from asobiba.core.registry import find_game
from asobiba.learn.survey import payment, survey


@pytest.mark.parametrize(
    ("bounds", "seen", "change", "paid"),
    [
        ((-1.0, 1.0), 0.5, -1.0, -1.0),
        ((-64.0, 64.0), 15.0, 16.0, 0.25),
        ((0.0, 4e6), 1_000.0, 3.0, 2 / 200),
        ((0.0, 4e6), 1_000.0, 1_023.0, 10 / 200),
        ((0.0, inf), 500.0, 0.0, 0.0),
        ((-1.0, 1.0), 0.0, 1.0, 1.0),
    ],
)
def test_what_a_change_of_the_score_pays(bounds: tuple[float, float], seen: float, change: float, paid: float) -> None:
    paying = payment(bounds, seen, 200.0)

    assert paying(np.array([change], np.float32))[0] == pytest.approx(paid)


def test_large_numbers_are_scaled_and_small_ones_are_left_alone() -> None:
    otrio, coppit = (survey(find_game(name), find_game(name).options(), 1) for name in ("otrio", "coppit"))

    assert (otrio.inputs == 1).all()
    assert coppit.inputs.min() < 1
    assert coppit.inputs.dtype == np.float32


def test_the_same_seed_sees_the_same() -> None:
    game = find_game("twenty48")
    one, twin = survey(game, game.options(), 3), survey(game, game.options(), 3)

    assert (one.score, one.payment) == (twin.score, twin.payment)
    assert one.payment.by_logarithm
    assert 700 < one.score < 1_500
