"""What an agent is: one verb, and what some of them can do besides."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, runtime_checkable


class Agent(Protocol):
    """A player of a game."""

    def choose(self, state: Any, /) -> int:
        """Return a legal action for the seat to move."""


@runtime_checkable
class Historian(Agent, Protocol):
    """An agent that needs the moves so far, such as another program that plays along."""

    def recall(self, start: Any, actions: Sequence[int], /) -> None:
        """Take the start and the actions that led to the position. The driver calls it before every `choose`."""


@runtime_checkable
class Timekeeper(Agent, Protocol):
    """An agent that divides its time among the moves of a game."""

    def allow(self, seconds: float, moves: int | None, increment: float, /) -> None:
        """Take what the clock says, for the next `choose` alone.

        `seconds` are left for `moves` moves, or for the rest of the game; each move adds `increment` seconds.
        """


@runtime_checkable
class Ponderer(Agent, Protocol):
    """An agent that thinks in the time of the others."""

    def pondering(self, state: Any, /) -> AbstractContextManager[None]:
        """Think about a position in which another seat is to move, until the block is left."""


@runtime_checkable
class Stoppable(Agent, Protocol):
    """An agent that can be told to play at once."""

    def stop(self) -> None:
        """Stop the search that is running, from any thread. Later searches are not affected."""


class Network(Protocol):
    """A trained network that is ready to play."""

    def values(self, state: Any, /) -> Mapping[int, float]:
        """Return the value of each legal action for the seat to move."""
