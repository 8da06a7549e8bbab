"""The one grammar that names agents everywhere: `random`, `minimax:depth=5`, `greedy:noise=0.5`.

To add an agent, write its module and add it to AGENTS.
"""

import random
from typing import Any, Protocol

from asobiba.agents.beam import Beam
from asobiba.agents.greedy import Greedy
from asobiba.agents.learned import Learned
from asobiba.agents.minimax import Minimax
from asobiba.agents.solver import Solver
from asobiba.agents.uniform import Uniform
from asobiba.core.contract import Agent, AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.options import Options


class AgentType(Protocol):
    @property
    def settings(self) -> type[Options]: ...

    def __call__(self, game: AnyGame, options: Options, settings: Any, generator: random.Random, /) -> Agent: ...


AGENTS: dict[str, AgentType] = {
    "random": Uniform,
    "greedy": Greedy,
    "minimax": Minimax,
    "beam": Beam,
    "solver": Solver,
    "learned": Learned,
}


def make_agent(spec: str, game: AnyGame, options: Options | None = None, *, seed: int | str = 0) -> Agent:
    """The agent that `spec` names, for one game with its options. Its own dice come from `seed`."""
    name, settings = read_spec(spec)
    kind = AGENTS[name]
    return kind(
        game,
        game.options() if options is None else options,
        _named(spec, kind.settings, settings),
        random.Random(f"{seed}/{spec}"),
    )


def read_spec(spec: str) -> tuple[str, dict[str, str]]:
    """minimax:depth=5 -> ("minimax", {"depth": "5"})"""
    name, _, rest = spec.strip().partition(":")
    if name not in AGENTS:
        raise ConfigError(f"no agent is named {name!r}; agents: {', '.join(AGENTS)}", agent=spec)
    settings: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or key.strip() in settings:
            raise ConfigError(f"agent {spec!r}: write settings once each, as name:key=value,key=value", agent=spec)
        settings[key.strip()] = value.strip()
    return name, settings


def _named(spec: str, kind: type[Options], settings: dict[str, str]) -> Options:
    try:
        return kind.read(settings)
    except ConfigError as error:
        raise ConfigError(f"agent {spec!r}: {error}", agent=spec) from None
