"""The learned player: a small network over what each placement leads to, in numpy alone.

The weights are files of weights/, each with its recipe beside it; learn/networks.py is the same network as it is
trained.
"""

from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError
from asobiba.games.puyo.afterstates import SIZE, afterstates
from asobiba.games.puyo.encode import observe
from asobiba.games.puyo.rules import Position

WEIGHTS = files("asobiba.games.puyo") / "weights"


class Policy:
    def __init__(self, weights: dict[str, NDArray[np.float32]]) -> None:
        self.weights = weights
        inputs = weights["scale"].shape[0]
        if inputs != SIZE:
            raise ConfigError(f"the network has {inputs} inputs, a placement of puyo has {SIZE} numbers")

    def values(self, position: Position) -> dict[int, float]:
        """What each placement within reach is worth to the seat to move."""
        legal = list(position.legal())
        seen = afterstates(observe(position, position.to_play), position.options)
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


def names() -> list[str]:
    return sorted(file.name.removesuffix(".npz") for file in WEIGHTS.iterdir() if file.name.endswith(".npz"))


@lru_cache(maxsize=8)
def load(name: str) -> Policy:
    if name not in names():
        raise ConfigError(f"no network of puyo is named {name!r}; there are: {', '.join(names())}", weights=name)
    with as_file(WEIGHTS / f"{name}.npz") as path, np.load(path, allow_pickle=False) as arrays:
        weights: dict[str, Any] = {key: arrays[key] for key in arrays.files}
    return Policy(weights)
