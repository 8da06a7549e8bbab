"""Othello's eight symmetries in pictures."""

import pytest

from asobiba.games.othello.notation import read_position
from asobiba.games.othello.rules import PASS, OthelloOptions, Position, square
from asobiba.games.othello.symmetry import SYMMETRIES

BY_NAME = {symmetry.name: symmetry for symmetry in SYMMETRIES}

# White has answered f5 with d6; black may go to c4.
AFTER_F5D6 = """
    - - - - - - - -
    - - - - - - - -
    - - - - - - - -
    - - - O X - - -
    - - - O X X - -
    - - - O - - - -
    - - - - - - - -
    - - - - - - - -
"""
MIDDLES = {
    "identity": ("- - - O X - - - / - - - O X X - - / - - - O - - - -", 4, "c4"),
    "left-right": ("- - - X O - - - / - - X X O - - - / - - - - O - - -", 4, "f4"),
    "top-bottom": ("- - - O - - - - / - - - O X X - - / - - - O X - - -", 3, "c5"),
    "half turn": ("- - - - O - - - / - - X X O - - - / - - - X O - - -", 3, "f5"),
    "quarter turn": ("- - O O O - - - / - - - X X - - - / - - - X - - - -", 4, "e3"),
    "three-quarter turn": ("- - - - X - - - / - - - X X - - - / - - - O O O - -", 3, "d6"),
    "main diagonal": ("- - - O O O - - / - - - X X - - - / - - - - X - - -", 4, "d3"),
    "other diagonal": ("- - - X - - - - / - - - X X - - - / - - O O O - - -", 3, "e6"),
}
"""The three rows that have discs, the number of the first of them, and where c4 goes."""


def picture(rows: str, first: int) -> Position:
    empty = " -" * 8
    board = empty * (first - 1) + rows.replace("/", " ") + empty * (8 - first - 2)
    return read_position(f"{board} X", OthelloOptions())


@pytest.mark.parametrize("name", MIDDLES)
def test_a_position_and_a_move_go_together(name: str) -> None:
    rows, first, move = MIDDLES[name]
    position = read_position(f"{AFTER_F5D6} X", OthelloOptions())

    twin = BY_NAME[name].position(position)

    assert twin == picture(rows, first)
    assert BY_NAME[name].action(square("c4")) == square(move)
    assert twin.allows(square(move))


@pytest.mark.parametrize("name", BY_NAME)
def test_the_start_keeps_or_exchanges_its_colours(name: str) -> None:
    start = Position()
    keeps = name in ("identity", "half turn", "main diagonal", "other diagonal")

    twin = BY_NAME[name].position(start)

    assert twin == (start if keeps else Position(black=start.white, white=start.black))


@pytest.mark.parametrize("name", BY_NAME)
def test_the_pass_stays_the_pass(name: str) -> None:
    assert BY_NAME[name].action(PASS) == PASS
