"""The positions of the FFO endgame suite (bench/adaptors/othello_ffo.txt) and their eight symmetric twins."""

from collections.abc import Callable

import pytest

from asobiba.bench.adaptors.othello import Problem, problems
from asobiba.games.othello.notation import read_position, write_move
from asobiba.games.othello.rules import OthelloOptions, square

# Where the square in column x, row y goes.
SYMMETRIES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "identity": lambda x, y: (x, y),
    "quarter turn": lambda x, y: (7 - y, x),
    "half turn": lambda x, y: (7 - x, 7 - y),
    "three quarter turn": lambda x, y: (y, 7 - x),
    "left-right": lambda x, y: (7 - x, y),
    "top-bottom": lambda x, y: (x, 7 - y),
    "main diagonal": lambda x, y: (y, x),
    "other diagonal": lambda x, y: (7 - y, 7 - x),
}


@pytest.mark.parametrize("problem", problems(), ids=lambda problem: f"ffo{problem.number}")
def test_the_legal_moves_are_those_of_the_suite(problem: Problem) -> None:
    position = read_position(f"{problem.board} {problem.side}", OthelloOptions())

    assert problem.board.count("-") == problem.empties
    assert {write_move(position, action) for action in position.legal()} == set(problem.values)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetric_twins_have_symmetric_moves(symmetry: str) -> None:
    def moved(at: int) -> int:
        x, y = SYMMETRIES[symmetry](at % 8, at // 8)
        return x + 8 * y

    for problem in problems():
        twin = ["-"] * 64
        for at, letter in enumerate(problem.board):
            twin[moved(at)] = letter
        position = read_position("".join(twin) + problem.side, OthelloOptions())

        assert set(position.legal()) == {moved(square(name)) for name in problem.values}
