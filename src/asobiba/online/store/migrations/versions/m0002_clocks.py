"""How long players have thought: clocks of rooms, and until when each process was alive."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "clock",
        sa.Column("room", sa.Text, sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("held", sa.Boolean, nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("spent_ms", sa.BigInteger, nullable=False),
        sa.Column("since_ms", sa.BigInteger),
    )
    op.create_table(
        "process",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
    )
