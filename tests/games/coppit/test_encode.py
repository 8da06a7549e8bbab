"""Positions as arrays."""

import numpy as np
import pytest

from asobiba.games.coppit.board import STANDARD
from asobiba.games.coppit.encode import ARMED, BANKED, BOX, DIE, PASSED, PLANES, SAFE, TURN, observe
from asobiba.games.coppit.rotation import turned_position
from tests.games.coppit.situation import situation
from tests.games.coppit.walk import random_game

ME, NEXT, ACROSS, LAST = range(4)


def test_every_plane_says_what_the_table_promises() -> None:
    position = situation("3:R 20:BBR RED:bank=Y3 play=BLUE turn=40 die=2", max_turns=80)
    seen = observe(position, 0)

    assert seen.shape == (PLANES, 61)
    assert seen[4 * ME + ME, 3] == seen[4 * ME + ME, 20] == pytest.approx(1 / 6)
    assert seen[4 * ME + NEXT, 20] == pytest.approx(2 / 6)
    assert np.count_nonzero(seen[:SAFE]) == 3
    assert [*np.flatnonzero(seen[SAFE + ME])] == [3, 5, 13, 17, 23, 29, 33, 41, 43, 51, 57]
    assert seen[BOX : BOX + 4, 0] == pytest.approx(np.array([4, 4, 6, 3]) / 6)
    assert seen[BANKED : BANKED + 4, 9] == pytest.approx(np.array([3, 0, 0, 0]) / 6)
    assert [*seen[DIE : DIE + 6, 60]] == [0, 1, 0, 0, 0, 0]
    assert [*seen[TURN : TURN + 4, 30]] == [0, 1, 0, 0]
    assert (seen[ARMED, 0], seen[PASSED, 0]) == (1, 0.5)


def test_a_seat_sees_the_board_from_its_own_box() -> None:
    """BLUE's view of a position is RED's view of the position a quarter turn back."""
    for before, _, _ in random_game(3, max_turns=60):
        for seat in range(4):
            back = turned_position(before, -seat)
            assert np.array_equal(observe(before, seat), observe(back, 0))


def test_absent_colours_are_empty_planes() -> None:
    seen = observe(situation("27:G play=GREEN die=1", max_players=2), 1)

    assert seen[4 * ME + ME, 3] == pytest.approx(1 / 6)  # outer_27 is three steps from GREEN's door
    assert not seen[[SAFE + NEXT, SAFE + LAST, BOX + NEXT, BOX + LAST]].any()
    assert seen[BOX + ACROSS, 0] == 1


def test_the_end_has_no_turn_and_no_die() -> None:
    seen = observe(situation("turn=60 over=1"), 0)

    assert not seen[DIE:ARMED].any()
    assert len(STANDARD.names) == seen.shape[1]
