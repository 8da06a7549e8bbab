"""Who sits opposite: a frozen copy of the network that learns, its past selves, and players that never change.

Each takes a share of the games; what is left belongs to the frozen copy. A kind is a number: 0 the frozen copy, then
the players that never change, then the past selves.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

FROZEN = 0
PAST = "past"
LEAST_EPSILON, MORE_EPSILON = 0.05, 1.2
Places = NDArray[np.int64]
"""Where in a batch the same opponent moves."""
Answers = NDArray[Any]
"""Their actions."""


class Network(Protocol):
    def weights(self) -> dict[str, NDArray[Any]]: ...
    def take(self, weights: "dict[str, NDArray[Any]] | Self", /) -> None: ...


N = TypeVar("N", bound=Network)


class Pool(Generic[N]):
    """`shares` by name, in the order in which the lots are drawn; "past" are the past selves, `size` of them."""

    def __init__(self, network: Callable[[], N], shares: Mapping[str, float], size: int) -> None:
        self.network, self.shares, self.size = network, dict(shares), size
        self.fixed = tuple(name for name in shares if name != PAST)
        self.first_past = 1 + len(self.fixed)
        self.frozen = network()
        self.past: list[N] = []
        self.epsilon = 1.0
        """How often the frozen copy and the past selves explore."""

    def begin(self, main: N, epsilon: float) -> None:
        """Before the first game there are no past selves."""
        self.frozen.take(main)
        self.epsilon = max(LEAST_EPSILON, MORE_EPSILON * epsilon)

    def update(self, main: N, epsilon: float) -> None:
        """The network becomes the opponent; what was the opponent joins the past selves."""
        if self.shares.get(PAST, 0) > 0:
            before = self.network()
            before.take(self.frozen)
            self.past = [*self.past, before][-self.size :]
        self.begin(main, epsilon)

    def draw(self, games: int, dice: np.random.Generator) -> NDArray[np.int64]:
        """The kinds of so many new opponents."""
        thrown, which = dice.random(games), dice.random(games)
        kinds = np.full(games, FROZEN)
        limits = np.cumsum(list(self.shares.values()))
        for name, below in reversed(list(zip(self.shares, limits, strict=True))):
            kinds[thrown < below] = self.first_past if name == PAST else 1 + self.fixed.index(name)
        past = kinds == self.first_past
        kinds[past] = self.first_past + (which[past] * len(self.past)).astype(np.int64) if self.past else FROZEN
        return kinds

    def choose(
        self,
        kinds: NDArray[np.int64],
        ask: Callable[[N, Places], Answers],
        fixed: Callable[[str, Places], Answers],
    ) -> NDArray[np.int64]:
        """[B] actions of opponents of these kinds: `ask` one of the networks, or a `fixed` player by its name."""
        actions = np.zeros(len(kinds), np.int64)
        for kind in np.unique(kinds):
            at = np.flatnonzero(kinds == kind)
            if FROZEN < kind < self.first_past:
                actions[at] = fixed(self.fixed[kind - 1], at)
            else:
                actions[at] = ask(self._self(int(kind)), at)
        return actions

    def _self(self, kind: int) -> N:
        """A pool that has moved on since the game began has another self in that place."""
        return self.frozen if kind == FROZEN else self.past[min(kind - self.first_past, len(self.past) - 1)]

    def check(self, kinds: NDArray[np.int64]) -> None:
        """ValueError where one of them is nobody."""
        if kinds.size and not 0 <= kinds.min() <= kinds.max() < self.first_past + len(self.past):
            raise ValueError(
                f"kinds of opponents are {kinds.min()} to {kinds.max()}, here are {len(self.past)} past selves"
            )

    def _everyone(self) -> dict[str, N]:
        return {"frozen": self.frozen} | {f"past{number}": network for number, network in enumerate(self.past)}

    def state(self) -> dict[str, NDArray[Any]]:
        found: dict[str, NDArray[Any]] = {"epsilon": np.array([self.epsilon]), "past": np.array([len(self.past)])}
        for name, network in self._everyone().items():
            found |= {f"{name}/{key}": array for key, array in network.weights().items()}
        return found

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.epsilon = float(state["epsilon"][0])
        past = int(state["past"][0])
        if not 0 <= past <= self.size:
            raise ValueError(f"{past} past selves, here 0 to {self.size} are kept")
        self.past = [self.network() for _ in range(past)]
        for name, network in self._everyone().items():
            network.take({key: state[f"{name}/{key}"] for key in network.weights()})
