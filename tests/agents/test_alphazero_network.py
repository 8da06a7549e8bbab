"""A network that looks at a position from all sides says the same of all of them."""

from typing import Any

import numpy as np
import pytest

from asobiba.agents.alphazero_network import AlphaZeroNetwork
from asobiba.agents.arrays import Arrays
from asobiba.core.registry import find_game
from tests.agents.test_augmentation import positions

networks = pytest.importorskip("asobiba.learn.alphazero.networks")

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("otrio", {"players": 2}, 16),
    ("otrio", {"players": 2, "two_player_alternation": False}, 16),
    ("othello", {}, 8),
    ("twenty48", {"rows": 2, "columns": 3}, 4),
    ("coppit", {}, 1),
]


def untrained(name: str, options: dict[str, Any]) -> tuple[Any, Any, AlphaZeroNetwork]:
    game = find_game(name)
    chosen = game.options(**options)
    shape, seats = game.part(Arrays).encode.shape(chosen), len(game.seats(chosen))
    network = networks.PolicyValue(np.ones(shape, np.float32), game.actions(chosen), seats, width=4, blocks=1)
    dice = np.random.default_rng(5)
    arrays = {key: dice.normal(size=each.shape).astype(np.float32) / 4 for key, each in network.weights().items()}
    return game, chosen, AlphaZeroNetwork(game, chosen, {**arrays, "scale": np.ones(shape, np.float32)})


@pytest.mark.parametrize(("name", "options", "count"), GAMES, ids=str)
def test_from_all_sides_a_turned_position_is_worth_the_same(name: str, options: dict[str, Any], count: int) -> None:
    game, chosen, plain = untrained(name, options)
    around = plain.from_sides(game, chosen, 64)
    assert len(around.sides) == count

    differs = 0.0
    for state in positions(game, chosen, 6, seed=2):
        logits, worth = around.judge(state)
        for symmetry in game.symmetries(chosen):
            image = symmetry.position(state)
            found, same = around.judge(image)
            moved = dict(zip(map(symmetry.action, state.legal()), logits.tolist(), strict=True))
            assert found == pytest.approx([moved[action] for action in image.legal()], abs=1e-4)
            assert [same[symmetry.seat(seat)] for seat in range(len(worth))] == pytest.approx(worth.tolist(), abs=1e-4)
            differs += float(np.abs(plain.judge(image)[1] - plain.judge(state)[1]).max())
    assert count == 1 or differs > 0.01, "the network alone does tell the sides apart"


def test_from_one_side_nothing_changes() -> None:
    game, chosen, plain = untrained("othello", {})
    once = plain.from_sides(game, chosen, 1)
    for state in positions(game, chosen, 4, seed=3):
        for mine, other in zip(plain.judge(state), once.judge(state), strict=True):
            assert (mine == other).all()
