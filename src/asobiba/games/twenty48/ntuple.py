"""An n-tuple network as a player: what the merges of a move score, and what the board after it is worth.

native/twenty48/ntuple.hpp computes that; `asobiba train twenty48 ntuple` learns it. Where the largest tile is one that
training has hardly met, the board is *downgraded*: tiles above one that is missing are seen as half of what they
are, so that nothing merges that would not merge anyway; native/twenty48/familiar.hpp is the same for a search.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.games.twenty48 import tables
from asobiba.games.twenty48.rules import LARGEST, RANKS, Position, Tiles, Twenty48Options, rank
from asobiba.games.twenty48.tables import Tables
from asobiba.games.twenty48.tuples import MOST_CELLS, MOST_TUPLES, Cells

CAP = 15
"""The largest rank that a table has a place for."""
ORDER = 2
"""Of the weights in a file: bit by bit, native/twenty48/planes.hpp. Older files, cell by cell, do not say theirs."""


class NTuple:
    """The kind "ntuple" of trained files."""

    unit = "points"

    def __init__(
        self,
        options: Twenty48Options,
        tuples: Sequence[Cells],
        stages: Sequence[int],
        weights: NDArray[np.float32] | Tables,
        familiar: int = CAP,
    ) -> None:
        """`stages` are the ranks of largest tiles with which another part of the weights begins; `familiar` is the
        largest rank that is seen as it is."""
        if not isinstance(weights, Tables):
            weights = tables.rounded(weights, ends_of(tuples), stages=len(stages) + 1)
        self.tuples = kernels.Twenty48Tuples(options.rows, options.columns, list(map(list, tuples)))
        self.native = kernels.Twenty48NTuple(self.tuples, list(stages), weights.whole, weights.scales)
        self.familiar = familiar

    @classmethod
    def read(cls, game: AnyGame, options: Twenty48Options, arrays: Mapping[str, NDArray[Any]]) -> "NTuple":
        return cls(options, *read(options, arrays))

    def values(self, position: Position) -> dict[int, float]:
        """The score that is expected in the end, after each move."""
        seen = replace(position, board=downgraded(position.board, self.familiar))
        after = {action: seen.apply(action) for action in position.legal()}
        worth = self.of_boards(reached.board for reached in after.values())
        ended = [seen.options.stop_at_target and position.apply(action).won for action in after]
        return {
            action: reached.score + (0.0 if is_over else value)
            for (action, reached), value, is_over in zip(after.items(), worth, ended, strict=True)
        }

    def of_boards(self, boards: Iterable[Tiles]) -> list[float]:
        """The points that are still to come when a new tile is due on each."""
        ranks = np.array([list(map(rank, board)) for board in boards], np.uint8)
        found = np.zeros(len(ranks), np.float32)
        self.native.values(ranks, found)
        return found.tolist()


MOST_WEIGHTS = 1 << 30
"""Of a file: 2 GiB of memory."""


class Contents(NamedTuple):
    """Of a file."""

    tuples: list[Cells]
    stages: list[int]
    weights: Tables
    familiar: int


def read(options: Twenty48Options, arrays: Mapping[str, NDArray[Any]]) -> Contents:
    rows, columns = whole(arrays, "board")
    if (rows, columns) != (options.rows, options.columns):
        raise ConfigError(f"the network is for a board of {rows}x{columns}, not {options.rows}x{options.columns}")
    if "order" not in arrays or whole(arrays, "order") != [ORDER]:
        raise ConfigError(
            f"the network is of another version, its weights do not stand in order {ORDER}; train it anew"
        )
    tuples = [tuple(cell for cell in row if cell >= 0) for row in whole(arrays, "tuples")]
    stages = whole(arrays, "stages")[1:]
    if len(tuples) > MOST_TUPLES or max(map(len, tuples)) > MOST_CELLS or len(stages) >= RANKS:
        raise ValueError("it has more tuples, cells or stages than there can be")
    ends, count = ends_of(tuples), len(stages) + 1
    if count * ends[-1] > MOST_WEIGHTS:
        raise ConfigError(f"the network has {count * ends[-1]} weights, allowed are {MOST_WEIGHTS}")
    weights = tables.read(arrays, ends, float(arrays["fill"][0]), stages=count)
    return Contents(tuples, stages, weights, whole(arrays, "familiar")[0])


def whole(arrays: Mapping[str, NDArray[Any]], name: str) -> list[Any]:
    if arrays[name].dtype.kind != "i":
        raise ValueError(f"{name} are no whole numbers")
    return arrays[name].tolist()  # type: ignore[no-any-return]


def ends_of(tuples: Sequence[Cells]) -> NDArray[np.int64]:
    """Where each table of a stage ends."""
    return np.cumsum([1 << 4 * len(cells) for cells in tuples], dtype=np.int64)


def written(
    options: Twenty48Options,
    tuples: Sequence[Cells],
    stages: Sequence[int],
    weights: NDArray[np.float32],
    fill: float,
    familiar: int,
    step: float = 0.0,
) -> dict[str, NDArray[Any]]:
    """The arrays of a file that `NTuple.read` takes; `step` as in tables.rounded."""
    widest = max(map(len, tuples))
    ends = ends_of(tuples)
    return {
        "board": np.array([options.rows, options.columns], np.int32),
        "order": np.array([ORDER], np.int32),
        "tuples": np.array([[*cells, *[-1] * (widest - len(cells))] for cells in tuples], np.int32),
        "stages": np.array([0, *stages], np.int32),
        "fill": np.array([fill], np.float32),
        "familiar": np.array([familiar], np.int32),
        **tables.written(tables.rounded(weights, ends, stages=len(stages) + 1, step=step), ends, fill),
    }


def downgraded(board: Tiles, familiar: int, moves: int = 1) -> Tiles:
    """While a tile is larger than 2**familiar and some smaller rank is missing: 64 32 8 4 -> 32 16 8 4. Two of the
    largest tile there is do not merge, halves of them would."""
    while board.count(LARGEST) < 2 and rank(max(board)) > familiar and (gap := gap_of(board, moves)):
        board = tuple(tile // 2 if rank(tile) > gap else tile for tile in board)
    return board


def gap_of(board: Tiles, moves: int) -> int:
    """The largest missing rank that comes up in no search of so many moves, because smaller tiles and what is added are
    less than such a tile; if there is none, the largest that is missing; 0 if none is."""
    missing = [each for each in range(rank(max(board)) - 1, 0, -1) if 1 << each not in board]
    added = 4 * (moves - 1)
    lasting = (each for each in missing if added + sum(tile for tile in board if tile < 1 << each) < 1 << each)
    return next(lasting, next(iter(missing), 0))
