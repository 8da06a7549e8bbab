"""A copy of an SQLite database that a server may be using meanwhile.

    back_up("sqlite:///games.db", Path("backup.db"))

It is the database as it was at one instant: what was acknowledged before is in it, nothing is in it by half. Nobody
waits for it, neither reader nor writer. PostgreSQL has pg_dump.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from asobiba.core.errors import ConfigError
from asobiba.online.store.database import target_of


def back_up(url: str, file: Path) -> int:
    """The bytes of the new file, which only its owner may read: it holds the secret that signs guests."""
    target = target_of(url)
    if target.get_backend_name() != "sqlite" or target.database is None:
        raise ConfigError("backup is for SQLite; PostgreSQL has pg_dump, see docs/security.md")
    database = Path(target.database)
    if not database.is_file():
        raise ConfigError(f"database {str(database)!r}: there is no such file")
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise ConfigError(f"backup {str(file)!r}: there is such a file already, which is not overwritten") from None
    except OSError as error:
        raise ConfigError(f"backup {str(file)!r}: {error.strerror}") from None
    try:
        _copy(database, file)
    except BaseException as error:
        for name in (file, f"{file}-journal", f"{file}-wal", f"{file}-shm"):
            Path(name).unlink(missing_ok=True)
        if isinstance(error, sqlite3.Error | OSError):
            raise ConfigError(f"backup of {str(database)!r}: {error}") from None
        raise
    return file.stat().st_size


def _copy(database: Path, file: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{quote(str(database.absolute()))}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(file)) as copy,
    ):
        if not source.execute("SELECT 1 FROM sqlite_master WHERE name = 'event'").fetchone():
            raise sqlite3.DatabaseError("this is no database of Asobiba")
        source.backup(copy)  # all pages at once: of one instant
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        [found] = copy.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    with file.open("rb") as written:
        os.fsync(written.fileno())
