"""Which finished games a guest has played, what was counted in them, and whether moves were taken back.

Games that ended before are on nobody's page: only their logs tell who played them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("result", sa.Column("counts", sa.LargeBinary))
    op.add_column("result", sa.Column("assisted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "played",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("ended_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("room", sa.Text, sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    # Its first key is the guest; to remove a room is to remove it from everybody's.
    op.create_index("played_by_room", "played", ["room"])
