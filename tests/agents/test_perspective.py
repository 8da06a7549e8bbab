"""Perspective: a seat that sees the board turned names its moves on the turned board."""

import numpy as np
import pytest

from asobiba.agents.perspective import Perspective
from asobiba.core.registry import find_game, game_names

COPPIT = find_game("coppit")


def test_every_seat_begins_with_the_same_moves_in_its_frame() -> None:
    """Each colour has rolled a six: red's moves and, turned, blue's are the same numbers."""
    options = COPPIT.options()
    frames, turn = Perspective(COPPIT, options), COPPIT.symmetries(options)[1]
    red = COPPIT.start(options).apply(5)
    blue = turn.position(red)
    assert (red.to_play, blue.to_play) == (0, 1)
    masks = np.zeros((2, COPPIT.actions(options)), np.int8)
    masks[0, list(red.legal())] = masks[1, list(blue.legal())] = 1

    assert (masks[0] != masks[1]).any()
    framed = frames.inward(masks, np.array([0, 1]))
    assert (framed[0] == framed[1]).all()
    assert (frames.outward(framed, np.array([0, 1])) == masks).all()


@pytest.mark.parametrize("name", [name for name in game_names() if name != "coppit"])
def test_seats_that_have_no_symmetry_keep_their_numbers(name: str) -> None:
    game = find_game(name)
    options = game.options()

    assert Perspective(game, options).is_plain
    assert all(each.seat(0) == 0 for each in game.symmetries(options))
