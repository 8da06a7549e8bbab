"""The journal: many appends, one commit.

Appends queue up. One task takes all that wait, has them written in one transaction and, when the commit is on disk,
tells the callers. While it commits, the next batch gathers: load makes batches larger, not commits more frequent.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import ARRAY, Connection, Text, any_, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from asobiba.online.tables import Append, Conflict, Row, StorageDown, event, result, room

BATCH_ROWS = 512
PAUSE_SECONDS = 0.2
"""After a failure, before the database is asked again."""

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]
"""Something to do inside a transaction."""

INSERT_EVENTS = insert(event)
INSERT_RESULTS = insert(result)
UPDATE_ROOMS = (
    update(room)
    .where(room.c.id == bindparam("room"))
    .values(
        status=func.coalesce(bindparam("new_status"), room.c.status),
        summary=func.coalesce(bindparam("new_summary"), room.c.summary),
        touched_ms=bindparam("at_ms"),
    )
)
# Shared locks: until the commit nobody can claim these rooms. One that is being claimed right now is left out.
SELECT_FENCES = (
    select(room.c.id, room.c.fence)
    .where(room.c.id == any_(bindparam("rooms", type_=ARRAY(Text))))
    .with_for_update(read=True, skip_locked=True)
)


class Transact(Protocol):
    async def __call__(self, work: Work[T], /) -> T:
        """Do the work in a transaction and commit it."""


@dataclass(slots=True, eq=False)
class _Waiting:
    what: Append | Work[Any]
    done: asyncio.Future[Any]

    @property
    def size(self) -> int:
        return len(self.what.rows) if isinstance(self.what, Append) else 1

    @property
    def owner(self) -> object:
        """Appends with the same owner build upon each other."""
        return (self.what.room, self.what.fence) if isinstance(self.what, Append) else self

    def tell(self, outcome: Any) -> None:
        if self.done.done():
            return  # The caller was cancelled and has gone; the write counts all the same.
        if isinstance(outcome, Exception):
            self.done.set_exception(outcome)
        else:
            self.done.set_result(outcome)


class Journal:
    """With `fenced`, other processes write too, and the owner of every room is checked."""

    def __init__(self, transact: Transact, *, fenced: bool, timeout: float) -> None:
        self._transact = transact
        self._fenced = fenced
        self._timeout = timeout
        self._queue: deque[_Waiting] = deque()
        self._batch: list[_Waiting] = []
        self._work = asyncio.Event()
        self._closing = False
        self._writer = asyncio.create_task(self._run(), name="journal")

    def __len__(self) -> int:
        """How many wait."""
        return len(self._queue) + len(self._batch)

    def append(self, entry: Append) -> asyncio.Future[None]:
        return self._enter(entry)

    def run(self, work: Work[T]) -> asyncio.Future[T]:
        """Any other write, in one transaction with the appends that come at the same time, and before them."""
        return self._enter(work)

    async def close(self) -> None:
        """What was accepted is written first."""
        self._closing = True
        self._work.set()
        await self._writer

    def _enter(self, what: Append | Work[Any]) -> asyncio.Future[Any]:
        if self._closing:
            raise StorageDown("the store is closed")
        waiting = _Waiting(what, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._work.set()
        return waiting.done

    async def _run(self) -> None:
        while True:
            if self._queue:
                await self._write_batch(self._take())
            elif self._closing:
                return
            else:
                self._work.clear()
                await self._work.wait()

    def _take(self) -> list[_Waiting]:
        batch = [self._queue.popleft()]
        rows = batch[0].size
        while self._queue and (rows := rows + self._queue[0].size) <= BATCH_ROWS:
            batch.append(self._queue.popleft())
        return batch

    async def _write_batch(self, batch: list[_Waiting]) -> None:
        self._batch = batch
        # The driver may need seconds to let go of a server that hangs. Nobody is kept waiting for that.
        alarm = asyncio.get_running_loop().call_later(self._timeout, self._fail, TimeoutError())
        try:
            async with asyncio.timeout(self._timeout):
                outcomes = await self._commit(batch)
            self._tell(batch, outcomes)
        except Exception as error:
            self._fail(error)
            await asyncio.sleep(PAUSE_SECONDS)
        finally:
            alarm.cancel()

    def _tell(self, batch: list[_Waiting], outcomes: list[Any]) -> None:
        self._batch = []
        refused: set[object] = set()
        for waiting, outcome in zip(batch, outcomes, strict=True):
            waiting.tell(outcome)
            if isinstance(outcome, Exception):
                refused.add(waiting.owner)
        if refused:
            self._refuse_followers(refused)

    def _refuse_followers(self, refused: set[object]) -> None:
        """What was queued behind a refused append builds upon it; stored, it would leave a gap in the log."""
        for waiting in self._queue:
            if waiting.owner in refused:
                waiting.tell(_behind())
        self._queue = deque(waiting for waiting in self._queue if waiting.owner not in refused)

    def _fail(self, cause: Exception) -> None:
        """For those too that are not in the batch: to ask a dead database for each batch in turn would take minutes."""
        failed = [*self._batch, *self._queue]
        self._batch = []
        self._queue.clear()
        for waiting in failed:
            waiting.tell(storage_down(cause))

    async def _commit(self, batch: Sequence[_Waiting]) -> list[Any]:
        """What to tell each of the batch: a result, or the error that is its own fault."""
        try:
            return await self._transact(partial(_write, self._fenced, batch))
        except Exception as error:
            if _is_lost(error):
                raise
        # Somebody's data was refused, and with it everybody's. Each is tried by itself, still with one commit.
        return await self._transact(partial(_write_apart, self._fenced, batch))


def _write(fenced: bool, batch: Sequence[_Waiting], connection: Connection) -> list[Any]:
    fences = _fences(batch, connection) if fenced else {}
    outcomes: list[Any] = []
    appends: list[Append] = []
    for what in (waiting.what for waiting in batch):
        if not isinstance(what, Append):
            outcomes.append(what(connection))
        elif fenced and fences.get(what.room) != what.fence:
            outcomes.append(Conflict("another process has taken this room", room=what.room))
        else:
            outcomes.append(None)
            appends.append(what)
    _insert(appends, connection)
    return outcomes


def _write_apart(fenced: bool, batch: Sequence[_Waiting], connection: Connection) -> list[Any]:
    outcomes: list[Any] = []
    refused: set[object] = set()
    for waiting in batch:
        outcome = _behind() if waiting.owner in refused else _write_one(fenced, waiting, connection)
        outcomes.append(outcome)
        if isinstance(outcome, Exception):
            refused.add(waiting.owner)
    return outcomes


def _write_one(fenced: bool, waiting: _Waiting, connection: Connection) -> Any:
    try:
        with connection.begin_nested():
            return _write(fenced, [waiting], connection)[0]
    except IntegrityError as error:
        return conflict(error)
    except Exception as error:
        if _is_lost(error):
            raise
        return storage_down(error)


def _fences(batch: Iterable[_Waiting], connection: Connection) -> dict[str, int]:
    rooms = sorted({waiting.what.room for waiting in batch if isinstance(waiting.what, Append)})
    return {found.id: found.fence for found in connection.execute(SELECT_FENCES, {"rooms": rooms})}


def _insert(appends: Sequence[Append], connection: Connection) -> None:
    if events := [event_values(append.room, row) for append in appends for row in append.rows]:
        connection.execute(INSERT_EVENTS, events)
    if results := [asdict(append.result) for append in appends if append.result is not None]:
        connection.execute(INSERT_RESULTS, results)
    if changes := [_change(append) for append in appends if append.status or append.summary]:
        connection.execute(UPDATE_ROOMS, changes)


def event_values(room: str, row: Row) -> dict[str, Any]:
    return {
        "room": room,
        "seq": row.seq,
        "at_ms": row.at_ms,
        "seat": row.seat,
        "cmid": row.cmid,
        "kind": row.kind,
        "payload": row.payload,
    }


def _change(append: Append) -> dict[str, Any]:
    return {
        "room": append.room,
        "new_status": append.status,
        "new_summary": append.summary,
        "at_ms": append.rows[-1].at_ms if append.rows else time.time_ns() // 1_000_000,
    }


def _is_lost(error: Exception) -> bool:
    """Whether the database is to blame, not what was to be written."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or isinstance(error, OperationalError)
    return isinstance(error, OSError)


def conflict(cause: IntegrityError) -> Conflict:
    return Conflict(f"this is stored already, or its room is not: {cause.orig}")


def _behind() -> Conflict:
    return Conflict("the event before this one was refused")


def storage_down(cause: BaseException) -> StorageDown:
    error = StorageDown("the database does not answer")
    error.__cause__ = cause
    return error
