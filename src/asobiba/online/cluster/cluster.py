"""This process among the others: who is alive, who has which room, and a mailbox for each. All of it is in Redis.

    asobiba:proc:<name> -> its session     lives as long as the process renews it
    asobiba:room:<id>   -> a name          counts only while that process lives

Redis routes and nothing more: that two processes never both write one room is the database's doing, by its fence.

A *session* is one stay in Redis, from joining until the connection breaks, the lease lapses or the process ends. Its
mailbox ends with it, and no letter gets lost before. So when a session ends, everything that was under way between
that process and any other is void, and both sides are told so by `on_lost`.
"""

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec
import structlog

from asobiba.core.errors import AsobibaError, ConfigError

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub

ANSWER_SECONDS: Final = 1.5
"""Redis is down if it does not answer by then."""
SHORTEST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 1.0
"""Seconds between two attempts to reach Redis again."""
SETTLE_SECONDS: Final = 3.0
"""After Redis has come back empty no free room is given away for so long: all others are back by then and have said
what they hold."""
ROOM_SECONDS: Final = 3600
"""What is left in Redis of a room whose process died goes away after this time."""
CHUNK: Final = 512
"""Rooms in one command."""
OUTBOX_BYTES: Final = 16 * 2**20
"""More than this waiting means that Redis cannot keep up."""

# In all but the last KEYS[1] is this process's lease and ARGV[1] its session.
_JOIN = """
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if redis.call('SETNX', KEYS[2], '1') == 1 and ARGV[4] == '1' then
    redis.call('SET', KEYS[3], '1', 'PX', ARGV[3])
end
return 1
"""
_BEAT = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('PUBLISH', KEYS[2], ARGV[3])
"""
_CLAIM = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return false end
local may_take = ARGV[2] == 'mine' or redis.call('EXISTS', KEYS[2]) == 0
local found = {}
for i = 3, #KEYS do
    local owner = redis.call('GET', KEYS[i])
    local session = owner and redis.call('GET', ARGV[5] .. owner)
    if not session and not may_take then
        found[i - 2] = ''
    else
        if not session then
            owner, session = ARGV[3], ARGV[1]
        end
        if owner == ARGV[3] then
            redis.call('SET', KEYS[i], owner, 'EX', ARGV[4])
        end
        found[i - 2] = owner .. ' ' .. session
    end
end
return found
"""
_RELEASE = """
for i = 1, #KEYS do
    if redis.call('GET', KEYS[i]) == ARGV[1] then redis.call('DEL', KEYS[i]) end
end
return 1
"""

_letters = msgspec.msgpack.Decoder(list[bytes])
_log = structlog.get_logger()


class ClusterDown(AsobibaError):
    """Redis does not answer. Rooms that this process has play on; nobody knows where the others are."""

    code = "cluster"


@dataclass(frozen=True, slots=True)
class _Call:
    args: tuple[str | bytes | int, ...]
    answer: asyncio.Future[Any]


