"""Slides of many boards at once, for programs that learn or play out: what each move makes of a board before luck adds
a tile, and what it earns.

    slides = afterstates(ranks)          # [n, rows, columns] whole numbers: k for a tile 2**k, 0 for an empty cell
    slides.boards, slides.rewards, slides.legal     # [n, 4, rows, columns] uint8, [n, 4] int64, [n, 4] bool

Boards may have any shape. Lines of up to four cells are looked up, longer ones are slid.
"""

from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from asobiba.core.errors import StateError
from asobiba.games.twenty48.rules import ACTIONS, DOWN, LEFT, RANKS, RIGHT

Ranks: TypeAlias = NDArray[np.uint8]

LOOKED_UP = 4
"""Cells of a line: there are 18**4 of those."""


class Slides(NamedTuple):
    boards: Ranks
    """After up, right, down, left; where nothing moves, as it was."""
    rewards: NDArray[np.int64]
    legal: NDArray[np.bool_]


class Slid(NamedTuple):
    lines: Ranks
    """[m, length], towards the first cell."""
    rewards: NDArray[np.int64]
    merges: NDArray[np.int64]
    """How many."""


def afterstates(ranks: ArrayLike) -> Slides:
    """Of every action. StateError if these are no boards."""
    boards = checked(ranks)
    slid = [shifted(boards, action) for action in range(ACTIONS)]
    after, rewards = np.stack([each for each, _ in slid], 1), np.stack([each for _, each in slid], 1)
    return Slides(after, rewards, (after != boards[:, None]).any((2, 3)))


def checked(ranks: ArrayLike) -> Ranks:
    found = np.asarray(ranks)
    if found.ndim != 3 or found.dtype.kind not in "iu":
        raise StateError(f"boards are [n, rows, columns] whole numbers; found {found.dtype} of shape {found.shape}")
    if found.size and not 0 <= found.min() <= found.max() < RANKS:
        raise StateError(f"ranks are 0 to {RANKS - 1}; found {found.min()} to {found.max()}")
    return found.astype(np.uint8)


def shifted(boards: Ranks, action: int) -> tuple[Ranks, NDArray[np.int64]]:
    """[n, rows, columns] -> the boards after one action, and the rewards [n]."""
    lines = boards if action in (LEFT, RIGHT) else boards.transpose(0, 2, 1)
    towards_end = action in (RIGHT, DOWN)
    lines = lines[:, :, ::-1] if towards_end else lines
    slid, rewards, _ = slid_lines(lines.reshape(-1, lines.shape[2]))
    after = slid.reshape(lines.shape)[:, :, :: -1 if towards_end else 1]
    back = after if action in (LEFT, RIGHT) else after.transpose(0, 2, 1)
    return back, rewards.reshape(lines.shape[:2]).sum(1)


def slid_lines(lines: Ranks) -> Slid:
    """[m, length], each towards its first cell: 1 1 2 0 -> 2 2 0 0, reward 4."""
    if lines.shape[1] > LOOKED_UP:
        return slide_all(lines)
    numbers, known = numbers_of(lines), _known_lines(lines.shape[1])
    return Slid(known.lines[numbers], known.rewards[numbers], known.merges[numbers])


def numbers_of(lines: Ranks) -> NDArray[np.int64]:
    """[m]: where each is among all lines of its length."""
    places: NDArray[np.int64] = RANKS ** np.arange(lines.shape[1])
    return lines.astype(np.int64) @ places


def every_line(length: int) -> Ranks:
    """[18**length, length], each at its number."""
    numbers = np.arange(RANKS**length)[:, None]
    return (numbers // RANKS ** np.arange(length) % RANKS).astype(np.uint8)


@cache
def _known_lines(length: int) -> Slid:
    return slide_all(every_line(length))


def slide_all(lines: Ranks) -> Slid:
    after = _closed_up(lines)
    rewards, merges = np.zeros(len(lines), np.int64), np.zeros(len(lines), np.int64)
    for cell in range(lines.shape[1] - 1):
        here = after[:, cell]
        equal = (here == after[:, cell + 1]) & (here > 0) & (here < RANKS - 1)
        after[equal, cell] += 1
        after[equal, cell + 1] = 0  # so the new tile does not merge again
        rewards[equal] += np.left_shift(1, after[equal, cell].astype(np.int64))
        merges += equal
    return Slid(_closed_up(after), rewards, merges)


def _closed_up(lines: Ranks) -> Any:
    """Tiles first, in their order; a copy."""
    return np.take_along_axis(lines, np.argsort(lines == 0, axis=1, kind="stable"), 1)
