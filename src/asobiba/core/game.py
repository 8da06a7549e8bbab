"""The core of a game: what every layer needs to know about it. Everything else is a part.

A driver plays any game with one loop:

    while state.to_play != OVER:
        state = state.apply(luck() if state.to_play == CHANCE else agents[state.to_play].choose(state))

Vocabulary: a *seat* is a player's number, 0, 1, ...; an *action* is a number with a meaning fixed by the game; *luck*
is an action that nobody chooses (a die, a new tile); a *view* is what one seat may know. A *part* is what one layer
asks a game: `game.part(Arrays)` loads the module `arrays` of the game's package and returns its `ARRAYS`. A game
without that module has the default of the layer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

from asobiba.core.errors import ConfigError, IllegalMove, in_one_line
from asobiba.core.options import Options

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from asobiba.core.picture import Lines, Look
    from asobiba.core.scene import Scene
    from asobiba.core.symmetry import Symmetry

CHANCE, OVER = -1, -2
"""Values of `to_play` beside the seats."""
SHOWN = 12
"""Legal actions that an error lists."""
_LATER: Any = None
"""A default that depends on the other members: Game.__post_init__ sets it."""


class State(Protocol):
    """A position. Immutable, hashable, equal by value.

    A frozen dataclass needs `to_play`, `legal`, `after` and `returns`; the rest has defaults for games without luck
    whose positions hide nothing.
    """

    @property
    def to_play(self) -> int:
        """The seat to move, or CHANCE, or OVER."""

    def legal(self) -> Sequence[int]:
        """Return the legal actions in ascending order; empty only when OVER. At CHANCE these are the outcomes."""

    def apply(self, action: int) -> Self:
        """Return the position after an action; this one is unchanged. IllegalMove if the action is not in legal()."""
        number, legal = as_action(action, self), self.legal()
        if number not in legal:
            allowed = ", ".join(map(str, legal[:SHOWN])) + (", ..." if len(legal) > SHOWN else "")
            raise IllegalMove(f"action {number} is not legal here; legal: {allowed or 'none'}", self, action=number)
        return self.after(number)

    def after(self, action: int) -> Self:
        """Return the position after a legal action. A game writes this method, or `apply` with a check of its own."""
        raise TypeError(f"{type(self).__qualname__} has no method `after`")

    def returns(self) -> tuple[float, ...]:
        """Return each seat's score so far. A reward is the difference of two positions."""

    def chances(self) -> Sequence[tuple[int, float]]:
        """Return (outcome, probability) in the order of legal(); empty unless to_play is CHANCE."""
        return ()

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """Return what that seat may see, ready for JSON. None is a spectator."""
        from asobiba.core.fields import plain_fields  # games with a view of their own do without

        return {**plain_fields(self), "to_play": self.to_play, "legal": list(self.legal())}

    options: Options = Options()
    """The options of this game. The position of a game with options has a field of this name."""

    def __str__(self) -> str:
        """Draw the board as its game does."""
        from asobiba.core.picture import picture, plain  # rules do without

        return plain(picture(self))


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741  S and O read as State and Options
P = TypeVar("P", bound="Part")
O_contra = TypeVar("O_contra", bound=Options, contravariant=True)


class Notation(Protocol[S, O_contra]):
    """The game's own way to write moves and positions. The module `notation` of the game's package."""

    def write_move(self, state: S, action: int) -> str:
        """Write a move, `d3`, or an outcome of luck. A forced pass is always written `pass`."""

    def read_move(self, state: S, text: str) -> int:
        """Read a move. NotationError if the text is no move, IllegalMove if the rules forbid it here."""

    def write_position(self, state: S) -> str:
        """Write one line that read_position turns into an equal state."""

    def read_position(self, text: str, options: O_contra) -> S:
        """Read a position. NotationError says what is wrong and where."""


class Part:
    """The base of all parts. A layer subclasses it and gives every field a default."""

    module: ClassVar[str]
    """The module of a game's package that holds this part under the module's name in capitals."""

    @classmethod
    def default(cls, game: "AnyGame") -> Self:
        """Return the part of a game that has no such module."""
        return cls()


def nothing_hidden(state: S, seat: int) -> S:
    """Return the position itself: all seats see everything."""
    return state


def only_identity(options: Options) -> "Sequence[Symmetry[Any]]":
    """Return the identity alone."""
    from asobiba.core.symmetry import IDENTITY

    return (IDENTITY,)


def _fields_drawn(state: State) -> "Lines":
    from asobiba.core.picture import picture  # rules do without

    return picture(state)


