"""The schema, step by step: each file in versions/ is one step, and a database remembers the last that it took."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from asobiba.core.errors import ConfigError

LOCK = 0x61736F62
"""Of PostgreSQL's advisory locks, the one for processes that start at the same time."""


def migrate(connection: Connection) -> None:
    """Take the steps that the database lacks, inside the transaction of `connection`."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    taken = MigrationContext.configure(connection).get_current_heads()
    if unknown := set(taken) - known:
        raise ConfigError(
            f"the database has schema {', '.join(unknown)}, which is newer than this version of Asobiba ({max(known)});"
            " start the newer version, or name another database",
        )
    command.upgrade(config, "head")
