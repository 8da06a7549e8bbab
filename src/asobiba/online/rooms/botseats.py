"""The seats that bots play: their own, and those of players who are away, gone, or out of time for a move."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import structlog

from asobiba.core.errors import AsobibaError
from asobiba.core.game import State
from asobiba.online import metrics
from asobiba.online.bots.thinkers import Choice, Payer, Question, Thinkers
from asobiba.online.rooms import decisions
from asobiba.online.rooms.dice import dice_of
from asobiba.online.rooms.ending import spared
from asobiba.online.rooms.ledger import Ledger
from asobiba.online.rooms.table import RoomTable
from asobiba.online.rooms.tasks import Tasks
from asobiba.online.rooms.timekeeper import Timekeeper
from asobiba.online.settings import Settings

logger = structlog.get_logger()


class BotSeats:
    def __init__(
        self,
        ledger: Ledger,
        clocks: Timekeeper,
        tasks: Tasks,
        *,
        thinkers: Thinkers,
        settings: Settings,
        payer: Callable[[], Payer],
        attend: Callable[[], None],
    ) -> None:
        self._ledger, self._clocks, self._tasks = ledger, clocks, tasks
        self._thinkers, self._settings, self._payer, self._attend = thinkers, settings, payer, attend
        self.thinking: set[int] = set()
        """Seats for which a bot is asked now."""
        self._hurried = asyncio.Event()

    def hurry(self) -> None:
        """Without pauses, until a person is to decide."""
        self._hurried.set()

    def move(self) -> None:
        """Bots that are to move think."""
        table = self._ledger.table
        if any(not table.seats[seat].played_by_bot for seat in set(table.due()) - set(table.passing())):
            self._hurried.clear()
        for seat in set(table.due()) - set(table.passing()):
            if table.seats[seat].played_by_bot:
                self._ask(seat, "bot")

    def move_for(self, seat: int) -> None:
        """A player's time for the move is over; the move is made all the same."""
        self._ask(seat, "clock")

    async def choose(self, seat: int, state: State, moment: int) -> Choice:
        """`moment` is how many plies or ticks the game is old."""
        table = self._ledger.table
        spec = table.seats[seat].bot or table.seats[seat].deputy or table.bot
        question = Question(table.game.name, table.options.chosen(), spec, dice_of(table, seat, moment), state)
        choice = await self._thinkers.choose(question, self._settings.bot_seconds, self._payer())
        if choice.fallback is not None:
            metrics.fallbacks.labels(choice.fallback).inc()
        return choice

    def _ask(self, seat: int, by: str) -> None:
        if seat not in self.thinking:
            self.thinking.add(seat)
            self._tasks.spawn(self._think(seat, by))

    async def _think(self, seat: int, by: str) -> None:
        try:
            if seat in self._ledger.table.due():  # the game may be over since it was asked
                await self._make_a_move(seat, by)
        except AsobibaError as error:
            logger.warning("a bot's move was not stored", room=self._ledger.id, error=str(error))
        finally:
            self.thinking.discard(seat)
        self._attend()

    async def _make_a_move(self, seat: int, by: str) -> None:
        ledger, table, begun = self._ledger, self._ledger.table, time.monotonic()
        choice = await self.choose(seat, table.seen_by(seat), len(table.plies))
        if by == "bot":
            await self._pause(begun)
        async with ledger.turn():
            if self._still_asked(table, seat, by):
                spent = self._clocks.spent_ms(seat)
                action = spared(ledger.table, seat, choice.action)
                await ledger.commit(decisions.moved(ledger.table, seat, action, spent, by))

    async def _pause(self, begun: float) -> None:
        """So that people can follow, unless they do not want to."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, self._settings.bot_pause - (time.monotonic() - begun))):
                await self._hurried.wait()

    def _still_asked(self, asked: RoomTable, seat: int, by: str) -> bool:
        now = self._ledger.table
        return (
            not self._ledger.closed
            and now.decided_at == asked.decided_at
            and seat in now.due()
            and (by == "clock" or now.seats[seat].played_by_bot)
        )
