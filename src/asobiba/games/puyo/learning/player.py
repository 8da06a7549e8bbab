"""DQNPlayer of specification 001: encodes a state, chooses among the placements within reach, learns from a batch."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.puyo.afterstates import SCALE, Afterstates, afterstates
from asobiba.games.puyo.learning.config import SelfPlayConfig, SelfPlaySettings, settings_of
from asobiba.games.puyo.learning.experience import Experience, rows_of
from asobiba.games.puyo.rules import Player, Position, PuyoOptions
from asobiba.games.puyo.states import LETTERS, PlacementAction, field_of
from asobiba.learn.choices import choose
from asobiba.learn.dqn.double import DoubleDQN, Learned
from asobiba.learn.networks import CandidateNetwork

UNREACHABLE = -1e8


class DQNPlayer:
    """A network that plays on the specification's states, explores with `epsilon`, and learns.

    Colours need no permutation: what a placement leads to is told without naming one.
    """

    def __init__(self, name: str, config: SelfPlayConfig | SelfPlaySettings | None = None) -> None:
        self.name = name
        self.config = settings_of(config or SelfPlaySettings())
        self.epsilon = self.config.epsilon_start
        self.dice = np.random.default_rng([self.config.seed, *name.encode()])
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.config.seed)
            self.model = CandidateNetwork(SCALE, self.config.hidden)

    @property
    def model(self) -> CandidateNetwork:
        return self.learner.online

    @model.setter
    def model(self, model: CandidateNetwork) -> None:
        """Learn anew, from this network."""
        networks = iter((model, deepcopy(model), deepcopy(model)))
        self.learner = DoubleDQN(
            lambda: next(networks),
            learning_rate=self.config.learning_rate,
            target_every=self.config.target_update_frequency,
            average=self.config.weight_average,
        )

    def encode_state(self, state: Mapping[str, Any], player_id: str) -> NDArray[np.uint8]:
        """[22, SIZE] uint8: what each placement leads to."""
        return self._afterstates(state, player_id).numbers

    def get_action(self, state: Mapping[str, Any], player_id: str) -> PlacementAction | None:
        """None for who has no pair to place, as happens on the frame clock; the engine takes it so."""
        found = self._afterstates(state, player_id)
        if state.get("game_over", False):
            raise IllegalMove(f"an action of {player_id}: the game is over")
        if state["players"][player_id]["current_puyo"] is None:
            return None
        legal = found.worth[None] > UNREACHABLE
        action = choose(self.model.values(found.numbers[None], legal), legal, self.epsilon, self.dice)[0]
        return PlacementAction.on(state, player_id, int(action))

    def _afterstates(self, state: Mapping[str, Any], player_id: str) -> Afterstates:
        players = list(state["players"])
        if player_id not in players:
            raise ConfigError(f"player {player_id!r}: there are {' and '.join(players)}", player=player_id)
        return afterstates(position_of(state, player_id), players.index(player_id))

    def update_model(
        self, batch: Mapping[str, NDArray[Any]] | Sequence[Experience], weights: NDArray[np.float32] | None = None
    ) -> float:
        """Return the loss. `batch` are experiences, a batch of the buffer with its weights, or the columns of many."""
        if isinstance(batch, Mapping):
            return self.learn(batch, weights).loss
        return self.learn(rows_of(batch, self.config.gamma), getattr(batch, "weights", weights)).loss

    def surprise(self, experiences: Sequence[Experience]) -> NDArray[np.float64]:
        """Return the absolute TD error of each, plus 1e-6: [B] priorities."""
        return self.learner.surprise(rows_of(experiences, self.config.gamma))

    def learn(self, batch: Mapping[str, NDArray[Any]], weights: NDArray[np.float32] | None = None) -> Learned:
        return self.learner.update(batch, weights)


def position_of(state: Mapping[str, Any], player_id: str) -> Position:
    """The rulebook's position of an engine's state, as far as this player can see it.

    On the frame clock each has a pair of his own. What the specification does not name may be missing.
    """
    players = list(state["players"].values())
    seen = state["players"][player_id]
    pairs = [seen.get(name) for name in ("current_puyo", "next", "next_next")]
    default = {"mode": "versus" if len(players) == 2 else "single"}
    return Position(
        players=tuple(
            Player(
                field_of(player["board"]),
                score=player.get("score", 0),
                carry=player.get("carry", 0),
                ojama=player["ojama_pending"],
                all_clear=player.get("all_clear", False),
                chain=player["chain_count"],
                row14=player.get("row14", 0),
            )
            for player in players
        ),
        queue="".join(LETTERS[colour] for pair in pairs if pair for colour in pair["colors"]),
        turn=0,
        clock=state.get("clock", 0),
        options=PuyoOptions(**state.get("options", default)),
    )
