"""What is stored: rooms, their events, the results of finished games, and the server's secrets.

The events of a room, numbered 1, 2, ... without a gap, are the truth about it. Everything else in the row of a room is
there to find it: for the lobby, for its host, for the process that owns it.
"""

from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from asobiba.core.errors import AsobibaError


class Conflict(AsobibaError):
    """Another process has written this room: the number is taken, the fence is old, or the move is known already."""

    code = "conflict"


class StorageDown(AsobibaError):
    """The database did not answer. Whether the write happened is unknown until the log is read again."""

    code = "storage"


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


@dataclass(frozen=True, slots=True)
class Append:
    """What is written together or not at all."""

    room: str
    fence: int
    rows: tuple[Row, ...]
    status: str | None = None
    summary: bytes | None = None
    result: ResultRow | None = None
    created: RoomRow | None = None
    """The room itself, when this is its first append."""


# Names for all constraints, so that a later migration can speak of them on both databases.
metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "fk": "%(table_name)s_of_%(column_0_name)s",
        "pk": "%(table_name)s_key",
    }
)

room = Table(
    "room",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("config", LargeBinary, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("host", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("touched_ms", BigInteger, nullable=False),
    Column("fence", BigInteger, nullable=False, server_default=text("0")),
    Index(None, "status", "private", "touched_ms"),
    Index(None, "host", "status"),
)

event = Table(
    "event",
    metadata,
    Column("room", Text, ForeignKey("room.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("cmid", Text),
    Column("kind", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    # Luck and chat have no cmid; leaving them out saves a page of the index for each of them.
    Index(
        None,
        "room",
        "seat",
        "cmid",
        unique=True,
        sqlite_where=text("cmid IS NOT NULL"),
        postgresql_where=text("cmid IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

result = Table(
    "result",
    metadata,
    Column("room", Text, ForeignKey("room.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("ended_ms", BigInteger, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    Column("returns", LargeBinary, nullable=False),
    Index(None, "game", "ended_ms"),
)

secret = Table(
    "secret",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
