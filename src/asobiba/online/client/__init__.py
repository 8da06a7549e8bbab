"""A client for programs: rooms over HTTP, games over a WebSocket that comes back by itself.

    async with Client("http://127.0.0.1:8000", name="my bot") as client:
        ticket = await client.create_room("othello", seat=0, ready=True, bots={1: "greedy"})
        async with client.join(ticket) as room:
            async for turn in room.turns():
                await room.move(turn.moves[0].action)
            print(room.state.result)

A move that was sent is played once, whatever happens to the connection: it keeps its id and is sent again until the
server says that it is stored. Events are taken in the order of their numbers; one that is missing is asked for.
"""

from asobiba.online.client.agent import play_agent
from asobiba.online.client.connection import REFUSED
from asobiba.online.client.errors import Rejected, Unreachable
from asobiba.online.client.outbox import TRY_AGAIN
from asobiba.online.client.room import DECIDED, Client, Joined
from asobiba.online.client.told import Choice, Happening, Ply, Turn
from asobiba.online.client.visitor import Ticket

__all__ = [
    "DECIDED",
    "REFUSED",
    "TRY_AGAIN",
    "Choice",
    "Client",
    "Happening",
    "Joined",
    "Ply",
    "Rejected",
    "Ticket",
    "Turn",
    "Unreachable",
    "play_agent",
]
