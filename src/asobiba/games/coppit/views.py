"""What everybody sees of a game of Coppit; squares have the names of board_4p.json, colours are in capitals: RED."""

from typing import Literal, TypeAlias, TypedDict

Phase: TypeAlias = Literal["ROLL", "SELECT", "GAME_OVER"]


class CoppitMoveView(TypedDict):
    action: int
    """One of `legal`."""
    move: str
    """As it is written."""
    source: str
    """The square, or the BOX, from which the stack sets out."""
    path: list[str]
    """The squares after the source."""


class CoppitView(TypedDict):
    to_play: int
    """A seat, -1 luck (the die), or -2: the game is over."""
    phase: Phase
    """As in the table of phases."""
    turn: int
    """Turns of all players together, this one included; a skipped seat counts."""
    colour: str
    """Whose turn it is."""
    die: int | None
    """1 to 6; null before the roll."""
    extra_rolls: int
    """Of this turn, so far."""
    boxes: dict[str, int]
    """The hats of each colour in its own BOX."""
    nodes: dict[str, list[list[str]]]
    """The stacks of each square that has some, from bottom to top."""
    banked: dict[str, dict[str, int]]
    """By captor and owner."""
    winner: list[str]
    """Empty until the game is over."""
    legal: list[int]
    """Of the seat to move; while luck is to move, its outcomes."""
    moves: list[CoppitMoveView]
    """What those of them mean that walk."""
