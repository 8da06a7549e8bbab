"""What a tree search is given and what it has found, whether C++ or Python has made it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from asobiba.agents.advice import Advice
from asobiba.agents.arrays import Arrays, Kernel
from asobiba.agents.solver import Proven, proven_by
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

UNPROVEN, AVERAGE, CERTAIN = 0, 1, 2
"""What is known for certain of a move: nothing, what luck makes of it on average, how it ends."""
DECIDED = 1e6
"""What is proven outweighs any estimate. A ply of delay is worth 1."""


EXPLORATION = 0.7


@dataclass(frozen=True, slots=True)
class Weighing:
    """How a search weighs what it knows; native/common/uct.hpp says how each is meant."""

    low: float = -1.0
    high: float = 1.0
    exploration: float = EXPLORATION
    urgency: float = 1.0
    playout_plies: int = -1


@dataclass(frozen=True, slots=True)
class Budget:
    """A search ends when one of these is used up."""

    simulations: int | None = None
    milliseconds: int | None = None
    until_full: bool = False
    """When the tree has no room for more."""

    def in_parts(self, parts: int) -> Iterator["Budget"]:
        """As much, one after the other: 10 simulations in 4 are 2, 3, 2 and 3. What ends by itself is one part."""
        if self.until_full:
            yield self
            return
        for part in range(parts):
            share = Budget(_share(self.simulations, part, parts), _share(self.milliseconds, part, parts))
            if share.simulations or share.milliseconds:
                yield share


def _share(whole: int | None, part: int, parts: int) -> int | None:
    return None if whole is None else whole * (part + 1) // parts - whole * part // parts


@dataclass(frozen=True, slots=True)
class FoundMove:
    visits: int
    values: tuple[float, ...]
    """By seat: the score that it brings."""
    proof: int
    plies: int
    """To the proven end, the move counted."""


@dataclass(frozen=True, slots=True)
class Found:
    moves: Mapping[int, FoundMove]
    line: tuple[int, ...]
    """The principal variation, as far as no luck interferes: the first is the move to play."""
    value: tuple[float, ...]
    proven: bool
    nodes: int
    depth: int

    def advice(self, seat: int, low: float, high: float) -> Advice:
        """For the seat to move. Of two who can only win or lose: the chance to win, a draw being half a win."""
        seats = len(self.value)
        chances = seats == 2 and (low, high) == (-1.0, 1.0)
        values, proven = dict[int, float](), dict[int, Proven]()
        for action, move in self.moves.items():
            score = move.values[seat] if move.visits else low
            values[action] = (score + 1) / 2 if chances else score
            if move.proof == CERTAIN and seats > 1:
                proven[action] = end = proven_by(score, move.plies)
                if end.outcome:
                    values[action] = end.outcome * (DECIDED - end.plies)
        return Advice(
            values,
            exact=self.proven,
            unit="win chance" if chances else "points" if seats == 1 else "score",
            proven=proven,
            visits={action: move.visits for action, move in self.moves.items()},
            line=self.line,
        )


class Search(Protocol):
    def place(self, state: Any, /) -> int:
        """Thinks about this position next; the visits that the tree has of it already."""

    def reseed(self, seed: int, /) -> None: ...

    def run(self, budget: Budget, /) -> int:
        """Simulations made: fewer than asked for where the position is solved or the search is stopped."""

    def stop(self) -> None:
        """From any thread: the search that is running ends at once."""

    def found(self) -> Found: ...


class NativeSearch:
    """The search of a game's kernel, native/common/uct.hpp; it thinks without the interpreter's lock."""

    def __init__(self, kernel: Kernel[Any, Any], rules: Any, nodes: int, weighing: Weighing, seed: int = 0) -> None:
        self.pack = kernel.pack
        self.search = kernel.search(
            rules,
            nodes,
            weighing.low,
            weighing.high,
            weighing.exploration,
            weighing.urgency,
            weighing.playout_plies,
            seed,
        )

    def place(self, state: Any) -> int:
        return int(self.search.place(self.pack(state)))

    def reseed(self, seed: int) -> None:
        self.search.reseed(seed)

    def run(self, budget: Budget) -> int:
        return int(self.search.run(budget.simulations, budget.milliseconds, budget.until_full))

    def stop(self) -> None:
        self.search.stop()

    def found(self) -> Found:
        return found_in(self.search.report())


def found_in(told: Mapping[str, Any]) -> Found:
    """The report of a kernel's search."""
    columns = zip(told["actions"], told["visits"], told["values"], told["proofs"], told["plies"], strict=True)
    return Found(
        {action: FoundMove(visits, tuple(values), proof, plies) for action, visits, values, proof, plies in columns},
        tuple(told["line"]),
        tuple(told["value"]),
        told["proven"],
        told["nodes"],
        told["depth"],
    )


def native_rules(game: AnyGame, options: Options) -> Any:
    """The kernel's rules; None where it does not play with these options, or there is none."""
    kernel = game.part(Arrays).kernel
    try:
        return None if kernel is None else kernel.rules(options)
    except ConfigError:
        return None
