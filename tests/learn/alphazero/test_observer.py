"""Samples are turned, mirrored or renamed when they are drawn, and their policies with them."""

from dataclasses import replace

import numpy as np
import pytest

from asobiba.agents.augmentation import Augmentation
from asobiba.core.registry import find_game
from asobiba.learn.alphazero.observer import Observer
from tests.agents.test_augmentation import positions, seen_by_mover


@pytest.mark.parametrize("implementation", ["native", "rulebook"])
@pytest.mark.parametrize("by_position", [False, True])
def test_samples_are_turned_with_their_policies(implementation: str, by_position: bool) -> None:
    """Each turned sample is some symmetry of the original, for observation, legal moves and policy alike."""
    game = find_game("otrio")
    options = game.options(players=2)
    observer = Observer(game, options, 32, implementation)
    if by_position:
        observer.turns = [observer.turns[0], *(_slow(turn) for turn in observer.turns[1:])]
    states = positions(game, options, 32, seed=8)
    raws = [observer.batch.pack(state) for state in states]
    longest = max(map(len, raws))
    packed = np.array([list(raw.ljust(longest, b"\0")) for raw in raws], np.uint8)
    policy = np.zeros((32, 28), np.float32)
    for row, state in enumerate(states):
        policy[row, list(state.legal())] = np.arange(1, 1 + len(state.legal()))

    seen, legal, wanted = observer.look(packed, policy, np.random.default_rng(4))

    turned = 0
    for row, state in enumerate(states):
        images = []
        for symmetry in game.symmetries(options):
            image, expected = symmetry.position(state), np.zeros(28)
            for action in state.legal():
                expected[symmetry.action(action)] = policy[row, action]
            images.append((seen_by_mover(game, image).tobytes(), sorted(image.legal()), expected.tolist()))
        found = seen[row].tobytes(), np.flatnonzero(legal[row]).tolist(), wanted[row].tolist()
        assert found in images
        turned += found != images[0]
    assert turned > 16


def _slow(turn: Augmentation) -> Augmentation:
    return replace(turn, places=None)


def test_without_dice_nothing_is_turned() -> None:
    game = find_game("othello")
    observer = Observer(game, game.options(), 4, "native")
    states = positions(game, game.options(), 4, seed=1)
    packed = np.array([list(observer.batch.pack(state)) for state in states], np.uint8)
    seen, _, _ = observer.look(packed, np.zeros((4, 65), np.float32), None)

    assert (seen == np.array([seen_by_mover(game, state) for state in states])).all()
