"""Positions as arrays."""

import numpy as np
import pytest

from asobiba.core.game import OVER
from asobiba.games.otrio.board import slot, slots
from asobiba.games.otrio.encode import flat, observe, planes, shape
from asobiba.games.otrio.rules import OtrioOptions
from tests.games.otrio.positions import RED_IS_STUCK, VARIANTS, after, board, random_game

OPENING = "Sa1 Mb1 Lc1 Mb2 Sc3"


def test_the_planes_of_the_specification() -> None:
    found = planes(after(OPENING)).reshape(4, 3, 3, 3)

    assert found.dtype == np.int8
    assert {tuple(map(int, where)) for where in np.argwhere(found)} == {
        (0, 0, 0, 0),  # red, small, row 1, column a
        (1, 1, 0, 1),
        (2, 2, 0, 2),
        (3, 1, 1, 1),
        (0, 0, 2, 2),
    }


def test_the_flat_list_of_the_specification() -> None:
    found = flat(after(OPENING))

    assert found.shape == (27,)
    assert found.dtype == np.int8
    assert {int(at): int(found[at]) for at in np.flatnonzero(found != -1)} == {
        slot("Sa1"): 0,
        slot("Mb1"): 1,
        slot("Lc1"): 2,
        slot("Mb2"): 3,
        slot("Sc3"): 0,
    }


@pytest.mark.parametrize(("seat", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_colours_are_counted_from_the_observer(seat: int, order: list[int]) -> None:
    position = after(OPENING, players=3)
    absolute = planes(position).reshape(4, 3, 3, 3)

    found = observe(position, seat)

    assert (found[:9].reshape(3, 3, 3, 3) == absolute[order]).all()
    assert not found[9:12].any()
    assert found[12:16].tolist() == [[[float(colour == 2)] * 3] * 3 for colour in [*order, 3]]
    assert found[16:25, 0, 0] * 3 == pytest.approx([left for colour in order for left in position.stock(colour)])
    assert not found[25:].any()
    assert found.dtype == np.float32


@pytest.mark.parametrize(
    ("moves", "first", "second"),
    [
        ("", [0, 1, 2, 3], [1, 2, 3, 0]),
        ("Sa1", [2, 3, 0, 1], [1, 2, 3, 0]),  # green is due, then blue
        ("Sa1 Mb1", [2, 3, 0, 1], [3, 0, 1, 2]),
        ("Sa1 Mb1 Lc1", [0, 1, 2, 3], [3, 0, 1, 2]),
        (OPENING, [2, 3, 0, 1], [1, 2, 3, 0]),
    ],
)
def test_of_two_players_each_counts_from_his_colour_that_is_due_next(
    moves: str, first: list[int], second: list[int]
) -> None:
    position = after(moves, players=2)
    absolute = planes(position).reshape(4, 3, 3, 3)

    assert (observe(position, 0)[:12].reshape(4, 3, 3, 3) == absolute[first]).all()
    assert (observe(position, 1)[:12].reshape(4, 3, 3, 3) == absolute[second]).all()
    assert (observe(position, position.to_play)[12] == 1).all()


def test_a_player_who_chooses_sees_both_colours_due() -> None:
    position = after("R:Mb2", players=2, two_player_alternation=False)

    assert observe(position, 1)[12:16, 0, 0].tolist() == [1, 0, 1, 0]
    assert observe(position, 0)[12:16, 0, 0].tolist() == [0, 1, 0, 1]


def test_every_stock_is_full_at_the_start_and_counts_down() -> None:
    assert (observe(after(""), 0)[16:] == 1).all()
    assert observe(board(RED_IS_STUCK), 0)[16:, 0, 0] * 3 == pytest.approx([2, 0, 1, 1, 0, 2, 0, 3, 0, 0, 3, 0])


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_the_encodings_agree_in_every_position(values: dict[str, object]) -> None:
    options = OtrioOptions.read(values)
    for position in random_game(options, 3):
        for colour in range(4):
            held = planes(position)[3 * colour : 3 * colour + 3].reshape(27)
            assert tuple(np.flatnonzero(held)) == slots(position.pieces[colour])
            assert (held == (flat(position) == colour)).all()
        for seat in range(options.players):
            found = observe(position, seat)
            assert found.shape == shape(options)
            assert found.min() >= 0
            assert found.max() <= 1
            due = len(position.due)
            assert found[12:16, 0, 0].sum() == due
            assert (due == 0) == (position.to_play == OVER)
