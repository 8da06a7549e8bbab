"""Whatever the network, the store and the server do, in the end every client sees what the server sees.

Hypothesis drops, doubles and reorders frames in both directions, cuts connections, lets writes fail before or after
they happened, and kills the server. `ASOBIBA_FAULT_EXAMPLES=10000` is the long run.
"""

import asyncio
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from asobiba.online.bots.thinkers import Thinkers
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.protocol.messages import Closing
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.showing import state_for
from asobiba.online.rooms.table import RoomSettings
from asobiba.online.store.rows import Append, StorageDown
from asobiba.online.store.store import Store
from tests.amounts import amount
from tests.online.lines import quick_settings

EXAMPLES = amount("ASOBIBA_FAULT_EXAMPLES", 5, long=200)
CHOICES: list[tuple[str, dict[str, Any]]] = [
    ("othello", {}),
    ("puyo", {}),
    ("twenty48", {}),
    ("otrio", {"players": 3}),
    ("coppit", {"max_players": 2}),
]


HAPPENINGS = (
    ["good moment"] * 8
    + ["to server", "to client"] * 4
    + ["move", "connect", "cut", "fails before", "fails after"] * 2
    + ["takeback", "kill"]
)
"""One rule with weights: Hypothesis would leave whole rules out of most runs."""


class FlakyStore(Store):
    """A real store whose next append may fail, before it is written or after."""

    fault: str | None = None

    async def append(self, entry: Append) -> None:
        fault, self.fault = self.fault, None
        if fault == "before":
            raise StorageDown("the disk has gone")
        await super().append(entry)
        if fault == "after":
            raise StorageDown("the disk has gone, or has it?")


class Wire:
    """The server's end of a connection; frames wait until the network delivers them."""

    def __init__(self, guest: Guest, number: int) -> None:
        self.id, self.guest, self.address = f"{guest.id}/{number}", guest, "192.0.2.1"
        self.to_client: list[bytes] = []
        self.to_server: list[say.Message] = []
        self.closed: int | None = None

    def send(self, frame: bytes) -> None:
        if self.closed is None:
            self.to_client.append(frame)

    def close(self, code: int, reason: str) -> None:
        self.closed = self.closed or code


class Player:
    """A client that keeps to the protocol: numbers, `sync` for gaps, one pending move with one id."""

    def __init__(self, number: int, token: str) -> None:
        self.guest, self.token, self.seat = Guest(f"guest{number}", f"Player {number}"), token, number
        self.wire: Wire | None = None
        self.seq: int | None = None
        self.state: bytes = b""
        self.pending: say.Move | None = None
        self.moves = 0
        self.acked: set[str] = set()
        self.refused: set[str] = set()
        self.passes: set[str] = set()
        """Passes are acknowledged, too, when the server has made them."""

    def hear(self, frame: bytes) -> None:
        told = msgspec.json.decode(frame, type=say.Reply)
        if isinstance(told, say.Snapshot):
            if self.seq is None or told.seq >= self.seq:
                self.seq, self.state = told.seq, bytes(told.state)
        elif isinstance(told, say.Events):
            self._follow(told)
        elif isinstance(told, say.Ack):
            self.acked.add(told.id)
            self._forget(told.id)
        elif isinstance(told, say.Reject) and told.id is not None and told.code != "storage":
            self.refused.add(told.id)
            self._forget(told.id)

    def _follow(self, told: say.Events) -> None:
        end = told.seq + len(told.list) - 1
        if self.seq is None or told.seq > self.seq + 1:
            self.say(say.Sync(self.seq or 0))
        elif end >= self.seq:
            self.seq, self.state = end, bytes(told.state)

    def _forget(self, move: str) -> None:
        if self.pending is not None and self.pending.id == move:
            self.pending = None

    def say(self, message: say.Message) -> None:
        if self.wire is not None:
            self.wire.to_server.append(message)

    def choose(self, luck: random.Random) -> None:
        state = msgspec.json.decode(self.state) if self.state else {}
        if self.pending is None and self.seq is not None and state.get("moves"):
            self.moves += 1
            action, text = luck.choice(state["moves"])
            self.pending = say.Move(f"m{self.moves}", self.seq, action)
            if text == "pass":
                self.passes.add(self.pending.id)
            self.say(self.pending)


