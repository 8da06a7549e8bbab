"""Double DQN by self-play. What is played, with which network and how it is judged is given by a subclass.

In one step every game makes a turn, and meanwhile the learner makes its updates on what was known before; then both
meet. So a step is the same whether the two take turns or run beside each other.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

import numpy as np
import torch

from asobiba.learn.checkpoints import number, part, take_words, under, words
from asobiba.learn.dqn.double import DoubleDQN
from asobiba.learn.dqn.selfplay import ALIKE, Columns, Games, Rows, SelfPlay
from asobiba.learn.dqn.settings import LoopSettings
from asobiba.learn.learner import Arrays, Evaluation
from asobiba.learn.networks import QNetwork
from asobiba.learn.opponents import Pool
from asobiba.learn.replay import PrioritisedReplay, check_actions
from asobiba.learn.schedules import passed

N = TypeVar("N", bound=QNetwork)
S = TypeVar("S", bound=LoopSettings)


class DqnLearner(ABC, Generic[N, S]):
    plays: Mapping[str, SelfPlay[N]]
    """What is played, by the name under which a checkpoint holds it."""
    replay: PrioritisedReplay

    def __init__(self, settings: S, network: Callable[[], N], shares: Mapping[str, float]) -> None:
        """`shares` of the opponents, by name; see learn/opponents.py."""
        self.settings = settings
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.learner = DoubleDQN(
                network,
                learning_rate=settings.learning_rate,
                target_every=settings.target_every,
                average=settings.weight_average,
            )
            self.acting = network()
            """Plays while the learner changes its own network."""
            self.opponents = Pool(network, shares, settings.pool_size)
        self.acting.take(self.learner.online)
        self.dice, self.sampler = (np.random.default_rng([settings.seed, stream]) for stream in (1, 2))
        """Of the games, and of the replay."""
        self.loss, self.mean_value = 0.0, 0.0
        self._beside = None
        if settings.learner_thread:
            # How many threads torch uses is a setting of each thread.
            self._beside = ThreadPoolExecutor(1, initializer=torch.set_num_threads, initargs=(1,))

    def selfplay(self, games: Games, opponents: Pool[N] | None) -> SelfPlay[N]:
        return SelfPlay(games, self.dice, n_step=self.settings.n_step, gamma=self.settings.gamma, opponents=opponents)

    def begin(self, rows: int, columns: Columns) -> None:
        """Make the replay and the first opponent. A subclass calls it when its games are there."""
        self.replay = PrioritisedReplay(rows, columns, self.settings.per_alpha, ALIKE)
        self.opponents.begin(self.learner.online, self.epsilon)

    @property
    @abstractmethod
    def clock(self) -> int:
        """What the schedules count."""

    @property
    @abstractmethod
    def epsilon(self) -> float:
        """How often the network that learns explores now."""

    @property
    @abstractmethod
    def freeze_every(self) -> int:
        """The clock's interval between two updates of the frozen opponent."""

    @property
    @abstractmethod
    def is_ready(self) -> bool:
        """Whether enough was played for an update."""

    def step(self) -> None:
        before, epsilon, is_ready = self.clock, self.epsilon, self.is_ready
        if is_ready and self._beside is not None:
            updates = self._beside.submit(self._learn, before)
            rows = self.play(epsilon)
            updates.result()
        else:
            if is_ready:
                self._learn(before)
            rows = self.play(epsilon)
        for each in rows:
            if len(each["lane"]):
                self.replay.add(each)
        self.acting.take(self.learner.online)
        if passed(before, self.clock, self.freeze_every):
            self.opponents.update(self.learner.online, self.epsilon)

    def play(self, epsilon: float) -> list[Rows]:
        """Make a turn of every game, and return the rows that are complete."""
        return [play.play(self.acting, epsilon) for play in self.plays.values()]

    def _learn(self, clock: int) -> None:
        self.learner.set_rate(self.settings.rate(clock))
        for _ in range(self.settings.updates_per_step):
            sample = self.replay.sample(self.settings.batch_size, self.settings.beta(clock), self.sampler)
            learned = self.learner.update(sample.columns, sample.weights)
            self.replay.update(sample.places, learned.priorities)
            self.loss, self.mean_value = learned.loss, learned.mean_value

    def measure(self) -> dict[str, float]:
        return {
            "loss": self.loss,
            "mean_value": self.mean_value,
            "epsilon": self.epsilon,
            "updates": self.learner.updates,
        }

    def heed(self, evaluation: Evaluation) -> None:
        """An evaluation changes nothing, unless a subclass has a curriculum."""

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        arrays = {
            **under("learner", self.learner.state()),
            **under("opponents", self.opponents.state()),
            **under("replay", self.replay.state()),
        }
        for name, play in self.plays.items():
            arrays |= under(name, play.state())
        dice = {"dice": words(self.dice), "sampler": words(self.sampler)}
        return arrays, {**dice, "loss": self.loss, "mean_value": self.mean_value}

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        self.learner.restore(part("learner", arrays))
        self.opponents.restore(part("opponents", arrays))
        self.replay.restore(part("replay", arrays))
        check_actions(self.replay.columns)
        for name, play in self.plays.items():
            play.restore(part(name, arrays))
        take_words(self.dice, note["dice"])
        if "sampler" in note:  # the general method once had one generator for both
            take_words(self.sampler, note["sampler"])
        self.loss, self.mean_value = (number(name, note[name]) for name in ("loss", "mean_value"))
        self.acting.take(self.learner.online)

    def close(self) -> None:
        if self._beside is not None:
            self._beside.shutdown()
