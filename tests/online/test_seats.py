"""Sitting down, sitting elsewhere, sitting too late; and who may connect, over a real line to a real server."""

import pytest
from websockets.exceptions import InvalidStatus

from asobiba.online.client import Client, Rejected, Ticket
from asobiba.online.http.identity import COOKIE
from asobiba.online.protocol import messages as say
from tests.online.callers import Caller, calling, dialled
from tests.online.playing import Served

pytestmark = pytest.mark.asyncio


async def seat_of(server: Served, guest: Client, room: str, token: str | None) -> int | None:
    """What a token opens."""
    async with dialled(server, guest.token) as caller:
        await caller.tell(say.Hello(room, token))
        return (await caller.hear(say.Welcome)).you.seat


async def refusal(caller: Caller, message: say.Message) -> say.Reject:
    answer = await caller.answer(message)
    assert isinstance(answer, say.Reject), answer
    return answer


async def test_before_the_game_one_may_sit_elsewhere(server: Served) -> None:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room("otrio", seat=0, ready=True)
        async with calling(server, bob, ticket.room) as watching, calling(server, ann, ticket) as caller:
            answer = await caller.answer(say.Sit(2))
            assert isinstance(answer, say.Seated)
            assert answer.seat == 2
            state = await caller.stands(lambda state: state.seats[2].kind == "human")
            assert [(seat.kind, seat.ready) for seat in state.seats] == [("free", False)] * 2 + [("human", True)] + [
                ("free", False)
            ]
            await watching.stands(lambda state: state.seats[2].name == "Ann" and state.seats[0].kind == "free")
            assert isinstance(await watching.answer(say.Sit(0)), say.Seated)  # the old seat is free indeed
            await caller.tell(say.Ready(False))
            await caller.stands(lambda state: not state.seats[2].ready)
        for token in (ticket.token, answer.token):
            assert await seat_of(server, ann, ticket.room, token) == 2


async def test_the_client_goes_along(server: Served) -> None:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room("otrio", seat=0)
        async with ann.join(ticket) as room, bob.join(ticket.room) as other:
            assert (await room.sit(3)).seat == 3
            assert room.seat == 3
            assert (await other.sit(0)).seat == 0
            assert (room.seat, other.seat) == (3, 0)
            assert (await bob.sit(ticket.room, 1)).seat == 1  # over HTTP too
            await room.until(lambda state: state.seats[1].name == "Bob")


async def test_no_way_of_sitting_ends_an_old_token(server: Served) -> None:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room("otrio", seat=1)
        async with calling(server, bob, ticket.room) as other:
            await other.answer(say.Sit(3))
            async with calling(server, ann, ticket) as caller:
                nowhere = await refusal(caller, say.Sit(9))
                taken = await refusal(caller, say.Sit(3))
                again = [await caller.answer(say.Sit(seat)) for seat in (None, 1)]
        assert (nowhere.code, nowhere.params) == ("no_seat", {"seat": 9})
        assert nowhere.message == "there is no seat 9; seats: 0 to 3"
        assert (taken.code, taken.message) == ("seat_taken", "seat 3 is not free; free: 0, 2")
        assert [each.seat for each in again if isinstance(each, say.Seated)] == [1, 1]
        for token in (ticket.token, *(each.token for each in again if isinstance(each, say.Seated))):
            assert await seat_of(server, ann, ticket.room, token) == 1


@pytest.mark.parametrize(("ends", "code"), [(False, "started"), (True, "over")])
async def test_nobody_sits_down_in_a_game_or_after_it(server: Served, ends: bool, code: str) -> None:
    async with (
        Client(server.url, "Ann") as ann,
        Client(server.url, "Bob") as bob,
        Client(server.url, "Cid") as cid,
    ):
        ticket = await ann.create_room("othello", seat=0, ready=True)
        other = await bob.sit(ticket.room)
        async with calling(server, ann, ticket) as first, calling(server, bob, other) as second:
            await second.tell(say.Ready())
            await first.stands(lambda state: state.status == "playing")
            if ends:
                await second.tell(say.Resign())
                await first.stands(lambda state: state.status == "over")
            elsewhere = await refusal(first, say.Sit(1))
            assert (elsewhere.code, elsewhere.message.partition("; ")[2]) == (code, "you keep seat 0")
            assert isinstance(await first.answer(say.Sit()), say.Seated)  # a new token is always to be had
            async with calling(server, cid, ticket.room) as late:
                for seat in (None, 0, 1):
                    refused = await refusal(late, say.Sit(seat))
                    assert (refused.code, refused.message.partition("; ")[2]) == (code, "you can watch it")
        with pytest.raises(Rejected, match=code):
            await cid.sit(ticket.room)
        assert await seat_of(server, ann, ticket.room, ticket.token) == 0


async def test_a_move_that_knows_more_than_has_happened_is_refused(server: Served) -> None:
    async with Client(server.url, "Ann") as ann:
        ticket = await ann.create_room("othello", seat=0, ready=True, bots={1: "random"})
        async with calling(server, ann, ticket) as caller:
            ahead = await refusal(caller, say.Move("m", caller.seq + 1, text="d3"))
            assert (ahead.code, ahead.id) == ("ahead", "m")
            assert ahead.params == {"base": caller.seq + 1, "seq": caller.seq}
            assert isinstance(await caller.answer(say.Move("m", caller.seq, text="d3")), say.Ack)


@pytest.mark.parametrize("how", ["bearer", "cookie"])
async def test_a_guest_who_is_none_is_refused_on_the_line_as_over_http(server: Served, how: str) -> None:
    async with Client(server.url, "Ann") as ann:
        ticket = await ann.create_room("othello", seat=0)
    page = {"Origin": server.url}
    cookies = {"Cookie": f"{COOKIE}=junk", **page} if how == "cookie" else {}
    with pytest.raises(InvalidStatus) as refused:
        async with dialled(server, "junk" if how == "bearer" else None, **cookies):
            pass
    assert refused.value.response.status_code == 401
    assert b'"no_guest"' in bytes(refused.value.response.body or b"")
    for ask in (Client(server.url, token="junk").sit(ticket.room), _join(server, ticket)):
        with pytest.raises(Rejected, match="no_guest"):
            await ask
    async with dialled(server, None, **page) as nobody:  # who shows nothing may watch, as ever
        await nobody.tell(say.Hello(ticket.room))
        assert (await nobody.hear(say.Welcome)).you.seat is None


async def _join(server: Served, ticket: Ticket) -> None:
    async with Client(server.url, token="junk").join(ticket):
        pass