class Cluster:
    """`on_message` gets the sender and the letter; `on_lost` the name of a process with which everything under way is
    void; `on_evicted` a room that this process had and another has now. They are called the moment that it is known."""

    def __init__(self, url: str, lease_seconds: float) -> None:
        self.name = secrets.token_hex(8)
        self.up = False
        """Whether Redis answers now."""
        self.held: set[str] = set()
        """The rooms of this process."""
        self.junk = 0
        """Letters that could not be read."""
        self.on_message: Callable[[str, bytes], object] = _ignore
        self.on_lost: Callable[[str], object] = _ignore
        self.on_evicted: Callable[[str], object] = _ignore
        self._url = url
        self._lease = lease_seconds
        self._session = 0
        self._peers: dict[str, int] = {}
        """The processes that this one has to do with, and their sessions."""
        self._calls: list[_Call] = []
        self._outbox: dict[str, list[bytes]] = {}
        self._outbox_bytes = 0
        self._filled = asyncio.Event()
        self._overflowed = asyncio.Event()
        self._joined = asyncio.Event()
        self._was_here = False
        self._trouble = "no answer"
        self._leaving = False
        self._keeper: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, url: str, *, lease_seconds: float = 6.0) -> "Cluster":
        cluster = cls(url, lease_seconds)
        cluster._client()  # a bad address fails here
        cluster._keeper = asyncio.create_task(cluster._keep(), name=f"cluster {cluster.name}")
        try:
            async with asyncio.timeout(2 * ANSWER_SECONDS):
                await cluster._joined.wait()
        except TimeoutError:
            await cluster.close()
            raise ClusterDown(f"there is no Redis to work with: {cluster._trouble}") from None
        return cluster

    async def claim(self, room: str) -> str:
        """The name of the process that has the room: this one if it was free or its owner is dead."""
        while room not in self.held:
            if not self.up:
                raise ClusterDown("Redis does not answer: nobody knows which process has this room", room=room)
            [owner] = await self._claim([room], "free")
            if owner == self.name:
                self.held.add(room)
            elif owner:
                return owner
            else:
                await asyncio.sleep(SETTLE_SECONDS / 10)
        return self.name

    async def release(self, room: str) -> None:
        """Give the room up, if it is this process's. With Redis down its key stays: letters for it still come here."""
        self.held.discard(room)
        if self.up:
            with contextlib.suppress(ClusterDown):
                await self._call("EVAL", _RELEASE, 1, _room(room), self.name)

    async def is_alive(self, process: str) -> bool:
        if not self.up:
            raise ClusterDown("Redis does not answer: nobody knows who is alive")
        return bool(await self._call("EXISTS", _lease(process)))

    def send(self, process: str, letter: bytes) -> bool:
        """Put a letter on its way, after the earlier ones. False if that process is not known, or lost; when it gets
        lost before it has the letter, `on_lost` tells."""
        if not self.up or process not in self._peers:
            return False
        self._outbox_bytes += len(letter)
        if self._outbox_bytes > OUTBOX_BYTES:
            self.up = False
            self._overflowed.set()
            return False
        self._outbox.setdefault(process, []).append(letter)
        self._filled.set()
        return True

    async def close(self) -> None:
        """Leave. The rooms of this process are free at once."""
        self._leaving = True
        if self.up:
            with contextlib.suppress(ClusterDown):
                await self._leave()
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])

    async def _leave(self) -> None:
        for rooms in _chunks(list(self.held)):
            await self._call("EVAL", _RELEASE, len(rooms), *map(_room, rooms), self.name)
        self.held.clear()
        await self._call("DEL", _lease(self.name))
        for peer in tuple(self._peers.items()):
            await self._call("PUBLISH", _mailbox(*peer), self._packed([]))

    # Sessions.

    async def _keep(self) -> None:
        pause = 0.0
        while not self._leaving:  # a task group that fails while it is cancelled forgets the cancelling
            await asyncio.sleep(pause * random.uniform(0.5, 1))
            try:
                await self._attend()
            except* Exception as group:
                self._trouble = "; ".join(str(error) or type(error).__name__ for error in group.exceptions)
                if self._joined.is_set():
                    _log.warning("cluster_down", reason=self._trouble)
            finally:
                pause = SHORTEST_PAUSE if self._joined.is_set() else min(2 * pause + SHORTEST_PAUSE, LONGEST_PAUSE)
                self._void()

    async def _attend(self) -> None:
        """One session. It only ends by an exception."""
        self._session += 1
        async with self._client() as client, client.pubsub() as mailbox:
            async with asyncio.timeout(ANSWER_SECONDS):
                await mailbox.subscribe(_mailbox(self.name, self._session))
                await mailbox.get_message(timeout=None)  # says that it is so
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._write(client))
                tasks.create_task(self._listen(mailbox))
                tasks.create_task(self._beat())

    def _void(self) -> None:
        self.up = False
        self._joined.clear()
        self._overflowed.clear()
        for call in self._calls:
            _fail(call, "Redis does not answer")
        self._calls.clear()
        self._outbox.clear()
        self._outbox_bytes = 0
        for peer in tuple(self._peers):
            self._lose(peer)

    async def _beat(self) -> None:
        """Join, then keep the lease and look after the others' leases."""
        lease, milliseconds = _lease(self.name), int(self._lease * 1000)
        joining = (self._session, milliseconds, int(SETTLE_SECONDS * 1000), int(self._was_here))
        await self._call("EVAL", _JOIN, 3, lease, "asobiba:born", "asobiba:unsettled", *joining)
        self._was_here = True
        beating = (lease, _mailbox(self.name, self._session), self._session, milliseconds, self._packed([]))
        loop = asyncio.get_running_loop()
        confirmed = -float(ROOM_SECONDS)
        while True:
            if loop.time() - confirmed > ROOM_SECONDS / 3:
                await self._confirm()
                confirmed = loop.time()
            if not self.up:
                _log.info("cluster_up", process=self.name, session=self._session, rooms=len(self.held))
            self.up = True
            self._joined.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._lease / 3):
                    await self._overflowed.wait()
                    raise ClusterDown("Redis does not keep up with the letters")
            if not await self._call("EVAL", _BEAT, 2, *beating):
                raise ClusterDown("the lease has lapsed, or the mailbox is closed")
            await self._look_round()

    async def _confirm(self) -> None:
        """Say again which rooms are here. One that another process has meanwhile is not here any more."""
        for rooms in _chunks(list(self.held)):
            owners = await self._claim(rooms, "mine")
            for room, owner in zip(rooms, owners, strict=True):
                if owner != self.name and room in self.held:
                    self.held.discard(room)
                    _tell(self.on_evicted, room)

    async def _look_round(self) -> None:
        peers = tuple(self._peers.items())
        if not peers:
            return
        sessions = await self._call("MGET", *(_lease(peer) for peer, _ in peers))
        for (peer, known), session in zip(peers, sessions, strict=True):
            if session is not None:
                self._meet(peer, int(session))
            elif self._peers.get(peer) == known:  # it has not come back since
                self._lose(peer)

    async def _claim(self, rooms: Sequence[str], which: str) -> list[str]:
        """The owners' names; "" for a free room that may not be taken yet."""
        keys = (_lease(self.name), "asobiba:unsettled", *map(_room, rooms))
        values = (self._session, which, self.name, ROOM_SECONDS, _lease(""))
        found = await self._call("EVAL", _CLAIM, len(keys), *keys, *values)
        if found is None:
            raise ClusterDown("the lease has lapsed")
        owners = [line.decode().partition(" ") for line in found]
        for owner, _, session in owners:
            if owner and owner != self.name:
                self._meet(owner, int(session))
        return [owner for owner, _, _ in owners]

    # One connection, so that letters keep their order; everything that waits goes out at once.

    def _call(self, *args: str | bytes | int) -> asyncio.Future[Any]:
        call = _Call(args, asyncio.get_running_loop().create_future())
        self._calls.append(call)
        self._filled.set()
        return call.answer

    async def _write(self, client: "Redis") -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            calls, self._calls = self._calls, []
            outbox, self._outbox = self._outbox, {}
            mail = [(peer, self._peers[peer], letters) for peer, letters in outbox.items()]
            posts = [("PUBLISH", _mailbox(peer, session), self._packed(letters)) for peer, session, letters in mail]
            try:
                answers = await _run(client, [*(call.args for call in calls), *posts])
            except BaseException:
                for call in calls:
                    _fail(call, "Redis does not answer")
                raise
            for call, answer in zip(calls, answers, strict=False):
                _settle(call, answer)
            for (peer, session, letters), receivers in zip(mail, answers[len(calls) :], strict=True):
                self._sent(peer, session, letters, receivers)

    def _sent(self, peer: str, session: int, letters: list[bytes], receivers: int | Exception) -> None:
        self._outbox_bytes -= sum(map(len, letters))
        if isinstance(receivers, Exception):
            raise receivers
        if receivers == 0 and self._peers.get(peer) == session:
            self._lose(peer)

    # A packet: the sender's name, its session, its letters. With no letters it is a farewell, or an echo of one's beat.

    def _packed(self, letters: list[bytes]) -> bytes:
        return b"%s %d %s" % (self.name.encode(), self._session, msgspec.msgpack.encode(letters))

    async def _listen(self, mailbox: "PubSub") -> None:
        # The beats echo here every third of a lease: silence means that the connection is dead.
        while (message := await mailbox.get_message(timeout=self._lease + ANSWER_SECONDS)) is not None:
            if message["type"] == "message":
                self._read(message["data"])
        raise ClusterDown("the mailbox is silent")

    def _read(self, data: bytes) -> None:
        try:
            name, number, packed = data.split(b" ", 2)
            sender, session, letters = name.decode("ascii"), int(number), _letters.decode(packed)
        except (ValueError, msgspec.MsgspecError):
            self.junk += 1
            return
        if sender == self.name or session < self._peers.get(sender, 0):
            return
        self._meet(sender, session)
        for letter in letters:
            _tell(self.on_message, sender, letter)
        if not letters:
            self._lose(sender)

    # The others.

    def _meet(self, peer: str, session: int) -> None:
        known = self._peers.get(peer, 0)
        if 0 < known < session:
            self._lose(peer)
        self._peers[peer] = max(known, session)

    def _lose(self, peer: str) -> None:
        self._peers.pop(peer, None)
        self._outbox_bytes -= sum(map(len, self._outbox.pop(peer, ())))
        _tell(self.on_lost, peer)

    def _client(self) -> "Redis":
        from redis.asyncio import Redis  # a server that is alone need not wait for it
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff

        try:
            return Redis.from_url(
                self._url,
                socket_timeout=None,  # its way of waiting swallows cancellations before Python 3.12; we time the calls
                socket_connect_timeout=ANSWER_SECONDS,
                retry=Retry(NoBackoff(), 0),
                protocol=2,
                client_name=f"asobiba-{self.name}",
            )
        except (ValueError, TypeError) as error:
            raise ConfigError(f"no address of a Redis server: {error}") from None


