"""2048's symmetries in pictures: tiles, directions and new tiles turn together."""

import pytest

from asobiba.core.symmetry import Symmetry
from asobiba.games.twenty48.notation import read_move, read_position, write_move
from asobiba.games.twenty48.rules import DIRECTIONS, Position, Twenty48Options
from asobiba.games.twenty48.symmetry import symmetries

SQUARE = Twenty48Options()
BOARD = "2.4.8.16/0.0.0.32/0.0.0.64/0.0.0.0"
# The board after the symmetry, what becomes of up, right, down and left, and where a new tile on b3 goes.
IMAGES = """
    identity           | 2.4.8.16/0.0.0.32/0.0.0.64/0.0.0.0    | up right down left | b3
    left-right         | 16.8.4.2/32.0.0.0/64.0.0.0/0.0.0.0    | up left down right | c3
    top-bottom         | 0.0.0.0/0.0.0.64/0.0.0.32/2.4.8.16    | down right up left | b2
    half turn          | 0.0.0.0/64.0.0.0/32.0.0.0/16.8.4.2    | down left up right | c2
    quarter turn       | 0.0.0.2/0.0.0.4/0.0.0.8/0.64.32.16    | right down left up | b2
    three-quarter turn | 16.32.64.0/8.0.0.0/4.0.0.0/2.0.0.0    | left up right down | c3
    main diagonal      | 2.0.0.0/4.0.0.0/8.0.0.0/16.32.64.0    | left down right up | c2
    other diagonal     | 0.64.32.16/0.0.0.8/0.0.0.4/0.0.0.2    | right up left down | b3
"""


def named(name: str, options: Twenty48Options = SQUARE) -> Symmetry[Position]:
    return next(symmetry for symmetry in symmetries(options) if symmetry.name == name)


@pytest.mark.parametrize("row", IMAGES.strip().splitlines(), ids=lambda row: row.split("|")[0].strip())
def test_tiles_directions_and_new_tiles_turn_together(row: str) -> None:
    name, board, directions, cell = (part.strip() for part in row.split("|"))
    symmetry, due = named(name), read_position(f"{BOARD} due=1", SQUARE)

    assert symmetry.position(read_position(f"{BOARD} score=20", SQUARE)) == read_position(f"{board} score=20", SQUARE)
    assert " ".join(DIRECTIONS[symmetry.action(action)] for action in range(4)) == directions
    for tile in (2, 4):
        outcome = symmetry.outcome(read_move(due, f"b3={tile}"))
        assert write_move(symmetry.position(due), outcome) == f"{cell}={tile}"


def test_a_board_that_is_not_square_keeps_its_shape() -> None:
    options = Twenty48Options(rows=2, columns=3)

    images = {
        symmetry.name: symmetry.position(read_position("2.4.8/0.0.16", options)) for symmetry in symmetries(options)
    }

    assert images == {
        "identity": read_position("2.4.8/0.0.16", options),
        "left-right": read_position("8.4.2/16.0.0", options),
        "top-bottom": read_position("0.0.16/2.4.8", options),
        "half turn": read_position("16.0.0/8.4.2", options),
    }
