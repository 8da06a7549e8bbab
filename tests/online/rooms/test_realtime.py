"""Timed games: the server runs the simulation, players hold buttons, bots play too, and a restart goes on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from asobiba.online.bots.thinkers import Choice
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.events import Held, read_event
from asobiba.online.rooms import archive, realtime
from asobiba.online.rooms import ledger as ledgers
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.realtime import Hands, Puppet, Referee, simulated, simulation_steps
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.table import RoomSettings, RoomTable
from asobiba.online.simulation import Simulation, digest
from tests.online.lines import KeptLine, a_hub, seated_room, until
from tests.online.tables import started

pytestmark = pytest.mark.asyncio

PATIENCE = 60.0
TIMED = RoomSettings(timed=True, bot="random")


async def test_a_timed_game_runs_by_itself_and_is_logged(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, bert), _ = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        await until(lambda: room.table.ticks > 60)
        tick = anna.last(say.Tick)
        assert tick.digest == digest(msgspec.json.decode(bytes(tick.view)))
        again = simulated(room.table)
        rows = await hub.store.rows(room.id)
        logged = [event for event in (read_event(row.payload) for row in rows) if isinstance(event, Held)]
        assert (again.tick, again.digest()) == (logged[-1].tick, logged[-1].digest)
        await room.take(bert, say.Resign())
        await until(lambda: room.timed.referee is None)
        assert anna.state["result"]["returns"] == [1.0, -1.0]


@pytest.mark.thorough
async def test_who_comes_back_has_nothing_simulated_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving and coming back again and again costs nobody anything; a server that starts does it in slices."""
    begun: list[int] = []

    def counted(table: RoomTable) -> Iterator[Simulation]:
        begun.append(table.ticks)
        return simulation_steps(table)

    monkeypatch.setattr(realtime, "simulation_steps", counted)
    async with a_hub(tmp_path) as hub:
        room, (anna, bert), tokens = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        for _ in range(3):
            await until(lambda ticks=room.table.ticks: room.table.ticks > ticks)
            for line in (anna, bert):
                await room.part(line)
            await until(lambda: room.timed.referee is None)
            for line, token in zip((anna, bert), tokens, strict=True):
                await room.join(line, say.Hello(room.id, token))
        await until(lambda ticks=room.table.ticks: room.table.ticks > ticks)
        assert begun == [0]
        ticks = room.table.ticks
        await room.close()
        monkeypatch.setattr(ledgers, "SLICE_SECONDS", 0.0)
        again, turns = await hub.open(room.id), 0
        await again.join(anna, say.Hello(room.id, tokens[0]))
        while again.timed.referee is None:
            await asyncio.sleep(0)
            turns += 1
        assert begun == [0, again.timed.referee.simulation.tick]
        assert turns > again.timed.referee.simulation.tick >= ticks


async def test_what_a_player_holds_moves_his_pair(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, _), _ = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        await until(lambda: bool(anna.all(say.Tick)))
        async with asyncio.timeout(PATIENCE):
            while not any((seat, mask) == (0, 1) for _, seat, mask in room.table.held):
                await room.take(anna, say.Inputs(anna.last(say.Tick).tick + 12, [1] * 6))
                await asyncio.sleep(0.05)
        assert {seat for _, seat, _ in room.table.held} == {0}


async def test_bots_play_a_timed_game_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_hub(tmp_path) as hub:
        monkeypatch.setattr("asobiba.online.rooms.realtime.CHUNK_SECONDS", 0.001)
        monkeypatch.setattr("asobiba.online.rooms.realtime.LAG_TICKS", -30)  # runs as fast as it can
        made = await hub.create(Guest("anna", "Anna"), NewRoom("puyo", settings=TIMED, bots={0: "random", 1: "random"}))
        room = await hub.open(made.room)
        watcher = KeptLine("watcher")
        await room.join(watcher, say.Hello(room.id))
        await until(lambda: len({seat for _, seat, _ in room.table.held}) == 2)


async def test_a_bot_that_has_played_its_turns_is_not_asked_any_more(tmp_path: Path) -> None:
    """The other one may take longer; asked about a game that is over for it, a bot's process would end."""
    table = started("puyo", {"max_turns": 1}, settings=TIMED)
    clock, asked = Referee(table), list[int]()

    async def choose(position: Any, tick: int) -> Any:
        asked.append(tick)
        return Choice(position.legal()[0], 0.0)

    puppet = Puppet(0, choose)
    while clock.simulation.view(0)["players"][0]["phase"] != "done":
        puppet.move(clock)
        await asyncio.sleep(0)
        clock.simulation.step({0: clock.hands[0].planned.pop(clock.simulation.tick + 1, 0)})
    before = len(asked)
    for _ in range(100):
        puppet.move(clock)
        await asyncio.sleep(0)
        clock.simulation.step({})
    assert before > 0
    assert len(asked) == before