async def _run(client: "Redis", commands: Sequence[tuple[str | bytes | int, ...]]) -> list[Any]:
    pipeline = client.pipeline(transaction=False)
    for command in commands:
        pipeline.execute_command(*command)
    async with asyncio.timeout(ANSWER_SECONDS):
        return await pipeline.execute(raise_on_error=False)


def _settle(call: _Call, answer: Any) -> None:
    if isinstance(answer, Exception):
        _fail(call, f"Redis refuses: {answer}")
    elif not call.answer.done():
        call.answer.set_result(answer)


def _fail(call: _Call, sentence: str) -> None:
    if not call.answer.done():
        call.answer.set_exception(ClusterDown(sentence))


def _tell(callback: Callable[..., object], *args: object) -> None:
    """At once: a letter sent between the loss of a process and the news of it would belong to neither session."""
    try:
        callback(*args)
    except Exception as error:
        news = {"message": "a callback of the cluster failed", "exception": error}
        asyncio.get_running_loop().call_exception_handler(news)


def _chunks(rooms: Sequence[str]) -> list[Sequence[str]]:
    return [rooms[start : start + CHUNK] for start in range(0, len(rooms), CHUNK)]


def _lease(process: str) -> str:
    return f"asobiba:proc:{process}"


def _room(room: str) -> str:
    return f"asobiba:room:{room}"


def _mailbox(process: str, session: int) -> str:
    return f"asobiba:mail:{process}:{session}"


def _ignore(*_: object) -> None:
    pass
