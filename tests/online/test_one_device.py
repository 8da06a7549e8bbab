"""Several seats at one device: who moves for which, undo, giving up, playing again, and what survives a kill."""

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from asobiba.core.errors import AsobibaError
from asobiba.core.registry import find_game
from asobiba.online.client import Client
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.table import Clocks, RoomSettings, one_device
from tests.online.callers import calling
from tests.online.lines import KeptLine, a_hub, until
from tests.online.playing import Served, served

pytestmark = pytest.mark.asyncio

ANNA, BERT = Guest("anna", "Anna"), Guest("bert", "Bert")
BOTH = NewRoom("othello", seat=0, also=[1], ready=True)
TWO_OF_FOUR = NewRoom("otrio", seat=0, also=[2], ready=True, bots={1: "random", 3: "random"})


async def entered(hub: Hub, wish: NewRoom) -> tuple[Room, KeptLine, str]:
    made = await hub.create(ANNA, wish)
    assert made.token is not None
    room, line = await hub.open(made.room), KeptLine("anna")
    await room.join(line, say.Hello(made.room, made.token))
    return room, line, made.token


async def move(room: Room, line: KeptLine) -> None:
    """The first one that the line is told."""
    action, _ = line.state["moves"][0]
    await room.take(line, say.Move(f"m{room.table.seq}", line.seq, action))
    assert line.all(say.Reject) == []


async def test_which_games_can_be_played_so() -> None:
    """Not Puyo, where both move at once and hide what they choose, nor what one plays alone."""
    asked = {
        name: one_device(game := find_game(name), game.options()) for name in ("othello", "otrio", "coppit", "puyo")
    }
    assert asked == {"othello": True, "otrio": True, "coppit": True, "puyo": False}
    assert not one_device(find_game("twenty48"), find_game("twenty48").options())


