"""The contract: what a position, a player and a game are.

A driver plays any game with one loop:

    while state.to_play != OVER:
        state = state.apply(luck() if state.to_play == CHANCE else agents[state.to_play].choose(state))

Vocabulary: a *seat* is a player's number, 0, 1, ...; an *action* is a number with a meaning fixed by the game;
*luck* is an action that nobody chooses (a die, a new tile); a *view* is what one seat may know.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from asobiba.core.exercises import Exercise
from asobiba.core.formats import Format
from asobiba.core.kernel import Kernel
from asobiba.core.options import Options
from asobiba.core.picture import Lines, Look, picture, plain
from asobiba.core.playouts import Playouts
from asobiba.core.scene import Scene, text_scene
from asobiba.core.simulation import Timing
from asobiba.core.solver import Solver
from asobiba.core.speech import Happening, Phrase, Words
from asobiba.core.symmetry import IDENTITY, Symmetry

if TYPE_CHECKING:  # the games whose positions become arrays import it
    from numpy.typing import NDArray

CHANCE, OVER = -1, -2
"""Values of `to_play` beside the seats."""
Role: TypeAlias = Literal["opponent", "adviser", "analyst", "exact"]
LEVELS = ("random", "greedy:noise=0.5", "greedy:noise=0.2", "greedy")
"""Opponents of growing strength in every game."""


class State(Protocol):
    """A position. Immutable, hashable, equal by value."""

    @property
    def to_play(self) -> int:
        """The seat to move, or CHANCE, or OVER."""

    def legal(self) -> Sequence[int]:
        """Ascending; empty only when OVER. When luck decides: the outcomes."""

    def apply(self, action: int) -> Self:
        """The position after. IllegalMove if the action is not in legal(); this position is unchanged."""

    def returns(self) -> tuple[float, ...]:
        """Each seat's score so far. A reward is the difference of two positions."""

    def chances(self) -> Sequence[tuple[int, float]]:
        """(outcome, probability), in the order of legal(); empty unless to_play is CHANCE."""

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """What that seat may see, ready for JSON. None is a spectator."""

    def __str__(self) -> str:
        """The board as its game draws it; a rulebook's Position inherits it."""
        return plain(picture(self))


class Agent(Protocol):
    def choose(self, state: Any, /) -> int:
        """A legal action for the seat to move."""


@runtime_checkable
class Historian(Agent, Protocol):
    """An agent to whom a position is not enough, such as another program that plays along."""

    def recall(self, start: Any, actions: Sequence[int], /) -> None:
        """Told before every `choose`: how the game came to the position."""


@runtime_checkable
class Timekeeper(Agent, Protocol):
    """An agent that divides its time among the moves of a game by itself."""

    def allow(self, seconds: float, moves: int | None, increment: float, /) -> None:
        """Told before a `choose` on the clock, and good for that one: what is left for so many moves, or else for the
        rest of the game, and the seconds that each move adds."""


@runtime_checkable
class Ponderer(Agent, Protocol):
    """An agent that makes use of the time of the others."""

    def pondering(self, state: Any, /) -> AbstractContextManager[None]:
        """Thinks about a position in which another seat is to move, until the block is left, which ends it at once."""


@runtime_checkable
class Stoppable(Agent, Protocol):
    """An agent that plays at once when it is told to."""

    def stop(self) -> None:
        """From any thread. It is heeded by the search that is running, and by none that begins later."""


class AgentType(Protocol):
    """A kind of agent, usually a class: it makes one for a game with its options and the agent's own settings."""

    @property
    def settings(self) -> type[Options]: ...

    def refuses(self, game: Any, options: Any, settings: Any, /) -> str | None:
        """Why it cannot play that; None: it can."""

    def __call__(self, game: Any, options: Any, settings: Any, generator: Random, /) -> Agent: ...


class Network(Protocol):
    """What was trained, ready to play."""

    def values(self, state: Any, /) -> Mapping[int, float]:
        """What each legal action is worth to the seat to move."""


@runtime_checkable
class NetworkUser(Agent, Protocol):
    """An agent that judges by a trained network. Who makes it by its name gives it the network, too."""

    @property
    def wants(self) -> str | None:
        """The network's name or path, see agents/weights.py; None: it does without."""

    @property
    def insists(self) -> bool:
        """Whether the network has to be there."""

    def take(self, network: Network, /) -> None:
        """Before it is asked for a move. ConfigError if it is of no use."""


