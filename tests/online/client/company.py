"""Guests of a real server, and what they do."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from asobiba.core.game import CHANCE
from asobiba.core.records import Record
from asobiba.core.registry import find_game
from asobiba.online.client import Client, Joined, Ply, Rejected
from tests.online.playing import LOOSE

PATIENT = 120.0
"""Seconds after which a test that waits has failed."""


def guest(url: str, name: str = "Ann", **wishes: Any) -> Client:
    settings = {"messages_per_20s": int(str(LOOSE["messages_per_20s"])), "patience": PATIENT, **wishes}
    return Client(url, name, **settings)


@asynccontextmanager
async def table_for_two(url: str, game: str = "othello", **wishes: Any) -> AsyncIterator[tuple[Joined, Joined]]:
    """Two people in a game that has begun."""
    async with asyncio.timeout(PATIENT), guest(url, "Ann") as ann, guest(url, "Bob") as bob:
        ticket = await ann.create_room(game, seat=0, ready=True, **wishes)
        async with ann.join(ticket) as first, bob.join(await bob.sit(ticket.room)) as second:
            await second.ready()
            await first.until(lambda state: state.status == "playing")
            yield first, second


LATE_IN_A_GAME = 40
"""Plies: no game of Othello that these tests play is over by then."""


async def play_on(
    room: Joined, generator: random.Random, not_before: asyncio.Event | None = None
) -> list[tuple[int, int]]:
    """Random moves to the end, which comes not before something else: (number of the event, action) of each."""
    played = []
    async for turn in room.turns():
        if not_before is not None and len(room.history) >= LATE_IN_A_GAME:
            await not_before.wait()
        choice = generator.choice(turn.moves)
        seq = await room.move(choice.action)
        assert seq is not None
        played.append((seq, choice.action))
    return played


def told(record: Record, seat: int | None = None) -> list[tuple[int, int]]:
    """All plies, or those that a seat has chosen: forced passes are the server's."""
    passes = {(seat, find_game(record.game).pass_action)} if seat not in (None, CHANCE) else set()
    plies = [(ply.seat, ply.action) for ply in record.plies if seat in (None, ply.seat)]
    return [ply for ply in plies if ply not in passes]


def known(history: list[Ply]) -> list[tuple[int, int]]:
    return [(ply.seat, ply.action) for ply in history]


async def refused(work: Any) -> str:
    with pytest.raises(Rejected) as refusal:
        await work
    return refusal.value.reason
