"""How things stand at a table, as one receiver sees them: the `state` of snapshots and events."""

from typing import Any, Literal

from msgspec import Struct


class SeatView(Struct, frozen=True):
    name: str
    kind: Literal["free", "human", "bot"]
    ready: bool
    bot: str | None
    """The bot that plays here, for its owner too."""
    gone: bool


class OfferView(Struct, frozen=True):
    kind: str
    seat: int
    agreed: list[int]


class ResultView(Struct, frozen=True):
    reason: str
    returns: list[float]
    assisted: bool
    seed: str
    """As text: JSON numbers of a browser are not exact above 2^53."""
    nonce: str


class StateView(Struct, frozen=True):
    """How things stand, for one receiver."""

    status: Literal["open", "playing", "over"]
    phase: str
    """WAITING before the first move, GAME_OVER after the last; between them PLAYING, or what the game calls it."""
    round: int
    seats: list[SeatView]
    due: list[int]
    """The seats that are to move."""
    plies: int
    moves: list[tuple[int, str]]
    """The receiver's legal moves, (action, text)."""
    offers: list[OfferView]
    committed: list[int]
    """Seats that have moved in this turn of simultaneous moves."""
    commitment: str
    result: ResultView | None
    view: Any
    """The game as its rules show it to the receiver; null before the first game."""
