"""N-tuple networks against a plain Python twin: what a board is worth, and what games teach."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.games.twenty48.rules import ACTIONS, Tiles, Twenty48Options, placed, rank, shift

SMALL = ((0, 1, 4), (5, 6), (1, 2, 6, 9))
WORD = (1 << 64) - 1
TENTH = 429_496_730

Floats = NDArray[np.float32]


class Dice:
    """native/common/dice.hpp"""

    def __init__(self, seed: int, game: int) -> None:
        self.state = seed
        self.state = self.next() ^ game * 0xD1342543DE82EF95 & WORD
        self.next()

    def next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & WORD
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
        return mixed ^ mixed >> 31


def sources(rows: int, columns: int) -> list[list[int]]:
    """Of each image, from where it has taken its cells: mirrored are the columns, the rows, then the diagonal."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    images = [cells, cells[:, ::-1], cells[::-1], cells[::-1, ::-1]]
    images += [image.T for image in images] if rows == columns else []
    return [image.ravel().tolist() for image in images]


@dataclass
class Twin:
    """The same in plain words. Numbers are added in the same order, so that the last bit is the same, too."""

    options: Twenty48Options
    tuples: tuple[tuple[int, ...], ...]
    weights: Floats
    sums: Floats | None = None
    """[N, 2] of the errors and of their sizes."""
    stages: tuple[int, ...] = ()
    rate: float = 0.0
    backward: bool = False
    trace: float = 0.0
    stop: int = 99
    rewinds: bool = False

    @property
    def size(self) -> int:
        return sum(16 ** len(cells) for cells in self.tuples)

    def numbers(self, board: Tiles) -> list[int]:
        start, found = self.size * sum(limit <= rank(max(board)) for limit in self.stages), []
        for cells in self.tuples:
            for source in sources(self.options.rows, self.options.columns):
                ranks = [min(rank(board[source[cell]]), 15) for cell in sorted(cells, reverse=True)]
                bits = [each >> plane & 1 for plane in range(4) for each in ranks]
                found.append(start + sum(bit << at for at, bit in enumerate(bits)))
            start += 16 ** len(cells)
        return found

    def value(self, board: Tiles) -> np.float32:
        parts = [np.float32(0)] * 4
        for place, number in enumerate(self.numbers(board)):
            parts[place % 4] += self.weights[number]
        return np.float32((parts[0] + parts[1]) + (parts[2] + parts[3]))

    def learn(self, board: Tiles, wanted: np.float32) -> np.float32:
        """Returns what is expected now."""
        numbers, expected = self.numbers(board), self.value(board)
        error = wanted - expected
        full, moved = np.float32(self.rate) / np.float32(len(numbers)) * error, np.float32(0)
        for number in numbers:
            change = full
            if self.sums is not None:
                errors, sizes = self.sums[number]
                change = full * abs(errors) / sizes if sizes > 0 else full
                self.sums[number] = errors + error, sizes + abs(error)
            self.weights[number] += change
            moved += change
        return np.float32(expected + (moved if self.sums is not None else full * np.float32(len(numbers))))

    def play(self, seed: int, game: int) -> tuple[int, int, int]:
        dice, empty = Dice(seed, game), (0,) * (self.options.rows * self.options.columns)
        path, board = self.from_here_on(self.with_tile(empty, dice), dice)
        score, moves, largest = sum(reward for _, reward in path), len(path), rank(max(board))
        while self.rewinds and len(path := self.lasting(path)) >= 10:
            path, _ = self.from_here_on(path[len(path) // 2][0], dice)
            moves += len(path)
        return score, moves, largest

    def lasting(self, path: list[tuple[Tiles, int]]) -> list[tuple[Tiles, int]]:
        """Without the board that ends a game by its target."""
        return [(after, reward) for after, reward in path if rank(max(after)) < self.stop]

    def from_here_on(self, board: Tiles, dice: Dice) -> tuple[list[tuple[Tiles, int]], Tiles]:
        """From a board that waits for a tile to the end, and what is learned from that."""
        path: list[tuple[Tiles, int]] = []
        board = self.with_tile(board, dice)
        while best := self.best(board):
            value, after, reward = best
            if self.rate and not self.backward and path:
                self.learn(path[-1][0], value)
            path.append((after, reward))
            board = after
            if rank(max(board)) >= self.stop:
                break
            board = self.with_tile(board, dice)
        else:
            if self.rate and not self.backward:
                self.learn(path[-1][0], np.float32(0))
        if self.backward:
            self.look_back(path)
        return path, board

    def look_back(self, path: list[tuple[Tiles, int]]) -> None:
        wanted, trace = np.float32(0), np.float32(self.trace)
        for after, reward in reversed(path):
            expected = np.float32(0) if rank(max(after)) >= self.stop else self.learn(after, wanted)
            wanted = np.float32(reward) + (np.float32(1) - trace) * expected + trace * wanted

    def best(self, board: Tiles) -> tuple[np.float32, Tiles, int] | None:
        found = None
        for action in range(ACTIONS):
            after, reward = shift(board, action, self.options)
            if after != board:
                value = np.float32(reward) + (np.float32(0) if rank(max(after)) >= self.stop else self.value(after))
                if found is None or value > found[0]:
                    found = value, after, reward
        return found

    def with_tile(self, board: Tiles, dice: Dice) -> Tiles:
        empty, thrown = [cell for cell, tile in enumerate(board) if not tile], dice.next()
        return placed(board, 2 * empty[(thrown >> 32) * len(empty) >> 32] + ((thrown & 0xFFFFFFFF) < TENTH))


def native(twin: Twin) -> kernels.Twenty48Tuples:
    return kernels.Twenty48Tuples(twin.options.rows, twin.options.columns, [list(cells) for cells in twin.tuples])


def random_twin(seed: int, rows: int = 4, columns: int = 4, tuples: tuple[tuple[int, ...], ...] = SMALL) -> Twin:
    options = Twenty48Options(rows=rows, columns=columns)
    size = sum(16 ** len(cells) for cells in tuples)
    return Twin(options, tuples, np.random.default_rng(seed).normal(0, 5, size).astype(np.float32))


def random_boards(count: int, cells: int, seed: int) -> list[Tiles]:
    dice = np.random.default_rng(seed)
    ranks = dice.integers(0, 18, (count, cells)) * (dice.random((count, cells)) < 0.8)
    return [tuple(2**each if each else 0 for each in row) for row in ranks.tolist()]


def ranks_of(boards: list[Tiles]) -> NDArray[np.uint8]:
    return np.array([list(map(rank, board)) for board in boards], np.uint8)


def values(twin: Twin, boards: list[Tiles], *, packed: bool = False) -> Floats:
    """Of the twin's weights as whole numbers: then no order of adding changes the last bit."""
    twin.weights = np.rint(100 * twin.weights)
    scales = np.ones(len(twin.tuples), np.float32)
    network = kernels.Twenty48NTuple(native(twin), list(twin.stages), twin.weights.astype(np.int16), scales)
    out = np.zeros(len(boards), np.float32)
    if packed:
        nibbles = np.minimum(ranks_of(boards), 15).astype(np.uint64) << (4 * np.arange(16, dtype=np.uint64))
        network.packed_values(np.bitwise_or.reduce(nibbles, 1), out)
    else:
        network.values(ranks_of(boards), out)
    return out


@pytest.mark.parametrize("packed", [False, True])
def test_a_board_is_worth_what_the_twin_says(packed: bool) -> None:
    twin, boards = random_twin(1), random_boards(200, 16, 2)

    assert values(twin, boards, packed=packed).tolist() == [twin.value(board) for board in boards]


@pytest.mark.parametrize(
    ("rows", "columns", "tuples"),
    [(2, 4, ((0, 1, 2), (1, 5))), (3, 3, ((0, 4, 8),)), (3, 4, ((0, 5, 10), (3, 7, 11))), (5, 5, ((0, 12, 24),))],
)
def test_boards_of_other_shapes_are_worth_what_the_twin_says(
    rows: int, columns: int, tuples: tuple[tuple[int, ...], ...]
) -> None:
    twin, boards = random_twin(3, rows, columns, tuples), random_boards(100, rows * columns, 4)

    assert values(twin, boards).tolist() == [twin.value(board) for board in boards]


@pytest.mark.parametrize("packed", [False, True])
def test_a_stage_has_weights_of_its_own(packed: bool) -> None:
    twin, boards = random_twin(5), random_boards(100, 16, 6)
    twin.stages = (11, 16) if not packed else (11, 14)
    twin.weights = np.random.default_rng(7).normal(0, 5, 3 * twin.size).astype(np.float32)

    assert values(twin, boards, packed=packed).tolist() == [twin.value(board) for board in boards]


def test_each_table_has_a_scale() -> None:
    tuples = kernels.Twenty48Tuples(4, 4, [[0], [5, 6]])
    weights = np.zeros(16 + 256, np.int16)
    weights[3], weights[16] = 7, 1  # a tile of 8 in a corner; two cells in the middle that are empty
    network, out = kernels.Twenty48NTuple(tuples, [], weights, np.array([2, 0.5], np.float32)), np.zeros(1, np.float32)
    network.values(np.array([3] + [0] * 15, np.uint8), out)

    assert out.tolist() == [2 * 7 * 2 + 8 * 0.5], "the diagonal leaves the corner where it is"


COURSES: dict[str, dict[str, Any]] = {
    "td": {},
    "backward": {"backward": True},
    "lambda": {"backward": True, "trace": 0.5},
    "stop": {"stop": 5},
    "backward stop": {"stop": 5, "backward": True},
    "rewinds": {"backward": True, "trace": 0.5, "rewinds": True},
    "rewinds stop": {"stop": 5, "backward": True, "rewinds": True},
}


def learned(
    twin: Twin, games: int, *, coherent: bool, packed: bool = True, lanes: int = 1, threads: int = 1
) -> tuple[Floats, Floats, NDArray[np.int32]]:
    weights = twin.weights.copy()
    sums = np.zeros((len(weights), 2), np.float32)
    results = np.zeros((games, 3), np.int32)
    course = kernels.Twenty48Course(twin.rate, twin.backward, twin.trace, twin.stop, lanes, twin.rewinds)
    kernels.twenty48_learn(
        native(twin), list(twin.stages), course, weights, sums if coherent else None, 11, 40, results, threads, packed
    )
    return weights, sums, results


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.parametrize("coherent", [False, True])
@pytest.mark.parametrize("packed", [False, True])
def test_a_game_teaches_what_the_twin_learns(course: str, coherent: bool, packed: bool) -> None:
    twin = random_twin(8)
    for name, value in {"rate": 0.5 if coherent else 0.1, **COURSES[course]}.items():
        setattr(twin, name, value)
    found, sums, results = learned(twin, 2, coherent=coherent, packed=packed)
    twin.sums = np.zeros((len(twin.weights), 2), np.float32) if coherent else None
    before = twin.weights.copy()

    assert [twin.play(11, 40), twin.play(11, 41)] == [tuple(row) for row in results.tolist()]
    assert found.tolist() == twin.weights.tolist()
    assert np.abs(twin.weights - before).max() > 1
    if twin.sums is not None:
        assert sums.tolist() == twin.sums.tolist()


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 4), (5, 5)])
def test_other_shapes_are_learned_as_the_twin_learns(rows: int, columns: int) -> None:
    twin = random_twin(9, rows, columns, ((0, 1, 2), (0, columns)))
    twin.rate = 0.1
    found, _, results = learned(twin, 1, coherent=False)

    assert twin.play(11, 40) == tuple(results[0].tolist())
    assert found.tolist() == twin.weights.tolist()


