"""Several processes share rooms through one real Redis, which may be killed, hang or forget everything."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis as Client

from asobiba.core.errors import ConfigError
from asobiba.online.cluster import cluster as cluster_module
from asobiba.online.cluster.cluster import ROOM_SECONDS, Cluster, ClusterDown
from tests.online.servers import Redis, redis

ROOT = Path(__file__).parents[3]
PATIENCE = 120.0
SHORT_LEASE = 3.0

# A process of its own: claims rooms, says who owns them and what it loses, and leaves when its input is closed.
PROCESS = """
import asyncio, structlog, sys
from asobiba.online.cluster.cluster import Cluster

structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))

async def main(url, lease, *rooms):
    cluster = await Cluster.connect(url, lease_seconds=float(lease))
    cluster.on_evicted = lambda room: print("evicted", room, flush=True)
    cluster.on_message = lambda sender, letter: cluster.send(sender, letter)
    print(cluster.name, *[await cluster.claim(room) for room in rooms], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await cluster.close()

asyncio.run(main(*sys.argv[1:]))
"""


@asynccontextmanager
async def clusters(url: str, count: int, lease_seconds: float = 6.0) -> AsyncIterator[list[Cluster]]:
    made = [await Cluster.connect(url, lease_seconds=lease_seconds) for _ in range(count)]
    try:
        yield made
    finally:
        for cluster in made:
            await cluster.close()


@asynccontextmanager
async def another_process(script: str, *args: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, *args), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def line_of(process: asyncio.subprocess.Process) -> list[str]:
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        return (await process.stdout.readline()).decode().split()


@asynccontextmanager
async def raw(url: str) -> AsyncIterator[Any]:
    async with Client.from_url(url) as client:
        yield client


async def introduce(*those: Cluster) -> None:
    """Letters go only to processes that one has met: by a room of theirs, or by a letter."""
    for cluster in those:
        await cluster.claim(cluster.name)
    for cluster in those:
        for other in those:
            assert await cluster.claim(other.name) == other.name


async def until(is_so: Callable[[], bool | Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = is_so()
            if answer if isinstance(answer, bool) else await answer:
                return
            await asyncio.sleep(0.02)


@pytest.mark.asyncio
async def test_a_room_is_its_claimers_until_released(redis_server: Redis) -> None:
    async with clusters(redis_server.url, 2) as (a, b), raw(redis_server.url) as client:
        assert await a.claim("rose") == a.name
        assert [await b.claim("rose"), await a.claim("rose")] == [a.name, a.name]
        assert (a.held, b.held) == ({"rose"}, set())
        assert 0 < await client.ttl("asobiba:room:rose") <= ROOM_SECONDS

        await b.release("rose")  # not its own
        assert await b.claim("rose") == a.name
        await a.release("rose")
        assert [await b.claim("rose"), await a.claim("rose")] == [b.name, b.name]


@pytest.mark.asyncio
async def test_when_all_claim_at_once_each_room_has_one_owner(redis_server: Redis) -> None:
    rooms = [f"race{number}" for number in range(50)]
    async with clusters(redis_server.url, 4) as four:
        claims = await asyncio.gather(*(cluster.claim(room) for room in rooms for cluster in four))
        owners = [set(claims[4 * number : 4 * number + 4]) for number in range(50)]
        assert all(len(names) == 1 for names in owners)
        holders = [[cluster.name for cluster in four if room in cluster.held] for room in rooms]
        assert [{name} for [name] in holders] == owners


@pytest.mark.asyncio
async def test_whoever_closes_frees_its_rooms_at_once_and_says_farewell(redis_server: Redis) -> None:
    async with clusters(redis_server.url, 2, lease_seconds=600) as (a, b):
        lost: list[str] = []
        b.on_lost = lost.append
        rooms = [f"closing{number}" for number in range(1100)]
        await asyncio.gather(*map(a.claim, rooms))
        assert await b.claim(rooms[0]) == a.name
        b.send(a.name, b"hello")
        await a.close()
        assert not a.up
        assert set(await asyncio.gather(*map(b.claim, rooms))) == {b.name}
        await until(lambda: lost == [a.name])
        with pytest.raises(ClusterDown):
            await a.claim("another")


@pytest.mark.asyncio
async def test_letters_arrive_once_and_in_order(redis_server: Redis) -> None:
    async with clusters(redis_server.url, 3) as (a, b, c):
        await introduce(a, b, c)
        got: list[tuple[str, bytes]] = []
        c.on_message = lambda sender, letter: got.append((sender, letter))
        letters = [b"%d %s" % (number, bytes(range(256))) for number in range(2000)]
        for number, letter in enumerate(letters):
            assert a.send(c.name, letter)
            assert b.send(c.name, letter)
            if number % 50 == 0:
                await asyncio.sleep(0)
        await until(lambda: len(got) >= 4000)
        assert [letter for sender, letter in got if sender == a.name] == letters
        assert [letter for sender, letter in got if sender == b.name] == letters


@pytest.mark.asyncio
async def test_whom_letters_reach(redis_server: Redis) -> None:
    async with clusters(redis_server.url, 3) as (a, b, c), raw(redis_server.url) as client:
        lost: list[str] = []
        lost_by_b: list[str] = []
        a.on_lost = lost.append
        b.on_lost = lost_by_b.append
        assert not a.send("nobody", b"never met")
        assert not a.send(b.name, b"never met")
        await introduce(a, b, c)
        await client.execute_command("CLIENT", "KILL", "ID", await _id_of_mailbox(client, b))
        assert a.send(b.name, b"nobody there now")
        assert a.send(c.name, b"hello")
        await until(lambda: lost == [b.name])
        assert not a.send(b.name, b"lost")
        await until(lambda: sorted(lost_by_b) == sorted([a.name, c.name]) and b.up)
        await introduce(a, b)
        assert a.send(b.name, b"there again")
        assert await a.is_alive(b.name)
        assert not await a.is_alive("nobody")


JUNK = [b"", b" ", b"x", b"a b c", b"a 1 ", b"a 1 \xff", b"\xff\xfe 1 \x90", b"a 1 \x81\xa1a\x01", b"a " + b"9" * 5000]


@pytest.mark.asyncio
async def test_junk_in_the_mailbox_is_counted_and_dropped(redis_server: Redis) -> None:
    async with clusters(redis_server.url, 2) as (a, b), raw(redis_server.url) as client:
        got: list[bytes] = []
        await introduce(a, b)
        b.on_message = lambda sender, letter: got.append(letter)
        for junk in JUNK:
            assert await client.publish(f"asobiba:mail:{b.name}:1", junk) == 1
        a.send(b.name, b"sense")
        await until(lambda: got == [b"sense"])
        assert b.junk == len(JUNK)


@pytest.mark.asyncio
async def test_a_callback_that_fails_does_not_end_the_session(redis_server: Redis) -> None:
    async with clusters(redis_server.url, 2) as (a, b):
        await introduce(a, b)
        reported: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
        got: list[bytes] = []

        def fail_once(sender: str, letter: bytes) -> None:
            got.append(letter)
            if len(got) == 1:
                raise RuntimeError("broken")

        b.on_message = fail_once
        a.send(b.name, b"1")
        a.send(b.name, b"2")
        await until(lambda: got == [b"1", b"2"])
        assert [str(context["exception"]) for context in reported] == ["broken"]
        assert b.up


@pytest.mark.asyncio
async def test_another_process_answers_and_is_killed_and_its_rooms_get_free(
    redis_server: Redis,
) -> None:
    async with (
        clusters(redis_server.url, 1, SHORT_LEASE) as [mine],
        another_process(PROCESS, redis_server.url, f"{SHORT_LEASE}", "orphan") as process,
    ):
        lost: list[str] = []
        mine.on_lost = lost.append
        name, owner = await line_of(process)
        assert name == owner == await mine.claim("orphan")
        echoes: list[bytes] = []
        mine.on_message = lambda sender, letter: echoes.append(letter)
        letters = [b"%d" % number for number in range(500)]
        for letter in letters:
            mine.send(name, letter)
        await until(lambda: echoes == letters)
        process.kill()
        await until(lambda: _is_mine(mine, "orphan"))
        await until(lambda: lost == [name])


async def _is_mine(cluster: Cluster, room: str) -> bool:
    return await cluster.claim(room) == cluster.name


@pytest.mark.asyncio
async def test_a_frozen_process_wakes_up_without_the_rooms_that_others_took(redis_server: Redis) -> None:
    async with (
        clusters(redis_server.url, 1) as [mine],
        another_process(PROCESS, redis_server.url, f"{SHORT_LEASE}", "taken", "kept") as process,
    ):
        name = (await line_of(process))[0]
        process.send_signal(signal.SIGSTOP)
        await until(lambda: _is_mine(mine, "taken"))
        process.send_signal(signal.SIGCONT)
        assert await line_of(process) == ["evicted", "taken"]
        await until(lambda: mine.is_alive(name))
        assert await mine.claim("kept") == name
        assert mine.held == {"taken"}


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_redis_dies_and_comes_back_empty_and_every_room_keeps_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with redis() as server:
        async with clusters(server.url, 3) as three:
            evicted: list[str] = []
            for cluster in three:
                cluster.on_evicted = evicted.append
                for number in range(600):
                    await cluster.claim(f"{cluster.name}-{number}")
            a, b, c = three
            server.kill()
            await until(lambda: not any(cluster.up for cluster in three))
            assert await a.claim(f"{a.name}-7") == a.name  # plays on
            with pytest.raises(ClusterDown):
                await a.claim(f"{b.name}-7")
            assert not a.send(b.name, b"lost")

            refused, claimed = asyncio.Event(), a._claim

            async def claim(rooms: Sequence[str], which: str) -> list[str]:
                owners = await claimed(rooms, which)
                if owners == [""]:
                    refused.set()
                return owners

            monkeypatch.setattr(a, "_claim", claim)
            for slow in (b, c):  # a is back first, and must not take what the others will say is theirs
                monkeypatch.setattr(slow, "_attend", _not_before(refused, slow._attend))
            server.start()
            await until(lambda: a.up)
            asked = [(other, f"{other.name}-{number}") for other in three for number in (0, 599)]
            async with asyncio.timeout(PATIENCE):
                owners = await asyncio.gather(*(a.claim(room) for _, room in asked))
            assert owners == [other.name for other, _ in asked]
            await until(lambda: b.up and c.up)
            assert evicted == []
            assert [len(cluster.held) for cluster in three] == [600, 600, 600]
            assert await b.claim("fresh") == await c.claim("fresh") == b.name


def _not_before(event: asyncio.Event, attend: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    async def attend_late() -> None:
        await event.wait()
        await attend()

    return attend_late


@pytest.mark.asyncio
async def test_while_redis_hangs_calls_fail_and_nothing_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    with redis() as server:
        async with clusters(server.url, 1) as [a]:
            await a.claim("mine")
            monkeypatch.setattr(cluster_module, "ANSWER_SECONDS", 0.3)
            server.pause()
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(ClusterDown):
                    await a.claim("other")
                assert await a.claim("mine") == a.name
                await a.release("mine")
            await until(lambda: not a.up)
            with pytest.raises(ClusterDown):
                await a.is_alive(a.name)
            monkeypatch.undo()
            server.resume()
            await until(lambda: a.up)
            assert await a.claim("other") == a.name


@pytest.mark.slow
@pytest.mark.asyncio
async def test_closing_while_redis_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    with redis() as server:
        async with clusters(server.url, 1) as [a]:
            await a.claim("mine")
            monkeypatch.setattr(cluster_module, "ANSWER_SECONDS", 0.3)
            server.pause()
            async with asyncio.timeout(PATIENCE):
                await a.close()


@pytest.mark.asyncio
async def test_a_room_that_somebody_else_got_meanwhile_is_given_up() -> None:
    with redis() as server:
        async with clusters(server.url, 2) as (a, b), raw(server.url) as client:
            evicted: list[str] = []
            a.on_evicted = evicted.append
            await a.claim("moved")
            await a.claim("stays")
            await client.set("asobiba:room:moved", b.name)
            await client.client_kill_filter(_id=await _id_of_mailbox(client, a))
            await until(lambda: evicted == ["moved"])
            assert a.held == {"stays"}
            await until(lambda: a.up and b.up)
            assert [await a.claim("moved"), await b.claim("moved")] == [b.name, b.name]


@pytest.mark.asyncio
async def test_both_sides_are_told_when_one_was_cut_off() -> None:
    with redis() as server:
        async with clusters(server.url, 2, SHORT_LEASE) as (a, b), raw(server.url) as client:
            lost_by: dict[str, list[str]] = {a.name: [], b.name: []}
            reached: list[bool] = []
            a.on_lost = lost_by[a.name].append

            def lose(name: str) -> None:
                lost_by[b.name].append(name)
                reached.append(b.send(name, b"between the sessions"))

            b.on_lost = lose
            got: list[bytes] = []
            a.on_message = lambda sender, letter: got.append(letter)
            await a.claim("hers")
            assert await b.claim("hers") == a.name
            b.send(a.name, b"hello")
            await until(lambda: got == [b"hello"])
            await client.client_kill_filter(_id=await _id_of_mailbox(client, a))
            await until(lambda: lost_by == {a.name: [b.name], b.name: [a.name]})
            await until(lambda: a.up and b.up)
            assert reached == [False]
            assert await b.claim("hers") == a.name
            b.send(a.name, b"again")
            await until(lambda: got == [b"hello", b"again"])


async def _id_of_mailbox(client: Any, cluster: Cluster) -> str:
    found = await client.client_list(_type="pubsub")
    [number] = [connection["id"] for connection in found if connection["name"] == f"asobiba-{cluster.name}"]
    return str(number)


@pytest.mark.asyncio
async def test_more_letters_than_redis_takes_end_the_session(
    redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with clusters(redis_server.url, 2) as (a, b):
        lost: list[str] = []
        a.on_lost = lost.append
        await introduce(a, b)
        monkeypatch.setattr(cluster_module, "OUTBOX_BYTES", 10_000)
        assert [a.send(b.name, bytes(1000)) for _ in range(12)] == [True] * 10 + [False] * 2
        assert not a.up
        await until(lambda: a.up and lost == [b.name])
        await introduce(a, b)
        assert a.send(b.name, bytes(1000))


@pytest.mark.parametrize("url", ["", "rubbish", "http://127.0.0.1:1", "redis://127.0.0.1:port"])
@pytest.mark.asyncio
async def test_what_is_no_address_of_redis(url: str) -> None:
    with pytest.raises(ConfigError, match="no address of a Redis server"):
        await Cluster.connect(url)


@pytest.mark.asyncio
async def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "ANSWER_SECONDS", 0.2)
    with pytest.raises(ClusterDown, match="connecting to 127"):
        await Cluster.connect("redis://127.0.0.1:1")
