"""Garbage is collected when nobody waits for the server.

A full collection looks at every object, and everybody's move waits while it does: a quarter of a second with 5,000
players. Left alone, Python does one whenever a quarter of what there is has come since the last. So the server decides
itself: at a moment when it has little to do, and otherwise so seldom that it takes a thousandth of the time. Memory
that was freed then goes back to the system.
"""

import asyncio
import ctypes
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

PAUSE_SECONDS: Final = 5.0
"""How often to look whether it is a good moment."""
SELDOM: Final = 1000
"""A busy server waits so many times as long as the last collection took."""
QUIET: Final = 0.05
"""Less than this share of a processor: nobody would notice."""
FIRST_TOOK: Final = 0.25
"""Seconds that the first collection is taken to need, so that one that is busy from its start on is not held up."""
YOUNG, MIDDLE, NEVER = 10_000, 4, 2**31 - 1
"""New objects before the youngest are looked at; of those times before the next generation is, which takes a few
milliseconds for each of them; and the oldest not."""


@asynccontextmanager
async def tidied() -> AsyncIterator[None]:
    """What there is now stays for good and is not looked at again, nor now: of what a server loads, one object in a
    hundred is garbage, and players wait. Whoever loaded it may have stopped collecting.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    gc.enable()
    task = asyncio.create_task(_keep_tidy(), name="tidying")
    try:
        yield
    finally:
        task.cancel()
        gc.set_threshold(*before)
        gc.unfreeze()


def tidy() -> float:
    """Says how many seconds of the processor it took: a machine that is busy otherwise makes it no longer."""
    begun = time.thread_time()
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc
    if trim is not None:
        trim(0)
    return time.thread_time() - begun


async def _keep_tidy() -> None:
    took, tidied_at, used_then = FIRST_TOOK, time.monotonic(), time.process_time()
    while True:
        used = time.process_time()
        await asyncio.sleep(PAUSE_SECONDS)
        share = (time.process_time() - used) / PAUSE_SECONDS
        worked = time.process_time() - used_then > PAUSE_SECONDS * QUIET
        if worked and (share < QUIET or time.monotonic() - tidied_at > SELDOM * took):
            took, tidied_at, used_then = tidy(), time.monotonic(), time.process_time()
