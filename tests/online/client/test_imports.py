"""`asobiba[client]` is light: whoever plays online needs no part of a server."""

import subprocess
import sys

SERVER_PARTS = {
    "alembic",
    "asyncpg",
    "fastapi",
    "itsdangerous",
    "prometheus_client",
    "pydantic",
    "pydantic_settings",
    "redis",
    "sqlalchemy",
    "starlette",
    "structlog",
    "torch",
    "uvicorn",
}


def test_the_client_imports_no_part_of_a_server() -> None:
    program = "import sys, asobiba.online.client; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())

    assert "asobiba.online.client.room" in loaded
    assert not loaded & SERVER_PARTS