class NetworkReader(Protocol):
    def __call__(self, game: Any, options: Any, arrays: "Mapping[str, NDArray[Any]]", /) -> Network:
        """ConfigError if the arrays do not fit the game with these options."""


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741  S and O read as State and Options
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
O_contra = TypeVar("O_contra", bound=Options, contravariant=True)


class Notation(Protocol[S, O_contra]):
    """The game's own way to write moves and positions. A module `notation` of the game's folder."""

    def write_move(self, state: S, action: int) -> str:
        """`d3`. Also names luck. A forced pass is always written `pass`."""

    def read_move(self, state: S, text: str) -> int:
        """The action. NotationError if the text is no move, IllegalMove if the rules forbid it here."""

    def write_position(self, state: S) -> str:
        """One line that read_position turns into an equal state."""

    def read_position(self, text: str, options: O_contra) -> S:
        """NotationError says what is wrong and where."""


class Encoding(Protocol[S_contra, O_contra]):
    """Positions as arrays. A module `encode` of the game's folder."""

    def shape(self, options: O_contra) -> tuple[int, ...]: ...

    def observe(self, state: S_contra, seat: int) -> "NDArray[Any]":
        """What `seat` may see, from that seat's point of view."""


def nothing_hidden(state: S, seat: int) -> S:
    return state


def nothing_to_add(states: Sequence[State]) -> Mapping[str, Any]:
    return {}


def no_facts(state: State) -> Mapping[str, Any]:
    return {}


def score_so_far(state: State, seat: int) -> float:
    return state.returns()[seat]


def no_solver(options: Options) -> None:
    return None


def no_playouts(states: Sequence[State], games: int, seed: int, network: Network | None) -> None:
    return None


def nobody_moves(view: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any]:
    return {**view, "to_play": OVER, "legal": []}


def nothing_happened(before: State, action: int, after: State) -> tuple[()]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Rulebook(Generic[S, O]):
    """What is played."""

    start: Callable[[O], S]
    seats: Callable[[O], tuple[str, ...]]
    """The seats' names in this game: ("black", "white")."""
    actions: Callable[[O], int]
    """Players' actions are 0 .. actions-1. Outcomes of luck have numbers of their own."""
    outcomes: Callable[[O], int] = lambda _: 0
    """Outcomes of luck are 0 .. outcomes-1."""
    pass_action: int | None = None
    """The action that passes, legal only where nothing else is; None: nobody ever passes."""
    bounds: Callable[[O], tuple[float, float]] = lambda _: (-1.0, 1.0)
    """The lowest and the highest score that a seat can have."""
    simultaneous: Callable[[O], bool] = lambda _: False
    """Whether all seats commit their moves at the same time."""
    conceal: Callable[[S, int], S] = nothing_hidden
    """A position that looks the same to `seat` and holds nothing that this seat may not know."""
    facts: Callable[[S], Mapping[str, Any]] = no_facts
    """What people count in a position, with fixed keys and types: {"discs": [33, 31]}. A list has an entry for each
    seat.

    Three kinds of keys mean the same in every game. `standing` compares the seats, higher is better; without it the
    score does. `ending` says in one word why a game is over; without it that is "rules". A key that begins with `max_`
    is about this position alone; a reader who wants the highest of a game takes the maximum.
    """
    symmetries: Callable[[O], Sequence[Symmetry[S]]] = lambda _: (IDENTITY,)
    """What maps the game with these options onto itself, the identity first; see core/symmetry.py."""

    def standing(self, state: S) -> Sequence[Any]:
        """Return how well each seat stands, in anything that compares: the higher, the better the place at the end."""
        found: Sequence[Any] | None = self.facts(state).get("standing")
        return state.returns() if found is None else found

    def ending(self, state: S) -> str:
        """Return why a position is over: "rules" is the plain end; `max_turns`, `no_moves` and others say more."""
        return str(self.facts(state).get("ending", "rules"))


@dataclass(frozen=True, kw_only=True)
class GtpBoard(Generic[S, O]):
    """How programs that speak GTP see the game of two seats, black and white to them, on a board of so many lines."""

    size: Callable[[O], int]
    margin: Callable[[S], float]
    """Of a finished game: by how much black has won; below 0, white."""


