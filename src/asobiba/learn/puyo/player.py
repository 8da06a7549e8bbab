"""DQNPlayer of specification 001: encodes a state, chooses among the placements within reach, learns from a batch."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from asobiba.games.puyo.afterstates import SCALE, SIZE, Afterstates, afterstates
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.rules import Player, Position, PuyoOptions
from asobiba.games.puyo.specification import LETTERS, PlacementAction, field_of
from asobiba.learn.choices import choose
from asobiba.learn.dqn.double import DoubleDQN, Learned
from asobiba.learn.networks import CandidateNetwork
from asobiba.learn.puyo.config import SelfPlayConfig

COLUMNS: dict[str, tuple[tuple[int, ...], Any]] = {
    "state": ((ACTIONS, SIZE), np.uint8),
    "legal": ((ACTIONS,), np.bool_),
    "action": ((), np.uint8),
    "reward": ((), np.float32),
    "discount": ((), np.float32),
    "next_state": ((ACTIONS, SIZE), np.uint8),
    "next_legal": ((ACTIONS,), np.bool_),
}
"""Of the replay."""
BEFORE = ("state", "legal", "action")
"""Those that are known when a step is taken."""


class DQNPlayer:
    """Colours need no permutation: what a placement leads to is told without naming one."""

    def __init__(self, name: str, config: SelfPlayConfig | None = None) -> None:
        self.name, self.config = name, config or SelfPlayConfig()
        self.epsilon = self.config.epsilon_start
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.config.seed)
            self.learner = DoubleDQN(
                lambda: CandidateNetwork(SCALE, self.config.hidden),
                learning_rate=self.config.learning_rate,
                target_every=self.config.target_update_frequency,
                average=self.config.weight_average,
            )
        self.dice = np.random.default_rng([self.config.seed, *name.encode()])

    @property
    def model(self) -> CandidateNetwork:
        return self.learner.online

    def encode_state(self, state: Mapping[str, Any], player_id: str) -> NDArray[np.uint8]:
        """[22, SIZE] uint8: what each placement leads to."""
        return self._afterstates(state, player_id).numbers

    def get_action(self, state: Mapping[str, Any], player_id: str) -> PlacementAction:
        found = self._afterstates(state, player_id)
        legal = found.worth[None] > UNREACHABLE
        action = choose(self.model.values(found.numbers[None], legal), legal, self.epsilon, self.dice)[0]
        return PlacementAction.on(state, player_id, int(action))

    def update_model(self, batch: Mapping[str, NDArray[Any]], weights: NDArray[np.float32] | None = None) -> float:
        """The loss. `batch` has the COLUMNS."""
        return self.learn(batch, weights).loss

    def learn(self, batch: Mapping[str, NDArray[Any]], weights: NDArray[np.float32] | None = None) -> Learned:
        return self.learner.update(batch, weights)

    def _afterstates(self, state: Mapping[str, Any], player_id: str) -> Afterstates:
        position = position_of(state)
        seat = list(state["players"]).index(player_id)
        return afterstates(position, seat)


UNREACHABLE = -1e8


def position_of(state: Mapping[str, Any]) -> Position:
    """The rulebook's position of an engine's state, as far as a player can see it."""
    players = list(state["players"].values())
    seen = players[0]
    pairs = [seen["current_puyo"] or seen["next"], seen["next"], seen["next_next"]]
    queue = "".join(LETTERS[colour] for pair in pairs for colour in pair["colors"])
    options = PuyoOptions(
        mode="versus" if len(players) == 2 else "single",
        colors=state["colors"],
        target_points=state["target_points"],
    )
    return Position(
        players=tuple(
            Player(
                field_of(player["board"]),
                score=player["score"],
                carry=player["carry"],
                ojama=player["ojama_pending"],
                all_clear=player["all_clear"],
                chain=player["chain_count"],
                row14=player["row14"],
            )
            for player in players
        ),
        queue=queue,
        turn=0,
        clock=state["clock"],
        options=options,
    )
