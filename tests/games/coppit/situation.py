"""Positions and moves for Coppit's tests, written as text."""

from typing import Any

from asobiba.core.errors import ConfigError
from asobiba.games.coppit.notation import read_move, read_position, write_move
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import Move
from asobiba.games.coppit.picture import standing
from asobiba.games.coppit.rules import Position


def situation(text: str, **options: Any) -> Position:
    return read_position(text, CoppitOptions(**options))


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.apply(read_move(position, move))
    return position


def moves(position: Position) -> list[str]:
    """What the seat to move may do, as text."""
    return [write_move(position, action) for action in position.legal()]


def stacks(position: Position) -> dict[str, str]:
    """{"10": "BR", "15": "B+R"}, bottom to top."""
    names = position.layout.board.short_names
    return {names[node]: "+".join(sorted(found)) for node, found in standing(position).items()}


def path_of(position: Position, text: str) -> list[str]:
    """The nodes of a move, its source first, by the board's full names."""
    move: Move = position.layout.moves[read_move(position, text)]
    return [position.layout.board.names[node] for node in (move.source, *move.path)]


def refusal(**options: Any) -> str:
    """The sentence that refuses these options; empty if they are fine."""
    try:
        CoppitOptions(**options)
    except ConfigError as error:
        return str(error)
    return ""
