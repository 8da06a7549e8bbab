"""AlphaZero as a method of the training loop: a step is one unit of games, and what is learned from it.

Unit k is played with the network that has learned from unit k - lag: so games and learning go on side by side, and
what is learned does not depend on which of them is faster.
"""

import math
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from asobiba.agents import arrays
from asobiba.agents.gumbel import Ends
from asobiba.agents.inference import from_points
from asobiba.core.errors import StateError
from asobiba.learn.alphazero.evaluation import evaluated
from asobiba.learn.alphazero.networks import PolicyValue
from asobiba.learn.alphazero.observer import Observer
from asobiba.learn.alphazero.settings import AlphaZeroSettings
from asobiba.learn.alphazero.teaching import Lesson, Teacher
from asobiba.learn.alphazero.units import Played, Pool, Threads, Unit, Waiting
from asobiba.learn.alphazero.window import Window
from asobiba.learn.checkpoints import count, number, part, take_words, under, words
from asobiba.learn.learner import Arrays, Evaluation, Network
from asobiba.learn.methods import Course
from asobiba.learn.survey import survey

UNIT_MOVES = {"native": 4096, "rulebook": 256}
"""Of a unit whose games nobody has counted."""
KIND = "alphazero"


class AlphaZeroLearner:
    def __init__(self, course: Course, settings: AlphaZeroSettings) -> None:
        self.game, self.options, self.settings = course.game, course.options, settings
        self.known = survey(self.game, self.options, settings.seed)
        self.shape = tuple(self.game.part(arrays.Arrays).encode.shape(self.options))
        self.seats = len(self.game.seats(self.options))
        self.score_size = 0.0
        if not Ends.of(self.game, self.options).are_known:
            self.score_size = max(float(from_points(np.array([self.known.score], np.float32), 1.0)[0]), 1.0)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.teacher = Teacher(
                self._network,
                learning_rate=settings.learning_rate,
                weight_decay=settings.weight_decay,
                average=settings.weight_average,
                value_weight=settings.value_weight,
                is_score=bool(self.score_size),
            )
        self.unit = Unit(self.game, self.options, settings, 1)
        self.unit.games = settings.unit_games or self._unit_games()
        self.observer = Observer(self.game, self.options, settings.batch_size, self.unit.implementation)
        self.window = Window(settings.window_start, settings.window_power, settings.memory_megabytes, settings.uses)
        self.dice = np.random.default_rng([settings.seed, 2])
        self.published = deque([self.teacher.averaged.weights()] * settings.lag, maxlen=settings.lag)
        """The networks of the units that are being played, the next one's first."""
        self.flying: deque[Waiting] = deque()
        self.units, self.moves, self.games, self.evaluations, self.samples, self.due = 0, 0, 0, 0, 0, 0.0
        self.lately: dict[str, float] = {}
        self.earlier: Arrays = {}
        """The network of the last evaluation."""
        self.speed = Speed()
        self.pool = self._pool()

    def _network(self) -> PolicyValue:
        return PolicyValue(
            self.known.inputs.reshape(self.shape),
            self.game.actions(self.options),
            self.seats,
            layers=self.settings.network == "layers",
            width=self.settings.width,
            blocks=self.settings.blocks,
            score=self.score_size,
        )

    def _pool(self) -> Pool:
        if not self.settings.ray:
            return Threads(self.unit, self.settings.threads)
        from asobiba.learn.alphazero.cluster import Cluster  # only who asks for one needs its library

        return Cluster(self.unit, self.settings.ray, self.settings.threads)

    def _unit_games(self) -> int:
        return max(1, round(UNIT_MOVES[self.unit.implementation] / max(self.known.plies, 1)))

    @property
    def counts(self) -> dict[str, int]:
        return {"moves": self.moves, "games": self.games, "evaluations": self.evaluations, "samples": self.samples}

    @property
    def identity(self) -> dict[str, Any]:
        sizes = {name: list(array.shape) for name, array in self.teacher.network.weights().items()}
        return {"network": sizes, "games of a unit": self.unit.games}

    @property
    def curves(self) -> dict[str, tuple[str, ...]]:
        against = [spec.partition(":")[0] for spec in self.settings.evaluated_against.split()]
        alone = self.seats == 1
        result = ("alone_score", "random_score") if alone else (*(f"{n}_points" for n in against), "earlier_points")
        right = ("searched_kept", "searched_value_right", "raw_kept") if self.settings.judged else ()
        return {
            "score" if alone else "share of the points": result,
            **({"share of what is proven": right} if right else {}),
            "loss": ("loss", "policy_loss", "value_loss"),
            "entropy of the policy": ("policy_entropy",),
            "error of the value": ("value_error",),
            "length of a game": ("game_length",),
            "evaluations a second": ("evaluations_per_second",),
        }

    def step(self) -> None:
        for ahead in range(len(self.flying), self.settings.lag):
            self.flying.append(self.pool.play(self.units + ahead, self.published[ahead]))
        played = self.flying.popleft().result()
        if played.number != self.units:
            raise StateError(f"unit {played.number} came where {self.units} is the next")
        self.units += 1
        self._take(played)
        self._learn(len(played.samples["seat"]))
        self.published.append(self.teacher.averaged.weights())

    def _take(self, played: Played) -> None:
        samples = played.samples
        self.window.add(samples)
        self.moves += len(samples["seat"])
        self.games += played.games
        self.evaluations += played.evaluations
        self.speed.note(self.counts)
        if len(samples["seat"]):
            missed = samples["root_value"][:, 0] - samples["result"][:, 0]
            self.lately["value_error"] = float(np.abs(missed).mean())
            self.lately["game_length"] = len(samples["seat"]) / played.games

    def _learn(self, fresh: int) -> None:
        if self.window.total < self.settings.learning_starts:
            return
        size = self.settings.batch_size
        self.due = min(self.due + fresh * self.settings.reuse, float(self.window.size * self.settings.uses))
        drawn = self.window.draw(int(self.due) // size * size, self.dice)
        batches = len(drawn) // size
        self.due -= batches * size
        found: list[dict[str, float]] = []
        for batch in range(batches):
            self.teacher.set_rate(self.settings.rate(self.samples))
            found.append(self.teacher.update(self._lesson(drawn[batch * size : (batch + 1) * size])))
            self.samples += size
        if found:
            self.lately |= {name: float(np.mean([each[name] for each in found])) for name in found[0]}

    def _lesson(self, places: np.ndarray[Any, np.dtype[np.int64]]) -> Lesson:
        rows = self.window.rows(places)
        seen, legal, policy = self.observer.look(rows["position"], rows["policy"], self.dice)
        mix = self.settings.value_mix
        value = ((1 - mix) * rows["result"] + mix * rows["root_value"]).astype(np.float32)
        wanted = from_points(value, self.score_size) if self.score_size else value
        return Lesson(seen, legal, policy, rows["weight"], wanted)

    def measure(self) -> dict[str, float]:
        return {
            **self.lately,
            "learning_rate": self.settings.rate(self.samples),
            "updates": self.teacher.updates,
            "window": self.window.size,
        }

    def words(self) -> str:
        told = [f"{self.speed.per_second:,.0f} evaluations/s", f"window {self.window.size:,}"]
        return "  ".join([*told, *([f"loss {self.lately['loss']:.3f}"] if "loss" in self.lately else [])])

    def evaluate(self) -> Evaluation:
        """The newest network counts as the best: merit None."""
        seed = (self.settings.seed * 1_000_003 + self.moves) % 2**63
        network = self.teacher.averaged.weights()
        figures = evaluated(self.game, self.options, self.settings, network, self.earlier, seed)
        if self.seats == 1:
            figures["random"] = {"score": self.known.score}
        return Evaluation(figures, None)

    def heed(self, evaluation: Evaluation) -> None:
        self.earlier = dict(self.teacher.averaged.weights())

    def export(self) -> Network:
        weights = dict(self.teacher.averaged.weights())
        return Network(KIND, int(np.prod(self.shape)), weights, {"actions": len(weights["policy.out.bias"])})

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        arrays: Arrays = {
            **under("teacher", self.teacher.state()),
            **under("window", self.window.state()),
            **under("earlier", self.earlier),
        }
        for ahead, weights in enumerate(self.published):
            arrays |= under(f"published/{ahead}", weights)
        counts = {**self.counts, "units": self.units}
        return arrays, {"dice": words(self.dice), "counts": counts, "due": self.due, "lately": self.lately}

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        self.teacher.restore(part("teacher", arrays))
        seats, actions = (self.seats,), (self.game.actions(self.options),)
        shapes = {"seat": (), "weight": (), "policy": actions, "result": seats, "root_value": seats}
        self.window.restore(window := part("window", arrays), shapes)
        self.observer.check(window["position"] if self.window.total else np.zeros((0, 0), np.uint8))
        self.earlier = part("earlier", arrays)
        judge = self._network()
        for ahead in range(self.settings.lag):
            judge.take(part(f"published/{ahead}", arrays))
            self.published[ahead] = judge.weights()
        take_words(self.dice, note["dice"])
        counts = {name: count(name, note["counts"][name]) for name in (*self.counts, "units")}
        self.moves, self.games, self.evaluations = counts["moves"], counts["games"], counts["evaluations"]
        self.samples, self.units, self.due = counts["samples"], counts["units"], number("due", note["due"])
        if not 0 <= self.due < math.inf:
            raise ValueError(f"so many samples cannot be due: {self.due}")
        self.lately = {name: number(name, value) for name, value in note["lately"].items()}

    def close(self) -> None:
        self.pool.close()
        self.flying.clear()


class Speed:
    """Evaluations a second, of the last units."""

    def __init__(self) -> None:
        self.marks: deque[tuple[float, int]] = deque(maxlen=8)

    def note(self, counts: Mapping[str, int]) -> None:
        self.marks.append((time.monotonic(), counts["evaluations"]))

    @property
    def per_second(self) -> float:
        if len(self.marks) < 2:
            return 0.0
        (begun, before), (now, after) = self.marks[0], self.marks[-1]
        return (after - before) / max(now - begun, 1e-9)
