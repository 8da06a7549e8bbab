"""A table that waits for players: who starts the game, and that nobody can keep it from starting for ever."""

from typing import Any

import pytest

from asobiba.online.client import Client
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms.hub import NewRoom
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.table import RoomSettings
from tests.online.callers import calling
from tests.online.lines import KeptLine, a_hub, until
from tests.online.playing import Served

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("coppit", {"options": {"bot_fill_timeout_sec": 1}}),
        pytest.param("otrio", {"bot_fill_seconds": 1.0}, marks=pytest.mark.slow),
        ("othello", {"bot_fill_seconds": 0.0}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_bots_fill_though_the_player_has_not_said_that_he_is_ready(
    server: Served, game: str, wish: dict[str, Any]
) -> None:
    async with Client(server.url, "Ann") as ann:
        ticket = await ann.create_room(game, seat=0, **wish)
        async with calling(server, ann, ticket) as caller:
            state = await caller.stands(lambda state: state.status == "playing")
    assert [seat.kind for seat in state.seats] == ["human"] + ["bot"] * (len(state.seats) - 1)


async def test_everybody_sees_when_the_bots_come(server: Served) -> None:
    async with Client(server.url, "Ann") as ann:
        ticket = await ann.create_room("coppit", seat=2)
        async with calling(server, ann, ticket) as caller:
            presence = await caller.hear(say.Presence, lambda told: told.bots_in_ms is not None)
            assert presence.bots_in_ms is not None
            assert 25_000 < presence.bots_in_ms <= 30_000
            await caller.tell(say.Leave())
            await caller.hear(say.Presence, lambda told: told.bots_in_ms is None)


@pytest.mark.parametrize("game", ["othello", pytest.param("puyo", marks=pytest.mark.slow)])
async def test_a_full_table_starts_without_waiting_for_ever_for_who_is_not_ready(server: Served, game: str) -> None:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room(game, seat=0, ready=True, start_seconds=1.0)
        async with calling(server, ann, ticket) as ready, calling(server, bob, ticket.room) as late:
            await late.tell(say.Sit(1))
            presence = await ready.hear(say.Presence, lambda told: told.starts_in_ms is not None)
            state = await late.stands(lambda state: state.status == "playing")
    assert presence.bots_in_ms is None
    assert [(seat.kind, seat.ready) for seat in state.seats] == [("human", True), ("human", False)]


async def test_a_seat_given_up_ends_the_countdown_to_the_start(server: Served) -> None:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room("othello", seat=0, ready=True)
        async with calling(server, ann, ticket) as ready, calling(server, bob, ticket.room) as late:
            await late.tell(say.Sit(1))
            await ready.hear(say.Presence, lambda told: told.starts_in_ms is not None)
            await late.tell(say.Leave())
            await ready.hear(say.Presence, lambda told: told.starts_in_ms is None)


def counts_down(room: Room) -> bool:
    return room.here.begins_at is not None


async def test_nobody_is_kept_waiting_while_nobody_is_ready_or_here(tmp_path: Any) -> None:
    async with a_hub(tmp_path) as hub:
        filled = NewRoom("coppit", settings=RoomSettings(bot_fill_seconds=0.0), seat=0)
        room = await hub.open((made := await hub.create(Guest("anna", "Anna"), filled)).room)
        watcher = KeptLine("watcher")
        await room.join(watcher, say.Hello(room.id))
        assert not counts_down(room)  # an all-bot game would begin, and nobody asked for it

        await room.join(KeptLine("anna"), say.Hello(room.id, made.token))
        await until(lambda: room.table.status == "playing")

        pair = await hub.open((await hub.create(Guest("anna", "Anna"), NewRoom("othello"))).room)
        for name in ("anna", "bert"):
            line = KeptLine(name)
            await pair.join(line, say.Hello(pair.id))
            await pair.take(line, say.Sit())
        assert not counts_down(pair)
        await pair.take(line, say.Ready())
        assert counts_down(pair)
        await pair.take(line, say.Ready(False))
        assert not counts_down(pair)
