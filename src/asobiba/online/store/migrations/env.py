"""Alembic runs this to migrate. The store hands over its own connection, inside a transaction."""

from alembic import context

from asobiba.online.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
