"""What is written into the store and read from it."""

from dataclasses import dataclass

from asobiba.core.errors import AsobibaError


class Conflict(AsobibaError):
    """Another process has written this room: the number is taken, the fence is old, or the move is known already."""

    code = "conflict"


class StorageDown(AsobibaError):
    """The database did not answer. Whether the write happened is unknown until the log is read again."""

    code = "storage"


class Unstorable(AsobibaError):
    """The database has answered, and refuses what was to be written. Nothing was."""

    code = "unstorable"


class Damaged(AsobibaError):
    """What is stored of a room makes no sense. It is nobody's fault who asks for it, and no other room's."""

    code = "damaged"


@dataclass(frozen=True, slots=True)
class RoomRow:
    id: str
    game: str
    rules: int
    config: bytes
    private: bool
    host: str
    """The guest who made the room."""
    status: str
    """open, playing or over."""
    summary: bytes
    """What the lobby shows."""
    created_ms: int
    touched_ms: int
    fence: int = 0
    """Counts the owners. An append that names an older one comes from a process that has lost the room."""
    people: int = 0
    """Who sit there, bots apart."""


@dataclass(frozen=True, slots=True)
class Row:
    """One event of a room."""

    seq: int
    at_ms: int
    seat: int | None
    cmid: str | None
    """The client's own name for its move; a seat never stores the same one twice."""
    kind: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class ClockRow:
    """How long the decision with which a room stands has been thought about, as far as the log does not say it."""

    room: str
    process: str
    """Who has the room, or had it last."""
    held: bool
    """False: that process let it go in good order, with the clocks running."""
    decision: int
    """The event that made the position; of a later one the log knows when its thinking began."""
    spent_ms: int
    since_ms: int | None
    """From then on more is spent; None: the clocks stand still."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    room: str
    round: int
    """1 for the first game of a room, 2 for the rematch."""
    game: str
    rules: int
    ended_ms: int
    plies: int
    reason: str
    seats: bytes
    returns: bytes
    counts: bytes | None = None
    """What people count in this game, by seat; None: nobody wrote it down."""
    assisted: bool = False
    """Moves were taken back."""


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A guest has played a seat of a game to its end."""

    guest: str
    ended_ms: int
    room: str
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The same with what is known of the game."""

    seat: int
    config: bytes
    """Of its room."""
    result: ResultRow


@dataclass(frozen=True, slots=True)
class Append:
    """What is written together or not at all."""

    room: str
    fence: int
    rows: tuple[Row, ...]
    status: str | None = None
    summary: bytes | None = None
    people: int | None = None
    result: ResultRow | None = None
    played: tuple[PlayedRow, ...] = ()
    """By whom, with the result."""
    created: RoomRow | None = None
    """The room itself, when this is its first append."""
