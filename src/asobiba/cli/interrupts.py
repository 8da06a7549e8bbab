"""Ctrl-C in a long command: what is finished is told, and nothing is left half done."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPPED = 130
"""The exit status, as shells have it for SIGINT."""


@contextmanager
def unbroken() -> Iterator[None]:
    """Ctrl-C waits for the end of this. Only in the main thread, which alone hears of signals."""
    caught: list[FrameType | None] = []
    before = signal.signal(signal.SIGINT, lambda _, frame: caught.append(frame))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught and callable(before):
        before(signal.SIGINT, caught[-1])
