"""Observations: the planes of encode.py's table, and colours without names."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.games.puyo.encode import canonical, observe, shape
from asobiba.games.puyo.notation import read_position
from asobiba.games.puyo.rules import Position, PuyoOptions
from tests.games.puyo.play import random_game

TEXT = "B...../GB...O|R..... YG RR BB score=40|0 carry=35|0 ojama=15|60 loose=0|3 clear=0|1 clock=7680 row14=0|5"
N = 4


def planes(seat: int) -> NDArray[np.int8]:
    return observe(read_position(TEXT, PuyoOptions(row14="once")), seat)


@pytest.mark.parametrize(("colors", "channels"), [(3, 37), (4, 45), (5, 53)])
def test_the_number_of_planes_grows_with_the_colours(colors: int, channels: int) -> None:
    assert shape(PuyoOptions(colors=colors)) == (channels, 13, 6)


def test_colours_are_numbered_as_they_are_met() -> None:
    assert canonical("YGRRBB", ["", ""], 4) == "YGRB"
    assert canonical("YYYYYY", ["......B.....GB...O", "R....."], 4) == "YGBR"
    assert canonical("", [".....G", "......"], 5) == "GRBYP"


def test_fields_are_planes_with_the_hidden_row_first() -> None:
    mine = planes(0)[: N + 1]

    assert mine.sum() == 4
    assert mine[1, 12, 0] == 1  # G, met second, in the bottom row
    assert mine[3, 11, 0] == mine[3, 12, 1] == 1  # B, met last
    assert mine[4, 12, 5] == 1  # ojama
    assert planes(0)[N + 1 : 2 * N + 2].sum() == planes(0)[N + 1 + 2, 12, 0] == 1  # the other's R


def test_each_puyo_of_the_pairs_fills_the_plane_of_its_colour() -> None:
    puyos = planes(1)[2 * N + 2 : 8 * N + 2].reshape(6, N, 78)

    assert (puyos.min(axis=2) == puyos.max(axis=2)).all()
    assert puyos[:, :, 0].argmax(axis=1).tolist() == [0, 1, 2, 2, 3, 3]
    assert (puyos[:, :, 0].sum(axis=1) == 1).all()


def test_the_rest_are_numbers() -> None:
    """At 128 seconds an ojama costs 26; columns 1 and 3 of the other have used their row 14."""
    rest = planes(0)[8 * N + 2 :]

    assert rest[:, 0, 0].tolist() == [15, 60, 127, 0, 0, 1, 0, 1, 0, 37, 64]
    assert rest[7].tolist() == [[1, 0, 1, 0, 0, 0]] * 13


def test_the_other_seat_sees_the_same_from_its_side() -> None:
    left, right = planes(0), planes(1)

    assert (left[8 * N + 2 : 8 * N + 10 : 2] == right[8 * N + 3 : 8 * N + 10 : 2]).all()
    assert (left[8 * N + 3 : 8 * N + 10 : 2] == right[8 * N + 2 : 8 * N + 10 : 2]).all()
    assert (left[-2:] == right[-2:]).all()
    assert (left[-3].max(), right[-3].max()) == (0, 3)


def renamed(position: Position, names: dict[int, int]) -> Position:
    players = tuple(
        replace(player, field=tuple(column.translate(names) for column in player.field)) for player in position.players
    )
    return replace(position, players=players, queue=position.queue.translate(names))


def test_the_names_of_the_colours_do_not_show() -> None:
    for position in list(random_game(PuyoOptions(), 2))[::9]:
        for letters in list(permutations("RBYG"))[::5]:
            other = renamed(position, str.maketrans("RBYG", "".join(letters)))
            for seat in (0, 1):
                met = set("".join(position.pairs()) + "".join("".join(player.field) for player in position.players))
                if len(met - {"O"}) == 4:
                    assert (observe(other, seat) == observe(position, seat)).all()


def test_single_play_sees_no_other_field() -> None:
    observation = observe(read_position("R..... RB", PuyoOptions(mode="single")), 0)

    assert observation[N + 1 : 2 * N + 2].sum() == 0
    assert observation[0, 12, 0] == 1
