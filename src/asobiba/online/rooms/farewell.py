"""A guest takes everything away that is his.

Rooms in which nobody but he and bots ever sat or spoke are deleted, running or not. In the others somebody else has
played or talked: those stay as they are, with the name that he had there and what he has said, but nothing leads from
him to them any more.
"""

from collections.abc import Sequence

import msgspec

from asobiba.online.protocol.events import Said, Sat, read_event
from asobiba.online.rooms.hub import Hub
from asobiba.online.store.rows import Row

AT_ONCE = 50
"""Rooms that go with one commit, so that moves of others come between."""
PEOPLE = ("sat", "said")


async def farewell(hub: Hub, guest: str) -> int:
    """How many rooms were deleted."""
    gone = 0
    while rooms := await hub.store.played.rooms(guest, AT_ONCE):
        async with hub.removing(rooms) as own:
            own += [room for room in rooms if _is_own(await hub.store.rows(room, kinds=PEOPLE), guest)]
            await hub.store.played.forget(guest, rooms, own)
        gone += len(own)
    await hub.store.played.forget_name(guest)
    return gone


def _is_own(rows: Sequence[Row], guest: str) -> bool:
    """What cannot be read is nobody's alone."""
    try:
        events = [read_event(row.payload) for row in rows]
    except msgspec.MsgspecError:
        return False
    return all(event.guest == guest for event in events if isinstance(event, Sat | Said))
