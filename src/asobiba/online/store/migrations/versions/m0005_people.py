"""How many people sit in a room: the lobby shows where others can join, and who plays alone can end it."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("room", sa.Column("people", sa.Integer, nullable=False, server_default=sa.text("0")))
    connection = op.get_bind()
    room = sa.table("room", sa.column("id"), sa.column("status"), sa.column("summary"), sa.column("people"))
    for found in connection.execute(sa.select(room.c.id, room.c.summary).where(room.c.status != "over")).all():
        connection.execute(sa.update(room).where(room.c.id == found.id).values(people=_people(found.summary)))


def _people(summary: bytes) -> int:
    """Everybody had one seat until now. Of a summary that is damaged nobody knows: the room is left alone."""
    try:
        return sum(not seat["bot"] and not seat["free"] for seat in json.loads(summary)["seats"])
    except (ValueError, TypeError, KeyError):
        return 2
