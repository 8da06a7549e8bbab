"""Games played out from given positions by a quick policy: what they come to is an estimate of what is to come, for a
player of that strength.

The policy looks one move ahead: by an n-tuple network where there is one, otherwise by `evaluate`. Hundreds of games go
side by side in numpy; on 4x4 with a network the search plays them one after the other, natively, which is quicker.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.agents.players import Playouts
from asobiba.core.agent import Network
from asobiba.games.twenty48.afterstates import (
    LOOKED_UP,
    Ranks,
    Slides,
    afterstates,
    every_line,
    numbers_of,
    slid_lines,
)
from asobiba.games.twenty48.evaluate import WEIGHTS
from asobiba.games.twenty48.ntuple import CAP, NTuple, downgraded
from asobiba.games.twenty48.rules import FOUR, RANKS, Position, rank

POLICY = "ntuple"
MOST_CELLS = 16
"""On larger boards a game lasts too long."""

Policy = Callable[[Slides], NDArray[Any]]
"""What each slide of each board is worth, [n, 4]; of those that are illegal it may say anything."""


def played_out(positions: Sequence[Position], games: int, seed: int, network: Network | None) -> list[Playouts] | None:
    """So many games from each of them; None: the board is too large."""
    options = positions[0].options
    if options.rows * options.columns > MOST_CELLS:
        return None
    if isinstance(network, NTuple) and (options.rows, options.columns) == (4, 4) and not options.stop_at_target:
        luck = np.random.default_rng(seed).integers(1 << 62, size=(len(positions), games))
        return [_natively(network, each, seeds) for each, seeds in zip(positions, luck.tolist(), strict=True)]
    name, policy = (POLICY, by_network(network)) if isinstance(network, NTuple) else ("greedy", by_evaluation)
    start = [[list(map(rank, row)) for row in position.rows()] for position in positions]
    course = Course(np.repeat(np.array(start, np.uint8), games, 0), np.random.default_rng(seed))
    for due in range(1, max(position.due for position in positions) + 1):
        course.spawn(np.repeat([position.due >= due for position in positions], games))
    course.play(policy, rank(options.target) if options.stop_at_target else RANKS)
    scores = course.gained.reshape(len(positions), games)
    largest = course.boards.max((1, 2)).reshape(len(positions), games)
    return [
        Playouts(name, (scores[at] + position.score).tolist(), (2 ** largest[at].astype(int)).tolist())
        for at, position in enumerate(positions)
    ]


def _natively(network: NTuple, position: Position, seeds: Sequence[int]) -> Playouts:
    mind = kernels.Twenty48LearnedExpectimax(network.native, min(network.familiar, CAP))
    board = bytes(map(rank, position.board))
    played = [mind.play(seed, 1, start=board, due=position.due) for seed in seeds]
    return Playouts(POLICY, [position.score + gained for gained, *_ in played], [2**far for _, far, *_ in played])


class Course:
    """Games side by side: [n, rows, columns] ranks, with the player to move, and what each has gained."""

    def __init__(self, boards: Ranks, generator: np.random.Generator) -> None:
        self.boards, self.generator = boards, generator
        self.gained = np.zeros(len(boards), np.int64)

    def spawn(self, where: NDArray[np.bool_]) -> None:
        if where.any():
            self.boards[where] = self._with_tile(self.boards[where])

    def play(self, policy: Policy, stop: int) -> None:
        """All of them to the end; the rank `stop` ends a game."""
        running = np.arange(len(self.boards))
        boards = self.boards
        while True:
            slides = afterstates(boards)
            goes_on = slides.legal.any(1) & (boards.max((1, 2)) < stop)
            self.boards[running[~goes_on]] = boards[~goes_on]
            if not goes_on.any():
                return
            running, slides = running[goes_on], Slides(*(each[goes_on] for each in slides))
            action = np.where(slides.legal, policy(slides), -np.inf).argmax(1)
            made = np.arange(len(running)), action
            self.gained[running] += slides.rewards[made]
            boards = slides.boards[made]
            ended = boards.max((1, 2)) >= stop
            if not ended.all():
                boards[~ended] = self._with_tile(boards[~ended])

    def _with_tile(self, boards: Ranks) -> Ranks:
        """Each with a new one on any of its empty cells."""
        flat = boards.reshape(len(boards), -1).copy()
        empty = flat == 0
        chosen = (self.generator.random(len(flat)) * empty.sum(1)).astype(np.int64)
        cell = (empty.cumsum(1) > chosen[:, None]).argmax(1)
        flat[np.arange(len(flat)), cell] = 1 + (self.generator.random(len(flat)) < FOUR)
        return flat.reshape(boards.shape)


def by_network(network: NTuple) -> Policy:
    def values(slides: Slides) -> NDArray[Any]:
        seen = slides.boards.reshape(len(slides.boards) * 4, -1)
        for large in np.flatnonzero(seen.max(1) > network.familiar):
            board = tuple(2**k if k else 0 for k in seen[large].tolist())
            seen[large] = list(map(rank, downgraded(board, network.familiar)))
        worth = np.zeros(len(seen), np.float32)
        network.native.values(np.ascontiguousarray(seen), worth)
        return slides.rewards + worth.reshape(-1, 4)

    return values


def by_evaluation(slides: Slides) -> NDArray[Any]:
    boards = slides.boards.reshape(-1, *slides.boards.shape[2:])
    worth = _worth(boards) + _worth(boards.transpose(0, 2, 1))
    return worth.reshape(-1, 4)


def _worth(boards: Ranks) -> NDArray[np.float64]:
    """[n], of all rows together."""
    lines = boards.reshape(-1, boards.shape[2])
    known = lines.shape[1] <= LOOKED_UP
    worths = _known_worths(lines.shape[1])[numbers_of(lines)] if known else line_worths(lines)
    return np.asarray(worths.reshape(boards.shape[:2]).sum(1))


@cache
def _known_worths(length: int) -> NDArray[np.float64]:
    return line_worths(every_line(length))


def line_worths(lines: Ranks) -> NDArray[np.float64]:
    """[m], as `evaluate` judges each line."""
    raised = np.where(lines > 0, lines.astype(np.float64) ** WEIGHTS.disorder_power, 0.0)
    steps = np.diff(raised, axis=1)
    disorder = np.minimum(np.maximum(steps, 0).sum(1), np.maximum(-steps, 0).sum(1))
    room, merges = (lines == 0).sum(1), slid_lines(lines).merges
    weight = np.where(lines > 0, lines.astype(np.float64) ** WEIGHTS.weight_power, 0.0).sum(1)
    return np.asarray(
        WEIGHTS.life
        + WEIGHTS.room * room
        + WEIGHTS.merge * merges
        - WEIGHTS.disorder * disorder
        - WEIGHTS.weight * weight
    )
