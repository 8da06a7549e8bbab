"""examples/online_client.mjs: a client that has read docs/online.md and nothing of our source plays every game."""

import asyncio
import json
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from asobiba.core.game import CHANCE
from asobiba.online.client import Client
from tests.online.client.company import PATIENT, guest
from tests.online.playing import Served, served
from tests.online.proxy import Proxy
from tests.processes import run, started
from tests.web.node import node

CLIENT = Path(__file__).parents[3] / "examples" / "online_client.mjs"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("othello", {}),
    ("twenty48", {"rows": 2, "columns": 3}),
    ("otrio", {"players": 4}),
    ("coppit", {"max_turns": 40}),
    ("puyo", {"max_turns": 20}),
]


async def compare(client: Client, result: dict[str, Any]) -> None:
    """What it followed is the game; it was asked for every move of its seat, and each was stored once."""
    record = await client.record(result["room"])
    followed = [tuple(ply[:2]) for ply in result["history"]]
    hidden = {number for number, ply in enumerate(followed) if ply == (CHANCE, -1)}
    played = [(ply.seat, ply.action) for ply in record.plies]

    assert [ply for number, ply in enumerate(played) if number not in hidden] == [
        ply for number, ply in enumerate(followed) if number not in hidden
    ]
    assert len(played) == len(followed)
    assert result["fair"] is True


async def room_of(process: Popen[str]) -> str:
    """It says so when it sits."""
    assert process.stdout is not None
    return (await asyncio.to_thread(process.stdout.readline)).split()[-1]


def test_a_node_without_sockets_is_told_what_to_do() -> None:
    done = run([node()[0], "--no-experimental-websocket", CLIENT, "http://127.0.0.1:9", "othello"])
    assert done.returncode == 2
    assert done.stderr.startswith("this Node has no WebSocket: take Node 22 or newer")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(*row, marks=[] if row[0] in ("othello", "puyo") else pytest.mark.slow, id=row[0]) for row in GAMES],
)
async def test_it_plays_every_game(server: Served, game: str, options: dict[str, Any]) -> None:
    done = await asyncio.to_thread(run, [*node(), CLIENT, server.url, game, json.dumps(options)])

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    result = json.loads(done.stdout.splitlines()[-1])
    async with guest(server.url) as client:
        await compare(client, result)
    assert result["connections"] == 1
    assert result["reason"] in ("rules", "max_turns", "no_moves")


@pytest.mark.slow
@pytest.mark.asyncio
async def test_it_comes_back_through_a_bad_network(server: Served) -> None:
    async with Proxy(server.port) as proxy, guest(server.url) as client:
        proxy.delay = 0.01
        with started([*node(), CLIENT, proxy.url, "othello"]) as process:
            await room_of(process)
            async with asyncio.timeout(PATIENT):
                while process.poll() is None:
                    proxy.cut()
                    await asyncio.sleep(0.25)
            out, errors = process.communicate()
        assert process.returncode == 0, errors
        result = json.loads(out.splitlines()[-1])
        await compare(client, result)
    assert result["connections"] > 1


@pytest.mark.slow
@pytest.mark.asyncio
async def test_a_killed_server_is_waited_for(tmp_path: Path) -> None:
    with served(tmp_path, bot_pause=0.1) as server, started([*node(), CLIENT, server.url, "othello"]) as process:
        async with Client(server.url) as client, client.join(await room_of(process)) as watching:
            await watching.until(lambda state: state.plies > 4)
        server.kill()
        server.start()
        out, errors = await asyncio.to_thread(process.communicate)
        assert process.returncode == 0, errors
        result = json.loads(out.splitlines()[-1])
        async with Client(server.url) as client:
            await compare(client, result)
    assert result["connections"] > 1


def test_a_refusal_is_said_and_nothing_hangs(server: Served) -> None:
    done = run([*node(), CLIENT, server.url, "othello", '{"size": 99}'])
    assert done.returncode != 0
    assert "config: " in done.stderr
