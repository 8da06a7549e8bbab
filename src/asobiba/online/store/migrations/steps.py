"""With Alembic, the steps that a database lacks."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from asobiba.core.errors import ConfigError


def take_steps(connection: Connection, folder: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    taken = MigrationContext.configure(connection).get_current_heads()
    if unknown := set(taken) - known:
        raise ConfigError(
            f"the database has schema {', '.join(unknown)}, which is newer than this version of Asobiba ({max(known)});"
            " start the newer version, or name another database",
        )
    command.upgrade(config, "head")
