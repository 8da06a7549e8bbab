"""What everybody sees of a game of Otrio; a slot is 9 * size + space, colours are 0 red, 1 green, 2 blue, 3 yellow."""

from typing import TypedDict


class OtrioView(TypedDict):
    board: list[int]
    """The colour in each of the 27 slots, -1 where there is none."""
    colors: list[int]
    """Those in play, in the order of play."""
    owners: list[int]
    """The seat of each of them."""
    stock: list[list[int]]
    """Small, medium and large pieces that each of them has left."""
    due: list[int]
    """Of which a piece may be placed now: one, or two to choose from."""
    winner_color: int | None
    """Whose line it is."""
    winner_seat: int | None
    """Who has won, by a line or because the others have left."""
    to_play: int
    """A seat, or -2: the game is over."""
    legal: list[int]
    """Slots, for the second of two colours 28 more; or only 27, the pass."""