@dataclass(frozen=True, kw_only=True)
class Text(Generic[S, O]):
    """What people read, write and see."""

    notation: Notation[S, O]
    draw: Callable[[S], Lines]
    look: Callable[[S, Look], Lines] | None = None
    """The same as somebody wants to see it: in his language, without marks; None: there is one look."""
    help: Mapping[str, str]
    """By language: how to write a move, for a person at the prompt."""
    formats: Mapping[str, Format] = field(default_factory=dict)
    """By name: how other programs store its games; see core/formats.py."""
    gtp: GtpBoard[S, O] | None = None
    dialogues: Mapping[str, Any] = field(default_factory=dict)
    """By name: protocols that only programs of this game speak; see cli/dialogue.py."""
    scene: Callable[[S], Scene] | None = None
    """How it looks in pictures, to a spectator; None: its text is drawn."""
    insight: Callable[[Sequence[S]], Mapping[str, Any]] = nothing_to_add
    """The game's own keys in the output of `asobiba analyse`. The last position is analysed; those before it
    lead there, as far as they are known."""
    happened: Callable[[S, int, S], Sequence[Happening]] = nothing_happened
    """What a move brought about: the position before, the action or outcome, the position after."""
    words: Mapping[str, Words] = field(default_factory=dict)
    """By language other than English: what the game's phrases are in it, see core/speech.py."""
    exercises: tuple[Exercise[S], ...] = ()
    """Tiny tasks for who plays it for the first time, in their order; see core/exercises.py."""

    def scene_of(self, state: S) -> Scene:
        """The game's own picture, or its text in colour if it has none."""
        return text_scene(self.draw(state)) if self.scene is None else self.scene(state)

    def drawn(self, state: S, look: Look) -> Lines:
        return self.draw(state) if self.look is None else self.look(state, look)

    def say(self, phrase: Phrase, lang: str) -> str:
        return phrase.spoken(self.words.get(lang, {}))


def no_batch_facts(observations: "NDArray[Any]", options: Options) -> "Mapping[str, NDArray[Any]]":
    return {}


@dataclass(frozen=True, kw_only=True)
class Sight(Generic[O_contra]):
    """Another array for what a seat sees."""

    shown: "Callable[[NDArray[Any]], NDArray[Any]]"
    """[n, *observation] -> [n, ...], an array of its own."""
    bounds: "Callable[[O_contra], tuple[NDArray[Any], NDArray[Any]]]"
    """The lowest and the highest number at each place of it; they also tell its shape and type."""


@dataclass(frozen=True, kw_only=True)
class Arrays(Generic[S, O]):
    """What programs step and networks see."""

    encode: Encoding[S, O]
    kernel: Kernel[S, O] | None = None
    """The fast twin in C++."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Environments by name and the options they play with: {"PuyoSolo": {"mode": "single"}}. None: one, by the name."""
    environments: Mapping[str, str] = field(default_factory=dict)
    """Gymnasium environments of the game's own beside the general one, as entry points: {"Name": "module:maker"}."""
    rewards: "Mapping[str, Callable[[NDArray[Any]], NDArray[Any]]]" = field(default_factory=dict)
    """Other rewards than the change of the score, by name: each turns that change into a reward."""
    bounds: "Callable[[O], tuple[NDArray[Any], NDArray[Any]]] | None" = None
    """The lowest and the highest number at each place of an observation; None: whatever its type can hold."""
    sights: Mapping[str, Sight[O]] = field(default_factory=dict)
    """Other observations of an environment than the encoding, by name."""
    illegal: Literal["lose", "noop", "raise"] = "lose"
    """What an illegal action does in an environment whose user says nothing: the seat loses, nothing, an exception."""
    facts: "Callable[[NDArray[Any], O], Mapping[str, NDArray[Any]]]" = no_batch_facts
    """The facts of many positions, read off what the first seat sees, [n, ...]: {"discs": [n, 2]}."""
    peak: tuple[str, tuple[int, ...]] | None = None
    """A fact `max_...` of every seat, 0 to 255, and for each seat its byte in the kernel's position. Environments tell
    the highest of an episode."""


