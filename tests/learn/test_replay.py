"""Prioritised replay against the plain way to do the same."""

import numpy as np
import pytest

from asobiba.learn.replay import PrioritisedReplay, SumTree

ROWS = {"number": ((), np.int64), "pair": ((2,), np.float32)}


def rows(*numbers: int) -> dict[str, np.ndarray]:
    return {"number": np.array(numbers), "pair": np.array([[n, -n] for n in numbers], np.float32)}


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 100])
def test_the_tree_finds_what_a_running_sum_finds(size: int) -> None:
    dice = np.random.default_rng(size)
    tree, plain = SumTree(size), np.zeros(size)
    for _ in range(20):
        places = dice.integers(0, size, 5)
        values = dice.integers(0, 9, 5).astype(float)
        tree.put(places, values)
        for place, value in zip(places, values, strict=True):
            plain[place] = value
        wanted = dice.random(50) * plain.sum()
        if plain.sum():
            assert (tree.find(wanted) == np.searchsorted(plain.cumsum(), wanted, side="right")).all()
        assert tree.total == plain.sum()


def test_a_place_without_priority_is_never_found() -> None:
    tree = SumTree(4)
    tree.put(np.arange(4), np.array([0.0, 3.0, 0.0, 1.0]))

    assert set(tree.find(np.linspace(0, 3.999, 200))) == {1, 3}


def test_rows_are_sampled_by_their_priorities_and_weighed_against_them() -> None:
    replay = PrioritisedReplay(4, ROWS, alpha=1.0)
    replay.add(rows(10, 11, 12, 13))
    replay.update(np.arange(4), np.array([1.0, 2.0, 3.0, 4.0]))
    sample = replay.sample(10_000, 1.0, np.random.default_rng(0))

    drawn = np.bincount(sample.places, minlength=4) / 10_000
    assert drawn == pytest.approx([0.1, 0.2, 0.3, 0.4], abs=1e-3)
    assert (sample.columns["number"] == sample.places + 10).all()
    # (N * P) ** -1, divided by the largest.
    assert sample.weights == pytest.approx(1 / (1 + sample.places), rel=1e-5)


def test_beta_0_does_not_weigh_and_alpha_0_does_not_prefer() -> None:
    replay = PrioritisedReplay(4, ROWS, alpha=0.0)
    replay.add(rows(0, 1, 2, 3))
    replay.update(np.arange(4), np.array([1.0, 2.0, 3.0, 400.0]))
    sample = replay.sample(8, 0.0, np.random.default_rng(0))

    assert (sample.weights == 1).all()
    assert (np.bincount(sample.places) == 2).all()


def test_priorities_belong_to_places_not_to_positions_in_the_batch() -> None:
    replay = PrioritisedReplay(8, ROWS, alpha=1.0)
    replay.add(rows(*range(8)))
    replay.update(np.array([5, 2]), np.array([50.0, 20.0]))

    assert replay.tree[np.arange(8)].tolist() == [1, 1, 20, 1, 1, 50, 1, 1]


def test_the_oldest_rows_go_first_and_new_ones_are_looked_at_soon() -> None:
    replay = PrioritisedReplay(4, ROWS, alpha=0.5)
    replay.add(rows(1, 2, 3))
    replay.update(np.array([0]), np.array([9.0]))
    replay.add(rows(4, 5))

    assert replay.columns["number"].tolist() == [5, 2, 3, 4]
    assert replay.tree[np.arange(4)].tolist() == [3.0, 1.0, 1.0, 3.0]
    assert len(replay) == 4


def test_a_great_surprise_long_ago_does_not_stand_before_what_surprised_since() -> None:
    replay = PrioritisedReplay(8, ROWS, alpha=1.0)
    replay.add(rows(1, 2, 3))
    replay.update(np.array([0]), np.array([1000.0]))
    for _ in range(800):
        replay.update(np.array([0, 1]), np.array([2.0, 3.0]))
    replay.add(rows(4))

    assert replay.tree[np.array([3])].tolist() == [3.0]


def test_more_rows_than_fit_leave_the_last() -> None:
    replay = PrioritisedReplay(3, ROWS, alpha=1.0)
    replay.add(rows(*range(10)))

    assert sorted(replay.columns["number"].tolist()) == [7, 8, 9]


def test_a_restored_replay_goes_on_as_the_old_one() -> None:
    one, twin = (PrioritisedReplay(5, ROWS, alpha=0.6) for _ in range(2))
    one.add(rows(*range(7)))
    one.update(np.array([1, 3]), np.array([0.3, 7.0]))
    twin.restore({name: array.copy() for name, array in one.state().items()})
    for replay in (one, twin):
        replay.add(rows(20, 21))
    samples = [replay.sample(16, 0.4, np.random.default_rng(3)) for replay in (one, twin)]

    assert (samples[0].places == samples[1].places).all()
    assert (samples[0].weights == samples[1].weights).all()
    assert (samples[0].columns["pair"] == samples[1].columns["pair"]).all()
