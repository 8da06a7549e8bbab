"""The evaluation by patterns against a plain one, which knows the shapes as drawings."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.core.symmetry import grid_symmetries
from asobiba.games.othello.rules import Position, brackets, square, squares
from asobiba.games.othello.symmetry import SYMMETRIES as SYMMETRIC

SHAPES = (
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
)
PHASE, PHASES, EMPTIES, VALUES = 6, 11, 61, 32
SYMMETRIES = tuple(grid_symmetries(8, 8).values())


def cells_of(shape: str) -> tuple[int, ...]:
    return tuple(square(name) for name in shape.split())


def lies(shape: str) -> list[tuple[int, ...]]:
    """Where the shape is on the board: each set of squares once, in the order of its first symmetry."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for places in SYMMETRIES:
        moved = tuple(places[at] for at in cells_of(shape))
        found.setdefault(frozenset(moved), moved)
    return list(found.values())


def number(digits: tuple[int, ...]) -> int:
    return sum(digit * 3**place for place, digit in enumerate(digits))


@cache
def orders(shape: str) -> list[tuple[int, ...]]:
    """In which orders the shape's own squares can be read."""
    cells = cells_of(shape)
    moved = [tuple(places[at] for at in cells) for places in SYMMETRIES]
    return [tuple(cells.index(at) for at in each) for each in moved if set(each) == set(cells)]


def lowest(shape: str, digits: tuple[int, ...]) -> int:
    return min(number(tuple(digits[at] for at in order)) for order in orders(shape))


@cache
def weight_places() -> tuple[dict[tuple[str, int], int], int]:
    """By shape and lowest number, where its weight is in a phase; and where the measures begin."""
    found: dict[tuple[str, int], int] = {}
    for shape in SHAPES:
        every = {lowest(shape, digits) for digits in product(range(3), repeat=len(shape.split()))}
        for each in sorted(every):
            found[shape, each] = len(found)
    return found, len(found)


def liberties(discs: int, empty: int) -> int:
    near = {(file + df, rank + dr) for file, rank in map(file_and_rank, squares(discs)) for df, dr in AROUND}
    return sum(1 for at in squares(empty) if file_and_rank(at) in near)


AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def file_and_rank(at: int) -> tuple[int, int]:
    return at % 8, at // 8


def entries(own: int, other: int) -> list[int]:
    """The weights of a phase that a position adds up."""
    places, start = weight_places()
    digit = dict.fromkeys(squares(own), 1) | dict.fromkeys(squares(other), 2)
    found = [
        places[shape, lowest(shape, tuple(digit.get(at, 0) for at in cells))]
        for shape in SHAPES
        for cells in lies(shape)
    ]
    empty = ~(own | other) & (1 << 64) - 1
    moves = brackets(own, other).bit_count(), brackets(other, own).bit_count()
    for count in (*moves, liberties(own, empty), liberties(other, empty)):
        found.append(start + min(count, VALUES - 1))
        start += VALUES
    return found


def plain_value(weights: NDArray[np.int16], own: int, other: int) -> int:
    empty = 64 - (own | other).bit_count()
    tables = weights[:-EMPTIES].reshape(PHASES, -1).astype(int)
    low, share = divmod(empty, PHASE)
    total = int(weights[len(weights) - EMPTIES + empty])
    for entry in entries(own, other):
        blended = tables[low, entry] * (PHASE - share) + (tables[low + 1, entry] * share if share else 0)
        total += int(blended / PHASE)
    return max(-64 * 128, min(total, 64 * 128))


def random_positions(games: int, seed: int) -> list[Position]:
    dice = np.random.default_rng(seed)
    found = []
    for _ in range(games):
        position = Position()
        while position.legal():
            found.append(position)
            position = position.apply(int(dice.choice(position.legal())))
        found.append(position)
    return found


def boards(positions: list[Position]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    own, other = zip(*((position.mine, position.theirs) for position in positions), strict=True)
    return np.array(own, np.uint64), np.array(other, np.uint64)


def values(weights: NDArray[np.int16], positions: list[Position]) -> list[int]:
    out = np.zeros(len(positions), np.int32)
    kernels.OthelloPatterns(weights.tobytes()).values(*boards(positions), out)
    return out.tolist()


def random_weights(seed: int) -> NDArray[np.int16]:
    return np.random.default_rng(seed).integers(-300, 300, kernels.OthelloPatterns.size).astype(np.int16)


def test_every_value_is_the_plain_ones() -> None:
    weights, positions = random_weights(1), random_positions(4, 2)

    found = values(weights, positions)

    assert found == [plain_value(weights, position.mine, position.theirs) for position in positions]
    assert len({*found}) > 200


def test_a_position_is_worth_the_same_from_all_sides() -> None:
    weights, positions = random_weights(3), random_positions(1, 4)

    seen = [values(weights, [symmetry.position(each) for each in positions]) for symmetry in SYMMETRIC]

    assert all(each == seen[0] for each in seen)


@pytest.mark.parametrize("count", [0, 1])
def test_weights_of_another_size_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="as many numbers"):
        kernels.OthelloPatterns(bytes(2 * (kernels.OthelloPatterns.size - 1 + 2 * count)))


def test_a_square_with_two_discs_is_refused() -> None:
    board = np.ones(1, np.uint64)
    with pytest.raises(ValueError, match="one disc"):
        kernels.OthelloPatterns(bytes(2 * kernels.OthelloPatterns.size)).values(board, board, np.zeros(1, np.int32))
