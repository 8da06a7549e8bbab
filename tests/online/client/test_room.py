"""What people do in a room besides moving, and what the server refuses."""

import asyncio
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from asobiba.online.client import Ply, Rejected
from asobiba.online.protocol import messages as say
from tests.online.client.company import PATIENT, guest, refused, table_for_two
from tests.online.playing import Served


@pytest.mark.asyncio
async def test_refusals_name_their_reason(server: Served) -> None:
    async with table_for_two(server.url) as (black, white), guest(server.url, "Cid") as client:
        assert await refused(client.create_room("chess")) == "config"
        assert await refused(client.create_room("othello", options={"color": 1})) == "config"
        assert await refused(client.create_room("othello", colour=1)) == "invalid"
        assert await refused(client.sit(black.id)) == "started"
        assert await refused(client.record(black.id)) == "not_over"
        assert await refused(client.join("2222222222222").__aenter__()) == "no_room"
        assert await refused(client.join(black.id, "not a token").__aenter__()) == "bad_token"
        assert await refused(white.move("c3")) == "not_your_turn"
        assert await refused(black.move("a1")) == "illegal_move"
        assert await refused(black.move("nowhere")) == "notation"
        assert await refused(black.move(2**20)) == "illegal_move"
        assert await refused(black.answer("draw", True)) == "no_offer"
        assert await refused(black.offer("rematch")) == "not_over"
        assert await refused(black.ready()) == "started"
        assert await refused(black.fill()) == "started"
        assert black.history == []
        assert await black.move("d3") == black.seq


@pytest.mark.asyncio
async def test_the_newer_of_two_connections_has_the_seat(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("twenty48", seat=0, ready=True)
        async with client.join(ticket) as older, client.join(ticket) as newer:
            with pytest.raises(Rejected, match="another_tab"):
                await older.until(lambda state: state.status == "over")
            assert await newer.move(newer.state.moves[0][0]) is not None


@pytest.mark.asyncio
async def test_a_watcher_sees_everything_and_decides_nothing(server: Served) -> None:
    async with (
        table_for_two(server.url) as (black, _),
        guest(server.url, "Cid") as client,
        client.join(black.id) as watching,
    ):
        news = watching.events()
        await black.move("d3")
        assert (await anext(news)).kind == "moved"
        assert watching.history == black.history == [Ply(0, 19, "d3")]
        assert watching.state.moves == []
        assert watching.state.view == black.state.view
        for work in (watching.move("c3"), watching.resign(), watching.offer("draw"), watching.fill()):
            assert await refused(work) == "not_seated"
        assert await watching.chat("hello") == watching.seq
        assert (await anext(news)).fields["text"] == "hello"


@pytest.mark.asyncio
async def test_a_move_that_comes_too_late_is_told_what_has_happened(server: Served) -> None:
    """On the wire: the refusal, and behind it the events that the move did not know."""
    async with table_for_two(server.url) as (black, white):
        base = black.seq
        await black.move("d3")
        await white.until(lambda state: bool(state.moves))
        await white.move("c3")
        await black.until(lambda state: bool(state.moves))

        assert await refused(black._outbox.deliver(say.Move("late", base, action=26))) == "stale"
        headers = {"Authorization": f"Bearer {black.client.token}"}
        address = f"{black.client.url.replace('http', 'ws', 1)}/ws"
        async with connect(address, subprotocols=[Subprotocol(say.PROTOCOL)], additional_headers=headers) as line:
            await line.send(say.write(say.Hello(black.id, black._told.token)), text=True)
            await line.send(say.write(say.Move("late", base, action=26)), text=True)
            heard: list[Any] = []
            while not isinstance(heard[-1:] and heard[-1], say.Events):
                heard.append(msgspec.json.decode(await line.recv(), type=say.Reply))

    (reject,) = [reply for reply in heard if isinstance(reply, say.Reject)]
    missed = heard[heard.index(reject) + 1]
    assert (reject.code, reject.id) == ("stale", "late")
    assert (missed.seq, len(missed.list)) == (base + 1, 2)


@pytest.mark.asyncio
async def test_from_watching_to_playing(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
        ticket = await ann.create_room("otrio", bot_fill_seconds=None)
        assert (ticket.seat, ticket.token) == (None, None)
        async with ann.join(ticket) as host, bob.join(ticket.room) as room:
            mine = await room.sit(2)
            assert (mine.room, mine.seat, room.seat) == (ticket.room, 2, 2)
            await room.ready()
            assert [seat.kind for seat in room.state.seats] == ["free", "free", "human", "free"]
            await host.bot(0, "greedy")
            assert await refused(room.bot(1, "greedy")) == "not_host"
            assert await refused(host.bot(1, "genius")) == "config"
            await room.fill()
            assert room.state.status == "playing"
            assert room.state.seats[0].bot == "greedy"
        async with bob.join(mine) as again:
            assert again.you == say.You("Bob", 2, host=False)
            await again.leave()
            assert again.you == say.You("Bob", None, host=False)
            assert again.state.seats[2].kind == "bot"


@pytest.mark.asyncio
async def test_taking_back_and_agreeing_on_a_draw(server: Served) -> None:
    async with table_for_two(server.url) as (black, white):
        turns = black.turns()
        first = await anext(turns)
        await black.move("d3")
        await black.offer("takeback")
        offered = await white.until(lambda state: bool(state.offers))
        assert [(offer.kind, offer.seat) for offer in offered.offers] == [("takeback", 0)]
        await white.answer("takeback", True)
        second = await anext(turns)  # the same position is a new decision
        assert (second.moves, second.state.plies, black.history) == (first.moves, 0, [])
        assert second.seq > first.seq

        await white.offer("draw")
        await black.until(lambda state: bool(state.offers))
        await black.offer("draw")
        await white.until(lambda state: state.status == "over")
        assert [turn async for turn in turns] == []
        assert white.state.result is not None
        assert (white.state.result.reason, white.state.result.assisted) == ("draw", True)


@pytest.mark.asyncio
async def test_in_the_next_game_everybody_has_moved_one_seat(server: Served) -> None:
    async with table_for_two(server.url) as (ann, bob):
        await bob.resign()
        await ann.until(lambda state: state.status == "over")
        await ann.offer("rematch")
        await bob.until(lambda state: bool(state.offers))
        await bob.answer("rematch", True)
        await ann.until(lambda state: state.round == 2)
        assert (ann.seat, bob.seat) == (1, 0)
        assert [seat.name for seat in ann.state.seats] == ["Bob", "Ann"]
        assert await refused(ann.move("d3")) == "not_your_turn"
        await bob.move("d3")
        await bob.resign()
        await ann.until(lambda state: state.status == "over")
        assert bob.state.result is not None
        assert bob.state.result.returns == [-1.0, 1.0]


@pytest.mark.asyncio
async def test_clocks_are_told(server: Served) -> None:
    async with table_for_two(server.url, clocks={"total": 60.0, "increment": 5.0}) as (black, white):
        await black.move("d3")
        await white.until(lambda state: bool(state.moves))
        clock = black.clock
        assert clock is not None
        assert clock.running == [1]
        assert all(left is not None and 50_000 < left <= 65_000 for left in clock.left)
