"""What is done for one address: answers over HTTP and over a WebSocket are counted by what they cost."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from asobiba.online.http.app import make_app
from asobiba.online.http.door import BYTES_A_SECOND, LEAST_WORK, Door
from asobiba.online.http.limits import TooOften
from asobiba.online.protocol.messages import PROTOCOL
from asobiba.online.settings import Settings
from tests.online.lines import quick_settings
from tools.load.old_rooms import Written, write_rooms

PLIES = 300
PARALLEL = 20
PATIENCE = 60.0


@asynccontextmanager
async def an_app(folder: Path, **changes: Any) -> AsyncIterator[FastAPI]:
    app = make_app(quick_settings(folder, **changes))
    async with asyncio.timeout(PATIENCE), app.router.lifespan_context(app):
        yield app


def visitor(app: FastAPI, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 4000))
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=PATIENCE)


async def written(folder: Path, *, over: bool) -> Written:
    (room,) = await write_rooms(f"sqlite:///{folder / 'rooms.db'}", PLIES, over=over)
    return room


@pytest.mark.asyncio
async def test_who_downloads_long_games_again_and_again_is_refused_and_nobody_else(tmp_path: Path) -> None:
    game = f"/api/rooms/{(await written(tmp_path, over=True)).room}/games/1"
    async with (
        an_app(tmp_path, work_seconds_per_minute=1.0) as app,
        visitor(app, "192.0.2.1") as greedy,
        visitor(app, "192.0.2.2") as honest,
    ):
        size = len((await honest.get(f"{game}/replay")).content)
        rounds = round(BYTES_A_SECOND / size / PARALLEL) + 2
        answers = [
            answer
            for _ in range(rounds)
            for answer in await asyncio.gather(*(greedy.get(f"{game}/replay") for _ in range(PARALLEL)))
        ]
        served = [answer for answer in answers if answer.status_code == 200]
        assert {len(answer.content) for answer in served} == {size}
        assert len(served) <= BYTES_A_SECOND / size + 1
        refused = answers[-1]
        assert (refused.status_code, refused.json()["code"]) == (429, "too_often")
        assert int(refused.headers["retry-after"]) >= 1
        app.state.door.account("192.0.2.1").charge(1.0)  # however long this takes
        for path in ("/api/rooms", "/api/results", "/api/training", "/health"):
            assert (await greedy.get(path)).status_code == 429
            assert (await honest.get(path)).status_code == 200
        for form in ("record", "moves"):
            assert (await honest.get(f"{game}/{form}")).status_code == 200


@pytest.mark.asyncio
async def test_reading_a_long_game_is_paid_for_though_it_is_refused(tmp_path: Path) -> None:
    """A game that is still running is read to its end to find that out, and nothing is sent."""
    game = f"/api/rooms/{(await written(tmp_path, over=False)).room}/games/1"
    async with an_app(tmp_path, work_seconds_per_minute=0.1) as app, visitor(app, "192.0.2.1") as asker:
        statuses = [(await asker.get(f"{game}/moves")).status_code for _ in range(round(0.1 / LEAST_WORK))]
        assert statuses[0] == 409
        assert statuses[-1] == 429


@pytest.mark.asyncio
async def test_many_questions_at_once_are_not_all_answered_before_the_first_is_paid(tmp_path: Path) -> None:
    game = f"/api/rooms/{(await written(tmp_path, over=False)).room}/games/1"
    async with an_app(tmp_path, work_seconds_per_minute=0.1) as app, visitor(app, "192.0.2.1") as asker:
        answers = await asyncio.gather(*(asker.get(f"{game}/moves") for _ in range(round(0.09 / LEAST_WORK))))
        statuses = [answer.status_code for answer in answers]
        assert 1 <= statuses.count(409) < len(statuses) / 2
        assert set(statuses) == {409, 429}


class Talk:
    """A WebSocket without a network."""

    def __init__(self, app: FastAPI, address: str) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: list[dict[str, Any]] = []
        self.status = 0
        self.said.put_nowait({"type": "websocket.connect"})
        headers = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1")]
        scope = {
            "type": "websocket",
            "path": "/ws",
            "query_string": b"",
            "headers": [*headers, (b"sec-websocket-protocol", PROTOCOL.encode())],
            "client": (address, 4000),
            "extensions": {"websocket.http.response": {}},
        }
        self.task = asyncio.create_task(app.state.sockets(scope, self.said.get, self._hear))

    async def _hear(self, event: dict[str, Any]) -> None:
        if event["type"] == "websocket.send":
            self.heard.append(json.loads(event["text"]))
        elif event["type"] == "websocket.http.response.start":
            self.status = event["status"]

    def say(self, message: object) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def snapshots(self) -> int:
        return sum(message["t"] == "snapshot" for message in self.heard)

    async def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_who_asks_for_everything_again_and_again_waits_and_nobody_else(tmp_path: Path) -> None:
    room = (await written(tmp_path, over=False)).room
    async with an_app(tmp_path, work_seconds_per_minute=0.5) as app:
        flood, neighbour = Talk(app, "192.0.2.1"), Talk(app, "192.0.2.2")
        for talk in (flood, neighbour):
            talk.say({"t": "hello", "room": room})
        while not (flood.snapshots() and neighbour.snapshots()):
            await asyncio.sleep(0.01)
        for _ in range(250):  # each costs two milliseconds and more
            flood.say({"t": "sync", "last_seq": 0})
        while not app.state.door.account("192.0.2.1").wait:
            await asyncio.sleep(0.01)
        assert flood.said.qsize()  # the rest waits
        neighbour.say({"t": "sync", "last_seq": 0})
        while neighbour.snapshots() < 2:
            await asyncio.sleep(0.01)
        late = Talk(app, "192.0.2.1")  # of the same address
        await late.task
        assert late.status == 429
        await app.state.sockets.stop()
        for talk in (flood, neighbour):
            await talk.leave()


def test_an_account_pays_for_work_and_for_bytes() -> None:
    door = Door(Settings(work_seconds_per_minute=1.0))
    one, same, other = door.account("a"), door.account("a"), door.account("b")
    one.charge(0.4)
    one.send(BYTES_A_SECOND // 2)
    assert one.wait == 0
    assert same.turn is one.turn
    same.charge(1.0)  # what was begun is owed
    with pytest.raises(TooOften) as refused:
        one.check()
    assert 50 < refused.value.seconds < 56  # of the 1.9 seconds 0.9 are too much, and a minute pays for one
    other.check()


@pytest.mark.asyncio
async def test_those_of_one_address_come_one_after_the_other() -> None:
    door = Door(Settings())
    order: list[str] = []

    async def come(address: str) -> None:
        await door.account(address).queue()
        order.append(address)

    door.pulse.beat(60.0, 60.0)
    await asyncio.gather(come("a"), come("a"), come("a"), come("b"))
    assert order in (["a", "b", "a", "a"], ["b", "a", "a", "a"])


def test_work_costs_more_while_others_wait() -> None:
    door = Door(Settings(work_seconds_per_minute=1.0))
    calm, strained = door.account("a"), door.account("b")
    calm.charge(0.5)
    door.pulse.beat(60.0, 60.0)
    strained.charge(0.5)
    calm.check()  # what was charged before stays as it was
    with pytest.raises(TooOften):
        strained.check()


def test_a_page_for_a_whole_class_costs_little() -> None:
    """Thirty who open the page at once with all that belongs to it, and then look at the lobby once a second."""
    door = Door(Settings())
    for _ in range(30):
        account = door.account("school")
        for _ in range(40):
            account.answer()
        account.send(2_000_000)
    for _ in range(30 * 20):
        account = door.account("school")
        account.answer()
        account.send(10_000)
