"""Rooms, their events, the results of finished games, secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "room",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("config", sa.LargeBinary, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("touched_ms", sa.BigInteger, nullable=False),
        sa.Column("fence", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    )
    op.create_index("room_by_status_private_touched_ms", "room", ["status", "private", "touched_ms"])
    op.create_index("room_by_host_status", "room", ["host", "status"])
    op.create_table(
        "event",
        sa.Column("room", sa.Text, sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("cmid", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "event_by_room_seat_cmid",
        "event",
        ["room", "seat", "cmid"],
        unique=True,
        sqlite_where=sa.text("cmid IS NOT NULL"),
        postgresql_where=sa.text("cmid IS NOT NULL"),
    )
    op.create_table(
        "result",
        sa.Column("room", sa.Text, sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("returns", sa.LargeBinary, nullable=False),
    )
    op.create_index("result_by_game_ended_ms", "result", ["game", "ended_ms"])
    op.create_table(
        "secret",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
