"""The part `arrays`: what programs step and networks see. The module `arrays` of a game holds ARRAYS.

A game without this module is encoded by the numbers of its position, and stepped by its rulebook.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame, O, O_contra, Part, S, State
from asobiba.core.options import Options

if TYPE_CHECKING:  # numpy is loaded with the first array
    from numpy.typing import NDArray

S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Encoding(Protocol[S_contra, O_contra]):
    """Positions as arrays, often a module."""

    def shape(self, options: O_contra) -> tuple[int, ...]: ...

    def observe(self, state: S_contra, seat: int) -> "NDArray[Any]":
        """Return what `seat` may see, from that seat's point of view."""

    # Optional are also
    #
    # bounds(options): the lowest and the highest number at each place; without it the range of the type
    # facts(observations, options): the facts of many positions, read off what the first seat sees: {"discs": [n, 2]}


class KernelRules(Protocol[O_contra]):
    """Makes the native rules of a game."""

    def __call__(self, options: O_contra, /) -> Any:
        """Return the native rules for these options. ConfigError names an option that the kernel does not know."""


@dataclass(frozen=True)
class Kernel(Generic[S, O_contra]):
    """The fast twin of a rulebook in C++."""

    batch: Any
    """The native class, such as OthelloBatch; its static methods `perft` and `random_games` need no batch."""
    rules: KernelRules[O_contra]
    pack: Callable[[S], bytes]
    """Turns a position of the rulebook into the kernel's bytes."""
    unpack: Callable[[bytes, O_contra], S]
    """Turns the kernel's bytes into a position."""

    @property
    def search(self) -> Any:
        """The native class of the tree search, such as OthelloSearch; see agents/search.py."""
        return self.batch.Search

    def perft(self, rules: Any, raw: bytes, depth: int, leaves: str) -> int:
        return int(self.batch.perft(rules, raw, depth, leaves))

    def random_games(self, rules: Any, moves: int, seed: int = 0) -> tuple[int, int, list[float]]:
        """Return (games, moves, sum of every seat's scores) of random play inside the kernel, on one thread."""
        games, played, scores = self.batch.random_games(rules, moves, seed)
        return games, played, scores


def no_batch_facts(observations: "NDArray[Any]", options: Options) -> "Mapping[str, NDArray[Any]]":
    return {}


@dataclass(frozen=True, kw_only=True)
class Sight(Generic[O_contra]):
    """Another observation than the encoding."""

    shown: "Callable[[NDArray[Any]], NDArray[Any]]"
    """[n, *observation] -> [n, ...], an array of its own."""
    bounds: "Callable[[O_contra], tuple[NDArray[Any], NDArray[Any]]]"
    """The lowest and the highest number at each place. They also give its shape and type."""


@dataclass(frozen=True, kw_only=True)
class Arrays(Part, Generic[S, O]):
    module: ClassVar[str] = "arrays"

    encode: Encoding[S, O]
    kernel: Kernel[S, O] | None = None
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The options of each environment, by its name: {"PuyoSolo": {"mode": "single"}}; empty: one, named as the game."""
    environments: Mapping[str, str] = field(default_factory=dict)
    """Gymnasium environments of this game alone by name, as "module:class"."""
    rewards: "Mapping[str, Callable[[NDArray[Any]], NDArray[Any]]]" = field(default_factory=dict)
    """Other rewards than the change of the score, by name. Each turns that change into a reward."""
    sights: Mapping[str, Sight[O]] = field(default_factory=dict)
    """Other observations of an environment than the encoding, by name."""
    illegal: Literal["lose", "noop", "raise"] = "lose"
    """What an illegal action does by default: the seat loses, nothing happens, or an exception is raised."""
    peak: tuple[str, tuple[int, ...]] | None = None
    """A fact `max_...` of every seat, 0 to 255, and for each seat its byte in the kernel's position. Environments
    report the highest of an episode."""

    @classmethod
    def default(cls, game: AnyGame) -> Self:
        return cls(encode=Numbers(game))

    @property
    def bounds(self) -> "Callable[[O], tuple[NDArray[Any], NDArray[Any]]] | None":
        return getattr(self.encode, "bounds", None)

    @property
    def facts(self) -> "Callable[[NDArray[Any], O], Mapping[str, NDArray[Any]]]":
        return getattr(self.encode, "facts", no_batch_facts)


class Planes(Generic[S]):
    """The encoding of a board: planes of small whole numbers, usually zeros and ones, as int8.

        Planes((2, 6, 7), lambda position, seat: [[cell == who for cell in position.cells] for who in (seat, 1 - seat)])

    The function gives each plane as rows * columns numbers, in rows or one after the other.
    """

    def __init__(
        self, shape: tuple[int, int, int], planes: Callable[[S, int], Sequence[Any]], *, low: int = 0, high: int = 1
    ) -> None:
        self.size, self.planes, self.low, self.high = shape, planes, low, high

    def shape(self, options: Options) -> tuple[int, ...]:
        return self.size

    def bounds(self, options: Options) -> "tuple[NDArray[Any], NDArray[Any]]":
        import numpy as np

        return np.full(self.size, self.low, np.int8), np.full(self.size, self.high, np.int8)

    def observe(self, state: S, seat: int) -> "NDArray[Any]":
        import numpy as np

        return np.array([list(plane) for plane in self.planes(state, seat)], np.int8).reshape(self.size)


class Numbers:
    """The encoding of a game that has none of its own: all numbers of a position in the order of its fields."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def shape(self, options: Options) -> tuple[int, ...]:
        return (len(list(numbers(self.game.start(options)))),)

    def observe(self, state: State, seat: int) -> "NDArray[Any]":
        import numpy as np

        found, expected = list(numbers(state)), self.shape(state.options)
        if (len(found),) != expected:
            raise ConfigError(
                f"{self.game.name} has {len(found)} numbers in this position and {expected[0]} at the start: "
                "give the game a module arrays.py with an encoding",
                game=self.game.name,
            )
        return np.array(found, np.float32)


def numbers(value: Any) -> Iterator[float]:
    """Yield the numbers of a position: (3, (True, None)) -> 3 1 0."""
    if isinstance(value, Options | str):
        return
    if hasattr(value, "__dataclass_fields__"):
        value = [getattr(value, name) for name in value.__dataclass_fields__]
    if isinstance(value, tuple | list):
        for each in value:
            yield from numbers(each)
    else:
        yield float(value or 0)
