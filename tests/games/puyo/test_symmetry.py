"""Puyo's colours may change names; its field has no mirror image."""

from dataclasses import replace

import numpy as np

from asobiba.core.game import OVER
from asobiba.games.puyo.encode import observe
from asobiba.games.puyo.notation import read_position
from asobiba.games.puyo.rules import Position, PuyoOptions
from asobiba.games.puyo.symmetry import symmetries
from tests.games.puyo.play import random_game

OPTIONS = PuyoOptions()


def exchanged(position: Position, after: str) -> Position:
    """Red, blue, yellow and green become these four."""
    symmetry = next(symmetry for symmetry in symmetries(OPTIONS) if symmetry.name == f"RBYG to {after}")
    return symmetry.position(position)


def test_colours_change_in_both_fields_and_in_the_queue() -> None:
    before = read_position("R...../RBOYG.|..Y.../..OO.. RB GY BB turn=1 ojama=3|0 commit=3u", OPTIONS)
    after = read_position("B...../BYOGR.|..G.../..OO.. BY RG YY turn=1 ojama=3|0 commit=3u", OPTIONS)

    assert exchanged(before, "BYGR") == after


def test_the_seed_is_forgotten_but_by_the_identity() -> None:
    before = read_position("......|...... seed=1234", OPTIONS)

    identity, *others = symmetries(OPTIONS)

    assert identity.position(before) == before
    assert {symmetry.position(before).seed for symmetry in others} == {None}
    assert len({symmetry.position(before).queue for symmetry in others} | {before.queue}) == 24


def test_an_observation_does_not_show_the_names_of_the_colours() -> None:
    for position in random_game(replace(OPTIONS, max_turns=20), 3):
        for seat in (0, 1):
            assert np.array_equal(observe(exchanged(position, "BYGR"), seat), observe(position, seat))


def test_the_mirror_is_no_symmetry() -> None:
    """Twelve puyos in column 3 bury it; in column 4, its mirror image, they do not."""
    rows = ["..R...", "..B..."] * 6
    single = PuyoOptions(mode="single")

    assert read_position("/".join(rows) + " RB", single).to_play == OVER
    assert read_position("/".join(row[::-1] for row in rows) + " RB", single).to_play == 0
