"""P1 once more, while finished games are reviewed one after another: nobody's move may wait for that.

Reviews are the least urgent work of a server: beside all of P1 hardly one gets anywhere. So a share of it is played,
too, first alone and then beside reviews.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic

import msgspec

from tools.load.bars import GUESTS, Load, many_sockets, time_figures
from tools.load.crowd import Http
from tools.load.figures import Figure
from tools.load.old_rooms import write_rooms
from tools.load.servers import serving
from tools.load.site import Site, people_at, site
from tools.load.swarm import Refused

READER = "127.97.0.{}"
"""Each review is asked for from another address: who reads many has no more time of the engine left."""
SHARE = 5
READERS = 100
LONGEST = 200
"""Plies that are played and read at most."""


async def reviews(load: Load) -> list[Figure]:
    rooms, bot_games = -(-load.rooms // SHARE), -(-load.bot_games // SHARE**2)
    less = replace(load, rate=load.rate / SHARE, rooms=rooms, bot_games=bot_games)
    async with site(GUESTS) as here:
        alone = await many_sockets(here, less)
    return [
        *_named(f"1/{SHARE} of P1", alone),
        *_named(f"1/{SHARE} of P1, beside reviews", await beside_reviews(less)),
        *_named("P1, beside reviews", await beside_reviews(load)),
    ]


def _named(name: str, figures: list[Figure]) -> list[Figure]:
    return [replace(figure, what=f"{name}: {figure.what}") for figure in figures]


async def beside_reviews(load: Load) -> list[Figure]:
    async with much_to_read(load) as readers:
        return [*await many_sockets(readers.here, load, readers.around()), *readers.figures()]


@asynccontextmanager
async def much_to_read(load: Load) -> AsyncIterator["Readers"]:
    """A server with finished games, and those who will ask for them."""
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as folder:
        database = f"sqlite:///{folder}/bench.db"
        finished = await write_rooms(database, LONGEST, over=True, rooms=READERS, game=(load.game, {}))
        async with serving(Path(folder), GUESTS) as server, people_at(server) as here:
            yield Readers(here, [f"/api/rooms/{written.room}/games/1/watch" for written in finished])


@dataclass
class Readers:
    """One after another asks for all moves of a game that nobody has asked for."""

    here: Site
    paths: Sequence[str]
    judged: int = 0
    """Moves."""
    taken: list[float] = field(default_factory=list)
    """Seconds of whole games."""

    @asynccontextmanager
    async def around(self) -> AsyncIterator[None]:
        reading = asyncio.create_task(self._read())
        try:
            yield
        finally:
            reading.cancel()

    def figures(self) -> list[Figure]:
        whole = time_figures("a review of a whole game", self.taken) if self.taken else []
        return [Figure("moves reviewed", self.judged, ""), Figure("whole games", len(self.taken), ""), *whole]

    async def _read(self) -> None:
        for number, path in enumerate(self.paths, 1):
            begun = monotonic()
            try:
                async with Http(self.here.server.port, READER.format(number)) as http:
                    ended = await self._heard(http, path)
            except (Refused, OSError, TimeoutError) as error:
                ended = str(error)
            if ended == "done":
                self.taken.append(monotonic() - begun)
            else:
                self.here.tally.errors[f"a review: {ended}"] += 1

    async def _heard(self, http: Http, path: str) -> str:
        async for line in http.lines(path):
            told = msgspec.json.decode(line)
            if "ended" in told:
                return str(told["ended"])
            self.judged += 1
        return "nothing more came"
