"""A network that is small enough to come with the game: what a training has learned, rounded to some points, and
without the weights that games of its own miss least.

A weight that is left out is what it is in the stage before, in the first what all were in the beginning.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.archive import THOROUGH, write_archive
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.learning.learner import NTupleLearner
from asobiba.games.twenty48.ntuple import NTuple, ends_of
from asobiba.games.twenty48.rules import Position, Tiles, Twenty48Options, start
from asobiba.games.twenty48.tables import rounded
from asobiba.learn.learner import Arrays, Network

STEPS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0)
"""Points to which weights may be rounded. The coarser, the more of them fit."""
TRAINING_SHARE = 0.02
"""How much the whole training has to say in which weights are needed, beside games of now."""
UNMET = 1_000.0
"""As good as met in training: so many points of errors."""
CLOSENESS = 0.01
"""Of the weights that could be kept, so many may be left out needlessly."""


@dataclass(frozen=True)
class Shipment:
    network: Network
    step: float
    """Points to which weights are rounded; 0: as finely as 16 bits can."""
    kept: int
    met: int
    """Weights that differ from those of the stage before."""
    cost: float
    """Of rounding and of leaving out together: squares of what values change by, times how much that is needed."""


def shipment(
    learner: NTupleLearner, note: dict[str, Any], most_bytes: int, games: int, steps: Sequence[float] = STEPS
) -> Shipment:
    """What fits and costs least: from step to step more weights are kept, and each of them is less true. `note` is what
    the file says of itself, `games` are played to see which weights matter."""
    needed = needs(learner, games)
    lost = losses(learner, needed)
    best: Shipment | None = None
    for step in steps:
        made = fitting(learner, note, most_bytes, step, needed, lost)
        if best is not None and made.cost >= best.cost:
            break
        best = made
        if made.kept == made.met:
            break
    assert best is not None
    return best


def needs(learner: NTupleLearner, games: int) -> NDArray[np.float32]:
    """[weights] how much games of its own have to do with each, and a little of how much its training had: a search
    looks at boards to which those games do not come."""
    now, before = learner.met_in(games), learner.coherence[: len(learner.open_weights), 1]
    share = TRAINING_SHARE / max(float(before.mean(dtype=np.float64)), 1.0)
    return now / np.float32(now.mean(dtype=np.float64)) + np.float32(share) * (before + np.float32(UNMET))


def fitting(
    learner: NTupleLearner,
    note: dict[str, Any],
    most_bytes: int,
    step: float,
    needed: NDArray[np.float32],
    lost: NDArray[np.float32],
) -> Shipment:
    """Rounded to `step`, with as many weights as fit."""
    met = int(np.count_nonzero(lost >= 0))
    low, high, kept, found = 0, met, met, learner.export(step)
    if size_of(found, note) > most_bytes:
        while high - low > CLOSENESS * high:
            kept = (low + high) // 2
            network = learner.export(step, without(learner, lost, met - kept))
            if size_of(network, note) <= most_bytes:
                low, found = kept, network
            else:
                high = kept
        kept = low
    is_kept = lost > limit_of(lost, met - kept)
    cost = lost[~is_kept & (lost >= 0)].sum(dtype=np.float64) + step**2 / 12 * needed[is_kept].sum(dtype=np.float64)
    return Shipment(found, step, kept, met, float(cost))


def losses(learner: NTupleLearner, needed: NDArray[np.float32]) -> NDArray[np.float32]:
    """[weights] what it costs to leave each out: how much it is needed times the square of what it changes; -1 where it
    changes nothing."""
    weights = learner.open_weights
    change = weights.reshape(1 + learner.stages, -1).copy()
    change[1:] -= weights.reshape(change.shape)[:-1]
    change[0] -= learner.fill
    lost: NDArray[np.float32] = change.reshape(-1) ** 2
    lost *= needed
    lost[change.reshape(-1) == 0] = -1
    return lost


def limit_of(lost: NDArray[np.float32], count: int) -> float:
    """What the dearest costs of so many that cost least."""
    return float(np.partition(lost[lost >= 0], count - 1)[count - 1]) if count else -1.0


def without(learner: NTupleLearner, lost: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    """The weights of the learner, but for so many that cost least."""
    limit = limit_of(lost, count)
    by_stage = learner.open_weights.reshape(1 + learner.stages, -1).copy()
    left_out = (lost <= limit).reshape(by_stage.shape)
    by_stage[0][left_out[0]] = learner.fill
    for stage in range(1, len(by_stage)):
        np.copyto(by_stage[stage], by_stage[stage - 1], where=left_out[stage])
    return by_stage.reshape(-1)


def size_of(network: Network, note: dict[str, Any]) -> int:
    file = BytesIO()
    write_archive(file, network.arrays, note, small=True, level=THOROUGH)
    return file.tell()


@dataclass(frozen=True)
class Difference:
    positions: int
    values: float
    """Points by which the values of moves differ, on average."""
    moves: int
    """Positions in which another move is the best."""


def difference(one: NTuple, other: NTuple, positions: int, seed: int = 1) -> Difference:
    """In games that the first plays."""
    apart: list[float] = []
    others = 0
    for position in islice(played(one, seed), positions):
        values, theirs = one.values(position), other.values(position)
        apart += [abs(values[action] - theirs[action]) for action in values]
        others += max(values, key=values.__getitem__) != max(theirs, key=theirs.__getitem__)
    return Difference(positions, float(np.mean(apart)), others)


def played(network: NTuple, seed: int) -> Iterator[Position]:
    """The positions in which it moves, game after game."""
    while True:
        luck, position, plies = Luck(seed), start(Twenty48Options()), 0
        while position.to_play != OVER:
            if position.to_play == CHANCE:
                position = position.apply(luck.draw(position, plies))
            else:
                yield position
                values = network.values(position)
                position = position.apply(max(values, key=values.__getitem__))
            plies += 1
        seed += 1


def network_of(arrays: Arrays) -> NTuple:
    return NTuple.read(GAME, Twenty48Options(), arrays)


class Unrounded(NTuple):
    """Of a network, what the learner knows: rounded weights and what is left of them, rounded much more finely."""

    def __init__(self, learner: NTupleLearner) -> None:
        stages, ends = 1 + learner.stages, ends_of(learner.cells)
        tables = rounded(learner.open_weights, ends, stages=stages)
        super().__init__(learner.options, learner.cells, learner.opened, tables, learner.familiar)
        each = np.repeat(tables.scales, np.diff(ends, prepend=0))
        rest = learner.open_weights.reshape(stages, -1) - tables.whole.reshape(stages, -1) * each
        self.rest = NTuple(learner.options, learner.cells, learner.opened, rest.reshape(-1))

    def of_boards(self, boards: Iterable[Tiles]) -> list[float]:
        given = list(boards)
        parts = super().of_boards(given), self.rest.of_boards(given)
        return [whole + rest for whole, rest in zip(*parts, strict=True)]
