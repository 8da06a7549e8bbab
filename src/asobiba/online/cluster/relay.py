"""Clients of one process in a room of another.

    client <-> Line ─ RelayDesk           RelayLine ─ Desk <-> room
               the client's process ─────► the owner

At the client's process a RelayDesk stands for the room; at the owner's a RelayLine stands for the client. What they
say goes through the cluster's mailboxes. When either process is lost the client is told to come back (4001), and the
room is rid of it.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import msgspec
import structlog
from msgspec import Struct

from asobiba.core.errors import AsobibaError
from asobiba.online.cluster.cluster import Cluster
from asobiba.online.protocol.desk import Desk, Guest, Line
from asobiba.online.protocol.messages import INTERNAL, Bye, Closing, Hello, Message, write
from asobiba.online.store.rows import Damaged

INBOX: Final = 256
"""Messages of one client that may wait for the room; its own process slows a client down long before."""

_log = structlog.get_logger()


class _Letter(Struct, forbid_unknown_fields=True, tag=str.lower):
    pass


class Join(_Letter):
    line: str
    guest: Guest
    address: str
    hello: Hello


class Take(_Letter):
    line: str
    message: Message


class Part(_Letter):
    line: str


class Show(_Letter):
    """One frame for many lines."""

    lines: list[str]
    frame: bytes


class Close(_Letter):
    lines: list[str]
    code: int
    reason: str


Letter: TypeAlias = Join | Take | Part | Show | Close

_decoder = msgspec.msgpack.Decoder(Letter)
_encoder = msgspec.msgpack.Encoder()


@dataclass(frozen=True, slots=True)
class Closed:
    code: int
    reason: str


class Tray:
    """What goes to one process next: as few letters as keep the order of every line.

    Line 1 gets a, b; line 2 gets a, c; line 3 gets b -> a to 1 and 2, b to 1 and 3, c to 2.
    """

    def __init__(self) -> None:
        self._letters: list[tuple[bytes | Closed, list[str]]] = []
        self._latest: dict[bytes | Closed, int] = {}
        """Where each thing was put last."""
        self._reached: dict[str, int] = {}
        """Where each line's last thing is."""

    def put(self, line: str, thing: bytes | Closed) -> None:
        place = self._latest.get(thing, -1)
        if place <= self._reached.get(line, -1):
            place = self._latest[thing] = len(self._letters)
            self._letters.append((thing, []))
        self._letters[place][1].append(line)
        self._reached[line] = place

    def letters(self) -> Iterator[Show | Close]:
        for thing, lines in self._letters:
            yield Show(lines, thing) if isinstance(thing, bytes) else Close(lines, thing.code, thing.reason)


class RelayLine:
    """At the owner: a client that is connected to another process."""

    def __init__(self, switchboard: "Switchboard", process: str, letter: Join) -> None:
        self.id = letter.line
        self.guest = letter.guest
        self.address = letter.address
        self.process = process
        self.room = letter.hello.room
        self.desk: Desk | None = None
        self.inbox: deque[Join | Take | Part] = deque()
        self.served: asyncio.Task[None] | None = None
        """Works the inbox off."""
        self._switchboard = switchboard
        self._is_closed = False

    def send(self, frame: bytes) -> None:
        if not self._is_closed:
            self._switchboard.put(self, frame)

    def close(self, code: int, reason: str) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._switchboard.put(self, Closed(code, reason))


@dataclass(frozen=True, slots=True)
class RelayDesk:
    """At the client's process: a room that another process has."""

    switchboard: "Switchboard"
    owner: str

    async def join(self, line: Line, hello: Hello) -> None:
        self.switchboard.away[line.id] = (line, self.owner)
        self._tell(line, Join(line.id, line.guest, line.address, hello))

    async def take(self, line: Line, message: Message) -> None:
        self._tell(line, Take(line.id, message))

    async def part(self, line: Line) -> None:
        if self.switchboard.away.pop(line.id, None) is not None:
            self.switchboard.tell(self.owner, Part(line.id))

    def _tell(self, line: Line, letter: Join | Take) -> None:
        if line.id in self.switchboard.away and not self.switchboard.tell(self.owner, letter):
            line.close(Closing.RESTARTING, "restarting")


