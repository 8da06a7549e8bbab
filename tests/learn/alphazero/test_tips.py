"""The five tips of specification 000, section 3, each as AlphaZero and the environments follow it."""

from typing import Any

import numpy as np
import pytest
import torch

from asobiba.agents.alphazero_network import AlphaZeroNetwork
from asobiba.agents.arrays import Arrays
from asobiba.agents.augmentation import augmentations_of
from asobiba.agents.perspective import Perspective
from asobiba.core.registry import find_game
from asobiba.envs.shaping import PotentialShaping
from asobiba.games.otrio import OtrioEnv
from asobiba.games.otrio.encode import observe, planes
from asobiba.learn.alphazero.networks import PolicyValue
from asobiba.learn.alphazero.teaching import masked_log_softmax
from tests.games.otrio.positions import after

OTRIO = find_game("otrio")
PLAYED = "Mb2 Sa1 Sb2 Lb2 Sc3"


def network(options: Any, seats: int) -> PolicyValue:
    torch.manual_seed(1)
    found = PolicyValue(np.ones((28, 3, 3), np.float32), OTRIO.actions(options), seats)
    for parameter in found.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return found


def test_1_illegal_moves_are_masked_to_minus_infinity_before_the_softmax() -> None:
    """In play and in the loss: all probability is on legal moves, and illegal logits get no gradient."""
    state = after(PLAYED, players=2)
    legal = torch.zeros(1, 28, dtype=torch.bool)
    legal[0, list(state.legal())] = True
    logits = torch.full((1, 28), 50.0).masked_fill(legal, -3.0).requires_grad_()
    log = masked_log_softmax(logits, legal)
    (log[0, state.legal()[0]]).backward()  # type: ignore[no-untyped-call]

    assert log.exp()[legal].sum().item() == pytest.approx(1)
    assert logits.grad is not None
    assert not logits.grad[~legal].any()
    played = AlphaZeroNetwork(OTRIO, state.options, network(state.options, 2).weights()).values(state)
    assert list(played) == list(state.legal())
    assert sum(played.values()) == pytest.approx(1)


def test_2_samples_are_flipped_and_rotated_at_random() -> None:
    """The eight of the board, and with small for large sixteen; each with its actions."""
    options = OTRIO.options(players=2)
    turns = augmentations_of(OTRIO, options, Perspective(OTRIO, options))

    assert len({turn.places.tobytes() for turn in turns if turn.places is not None}) == 16
    state = after(PLAYED, players=2)
    for turn in turns:
        image = turn.symmetry.position(state)
        assert (observe(state, state.to_play).ravel()[turn.places] == observe(image, image.to_play).ravel()).all()
        assert sorted(turn.actions[state.to_play, list(state.legal())]) == list(image.legal())


def test_3_two_players_are_four_colours_that_share_a_network_or_two_that_own_two_each() -> None:
    """Colour = agent: four seats. Player = agent: two seats, whose colours come up in turn. Or one colour each."""
    four, two, one_each = ({"players": 4}, {"players": 2}, {"players": 2, "colors": (0, 1)})
    seats = []
    for options in (four, two, one_each):
        state = OTRIO.start(OTRIO.options(**options))
        moved = []
        for _ in range(4):
            moved.append((state.to_play, state.due[0]))
            state = state.apply(state.legal()[0])
        seats.append(moved)

    assert seats == [
        [(0, 0), (1, 1), (2, 2), (3, 3)],
        [(0, 0), (1, 1), (0, 2), (1, 3)],
        [(0, 0), (1, 1), (0, 0), (1, 1)],
    ]
    shared = {len(OTRIO.seats(OTRIO.options(**options))) for options in (four, two, one_each)}
    assert shared == {4, 2}
    assert OTRIO.part(Arrays).encode.shape(OTRIO.options(**four)) == OTRIO.part(Arrays).encode.shape(
        OTRIO.options(**two)
    )


def test_4_rewards_are_sparse_or_leak_a_potential() -> None:
    """A win is 1 and all else 0; leaked, moves before are paid too, and over the whole game each seat gets the same."""
    totals = []
    for env in (OtrioEnv(players=2), PotentialShaping(OtrioEnv(players=2), gamma=1.0, scale=0.01)):
        env.reset(seed=1)
        steps = [env.step(action) for action in RED_WINS]
        assert steps[-1][2]
        totals.append(([step[1] for step in steps], sum(step[4]["rewards"] for step in steps)))

    (sparse, of_seats), (leaked, of_leaked) = totals
    assert sparse == [0] * 8 + [1]
    assert sum(reward != 0 for reward in leaked) > 4
    assert of_leaked == pytest.approx(of_seats, abs=1e-6)


RED_WINS = (0, 13, 20, 16, 1, 14, 23, 17, 2)
"""Red, green, blue and yellow in turn; red has small pieces in the first row."""


def test_5_the_board_is_twelve_planes_of_three_by_three_for_a_small_convolution() -> None:
    """Colour x size; an observation has them first, from the colour that is due on, and the network convolves 3 x 3."""
    state = after(PLAYED, players=2)
    weights = network(state.options, 2).weights()

    assert planes(state).shape == (12, 3, 3)
    assert observe(state, 1)[:12].tolist() == np.roll(planes(state), -3, axis=0).tolist()
    assert weights["stem.weight"].shape[1:] == (28, 3, 3)
    assert weights["stem.weight"].size + weights["blocks.0.first.weight"].size < 20_000