@dataclass(frozen=True, kw_only=True)
class Minds(Generic[S, O]):
    """Who plays it. Players of any game are in agents/; those that only this game has are listed here."""

    evaluate: Callable[[S, int], float] = score_so_far
    """How good a position looks for a seat, without search; any scale."""
    unit: str = "evaluation"
    """Of those numbers; this word where they are nothing but larger and smaller."""
    settled: Callable[[S], bool] = lambda _: False
    """Whether the result stands, whatever is played from here on: then players bring the end about, also a bad one."""
    agents: Mapping[str, AgentType] = field(default_factory=dict)
    """The game's own players, by the name that a spec begins with."""
    openings: Callable[[O], Sequence[Sequence[int]]] = lambda _: ()
    """Moves from the start after which nobody is better, as far as is known: matches that begin so are fair."""
    networks: Mapping[str, NetworkReader] = field(default_factory=dict)
    """The game's own kinds of trained networks, by the kind that their files name; see agents/weights.py."""
    weights: Traversable | None = None
    """The folder of the networks that come with the game."""
    ends_suddenly: bool = False
    """A single move may end the game at any time, so a search looks two moves ahead for that; of a kernel the same."""
    levels: Callable[[O], tuple[str, ...]] = lambda _: LEVELS
    """Agents to play against with these options, from the weakest to the strongest: level 1, 2, ...; core/levels.py."""
    ladders: Traversable | None = None
    """The file of what was measured of them; None, or none of that name: nothing."""
    roles: Callable[[O], Mapping[Role, str]] = lambda _: {}
    """Agents for a purpose, where the usual ones will not do:

    opponent  plays a person who names no opponent; usually the level in the middle
    adviser   judges positions when no agent is named; usually greedy
    analyst   thinks about one position for as long as somebody watches; usually the adviser
    exact     searches to the end of the game, however long it takes; usually there is none
    """
    solver: Callable[[O], Solver[S] | None] = no_solver
    """What is proven of the game with these options; None: nothing. See core/solver.py."""
    milestones: tuple[str, Sequence[int]] | None = None
    """Of a game for one: a fact `max_...`, and the values that people ask for: ("max_tile", (2, 4, 8, ...))."""
    playouts: Callable[[Sequence[S], int, int, Network | None], Sequence[Playouts] | None] = no_playouts
    """Of a game for one: so many games from each of these positions to the end, from a seed, by a quick policy or by a
    network of the game's own kinds; None: nobody can. See arena/outlook.py."""

    def agent_for(self, role: Literal["opponent", "adviser", "analyst"], options: O) -> str:
        """Return the agent of a role."""
        levels = self.levels(options)
        usual: dict[Role, str] = {"opponent": levels[(len(levels) - 1) // 2], "adviser": "greedy"}
        agents = {**usual, **self.roles(options)}
        return agents.get(role) or agents["adviser"]


@dataclass(frozen=True, kw_only=True)
class Manners(Generic[S, O]):
    """How it is played at a table of the server."""

    patience: Callable[[O], float | None] = lambda _: 60.0
    """Seconds that the others wait for a player who has gone; then a bot plays for the seat. None: for ever."""
    fill_seconds: Callable[[O], float | None] = lambda _: None
    """Until bots take the free seats, where the table's maker says nothing; None: never."""
    hides_luck: Callable[[S], bool] = lambda _: False
    """Whether the outcome that luck draws here is kept from everybody until the game is over."""
    conclude: Callable[[Mapping[str, Any], Sequence[int]], dict[str, Any]] = nobody_moves
    """The view of a game that the table ended and not the rules: nobody is to move, and these seats have won."""
    timed: Timing[O] | None = None
    """How it is played on the clock; None: only in turns."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, O]):
    """Everything that the rest of the project needs to know about a game, in roles: each layer asks one or two."""

    name: str
    """Lower case, as typed on the command line."""
    titles: Mapping[str, str]
    """By language: {"en": "Othello", "ja": "オセロ"}."""
    version: int
    """Of the rules. A change that replays an old record differently raises it."""
    options: type[O]
    rules: Rulebook[S, O]
    text: Text[S, O]
    arrays: Arrays[S, O]
    minds: Minds[S, O] = field(default_factory=Minds)
    table: Manners[S, O] = field(default_factory=Manners)


AnyGame: TypeAlias = Game[Any, Any]
