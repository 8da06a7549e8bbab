"""How quick Othello's engine is, in CPU seconds of one thread: the endgame suite of the FFO, the midgame, labels.

The suite (othello_ffo.txt) has 49 positions with what every move is worth.
"""

import random
import time
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import NamedTuple

from asobiba.bench.measure import Row
from asobiba.games.othello.engine.engine import Engine, empties
from asobiba.games.othello.engine.labels import boards_of, solve_batch
from asobiba.games.othello.engine.plan import Plan
from asobiba.games.othello.notation import after_transcript, read_position, write_move
from asobiba.games.othello.rules import OthelloOptions, Position

SUITE = files("asobiba.bench.adaptors") / "othello_ffo.txt"
PARTS = {(1, 19): 0.5, (20, 39): 6.0, (40, 44): 8.0}
"""Numbers of the suite, first and last; seconds for all of them together."""
LONG = (45, 49)
MIDGAME_DEPTH, MIDGAME_SECONDS = 14, 1.0
DEEP = 20
PERFECT_GAME = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2"
"""The beginning of a game that both sides play perfectly (Takizawa, Othello is solved)."""
DEEP_AFTER = range(10, 30, 2)
LABEL_EMPTIES, LABELS, LABELS_PER_SECOND = 14, 2_000, 3_000.0
NODES_PER_SECOND = 35e6
OPENING = 10
"""Random plies before the games from which labels are taken."""


class Problem(NamedTuple):
    number: str
    board: str
    side: str
    empties: int
    score: int
    """For the side to move, the empty squares given to the winner."""
    best: frozenset[str]
    values: dict[str, int]
    """Of every legal move."""

    @property
    def position(self) -> Position:
        return read_position(f"{self.board} {self.side}", OthelloOptions())


def problems() -> list[Problem]:
    found = []
    for line in SUITE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#") and line.strip():
            board, side, score, best, number, empty, moves = line.split()
            values = {name: int(value) for name, _, value in (move.partition(":") for move in moves.split(","))}
            found.append(Problem(number, board, side, int(empty), int(score), frozenset(best.split(",")), values))
    return found


class Solved(NamedTuple):
    right: int
    of: int
    seconds: float
    nodes: int


def solved(first: int, last: int) -> Solved:
    """Scores and moves that are those of the suite; every problem by an engine that knows nothing yet."""
    chosen = [problem for problem in problems() if first <= int(problem.number) <= last]
    engine, right, nodes, begun = Engine(level=20), 0, 0, time.process_time()
    for problem in chosen:
        engine.forget()
        found = engine.solve(problem.position)
        right += found.discs == problem.score and write_move(problem.position, found.best) in problem.best
        nodes += found.nodes
    return Solved(right, len(chosen), time.process_time() - begun, nodes)


def othello_rows(long: bool) -> Iterator[Row]:
    for (first, last), bar in [*PARTS.items(), *([(LONG, None)] if long else [])]:
        found, name = solved(first, last), f"FFO #{first}-{last}"
        yield Row(f"{name}: right", found.right, "problems", "bar", float(found.of))
        yield Row(f"{name}: together", found.seconds, "s", "bar" if bar else None, bar)
        yield Row(f"{name}: nodes", found.nodes / found.seconds, "nodes/s")
    yield Row(
        f"depth {MIDGAME_DEPTH} from the start", seconds_of(MIDGAME_DEPTH, [Position()]), "s", "bar", MIDGAME_SECONDS
    )
    deep = [after_transcript(PERFECT_GAME[: 2 * plies], OthelloOptions()) for plies in DEEP_AFTER]
    yield Row(f"depth {DEEP} in {len(deep)} positions of the perfect game", seconds_of(DEEP, deep), "s")
    boards = boards_of(late_positions(LABELS, LABEL_EMPTIES))
    labelled = [timed(lambda: solve_batch(boards, threads=1).nodes) for _ in range(3)]
    seconds = min(seconds for seconds, _ in labelled)
    yield Row(
        f"{LABEL_EMPTIES} empty squares: exact endgame", labelled[0][1] / seconds, "nodes/s", "bar", NODES_PER_SECOND
    )
    both = min(timed(lambda: solve_batch(boards, threads=2).nodes)[0] for _ in range(3)) / 2
    yield Row(
        f"labels of {LABEL_EMPTIES} empty squares on two cores", LABELS / both, "positions/s", "bar", LABELS_PER_SECOND
    )


def timed(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds of all threads, and what it returned."""
    begun = time.process_time()
    found = work()
    return time.process_time() - begun, found


def seconds_of(depth: int, positions: list[Position]) -> float:
    engine = Engine(plan=Plan(depth, exact=0))

    def look() -> int:
        for position in positions:
            engine.forget()
            engine.best(position)
        return 0

    return timed(look)[0]


def late_positions(count: int, empty: int) -> list[Position]:
    """Of games of the engine against itself, two plies ahead, each from another opening."""
    engine, found = Engine(plan=Plan(2, exact=0)), list[Position]()
    for seed in range(10 * count):
        generator, position = random.Random(seed), Position()
        while empties(position) > empty and position.legal():
            is_opening = empties(position) > 60 - OPENING
            legal = position.legal()
            chosen = generator.choice(legal) if is_opening or len(legal) == 1 else engine.choose(position)
            position = position.apply(chosen)
        if empties(position) == empty and position.legal():
            found.append(position)
        if len(found) == count:
            break
    return found
