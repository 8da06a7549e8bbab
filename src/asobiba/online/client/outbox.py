"""Messages until they are answered: each is sent again on every new connection, and done once all the same."""

import asyncio
import contextlib
import itertools
import random
import time
from dataclasses import dataclass
from typing import Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from asobiba.core.errors import AsobibaError
from asobiba.online.client.errors import Rejected
from asobiba.online.client.told import Told
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.pace import Bucket

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before coming back, at most: doubled after every failure, then drawn from zero up."""
TRY_AGAIN: Final = frozenset({"storage", "cluster", "conflict", "moved", "restarting", "too_often"})
"""Refusals that pass: the same message is sent again a little later."""


AHEAD: Final = 2**53
"""The largest number that an event can have."""


def pause(failures: int) -> float:
    """Clients that were cut off together come back at different times."""
    return random.uniform(0, min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures, 10)))


async def send(line: ClientConnection, message: say.Message | say.Hello) -> None:
    with contextlib.suppress(ConnectionClosed):  # the reader notices, and everything is sent again
        await line.send(say.write(message), text=True)


@dataclass(slots=True, eq=False)
class Unanswered:
    message: say.Message
    answer: asyncio.Future[int]
    connection: int
    """The one on which it was decided to send this."""
    question: int | None = None
    """For a message that is not acknowledged: the first number in the answer to the `sync` sent after it; None: the
    answer is a snapshot."""
    refusal: Rejected | None = None
    """What came before that answer."""


class Outbox:
    """What one client has to say in one room."""

    def __init__(self, told: Told, *, messages_per_20s: int, patience: float) -> None:
        self._told, self._patience = told, patience
        self._pace = Bucket(messages_per_20s / 20, 0.8 * messages_per_20s)
        self._line: ClientConnection | None = None
        """A connection on which the server has said how things stand."""
        self._unanswered: dict[str, Unanswered] = {}
        self._commanding = asyncio.Lock()
        self._command: Unanswered | None = None

    # For who has something to say ------------------------------------------------------------------------------------

    async def deliver(self, message: say.Move | say.Chat) -> int:
        """Until it is acknowledged and its event has come; the number of that event."""
        seq = await self._try(message)
        while self._told.seq < seq:
            await self._told.change()
        return seq

    async def _try(self, message: say.Move | say.Chat) -> int:
        end = time.monotonic() + self._patience
        for failures in itertools.count():
            waiting = self._unanswered[message.id] = self._expect(message)
            try:
                await self._post(waiting)
                return await waiting.answer
            except Rejected as refusal:
                if refusal.reason not in TRY_AGAIN or time.monotonic() > end:
                    raise
            finally:
                self._unanswered.pop(message.id, None)
            await asyncio.sleep(pause(failures))
        raise AssertionError

    async def command(self, message: say.Message) -> None:
        """For messages that are not acknowledged: a `sync` goes behind them, and its answer says that they were heard.

        One at a time, so that a refusal without an id belongs to the one that waits.
        """
        async with self._commanding:
            self._command = waiting = self._expect(message)
            try:
                await self._post(waiting)
                await waiting.answer
            except Rejected:
                # On a second connection this may only say that the first time was enough; the state tells.
                if waiting.connection == self._told.connections:
                    raise
            finally:
                self._command = None

    async def toss(self, message: say.Message) -> None:
        """Neither answered nor sent again."""
        if self._line is not None:
            await send(self._line, message)

    def _expect(self, message: say.Message) -> Unanswered:
        self._told.check()
        return Unanswered(message, asyncio.get_running_loop().create_future(), self._told.connections)

    async def _post(self, waiting: Unanswered) -> None:
        """Now if there is a connection; otherwise the next one begins with it."""
        while not self._pace.take():
            await asyncio.sleep(self._pace.wait())
        if self._line is not None and not waiting.answer.done():
            await self._utter(self._line, waiting)

    async def _utter(self, line: ClientConnection, waiting: Unanswered) -> None:
        await send(line, waiting.message)
        if waiting is self._command:
            # From an event on that is known already: no news begins with it. Before the first event only a snapshot,
            # the answer to a number that is ahead of the log, is told from news.
            known = self._told.seq if self._told.seq > 0 else None
            waiting.question, waiting.refusal = known, None
            await send(line, say.Sync(AHEAD if known is None else known - 1))

    # For the connection ----------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._line is not None

    async def open(self, line: ClientConnection) -> None:
        """What was left unanswered on an older connection goes out again."""
        self._line = line
        for waiting in self._waiting():
            await self._utter(line, waiting)

    def close(self) -> None:
        self._line = None

    async def remind(self, line: ClientConnection) -> None:
        """After a silence: ask how things stand, and send again what waits for an acknowledgement."""
        await self.ask_for_missing(line)
        for waiting in list(self._unanswered.values()):
            await send(line, waiting.message)

    async def ask_for_missing(self, line: ClientConnection) -> None:
        question = None if self._command is None else self._command.question
        await send(line, say.Sync(max(0, self._told.seq) if question is None else question - 1))

    def caught_up(self, first: int | None) -> None:
        """Events from `first` on have been told, or with None everything: perhaps the answer to a command's `sync`."""
        if self._command is not None and first in (None, self._command.question):
            _settle(self._command, self._command.refusal or self._told.seq)

    def acknowledge(self, ack: say.Ack) -> None:
        _settle(self._unanswered.get(ack.id), ack.seq)

    def refuse(self, reject: say.Reject) -> None:
        refusal = Rejected(reject.code, reject.message, reject.params)
        if reject.code == "bad_token":
            raise refusal
        if reject.id is not None:
            _settle(self._unanswered.get(reject.id), refusal)
        elif self._command is not None:
            self._command.refusal = refusal

    def fail(self, error: AsobibaError) -> None:
        """Nothing will be answered any more."""
        for waiting in self._waiting():
            _settle(waiting, error)

    def _waiting(self) -> list[Unanswered]:
        return [*self._unanswered.values(), *([] if self._command is None else [self._command])]


def _settle(waiting: Unanswered | None, answer: int | AsobibaError) -> None:
    if waiting is None or waiting.answer.done():
        return
    if isinstance(answer, AsobibaError):
        waiting.answer.set_exception(answer)
    else:
        waiting.answer.set_result(answer)
