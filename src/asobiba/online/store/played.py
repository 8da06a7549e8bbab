"""What guests have played to its end, and how they take it away: a part of the store."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, select, update

from asobiba.online.store.journal import Work
from asobiba.online.store.rows import PlayedGame, ResultRow
from asobiba.online.store.schema import clock, event, played, renamed, result, room


class Played:
    def __init__(
        self, read: Callable[[Select[Any]], Awaitable[Sequence[Any]]], write: Callable[[Work[Any]], Awaitable[Any]]
    ) -> None:
        self._read, self._write = read, write

    async def games(self, guest: str, limit: int, before_ms: int | None = None) -> list[PlayedGame]:
        """Of a guest, the latest first."""
        mine = played.c.guest == guest
        if before_ms is not None:
            mine = and_(mine, played.c.ended_ms < before_ms)
        same = and_(result.c.room == played.c.room, result.c.round == played.c.round)
        found = select(played.c.seat, room.c.config, result).select_from(
            played.join(result, same).join(room, room.c.id == played.c.room)
        )
        latest = found.where(mine).order_by(played.c.ended_ms.desc(), played.c.room, played.c.seat).limit(limit)
        return [PlayedGame(seat, config, ResultRow(*of)) for seat, config, *of in await self._read(latest)]

    async def rooms(self, guest: str, limit: int) -> list[str]:
        """Some of the rooms that are found by this guest: that he has made, or has played in."""
        made = select(room.c.id).where(room.c.host == guest).limit(limit)
        shared = select(played.c.room).where(played.c.guest == guest).distinct().limit(limit)
        return sorted({*(row[0] for row in await self._read(made)), *(row[0] for row in await self._read(shared))})

    async def forget(self, guest: str, rooms: Collection[str], whole: Collection[str]) -> None:
        """These rooms are not found by this guest any more; of those in `whole` nothing is left at all."""

        def forget(connection: Connection) -> None:
            connection.execute(delete(played).where(played.c.guest == guest, played.c.room.in_(rooms)))
            connection.execute(update(room).where(room.c.id.in_(rooms), room.c.host == guest).values(host=""))
            for table in (played, result, clock, event):
                connection.execute(delete(table).where(table.c.room.in_(whole)))
            connection.execute(delete(room).where(room.c.id.in_(whole)))

        await self._write(forget)

    async def forget_name(self, guest: str) -> None:
        await self._write(lambda connection: connection.execute(delete(renamed).where(renamed.c.guest == guest)))