class Switchboard:
    """Connects a room's name with its desk, wherever that is. Without a cluster it is always here."""

    def __init__(
        self,
        open_local: Callable[[str], Awaitable[Desk]],
        cluster: Cluster | None = None,
        evict: Callable[[str], object] = lambda room: None,
    ) -> None:
        """`open_local` gives the desk of a room of this process; `evict` drops one that another process has now."""
        self.cluster = cluster
        self.junk = 0
        """Letters that could not be read."""
        self.away: dict[str, tuple[Line, str]] = {}
        """Clients of this process in rooms of others, by line, with the owner's name."""
        self._open_local = open_local
        self._evict = evict
        self._guests: dict[str, RelayLine] = {}
        """Clients of other processes in rooms of this one."""
        self._trays: dict[str, Tray] = {}
        self._serving: set[asyncio.Task[None]] = set()
        if cluster is not None:
            cluster.on_message = self._read
            cluster.on_lost = self._lost
            cluster.on_evicted = self._evicted

    async def desk(self, room: str) -> Desk:
        """Raises ClusterDown, or what `open_local` raises."""
        if self.cluster is None:
            return await self._open_local(room)
        owner = await self.cluster.claim(room)
        if owner != self.cluster.name:
            return RelayDesk(self, owner)
        try:
            return await self._open_local(room)
        except Exception:
            await self.cluster.release(room)
            raise

    async def release(self, room: str) -> None:
        """The room is no longer in this process's memory."""
        if self.cluster is not None:
            await self.cluster.release(room)

    async def close(self) -> None:
        """Leave the cluster. The rooms of this process are closed before."""
        self._send_trays()
        self.away.clear()
        self._guests.clear()
        if self.cluster is not None:
            await self.cluster.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    # Sending.

    def tell(self, process: str, letter: Letter) -> bool:
        return self.cluster is not None and self.cluster.send(process, _encoder.encode(letter))

    def put(self, line: RelayLine, thing: bytes | Closed) -> None:
        if not self._trays:
            asyncio.get_running_loop().call_soon(self._send_trays)
        self._trays.setdefault(line.process, Tray()).put(line.id, thing)

    def _send_trays(self) -> None:
        trays, self._trays = self._trays, {}
        for process, tray in trays.items():
            for letter in tray.letters():
                self.tell(process, letter)

    # Receiving.

    def _read(self, sender: str, data: bytes) -> None:
        try:
            letter = _decoder.decode(data)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self.junk += 1
            return
        match letter:
            case Show(lines=lines, frame=frame):
                for line in self._lines_at(sender, lines):
                    line.send(frame)
            case Close(lines=lines, code=code, reason=reason):
                for line in self._lines_at(sender, lines):
                    line.close(code, reason)
            case _:
                self._serve(sender, letter)

    def _lines_at(self, owner: str, ids: list[str]) -> Iterator[Line]:
        for name in ids:
            line, its_owner = self.away.get(name, (None, ""))
            if line is not None and its_owner == owner:
                yield line

    def _serve(self, sender: str, letter: Join | Take | Part) -> None:
        """Hand the letter to the room after all earlier ones of the same line."""
        if isinstance(letter, Join) and letter.line not in self._guests:
            self._guests[letter.line] = RelayLine(self, sender, letter)
        line = self._guests.get(letter.line)
        if line is None or line.process != sender:
            return
        if isinstance(letter, Part):
            del self._guests[letter.line]
        elif len(line.inbox) >= INBOX:
            line.close(Closing.TOO_SLOW, "too slow")
            return
        line.inbox.append(letter)
        if line.served is None or line.served.done():
            line.served = asyncio.create_task(self._work_off(line), name=f"relayed line {line.id}")
            self._serving.add(line.served)
            line.served.add_done_callback(self._serving.discard)

    async def _work_off(self, line: RelayLine) -> None:
        while line.inbox:
            try:
                await self._hand_over(line, line.inbox.popleft())
            except Damaged as error:
                line.send(write(Bye(error.code, str(error))))
                line.close(INTERNAL, str(error))
            except AsobibaError:
                line.close(Closing.RESTARTING, "restarting")
            except Exception:
                _log.exception("relayed_message", room=line.room)
                line.close(Closing.RESTARTING, "restarting")

    async def _hand_over(self, line: RelayLine, letter: Join | Take | Part) -> None:
        if isinstance(letter, Join):
            desk = await self.desk(line.room)
            if isinstance(desk, RelayDesk):  # it has moved on: the client finds it by itself
                line.close(Closing.RESTARTING, "restarting")
                return
            line.desk = desk
            await desk.join(line, letter.hello)
        elif line.desk is not None:
            await (line.desk.take(line, letter.message) if isinstance(letter, Take) else line.desk.part(line))

    def _lost(self, process: str) -> None:
        self._trays.pop(process, None)
        for line, owner in tuple(self.away.values()):
            if owner == process:
                del self.away[line.id]
                line.close(Closing.RESTARTING, "restarting")
        for guest in tuple(self._guests.values()):
            if guest.process == process:
                self._serve(process, Part(guest.id))

    def _evicted(self, room: str) -> None:
        for guest in tuple(self._guests.values()):
            if guest.room == room:
                guest.close(Closing.RESTARTING, "restarting")
        self._evict(room)
