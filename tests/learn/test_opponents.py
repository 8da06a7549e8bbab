"""Opponents: whose turn it is to sit opposite, how they explore, and whom they remember."""

import numpy as np
import pytest

from asobiba.learn.networks import CandidateNetwork
from asobiba.learn.opponents import FROZEN, Pool

SHARES = {"random": 0.1, "greedy": 0.2, "past": 0.3, "beam": 0.05}


def pool() -> Pool[CandidateNetwork]:
    return Pool(lambda: network(0), SHARES, 2)


def network(number: float) -> CandidateNetwork:
    made = CandidateNetwork([1.0] * 3, 8)
    made.value.bias.data[:] = number
    return made


def test_the_shares_decide_who_sits_opposite() -> None:
    opponents = pool()
    opponents.past = [network(1), network(2)]
    kinds = opponents.draw(20_000, np.random.default_rng(0))

    found = np.bincount(kinds, minlength=6) / 20_000
    assert found == pytest.approx([0.35, 0.1, 0.2, 0.05, 0.15, 0.15], abs=0.01)
    assert FROZEN == 0


def test_before_there_is_a_past_the_frozen_opponent_plays() -> None:
    kinds = pool().draw(1000, np.random.default_rng(0))

    assert set(kinds) == {FROZEN, 1, 2, 3}


@pytest.mark.parametrize(("epsilon", "theirs"), [(1.0, 1.2), (0.5, 0.6), (0.02, 0.05), (0.0, 0.05)])
def test_the_opponent_explores_a_little_more(epsilon: float, theirs: float) -> None:
    opponents = pool()
    opponents.update(network(1), epsilon)

    assert opponents.epsilon == pytest.approx(theirs)


def test_an_update_freezes_the_main_agent_and_keeps_the_last_past_selves() -> None:
    opponents = pool()
    opponents.begin(network(0), 1.0)
    main = network(0)
    for number in (1, 2, 3):
        main.value.bias.data[:] = number
        opponents.update(main, 0.0)
    main.value.bias.data[:] = 99

    assert [past.value.bias.item() for past in opponents.past] == [1, 2]
    assert opponents.frozen.value.bias.item() == 3


def test_restored_opponents_are_the_same() -> None:
    one, twin = pool(), pool()
    one.begin(network(0), 0.5)
    one.update(network(1), 0.3)
    twin.restore({name: array.copy() for name, array in one.state().items()})

    assert all((array == twin.state()[name]).all() for name, array in one.state().items())
    assert twin.state().keys() == one.state().keys()
