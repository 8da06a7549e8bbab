"""The bars of online play when not everybody means well, and when the server must go."""

import asyncio
import statistics
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, monotonic_ns

import msgspec

from tools.load import swarm
from tools.load.attackers import attacked_from_elsewhere
from tools.load.attacks import AWAY, Attack, Target
from tools.load.bars import GUESTS, Load, error_figure, many_sockets, time_figures
from tools.load.crowd import Http
from tools.load.figures import Figure
from tools.load.long_games import Pulse
from tools.load.old_rooms import write_rooms
from tools.load.servers import serving
from tools.load.site import Site, people_at
from tools.load.swarm import CONNECT_SECONDS, Player, Refused, Tally

ATTACK_SECONDS = 5.0
"""Before the server is told to end."""
VISIT_SECONDS = 0.25
"""Between two requests of an honest visitor."""
WAIT_SECONDS = 0.01
"""Between two looks at the swarm's own clock."""
VISITED = ("/health", "/api/games", "/api/rooms", "/api/results")


@asynccontextmanager
async def besieged(load: Load, *, mortal: bool = False) -> AsyncIterator[tuple[Site, Target]]:
    """A server with long games in it, and nobody there yet."""
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as folder:
        database = f"sqlite:///{folder}/bench.db"
        running = await write_rooms(database, load.attacked_plies)
        finished = await write_rooms(database, load.attacked_plies, over=True, rooms=load.attacked_rooms)
        async with serving(Path(folder), GUESTS, mortal=mortal) as server, people_at(server) as here:
            yield here, Target(server.port, running[0], finished)


async def under_attack(load: Load) -> list[Figure]:
    """P1 again, and beside it everything that one can do within the limits to slow others down."""
    async with besieged(load) as (here, target):
        siege = Siege(here, target)
        return [*await many_sockets(here, load, siege.around(), p99=100.0), *siege.figures()]


@dataclass
class Siege:
    """What went on beside the players."""

    here: Site
    target: Target
    attacks: Mapping[str, Attack] = field(default_factory=dict)
    visits: list[float] = field(default_factory=list)
    """Seconds of an honest visitor's requests."""
    lateness: list[float] = field(default_factory=list)
    """Seconds by which the swarm itself was late: that much of a time that it has measured is its own."""
    loop: list[Figure] = field(default_factory=list)

    @asynccontextmanager
    async def around(self) -> AsyncIterator[None]:
        before = await Pulse.of(self.here.server)
        async with attacked_from_elsewhere(self.target) as self.attacks:
            beside = [
                asyncio.create_task(_visit(self.target.port, self.here.tally, self.visits)),
                asyncio.create_task(_wait(self.lateness)),
            ]
            try:
                yield
            finally:
                for task in beside:
                    task.cancel()
            self.loop = (await Pulse.of(self.here.server)).since(before)

    def figures(self) -> list[Figure]:
        asked = [Figure(f"attack, {name}: asked", attack.asked, "") for name, attack in self.attacks.items()]
        sent = [Figure(f"attack, {name}: sent away", attack.done[AWAY], "") for name, attack in self.attacks.items()]
        times = {"an honest request": self.visits, "the swarm itself late": self.lateness}
        return [*(each for what in times for each in time_figures(what, times[what])), *self.loop, *asked, *sent]


async def _visit(port: int, tally: Tally, taken: list[float]) -> None:
    """Somebody who looks around."""
    while True:
        for path in VISITED:
            begun = monotonic()
            try:
                async with Http(port, "127.98.0.1") as http:
                    await http.get(path)
                taken.append(monotonic() - begun)
            except (Refused, OSError, TimeoutError) as error:
                tally.errors[f"{path}: {error}"] += 1
            await asyncio.sleep(VISIT_SECONDS)


async def _wait(late: list[float]) -> None:
    while True:
        due = monotonic() + WAIT_SECONDS
        await asyncio.sleep(WAIT_SECONDS)
        late.append(monotonic() - due)


async def sigterm(load: Load) -> list[Figure]:
    """The server is told to end while it is attacked and people play."""
    async with besieged(load, mortal=True) as (here, target):
        players = await here.crowd.seat(load.wish(), load.restarted_rooms, swarm.Leisurely(0.5))
        await here.crowd.all_playing(players)
        async with attacked_from_elsewhere(target):
            await asyncio.sleep(ATTACK_SECONDS)
            here.tally.ended = True  # that everybody is sent away now is no error
            taken = await here.server.stop()
        return [
            Figure("SIGTERM under attack, until the process has ended", taken, "s", theirs=5.0),
            Figure("exit status", float(here.server.process.returncode), "", theirs=0),
            error_figure(here.tally),
        ]


async def restart(load: Load) -> list[Figure]:
    """Everybody comes back to a server that starts; until the first of them has a move acknowledged."""
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as text:
        folder = Path(text)
        async with serving(folder, GUESTS, mortal=True) as server, people_at(server) as here:
            way = swarm.Leisurely(0.5)
            players = await here.crowd.seat(load.wish(), load.restarted_rooms, way)
            await here.crowd.all_playing(players)
            await asyncio.sleep(2)
            here.tally.ended = True
            drained = await server.stop()
        seats = [(player.room, player.token) for player in players]
        limits = GUESTS | {"ASOBIBA_PORT": str(server.port)}
        begun = [await _come_back(folder, limits, seats) for _ in range(load.restarts)]
        taken, used = zip(*begun, strict=True)
    return [
        Figure(
            f"from the start of the process to the first acknowledgement, median of {len(taken)}",
            statistics.median(taken),
            "s",
            theirs=2.5,
        ),
        Figure("processor of the server until then, median", statistics.median(used), "s"),
        Figure("best", min(taken), "s"),
        Figure("worst", max(taken), "s"),
        Figure("SIGTERM before it, until the process has ended", drained, "s"),
    ]


async def _come_back(folder: Path, limits: Mapping[str, str], seats: list[tuple[str, str]]) -> tuple[float, float]:
    """Seconds until the first acknowledgement, and those of them that the server's process had a processor."""
    begun = monotonic()
    async with serving(folder, limits, mortal=True) as server, people_at(server) as here:
        coming = [asyncio.create_task(_return(here, room, token)) for room, token in seats]
        async with asyncio.timeout(CONNECT_SECONDS):
            while not here.tally.acks:
                await asyncio.sleep(0.005)
        taken, used = monotonic() - begun, server.seconds()
        await asyncio.gather(*coming)
        here.tally.ended = True
        await server.stop()
    return taken, used


async def _return(here: Site, room: str, token: str) -> None:
    hello = msgspec.json.encode({"t": "hello", "room": room, "token": token, "last_seq": 0})
    player = Player(here.tally, swarm.Eager(), room, [hello], here.crowd.luck)
    player.moved = monotonic_ns()  # a move with an id of before the restart would be acknowledged and not stored
    await here.crowd.call(player, next(here.crowd.addresses))
