"""Rooms without sockets: a hub with a real store and real bots, and lines that keep what they are sent."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from asobiba.online.bots.thinkers import Thinkers
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.room import Room
from asobiba.online.settings import Settings
from asobiba.online.store.store import Store

R = TypeVar("R")


class KeptLine:
    """A Line that keeps its frames, for tests to read."""

    def __init__(self, guest: str, number: int = 0, address: str = "192.0.2.1") -> None:
        self.id, self.guest, self.address = f"{guest}/{number}", Guest(guest, guest.capitalize()), address
        self.told: list[Any] = []
        self.frames: list[bytes] = []
        self.closed: tuple[int, str] | None = None

    def send(self, frame: bytes) -> None:
        if self.closed is None:
            self.frames.append(frame)
            self.told.append(msgspec.json.decode(frame, type=say.Reply))

    def close(self, code: int, reason: str) -> None:
        self.closed = self.closed or (code, reason)

    def all(self, kind: type[R]) -> list[R]:
        return [message for message in self.told if isinstance(message, kind)]

    def last(self, kind: type[R]) -> R:
        return self.all(kind)[-1]

    @property
    def state(self) -> dict[str, Any]:
        """How things stand as far as this line was told."""
        latest = next(message for message in reversed(self.told) if isinstance(message, say.Snapshot | say.Events))
        found: dict[str, Any] = msgspec.json.decode(bytes(latest.state))
        return found

    @property
    def seq(self) -> int:
        latest = next(message for message in reversed(self.told) if isinstance(message, say.Snapshot | say.Events))
        return latest.seq if isinstance(latest, say.Snapshot) else latest.seq + len(latest.list) - 1


def quick_settings(folder: Path, **changes: Any) -> Settings:
    chosen = {
        "database": f"sqlite:///{folder / 'rooms.db'}",
        "bot_pause": 0.0,
        "bot_niceness": 0,
        "pass_pause": 0.0,
        "countdown": 0.0,
        "rooms_per_guest": 1000,
        **changes,
    }
    return Settings(**chosen)


_empty: list[Path] = []
"""A database without rooms, once there is one."""


async def _begin(database: str) -> None:
    """A new file has the newest schema already, copied: for a short test its steps would be most of the work."""
    kind, _, path = database.partition(":///")
    if kind != "sqlite" or Path(path).exists():
        return
    if not _empty:
        made = Path(tempfile.mkdtemp()) / "rooms.db"
        await (await Store.open(f"sqlite:///{made}")).close()
        _empty.append(made)
    shutil.copy(_empty[0], path)


@asynccontextmanager
async def a_hub(folder: Path, *, bots: bool = False, **changes: Any) -> AsyncIterator[Hub]:
    """Its bots think only if they are asked for; without them they move at random."""
    settings = quick_settings(folder, **changes)
    await _begin(settings.database)
    store = await Store.open(settings.database)
    thinkers = Thinkers(1, niceness=0)
    if bots:
        await thinkers.start()
    hub = Hub(settings, store, thinkers)
    try:
        yield hub
    finally:
        await hub.drain()
        await thinkers.close()
        await store.close()


async def seated_room(hub: Hub, wish: NewRoom, guests: list[str]) -> tuple[Room, list[KeptLine], list[str]]:
    """A room in which the guests sit and are ready, with their lines and tokens."""
    made = await hub.create(Guest(guests[0], guests[0].capitalize()), wish)
    room = await hub.open(made.room)
    lines, tokens = [], []
    for name in guests:
        line = KeptLine(name)
        await room.join(line, say.Hello(made.room))
        await room.take(line, say.Sit())
        tokens.append(line.last(say.Seated).token)
        lines.append(line)
    for line in lines:
        await room.take(line, say.Ready())
    return room, lines, tokens


async def until(what: Any, seconds: float = 60.0) -> None:
    """Wait for something that happens by itself. The deadline is for machines that are slow and busy."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not happen"
        await asyncio.sleep(0.01)
