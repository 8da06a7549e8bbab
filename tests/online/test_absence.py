"""Players who have gone, and players who are here and do not move: what the others wait for, and how one returns."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from asobiba.online.client import Client
from asobiba.online.protocol import messages as say
from asobiba.online.rooms.hub import NewRoom
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.table import LOBBY_PATIENCE, Clocks, RoomSettings
from tests.online.callers import Caller, calling
from tests.online.lines import KeptLine, a_hub, seated_room, until
from tests.online.playing import Served

pytestmark = pytest.mark.asyncio
PAIR = {"max_players": 2}


@asynccontextmanager
async def two_at_a_table(server: Served, game: str, **wish: Any) -> AsyncIterator[tuple[Caller, Caller]]:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room(game, seat=0, ready=True, bot="random", **wish)
        other = await bob.sit(ticket.room)
        async with calling(server, ann, ticket) as first, calling(server, bob, other) as second:
            await second.tell(say.Ready())
            await first.stands(lambda state: state.status == "playing")
            yield first, second


async def test_after_a_second_a_bot_plays_for_who_has_gone(server: Served) -> None:
    options = {**PAIR, "afk_timeout_sec": 1, "max_turns": 20}
    async with two_at_a_table(server, "coppit", options=options) as (ann, bob):
        await ann.leave_the_line()
        await bob.hear(say.Presence, lambda told: "0" in told.away_ms)
        state = await bob.stands(lambda state: state.seats[0].bot == "random")
    assert (state.seats[0].kind, state.seats[0].gone) == ("human", False)


async def test_with_a_patience_of_zero_nobody_ever_plays_for_who_has_gone(server: Served) -> None:
    async with two_at_a_table(server, "coppit", options={**PAIR, "afk_timeout_sec": 0}) as (ann, bob):
        await ann.leave_the_line()
        presence = await bob.hear(say.Presence, lambda told: told.seats == [False, True])
        assert presence.away_ms == {}


@pytest.mark.parametrize("seconds", [0, 1])
async def test_before_the_game_a_seat_is_kept_for_a_minute_in_any_case(tmp_path: Path, seconds: int) -> None:
    """A page that is loaded again is away for longer than a second."""
    async with a_hub(tmp_path) as hub:
        options = {**PAIR, "afk_timeout_sec": seconds}
        made = await hub.create(KeptLine("anna").guest, NewRoom("coppit", options, seat=0))
        room = await hub.open(made.room)
        anna = KeptLine("anna")
        await room.join(anna, say.Hello(room.id, made.token))
        await room.part(anna)
        since = room.here.absent_since[0]
        assert room.here.missed() == {0: since + LOBBY_PATIENCE}
        room.here.absent_since[0] = time.monotonic() - LOBBY_PATIENCE
        room.alarm.set()
        await until(lambda: room.table.seats[0].free)


async def test_a_bot_plays_for_who_is_here_and_silent_until_he_says_something(server: Served) -> None:
    async with two_at_a_table(server, "othello", silence_seconds=3.0) as (ann, bob):
        warning = await ann.hear(say.Presence, lambda told: "0" in told.away_ms)
        assert warning.seats == [True, True]
        assert warning.away_ms["0"] <= 1500
        await bob.stands(lambda state: state.seats[0].bot == "random")
        state = await bob.stands(lambda state: state.due == [1])
        assert state.plies == 1
        await ann.tell(say.Ready())
        await bob.stands(lambda state: state.seats[0].bot is None)
        ack = await bob.answer(say.Move("m", bob.seq, action=state.moves[0][0]))
        assert isinstance(ack, say.Ack)
        mine = await ann.stands(lambda state: state.plies == 2)
        assert isinstance(await ann.answer(say.Move("m", ann.seq, action=mine.moves[0][0])), say.Ack)
        assert not [told for told in ann.told if isinstance(told, say.Reject)]


async def test_a_move_is_a_return_too(server: Served) -> None:
    async with two_at_a_table(server, "otrio", options={"players": 2}, silence_seconds=1.0) as (ann, bob):
        await bob.stands(lambda state: state.seats[0].bot == "random" and state.due == [1])
        moves = bob.stands_now().moves
        await bob.answer(say.Move("m", bob.seq, action=moves[0][0]))
        # The bot may be quicker than the move; the seat is Ann's again in either case.
        await ann.answer(say.Move("m", ann.seq, action=0))
        await bob.stands(lambda state: state.seats[0].bot is None)


def silent(room: Room) -> set[int]:
    return set(room.here.silent())


async def test_nobody_is_hurried_who_lets_nobody_wait_or_has_a_clock(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, bert), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        assert room.table.silence == 300
        assert silent(room) == {0}
        await room.part(bert)
        assert silent(room) == set()
        alone, *_ = await seated_room(hub, NewRoom("othello", bots={1: "random"}), ["anna"])
        assert silent(alone) == set()
        for settings in (RoomSettings(clocks=Clocks(total=60)), RoomSettings(silence_seconds=0)):
            room, *_ = await seated_room(hub, NewRoom("othello", settings=settings), ["anna", "bert"])
            assert silent(room) == set()
        both, (anna, bert), _ = await seated_room(hub, NewRoom("puyo"), ["anna", "bert"])
        assert silent(both) == {0, 1}  # both are to move
        await both.take(anna, say.Move("m", both.table.seq, both.table.legal(0)[0]))
        assert silent(both) == {1}


async def test_of_two_who_are_silent_one_is_waited_for(tmp_path: Path) -> None:
    """When nobody waits any more, bots do not play the game to its end."""
    async with a_hub(tmp_path) as hub:
        wish = NewRoom("othello", settings=RoomSettings(silence_seconds=0.2, bot="random"))
        room, _, _ = await seated_room(hub, wish, ["anna", "bert"])
        await until(lambda: room.table.seats[0].deputy is not None and room.table.due() == (1,))
        assert silent(room) == set()
        assert room.table.seats[1].deputy is None


async def test_an_alarm_that_rings_too_early_looks_again(tmp_path: Path) -> None:
    """A move puts off what comes of silence; the timer of before is left alone."""
    async with a_hub(tmp_path) as hub:
        wish = NewRoom("othello", settings=RoomSettings(silence_seconds=2.0, bot="random"))
        room, (anna, _), _ = await seated_room(hub, wish, ["anna", "bert"])
        timer = room.alarm._timer
        await room.take(anna, say.Move("m", room.table.seq, room.table.legal(0)[0]))
        assert room.alarm._timer is timer is not None
        await until(lambda: room.table.seats[1].deputy is not None)
        assert room.table.seats[0].deputy is None


async def test_who_is_back_has_the_whole_time_again(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        wish = NewRoom("puyo", settings=RoomSettings(silence_seconds=2.0, bot="random"))
        room, (anna, bert), _ = await seated_room(hub, wish, ["anna", "bert"])
        await room.take(bert, say.Move("m", room.table.seq, room.table.legal(1)[0]))
        await until(lambda: room.table.seats[0].deputy is not None)
        back = time.monotonic()
        await room.take(anna, say.Ready())
        assert room.table.seats[0].deputy is None
        assert all(end >= back + 2.0 for seat, end in room.here.silent().items() if seat == 0)
