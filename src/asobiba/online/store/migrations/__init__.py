"""The schema, step by step: each file in versions/ is one step, and a database remembers the last that it took."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

HERE: Final = Path(__file__).parent
NEWEST: Final = max(step.name[1:5] for step in (HERE / "versions").glob("m*.py"))
"""The last step that there is; m0001_rooms.py is 0001."""
LOCK = 0x61736F62
"""Of PostgreSQL's advisory locks, the one for processes that start at the same time."""


def migrate(connection: Connection) -> None:
    """Take the steps that the database lacks, inside the transaction of `connection`. Mostly it lacks none, and the
    server starts without Alembic, which takes a while to load.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    if not inspect(connection).has_table("alembic_version") or _steps(connection) != [NEWEST]:
        from asobiba.online.store.migrations.steps import take_steps

        take_steps(connection, HERE)


def _steps(connection: Connection) -> list[str]:
    return list(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
