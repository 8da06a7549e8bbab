"""Analyses that are told as they are found, by a real server: how they end, and that nobody thinks on afterwards."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from asobiba.core.records import read_records
from asobiba.online.bots.thinkers import NOBODY, Advised, Judged, Payer, Thinkers
from asobiba.online.client import Client
from asobiba.online.protocol import messages as say
from asobiba.online.rooms.analyst import Analyst
from asobiba.online.rooms.hub import NewRoom
from tests.online.lines import a_hub, seated_room
from tests.online.playing import Served, served

PATIENCE = 60.0
ENDLESS = "mcts:ms=1600000"
"""Nothing is heard of it for a hundred seconds."""
SLOW = "mcts:ms=16000"
"""Once a second."""
START = {"game": "othello", "position": "start"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    limits = {"analyse_seconds_per_minute": 100_000, "watch_seconds": 60, "bot_niceness": 0}
    with served(tmp_path_factory.mktemp("server"), **limits) as running:
        yield running
        assert "Traceback" not in running.log


@contextmanager
def guest(server: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        client.post("/api/guests", json={})
        yield client


@pytest.fixture
def ann(server: Served) -> Iterator[httpx.Client]:
    with guest(server) as client:
        yield client


@pytest.fixture(scope="module")
def finished(server: Served) -> str:
    """The room of a game that bots have played."""

    async def watch() -> str:
        async with asyncio.timeout(PATIENCE), Client(server.url, "Watcher") as client:
            ticket = await client.create_room("othello", bots={0: "greedy", 1: "random"})
            async with client.join(ticket) as room:
                await room.until(lambda state: state.status == "over")
            return ticket.room

    return asyncio.run(watch())


def lines(client: httpx.Client, path: str, **wish: Any) -> list[dict[str, Any]]:
    with client.stream("POST", path, json=wish) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson", answer.read()
        return [json.loads(line) for line in answer.iter_lines()]


def test_a_position_is_told_better_and_better(ann: httpx.Client) -> None:
    *thoughts, end = lines(ann, "/api/analyse/watch", **START, agent="mcts:ms=800")

    assert end == {"ended": "done"}
    assert len(thoughts) > 1
    seen = [sum(move["visits"] for move in each["moves"]) for each in thoughts]
    assert seen == sorted(set(seen))
    assert {each["unit"] for each in thoughts} == {"win chance"}
    assert lines(ann, "/api/analyse/watch", **START, agent="greedy") == [
        ann.post("/api/analyse", json={**START, "agent": "greedy"}).json(),
        {"ended": "done"},
    ]


def test_a_game_says_who_thinks_for_as_long_as_somebody_looks_on(ann: httpx.Client) -> None:
    """Othello's engine looks deeper and deeper, where its advice alone would be done."""
    with ann.stream("POST", "/api/analyse/watch", json=START) as watched:
        told = watched.iter_lines()
        thoughts = [json.loads(next(told)) for _ in range(3)]

    depths = [each["depth"] for each in thoughts]
    assert depths == sorted(set(depths))
    assert {each["unit"] for each in thoughts} == {"discs"}
    assert all(len(each["moves"]) == 4 for each in thoughts)


def test_the_next_one_ends_the_one_before(ann: httpx.Client, server: Served) -> None:
    """Also when that has said nothing yet. That of another guest goes on, until he has had more than his share."""
    with guest(server) as bob, bob.stream("POST", "/api/analyse/watch", json={**START, "agent": SLOW}) as his:
        with ann.stream("POST", "/api/analyse/watch", json={**START, "agent": ENDLESS}) as former:
            latter = lines(ann, "/api/analyse/watch", **START, agent="greedy")
            assert latter[-1] == {"ended": "done"}
            assert [json.loads(line) for line in former.iter_lines()] == [{"ended": "another"}]
        assert json.loads([*his.iter_lines()][-1]) == {"ended": "others"}


def test_who_goes_away_leaves_nobody_thinking(ann: httpx.Client) -> None:
    """There is one process that studies: a second question is answered only because the first is given up."""
    for _ in range(3):
        with ann.stream("POST", "/api/analyse/watch", json={**START, "agent": ENDLESS}):
            pass
        with ann.stream("POST", "/api/analyse/line", json={**START, "moves": ["d3"], "agent": "minimax:depth=20"}):
            pass
    assert ann.post("/api/analyse", json={**START, "agent": "greedy"}).status_code == 200


def test_every_move_of_a_game_is_told(ann: httpx.Client, finished: str) -> None:
    path = f"/api/rooms/{finished}/games/1"
    record = next(read_records(ann.get(f"{path}/record").text.splitlines()))

    *judged, end = lines(ann, f"{path}/watch", agent="greedy")

    assert end == {"ended": "done"}
    assert {each.pop("of") for each in judged} == {len(record.plies)}
    assert judged == ann.post(f"{path}/analysis", json={"agent": "greedy"}).json()
    assert all(each["loss"] == 0 for each in judged if each["seat"] == 0), "greedy does what greedy thinks best"


def test_a_position_of_a_game_is_told(ann: httpx.Client, finished: str) -> None:
    path = f"/api/rooms/{finished}/games/1"
    at_ply = {each["ply"]: each["moves"] for each in ann.post(f"{path}/analysis", json={"agent": "greedy"}).json()}
    for ply in (0, 1, 30, max(at_ply)):
        assert lines(ann, f"{path}/watch", ply=ply, agent="greedy")[0]["moves"] == at_ply[ply]
    assert lines(ann, f"{path}/watch", ply=max(at_ply) + 1, agent="greedy")[0]["moves"] == []


