"""A server and the people who come to it."""

import asyncio
import gc
import random
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from tools.load.crowd import Crowd
from tools.load.servers import Server, serving
from tools.load.swarm import Tally

ANSWER_SECONDS = 5.0


@dataclass
class Site:
    """A server with nobody in it yet, and those who will come."""

    server: Server
    crowd: Crowd
    tally: Tally
    others: list[Tally] = field(default_factory=list)

    def tally_apart(self) -> Tally:
        """For people who are there but are not what is measured."""
        self.others.append(Tally())
        return self.others[-1]

    async def settle(self) -> None:
        """Wait for the answers that are still on their way; those that do not come are errors."""
        deadline = monotonic() + ANSWER_SECONDS
        while self.tally.waiting and monotonic() < deadline:
            await asyncio.sleep(0.05)
        if self.tally.waiting:
            self.tally.errors["moves without an answer"] += self.tally.waiting


@asynccontextmanager
async def site(limits: Mapping[str, str]) -> AsyncIterator[Site]:
    with tempfile.TemporaryDirectory(prefix="asobiba-bench-") as folder:
        async with serving(Path(folder), limits) as server, people_at(server) as here:
            yield here


@asynccontextmanager
async def people_at(*servers: Server) -> AsyncIterator[Site]:
    tally = Tally()
    gc.collect()
    gc.disable()  # its pauses would count as the server's; there is memory enough for a minute or two
    here = Site(servers[0], Crowd([server.port for server in servers], tally, random.Random(1)), tally)
    try:
        yield here
    finally:
        gc.enable()
        for each in (tally, *here.others):
            await each.end()
