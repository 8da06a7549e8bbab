"""Rooms: what players and watchers are told, what time does, and what a restart leaves as it was.

Attendance, alarm, clocks, tasks and the seats of bots are tested through the room that they are parts of, here and in
../test_outages.py.
"""

import asyncio
import gc
import hashlib
import sqlite3
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.game import CHANCE
from asobiba.core.registry import find_game
from asobiba.online.bots.thinkers import Choice
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.events import Moved, read_event
from asobiba.online.protocol.messages import Closing
from asobiba.online.rooms import ledger as ledgers
from asobiba.online.rooms import room as rooms
from asobiba.online.rooms.hub import NewRoom
from asobiba.online.rooms.ledger import RECENT
from asobiba.online.rooms.showing import state_for
from asobiba.online.rooms.table import BETWEEN_MARKS, Clocks, RoomSettings
from tests.online.lines import KeptLine, a_hub, seated_room, until
from tests.online.tables import GAMES

pytestmark = pytest.mark.asyncio

PATIENCE = 60.0


async def play_on(room: rooms.Room, lines: list[KeptLine], plies: int) -> None:
    """Everybody plays the first legal move in turn."""
    for number in range(plies):
        if room.table.status != "playing":
            return
        seat = room.table.due()[0]
        action = room.table.legal(seat)[number % len(room.table.legal(seat))]
        owner = next(line for line in lines if line.guest.id == room.table.seats[seat].guest)
        await room.take(owner, say.Move(f"m{room.table.seq}", room.table.seq, action))


@pytest.mark.parametrize(("name", "options"), GAMES)
async def test_everybody_sees_the_same_game(tmp_path: Path, name: str, options: Mapping[str, Any]) -> None:
    async with a_hub(tmp_path) as hub:
        seats = len(find_game(name).seats(find_game(name).options.read(options)))
        room, lines, _ = await seated_room(hub, NewRoom(name, options), [f"guest{n}" for n in range(seats)])
        watcher = KeptLine("watcher")
        await room.join(watcher, say.Hello(room.id))
        await play_on(room, lines, 40)
        assert not any(line.all(say.Reject) for line in lines)
        for seat, line in [*enumerate(lines), (None, watcher)]:
            assert line.seq == room.table.seq
            assert bytes(line.all(say.Events)[-1].state) == bytes(state_for(room.table, seat))


