"""What fails of the database is said: counted, and logged with its cause, but not so often that the log itself fills a
disk.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal

import structlog
from sqlalchemy.exc import DBAPIError

from asobiba.online import metrics
from asobiba.online.protocol.pace import Clock, Seldom
from asobiba.online.store.rows import Damaged

SELDOM_SECONDS: Final = 10.0
"""Between two lines about the same; what comes between is counted and told with the next."""

logger = structlog.get_logger()


class Trouble:
    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.now = clock
        self._seldom = Seldom(SELDOM_SECONDS, clock)
        self._failed_at: float | None = None
        """When a write failed last, if none was stored after it."""
        self._stored_at: float | None = None
        """When one was stored last."""

    def failed(self, of: Literal["read", "write", "refused"], cause: BaseException | None) -> None:
        """`refused`: the database answers, and does not take what we thought that it takes."""
        if of == "write":
            self._failed_at = self.now()
        metrics.storage_failures.labels(of).inc()
        if (left_out := self._seldom.left_out(of)) is not None:
            logger.error("the database failed", of=of, cause=cause_of(cause), left_out=left_out)

    def stored(self) -> None:
        self._stored_at = self.now()
        if self._failed_at is not None:
            self._failed_at = None
            self._seldom.forget("write")
            logger.info("the database stores again")

    def failed_since(self, moment: float) -> bool:
        return self._failed_at is not None and self._failed_at > moment

    def stored_since(self, moment: float) -> bool:
        """And nothing has failed after it."""
        return self._failed_at is None and self._stored_at is not None and self._stored_at > moment


_seldom = Seldom(SELDOM_SECONDS)


@contextmanager
def as_stored(room: str, *others: type[Exception]) -> Iterator[None]:
    """Whatever goes wrong inside, besides the `others`, is the fault of what was stored of the room."""
    try:
        yield
    except others:
        raise
    except Exception as error:
        metrics.storage_failures.labels("damage").inc()
        if (left_out := _seldom.left_out("damage")) is not None:
            logger.error("a room is damaged", room=room, cause=cause_of(error), left_out=left_out)
        raise Damaged("what is stored of this room is damaged; only its log on the server can tell more") from error


def cause_of(error: BaseException | None) -> str:
    """One line, without the statement and its values: tokens are among them."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    words = str(error).splitlines()
    return f"{type(error).__name__}: {words[0][:200]}" if words else type(error).__name__
