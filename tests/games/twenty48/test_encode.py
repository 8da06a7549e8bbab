"""Boards as arrays."""

import numpy as np

from asobiba.games.twenty48.encode import observe, ranks, values
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.rules import Twenty48Options

POSITION = read_position("2.0.4/0.131072.0", Twenty48Options(rows=2, columns=3))


def test_values_and_ranks() -> None:
    assert values(POSITION).tolist() == [[2, 0, 4], [0, 131072, 0]]
    assert values(POSITION).dtype == np.int64
    assert ranks(POSITION).tolist() == [[1, 0, 2], [0, 17, 0]]
    assert ranks(POSITION).dtype == np.int8


def test_the_observation_has_a_plane_for_every_rank() -> None:
    observation = observe(POSITION, 0)

    assert observation.dtype == np.int8
    assert observation.shape == (18, 2, 3)
    assert observation[0].tolist() == [[0, 1, 0], [1, 0, 1]]
    assert [tuple(at) for at in np.argwhere(observation[1:])] == [(0, 0, 0), (1, 0, 2), (16, 1, 1)]
    assert (observation.sum(axis=0) == 1).all()
