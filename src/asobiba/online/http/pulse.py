"""The pulse of the event loop: how late it comes back, and how much work was done before it did.

Everybody waits while one does something long. What is *late* includes the other processes of the machine and the other
threads of this one; what is *held* is the processor time of the loop alone, and that is ours to keep short.

While the loop is late, work costs more than it takes: who lets the server work most is the first who waits then, and
those who only play feel little of him.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from asobiba.online import metrics

BEAT_SECONDS: Final = 0.005
"""What is held is known to this much: the work of so many milliseconds may be counted with what follows it."""

LATELY_SECONDS: Final = 2.0
EASY, HARD, DEAREST = 0.5, 0.9, 8.0
"""Strain up to which work costs what it takes, and from which on it costs so many times as much."""


class Pulse:
    """How the loop has been lately."""

    strain = 0.0
    """The share of the time in which who came had to wait: near 0 while little is done, 1 when nothing else is."""

    def beat(self, seconds: float, late: float) -> None:
        """After so many seconds, of which it was late."""
        weight = 1 - math.exp(-seconds / LATELY_SECONDS)
        self.strain += weight * (min(1.0, late / seconds) - self.strain)

    @property
    def price(self) -> float:
        """Of a second of work, in seconds."""
        hard = (self.strain - EASY) / (HARD - EASY)
        return 1 + (DEAREST - 1) * min(1.0, max(0.0, hard))


@asynccontextmanager
async def felt(pulse: Pulse) -> AsyncIterator[None]:
    task = asyncio.create_task(_feel(pulse), name="pulse")
    try:
        yield
    finally:
        task.cancel()


async def _feel(pulse: Pulse) -> None:
    while True:
        begun, used = time.monotonic(), time.thread_time()
        await asyncio.sleep(BEAT_SECONDS)
        seconds = max(BEAT_SECONDS, time.monotonic() - begun)
        metrics.loop_lag_seconds.observe(seconds - BEAT_SECONDS)
        metrics.loop_held_seconds.observe(time.thread_time() - used)
        pulse.beat(seconds, seconds - BEAT_SECONDS)
        metrics.work_price.set(pulse.price)
