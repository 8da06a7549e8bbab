"""Rooms that were played before the server started: their logs, as the server would have written them."""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from asobiba.core.registry import find_game
from asobiba.online.protocol import events as log
from asobiba.online.protocol.events import Event, kind_of, write_event
from asobiba.online.rooms import decisions
from asobiba.online.rooms.ending import parted
from asobiba.online.rooms.showing import summary
from asobiba.online.rooms.table import RoomSettings, RoomTable, Setup, open_table
from asobiba.online.rooms.tokens import hashed, new_room_id, new_secret, new_token
from asobiba.online.store.rows import Append, RoomRow, Row
from asobiba.online.store.store import Store

ENDLESS = ("twenty48", {"rows": 8, "columns": 8})
"""A game, with its options, that lasts as long as anybody likes, whoever plays it."""
HOST = "long ago"
ROWS_AT_ONCE = 500


@dataclass(frozen=True)
class Written:
    """A room in the database."""

    room: str
    token: str
    """Of its first seat."""
    first_id: str
    """Of the first move that was made in it."""


async def write_rooms(
    database: str,
    plies: int,
    *,
    over: bool = False,
    rooms: int = 1,
    game: tuple[str, Mapping[str, object]] = ENDLESS,
) -> list[Written]:
    """The same game of so many plies, played at random to there and given up if it shall be `over`; one that is won
    before then has fewer."""
    token, at = new_token(), time.time_ns() // 1_000_000
    name, options = game
    seated = open_table(Setup(name, find_game(name).version, dict(options), RoomSettings(), HOST))
    table, events = _played(seated, hashed(token), plies, over=over, luck=random.Random(1))
    rows = _rows(events, at)
    store = await Store.open(database)
    try:
        ids = [new_room_id() for _ in range(rooms)]
        for room in ids:
            await store.create_room(_row(room, table, at))
            for first in range(0, len(rows), ROWS_AT_ONCE):
                await store.append(Append(room, 0, rows[first : first + ROWS_AT_ONCE]))
    finally:
        await store.close()
    first_id = next(row.cmid for row in rows if row.cmid).rpartition(":")[2]
    return [Written(room, token, first_id) for room in ids]


def _played(
    table: RoomTable, token: str, plies: int, *, over: bool, luck: random.Random
) -> tuple[RoomTable, list[Event]]:
    """By everybody in turn; whoever is to move."""
    events: list[Event] = [log.Sat(seat, f"Player {seat}", _guest(seat), token) for seat in range(len(table.seats))]
    table, events = _after(table, decisions.start(table, events, new_secret()))
    while len(table.plies) < plies and table.status == "playing":
        seat = table.due()[0]
        table, new = _after(table, decisions.moved(table, seat, luck.choice(table.legal(seat)), 1000, "player"))
        events += new
    if over and table.status == "playing":
        table, new = _after(table, parted(table, log.Resigned(0), "resign"))
        events += new
    return table, events


def _guest(seat: int) -> str:
    return f"{HOST}/{seat}"


def _after(table: RoomTable, events: list[Event]) -> tuple[RoomTable, list[Event]]:
    return decisions.all_after(table, events), events


def _row(room: str, table: RoomTable, at: int) -> RoomRow:
    return RoomRow(
        id=room,
        game=table.game.name,
        rules=table.game.version,
        config=msgspec.json.encode(table.setup),
        private=False,
        host=table.setup.host,
        status=table.status,
        summary=summary(table),
        created_ms=at,
        touched_ms=at,
        fence=0,
    )


def _rows(events: Sequence[Event], at: int) -> tuple[Row, ...]:
    return tuple(
        Row(
            number,
            at,
            getattr(event, "seat", None),
            f"{_guest(event.seat)}:m{number}" if isinstance(event, log.Moved) else None,
            kind_of(event),
            write_event(event),
        )
        for number, event in enumerate(events, 1)
    )
