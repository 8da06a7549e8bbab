"""What is stored: rooms, their events, the results of finished games, and the server's secrets.

How long a player has thought when a process dies is in no event; for that there are `clock` and `process`. `played`
finds the finished games of a guest. His name is in his token; `renamed` has the latest of those who have changed it,
whose older tokens are still good.

The events of a room, numbered 1, 2, ... without a gap, are the truth about it. Everything else in the row of a room is
there to find it: for the lobby, for its host, for the process that owns it.
"""

import sqlalchemy as sql

# Names for all constraints, so that a later migration can speak of them on both databases.
metadata = sql.MetaData(
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "fk": "%(table_name)s_of_%(column_0_name)s",
        "pk": "%(table_name)s_key",
    }
)

room = sql.Table(
    "room",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("config", sql.LargeBinary, nullable=False),
    sql.Column("private", sql.Boolean, nullable=False),
    sql.Column("host", sql.Text, nullable=False),
    sql.Column("status", sql.Text, nullable=False),
    sql.Column("summary", sql.LargeBinary, nullable=False),
    sql.Column("created_ms", sql.BigInteger, nullable=False),
    sql.Column("touched_ms", sql.BigInteger, nullable=False),
    sql.Column("fence", sql.BigInteger, nullable=False, server_default=sql.text("0")),
    sql.Column("people", sql.Integer, nullable=False, server_default=sql.text("0")),
    sql.Index(None, "status", "private", "touched_ms"),
    sql.Index(None, "host", "status"),
)

event = sql.Table(
    "event",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at_ms", sql.BigInteger, nullable=False),
    sql.Column("seat", sql.Integer),
    sql.Column("cmid", sql.Text),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("payload", sql.LargeBinary, nullable=False),
    # Luck and chat have no cmid; leaving them out saves a page of the index for each of them.
    sql.Index(
        None,
        "room",
        "seat",
        "cmid",
        unique=True,
        # The migration says the same to PostgreSQL; said here, it would load that dialect for those with SQLite.
        sqlite_where=sql.text("cmid IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

result = sql.Table(
    "result",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("round", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),
    sql.Column("ended_ms", sql.BigInteger, nullable=False),
    sql.Column("plies", sql.Integer, nullable=False),
    sql.Column("reason", sql.Text, nullable=False),
    sql.Column("seats", sql.LargeBinary, nullable=False),
    sql.Column("returns", sql.LargeBinary, nullable=False),
    sql.Column("counts", sql.LargeBinary),
    sql.Column("assisted", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Index(None, "game", "ended_ms"),
)

played = sql.Table(
    "played",
    metadata,
    sql.Column("guest", sql.Text, primary_key=True),
    sql.Column("ended_ms", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("round", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Index(None, "room"),
    sqlite_with_rowid=False,
)

clock = sql.Table(
    "clock",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("process", sql.Text, nullable=False),
    sql.Column("held", sql.Boolean, nullable=False),
    sql.Column("decision", sql.Integer, nullable=False),
    sql.Column("spent_ms", sql.BigInteger, nullable=False),
    sql.Column("since_ms", sql.BigInteger),
)

process = sql.Table(
    "process",
    metadata,
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("alive_ms", sql.BigInteger, nullable=False),
)

renamed = sql.Table(
    "renamed",
    metadata,
    sql.Column("guest", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
)

secret = sql.Table(
    "secret",
    metadata,
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),
)
