"""The memory of a server over hours."""

import asyncio
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from tools.load.figures import Figure
from tools.load.servers import Server

SHORTEST_FOR_MEMORY = 600.0
"""In less the caches of the server have not filled."""
SAMPLE_SECONDS = 1.0


@dataclass
class Memory:
    """Of the process that lives, sampled all the time."""

    server: Server
    seconds: float
    samples: list[tuple[float, int]] = field(default_factory=list)

    async def watch(self, is_done: Callable[[], bool]) -> None:
        begun = monotonic()
        while (at := monotonic() - begun) < self.seconds and not is_done():
            self.samples.append((at / self.seconds, self.server.memory()))
            await asyncio.sleep(SAMPLE_SECONDS)

    def around(self, first: float, last: float) -> float:
        """MiB, the median between two shares of the time."""
        found = [memory for at, memory in self.samples if first <= at <= last]
        return statistics.median(found) / 2**20 if found else float("nan")

    def figures(self) -> list[Figure]:
        early, late = self.around(0.2, 0.3), self.around(0.9, 1.0)
        bar = 5.0 if self.seconds >= SHORTEST_FOR_MEMORY else None
        quarters = [self.around(at - 0.05, at + 0.05) for at in (0.5, 0.75)]
        return [
            Figure("memory at 25 % of the time", early, "MiB"),
            *(Figure(f"memory at {share} %", each, "MiB") for share, each in zip((50, 75), quarters, strict=True)),
            Figure("memory at the end", late, "MiB"),
            Figure("growth of the memory", 100 * (late / early - 1), "%", theirs=bar),
        ]
