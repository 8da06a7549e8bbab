"""The learned agent: a trained network says what each move is worth. One ply, no search, nothing but numpy.

For every game that has a network: by name one that comes with the game, by path any that `asobiba train` has made.
A network of the kind "q" sees a position as the game encodes it and says what each action is worth, one of the kind
"alphazero" how likely each is to be the best; other kinds are a game's own (`minds.networks`).
"""

import atexit
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.alphazero_network import AlphaZeroNetwork
from asobiba.agents.arrays import Arrays
from asobiba.agents.network_files import check_layers, is_path, networks_called, networks_of, read_weights
from asobiba.agents.players import NetworkReader, NetworkUser, Players
from asobiba.core.agent import Agent, Network
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame, State
from asobiba.core.options import Options, option
from asobiba.core.registry import find_game


@dataclass(frozen=True)
class LearnedSettings(Options):
    weights: str = option("default", "a network that comes with the game, or the path of a file", local=is_path)
    noise: float = option(0.0, "how often it plays a random move instead", low=0.0, high=1.0)


class Learned:
    settings = LearnedSettings
    kind: ClassVar[str | None] = None
    """The name that stands for `learned`; without weights it means the network of its own name."""

    def __init__(self, game: AnyGame, options: Options, settings: LearnedSettings, generator: random.Random) -> None:
        self.network = load_network(game, options, self._weights(settings))
        self.noise, self.generator = settings.noise, generator

    @classmethod
    def refuses(cls, game: AnyGame, options: Options, settings: LearnedSettings) -> str | None:
        return no_network(game, options, cls._weights(settings), cls.kind or "learned")

    @classmethod
    def _weights(cls, settings: LearnedSettings) -> str:
        return cls.kind if cls.kind and settings.weights == cls.settings().weights else settings.weights

    def choose(self, state: State) -> int:
        if self.noise and self.generator.random() < self.noise:
            return self.generator.choice(state.legal())
        return one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: State) -> Advice:
        with np.errstate(over="ignore", invalid="ignore"):
            values = self.network.values(state)
        if not all(map(isfinite, values.values())):
            raise ConfigError("the network's numbers are too large: what it says of this position is no number")
        return Advice(values, unit=getattr(self.network, "unit", "return"))


@cache
def learned_by(kind: str) -> type[Learned]:
    """The same under the name of the method that made the file."""

    class LearnedBy(Learned):
        pass

    LearnedBy.kind = kind
    return LearnedBy


def load_network(game: AnyGame, options: Options, weights: str) -> Network:
    """The same again for the same file, until that changes. Of several that share the name, the one that fits."""
    if is_path(weights):
        return _load(game.name, options, weights, _changed(Path(weights)))
    known = networks_called(game, weights, options) or [weights]
    for name in known[:-1]:
        with suppress(ConfigError):
            return _load(game.name, options, name, _changed(networks_of(game)[name]))
    return _load(game.name, options, known[-1], _changed(networks_of(game).get(known[-1])))


def furnished(agent: Agent, game: AnyGame, options: Options) -> Agent:
    """The same with the network that it wants; one that does not insist plays without where none of the name comes with
    the game."""
    weights = agent.wants if isinstance(agent, NetworkUser) else None
    if isinstance(agent, NetworkUser) and weights and (agent.insists or networks_called(game, weights, options)):
        agent.take(load_network(game, options, weights))
    return agent


def no_network(game: AnyGame, options: Options, weights: str, agent: str) -> str | None:
    """Why none of this name comes with the game and fits; None: one does, or a file is named."""
    how = f"train one, and name its file as {agent}:weights=PATH"
    if is_path(weights):
        return None
    if not networks_of(game):
        return f"no network comes with {game.name}: {how}"
    try:
        load_network(game, options, weights)
    except ConfigError as error:
        return f"{error}; {how}"
    return None


def _changed(file: Traversable | None) -> int:
    return file.stat().st_mtime_ns if isinstance(file, Path) and file.exists() else 0


@dataclass(frozen=True)
class Misfit:
    """Why the network of a file that can be read is none for these options."""

    sentence: str


def _load(name: str, options: Options, weights: str, changed: int) -> Network:
    found = _known(name, options, weights, changed)
    if isinstance(found, Misfit):
        raise ConfigError(found.sentence, weights=weights)
    return found


@lru_cache(maxsize=8)
def _known(name: str, options: Options, weights: str, changed: int) -> Network | Misfit:
    """A file that does not fit is remembered, too: a large one takes long to unpack, and for every game it is asked for
    again. What cannot be read at all is not, that may be another's fault."""
    game = find_game(name)
    arrays, note = read_weights(game, weights)
    readers: Mapping[str, NetworkReader] = {
        "q": ActionValues,
        "alphazero": AlphaZeroNetwork,
        **game.part(Players).networks,
    }
    if (kind := str(note.get("kind"))) not in readers:
        return Misfit(f"network {weights}: its kind is {kind!r}, {name} knows {', '.join(readers)}")
    try:
        return readers[kind](game, options, arrays)
    except ConfigError as error:
        return Misfit(str(error))
    except (KeyError, ValueError, IndexError) as error:
        return Misfit(f"network {weights} is damaged: {error}")


atexit.register(_known.cache_clear)  # native objects that outlive the interpreter are reported as leaks


class ActionValues:
    """The kind "q": the position as an array, layers body.0, body.1, ... with ReLU, then the value of every action."""

    def __init__(self, game: AnyGame, options: Options, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.encode = game.part(Arrays).encode
        inputs, outputs = int(np.prod(self.encode.shape(options))), game.actions(options)
        count = sum(name.startswith("body.") and name.endswith(".weight") for name in arrays)
        names = [*(f"body.{number}" for number in range(count)), "out"]
        check_layers(arrays, names)
        self.scale = arrays["scale"]
        self.layers = [(arrays[f"{name}.weight"].T.copy(), arrays[f"{name}.bias"]) for name in names]
        found = self.layers[0][0].shape[0], self.layers[-1][0].shape[1]
        if found != (inputs, outputs):
            raise ConfigError(
                f"the network has {found[0]} inputs and {found[1]} outputs, {game.name} with these options has "
                f"{inputs} numbers and {outputs} actions"
            )

    def values(self, state: State) -> dict[int, float]:
        hidden: NDArray[Any] = self.encode.observe(state, state.to_play).astype(np.float32).ravel() * self.scale
        for weight, bias in self.layers[:-1]:
            hidden = np.maximum(hidden @ weight + bias, 0)
        weight, bias = self.layers[-1]
        found = hidden @ weight + bias
        return {action: float(found[action]) for action in state.legal()}
