"""Copies of a database: refused with a sentence, never written over anything, and whole while others write."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from asobiba.core.errors import ConfigError
from asobiba.online.store.backup import back_up
from asobiba.online.store.rows import Append
from asobiba.online.store.store import Store
from tests.online.store.test_store import ROOM, move


def make(path: Path, content: str) -> None:
    if content == "text":
        path.write_text("no database " * 500)
    if content == "empty":
        path.touch()
    if content == "another's":
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE bread (price)")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("none", "there is no such file"),
        ("text", "file is not a database"),
        ("empty", "this is no database of Asobiba"),
        ("another's", "this is no database of Asobiba"),
    ],
)
def test_what_cannot_be_copied_is_said_and_nothing_is_left(tmp_path: Path, content: str, sentence: str) -> None:
    make(tmp_path / "games.db", content)
    before = sorted(tmp_path.iterdir())

    with pytest.raises(ConfigError, match=sentence):
        back_up(f"sqlite:///{tmp_path}/games.db", tmp_path / "backup.db")

    assert sorted(tmp_path.iterdir()) == before


def test_postgresql_has_its_own(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="PostgreSQL has pg_dump"):
        back_up("postgresql://asobiba@db/asobiba", tmp_path / "backup.db")


@pytest.mark.asyncio
async def test_nothing_is_overwritten(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    await (await Store.open(url)).close()
    (tmp_path / "backup.db").write_text("the last one")

    with pytest.raises(ConfigError, match="there is such a file already"):
        back_up(url, tmp_path / "backup.db")
    with pytest.raises(ConfigError, match="No such file or directory"):
        back_up(url, tmp_path / "nowhere" / "backup.db")

    assert (tmp_path / "backup.db").read_text() == "the last one"


@pytest.mark.asyncio
async def test_a_copy_is_of_one_instant_whatever_is_written_meanwhile(tmp_path: Path) -> None:
    """Names with what an address must escape; the copy is one file, for its owner alone."""
    folder = tmp_path / "50% ä?#"
    folder.mkdir()
    store = await Store.open(f"sqlite:///{tmp_path}/games.db")
    try:
        await store.create_room(ROOM)
        for number in range(1, 4):
            await store.append(Append(ROOM.id, ROOM.fence, (move(number),)))
        back_up(f"sqlite:///{tmp_path}/games.db", folder / "backup.db")
        await store.append(Append(ROOM.id, ROOM.fence, (move(4),)))
    finally:
        await store.close()

    assert [path.name for path in folder.iterdir()] == ["backup.db"]
    assert stat.S_IMODE((folder / "backup.db").stat().st_mode) == 0o600
    back_up(f"sqlite:///{tmp_path}/games.db", folder / "later.db")  # of a server that does not run
    assert [numbers(folder / name) for name in ("backup.db", "later.db")] == [[1, 2, 3], [1, 2, 3, 4]]


def numbers(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as copy:
        return [number for (number,) in copy.execute("SELECT seq FROM event ORDER BY seq")]