def test_the_packed_board_and_the_plain_one_learn_the_same() -> None:
    twin = random_twin(10)
    twin.rate = 0.1
    packed, plain = (learned(twin, 20, coherent=True, packed=packed, lanes=4) for packed in (True, False))

    assert packed[2].tolist() == plain[2].tolist()
    assert packed[0].tolist() == plain[0].tolist()


def test_without_a_rate_nothing_is_learned_and_threads_change_nothing() -> None:
    twin = random_twin(11)
    found = [learned(twin, 30, coherent=False, lanes=lanes, threads=threads) for lanes, threads in ((1, 1), (5, 2))]

    assert all((weights == twin.weights).all() for weights, _, _ in found)
    assert found[0][2].tolist() == found[1][2].tolist()


def test_threads_share_what_they_learn() -> None:
    twin = random_twin(12)
    twin.rate = 0.1
    weights, _, results = learned(twin, 40, coherent=False, lanes=2, threads=3)

    assert (results[:, 1] > 0).all()
    assert np.isfinite(weights).all()
    assert (weights != twin.weights).any()


@pytest.mark.parametrize(
    ("tuples", "sentence"),
    [
        ([], "1 to 32 tuples"),
        ([[]], "1 to 7 cells"),
        ([list(range(8))], "1 to 7 cells"),
        ([[16]], "does not have"),
        ([[-1]], "does not have"),
        ([[1, 1]], "each cell once"),
    ],
)
def test_tuples_that_are_none_are_refused(tuples: list[list[int]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        kernels.Twenty48Tuples(4, 4, tuples)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"rate": -1.0}, "rate"),
        ({"rate": float("nan")}, "rate"),
        ({"rate": 1.0, "trace": 0.5}, "backward"),
        ({"rate": 1.0, "trace": 2.0, "backward": True}, "trace"),
        ({"rate": 1.0, "lanes": 0}, "lanes"),
        ({"rate": 1.0, "rewinds": True}, "backward"),
        ({"rate": 1.0, "stop": 0}, "stop"),
    ],
)
def test_courses_that_are_none_are_refused(settings: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        kernels.Twenty48Course(**settings)  # type: ignore[arg-type]


def test_arrays_of_another_size_are_refused() -> None:
    tuples, course = kernels.Twenty48Tuples(4, 4, [[0, 1]]), kernels.Twenty48Course(0.1)
    weights, results = np.zeros(256, np.float32), np.zeros((1, 3), np.int32)

    with pytest.raises(TypeError, match="weights"):
        kernels.twenty48_learn(tuples, [], course, weights[:-1], None, 0, 0, results)
    with pytest.raises(TypeError, match="coherence"):
        kernels.twenty48_learn(tuples, [], course, weights, weights, 0, 0, results)
    with pytest.raises(TypeError, match="weights"):
        kernels.twenty48_learn(tuples, [11], course, weights, None, 0, 0, results)
    with pytest.raises(ValueError, match="ascending"):
        kernels.twenty48_learn(tuples, [11, 11], course, weights, None, 0, 0, results)
    with pytest.raises(ValueError, match="17 at most"):
        kernels.Twenty48NTuple(tuples, [], weights.astype(np.int16), np.ones(1, np.float32)).values(
            np.full(16, 18, np.uint8), np.zeros(1, np.float32)
        )
