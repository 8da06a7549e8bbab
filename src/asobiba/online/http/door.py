"""Who may come in and how often: the limits of one process, by address and by guest."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.requests import HTTPConnection

from asobiba.online.http.limits import Buckets, Places, address_of
from asobiba.online.protocol.pace import Bucket
from asobiba.online.settings import Settings

LEAST_THINKING: Final = 1 / 30
"""Seconds that the quickest analysis counts as."""


class Door:
    def __init__(self, settings: Settings) -> None:
        self._sockets = Places(settings.sockets_per_address, settings.sockets)
        self._handshakes = Buckets(settings.handshakes_per_30s / 30, settings.handshakes_per_30s)
        self._guests = Bucket(settings.guests_per_second, 10 * settings.guests_per_second)
        self._asking = {
            "guests": Buckets(settings.requests_per_minute / 60, settings.requests_per_minute),
            "rooms": Buckets(settings.requests_per_minute / 60, settings.requests_per_minute),
        }
        self._thinking = Buckets(settings.analyse_seconds_per_minute / 60, settings.analyse_seconds_per_minute)

    def enter(self, address: str) -> bool:
        """A WebSocket from this address; `leave` when it closes."""
        return self._handshakes.take(address) and self._sockets.take(address)

    def leave(self, address: str) -> None:
        self._sockets.give_back(address)

    def may(self, what: str, request: HTTPConnection) -> bool:
        """The address is asked first: a flood from one takes nothing of what all share."""
        if not self._asking[what].take(address_of(request)):
            return False
        return what != "guests" or self._guests.take()

    @contextmanager
    def thinking(self, request: HTTPConnection) -> Iterator[bool]:
        """Whether this address may have something analysed; how long that takes is counted against it."""
        address, began = address_of(request), time.monotonic()
        granted = self._thinking.take(address, LEAST_THINKING)
        try:
            yield granted
        finally:
            if granted:
                self._thinking.charge(address, max(0.0, time.monotonic() - began - LEAST_THINKING))