@pytest.mark.parametrize(("game", "options"), [("othello", {}), ("otrio", {}), ("coppit", {"max_turns": 20})])
async def test_one_line_plays_a_whole_game(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    seats = len(find_game(game).seats(find_game(game).options.read(options)))
    async with a_hub(tmp_path) as hub:
        wish = NewRoom(game, options, seat=0, also=list(range(1, seats)), ready=True)
        room, line, _ = await entered(hub, wish)
        assert [seat["owner"] for seat in line.state["seats"]] == [0] * seats
        while room.table.status == "playing":
            before = room.table.seq
            if line.state["passing"]:
                await until(lambda: room.table.seq > before)  # noqa: B023  the rules pass
            else:
                await move(room, line)
        assert {ply.seat for ply in room.table.plies if ply.seat >= 0} == set(range(seats))
        assert line.seq == room.table.seq


async def test_nobody_has_two_seats_where_something_is_hidden(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, _ = await entered(hub, NewRoom("puyo", seat=0))
        await room.take(line, say.Sit(1, also=True))
        assert line.last(say.Reject).code == "one_seat"
        assert [seat["kind"] for seat in line.state["seats"]] == ["human", "free"]


async def test_a_seat_more_is_taken_before_the_game_and_left_again(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, token = await entered(hub, NewRoom("otrio", seat=1))
        await room.take(line, say.Sit(3, also=True))
        seated = line.last(say.Seated)
        assert seated.seat == 3
        assert [seat["owner"] for seat in line.state["seats"]] == [0, 1, 2, 1]
        assert [seat["name"] for seat in line.state["seats"]] == ["", "Anna", "", "Anna 2"]
        await room.take(line, say.Ready())
        assert [seat["ready"] for seat in line.state["seats"]] == [False, True, False, True]
        await room.take(line, say.Leave(1))
        assert [seat["kind"] for seat in line.state["seats"]] == ["free", "free", "free", "human"]
        for each in (token, seated.token):  # whatever opened one of them opens what is left
            tab = KeptLine("anna", 2)
            await room.join(tab, say.Hello(room.id, each))
            assert tab.last(say.Welcome).you.seat == 3
        await room.take(tab, say.Leave())
        assert room.table.people == 0


async def test_a_friend_and_bots_play_along(tmp_path: Path) -> None:
    """Of four seats two are Anna's, one is Bert's and one a bot's; each moves for his own only."""
    async with a_hub(tmp_path) as hub:
        room, anna, _ = await entered(hub, NewRoom("otrio", seat=0, also=[2], ready=True, bots={3: "random"}))
        bert = KeptLine("bert")
        await room.join(bert, say.Hello(room.id))
        await room.take(bert, say.Sit())
        await room.take(bert, say.Ready())
        assert room.table.status == "playing"
        for turn in range(12):
            due = room.table.due()[0]
            if due == 3:
                await until(lambda: room.table.due() != (3,))
                continue
            mover, other = (bert, anna) if due == 1 else (anna, bert)
            assert other.state["moves"] == []
            action, _ = mover.state["moves"][0]
            await room.take(other, say.Move(f"x{turn}", other.seq, action))
            assert other.last(say.Reject).code == "not_your_turn"
            await room.take(mover, say.Move(f"m{turn}", mover.seq, action))
            if room.table.status == "over":
                break
        assert {ply.seat for ply in room.table.plies} >= {0, 1, 2, 3}


async def test_undo_takes_the_last_move_back_whoever_made_it(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, _ = await entered(hub, BOTH)
        for plies in (1, 2, 3):
            await move(room, line)
            assert len(room.table.plies) == plies
        for plies in (2, 1, 0):
            await room.take(line, say.Offer("takeback"))
            assert len(room.table.plies) == plies
            assert room.table.due() == (plies % 2,)
        await room.take(line, say.Offer("takeback"))
        assert line.last(say.Reject).code == "nothing_to_take_back"


async def test_undo_against_bots_goes_back_to_a_choice_of_one_s_own(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, _ = await entered(hub, TWO_OF_FOUR)
        await move(room, line)
        await until(lambda: room.table.due() == (2,))
        await move(room, line)
        await until(lambda: room.table.due() == (0,))
        await room.take(line, say.Offer("takeback"))
        assert (len(room.table.plies), room.table.due()) == (2, (2,))
        await room.take(line, say.Offer("takeback"))
        assert (len(room.table.plies), room.table.due()) == (0, (0,))


async def test_whose_turn_it_is_gives_up(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, _ = await entered(hub, BOTH)
        await move(room, line)
        await room.take(line, say.Resign())
        assert line.state["result"]["places"] == [1, 2]


async def test_one_of_several_seats_gives_up_and_the_others_play_on(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, _ = await entered(hub, TWO_OF_FOUR)
        await room.take(line, say.Resign(1))
        assert line.last(say.Reject).code == "not_seated"
        await room.take(line, say.Resign(2))
        assert [seat["gone"] for seat in line.state["seats"]] == [False, False, True, False]
        await room.take(line, say.Move("m", line.seq, line.state["moves"][0][0]))
        await until(lambda: room.table.due() == (0,))  # a bot has moved for the seat that is out
        await room.take(line, say.Resign())
        assert room.table.status == "over"


async def test_a_draw_and_another_game_need_one_word(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, _ = await entered(hub, BOTH)
        await move(room, line)
        await room.take(line, say.Offer("draw"))
        assert line.state["result"]["reason"] == "draw"
        await room.take(line, say.Offer("rematch"))
        assert (room.table.status, room.table.round) == ("playing", 2)
        assert [seat.name for seat in room.table.seats] == ["Anna 2", "Anna"]  # they have moved one seat
        for _ in range(3):
            await move(room, line)
        assert len(room.table.plies) == 3


async def test_another_game_with_a_friend_needs_both(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, anna, _ = await entered(hub, NewRoom("otrio", {"players": 3}, seat=0, also=[1], ready=True))
        bert = KeptLine("bert")
        await room.join(bert, say.Hello(room.id))
        await room.take(bert, say.Sit())
        await room.take(bert, say.Ready())
        await room.take(bert, say.Resign())
        await room.take(anna, say.Resign())
        assert room.table.status == "over"
        await room.take(anna, say.Offer("rematch"))
        assert (room.table.status, anna.state["offers"][0]["agreed"]) == ("over", [0, 1])
        await room.take(bert, say.Answer("rematch", True))
        assert room.table.status == "playing"
        assert {seat.guest for seat in room.table.seats} == {"anna", "bert"}


async def test_whoever_leaves_leaves_all_seats(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, _ = await entered(hub, BOTH)
        await room.take(line, say.Leave())
        assert room.table.outcome is not None
        assert (room.table.outcome.reason, room.table.outcome.places) == ("abandoned", (1, 1))  # nobody has won it
        assert [seat.human for seat in room.table.seats] == [False, False]
        room, line, _ = await entered(hub, TWO_OF_FOUR)
        await room.take(line, say.Leave(0))
        assert [seat["kind"] for seat in line.state["seats"]] == ["bot", "bot", "human", "bot"]
        assert room.table.status == "playing"
        await room.take(line, say.Leave())
        assert line.state["result"]["reason"] == "abandoned"


async def test_nobody_plays_for_people_who_wait_for_each_other_at_one_device(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        wish = NewRoom("othello", settings=RoomSettings(silence_seconds=0.2), seat=0, also=[1], ready=True)
        room, line, _ = await entered(hub, wish)
        room.clocks._due_since = {0: time.monotonic() - 100}
        assert room.here.silent() == {}
        assert room.here.missed() == {}
        await room.part(line)
        assert room.here.missed() == {}


async def test_bots_play_for_all_seats_of_a_device_that_has_gone_and_give_them_back(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        wish = NewRoom("otrio", {"players": 3}, RoomSettings(bot="random"), seat=0, also=[1], ready=True)
        room, anna, token = await entered(hub, wish)
        bert = KeptLine("bert")
        await room.join(bert, say.Hello(room.id))
        await room.take(bert, say.Sit())
        await room.take(bert, say.Ready())
        await room.part(anna)
        assert set(room.here.missed()) == {0, 1}
        for seat in (0, 1):
            room.here.absent_since[seat] = time.monotonic() - 60
        room.alarm.set()
        await until(lambda: room.table.due() == (2,))
        assert [seat.deputy is not None for seat in room.table.seats] == [True, True, False]
        back = KeptLine("anna", 2)
        await room.join(back, say.Hello(room.id, token))
        assert [seat.deputy for seat in room.table.seats] == [None, None, None]
        await until(lambda: [told.seats for told in bert.all(say.Presence)][-1:] == [[True, True, True]])


async def test_every_seat_has_its_own_clock(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        wish = NewRoom("othello", settings=RoomSettings(clocks=Clocks(total=100)), seat=0, also=[1], ready=True)
        room, line, token = await entered(hub, wish)
        assert line.last(say.Clock).running == [0]
        await move(room, line)
        assert line.last(say.Clock).running == [1]
    async with a_hub(tmp_path) as hub:
        room = await hub.open(room.id)
        assert room.clocks.frozen
        await room.join(KeptLine("anna", 2), say.Hello(room.id, token))
        assert not room.clocks.frozen  # the next one sits at the same device


async def test_the_newest_tab_has_all_seats(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, line, token = await entered(hub, BOTH)
        tab = KeptLine("anna", 2)
        await room.join(tab, say.Hello(room.id, token))
        assert line.closed is not None
        assert line.closed[0] == say.Closing.ANOTHER_TAB
        for _ in range(2):
            await move(room, tab)


async def test_the_wish_names_a_seat_of_one_s_own(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        for wish, code in (
            (NewRoom("othello", also=[1]), "config"),
            (NewRoom("othello", seat=0, also=[7]), "no_seat"),
            (NewRoom("puyo", seat=0, also=[1]), "one_seat"),
            (NewRoom("puyo", settings=RoomSettings(timed=True), seat=0, also=[1]), "one_seat"),
        ):
            with pytest.raises(AsobibaError) as refused:
                await hub.create(ANNA, wish)
            assert refused.value.code == code


@pytest.mark.thorough
async def test_a_kill_loses_nothing_and_the_device_plays_on(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        async with Client(server.url, "Ann") as ann:
            ticket = await ann.create_room("othello", seat=0, ready=True, also=[1])
            async with calling(server, ann, ticket) as caller:
                for _ in range(5):
                    action, _ = caller.stands_now().moves[0]
                    assert isinstance(await caller.answer(say.Move(f"m{caller.seq}", caller.seq, action)), say.Ack)
                    await caller.hear(say.Events)
                before = caller.stands_now()
            server.kill()
            server.start()
            async with calling(server, ann, ticket) as caller:
                after = caller.stands_now()
                assert msgspec.structs.asdict(after) == msgspec.structs.asdict(before)
                assert after.due == [1]
                for _ in range(2):
                    action, _ = caller.stands_now().moves[0]
                    assert isinstance(await caller.answer(say.Move(f"n{caller.seq}", caller.seq, action)), say.Ack)
                    await caller.hear(say.Events)
        server.stop()


async def test_the_client_for_programs_moves_for_every_seat(server: Served) -> None:
    async with Client(server.url, "Ann") as ann:
        ticket = await ann.create_room("otrio", seat=0, ready=True, also=[2], bots={1: "random", 3: "random"})
        async with ann.join(ticket) as room:
            async for turn in room.turns():
                assert turn.state.due[0] in (0, 2)
                await room.move(turn.moves[0].action)
            assert {ply.seat for ply in room.history} >= {0, 2}
