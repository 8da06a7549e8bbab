"""Values to learn that a game's own exact search has settled."""

from typing import Any

import numpy as np
import pytest
import torch

from asobiba.agents.solver import Limits
from asobiba.agents.solving import solving_of
from asobiba.core.game import AnyGame
from asobiba.core.registry import find_game
from asobiba.learn.alphazero.networks import PolicyValue
from asobiba.learn.alphazero.settings import AlphaZeroSettings
from asobiba.learn.alphazero.settling import settle
from asobiba.learn.alphazero.units import Played, Unit
from tests.learn.alphazero.test_learner import TINY
from tests.learn.dqn.test_learner import without_kernel

OTRIO = find_game("otrio")
NODES = 2000


def unit(game: AnyGame, options: dict[str, Any], nodes: int = 0) -> Unit:
    settings = AlphaZeroSettings(**{**TINY, "full_share": 0.5, "settled_nodes": nodes})
    return Unit(game, game.options(**options), settings, games=8)


def played(game: AnyGame, nodes: int, **options: Any) -> Played:
    own = unit(game, options, nodes)
    shape, seats = own.shape, len(game.seats(own.options))
    torch.manual_seed(1)
    network = PolicyValue(np.ones(shape, np.float32), game.actions(own.options), seats, width=2, blocks=1)
    return own.play(0, network.weights())


@pytest.mark.thorough
@pytest.mark.parametrize("game", [OTRIO, without_kernel(OTRIO)], ids=["native", "rulebook"])
def test_what_is_settled_is_learned_and_nothing_else_changes(game: AnyGame) -> None:
    plain, settled = played(game, 0, players=2).samples, played(game, NODES, players=2).samples
    own = unit(game, {"players": 2})

    differ = 0
    for name in plain.keys() - {"result", "root_value"}:
        assert (plain[name] == settled[name]).all(), name
    for row, full in enumerate(plain["weight"]):
        state = own.read(plain["position"][row].tobytes())
        solving = solving_of(game, state.options, state, Limits(NODES))
        assert solving is not None
        solving.work(None)
        value = solving.found().value
        if not full or value is None:
            assert (plain["result"][row] == settled["result"][row]).all()
            continue
        assert settled["result"][row].tolist() == settled["root_value"][row].tolist() == [value, -value]
        differ += bool((plain["result"][row] != settled["result"][row]).any())
    assert differ > 0, "some games of a network that knows nothing end as they should not"


@pytest.mark.parametrize("options", [{"players": 4}, {"players": 2, "losers": "zero"}])
def test_games_of_more_seats_or_other_scores_are_left_alone(options: dict[str, Any]) -> None:
    own = unit(OTRIO, options)
    samples = played(OTRIO, 0, **options).samples
    before = samples["result"].copy()

    assert settle(samples, OTRIO, own.options, own.read, NODES) == 0
    assert (samples["result"] == before).all()
