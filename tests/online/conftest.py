"""Real servers, once for each test run, and fresh databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.online.playing import Served, served
from tests.online.servers import PostgreSQL, Redis, postgresql, redis


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgreSQL]:
    with postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with redis() as server:
        yield server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One of ours without limits, for everybody who only looks at rooms that he made himself; a test that kills it
    starts it again."""
    with served(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new SQLite file, then a new PostgreSQL database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/rooms.db"
    server: PostgreSQL = request.getfixturevalue("postgresql_server")
    return server.database()
