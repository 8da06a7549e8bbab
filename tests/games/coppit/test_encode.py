"""Positions as arrays."""

import numpy as np

from asobiba.games.coppit.board import STANDARD
from asobiba.games.coppit.encode import ARMED, BANKED, BOX, DIE, HUNDREDS, PLANES, REST, SAFE, TURN, observe
from asobiba.games.coppit.rotation import turned_position
from tests.games.coppit.situation import situation
from tests.games.coppit.walk import random_game

ME, NEXT, ACROSS, LAST = range(4)


def test_every_plane_says_what_the_table_promises() -> None:
    position = situation("3:R 20:BBR RED:bank=Y3 play=BLUE turn=40 die=2", max_turns=280)
    seen = observe(position, 0)

    assert seen.shape == (PLANES, 61)
    assert seen.dtype == np.int8
    assert seen[4 * ME + ME, 3] == seen[4 * ME + ME, 20] == 1
    assert seen[4 * ME + NEXT, 20] == 2
    assert np.count_nonzero(seen[:SAFE]) == 3
    assert [*np.flatnonzero(seen[SAFE + ME])] == [3, 5, 13, 17, 23, 29, 33, 41, 43, 51, 57]
    assert [*seen[BOX : BOX + 4, 0]] == [4, 4, 6, 3]
    assert [*seen[BANKED : BANKED + 4, 9]] == [3, 0, 0, 0]
    assert [*seen[DIE : DIE + 6, 60]] == [0, 1, 0, 0, 0, 0]
    assert [*seen[TURN : TURN + 4, 30]] == [0, 1, 0, 0]
    assert (seen[ARMED, 0], seen[HUNDREDS, 0], seen[REST, 0]) == (1, 2, 40)
    assert (seen[BOX:] == seen[BOX:, :1]).all()


def test_large_numbers_are_shown_as_127() -> None:
    seen = observe(situation("RED:bank=Y500 turn=1", allow_respawn=True, max_turns=1_000_000), 0)

    assert (seen[BANKED + ME, 0], seen[HUNDREDS, 0], seen[REST, 0]) == (127, 127, 99)


def test_a_seat_sees_the_board_from_its_own_box() -> None:
    """BLUE's view of a position is RED's view of the position a quarter turn back."""
    for before, _, _ in random_game(3, max_turns=60):
        for seat in range(4):
            back = turned_position(before, -seat)
            assert np.array_equal(observe(before, seat), observe(back, 0))


def test_absent_colours_are_empty_planes() -> None:
    seen = observe(situation("27:G play=GREEN die=1", max_players=2), 1)

    assert seen[4 * ME + ME, 3] == 1  # outer_27 is three steps from GREEN's door
    assert not seen[[SAFE + NEXT, SAFE + LAST, BOX + NEXT, BOX + LAST]].any()
    assert seen[BOX + ACROSS, 0] == 6


def test_the_end_has_no_turn_and_no_die() -> None:
    seen = observe(situation("turn=60 over=1"), 0)

    assert not seen[DIE:ARMED].any()
    assert len(STANDARD.names) == seen.shape[1]
