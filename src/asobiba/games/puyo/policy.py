"""The learned player: a small network over what each placement leads to, in numpy alone.

The weights are files of weights/, each with its recipe beside it; learn/networks.py is the same network as it is
trained.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.network_files import check_layers
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.games.puyo.afterstates import SIZE, afterstates
from asobiba.games.puyo.rules import Position, PuyoOptions


class Policy:
    """The kind "candidates"."""

    def __init__(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        self.weights = weights
        inputs = weights["scale"].size
        if inputs != SIZE:
            raise ConfigError(f"the network has {inputs} inputs, a placement of puyo has {SIZE} numbers")
        for last in ("advantage", "value"):
            check_layers(weights, ("first", "second", last))
            if len(weights[f"{last}.bias"]) != 1:
                raise ValueError(f"{last} is {len(weights[f'{last}.bias'])} numbers, not one")

    @classmethod
    def read(cls, game: AnyGame, options: PuyoOptions, arrays: Mapping[str, NDArray[np.float32]]) -> "Policy":
        return cls(arrays)

    def values(self, position: Position) -> dict[int, float]:
        """What each placement within reach is worth to the seat to move."""
        legal = list(position.legal())
        seen = afterstates(position, position.to_play)
        return dict(zip(legal, self.of_candidates(seen.numbers[legal]).tolist(), strict=True))

    def of_candidates(self, numbers: NDArray[np.uint8]) -> NDArray[np.float32]:
        """[A, SIZE] -> [A], all of them legal."""
        hidden = self._layer("first", numbers.astype(np.float32) * self.weights["scale"])
        hidden = self._layer("second", np.maximum(hidden, 0))
        hidden = np.maximum(hidden, 0)
        advantage = self._layer("advantage", hidden)[:, 0]
        values: NDArray[np.float32] = self._layer("value", hidden.mean(0)) + advantage - advantage.mean()
        return values

    def _layer(self, name: str, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        outputs: NDArray[np.float32] = inputs @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return outputs
