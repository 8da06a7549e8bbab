"""What fails of the database is said: counted, and logged with its cause, but not so often that the log itself fills a
disk.
"""

import time
from collections.abc import Callable
from typing import Final, Literal

import structlog
from sqlalchemy.exc import DBAPIError

from asobiba.online import metrics

SELDOM_SECONDS: Final = 10.0
"""Between two lines about the same; what comes between is counted and told with the next."""

logger = structlog.get_logger()

Of = Literal["read", "write", "refused"]


class Trouble:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.now = clock
        self._said: dict[Of, float] = {}
        self._unsaid: dict[Of, int] = {}
        self._failed_at: float | None = None
        """When a write failed last, if none was stored after it."""
        self._stored_at: float | None = None
        """When one was stored last."""

    def failed(self, of: Of, cause: BaseException | None) -> None:
        """`refused`: the database answers, and does not take what we thought that it takes."""
        now = self.now()
        if of == "write":
            self._failed_at = now
        metrics.storage_failures.labels(of).inc()
        if of in self._said and now - self._said[of] < SELDOM_SECONDS:
            self._unsaid[of] = self._unsaid.get(of, 0) + 1
            return
        self._said[of] = now
        logger.error("the database failed", of=of, cause=cause_of(cause), since_then=self._unsaid.pop(of, 0))

    def stored(self) -> None:
        self._stored_at = self.now()
        if self._failed_at is not None:
            self._failed_at = None
            self._said.pop("write", None)
            logger.info("the database stores again")

    def failed_since(self, moment: float) -> bool:
        return self._failed_at is not None and self._failed_at > moment

    def stored_since(self, moment: float) -> bool:
        """And nothing has failed after it."""
        return self._failed_at is None and self._stored_at is not None and self._stored_at > moment


def cause_of(error: BaseException | None) -> str:
    """One line, without the statement and its values: tokens are among them."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    words = str(error).splitlines()
    return f"{type(error).__name__}: {words[0][:200]}" if words else type(error).__name__
