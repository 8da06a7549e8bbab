"""The pulse of the event loop: how late it comes back, and how much work was done before it did.

Everybody waits while one does something long. What is *late* includes the other processes of the machine and the other
threads of this one; what is *held* is the processor time of the loop alone, and that is ours to keep short.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from asobiba.online import metrics

BEAT_SECONDS: Final = 0.005
"""What is held is known to this much: the work of so many milliseconds may be counted with what follows it."""


@asynccontextmanager
async def felt() -> AsyncIterator[None]:
    task = asyncio.create_task(_feel(), name="pulse")
    try:
        yield
    finally:
        task.cancel()


async def _feel() -> None:
    while True:
        due, used = time.monotonic() + BEAT_SECONDS, time.thread_time()
        await asyncio.sleep(BEAT_SECONDS)
        metrics.loop_lag_seconds.observe(max(0.0, time.monotonic() - due))
        metrics.loop_held_seconds.observe(time.thread_time() - used)