class Faults(RuleBasedStateMachine):
    @initialize(choice=st.sampled_from(CHOICES), seed=st.integers(0, 999))
    def begin(self, choice: tuple[str, dict[str, Any]], seed: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder, self.luck, self.wires = Path(tempfile.mkdtemp()), random.Random(seed), 0
        self.run(self._begin(*choice))

    async def _begin(self, name: str, options: dict[str, Any]) -> None:
        self.settings = quick_settings(self.folder)
        await self._start()
        wish = NewRoom(name, options, RoomSettings())
        made = await self.hub.create(Guest("guest0", "Player 0"), wish)
        self.room = made.room
        room = await self.hub.open(made.room)
        self.players: list[Player] = []
        for number in range(len(room.table.seats)):
            wire = Wire(Guest(f"guest{number}", f"Player {number}"), -1)
            await room.join(wire, say.Hello(self.room))
            await room.take(wire, say.Sit(number))
            seated = [msgspec.json.decode(frame, type=say.Reply) for frame in wire.to_client]
            token = next(told.token for told in seated if isinstance(told, say.Seated))
            await room.take(wire, say.Ready())
            await room.part(wire)
            self.players.append(Player(number, token))

    async def _start(self) -> None:
        store = await FlakyStore.open(self.settings.database)
        assert isinstance(store, FlakyStore)
        self.store = store
        self.hub = Hub(self.settings, store, Thinkers(1, niceness=0))

    @rule(
        what=st.sampled_from(HAPPENINGS),
        number=st.integers(0, 3),
        at=st.integers(0, 5),
        fate=st.sampled_from(["take", "take", "take", "double", "drop"]),
    )
    def something_happens(self, what: str, number: int, at: int, fate: str) -> None:
        match what:
            case "good moment":
                self.a_good_moment()
            case "to server" | "to client":
                (self.to_server if what == "to server" else self.to_client)(number, at, fate)
            case "takeback":
                self.talk(number, say.Offer("takeback") if at < 3 else say.Answer("takeback", True))
            case "fails before" | "fails after":
                self.store.fault = what.split()[1]
            case _:
                {"connect": self.connect, "cut": self.cut, "move": self.move, "kill": self.kill}[what](number)

    def run(self, work: Any) -> None:
        self.loop.run_until_complete(asyncio.wait_for(work, 120))

    async def _open(self) -> Room:
        return await self.hub.open(self.room)

    def player(self, number: int) -> Player:
        return self.players[number % len(self.players)]

    def connect(self, number: int) -> None:
        """Also a second time, as a second tab."""
        self.run(self._connect(self.player(number)))

    async def _connect(self, player: Player) -> None:
        self.wires += 1
        player.wire = Wire(player.guest, self.wires)
        room = await self._open()
        await room.join(player.wire, say.Hello(self.room, player.token, player.seq))
        if player.pending is not None:
            player.say(player.pending)

    def cut(self, number: int) -> None:
        """What was on its way is lost; the server notices."""
        self.run(self._cut(self.player(number)))

    async def _cut(self, player: Player) -> None:
        if player.wire is not None:
            await (await self._open()).part(player.wire)
            player.wire = None

    def move(self, number: int) -> None:
        self.player(number).choose(self.luck)

    def a_good_moment(self) -> None:
        """Everybody is connected, hears everything and whoever can moves; the answers are still on their way."""
        self.run(self._good_moment())

    async def _good_moment(self) -> None:
        for player in self.players:
            if player.wire is None or player.wire.closed is not None:
                await self._connect(player)
        await self._deliver_everything()
        for player in self.players:
            player.choose(self.luck)
            if player.wire is not None and player.wire.to_server:
                await self._take(player.wire, player.wire.to_server.pop(0))

    def talk(self, number: int, message: say.Message) -> None:
        self.player(number).say(message)

    def to_server(self, number: int, at: int, fate: str) -> None:
        wire = self.player(number).wire
        if wire is not None and wire.to_server:
            at = min(at, len(wire.to_server) - 1)
            message = wire.to_server[at] if fate == "double" else wire.to_server.pop(at)
            if fate != "drop":
                self.run(self._take(wire, message))

    async def _take(self, wire: Wire, message: say.Message) -> None:
        if wire.closed is None:
            await (await self._open()).take(wire, message)

    def to_client(self, number: int, at: int, fate: str) -> None:
        player = self.player(number)
        if player.wire is not None and player.wire.to_client:
            at = min(at, len(player.wire.to_client) - 1)
            frame = player.wire.to_client[at] if fate == "double" else player.wire.to_client.pop(at)
            if fate != "drop":
                player.hear(frame)

    def kill(self, _: int) -> None:
        """The process is gone with everything in its memory; another starts on the same file."""
        self.run(self._kill())

    async def _kill(self) -> None:
        for room in list(self.hub.rooms.values()):
            await self._lose(room)
        await self.store.close()
        for player in self.players:
            player.wire = None
        await self._start()

    async def _lose(self, room: Room) -> None:
        room.evict("killed")
        await room.tasks.cancel()

    @invariant()
    @precondition(lambda self: hasattr(self, "players"))
    def nobody_is_told_of_what_did_not_happen(self) -> None:
        """A client is never ahead of the log."""
        self.run(self._check_not_ahead())

    async def _check_not_ahead(self) -> None:
        logged = len(await self.store.rows(self.room))
        assert all((player.seq or 0) <= logged for player in self.players)

    def teardown(self) -> None:
        try:
            if hasattr(self, "players"):
                self.run(self._heal_and_compare())
        finally:
            self._clear_away()

    def _clear_away(self) -> None:
        if hasattr(self, "players"):
            self.run(self._kill())
            self.run(self.store.close())
            self.run(self.loop.shutdown_default_executor())
        if hasattr(self, "loop"):
            self.loop.close()
            shutil.rmtree(self.folder)

    async def _heal_and_compare(self) -> None:
        event(f"moves acknowledged: {min(9, sum(len(player.acked) for player in self.players))}")
        self.store.fault = None
        for _ in range(4):
            for player in self.players:
                await self._cut(player)
                await self._connect(player)
            for _ in range(4):
                await self._deliver_everything()
        room = await self._open()
        for player in self.players:
            assert player.wire is not None
            assert player.wire.closed is None or player.wire.closed == Closing.ANOTHER_TAB
            assert player.pending is None
            assert (player.seq, player.state) == (room.table.seq, bytes(state_for(room.table, player.seat)))
        await self._compare_log(room)

    async def _deliver_everything(self) -> None:
        room = await self._open()
        for player in self.players:
            wire = player.wire
            while wire is not None and (wire.to_server or wire.to_client):
                if wire.to_server:
                    await room.take(wire, wire.to_server.pop(0))
                if wire.to_client:
                    player.hear(wire.to_client.pop(0))

    async def _compare_log(self, room: Room) -> None:
        """Every acknowledged move is in the log once, every refused one not at all; the log folds to the table."""
        rows = await self.store.rows(self.room)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        stored = [row.cmid for row in rows if row.cmid is not None]
        assert len(stored) == len(set(stored))
        for player in self.players:
            mine = {cmid.split(":")[1] for cmid in stored if cmid.startswith(f"{player.guest.id}:")}
            assert player.acked - player.passes <= mine
            assert not (player.refused - player.acked) & mine
        await self._lose(room)
        again = await self._open()
        # What the room was storing by itself when it was lost, such as a deputy, may be in the log alone.
        assert again.table.seq >= max(room.table.seq, len(rows))
        if again.table.seq == room.table.seq:
            assert again.table == room.table


TestFaults = Faults.TestCase
TestFaults.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
