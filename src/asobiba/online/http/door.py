"""Who may come in, how often, and how much may be done for him: the limits of one process, by address and by guest."""

import asyncio
import hmac
import ipaddress
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final
from weakref import WeakValueDictionary

from starlette.requests import HTTPConnection

from asobiba.online.http.identity import bearer
from asobiba.online.http.limits import Buckets, Places, TooOften, address_of
from asobiba.online.http.pulse import Pulse
from asobiba.online.protocol.pace import Bucket
from asobiba.online.settings import Settings

LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
LEAST_THINKING: Final = 1 / 30
"""Seconds that the quickest analysis counts as."""
LEAST_WORK: Final = 0.002
"""Seconds that the simplest answer counts as."""
BETWEEN_SYNCS: Final = 0.01
"""Seconds from one to the next of an address, at the price of now: a burst of them is no burst for the others."""
BYTES_A_SECOND: Final = 10_000_000
"""What is sent counts as work at this rate: about what it takes to write a lobby or a list of results."""


class Door:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.pulse = Pulse()
        self._sockets = Places(settings.sockets_per_address, settings.sockets)
        self._handshakes = Buckets(settings.handshakes_per_30s / 30, settings.handshakes_per_30s)
        self._guests = Bucket(settings.guests_per_second, 10 * settings.guests_per_second)
        self._asking = {
            "guests": _a_minute(settings.requests_per_minute),
            "rooms": _a_minute(settings.requests_per_minute),
        }
        self._thinking = _a_minute(settings.analyse_seconds_per_minute)
        self._work = _a_minute(settings.work_seconds_per_minute)
        self._kept = {
            "notes": (_a_minute(settings.notes_per_guest), _a_minute(settings.notes_per_address)),
            "moves": (_a_minute(settings.moves_per_guest), _a_minute(settings.moves_per_address)),
        }
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def enter(self, address: str) -> bool:
        """A WebSocket from this address; `leave` when it closes."""
        return self._handshakes.take(address) and self._sockets.take(address)

    def wait(self, address: str) -> float:
        """Seconds until a WebSocket may be opened, as far as that is known: a place is free when another one closes."""
        return max(1.0, self._handshakes.wait(address))

    def leave(self, address: str) -> None:
        self._sockets.give_back(address)

    def may(self, what: str, request: HTTPConnection) -> bool:
        """The address is asked first: a flood from one takes nothing of what all share."""
        if not self._asking[what].take(address_of(request)):
            return False
        return what != "guests" or self._guests.take()

    def wait_for(self, what: str, request: HTTPConnection) -> float:
        return max(self._asking[what].wait(address_of(request)), self._guests.wait() if what == "guests" else 0.0)

    def keep(self, what: str, guest: str, address: str) -> None:
        """Something that will be stored; a TooOften refuses it. Who has no name has an address still.

        The guest is asked first: what one of them has too much takes nothing of what others have at the same address.
        """
        by_guest, by_address = self._kept[what]
        if guest and not by_guest.take(guest):
            raise TooOften(f"you sent too many {what}; wait a little", seconds=by_guest.wait(guest))
        if not by_address.take(address):
            raise TooOften(f"too many {what} of this address; wait a little", seconds=by_address.wait(address))

    def may_measure(self, request: HTTPConnection) -> bool:
        """Without a setting: this machine, if the server is for nobody else, and if nobody asks through a proxy."""
        settings, token = self._settings, bearer(request.headers)
        if settings.metrics_token is not None and token is not None:
            return hmac.compare_digest(token.encode(), settings.metrics_token.encode())
        if settings.metrics_networks or settings.metrics_token is not None:
            return _is_within(request, settings.metrics_networks)
        alone = is_loopback(settings.host) and "x-forwarded-for" not in request.headers
        return alone and _is_within(request, LOOPBACK)

    def account(self, address: str) -> "Account":
        """What is done for this address is charged to it."""
        return Account(self._work, self.pulse, address, self._turns.setdefault(address, asyncio.Lock()))

    @contextmanager
    def thinking(self, request: HTTPConnection) -> Iterator[float | None]:
        """Seconds until this address may have something analysed; None: now, and how long that takes is counted."""
        address, began = address_of(request), time.monotonic()
        granted = self._thinking.take(address, LEAST_THINKING)
        try:
            yield None if granted else self._thinking.wait(address, LEAST_THINKING)
        finally:
            if granted:
                self._thinking.charge(address, max(0.0, time.monotonic() - began - LEAST_THINKING))


def is_loopback(host: str) -> bool:
    """Whether a server at this host is reached from its own machine only."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_within(request: HTTPConnection, networks: Sequence[str]) -> bool:
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return any((mapped or address) in ipaddress.ip_network(network) for network in networks)


def _a_minute(most: float) -> Buckets:
    return Buckets(most / 60, most)


class Account:
    """The Bill of one address. What it gets when nothing is owed may cost more than is left: the rest is owed then."""

    def __init__(self, work: Buckets, pulse: Pulse, address: str, turn: asyncio.Lock) -> None:
        self._work, self._pulse, self._address, self.turn = work, pulse, address, turn

    @property
    def wait(self) -> float:
        """Seconds until the next answer."""
        return self._work.wait(self._address, LEAST_WORK)

    def check(self) -> None:
        if (seconds := self.wait) > 0:
            raise TooOften("much was done for this address; wait a little", seconds=seconds)

    def charge(self, seconds: float) -> None:
        """At the price of now."""
        self._work.charge(self._address, self._pulse.price * seconds)

    def answer(self) -> None:
        """One more answer; what it costs beyond the least is charged when that is known."""
        self.check()
        self.charge(LEAST_WORK)

    async def queue(self) -> None:
        """Those of one address come one after the other, on however many connections, and slowly while others wait."""
        async with self.turn:
            await asyncio.sleep(BETWEEN_SYNCS * self._pulse.price)

    def send(self, size: int) -> None:
        """So many bytes."""
        self.charge(size / BYTES_A_SECOND)
