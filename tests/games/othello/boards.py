"""Boards of specification 003 for tests: 8 lists with 8 of `@`, `O` and `.` each."""

import random
from collections.abc import Iterator
from itertools import product

from asobiba.core.game import OVER
from asobiba.games.othello.rules import Position, square
from asobiba.games.othello.specification import COMPUTER, PLAYER

Board = list[list[str]]

NEITHER_MOVES = {"player": "a1 b1", "computer": "h8"}
PLAYER_MUST_PASS = {"player": "b1", "computer": "a1 h8"}
"""White has c1."""
COMPUTER_MUST_PASS = {"player": "a1 h8", "computer": "b1"}
"""Black has c1, and white has nothing left after it."""


def with_stones(player: str = "", computer: str = "") -> Board:
    """with_stones(player="c4 d5", computer="d4")"""
    board = [["."] * 8 for _ in range(8)]
    for stone, names in ((PLAYER, player), (COMPUTER, computer)):
        for name in names.split():
            row, column = divmod(square(name), 8)
            board[row][column] = stone
    return board


def board_of(position: Position) -> Board:
    def stone(at: int) -> str:
        return PLAYER if position.black >> at & 1 else COMPUTER if position.white >> at & 1 else "."

    return [[stone(8 * row + column) for column in range(8)] for row in range(8)]


def walk(seed: int) -> Iterator[Position]:
    """The positions of a random game, the last one included."""
    dice, position = random.Random(seed), Position()
    yield position
    while position.to_play != OVER:
        position = position.apply(dice.choice(position.legal()))
        yield position


def midgame(count: int, *, least: int = 20, most: int = 40) -> Iterator[Position]:
    """One position of each of `count` random games, with a disc to place and `least` to `most` discs on the board."""
    for seed in range(count):
        found = [each for each in walk(seed) if each.placements and least <= discs(each) <= most]
        yield random.Random(seed).choice(found)


def discs(position: Position) -> int:
    return (position.black | position.white).bit_count()


def names(moves: list[tuple[int, int]]) -> str:
    """[(2, 3), (3, 4)] -> "d3 e4" """
    return " ".join("abcdefgh"[column] + str(row + 1) for row, column in moves)


EVERY_SQUARE = list(product(range(8), repeat=2))
