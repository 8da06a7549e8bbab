"""A server is ready soon: what it does not need for the first move is not loaded before."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from asobiba.online.http.app import make_app
from asobiba.online.settings import Settings
from asobiba.online.store import migrations
from asobiba.online.store.store import Store

LATER = {
    "alembic": "the schema is up to date",
    "asyncpg": "the database is SQLite",
    "redis": "there is one process",
    "sqlalchemy.dialects.postgresql": "the database is SQLite",
    "sqlalchemy.orm": "the statements are written by hand",
}
"""Libraries, and why a server like this one never needs them."""

PROGRAM = """
import asyncio, sys
import asobiba.online.run
import asobiba.online.http.listen
from asobiba.online.http.app import make_app
from asobiba.online.settings import Settings

async def begin():
    app = make_app(Settings(database=sys.argv[1]))
    async with app.router.lifespan_context(app):
        print(*sys.modules)

asyncio.run(begin())
"""


@pytest.mark.asyncio
async def test_a_server_begins_without_what_it_does_not_need(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    await (await Store.open(url)).close()
    done = subprocess.run([sys.executable, "-c", PROGRAM, url], capture_output=True, text=True, check=True, timeout=120)
    loaded = set(done.stdout.split())

    assert "asobiba.online.http.api" in loaded
    assert not loaded & LATER.keys()


def test_the_newest_step_is_read_from_the_names_of_files() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.HERE).replace("%", "%%"))

    assert ScriptDirectory.from_config(config).get_heads() == [migrations.NEWEST]


def test_a_socket_does_not_wait_until_the_interface_is_built() -> None:
    """FastAPI builds it when it looks there."""
    paths = [getattr(route, "path", None) for route in make_app(Settings()).router.routes]

    assert "/ws" in paths
    assert None not in paths[: paths.index("/ws")]
