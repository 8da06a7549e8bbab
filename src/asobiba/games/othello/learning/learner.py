"""Patterns in the training loop: a step is some games with the weights as they are, then steps towards what they teach.

Games near the end are solved, so the first ones teach how the last phase is worth, and what is learned of a phase
teaches the one before. Old lessons are forgotten.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.arena.intervals import mean
from asobiba.games.othello.learning.lessons import Lessons
from asobiba.games.othello.learning.settings import PatternSettings
from asobiba.learn import checkpoints
from asobiba.learn.checkpoints import count, fill, number, part, take_words, under, words
from asobiba.learn.learner import Arrays, Evaluation, Network

UNIT, SIZE = kernels.OthelloPatterns.unit, kernels.OthelloPatterns.size
KIND = "patterns"
HELD_OUT = 1 << 40
"""The first of the games from which nothing is learned."""
PHASES = ((0, 10), (11, 20), (21, 30), (31, 40), (41, 50), (51, 60))
"""Empty squares, by which errors are told."""


class PatternLearner:
    curves: Mapping[str, tuple[str, ...]] = {
        "error in discs, positions held out": tuple(f"held_out_error_{low}_{high}" for low, high in PHASES),
        "share of the points": ("earlier_points",),
        "error in discs": ("error",),
    }

    def __init__(self, settings: PatternSettings) -> None:
        self.settings = settings
        self.weights = np.zeros(SIZE, np.float32)
        """In discs."""
        self.slopes = np.zeros(SIZE, np.float32)
        self.earlier = self.rounded()
        """Of the last evaluation."""
        self.lessons = Lessons.none()
        self.dice = np.random.default_rng([settings.seed, 1])
        self.games, self.positions, self.error = 0, 0, 0.0
        self.inherited = 0
        """Positions that the training before had played."""

    def _inherit(self, path: Path) -> None:
        arrays, note = checkpoints.load(path, {"game": "othello", "method": KIND, **self.identity})
        with checkpoints.fitting(path):
            checkpoints.check_finite(arrays)
            fill("weights", self.weights, arrays["weights"])
            self.lessons = Lessons.restored(part("lessons", arrays))
            self.earlier = self.rounded()
            before = note["learner"]
            self.inherited = count("positions", before["counts"]["positions"]) + count("inherited", before["inherited"])

    @property
    def counts(self) -> dict[str, int]:
        return {"games": self.games, "positions": self.positions}

    @property
    def identity(self) -> dict[str, Any]:
        return {"number of weights": SIZE}

    def rounded(self) -> NDArray[np.int16]:
        """The weights as they are played with."""
        most = np.iinfo(np.int16).max
        return np.clip(np.rint(self.weights * UNIT), -most, most).astype(np.int16)

    def step(self) -> None:
        settings = self.settings
        if settings.after and self.games == 0:
            self._inherit(Path(settings.after))
        fresh = Lessons.play(
            self.rounded().tobytes(),
            settings.course(self.games),
            seed=settings.seed,
            first=self.games,
            games=settings.step_games,
            threads=settings.threads,
        )
        self.games += settings.step_games
        self.positions += len(fresh)
        played = self.inherited + self.positions
        most = min(max(round(played * settings.window), len(fresh)), settings.most_kept)
        self.lessons = self.lessons.followed_by(fresh, most)
        picks = self.dice.integers(0, len(self.lessons), round(len(fresh) * settings.passes))
        self.error = kernels.othello_fit(
            self.weights,
            self.slopes,
            self.lessons.own,
            self.lessons.other,
            self.lessons.discs,
            picks,
            settings.learning_rate(self.games),
        )

    def measure(self) -> dict[str, float]:
        rate = self.settings.learning_rate(self.games)
        return {"error": self.error, "kept": len(self.lessons), "learning_rate": rate}

    def words(self) -> str:
        return f"error {self.error:.2f} discs  {len(self.lessons):,} positions kept"

    def evaluate(self) -> Evaluation:
        """The newest weights count as the best: merit None."""
        return Evaluation({"held_out": self._held_out(), "earlier": self._against_earlier()}, None)

    def _held_out(self) -> dict[str, float]:
        """On games that it plays now and never learns from."""
        settings, weights = self.settings, self.rounded().tobytes()
        first, games = HELD_OUT + self.games, settings.evaluation_games
        course = settings.course(self.games)
        lessons = Lessons.play(weights, course, seed=settings.seed, first=first, games=games, threads=settings.threads)
        errors, empties = np.abs(lessons.errors(weights)), lessons.empties
        found = {"positions": float(len(lessons)), "error": float(errors.mean())}
        for low, high in PHASES:
            if (within := (low <= empties) & (empties <= high)).any():
                found[f"error_{low}_{high}"] = float(errors[within].mean())
        return found

    def _against_earlier(self) -> dict[str, float]:
        """Every opening twice, colours exchanged; both look equally far ahead."""
        settings = self.settings
        now, before = (kernels.OthelloPatterns(each.tobytes()) for each in (self.rounded(), self.earlier))
        games, seed = settings.evaluation_games, settings.seed * 1_000_003 + self.games
        discs = np.array(kernels.othello_duel(now, before, settings.match, seed, games, settings.threads))
        points = mean(((np.sign(discs) + 1) / 2).tolist())
        return {
            "points": points.value,
            "points_low": points.low,
            "points_high": points.high,
            "discs": float(discs.mean()),
        }

    def heed(self, evaluation: Evaluation) -> None:
        self.earlier = self.rounded()

    def export(self) -> Network:
        return Network(KIND, SIZE, {"weights": self.rounded()})

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        arrays: Arrays = {"weights": self.weights, "slopes": self.slopes, "earlier": self.earlier}
        note = {"dice": words(self.dice), "counts": self.counts, "inherited": self.inherited, "error": self.error}
        return {**arrays, **under("lessons", self.lessons.state())}, note

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        for name in ("weights", "slopes", "earlier"):
            fill(name, getattr(self, name), arrays[name])
        if (self.slopes < 0).any():
            raise ValueError("a sum of squared slopes is below 0")
        self.lessons = Lessons.restored(part("lessons", arrays))
        take_words(self.dice, note["dice"])
        self.games, self.positions = (count(name, note["counts"][name]) for name in self.counts)
        self.inherited = count("inherited", note["inherited"])
        self.error = number("error", note["error"])

    def close(self) -> None:
        pass
