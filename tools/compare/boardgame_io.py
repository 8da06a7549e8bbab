"""boardgame.io beside us on this machine: the same swarm, the same moves, its server and then ours.

    mkdir peer && cd peer && npm install boardgame.io@0.50.2 node-persist@4.0.4 && cd ..
    python -m tools.compare.boardgame_io peer [SECONDS]

Its game is as light as a game can be: two players in turn mark any of 64 cells, without a rule to check, and after
60 moves a new match begins. Nobody logs in. It has no acknowledgement: the time is until the mover gets the update,
which it sends before it stores anything. FlatFile keeps a few files for each match and does not wait for the disk.
"""

import asyncio
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from msgspec import Raw, Struct

from asobiba.core.errors import AsobibaError
from tools.load.bars import GUESTS, TALK, Load, rate_of
from tools.load.figures import percentile
from tools.load.run import bounded
from tools.load.servers import started
from tools.load.site import Site, people_at, site
from tools.load.swarm import Eager, Paced, Player, Standing, Tally, Way, connect

RATE = 500
LONGEST = 180.0
SHARES = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1.0}

SERVER = """
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const game = {
  name: 'board',
  setup: () => ({ cells: Array(64).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID; } },
  endIf: ({ ctx }) => ctx.turn > 60 ? { draw: true } : undefined,
};
const [dir] = process.argv.slice(1);
const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...(dir ? { db: new FlatFile({ dir }) } : {}) });
server.run(0, () => {}).then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}`));
"""
OPEN, PING, EVENT = b"0", b"2", b"42/board,"
AGAIN_SECONDS = 0.05


class Context(Struct):
    currentPlayer: str  # noqa: N815  its name on the wire
    gameover: Any = None


class BoardState(Struct):
    ctx: Context
    number: int = msgspec.field(name="_stateID")


class Synced(Struct):
    state: BoardState


class BoardPlayer(Player):
    """A player of boardgame.io over its own protocol, Socket.IO in a WebSocket."""

    def __init__(self, tally: Tally, way: Way, room: str, seat: int, luck: random.Random) -> None:
        super().__init__(tally, way, room, [], luck)
        self.seat, self.match = seat, 1

    def hear(self, message: bytes) -> None:
        if message.startswith(EVENT):
            name, _, value, *_ = msgspec.json.decode(message[len(EVENT) :], type=list[Raw])
            self.on_event(bytes(name), value)
        elif message.startswith(OPEN):
            self.say(b"40/board,")
        elif message.startswith(b"40/board,"):
            self.sync()
        elif message == PING:
            self.say(b"3")

    def on_event(self, name: bytes, value: Raw) -> None:
        if name == b'"sync"':
            self.take(msgspec.json.decode(value, type=Synced).state)
        elif name == b'"update"':
            self.take(msgspec.json.decode(value, type=BoardState))

    def take(self, state: BoardState) -> None:
        if self.asked is not None and state.number > self.base:
            self.acknowledged()
        self.base = state.number
        mine = state.ctx.currentPlayer == str(self.seat) and state.ctx.gameover is None
        moves = [(self.luck.randrange(64), "")] if mine else []
        self.stand(Standing("playing" if state.ctx.gameover is None else "over", self.match, moves))

    def play(self, action: int) -> None:
        move = {"type": "MAKE_MOVE", "payload": {"type": "mark", "args": [action], "playerID": str(self.seat)}}
        self.emit("update", move, self.base, self.name, str(self.seat))

    def again(self) -> None:
        """The second player comes a little later: a match that two create at once is created twice."""
        self.match += 1
        asyncio.get_running_loop().call_later(AGAIN_SECONDS * self.seat, self.sync)

    def sync(self) -> None:
        self.emit("sync", self.name, str(self.seat), None, 2)

    @property
    def name(self) -> str:
        return f"{self.room}-{self.match}"

    def emit(self, *words: Any) -> None:
        self.say(EVENT + msgspec.json.encode(words))


@asynccontextmanager
async def boardgame_io(modules: Path, *, on_disk: bool) -> AsyncIterator[Site]:
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as text:
        folder = Path(text)
        command = ["node", "-e", SERVER, *([str(folder / "matches")] if on_disk else [])]
        environment = {**os.environ, "NODE_ENV": "production", "NODE_PATH": str(modules / "node_modules")}
        async with started(command, environment, folder / "server.log") as server, people_at(server) as here:
            yield here


async def seat_on_boards(here: Site, rooms: int, way: Way) -> None:
    """The first player of a match creates it, so the second comes after it."""
    url = f"ws://127.0.0.1:{here.server.port}/socket.io/?EIO=4&transport=websocket"
    for number in range(rooms):
        for seat in (0, 1):
            player = BoardPlayer(here.tally, way, f"r{number}", seat, here.crowd.luck)
            await connect(player, url, {})
            while not player.round:
                await asyncio.sleep(0.001)


Seating = Callable[[Site, int, Way], Awaitable[None]]


async def seat_with_us(here: Site, rooms: int, way: Way) -> None:
    players = await here.crowd.seat(Load().wish(), rooms, way)
    await here.crowd.all_playing(players)


async def saturated(here: Site, seat: Seating, rooms: int, seconds: float) -> str:
    await seat(here, rooms, Eager())
    rate = await rate_of(here.server, here.tally, seconds)
    return f"{rate.moves:,.0f} moves/s, {rate.server_cost:.0f} µs of the server's processor a move, {times(here.tally)}"


async def paced(here: Site, seat: Seating, rooms: int, seconds: float) -> str:
    way, before = Paced(), here.server.memory()
    await seat(here, rooms, way)
    memory = (here.server.memory() - before) / (2 * rooms)
    used = here.server.seconds()
    await way.play(here.tally, RATE, seconds)
    used = 100 * (here.server.seconds() - used) / seconds
    await here.settle()
    return f"{times(here.tally)}, {used:.0f} % of a core, {memory / 1024:.0f} KiB a socket"


def times(tally: Tally) -> str:
    shown = [f"{name} {1000 * percentile(tally.acks, share):.1f}" for name, share in SHARES.items()]
    return f"{', '.join(shown)} ms, errors {dict(tally.errors) or 0}"


async def compare(modules: Path, seconds: float) -> None:
    """Each run has a fresh server; the three take turns, so that what else the machine does hits all."""
    servers: dict[str, tuple[Callable[[], AbstractAsyncContextManager[Site]], Seating]] = {
        "asobiba, SQLite FULL": (lambda: site(GUESTS | TALK), seat_with_us),
        "boardgame.io, in memory": (lambda: boardgame_io(modules, on_disk=False), seat_on_boards),
        "boardgame.io, FlatFile": (lambda: boardgame_io(modules, on_disk=True), seat_on_boards),
    }
    runs = [("as fast as possible", saturated, 128), *((f"{RATE} moves/s", paced, rooms) for rooms in (500, 2500))]
    for what, run, rooms in runs:
        for name, (start, seat) in servers.items():
            try:
                async with asyncio.timeout(LONGEST + seconds), start() as here:
                    result = await run(here, seat, rooms, seconds)
            except (AsobibaError, OSError) as error:
                result = f"failed: {str(error) or type(error).__name__}"
            print(f"{what}, {2 * rooms} sockets, {name}: {result}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    peer, each = Path(sys.argv[1]).absolute(), float(sys.argv[2]) if len(sys.argv) == 3 else 10.0
    uvloop.run(bounded(compare(peer, each), 9 * (LONGEST + each)))
