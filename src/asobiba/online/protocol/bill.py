"""Who pays for work that takes long.

How much an answer costs is known only to those who make it, for whom it is made only at the door. Between them stands
one context variable: the door sets it for a request or a connection, and who works aside or folds a log charges it.
"""

import asyncio
from contextvars import ContextVar
from typing import Protocol


class Bill(Protocol):
    @property
    def turn(self) -> asyncio.Lock | None:
        """Long work for one payer is done one after the other, so that nobody else waits for more than one of it."""

    def check(self) -> None:
        """Raises if too much is owed already."""

    def charge(self, seconds: float) -> None: ...


class OnTheHouse:
    """What the server does for itself."""

    turn: None = None

    def check(self) -> None:
        return

    def charge(self, seconds: float) -> None:
        return


paying: ContextVar[Bill] = ContextVar("paying", default=OnTheHouse())  # noqa: B039  it has nothing that could change
