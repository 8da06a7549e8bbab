"""A room that one plays in or watches."""

import asyncio
import itertools
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, Self

from asobiba.online.client.connection import Connection
from asobiba.online.client.errors import Rejected
from asobiba.online.client.outbox import Outbox
from asobiba.online.client.told import Happening, Ply, Told, Turn
from asobiba.online.client.visitor import Ticket, Visitor
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.messages import Clock, Presence, Proposal, RoomInfo, You
from asobiba.online.protocol.views import StateView

DECIDED: Final = frozenset({"stale", "not_your_turn", "not_playing"})
"""What a move hears when somebody else has decided meanwhile."""


class Joined:
    """A room, as one client knows it, and what it does there."""

    def __init__(self, client: Visitor, room: str, token: str | None) -> None:
        self.client, self.id = client, room
        self._told = Told(token)
        self._outbox = Outbox(self._told, messages_per_20s=client.messages_per_20s, patience=client.patience)
        self._connection = Connection(client, room, self._told, self._outbox)
        self._word, self._numbers = secrets.token_hex(6), itertools.count()
        self._task: asyncio.Task[None] | None = None

    def __repr__(self) -> str:
        return f"Joined({self.id!r}, seq={self.seq})"

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._connection.stay(), name=f"client of room {self.id}")
        try:
            while self.seq < 0:
                await self._told.change()
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    # What the server said last ---------------------------------------------------------------------------------------

    @property
    def you(self) -> You:
        return self._told.you

    @property
    def seat(self) -> int | None:
        return self._told.you.seat

    @property
    def info(self) -> RoomInfo:
        return self._told.info

    @property
    def state(self) -> StateView:
        return self._told.state

    @property
    def seq(self) -> int:
        """The number of the last event that `state` shows; -1 before there is any state."""
        return self._told.seq

    @property
    def history(self) -> list[Ply]:
        return self._told.history

    @property
    def presence(self) -> Presence | None:
        return self._told.presence

    @property
    def clock(self) -> Clock | None:
        return self._told.clock

    @property
    def tick(self) -> say.Tick | None:
        """The last word of the server in a timed game."""
        return self._told.tick

    @property
    def connections(self) -> int:
        """How often the server has welcomed this client."""
        return self._told.connections

    def turns(self) -> AsyncIterator[Turn]:
        """Every decision of this seat, once, until the game is over. A game that has not begun is waited for."""
        return self._told.turns()

    def events(self) -> AsyncIterator[Happening]:
        """The events after this call, in order. Numbers are missing only after more than the server remembers."""
        return self._told.events_after(self.seq)

    async def until(self, test: Callable[[StateView], bool]) -> StateView:
        """The first state that passes."""
        return await self._told.until(test)

    # What a program does ---------------------------------------------------------------------------------------------

    async def move(self, action: int | str) -> int | None:
        """Play it, by number or in notation: returns the number of its event once it is stored and `state` shows it.

        None: the connection was lost since the turn began, and the decision was taken by somebody else meanwhile, such
        as the bot that plays for those who are away. Look at the state again.
        """
        told = self._told
        turn, connection = (None, self.connections) if told.turn is None else told.turn
        base = self.seq if turn is None else turn.seq
        chosen: dict[str, Any] = {"text": action} if isinstance(action, str) else {"action": int(action)}
        try:
            seq = await self._outbox.deliver(say.Move(self._new_id(), base, **chosen))
        except Rejected as refusal:
            if refusal.reason not in DECIDED:
                raise
            told.turn = None
            if self.connections == connection:
                raise
            return None
        told.turn = None
        return seq

    async def chat(self, text: str) -> int:
        return await self._outbox.deliver(say.Chat(self._new_id(), text))

    def _new_id(self) -> str:
        """No other client of this guest, before or after, uses the same."""
        return f"{self._word}.{next(self._numbers)}"

    async def sit(self, seat: int | None = None) -> Ticket:
        """From watching to playing."""
        await self._outbox.command(say.Sit(seat))
        return Ticket(self.id, self.seat, self._told.token)

    async def leave(self) -> None:
        await self._outbox.command(say.Leave())

    async def ready(self, yes: bool = True) -> None:
        await self._outbox.command(say.Ready(yes))

    async def fill(self) -> None:
        """Bots take the free seats now."""
        await self._outbox.command(say.Fill())

    async def bot(self, seat: int, spec: str | None) -> None:
        await self._outbox.command(say.Bot(seat, spec))

    async def offer(self, kind: Proposal) -> None:
        await self._outbox.command(say.Offer(kind))

    async def answer(self, kind: Proposal, yes: bool) -> None:
        await self._outbox.command(say.Answer(kind, yes))

    async def resign(self) -> None:
        await self._outbox.command(say.Resign())

    async def inputs(self, tick: int, held: Sequence[int]) -> None:
        """What is held in a timed game. It is neither answered nor sent again: `tick` says what was taken."""
        await self._outbox.toss(say.Inputs(tick, list(held)))


class Client(Visitor):
    """A guest of a server, who may join rooms. `token` of an earlier Client makes it the same guest."""

    def join(self, room: str | Ticket, token: str | None = None) -> Joined:
        """With a token on its seat, without one watching: `async with client.join(ticket) as room`."""
        return Joined(self, room, token) if isinstance(room, str) else Joined(self, room.room, token or room.token)
