"""Backups as docs/security.md takes them: its commands, run beside a server on which games are under way.

The copy is served in a new place, where guests and seats are known, everything is there that was acknowledged before
the backup began, and the games are played to their ends.
"""

import asyncio
import re
import shlex
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from asobiba.online.client import Client, Joined, Ticket
from tests.online.playing import Served, served
from tests.online.servers import PostgreSQL
from tests.processes import run

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
PATIENCE = 120.0
GAMES = {"othello": {}, "coppit": {"max_players": 2, "max_turns": 30}}
BEFORE = 4
"""So many moves at least of each player are acknowledged before the backup."""

Placed = Callable[[str], str]
"""A line of the page with the names of this machine in it."""


@dataclass
class Seat:
    """What a player keeps: who he is, where he sits, what was acknowledged to him."""

    name: str
    guest: str
    ticket: Ticket
    acked: dict[int, int] = field(default_factory=dict)
    """By the number of the event: the action."""


def commands(section: str) -> list[str]:
    """The lines of the block of that name: <!-- run: sqlite backup -->, then ```sh."""
    (block,) = re.findall(rf"<!-- run: {section} -->\n+```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(block).splitlines()


def run_lines(lines: list[str], folder: Path) -> None:
    for line in lines:
        words = shlex.split(line)
        if words[0] == "asobiba":
            words[:1] = [sys.executable, "-c", "from asobiba.cli import main; main()"]
        done = run(words, folder=folder)
        assert done.returncode == 0, f"{line}: {done.stderr}"


@asynccontextmanager
async def seated(server: Served, seats: list[Seat]) -> AsyncIterator[list[Joined]]:
    async with AsyncExitStack() as stack:
        rooms = []
        for seat in seats:
            client = await stack.enter_async_context(Client(server.url, token=seat.guest, patience=PATIENCE))
            rooms.append(await stack.enter_async_context(client.join(seat.ticket)))
        yield rooms


async def sit_down(server: Served, game: str) -> list[Seat]:
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        first = await ann.create_room(game, options=GAMES[game], seat=0, ready=True)
        second = await bob.sit(first.room)
        async with bob.join(second) as room:
            await room.ready()
            await room.until(lambda state: state.status == "playing")
        assert ann.token is not None
        assert bob.token is not None
        return [Seat("Ann", ann.token, first), Seat("Bob", bob.token, second)]


async def play(room: Joined, seat: Seat, pause: float = 0.0) -> None:
    """To the end of the game."""
    async for turn in room.turns():
        action = turn.moves[0].action
        number = await room.move(action)
        if number is not None:
            seat.acked[number] = action
        await asyncio.sleep(pause)


@asynccontextmanager
async def playing(server: Served, seats: list[Seat]) -> AsyncIterator[None]:
    """Meanwhile they play on, slowly."""
    async with seated(server, seats) as rooms:
        tasks = [asyncio.create_task(play(room, seat, 0.05)) for room, seat in zip(rooms, seats, strict=True)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def check_and_play_on(server: Served, seats: list[Seat], promised: list[dict[int, int]]) -> None:
    async with seated(server, seats) as rooms:
        for room, seat, acked in zip(rooms, seats, promised, strict=True):
            assert (room.you.name, room.seat) == (seat.name, seat.ticket.seat)
            assert room.seq >= max(acked)
            played = [ply.action for ply in room.history if ply.seat == room.seat]
            assert played[: len(acked)] == list(acked.values())
        await asyncio.gather(*(play(room, seat) for room, seat in zip(rooms, seats, strict=True)))
        for room in rooms:
            assert (await room.until(lambda state: state.status == "over")).result is not None


async def back_up_and_restore(tmp_path: Path, what: str, database: str, place: Placed) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old, new):
        folder.mkdir()
    with served(old, database=database) as server:
        tables = {game: await sit_down(server, game) for game in GAMES}
        async with AsyncExitStack() as stack:
            for seats in tables.values():
                await stack.enter_async_context(playing(server, seats))
            while not all(len(seat.acked) >= BEFORE for seats in tables.values() for seat in seats):
                await asyncio.sleep(0.05)
            promised = {game: [dict(seat.acked) for seat in seats] for game, seats in tables.items()}
            await asyncio.to_thread(run_lines, [place(line) for line in commands(f"{what} backup")], tmp_path)
        server.kill()
    *restoring, serve = [place(line) for line in commands(f"{what} restore")]
    run_lines(restoring, tmp_path)
    (restored,) = re.findall(r"--database (\S+)", serve)
    with served(new, database=restored) as server:
        for game, seats in tables.items():
            await check_and_play_on(server, seats, promised[game])
        assert "Traceback" not in server.log


@pytest.mark.thorough
@pytest.mark.asyncio
async def test_sqlite(tmp_path: Path) -> None:
    def place(line: str) -> str:
        return line.replace("sqlite:///", f"sqlite:///{tmp_path}/")

    async with asyncio.timeout(PATIENCE):
        await back_up_and_restore(tmp_path, "sqlite", place("sqlite:///games.db"), place)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_postgresql(tmp_path: Path, postgresql_server: PostgreSQL) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    database = await asyncio.to_thread(postgresql_server.database)
    name = database.rpartition("/")[2]

    def place(line: str) -> str:
        line = line.replace("@db/asobiba", f"@db/{name}").replace("restored", f"{name}_restored")
        return line.replace("@db/", f"@127.0.0.1:{postgresql_server.port}/")

    async with asyncio.timeout(PATIENCE):
        await back_up_and_restore(tmp_path, "postgresql", database, place)
