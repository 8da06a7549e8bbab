"""Units of self-play: games that are played with one network. What a unit brings depends on the weights, the settings,
the seed and its number, on nothing else: not on who plays it, nor when.

A pool plays units ahead of the one that learns: threads of this process, where the search and the network leave the
interpreter's lock, or the workers of a cluster (cluster.py).
"""

import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays
from asobiba.agents.gumbel import Ends
from asobiba.agents.inference import inference
from asobiba.agents.perspective import Perspective
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.learn.alphazero.plain import PlainSelfPlay
from asobiba.learn.alphazero.settings import AlphaZeroSettings
from asobiba.learn.alphazero.settling import settle

Weights = Mapping[str, NDArray[Any]]
Samples = dict[str, NDArray[Any]]


class SelfPlay(Protocol):
    """See plain.py, and `SelfPlay` of the kernels."""

    def begin(self, first: int, count: int, /) -> None: ...
    def gather(self, seen: NDArray[Any], masks: NDArray[np.int8], seats: NDArray[np.int8], /) -> int: ...
    def give(self, logits: NDArray[np.float32], values: NDArray[np.float32], /) -> None: ...
    def harvest(self) -> Samples: ...


@dataclass(frozen=True)
class Played:
    number: int
    samples: Samples
    evaluations: int
    games: int
    seconds: float
    """Of the one core that played it."""


class Waiting(Protocol):
    """A unit that is being played."""

    def result(self) -> Played: ...


class Pool(Protocol):
    def play(self, number: int, weights: Weights) -> Waiting:
        """At once; who asks for many has many under way, and their samples in memory."""

    def close(self) -> None:
        """What is under way is left; the next `play` opens it again."""


class Stopped(Exception):
    """Nobody waits for the unit any more."""


class Unit:
    """What is needed to play one, anywhere."""

    def __init__(self, game: AnyGame, options: Options, settings: AlphaZeroSettings, games: int) -> None:
        self.game, self.options, self.settings, self.games = game, options, settings, games
        self.perspective, self.implementation = Perspective(game, options), implementation_of(game, options)
        sample = game.part(Arrays).encode.observe(game.start(options), 0)
        self.shape, self.kind = sample.shape, sample.dtype

    def read(self, raw: bytes) -> Any:
        """The position of a sample."""
        kernel = self.game.part(Arrays).kernel
        if self.implementation == "native" and kernel is not None:
            return kernel.unpack(raw, self.options)
        return self.game.notation.read_position(raw.rstrip(b"\0").decode(), self.options)

    def self_play(self) -> SelfPlay:
        own = self.settings
        if self.implementation == "rulebook":
            return PlainSelfPlay(self.game, self.options, own.lanes, own.seed, own)
        kernel = self.game.part(Arrays).kernel
        assert kernel is not None
        found: SelfPlay = kernel.batch.SelfPlay(kernel.rules(self.options), own.lanes, own.seed, native_settings(self))
        return found

    def play(self, number: int, weights: Weights, stop: threading.Event | None = None) -> Played:
        begun, play, network = time.thread_time(), self.self_play(), inference(weights, self.kind)
        lanes, actions = self.settings.lanes, self.perspective.table.shape[1]
        seen = np.zeros((lanes, *self.shape), self.kind)
        masks, seats = np.zeros((lanes, actions), np.int8), np.zeros(lanes, np.int8)
        evaluations = 0
        play.begin(number * self.games, self.games)
        while count := play.gather(seen, masks, seats):
            if stop is not None and stop.is_set():
                raise Stopped
            logits, values = network.judge(seen[:count])
            play.give(self.perspective.outward(logits, seats[:count]), values)
            evaluations += count
        samples = play.harvest()
        if self.settings.settled_nodes:
            settle(samples, self.game, self.options, self.read, self.settings.settled_nodes)
        return Played(number, samples, evaluations, self.games, time.thread_time() - begun)


def native_settings(unit: Unit) -> dict[str, Any]:
    own, ends = unit.settings, Ends.of(unit.game, unit.options)
    names = (
        "simulations cheap_simulations full_share considered gumbel_scale c_visit c_scale temperature_plies "
        "opening_share opening_plies max_plies horizon"
    )
    return {name: getattr(own, name) for name in names.split()} | {"low": ends.low, "high": ends.high}


def implementation_of(game: AnyGame, options: Options) -> str:
    """Native where the kernel has self-play for these options."""
    kernel = game.part(Arrays).kernel
    if kernel is None or not hasattr(kernel.batch, "SelfPlay"):
        return "rulebook"
    try:
        kernel.rules(options)
    except ConfigError:
        return "rulebook"
    return "native"


class Threads:
    """The pool of this process."""

    def __init__(self, unit: Unit, threads: int) -> None:
        self.unit, self.threads = unit, threads
        self.stop = threading.Event()
        self.executor: ThreadPoolExecutor | None = None

    def play(self, number: int, weights: Weights) -> Waiting:
        if self.executor is None:
            self.stop.clear()
            self.executor = ThreadPoolExecutor(self.threads, thread_name_prefix="self-play")
        return self.executor.submit(self.unit.play, number, weights, self.stop)

    def close(self) -> None:
        self.stop.set()
        if self.executor is not None:
            self.executor.shutdown(cancel_futures=True)
            self.executor = None