def no_facts(state: State) -> Mapping[str, Any]:
    """Return no facts beside the score."""
    return {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, O]):
    """A game: four required members, some optional ones, and its parts."""

    name: str
    """Lower case, as typed on the command line."""
    seats: Callable[[O], tuple[str, ...]]
    """Names of the seats: ("black", "white")."""
    start: Callable[[O], S]
    """The first position."""
    actions: Callable[[O], int]
    """Number of actions: players' actions are 0 .. actions-1. Outcomes of luck have numbers of their own."""

    version: int = 1
    """Version of the rules. Raise it when a change replays an old record differently."""
    options: type[O] = Options  # type: ignore[assignment]  # a game without options has no other type of them
    notation: Notation[S, O] = _LATER
    """How moves and positions are written; by default numbers and the JSON of the fields, see core/fields.py."""
    draw: "Callable[[S, Look], Lines]" = lambda state, _: _fields_drawn(state)
    """The board as coloured text, in the words and with the marks that the reader wants; by default its fields."""

    outcomes: Callable[[O], int] = lambda _: 0
    """Number of outcomes of luck: 0 .. outcomes-1."""
    bounds: Callable[[O], tuple[float, float]] = lambda _: (-1.0, 1.0)
    """The lowest and the highest score of a seat."""
    pass_action: int | None = None
    """The action that passes, legal only where nothing else is."""
    conceal: Callable[[S, int], S] = nothing_hidden
    """A position that looks the same to `seat` and holds nothing that this seat may not know."""
    symmetries: "Callable[[O], Sequence[Symmetry[S]]]" = only_identity
    """The maps of the game onto itself, the identity first; see core/symmetry.py."""
    facts: Callable[[S], Mapping[str, Any]] = no_facts
    """What people count in a position, ready for JSON, with fixed keys and types: {"discs": [33, 31]}.

    A list has an entry for each seat. Two keys have a meaning for every game: `standing` compares the seats, higher is
    better, and defaults to the score; `ending` says in one word why a game is over and defaults to "rules". A key that
    begins with `max_` is of this position alone; the reader takes the maximum over a game.
    """
    scene: "Callable[[S], Scene] | None" = None
    """The picture that a spectator sees; None: the text of `draw`."""
    package: str = ""
    """The package with the modules of the parts; empty: `parts` are all."""
    parts: tuple[Part, ...] = ()
    """Parts given here come before those of the package."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_loaded", {})
        if self.notation is _LATER:
            from asobiba.core.fields import Fields  # games with a notation of their own do without

            object.__setattr__(self, "notation", Fields())
        if (of := getattr(self.notation, "of", None)) is not None:
            object.__setattr__(self, "notation", of(self))

    def part(self, kind: type[P]) -> P:
        """Return the game's part of this type, or the layer's default."""
        loaded: dict[type[Part], Any] = vars(self)["_loaded"]
        if kind not in loaded:
            loaded[kind] = self._load(kind)
        found: P = loaded[kind]
        return found

    def _load(self, kind: type[P]) -> Part:
        for given in self.parts:
            if isinstance(given, kind):
                return given
        name = f"{self.package}.{kind.module}"
        if not self.package or find_spec(name) is None:
            return kind.default(self)
        try:
            part: Part = getattr(import_module(name), kind.module.upper())
        except Exception as error:
            raise ConfigError(f"{name}: {in_one_line(error)}", game=self.name) from error
        return part

    def with_part(self, part: Part) -> "Game[S, O]":
        """Return the same game with another part."""
        return replace(self, parts=(part, *self.parts))

    def must_pass(self, state: S) -> bool:
        """Return whether the seat to move can do nothing but pass."""
        return self.pass_action is not None and state.to_play >= 0 and list(state.legal()) == [self.pass_action]

    def resource(self, name: str) -> "Traversable | None":
        """Return a file or folder of the game's package; None if it is not there."""
        if not self.package:
            return None
        from importlib.resources import files  # loads much that rules do not need

        found = files(self.package) / name
        return found if found.is_file() or found.is_dir() else None

    def simultaneous(self, options: O) -> bool:
        """Return whether all seats commit their moves at the same time: each hides its move from the others."""
        return self.conceal is not nothing_hidden and len(self.seats(options)) > 1

    def standing(self, state: S) -> Sequence[Any]:
        """Return how well each seat stands, in anything that compares: the higher, the better."""
        standing: Sequence[Any] = self.facts(state).get("standing", state.returns())
        return standing

    def ending(self, state: S) -> str:
        """Return why a finished game is over, in one word."""
        return str(self.facts(state).get("ending", "rules"))

    def picture(self, state: S) -> "Scene":
        """Return the game's own picture, or its text in colour."""
        if self.scene is not None:
            return self.scene(state)
        from asobiba.core.picture import PLAIN
        from asobiba.core.scene import text_scene

        return text_scene(self.draw(state, PLAIN))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles of a game are the registered game itself, found by its name."""
        return import_module("asobiba.core.registry").find_game, (self.name,)  # the registry imports this module


AnyGame: TypeAlias = Game[Any, Any]


# --- Actions that come from outside, from a network or a person's program, as plain whole numbers


def action_number(action: object) -> int | None:
    """3 of 3, np.int64(3) and np.array(3); None of True, 3.0, "3" and [3], which are no actions."""
    if isinstance(action, bool):
        return None
    try:
        return index(action)  # type: ignore[arg-type]  # whatever is no number raises TypeError
    except TypeError:
        return None


def as_action(action: object, position: object) -> int:
    """The plain number. IllegalMove for what is none; `position` is shown with it."""
    number = action_number(action)
    if number is None:
        raise IllegalMove(f"{action!r} is no action: a whole number is expected", position, action=str(action))
    return number


def whole(apply: Callable[[S, int], S]) -> Callable[[S, int], S]:
    """A position's `apply` that meets plain ints only: other whole numbers are turned into one, the rest is refused."""

    @wraps(apply)
    def applied(position: S, action: int) -> S:
        if type(action) is int:
            return apply(position, action)
        return apply(position, as_action(action, position))

    return applied
