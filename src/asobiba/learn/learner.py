"""What a method is to the training loop: it makes steps, says how it goes, and can be written down and taken up again.

A step is a short piece of work, some games or some updates, at the end of which everything may be saved. What it learns
is decided by its settings alone: neither the clock nor an evaluation changes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from asobiba.core.errors import StateError

Arrays = dict[str, NDArray[Any]]
Figures = Mapping[str, Mapping[str, float]]
"""Of an evaluation: {"random": {"win_rate": 0.9, ...}, "solo": ...}"""


@dataclass(frozen=True)
class Evaluation:
    figures: Figures
    merit: float | None
    """Of two networks of one training the one with more is the better player; None: the newest is."""


@dataclass(frozen=True)
class Network:
    """What is learned, ready to be played with: numpy arrays and how values are computed from them."""

    kind: str
    inputs: int
    arrays: Arrays
    about: Mapping[str, Any] = field(default_factory=dict)
    """What a player of this kind needs to know besides."""

    def __post_init__(self) -> None:
        """Nobody could play with numbers that are none."""
        if lost := [name for name, array in self.arrays.items() if not np.isfinite(array).all()]:
            raise StateError(f"the training has diverged: {lost[0]} is not all finite numbers")


class Learner(Protocol):
    @property
    def counts(self) -> Mapping[str, int]:
        """What has been done: {"games": 1_200, "moves": 60_000}. Limits and curves count the first."""

    @property
    def identity(self) -> Mapping[str, Any]:
        """What a checkpoint must agree with to fit: {"network width": 64}"""

    @property
    def curves(self) -> Mapping[str, tuple[str, ...]]:
        """Pictures of a training by their titles, and the figures that each shows."""

    def step(self) -> None: ...

    def measure(self) -> Mapping[str, float]:
        """How it has gone lately."""

    def words(self) -> str:
        """The same in a few words, for a progress bar."""

    def evaluate(self) -> Evaluation:
        """How strong it plays. Changes nothing of what is learned."""

    def heed(self, evaluation: Evaluation) -> None:
        """An evaluation that was due: this may change what comes next, such as a curriculum."""

    def export(self) -> Network: ...

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        """Everything that decides how it goes on: arrays, and a note that fits JSON."""

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None: ...

    def close(self) -> None: ...
