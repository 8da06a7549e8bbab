"""How things stand at a table, as one receiver sees them: the `state` of snapshots and events."""

from typing import Any, Literal

from msgspec import Struct


class SeatView(Struct, frozen=True):
    name: str
    """Of the player, or of the bot; empty while the seat is free."""
    kind: Literal["free", "human", "bot"]
    """Whose seat it is."""
    ready: bool
    """For the game to start; bots always are."""
    bot: str | None
    """The bot that plays here, for its owner too."""
    gone: bool
    """Resigned, or out of time: a bot moves for the seat to the end of the game, and it cannot win."""
    owner: int
    """The first seat of who plays here: several seats of one device have the same."""


class OfferView(Struct, frozen=True):
    kind: str
    """draw, takeback or rematch."""
    seat: int
    """Who asks."""
    agreed: list[int]
    """The seats that have agreed, the asker included."""


class ResultView(Struct, frozen=True):
    reason: str
    """The game's own word (rules, max_turns, no_moves, target), or the table's: resign, time, draw, abandoned."""
    returns: list[float]
    """By seat, the score."""
    places: list[int]
    """By seat, 1 is the best; equals share a place, and who gave up comes after all who stayed."""
    counts: dict[str, list[int]]
    """By seat, what people count in this game: {"discs": [33, 31]}."""
    assisted: bool
    """Something was taken back in this game."""
    seed: str
    """As text: JSON numbers of a browser are not exact above 2^53."""
    nonce: str
    """With the seed it makes the commitment."""


class StateView(Struct, frozen=True):
    """How things stand, for one receiver."""

    status: Literal["open", "playing", "over"]
    """Of the room: waiting for players, in a game, or between two."""
    phase: str
    """WAITING before the first move, GAME_OVER after the last; between them PLAYING, or what the game calls it."""
    round: int
    """The number of the game in this room, from 1; 0 before the first."""
    seats: list[SeatView]
    """Who sits where."""
    due: list[int]
    """The seats that are to move."""
    passing: list[int]
    """Those of them that can only pass: the server does it for them in a moment."""
    plies: int
    """How old the game is: moves and luck, of simultaneous moves only whole turns."""
    moves: list[tuple[int, str]]
    """The receiver's legal moves, (action, text)."""
    offers: list[OfferView]
    """What waits for an answer."""
    committed: list[int]
    """Seats that have moved in this turn of simultaneous moves."""
    commitment: str
    """What was promised of the luck of this game; empty before the first."""
    places: list[int]
    """By seat how they stand now, 1 is the best; empty where fewer than three play, and in timed games."""
    result: ResultView | None
    """Of a game that is over; null before."""
    view: Any
    """The game as its rules show it to the receiver; null before the first one and in timed ones: see `tick`."""
