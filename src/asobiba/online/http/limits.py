"""How much is allowed how often of each, and how many at once. Every question costs the same, however hard a flood is.

A bucket that is full is not worth keeping.
"""

import ipaddress
import time
from collections import OrderedDict
from typing import Final

from starlette.requests import HTTPConnection

from asobiba.core.errors import AsobibaError
from asobiba.online.protocol.pace import Clock, Pace

SWEEP: Final = 4
"""Buckets looked at for every new one: more leave than come."""
OTHERS: Final = "others"
"""The bucket that newcomers share while every place is taken by a bucket in use."""


class TooMany(AsobibaError):
    """`seconds` until it is worth trying again."""

    code = "too_many"

    def __init__(self, sentence: str, *, seconds: float = 1.0) -> None:
        super().__init__(sentence, seconds=round(seconds, 1))
        self.seconds = seconds


class TooOften(TooMany):
    code = "too_often"


class Buckets:
    """One bucket for each key, in bounded memory.

    Only full buckets are forgotten, so nobody is forgiven by sending from many addresses. When all `capacity` places
    are in use, newcomers share one bucket.
    """

    def __init__(self, rate: float, burst: float, capacity: int = 65536, clock: Clock = time.monotonic) -> None:
        self._pace = Pace(1 / rate, burst / rate)
        self._capacity = capacity
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        now = self._clock()
        if key not in self._full_at:
            self._sweep(now)
            key = self._place(key)
        after = self._pace.after_take(self._full_at.get(key, now), now, cost)
        if after is None:
            return False
        self._full_at[key] = after
        return True

    def charge(self, key: str, cost: float) -> None:
        """What a take turned out to cost more. It is owed: takes are refused until it is paid."""
        now = self._clock()
        if key not in self._full_at:
            self._sweep(now)
            key = self._place(key)
        self._full_at[key] = max(self._full_at.get(key, now), now) + cost * self._pace.step

    def wait(self, key: str, cost: float = 1.0) -> float:
        """Seconds until a take of this key will be granted."""
        now = self._clock()
        return self._pace.wait(self._full_at.get(self._place(key), now), now, cost)

    def __len__(self) -> int:
        return len(self._full_at)

    def _place(self, key: str) -> str:
        return key if key in self._full_at or len(self._full_at) < self._capacity else OTHERS

    def _sweep(self, now: float) -> None:
        """Forget a few full buckets, oldest first; those still in use go to the end of the queue."""
        for _ in range(min(SWEEP, len(self._full_at))):
            oldest, full_at = self._full_at.popitem(last=False)
            if full_at > now:
                self._full_at[oldest] = full_at


class Places:
    """How many are open: at most `each` of one key and `total` in all."""

    def __init__(self, each: int, total: int) -> None:
        self._each = each
        self._total = total
        self._taken: dict[str, int] = {}
        self.open = 0

    def take(self, key: str) -> bool:
        taken = self._taken.get(key, 0)
        if taken >= self._each or self.open >= self._total:
            return False
        self._taken[key] = taken + 1
        self.open += 1
        return True

    def give_back(self, key: str) -> None:
        """Once for every take that was granted."""
        left = self._taken.pop(key) - 1
        if left:
            self._taken[key] = left
        self.open -= 1


def address_key(host: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 of IPv6 that one household has to itself.

    "2001:db8:1:2:aaaa::1" -> "2001:db8:1:2::/64", "::ffff:192.0.2.7" -> "192.0.2.7"
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{ipaddress.IPv6Address(int(address) >> 64 << 64)}/64"


def address_of(connection: HTTPConnection) -> str:
    """The key of whoever is at the other end. Forwarded headers were judged before, see listen.py."""
    return address_key(connection.client.host) if connection.client else "local"
