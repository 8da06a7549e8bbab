"""How often something may be done: the server refuses more, the client waits.

A bucket is kept as one number, the moment when it will be full again: a take moves that moment by 1 / rate, and is
refused while it lies further ahead than `burst` takes.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Clock = Callable[[], float]

_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Pace:
    """`step` seconds for one take, `burst` seconds ahead at most."""

    step: float
    burst: float

    def after_take(self, full_at: float, now: float, cost: float = 1.0) -> float | None:
        """When the bucket is full again after one more take; None if it is refused."""
        after = max(full_at, now) + cost * self.step
        return after if after - now <= self.burst + _ROUNDING else None

    def wait(self, full_at: float, now: float, cost: float = 1.0) -> float:
        return max(0.0, full_at + cost * self.step - self.burst - now)


class Seldom:
    """Lines of a log that anybody could fill: one of each kind in so many seconds, and how many were left out."""

    def __init__(self, seconds: float, clock: Clock = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._said: dict[str, float] = {}
        self._unsaid: dict[str, int] = {}

    def left_out(self, kind: str) -> int | None:
        """How many since the last line; None: this one is left out, too."""
        now = self._clock()
        if kind in self._said and now - self._said[kind] < self._seconds:
            self._unsaid[kind] = self._unsaid.get(kind, 0) + 1
            return None
        self._said[kind] = now
        return self._unsaid.pop(kind, 0)

    def forget(self, kind: str) -> None:
        """It is over: the next one is news."""
        self._said.pop(kind, None)


class Bucket:
    """`burst` takes at once, refilled at `rate` a second."""

    __slots__ = ("_clock", "_full_at", "_pace")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._pace = Pace(1 / rate, burst / rate)
        self._clock = clock
        self._full_at = 0.0

    def take(self) -> bool:
        after = self._pace.after_take(self._full_at, self._clock())
        if after is None:
            return False
        self._full_at = after
        return True

    def wait(self) -> float:
        """Seconds until a take will be granted."""
        return self._pace.wait(self._full_at, self._clock())
