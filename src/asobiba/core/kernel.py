"""What the rest of the project needs to know of a game's fast twin in C++."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from asobiba.core.options import Options

S = TypeVar("S")
O_contra = TypeVar("O_contra", bound=Options, contravariant=True)


class Rules(Protocol[O_contra]):
    def __call__(self, options: O_contra, /) -> Any:
        """The native rules for these options. ConfigError names an option that the kernel does not know."""


@dataclass(frozen=True)
class Kernel(Generic[S, O_contra]):
    batch: Any
    """The native class, such as OthelloBatch; its static methods `perft` and `random_games` need no batch."""
    rules: Rules[O_contra]
    pack: Callable[[S], bytes]
    """A rulebook's position as the kernel's bytes."""
    unpack: Callable[[bytes, O_contra], S]
    """And back."""

    @property
    def search(self) -> Any:
        """The native class of the tree search, such as OthelloSearch; see agents/search.py."""
        return self.batch.Search

    def perft(self, rules: Any, raw: bytes, depth: int, leaves: str) -> int:
        return int(self.batch.perft(rules, raw, depth, leaves))

    def random_games(self, rules: Any, moves: int, seed: int = 0) -> tuple[int, int, list[float]]:
        """(games, moves, sum of every seat's scores) of random play inside the kernel, one thread."""
        games, played, scores = self.batch.random_games(rules, moves, seed)
        return games, played, scores