async def test_a_move_is_stored_before_it_is_acknowledged_and_told(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (black, white), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.take(black, say.Move("m1", room.table.seq, 19))
        assert isinstance(black.told[-2], say.Ack)
        seq = black.told[-2].seq
        assert [row.kind for row in await hub.store.rows(room.id, after=seq - 1)] == ["moved"]
        assert white.last(say.Events).seq == seq


async def test_the_same_move_again_is_acknowledged_again_and_played_once(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (black, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        move = say.Move("m1", room.table.seq, 19)
        for _ in range(3):
            await room.take(black, move)
        assert len({ack.seq for ack in black.all(say.Ack)}) == 1
        assert len(black.all(say.Ack)) == 3
        assert len(room.table.plies) == 1


async def test_a_stale_move_is_refused_with_what_was_missed(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (black, white), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        base = room.table.seq
        await room.take(black, say.Move("m1", base, 19))
        await room.take(white, say.Move("m2", base, 18))
        assert white.last(say.Reject).code == "stale"
        assert white.told[-1].seq == base + 1  # the delta


@pytest.mark.parametrize("text", ["z9", "a1", "", "d3" * 50])
async def test_a_bad_move_changes_nothing(tmp_path: Path, text: str) -> None:
    async with a_hub(tmp_path) as hub:
        room, (black, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        before = room.table
        await room.take(black, say.Move("m1", room.table.seq, text=text))
        assert black.last(say.Reject).code in ("notation", "illegal_move")
        assert room.table == before


async def test_who_comes_back_gets_the_events_he_missed_or_everything(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, lines, tokens = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        seq = room.table.seq
        await play_on(room, lines, 10)
        again = KeptLine("anna", 2)
        await room.join(again, say.Hello(room.id, tokens[0], last_seq=seq))
        delta = again.last(say.Events)
        assert (delta.seq, len(delta.list)) == (seq + 1, 10)
        fresh = KeptLine("anna", 3)
        await room.join(fresh, say.Hello(room.id, tokens[0]))
        snapshot = fresh.last(say.Snapshot)
        assert (snapshot.seq, bytes(snapshot.state)) == (room.table.seq, bytes(delta.state))
        assert len(snapshot.history) == 10


async def test_the_newest_tab_has_the_seat(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (black, _), tokens = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        tab = KeptLine("anna", 2)
        await room.join(tab, say.Hello(room.id, tokens[0]))
        assert black.closed is not None
        assert black.closed[0] == Closing.ANOTHER_TAB
        assert tab.last(say.Welcome).you.seat == 0


@pytest.mark.parametrize("token", ["wrong", "", "x" * 128])
async def test_a_wrong_token_watches(tmp_path: Path, token: str) -> None:
    async with a_hub(tmp_path) as hub:
        room, (black, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        thief = KeptLine("thief")
        await room.join(thief, say.Hello(room.id, token))
        assert thief.last(say.Welcome).you.seat is None
        await room.take(thief, say.Move("m1", room.table.seq, 19))
        assert thief.last(say.Reject).code == "not_seated"
        assert black.closed is None


@pytest.mark.parametrize("message", [say.Resign(), say.Offer("draw"), say.Fill(), say.Ready(), say.Leave()])
async def test_watchers_do_nothing(tmp_path: Path, message: say.Message) -> None:
    async with a_hub(tmp_path) as hub:
        room, _, _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        before, watcher = room.table, KeptLine("watcher")
        await room.join(watcher, say.Hello(room.id))
        await room.take(watcher, message)
        assert watcher.all(say.Reject)
        assert room.table == before


async def test_only_the_host_places_bots(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        made = await hub.create(Guest("anna", "Anna"), NewRoom("otrio"))
        room = await hub.open(made.room)
        other = KeptLine("bert")
        await room.join(other, say.Hello(room.id))
        await room.take(other, say.Bot(1, "greedy"))
        assert other.last(say.Reject).code == "not_host"
        host = KeptLine("anna")
        await room.join(host, say.Hello(room.id))
        await room.take(host, say.Bot(1, "no such bot"))
        assert host.last(say.Reject).code == "config"
        await room.take(host, say.Bot(1, "greedy"))
        assert host.state["seats"][1]["kind"] == "bot"
        await room.take(host, say.Bot(1))
        assert host.state["seats"][1]["kind"] == "free"


@pytest.mark.parametrize(("name", "options"), GAMES)
async def test_a_game_against_bots_goes_to_its_end(tmp_path: Path, name: str, options: Mapping[str, Any]) -> None:
    seats = len(find_game(name).seats(find_game(name).options.read(options)))
    limits = {"max_turns": 12} if name == "puyo" else {"max_turns": 24} if name == "coppit" else {}
    async with a_hub(tmp_path, bots=True) as hub:
        bots = dict.fromkeys(range(seats), "random")
        made = await hub.create(Guest("anna", "Anna"), NewRoom(name, {**options, **limits}, bots=bots))
        room = await hub.open(made.room)
        watcher = KeptLine("watcher")
        await room.join(watcher, say.Hello(room.id))
        await until(lambda: room.table.status == "over")
        assert watcher.state["result"]["reason"] == room.table.game.ending(room.table.state)


async def test_bots_wait_while_nobody_is_here(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        both = {0: "random", 1: "random"}
        made = await hub.create(Guest("anna", "Anna"), NewRoom("othello", bots=both))
        room = await hub.open(made.room)
        seen = await hub.open((await hub.create(Guest("bert", "Bert"), NewRoom("othello", bots=both))).room)
        await seen.join(KeptLine("watcher"), say.Hello(seen.id))
        await until(lambda: len(seen.table.plies) > 3)
        assert len(room.table.plies) == 0


async def test_bots_fill_the_free_seats_after_the_countdown(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        settings = RoomSettings(bot_fill_seconds=0.3, bot="random")
        room, (anna,), _ = await seated_room(hub, NewRoom("otrio", settings=settings), ["anna"])
        await until(lambda: any(told.bots_in_ms is not None for told in anna.all(say.Presence)))
        await until(lambda: room.table.status == "playing")
        assert [seat["kind"] for seat in anna.state["seats"]] == ["human", "bot", "bot", "bot"]


async def test_bots_fill_at_once_on_request(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna,), _ = await seated_room(hub, NewRoom("coppit"), ["anna"])
        await room.take(anna, say.Fill())
        assert room.table.status == "playing"


async def test_bots_are_hurried_until_a_person_is_to_decide(tmp_path: Path) -> None:
    """With their pauses, three bots would take half a minute."""
    async with a_hub(tmp_path, bot_pause=10) as hub:
        settings = RoomSettings(bot="random")
        room, (anna,), _ = await seated_room(hub, NewRoom("otrio", settings=settings), ["anna"])
        await room.take(anna, say.Hurry())
        assert anna.last(say.Reject).code == "not_here"
        await room.take(anna, say.Fill())
        await room.take(anna, say.Hurry())
        await room.take(anna, say.Move("m1", room.table.seq, room.table.legal(0)[0]))
        await until(lambda: len(room.table.plies) == 1)
        await room.take(anna, say.Hurry())
        await until(lambda: room.table.due() == (0,))
        assert len(room.table.plies) == 4


async def test_nobody_hurries_other_people(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.take(anna, say.Hurry())
        assert anna.last(say.Reject).code == "not_here"


async def test_a_bot_plays_for_who_has_gone_and_gives_the_seat_back(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        settings = RoomSettings(bot="random")
        room, (anna, bert), tokens = await seated_room(hub, NewRoom("othello", settings=settings), ["anna", "bert"])
        await room.part(anna)
        room.here.absent_since[0] = time.monotonic() - 60
        room.alarm.set()
        await until(lambda: room.table.seats[0].deputy is not None)
        await until(lambda: len(room.table.plies) == 1)
        back = KeptLine("anna", 2)
        await room.join(back, say.Hello(room.id, tokens[0]))
        assert room.table.seats[0].deputy is None
        await room.take(bert, say.Move("m1", room.table.seq, room.table.legal(1)[0]))
        assert room.table.due() == (0,)
        assert not room.bots.thinking  # nobody plays for her any more
        await room.take(back, say.Move("m2", room.table.seq, room.table.legal(0)[0]))
        assert back.all(say.Ack)


async def test_when_all_have_gone_the_game_waits(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, lines, _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        goes_on, others, _ = await seated_room(hub, NewRoom("othello"), ["carl", "dora"])
        for line in lines:
            await room.part(line)
        await goes_on.part(others[0])
        for seat in (0, 1):
            room.here.absent_since[seat] = time.monotonic() - 120
        room.alarm.set()
        goes_on.here.absent_since[0] = time.monotonic() - 120
        goes_on.alarm.set()
        await until(lambda: goes_on.table.seats[0].deputy is not None)  # where one is still there
        assert [seat.deputy for seat in room.table.seats] == [None, None]


async def test_the_clock_decides_between_two(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        settings = RoomSettings(clocks=Clocks(total=1, increment=0))
        room, (anna, bert), _ = await seated_room(hub, NewRoom("othello", settings=settings), ["anna", "bert"])
        assert bert.last(say.Clock).running == [0]
        await until(lambda: room.table.status == "over")
        assert anna.state["result"]["reason"] == "time"
        assert anna.state["result"]["returns"] == [-1.0, 1.0]


async def test_of_more_than_two_a_bot_makes_the_move_that_took_too_long(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        settings = RoomSettings(clocks=Clocks(move=1))
        guests = ["anna", "bert", "carl", "dora"]
        room, _, _ = await seated_room(hub, NewRoom("otrio", settings=settings), guests)
        await until(lambda: len(room.table.plies) > 0)
        moves = [read_event(row.payload) for row in await hub.store.rows(room.id) if row.kind == "moved"]
        assert isinstance(moves[0], Moved)
        assert (moves[0].seat, moves[0].by) == (0, "clock")
        assert room.table.status == "playing"


async def test_no_bot_is_asked_what_to_do_in_a_game_that_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that has nothing to choose from would break."""
    async with a_hub(tmp_path) as hub:
        room, (anna, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        asked = list[int]()

        async def choose(seat: int, state: object, moment: int) -> Choice:
            asked.append(seat)
            return Choice(0, 0.0)

        monkeypatch.setattr(room.bots, "choose", choose)
        await room.take(anna, say.Resign())
        room.bots.move_for(1)
        await until(lambda: not room.bots.thinking)
        assert asked == []


@pytest.mark.parametrize(("name", "options"), GAMES)
async def test_a_restart_leaves_every_room_as_it_was(tmp_path: Path, name: str, options: Mapping[str, Any]) -> None:
    seats = len(find_game(name).seats(find_game(name).options.read(options)))
    async with a_hub(tmp_path) as hub:
        settings = RoomSettings(clocks=Clocks(total=100))
        room, lines, tokens = await seated_room(
            hub, NewRoom(name, options, settings), [f"guest{n}" for n in range(seats)]
        )
        await play_on(room, lines, 7)
        before = room.table
    assert all(line.closed is not None and line.closed[0] == Closing.RESTARTING for line in lines)
    async with a_hub(tmp_path) as hub:
        room = await hub.open(room.id)
        assert room.table == before
        assert room.clocks.frozen
        line = KeptLine(before.seats[0].guest or "", 2)
        await room.join(line, say.Hello(room.id, tokens[0], last_seq=before.seq))
        assert line.last(say.Events).list == []
        clock = line.last(say.Clock)
        assert clock.left[0] is not None
        # What was thought before the restart is charged; test_clockbook.py shows that the downtime is not.
        assert before.left_ms[0] - 30_000 < clock.left[0] <= before.left_ms[0]


async def test_a_refused_write_is_not_acknowledged_and_heals(tmp_path: Path) -> None:
    """The database is locked by somebody else for a while."""
    async with a_hub(tmp_path) as hub:
        room, (black, white), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        before = room.table
        thief = sqlite3.connect(tmp_path / "rooms.db", isolation_level=None)
        thief.execute("BEGIN EXCLUSIVE")
        await room.take(black, say.Move("m1", room.table.seq, 19))
        assert black.last(say.Reject).code == "storage"
        assert not black.all(say.Ack)
        assert room.table == before
        thief.execute("ROLLBACK")
        thief.close()
        await until(lambda: not room.in_doubt)
        await room.take(black, say.Move("m1", room.table.seq, 19))
        assert len(black.all(say.Ack)) == 1
        assert white.seq == room.table.seq
        assert len(room.table.plies) == 1


async def test_chat_is_cleaned_and_kept(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, bert), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.take(anna, say.Chat("c1", "good\u202eluck\nhave fun"))
        (told,) = bert.last(say.Events).list
        assert b"luck have fun" in bytes(told)
        assert "\u202e".encode() not in bytes(told)


async def test_an_idle_room_leaves_the_memory(tmp_path: Path) -> None:
    async with a_hub(tmp_path, room_memory_seconds=0) as hub:
        room, lines, _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        for line in lines:
            await room.part(line)
        await asyncio.sleep(0.01)
        await hub._drop_idle()
        assert hub.rooms == {}
        again = await hub.open(room.id)
        assert again is not room
        assert again.table == room.table


@pytest.mark.parametrize(("name", "options"), GAMES)
async def test_a_room_that_was_left_is_gone_without_a_collection(
    tmp_path: Path, name: str, options: Mapping[str, Any]
) -> None:
    async with a_hub(tmp_path, room_memory_seconds=0) as hub:
        seats = len(find_game(name).seats(find_game(name).options.read(options)))
        room, lines, _ = await seated_room(hub, NewRoom(name, options), [f"guest{n}" for n in range(seats)])
        gc.disable()
        try:
            await play_on(room, lines, 8)
            for line in lines:
                await room.part(line)
            left = weakref.ref(room)
            del room
            await asyncio.sleep(0.01)
            await hub._drop_idle()
            await until(lambda: left() is None)
        finally:
            gc.enable()


async def test_a_room_whose_game_is_over_does_not_wait(tmp_path: Path) -> None:
    async with a_hub(tmp_path, room_memory_seconds=60) as hub:
        over, (anna, bert), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        running, others, _ = await seated_room(hub, NewRoom("othello"), ["carl", "dora"])
        await over.take(anna, say.Resign())
        await hub._drop_idle()
        assert set(hub.rooms) == {over.id, running.id}  # somebody is there
        for room, line in ((over, anna), (over, bert), *((running, line) for line in others)):
            await room.part(line)
        await asyncio.sleep(0.01)
        await hub._drop_idle()
        assert set(hub.rooms) == {running.id}


async def test_neither_lobby_nor_results_tell_of_private_rooms(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        for private in (True, False):
            wish = NewRoom("othello", settings=RoomSettings(private=private))
            room, (anna, _), _ = await seated_room(hub, wish, ["anna", "bert"])
            assert (room.id in [row.id for row in await hub.store.lobby()]) is not private
            await room.take(anna, say.Resign())
            assert (room.id in [row.room for row in await hub.store.results()]) is not private


@pytest.mark.parametrize(("name", "options"), [("puyo", {"max_turns": 12}), ("otrio", {"players": 3}), ("othello", {})])
async def test_what_bots_play_can_be_computed_at_the_end_and_not_before(
    tmp_path: Path, name: str, options: Mapping[str, Any]
) -> None:
    """Their dice come from what is revealed with the seed; who knows the room, the round and the seat knows nothing."""
    game = find_game(name)
    chosen = game.options.read(options)
    spec = "greedy:noise=0.9"
    async with a_hub(tmp_path, bots=True, bot_seconds=60) as hub:
        bots = dict.fromkeys(range(len(game.seats(chosen))), spec)
        made = await hub.create(Guest("anna", "Anna"), NewRoom(name, options, bots=bots))
        room, watcher = await hub.open(made.room), KeptLine("watcher")
        await room.join(watcher, say.Hello(room.id))
        await until(lambda: room.table.status == "over")
        result, table = watcher.state["result"], room.table
    record = table.record()
    guessed = computed = moves = 0
    for number, (state, ply) in enumerate(zip(record.states(), record.plies, strict=False)):
        if ply.seat == CHANCE:
            continue
        # Both commits of a turn are thought about before either is a ply.
        moment = number - (game.simultaneous(chosen) and ply.seat != state.first)
        dice = f"{result['nonce']}:{result['seed']}/bot/{ply.seat}/{moment}"
        for known in (hashlib.sha256(dice.encode()).hexdigest(), f"{room.id}/1/{ply.seat}"):
            agent = make_agent(spec, game, chosen, seed=known)
            is_it = agent.choose(game.conceal(state, ply.seat)) == ply.action
            computed, guessed = (computed + is_it, guessed) if len(known) == 64 else (computed, guessed + is_it)
        moves += 1
    assert hub.thinkers.fallbacks == 0
    assert (computed, moves > 5) == (moves, True)
    assert guessed < moves


async def test_after_a_takeback_a_bot_has_other_dice(tmp_path: Path) -> None:
    """Otherwise one would know what it answers to the same move."""
    async with a_hub(tmp_path, bots=True) as hub:
        made = await hub.create(Guest("anna", "Anna"), NewRoom("othello", seat=0, bots={1: "random"}, ready=True))
        room, line, answers = await hub.open(made.room), KeptLine("anna"), list[int]()
        await room.join(line, say.Hello(room.id, made.token))
        async with asyncio.timeout(PATIENCE):
            while len(set(answers)) < 2:
                await room.take(line, say.Move(f"m{len(answers)}", room.table.seq, 19))
                await until(lambda: len(room.table.plies) == 2)
                answers.append(room.table.plies[1].action)
                await room.take(line, say.Offer("takeback"))
                assert not room.table.plies
    assert set(answers) <= {18, 20, 34}


async def test_what_was_acknowledged_once_is_acknowledged_for_ever(tmp_path: Path) -> None:
    """Also when hundreds of messages have come since, and after a restart; and it puts nobody in doubt."""
    async with a_hub(tmp_path) as hub:
        room, (black, white), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        base = room.table.seq
        await room.take(black, say.Move("first", base, room.table.legal(0)[0]))
        await room.take(black, say.Chat("hello", "hello"))
        answers = [(ack.id, ack.seq) for ack in black.all(say.Ack)]
        for number in range(2 * RECENT + 10):
            await room.take(white, say.Chat(f"c{number}", "…"))
        told = room.table.seq
        await room.close()
        room = await hub.open(room.id)
        black.closed = None
        await room.join(black, say.Hello(room.id))
        room.here.take(black, 0)
        await room.take(black, say.Move("first", base, 99))
        await room.take(black, say.Chat("hello", "hello"))
        await room.take(black, say.Chat("first", "a name that was used for a move"))
        assert [(ack.id, ack.seq) for ack in black.all(say.Ack)] == [*answers, *answers, answers[0]]
        assert room.table.seq == told
        assert not room.in_doubt


async def test_what_a_database_refuses_puts_no_room_in_doubt(store_url: str, tmp_path: Path) -> None:
    """PostgreSQL has no NUL in its texts, SQLite has; no door would let it through."""
    async with a_hub(tmp_path, database=store_url) as hub:
        room, (black, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        before = room.table.seq
        await room.take(black, say.Chat("\0", "hello"))
        assert [refused.code for refused in black.all(say.Reject)] == ["unstorable"] * store_url.startswith(
            "postgresql"
        )
        assert not room.in_doubt
        await room.take(black, say.Move("m", room.table.seq, 19))
        assert black.last(say.Ack).seq == room.table.seq
        assert room.table.seq in (before + 1, before + 2)


async def test_leaving_the_memory_gives_nobody_time_back(tmp_path: Path) -> None:
    """The server was up all the while, so the clock of who is to move has run on."""
    async with a_hub(tmp_path, room_memory_seconds=0) as hub:
        settings = RoomSettings(clocks=Clocks(total=100))
        room, (black, white), _ = await seated_room(hub, NewRoom("othello", settings=settings), ["anna", "bert"])
        room.clocks._due_since[0] -= 40  # forty seconds ago
        for line in (black, white):
            await room.part(line)
        room.idle_since -= 10
        await hub._drop_idle()
        assert room.id not in hub.rooms
        again = await hub.open(room.id)
        assert again is not room
        assert 30_000 < (again.clocks.left_ms(again.table, 0) or 0) <= 60_000
        assert again.clocks.running(again.table)


async def test_no_question_takes_long_however_long_the_game_is(tmp_path: Path) -> None:
    """Snapshots are written once, a takeback replays a few plies, and a long log is read in slices."""
    async with a_hub(tmp_path) as hub:
        large = {"rows": 6, "columns": 6}  # it does not end so soon
        room, (player,), _ = await seated_room(hub, NewRoom("twenty48", large), ["anna"])
        await play_on(room, [player], 150)
        applied = 0
        position = type(room.table.state)
        apply = position.apply

        def counted(self: Any, action: int) -> Any:
            nonlocal applied
            applied += 1
            return apply(self, action)

        position.apply = counted
        try:
            for _ in range(50):
                await room.take(player, say.Sync(0))
            assert applied == 0
            frames = {frame for frame in player.frames[-100:] if b'"snapshot"' in frame[:20]}
            assert len(frames) == 1
            await room.take(player, say.Offer("takeback"))
            assert room.table.taken_back == 1
            assert applied <= 2 * BETWEEN_MARKS
        finally:
            position.apply = apply
        plies = list(room.table.plies)
        state = room.table.game.start(room.table.options)
        for played in plies:
            state = state.apply(played.action)
        assert state == room.table.state
        await room.close()
        again = await hub.open(room.id)
        assert again.table == room.table


async def test_a_long_log_is_read_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_hub(tmp_path) as hub:
        room, (player,), _ = await seated_room(hub, NewRoom("twenty48"), ["anna"])
        await play_on(room, [player], 200)
        await room.close()
        monkeypatch.setattr(ledgers, "SLICE_SECONDS", 0.0)
        monkeypatch.setattr(ledgers, "RECENT", 16)
        turns = 0

        async def meanwhile() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0)
                turns += 1

        other = asyncio.create_task(meanwhile())
        again = await hub.open(room.id)
        other.cancel()
        assert again.table == room.table
        assert turns > room.table.seq - 16 > 50
