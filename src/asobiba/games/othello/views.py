"""What everybody sees of a game of Othello; squares are 0 (a1) to 63 (h8), row by row."""

from typing import TypedDict


class OthelloView(TypedDict):
    black: list[int]
    """The squares with black discs, ascending."""
    white: list[int]
    """Those with white ones."""
    to_play: int
    """0 is black, 1 white, -2 nobody: the game is over."""
    legal: list[int]
    """Squares for a disc of the side to move, or only 64, the pass."""
