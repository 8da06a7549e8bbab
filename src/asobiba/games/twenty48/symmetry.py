"""The symmetries of 2048: eight on a square board, four on any other, where a quarter turn would change its shape.

Directions turn with the tiles, and so do the cells on which luck places a new one.
"""

from dataclasses import replace
from functools import cache

from asobiba.core.symmetry import Places, Symmetry, grid_symmetries, origins
from asobiba.games.twenty48.rules import DOWN, LEFT, RIGHT, UP, Position, Twenty48Options

TURNED = {
    "identity": (UP, RIGHT, DOWN, LEFT),
    "left-right": (UP, LEFT, DOWN, RIGHT),
    "top-bottom": (DOWN, RIGHT, UP, LEFT),
    "half turn": (DOWN, LEFT, UP, RIGHT),
    "quarter turn": (RIGHT, DOWN, LEFT, UP),
    "three-quarter turn": (LEFT, UP, RIGHT, DOWN),
    "main diagonal": (LEFT, DOWN, RIGHT, UP),
    "other diagonal": (RIGHT, UP, LEFT, DOWN),
}
"""What becomes of up, right, down and left."""


def _symmetry(name: str, places: Places) -> Symmetry[Position]:
    came_from = origins(places)
    outcomes = tuple(2 * cell + four for cell in places for four in (0, 1))

    def position(original: Position) -> Position:
        return replace(original, board=tuple(original.board[cell] for cell in came_from))

    return Symmetry(name, position, TURNED[name].__getitem__, outcomes.__getitem__)


@cache
def _of_board(rows: int, columns: int) -> tuple[Symmetry[Position], ...]:
    return tuple(_symmetry(name, places) for name, places in grid_symmetries(rows, columns).items())


def symmetries(options: Twenty48Options) -> tuple[Symmetry[Position], ...]:
    return _of_board(options.rows, options.columns)
