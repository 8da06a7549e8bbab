"""Finished games are folded and written once, beside the event loop."""

import asyncio
import threading
from pathlib import Path

import pytest

from asobiba.online.protocol import messages as say
from asobiba.online.rooms import archive
from asobiba.online.rooms.archive import moves_bytes, record_bytes, replay_bytes
from asobiba.online.rooms.hub import NewRoom
from asobiba.online.rooms.table import RoomTable
from tests.online.lines import a_hub, seated_room

FORMS = (record_bytes, moves_bytes, replay_bytes)


@pytest.mark.asyncio
async def test_a_game_is_folded_and_written_once_however_many_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[str] = []
    finished = archive._finished

    def counted(table: RoomTable, *arguments: object) -> RoomTable:
        folded.append(threading.current_thread().name)
        return finished(table, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(archive, "_finished", counted)
    async with a_hub(tmp_path) as hub:
        rooms = []
        for _ in range(2):
            room, (anna, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
            await room.take(anna, say.Resign())
            rooms.append(room.id)
        asked = [hub.archive.text(room, 1, form) for room in rooms for form in FORMS for _ in range(5)]
        texts = await asyncio.gather(*asked)
        assert len(folded) == 2
        assert all(name.startswith("archive") for name in folded)
        monkeypatch.setattr(archive, "KEPT_TABLES", 0)
        hub.archive._tables.clear()
        assert await hub.archive.text(rooms[0], 1, replay_bytes) == texts[2 * 5]
        assert len(folded) == 2  # what was written needs no game any more


@pytest.mark.asyncio
async def test_only_so_many_bytes_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.take(anna, say.Resign())
        first = await hub.archive.text(room.id, 1, record_bytes)
        monkeypatch.setattr(archive, "KEPT_BYTES", len(first))
        for form in FORMS:
            await hub.archive.text(room.id, 1, form)
        assert list(hub.archive._texts) == [(room.id, 1, "replay_bytes")]
