"""The part `players`: who plays a game, how positions look, and what is proven. The module `players` holds PLAYERS.

Players of any game are in this folder; the part lists those that only one game has. A game without this module is
played by the general agents and judged by its score.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeAlias, runtime_checkable

from asobiba.agents.solver import Solver
from asobiba.core.agent import Agent, Network
from asobiba.core.game import O, Part, S, State
from asobiba.core.options import Options

if TYPE_CHECKING:
    from numpy.typing import NDArray

Role: TypeAlias = Literal["opponent", "adviser", "analyst", "exact"]
LEVELS = ("random", "greedy:noise=0.5", "greedy:noise=0.2", "greedy")
"""Opponents of growing strength in every game."""


class AgentType(Protocol):
    """A kind of agent, usually a class: it makes one for a game with its options and the agent's own settings."""

    @property
    def settings(self) -> type[Options]: ...

    def refuses(self, game: Any, options: Any, settings: Any, /) -> str | None:
        """Return why it cannot play that; None: it can."""

    def __call__(self, game: Any, options: Any, settings: Any, generator: Random, /) -> Agent: ...


@runtime_checkable
class NetworkUser(Agent, Protocol):
    """An agent that judges by a trained network. `make_agent` gives it the network, too."""

    @property
    def wants(self) -> str | None:
        """The network's name or path, see agents/network_files.py; None: it needs none."""

    @property
    def insists(self) -> bool:
        """Whether it cannot play without the network."""

    def take(self, network: Network, /) -> None:
        """Take the network before the first move. ConfigError if it is of no use."""


class NetworkReader(Protocol):
    """Makes a network from the arrays of a file."""

    def __call__(self, game: Any, options: Any, arrays: "Mapping[str, NDArray[Any]]", /) -> Network:
        """ConfigError if the arrays do not fit the game with these options."""


@dataclass(frozen=True)
class Playouts:
    """Games that were played out from a position of a game for one."""

    policy: str
    """The player."""
    scores: Sequence[float]
    """Final scores, one for each game."""
    milestones: Sequence[int]
    """The highest of the fact that `Players.milestones` names, one for each game."""


def score_so_far(state: State, seat: int) -> float:
    return state.returns()[seat]


def no_solver(options: Options) -> None:
    return None


def no_playouts(states: Sequence[State], games: int, seed: int, network: Network | None) -> None:
    return None


def no_insight(states: Sequence[State]) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Players(Part, Generic[S, O]):
    module: ClassVar[str] = "players"

    evaluate: Callable[[S, int], float] = score_so_far
    """How good a position looks for a seat, without search; any scale."""
    unit: str = "evaluation"
    """Unit of `evaluate`, for example "discs". Keep the default if values are only an ordering."""
    agents: Mapping[str, AgentType] = field(default_factory=dict)
    """The game's own agents, by the name that a spec begins with."""
    openings: Callable[[O], Sequence[Sequence[int]]] = lambda _: ()
    """Moves from the start that are fair as far as is known; matches can begin with them."""
    networks: Mapping[str, NetworkReader] = field(default_factory=dict)
    """The game's own kinds of trained networks, by the kind that their files name; see agents/network_files.py."""
    levels: Callable[[O], tuple[str, ...]] = lambda _: LEVELS
    """Agents to play against, from the weakest to the strongest: level 1, 2, ...; see agents/levels.py."""
    roles: Callable[[O], Mapping[Role, str]] = lambda _: {}
    """Agents for a purpose, where the usual ones will not do:

    opponent  plays a person who names no opponent; usually the level in the middle
    adviser   judges positions when no agent is named; usually greedy
    analyst   thinks about one position for as long as somebody watches; usually the adviser
    exact     searches to the end of the game, however long it takes; usually there is none
    """
    settled: Callable[[S], bool] = lambda _: False
    """Whether the result stands, whatever is played from here on. Agents then hurry to the end."""
    ends_suddenly: bool = False
    """Whether a single move may end the game at any time. Searches with a network then look two moves ahead."""
    solver: Callable[[O], Solver[S] | None] = no_solver
    """The solver of the game with these options; None: nothing is proven. See agents/solver.py."""
    insight: Callable[[Sequence[S]], Mapping[str, Any]] = no_insight
    """The game's own keys in an analysis of the last of these positions. The ones before it lead there."""
    milestones: tuple[str, Sequence[int]] | None = None
    """A fact `max_...` of a game for one, and the values that people ask for: ("max_tile", (2, 4, 8, ...))."""
    playouts: Callable[[Sequence[S], int, int, Network | None], Sequence[Playouts] | None] = no_playouts
    """Plays a game for one from each of these positions to the end, so many times, with a seed, by a quick policy or
    by a network of the game's own kinds; None: it cannot. See arena/outlook.py."""

    def agent_for(self, role: Literal["opponent", "adviser", "analyst"], options: O) -> str:
        """Return the agent of a role."""
        levels = self.levels(options)
        usual: dict[Role, str] = {"opponent": levels[(len(levels) - 1) // 2], "adviser": "greedy"}
        agents = {**usual, **self.roles(options)}
        return agents.get(role) or agents["adviser"]
