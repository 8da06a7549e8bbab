"""N-tuple networks in the training loop: a step is some games, which are learned from while they are played."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.agents.network_files import read_weights
from asobiba.core.errors import ConfigError
from asobiba.games.twenty48 import GAME, ntuple, tables
from asobiba.games.twenty48.learning.results import (
    LARGEST,
    LAST_TILE,
    MOVES,
    SCORE,
    rate_of,
    summary,
    telling,
    tile_rates,
    typical,
)
from asobiba.games.twenty48.learning.settings import NTupleSettings
from asobiba.games.twenty48.rules import RANKS, Twenty48Options, rank
from asobiba.games.twenty48.tuples import DIGITS, tuples_of
from asobiba.learn import checkpoints
from asobiba.learn.checkpoints import CHECKPOINT, count, part, under
from asobiba.learn.learner import Arrays, Evaluation, Network

KIND = "ntuple"
HELD_OUT = 1 << 40
"""The first of the games from which nothing is learned."""
ROUNDING = 0.99
"""Sums of many numbers are a little wrong."""
IDLE_RATE = 1e-45
"""Of learning: the smallest number there is. A share of it is 0, so that no weight moves."""
RECENT = 1_000
"""Games of which it is told how it goes."""
INHERITED = (3_000.0, 100_000.0)
"""Sums of errors and of their sizes for a weight that another training has learned: it begins with a rate of 3 %."""
FAMILIAR_GAMES = 500
"""A tile that so many games have reached is seen as it is."""
FIRST_DRAWN = 11
"""The rank of the first tile in the curves, where smaller ones are reached by all."""


class NTupleLearner:
    def __init__(self, settings: NTupleSettings, options: Twenty48Options) -> None:
        self.settings, self.options = settings, options
        self.board_cells, self.target = options.rows * options.columns, rank(options.target)
        self.cells = tuples_of(settings.net, options)
        self.tuples = kernels.Twenty48Tuples(options.rows, options.columns, list(map(list, self.cells)))
        stages = 1 + len(settings.stage_ranks)
        self.fill = float(np.float32(settings.optimism / self.tuples.features))
        self.weights: NDArray[np.float32] = np.zeros(stages * self.tuples.size, np.float32)
        if self.fill:
            self.weights[:] = self.fill
        self.coherence: NDArray[np.float32] = np.zeros((stages * self.tuples.size, 2), np.float32)
        """Of each weight the sum of its errors, and of their sizes."""
        self.games, self.moves, self.stages = 0, 0, 0
        """`stages`: how many after the first have weights of their own."""
        self.reached = np.zeros(RANKS, np.int64)
        """By rank, the games whose largest tile was that or more."""
        self.recent = np.zeros((0, 3), np.int32)

    @property
    def counts(self) -> dict[str, int]:
        return {"games": self.games, "moves": self.moves}

    @property
    def identity(self) -> dict[str, Any]:
        spelled = "/".join("".join(DIGITS[cell] for cell in cells) for cells in self.cells)
        return {"tuples": spelled, "order": ntuple.ORDER}

    @property
    def curves(self) -> Mapping[str, tuple[str, ...]]:
        lowest = min(FIRST_DRAWN, self.target, typical(self.recent) if len(self.recent) else FIRST_DRAWN)
        return {
            "score": ("score", "solo_mean"),
            "share of the games": tuple(f"tile_{1 << each}" for each in range(lowest, LAST_TILE + 1)),
            "moves per second": ("moves_per_second",),
        }

    @property
    def opened(self) -> list[int]:
        return list(self.settings.stage_ranks[: self.stages])

    def step(self) -> None:
        settings = self.settings
        if settings.after and self.games == 0:
            self._inherit(settings.after)
        is_td, games = self.games < settings.td_games, settings.games_of_step(self.board_cells)
        results = np.zeros((min(games, settings.total_games - self.games), 3), np.int32)
        self._play(
            results,
            self.games,
            settings.td_rate if is_td else settings.rate,
            None if is_td else self.coherence[: len(self.open_weights)],
        )
        self.games += len(results)
        self.moves += int(results[:, MOVES].sum())
        self.reached += (results[:, LARGEST, None] >= np.arange(RANKS)).sum(0)
        self.recent = np.concatenate([self.recent, results])[-max(RECENT, games) :]
        self._open_stages()

    def _inherit(self, after: str) -> None:
        """What another training has learned: all of its checkpoint, or the weights of its network alone."""
        if Path(after).name == CHECKPOINT:
            self._go_on_from(Path(after))
        else:
            self._begin_with(after)

    def _go_on_from(self, path: Path) -> None:
        arrays, note = checkpoints.load(
            path, {"game": GAME.name, "rules": GAME.version, "method": KIND, **self.identity}
        )
        with checkpoints.fitting(path):
            checkpoints.check_finite(arrays)
            before = replace(self.settings, **{name: note["config"][name] for name in ("stages", "optimism")})
            ranks = before.stage_ranks
            if ranks != self.settings.stage_ranks[: len(ranks)] or before.optimism != self.settings.optimism:
                raise ValueError(f"its stages={before.stages} and optimism={before.optimism:g} are not these settings'")
            self.restore(arrays, note["learner"])
        self.games, self.moves = 0, 0

    def _begin_with(self, after: str) -> None:
        """The file does not have its rates of learning: what it knew learns slowly, and for a while it knows less."""
        arrays, _ = read_weights(GAME, after)
        try:
            found = ntuple.read(self.options, arrays)
        except (KeyError, ValueError, IndexError) as error:
            raise ConfigError(f"network {after} is damaged: {error}", weights=after) from None
        ranks = list(self.settings.stage_ranks)
        if found.tuples != list(self.cells) or found.stages != ranks[: len(found.stages)]:
            raise ConfigError(
                f"after={after}: allowed is a network of the tuples of net={self.settings.net}, whose stages these "
                f"settings have",
                option="after",
            )
        self.stages = len(found.stages)
        weights = tables.in_points(found.weights, ntuple.ends_of(found.tuples), 1 + self.stages)
        self.open_weights[:] = weights.reshape(-1)
        self.coherence[: weights.size][weights.reshape(-1) != 0] = INHERITED

    @property
    def open_weights(self) -> NDArray[np.float32]:
        return self.weights[: (1 + self.stages) * self.tuples.size]

    def _play(self, results: NDArray[np.int32], first: int, rate: float, coherence: NDArray[np.float32] | None) -> None:
        settings = self.settings
        stop = self.target if self.options.stop_at_target else RANKS
        learning = rate > 0
        course = kernels.Twenty48Course(
            rate,
            learning and settings.backward,
            settings.trace if learning else 0.0,
            stop,
            settings.lanes,
            learning and settings.rewinds,
        )
        kernels.twenty48_learn(
            self.tuples,
            self.opened,
            course,
            self.open_weights,
            coherence,
            settings.seed,
            first,
            results,
            settings.threads,
        )

    def _open_stages(self) -> None:
        """A stage begins with what the one before knows."""
        size, ranks = self.tuples.size, self.settings.stage_ranks
        while self.stages < len(ranks) and self.reached[ranks[self.stages]] >= self.settings.stage_games:
            before, self.stages = self.stages, self.stages + 1
            for array in (self.weights, self.coherence):
                array[self.stages * size : (self.stages + 1) * size] = array[before * size : (before + 1) * size]

    def measure(self) -> dict[str, float]:
        rates = tile_rates(self.recent, self.target)
        return {"score": float(self.recent[:, SCORE].mean()), "stages": 1 + self.stages, **rates}

    def words(self) -> str:
        told = telling(self.recent, self.target)
        rate = rate_of(told, self.recent)
        return f"mean score {self.recent[:, SCORE].mean():,.0f}  {1 << told} in {rate:.0%} of the last games"

    def evaluate(self) -> Evaluation:
        """The newest weights count as the best: merit None."""
        results = np.zeros((self.settings.games_of_evaluation(self.board_cells), 3), np.int32)
        self._play(results, HELD_OUT + self.games, 0.0, None)
        return Evaluation({"solo": summary(results, self.target)}, None)

    def met_in(self, games: int) -> NDArray[np.float32]:
        """[weights] how much games of its own, rewound as in training, have to do with each: the sum of the errors it
        has part in."""
        sums = np.zeros((len(self.open_weights), 2), np.float32)
        results = np.zeros((games, 3), np.int32)
        self._play(results, HELD_OUT + self.games, IDLE_RATE, sums)
        return sums[:, 1]

    def heed(self, evaluation: Evaluation) -> None:
        pass

    @property
    def familiar(self) -> int:
        """The largest rank that is seen as it is."""
        known = np.flatnonzero(self.reached >= FAMILIAR_GAMES)
        return min(int(known.max()), ntuple.CAP) if len(known) else ntuple.CAP

    def export(self, step: float = 0.0, weights: NDArray[np.float32] | None = None) -> Network:
        """Rounded to so many points; with other weights in the place of its own."""
        chosen = self.open_weights if weights is None else weights
        arrays = ntuple.written(self.options, self.cells, self.opened, chosen, self.fill, self.familiar, step)
        return Network(KIND, len(chosen), arrays)

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        arrays: Arrays = {
            **under("weights", tables.packed(self.weights, self.fill)),
            **under("coherence", tables.packed(self.coherence.ravel(), 0.0)),
            "recent": self.recent,
            "reached": self.reached,
        }
        return arrays, {"counts": self.counts, "stages": self.stages}

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        tables.place(part("weights", arrays), self.weights)
        tables.place(part("coherence", arrays), self.coherence.reshape(-1))
        sums = arrays["coherence/values"].reshape(-1, 2)
        if (sums[:, 1] < np.abs(sums[:, 0]) * ROUNDING).any():
            raise ValueError("errors are larger than their sizes")
        self.recent, self.reached = _results(arrays["recent"]), _reached(arrays["reached"])
        self.games, self.moves = (count(name, note["counts"][name]) for name in self.counts)
        self.stages = count("stages", note["stages"])
        if self.stages > len(self.settings.stage_ranks):
            raise ValueError("there are more stages than these settings have")

    def close(self) -> None:
        pass


def _results(given: NDArray[Any]) -> NDArray[np.int32]:
    if given.dtype != np.int32 or given.ndim != 2 or given.shape[1] != 3 or (given < 0).any():
        raise ValueError("recent are no results of games")
    return given


def _reached(given: NDArray[Any]) -> NDArray[np.int64]:
    if given.dtype != np.int64 or given.shape != (RANKS,) or (np.diff(given) > 0).any():
        raise ValueError("reached are no counts of tiles")
    return given
