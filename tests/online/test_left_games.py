"""Games that are left: nobody is kept from a new one by old ones, and the lobby shows none of them."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from asobiba.online.client import Client, Rejected
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.store.store import Store
from tests.online.callers import calling
from tests.online.lines import KeptLine, a_hub, seated_room
from tests.online.playing import Served

pytestmark = pytest.mark.asyncio

ANNA = Guest("anna", "Anna")
AGAINST_A_BOT = NewRoom("othello", seat=0, ready=True, bots={1: "random"})


async def statuses(hub: Hub, rooms: list[str]) -> list[str]:
    return [row.status for room in rooms if (row := await hub.store.room(room)) is not None]


async def log_of(hub: Hub, room: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(row.payload) for row in await hub.store.rows(room)]


@pytest.mark.parametrize(
    "wish",
    [AGAINST_A_BOT, NewRoom("twenty48", seat=0, ready=True), NewRoom("othello", bots={0: "random", 1: "random"})],
)
async def test_one_game_more_ends_the_one_that_was_left_longest_ago(tmp_path: Path, wish: NewRoom) -> None:
    async with a_hub(tmp_path, rooms_per_guest=3) as hub:
        rooms = [(await hub.create(ANNA, wish)).room for _ in range(5)]
        assert await statuses(hub, rooms) == ["over", "over", "playing", "playing", "playing"]
        assert (await log_of(hub, rooms[0]))[-1]["reason"] == "abandoned"
        assert await hub.store.results() == []  # which is no result


async def test_what_was_played_lately_stays(tmp_path: Path) -> None:
    async with a_hub(tmp_path, rooms_per_guest=2) as hub:
        old, new = [await hub.create(ANNA, AGAINST_A_BOT) for _ in range(2)]
        line = KeptLine("anna")
        room = await hub.open(old.room)
        await room.join(line, say.Hello(old.room, old.token))
        await room.take(line, say.Move("m", line.seq, 19))
        await room.part(line)
        await hub.create(ANNA, AGAINST_A_BOT)
        assert await statuses(hub, [old.room, new.room]) == ["playing", "over"]


async def test_a_game_that_somebody_looks_at_is_spared_and_nobody_is_refused(tmp_path: Path) -> None:
    async with a_hub(tmp_path, rooms_per_guest=2) as hub:
        seen = [await hub.create(ANNA, AGAINST_A_BOT) for _ in range(2)]
        for number, made in enumerate(seen):
            room = await hub.open(made.room)
            await room.join(KeptLine("watcher", number), say.Hello(made.room))
        third, fourth = [(await hub.create(ANNA, AGAINST_A_BOT)).room for _ in range(2)]
        assert await statuses(hub, [*(made.room for made in seen), third, fourth]) == [
            *("playing", "playing"),
            *("over", "playing"),
        ]


async def test_games_with_other_people_neither_count_nor_end(tmp_path: Path) -> None:
    async with a_hub(tmp_path, rooms_per_guest=1) as hub:
        shared = [(await seated_room(hub, NewRoom("othello"), ["anna", "bert"]))[0] for _ in range(3)]
        for room in shared:
            for place in list(room.here.places.values()):
                await room.part(place.line)
        await hub.create(ANNA, AGAINST_A_BOT)
        assert await statuses(hub, [room.id for room in shared]) == ["playing"] * 3


async def test_a_table_at_which_nobody_else_sits_is_closed(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        made = await hub.create(ANNA, NewRoom("otrio", seat=2))
        watcher = KeptLine("watcher")
        room = await hub.open(made.room)
        await room.join(watcher, say.Hello(made.room))
        await hub.end(made.room, ANNA)
        await hub.end(made.room, ANNA)  # a second time nothing happens
        assert [event["kind"] for event in await log_of(hub, made.room)][-2:] == ["left", "closed"]
        assert (watcher.state["status"], watcher.state["result"]) == ("over", None)
        await room.take(watcher, say.Sit())
        assert watcher.last(say.Reject).code == "over"
    async with a_hub(tmp_path) as hub:
        assert (await hub.open(made.room)).table.status == "over"


async def test_where_others_play_whoever_ends_it_leaves(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (_, bert), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await hub.end(room.id, ANNA)
        assert [seat["kind"] for seat in bert.state["seats"]] == ["bot", "human"]
        assert bert.state["status"] == "playing"


async def test_nobody_ends_what_others_play(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        made = await hub.create(ANNA, AGAINST_A_BOT)
        for unseen in (True, False):
            stranger = KeptLine("bert", int(unseen))
            room = await hub.open(made.room)
            await room.join(stranger, say.Hello(made.room))
            await room.take(stranger, say.End("e", unseen))
        assert room.table.status == "playing"
        assert stranger.last(say.Reject).code == "not_host"


async def test_over_http(server: Served) -> None:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room("othello", seat=0, ready=True, bots={1: "random"})
        with pytest.raises(Rejected, match="not_host"):
            await bob.end(ticket.room)
        async with calling(server, ann, ticket) as caller:
            await caller.answer(say.Move("m", caller.seq, text="d3"))
            card = await ann._read(dict[str, Any], "GET", f"/api/rooms/{ticket.room}")
            assert sum(card["counts"]["discs"]) >= 5
            await ann.end(ticket.room)
            state = await caller.stands(lambda state: state.status == "over")
        assert state.result is not None
        assert (state.result.reason, state.result.places) == ("abandoned", [2, 1])
        assert ticket.room not in [room["id"] for room in await ann.rooms()]


async def test_the_counts_of_a_game_that_is_not_in_memory(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        made = await hub.create(ANNA, AGAINST_A_BOT)
        row = await hub.store.room(made.room)
        assert row is not None
        assert await hub.counts(row) == {"discs": [2, 2]}
        assert hub.rooms == {}


async def test_the_lobby_has_tables_that_wait_and_games_between_people(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        waits = (await hub.create(ANNA, NewRoom("otrio", seat=0))).room
        await hub.create(ANNA, AGAINST_A_BOT)
        await hub.create(ANNA, NewRoom("twenty48", seat=0, ready=True))
        await hub.create(ANNA, NewRoom("othello", bots={0: "random", 1: "random"}))
        await hub.create(ANNA, NewRoom("othello"))  # nobody sits there
        both = (await seated_room(hub, NewRoom("othello"), ["anna", "bert"]))[0].id
        assert {row.id for row in await hub.store.lobby()} == {waits, both}


async def test_a_database_from_before_learns_who_sits_where(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        alone = (await hub.create(ANNA, AGAINST_A_BOT)).room
        both = (await seated_room(hub, NewRoom("othello"), ["anna", "bert"]))[0].id
    with closing(sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)) as database:
        database.execute("ALTER TABLE room DROP COLUMN people")
        database.execute("UPDATE alembic_version SET version_num = '0004'")
    store = await Store.open(f"sqlite:///{tmp_path / 'rooms.db'}")
    try:
        assert await store.alone("anna") == [alone]
        assert [row.id for row in await store.lobby()] == [both]
    finally:
        await store.close()