async def test_a_restart_goes_on_from_the_log(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, _, tokens = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        await until(lambda: room.table.ticks > 60)
        before = room.table
    async with a_hub(tmp_path) as hub:
        room = await hub.open(room.id)
        assert room.table.ticks >= before.ticks
        lines = [KeptLine("anna", 2), KeptLine("bert", 2)]
        for line, token in zip(lines, tokens, strict=True):
            await room.join(line, say.Hello(room.id, token))
        await until(lambda: room.table.ticks > before.ticks + 30)


def standing(line: KeptLine, why: realtime.Stands | None) -> list[int]:
    """The ticks at which the line was told that the game stands still for this reason, or that it runs."""
    return [told.tick for told in line.all(say.Tick) if told.stands == why]


async def test_the_game_waits_for_a_player_who_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_hub(tmp_path) as hub:
        monkeypatch.setattr(realtime, "TOLD_SECONDS", 0.0)
        room, (anna, bert), _ = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        await until(lambda: bert.last(say.Tick).tick > 5 if bert.all(say.Tick) else False)
        await room.part(anna)
        await until(lambda: len(standing(bert, "away")) > 5)
        assert len(set(standing(bert, "away"))) == 1
        assert standing(bert, None)[-1] == standing(bert, "away")[0]


async def test_late_inputs_count_from_now_on_and_correct_their_sender() -> None:
    hands = Hands()
    hands.take(say.Inputs(tick=5, held=[2, 2, 4]), now=10)
    assert hands.corrected
    assert [hands.at(tick) for tick in (10, 11, 12)] == [6, 4, 4]


async def test_a_short_press_that_is_late_is_still_a_press() -> None:
    hands = Hands()
    hands.take(say.Inputs(tick=8, held=[2, 0, 0, 1]), now=10)
    assert [hands.at(tick) for tick in (10, 11, 12)] == [2, 1, 1]


async def test_who_is_not_heard_of_holds_nothing_after_a_while() -> None:
    hands = Hands()
    hands.take(say.Inputs(tick=1, held=[2]), now=0)
    assert [hands.at(tick) for tick in (1, 2, 10, 40)] == [2, 2, 2, 0]


async def test_the_clock_keeps_the_pace_and_slows_down_rather_than_jump() -> None:
    clock = Referee(started("puyo", {}, TIMED))
    clock.run(100.0)
    assert clock.simulation.tick == 0
    clock.run(100.5)
    assert clock.simulation.tick == 30
    clock.run(200.0)
    assert clock.simulation.tick == 60


async def test_a_timed_game_is_kept_as_what_was_held(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, bert), _ = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        await until(lambda: bool(anna.all(say.Tick)))
        await room.take(anna, say.Inputs(anna.last(say.Tick).tick + 3, [2] * 30))
        await until(lambda: len(room.table.held) >= 2)
        await room.take(bert, say.Resign())
        table = await hub.archive.table(room.id, 1)
    lines = [msgspec.json.decode(line) for line in archive.record_text(table).splitlines()]
    assert lines[0]["seed"] == table.seed
    assert lines[1]["held"] == ["right"]
    assert lines[-1] == {"end": [1.0, -1.0], "ticks": table.ticks, "reason": "resign", "places": [1, 2]}
    frames = archive.replay(table)
    assert frames[-1]["tick"] == table.ticks
    assert frames[-1]["view"] == simulated(table).view(None)
    assert "left right" in archive.moves_text(table)


async def alone(hub: Hub) -> tuple[Room, KeptLine]:
    """Anna in a running game against a bot."""
    made = await hub.create(Guest("anna", "Anna"), NewRoom("puyo", {}, TIMED, 0, ready=True, bots={1: "random"}))
    room, line = await hub.open(made.room), KeptLine("anna")
    await room.join(line, say.Hello(made.room, made.token))
    await until(lambda: bool(line.all(say.Tick)))
    return room, line


async def test_a_countdown_comes_before_the_first_tick(tmp_path: Path) -> None:
    async with a_hub(tmp_path, countdown=0.4) as hub:
        _, anna = await alone(hub)
        first = anna.all(say.Tick)[0]
        assert (first.tick, first.stands) == (0, "starting")
        assert first.runs_in_ms is not None
        assert 0 < first.runs_in_ms <= 400
        await until(lambda: anna.last(say.Tick).tick > 0)
        assert (anna.last(say.Tick).stands, anna.last(say.Tick).runs_in_ms) == (None, None)


async def test_who_plays_against_bots_alone_pauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(realtime, "TOLD_SECONDS", 0.0)
    async with a_hub(tmp_path) as hub:
        room, anna = await alone(hub)
        await until(lambda: anna.last(say.Tick).tick > 0)
        await room.take(anna, say.Pause())
        await until(lambda: anna.last(say.Tick).stands == "paused")
        stood, ran = anna.last(say.Tick).tick, len(standing(anna, None))
        await until(lambda: len(standing(anna, "paused")) > 6)
        assert set(standing(anna, "paused")) == {stood}
        await room.take(anna, say.Pause(on=False))
        await until(lambda: anna.last(say.Tick).tick > stood)
        assert standing(anna, None)[ran] == stood  # the time of the pause is not made up for


async def test_nobody_makes_another_person_wait(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, bert), _ = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        await until(lambda: bool(anna.all(say.Tick)))
        await room.take(anna, say.Pause())
        assert anna.last(say.Reject).code == "not_alone"
        await room.take(bert, say.Leave())
        await room.take(anna, say.Pause())
        await until(lambda: anna.last(say.Tick).stands == "paused")


async def test_a_game_in_turns_cannot_be_paused(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, _), _ = await seated_room(hub, NewRoom("puyo"), ["anna", "bert"])
        await room.take(anna, say.Pause())
        assert anna.last(say.Reject).code == "not_timed"


async def test_while_a_player_is_missed_the_game_stands_and_says_so(tmp_path: Path) -> None:
    async with a_hub(tmp_path) as hub:
        room, (anna, bert), _ = await seated_room(hub, NewRoom("puyo", settings=TIMED), ["anna", "bert"])
        await until(lambda: anna.last(say.Tick).tick > 0 if anna.all(say.Tick) else False)
        await room.part(bert)
        await until(lambda: anna.last(say.Tick).stands == "away")
