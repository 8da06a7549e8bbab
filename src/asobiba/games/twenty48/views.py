"""What everybody sees of a game of 2048."""

from typing import TypedDict


class Twenty48View(TypedDict):
    board: list[list[int]]
    """Row by row from the top: the tiles' numbers, 0 is an empty cell."""
    score: int
    """The sum of all merges."""
    won: bool
    """The target has been reached."""
    to_play: int
    """0 is the player, -1 luck (a new tile), -2 nobody: the game is over."""
    legal: list[int]
    """0 up, 1 right, 2 down, 3 left; while luck is to move, the outcomes of luck."""