@pytest.mark.slow
def test_a_game_on_the_clock_is_told_by_the_moments_of_its_replay(ann: httpx.Client, server: Served) -> None:
    async def play() -> str:
        async with asyncio.timeout(PATIENCE), Client(server.url, "Player") as client:
            ticket = await client.create_room("puyo", seat=0, ready=True, bots={1: "random"}, timed=True)
            async with client.join(ticket) as room:
                # A pair that nobody touches is on the ground after 230 ticks.
                while room.tick is None or room.tick.tick < 600:
                    await room._told.change()
                await room.resign()
            return ticket.room

    path = f"/api/rooms/{asyncio.run(play())}/games/1"
    frames = ann.get(f"{path}/replay").json()["frames"]
    *judged, end = lines(ann, f"{path}/watch", agent="greedy")
    assert end == {"ended": "done"}
    assert {each["seat"] for each in judged} >= {0}
    assert all(0 <= each["ply"] < len(frames) - 1 for each in judged)
    ply = judged[-1]["ply"]
    assert lines(ann, f"{path}/watch", ply=ply, agent="greedy")[0]["to_play"] in (0, 1)


@pytest.mark.asyncio
async def test_a_review_is_thought_out_once(tmp_path: Path) -> None:
    class Counted(Thinkers):
        asked = 0

        async def judge_record(
            self, record_text: str, spec: str, deadline: float, payer: Payer = NOBODY
        ) -> AsyncGenerator[tuple[Judged, int], None]:
            self.asked += 1
            yield Judged(0, 0, 19, "d3", 0.0, Advised(0, (), True, 0.0, {})), 1

    async with a_hub(tmp_path) as hub:
        room, (anna, _), _ = await seated_room(hub, NewRoom("othello"), ["anna", "bert"])
        await room.take(anna, say.Resign())
        thinkers = Counted()
        analyst = Analyst(thinkers, hub.archive, 1.0)
        one, other = [[line async for line in await analyst.watch_game(room.id, 1, None, NOBODY)] for _ in range(2)]
        assert one == other
        assert one[-1] == {"ended": "done"}
        assert thinkers.asked == 1
        [line async for line in await analyst.watch_game(room.id, 1, "greedy", NOBODY)]
        assert thinkers.asked == 2


def test_moves_are_told_from_a_position_on(ann: httpx.Client) -> None:
    *judged, end = lines(ann, "/api/analyse/line", **START, moves=["f5", "d6", "c3"], agent="minimax:depth=2")

    assert [(each["ply"], each["move"], each["of"]) for each in judged] == [(0, "f5", 3), (1, "d6", 3), (2, "c3", 3)]
    assert end == {"ended": "done"}
    assert lines(ann, "/api/analyse/line", **START, moves=[]) == [{"ended": "done"}]
    assert lines(ann, "/api/analyse/line", **START, moves=["f5", "f5"])[-1]["code"] == "notation"


REFUSED: list[tuple[str, dict[str, Any], int, str]] = [
    ("/api/analyse/watch", {**START, "position": "nonsense"}, 400, "notation"),
    ("/api/analyse/watch", {**START, "agent": "deep blue"}, 400, "config"),
    ("/api/analyse/watch", {**START, "ply": 3}, 422, "invalid"),
    ("/api/analyse/line", {**START, "moves": "f5"}, 422, "invalid"),
    ("/api/analyse/line", {**START, "moves": ["f5"] * 301}, 422, "invalid"),
    ("/api/analyse/line", START, 422, "invalid"),
    ("/api/rooms/{room}/games/1/watch", {"ply": -1}, 422, "invalid"),
    ("/api/rooms/{room}/games/1/watch", {"ply": 1000}, 404, "no_game"),
    ("/api/rooms/{room}/games/2/watch", {}, 404, "no_game"),
    ("/api/rooms/23456789bcdfg/games/1/watch", {}, 404, "no_room"),
]


@pytest.mark.parametrize(("path", "wish", "status", "code"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_cannot_be_told_is_refused_at_once(
    ann: httpx.Client, finished: str, path: str, wish: dict[str, Any], status: int, code: str
) -> None:
    answer = ann.post(path.format(room=finished), json=wish)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.thorough
def test_an_address_that_had_much_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    """And a position is thought about for `watch_seconds` at most."""
    limits = {"analyse_seconds_per_minute": 0.5, "watch_seconds": 0.6, "bot_niceness": 0}
    with served(tmp_path_factory.mktemp("strict"), **limits) as strict, guest(strict) as ann:
        (end,) = lines(ann, "/api/analyse/watch", **START, agent=ENDLESS)

        # What it took is counted just after the last line is sent: who asks at that moment is answered once more.
        asked = (ann.post("/api/analyse/watch", json=START) for _ in range(100))
        refused = next(answer for answer in asked if answer.status_code != 200)

        assert (refused.status_code, refused.json()["code"]) == (429, "too_often")
        assert end["ended"] == "failed"
        assert end["code"] in ("too_slow", "worker_lost"), "the second, if the bots are not there yet"


@pytest.mark.thorough
def test_a_server_that_stops_waits_for_none_of_them(tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        served(tmp_path_factory.mktemp("stopping"), watch_seconds=600, bot_niceness=0) as stopping,
        guest(stopping) as ann,
        ann.stream("POST", "/api/analyse/watch", json={**START, "agent": ENDLESS}) as watched,
    ):
        assert stopping.stop() == 0
        assert [json.loads(line) for line in watched.iter_lines()] == [{"ended": "restarting"}]
