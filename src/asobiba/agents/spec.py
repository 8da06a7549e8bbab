"""The one grammar that names agents everywhere: `random`, `minimax:depth=5`, `greedy:noise=0.5`.

GENERAL are the players of any game; to add one, write its module and add it. A game brings its own in `minds.agents`;
one of the same name is preferred, and where it refuses the options the general one plays.
"""

import random
from collections.abc import Mapping

from asobiba.agents.alphazero import AlphaZero
from asobiba.agents.expectimax import Expectimax
from asobiba.agents.greedy import Greedy
from asobiba.agents.gtp import Gtp
from asobiba.agents.learned import Learned, furnished, learned_by
from asobiba.agents.mcts import Mcts
from asobiba.agents.minimax import Minimax
from asobiba.agents.players import AgentType, Players
from asobiba.agents.uniform import Uniform
from asobiba.core.agent import Agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

GENERAL: Mapping[str, AgentType] = {
    "random": Uniform,
    "greedy": Greedy,
    "minimax": Minimax,
    "expectimax": Expectimax,
    "mcts": Mcts,
    "learned": Learned,
    "alphazero": AlphaZero,
    "gtp": Gtp,
}


QUICK = ("random", "greedy")
"""Those that look one ply ahead at most: milliseconds in every game."""


def agents_of(game: AnyGame) -> dict[str, AgentType]:
    """By name: those of any game, those of the game's own kinds of networks, then the game's own."""
    return {**GENERAL, **_networks(game), **game.part(Players).agents}


def _networks(game: AnyGame) -> dict[str, AgentType]:
    return {kind: learned_by(kind) for kind in game.part(Players).networks}


def agents_for(game: AnyGame, options: Options | None = None) -> tuple[str, ...]:
    """The names of those that can play the game with these options, as they come without settings."""
    chosen = game.options() if options is None else options
    names = {**GENERAL, **game.part(Players).agents}
    return tuple(name for name in names if any(able(kind, game, chosen) for kind in _by_name(name, game)))


def make_agent(
    spec: str, game: AnyGame, options: Options | None = None, *, seed: int | str = 0, local: bool = True
) -> Agent:
    """The agent that `spec` names, for one game with its options. Its own dice come from `seed`.

    Not `local`: for a stranger, who may not name what is on this machine, such as a file.
    """
    chosen = game.options() if options is None else options
    kind, settings = _named(spec, game, chosen)
    if not local and (names := settings.local()):
        raise ConfigError(
            f"agent {spec!r}: {names[0]} names a file of the server; only what it knows by name may play", agent=spec
        )
    if (reason := kind.refuses(game, chosen, settings)) is not None:
        raise ConfigError(f"{reason}; agents of {game.name}: {', '.join(agents_for(game, chosen))}", agent=spec)
    return furnished(kind(game, chosen, settings, random.Random(f"{seed}/{spec}")), game, chosen)


def quick_spec(spec: str) -> str:
    """Who moves at once in the place of that agent, at its level as far as can be: minimax:depth=5 -> greedy."""
    return spec if read_spec(spec)[0] in QUICK else "greedy"


def read_spec(spec: str) -> tuple[str, dict[str, str]]:
    """minimax:depth=5 -> ("minimax", {"depth": "5"})"""
    name, _, rest = spec.strip().partition(":")
    settings: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or key.strip() in settings:
            raise ConfigError(f"agent {spec!r}: write settings once each, as name:key=value,key=value", agent=spec)
        settings[key.strip()] = value.strip()
    return name, settings


def _named(spec: str, game: AnyGame, options: Options) -> tuple[AgentType, Options]:
    name, texts = read_spec(spec)
    kinds = _by_name(name, game)
    if not kinds:
        names = ", ".join(agents_for(game, options))
        raise ConfigError(f"no agent is named {name!r}; agents of {game.name}: {names}", agent=spec)
    kind = kinds[0] if len(kinds) == 1 else next((kind for kind in kinds if able(kind, game, options)), kinds[0])
    try:
        return kind, kind.settings.read(texts)
    except ConfigError as error:
        raise ConfigError(f"agent {spec!r}: {error}", agent=spec) from None


def able(kind: AgentType, game: AnyGame, options: Options) -> bool:
    """As it comes without settings."""
    return kind.refuses(game, options, kind.settings()) is None


def _by_name(name: str, game: AnyGame) -> list[AgentType]:
    """The game's own first."""
    return [kinds[name] for kinds in (game.part(Players).agents, _networks(game), GENERAL) if name in kinds]
