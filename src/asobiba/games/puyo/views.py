"""What a player sees of a game of Puyo, in turns and on the clock. R, B, Y, G, P are colours, O is ojama."""

from typing import Literal, TypedDict


class PuyoPlayerView(TypedDict):
    field: list[str]
    """Thirteen rows of six letters, the hidden one first; a dot is empty."""
    score: int
    """Points so far."""
    carry: int
    """Points that have not bought ojama yet."""
    all_clear: bool
    """The next chain brings 30 more ojama."""
    chain: int
    """Links of the last placement."""
    row14: int
    """The columns whose row 14 has been used, as bits, when the rules count that."""
    tray: list[str]
    """The symbols above the field."""


class PuyoTurnPlayerView(PuyoPlayerView):
    ojama: int
    """Waiting to fall on this player."""
    loose: int
    """Falling now: luck has yet to choose their columns."""


class PuyoView(TypedDict):
    """In turns."""

    to_play: int
    """A seat, -1 luck, or -2: the game is over."""
    legal: list[int]
    """Placements of the seat to move."""
    turn: int
    """Pairs that both have placed."""
    clock: int
    """Frames that the turns so far have taken, 60 a second."""
    price: int
    """Points for an ojama."""
    pairs: list[str]
    """The pair of this turn and the next two, axis and child."""
    commit: int | None
    """What the receiver has placed in this turn, if the other has yet to place."""
    players: list[PuyoTurnPlayerView]
    """By seat."""


class PuyoFallingView(TypedDict):
    """The pair that is steered."""

    column: int
    """Of the axis, 0 to 5."""
    height: int
    """Of the axis, in half rows."""
    side: int
    """On which the child is: 0 above, 1 right, 2 below, 3 left."""
    floated: int
    """Ticks since it fell half a row or stood on the ground."""
    grounded: int
    """Ticks on the ground, all together."""
    contacts: int
    """How often it has come to the ground."""
    rests: bool
    """It stands on the ground."""
    dropped: int
    """Rows that it fell with `down` held."""
    quick: int
    """The last tick in which one more press is a quick turn."""


class PuyoTimedPlayerView(PuyoPlayerView):
    phase: Literal["move in", "falling", "landing", "vanishing", "ojama", "done", "lost"]
    """What goes on between two pairs; only while `falling` a pair is steered."""
    until: int
    """The tick in which the phase ends, where time ends it."""
    pair: str
    """In hand, or moving in."""
    turn: int
    """Pairs placed so far."""
    falling: PuyoFallingView | None
    """The pair that is steered, while there is one."""
    held: int
    """The buttons that are down, as bits: left, right, down, rotate left, rotate right."""
    since: int
    """The tick in which the direction that is held was pressed."""
    pending: int
    """Ojama on their way while the chain that sends them goes on."""
    fixed: int
    """Ojama that fall when this board has settled."""
    pairs: list[str]
    """The pair in hand, or the one that comes, and the next two."""


class PuyoTimedView(TypedDict):
    """On the clock: the view of a `tick`."""

    tick: int
    """Ticks so far, 60 a second."""
    over: bool
    """Somebody has lost, or both are done."""
    price: int
    """Points for an ojama."""
    players: list[PuyoTimedPlayerView]
    """By seat."""
