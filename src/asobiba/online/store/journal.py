"""The journal: many appends, one commit.

Appends queue up. One task takes all that wait, has them written in one transaction and, when the commit is on disk,
tells the callers. While it commits, the next batch gathers: load makes batches larger, not commits more frequent.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import ARRAY, Connection, Text, any_, bindparam, func, insert, select, update
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, InternalError, OperationalError

from asobiba.online.store.rows import Append, Conflict, Row, StorageDown, Unstorable
from asobiba.online.store.schema import event, played, result, room
from asobiba.online.store.trouble import Trouble

BATCH_ROWS = 512
PAUSE_SECONDS = 0.2
"""After a failure, before the database is asked again."""

FAULTS_OF_DATA = ("22", "23", "54")
"""Classes of SQLSTATE: a value that is none, one that must not be, one that is too large."""

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]
"""Something to do inside a transaction."""

INSERT_ROOMS = insert(room)
INSERT_EVENTS = insert(event)
INSERT_RESULTS = insert(result)
INSERT_PLAYED = insert(played)
UPDATE_ROOMS = (
    update(room)
    .where(room.c.id == bindparam("room"))
    .values(
        status=func.coalesce(bindparam("new_status"), room.c.status),
        summary=func.coalesce(bindparam("new_summary"), room.c.summary),
        people=func.coalesce(bindparam("new_people"), room.c.people),
        touched_ms=bindparam("at_ms"),
    )
)
# Shared locks: until the commit nobody can claim these rooms. One that is being claimed right now is left out.
SELECT_FENCES = (
    select(room.c.id, room.c.fence)
    .where(room.c.id == any_(bindparam("rooms", type_=ARRAY(Text))))
    .with_for_update(read=True, skip_locked=True)
)


class Runner(Protocol):
    async def __call__(self, work: Work[T], /) -> T:
        """Do the work on a connection, wherever it may be run without blocking the event loop."""


@dataclass(slots=True, eq=False)
class _Waiting:
    entry: Append
    done: asyncio.Future[None]

    @property
    def size(self) -> int:
        return max(1, len(self.entry.rows))

    @property
    def owner(self) -> tuple[str, int]:
        """Appends of one owner build upon each other."""
        return self.entry.room, self.entry.fence

    def tell(self, error: Exception | None) -> None:
        if self.done.done():
            return  # The caller was cancelled and has gone; the write counts all the same.
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Journal:
    """`transact` writes and commits. With `fenced`, others write too, and the owner of every room is checked."""

    def __init__(self, transact: Runner, *, fenced: bool, timeout: float, trouble: Trouble | None = None) -> None:
        self._transact = transact
        self._trouble = trouble or Trouble()
        self._fenced = fenced
        self._timeout = timeout
        self._queue: deque[_Waiting] = deque()
        self._batch: list[_Waiting] = []
        self._work = asyncio.Event()
        self._closing = False
        self._writer = asyncio.create_task(self._run(), name="journal")

    @property
    def waiting(self) -> int:
        return len(self._queue) + len(self._batch)

    def append(self, entry: Append) -> asyncio.Future[None]:
        if self._closing:
            raise StorageDown("the store is closed")
        waiting = _Waiting(entry, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._work.set()
        return waiting.done

    async def close(self) -> None:
        """What was accepted is written first."""
        self._closing = True
        self._work.set()
        await self._writer

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
                errors = await self._commit(batch)
            self._note(batch, errors)
            self._tell(batch, errors)
        except Exception as error:
            self._fail(error)
            await asyncio.sleep(PAUSE_SECONDS)
        finally:
            alarm.cancel()

    def _note(self, batch: list[_Waiting], errors: list[Exception | None]) -> None:
        """An append without rows proves nothing: a full disk takes it."""
        for error in errors:
            if isinstance(error, Unstorable):
                self._trouble.failed("refused", error.__cause__)
        if any(error is None and waiting.entry.rows for waiting, error in zip(batch, errors, strict=True)):
            self._trouble.stored()

    def _tell(self, batch: list[_Waiting], errors: list[Exception | None]) -> None:
        self._batch = []
        refused = set()
        for waiting, error in zip(batch, errors, strict=True):
            waiting.tell(error)
            if error is not None:
                refused.add(waiting.owner)
        if refused:
            self._refuse_followers(refused)

    def _refuse_followers(self, refused: set[tuple[str, int]]) -> None:
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
        if failed:
            self._trouble.failed("write", cause)
        for waiting in failed:
            waiting.tell(storage_down(cause))

    async def _commit(self, batch: Sequence[_Waiting]) -> list[Exception | None]:
        """For each of the batch the error that is its own fault, or None: it is stored."""
        try:
            return await self._transact(partial(_write, self._fenced, batch))
        except Exception as error:
            if _is_lost(error):
                raise
        # Somebody's data was refused, and with it everybody's. Each is tried by itself, still with one commit.
        return await self._transact(partial(_write_apart, self._fenced, batch))


def _write(fenced: bool, batch: Sequence[_Waiting], connection: Connection) -> list[Exception | None]:
    entries = [waiting.entry for waiting in batch]
    if rooms := [asdict(entry.created) for entry in entries if entry.created is not None]:
        connection.execute(INSERT_ROOMS, rooms)
    errors: list[Exception | None] = _check_fences(entries, connection) if fenced else [None] * len(entries)
    _insert([entry for entry, error in zip(entries, errors, strict=True) if error is None], connection)
    return errors


def _write_apart(fenced: bool, batch: Sequence[_Waiting], connection: Connection) -> list[Exception | None]:
    errors: list[Exception | None] = []
    refused = set()
    for waiting in batch:
        error = _behind() if waiting.owner in refused else _write_one(fenced, waiting, connection)
        errors.append(error)
        if error is not None:
            refused.add(waiting.owner)
    return errors


def _write_one(fenced: bool, waiting: _Waiting, connection: Connection) -> Exception | None:
    try:
        with connection.begin_nested():
            return _write(fenced, [waiting], connection)[0]
    except IntegrityError as error:
        return conflict(error)
    except Exception as error:
        if _is_lost(error):
            raise
        return unstorable(error)


def _check_fences(entries: Sequence[Append], connection: Connection) -> list[Exception | None]:
    rooms = sorted({entry.room for entry in entries})
    fences = {found.id: found.fence for found in connection.execute(SELECT_FENCES, {"rooms": rooms})}
    return [None if fences.get(entry.room) == entry.fence else _taken(entry) for entry in entries]


def _insert(entries: Sequence[Append], connection: Connection) -> None:
    if events := [_event_values(entry.room, row) for entry in entries for row in entry.rows]:
        connection.execute(INSERT_EVENTS, events)
    if results := [asdict(entry.result) for entry in entries if entry.result is not None]:
        connection.execute(INSERT_RESULTS, results)
    if by := [asdict(row) for entry in entries for row in entry.played]:
        connection.execute(INSERT_PLAYED, by)
    if changes := [_change(entry) for entry in entries if entry.status or entry.summary]:
        connection.execute(UPDATE_ROOMS, changes)


def _event_values(room: str, row: Row) -> dict[str, Any]:
    return {
        "room": room,
        "seq": row.seq,
        "at_ms": row.at_ms,
        "seat": row.seat,
        "cmid": row.cmid,
        "kind": row.kind,
        "payload": row.payload,
    }


def _change(entry: Append) -> dict[str, Any]:
    return {
        "room": entry.room,
        "new_status": entry.status,
        "new_summary": entry.summary,
        "new_people": entry.people,
        "at_ms": entry.rows[-1].at_ms if entry.rows else time.time_ns() // 1_000_000,
    }


def _is_lost(error: Exception) -> bool:
    """Whether the database is to blame, not what was to be written."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, OSError)
    if error.connection_invalidated or isinstance(error, OperationalError | InternalError):
        return True
    state: str | None = getattr(error.orig, "sqlstate", None)
    # PostgreSQL says whose fault it is; of SQLite this class, and none below it, is a damaged file.
    return type(error) is DatabaseError if state is None else state[:2] not in FAULTS_OF_DATA


def conflict(cause: IntegrityError) -> Conflict:
    error = Conflict("this is stored already, or its room is not")
    error.__cause__ = cause
    return error


def unstorable(cause: Exception) -> Unstorable:
    error = Unstorable("this cannot be stored")
    error.__cause__ = cause
    return error


def _taken(entry: Append) -> Conflict:
    return Conflict("another process has taken this room", room=entry.room)


def _behind() -> Conflict:
    return Conflict("the event before this one was refused")


def storage_down(cause: BaseException | None = None) -> StorageDown:
    error = StorageDown("the database does not answer")
    error.__cause__ = cause
    return error
