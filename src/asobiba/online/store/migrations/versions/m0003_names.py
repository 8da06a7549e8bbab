"""The latest names of guests who have changed theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "renamed",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
    )
