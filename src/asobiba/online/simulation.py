"""Games that run by themselves: so many ticks a second, whether anybody presses a button or not.

A driver runs any such game with one loop, at the game's own pace or as fast as it can:

    while not simulation.over:
        simulation.step({seat: buttons held by that seat})

Vocabulary: a *tick* is one step; *buttons* are what a seat holds during a tick, one bit each. The same seed and the
same buttons give the same game on every machine: a simulation knows no clock and no random generator.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from asobiba.core.options import Options

O_contra = TypeVar("O_contra", bound=Options, contravariant=True)


class Simulation(Protocol):
    """A running game. It changes with every step; a copy goes its own way."""

    @property
    def tick(self) -> int:
        """Steps so far."""

    @property
    def over(self) -> bool: ...

    def step(self, inputs: Mapping[int, int]) -> None:
        """One tick with the buttons that each seat holds; a seat that is not named holds none.

        Bits that mean nothing are ignored. A game that is over stays as it is.
        """

    def events(self) -> list[dict[str, Any]]:
        """What happened in the last step, ready for JSON: each has a `kind` and a `seat`. Nothing in it is secret."""

    def decided(self) -> Sequence[tuple[int, int]]:
        """(seat, action) of what was placed for good in the last step: an action of that seat's `position` before."""

    @property
    def rested(self) -> bool:
        """Whether something came to rest in the last step: a good moment to store the game."""

    @property
    def ending(self) -> str:
        """Why a game that is over is over, in one word, as a rulebook says it."""

    def returns(self) -> tuple[float, ...]:
        """Each seat's score so far."""

    def facts(self) -> Mapping[str, Any]:
        """What people count, as in Rulebook.facts."""

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """What that seat may see, ready for JSON. None is a spectator."""

    def position(self, seat: int) -> Any:
        """What an agent of the game is asked: `seat` is to move, and nothing in it is hidden from that seat.

        It may be asked for at any time: before `seat` can act it is the position in which, as far as can be seen, it
        will act next. It is OVER only if that seat will not act again.
        """

    def path(self, seat: int, action: int) -> list[int]:
        """Buttons, tick by tick from the next step on, that play an action of `position`; empty if they cannot now."""

    def copy(self) -> Self: ...

    def write(self) -> dict[str, Any]:
        """Everything, hidden things too, ready for JSON; Timing.read makes an equal simulation of it."""

    def digest(self) -> str:
        """Of `write()`: equal if the simulations are. It covers what is hidden, so it stays on the server."""


@dataclass(frozen=True, kw_only=True)
class Timing(Generic[O_contra]):
    """How a game is played on the clock."""

    ticks_per_second: int
    buttons: tuple[str, ...]
    """Their names, that of bit 0 first."""
    start: Callable[[O_contra, int], Simulation]
    """By options and the seed from which all luck is drawn."""
    read: Callable[[Mapping[str, Any], O_contra], Simulation]
    """What `write` wrote. StateError if it is damaged."""


def played_again(
    timing: Timing[Any], options: Options, seed: int, held: Iterable[tuple[int, int, int]], ticks: int
) -> Iterator[Simulation]:
    """The same simulation again and again, a tick further each time. `held` has (tick, seat, buttons) of changes."""
    simulation = timing.start(options, seed)
    yield simulation
    changes: dict[int, list[tuple[int, int]]] = {}
    for tick, seat, mask in held:
        changes.setdefault(tick, []).append((seat, mask))
    now: dict[int, int] = {}
    while simulation.tick < ticks and not simulation.over:
        now.update(changes.get(simulation.tick, ()))
        simulation.step(now)
        yield simulation


def is_moment(simulation: Simulation, ticks: int) -> bool:
    """Whether a replay shows it: the start, whatever happens, and the end after so many ticks."""
    return bool(simulation.events()) or simulation.tick in (0, ticks)


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a game on the clock, as if it had been played in turns."""

    moment: int
    """The last that a replay shows before it was made."""
    position: Any
    """As the seat saw it then."""
    action: int


def decisions(steps: Iterable[Simulation], ticks: int) -> Iterator[Decision]:
    """Every move that the rulebook knows; what only the clock allows is left out."""
    moment, seen = -1, dict[int, Any]()
    for simulation in steps:
        for seat, action in simulation.decided():
            if seat in seen and action in seen[seat].legal():
                yield Decision(moment, seen[seat], action)
        if is_moment(simulation, ticks):
            moment += 1
            seen = {seat: simulation.position(seat) for seat in range(len(simulation.returns()))}


def digest(value: Any) -> str:
    """Sixteen digits that name a JSON value, whatever the order of its keys."""
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()[:16]
