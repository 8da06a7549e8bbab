"""Bots that think in processes of their own, so that the server's event loop never waits for them.

A move is always found: when the agent is too slow, fails or cannot be asked, a random legal move takes its place.
Moves come before studies (advice and analysis), and only one worker at a time may study, so that the others are there
for moves. A study of a whole record is one task for every position.
"""

import asyncio
import logging
import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from asobiba.agents.analysis import Advised
from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.online.bots import thinking
from asobiba.online.bots.thinking import DONE, Judged, Question, packed
from asobiba.online.bots.worker import Worker, replacement

__all__ = ["Advised", "Busy", "Choice", "Judged", "Question", "Thinkers", "TooSlow", "WorkerLost"]

GRACE = 1.0
"""Seconds that a worker may think past its deadline before it is killed."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class Busy(AsobibaError):
    """Too much is being thought about already."""

    code = "busy"


class TooSlow(AsobibaError):
    """The deadline passed first."""

    code = "too_slow"


class WorkerLost(AsobibaError):
    """The process that should have answered ended, or there is none."""

    code = "worker_lost"


@dataclass(frozen=True, slots=True)
class Choice:
    action: int
    seconds: float
    """From the call to the answer."""
    fallback: bool
    """True when the agent gave no move in time and this one is random."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    task: bytes
    due: float
    """By the clock of the event loop."""
    is_study: bool
    answer: "asyncio.Future[bytes]"

    def fail(self, sentence: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(WorkerLost(sentence))


class Thinkers:
    def __init__(self, workers: int = 1, *, queue: int = 256, niceness: int = thinking.NICENESS) -> None:
        """So many processes for moves, and one more, which may also study.

        `queue` is how many moves may wait, and how many studies may be under way, before more are turned away.
        """
        if workers < 1:
            raise ConfigError(f"workers={workers}: allowed is 1 or more", option="workers", value=workers)
        self.workers, self.queue, self.niceness = workers, queue, niceness
        self.pids: set[int] = set()
        self.busy = 0
        """Workers that are thinking now."""
        self.studies = 0
        """Calls of `advise` and `analyse` under way."""
        self.fallbacks = 0
        """Random moves in the place of an agent's, so far."""
        self.replaced = 0
        """Workers that died or were killed, so far."""
        self._moves: deque[_Job] = deque()
        self._studies: deque[_Job] = deque()
        self._is_studying = False
        self._news = asyncio.Event()
        self._drivers: list[asyncio.Task[None]] = []
        self._starting: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """Tasks that no worker has begun."""
        return len(self._moves) + len(self._studies)

    async def start(self) -> None:
        """Returns when every worker is ready; WorkerLost if one does not start."""
        starts = [Worker.start(self.niceness) for _ in range(self.workers + 1)]
        started = await asyncio.gather(*starts, return_exceptions=True)
        workers = [worker for worker in started if isinstance(worker, Worker)]
        if len(workers) < len(started):
            await asyncio.gather(*(worker.stop() for worker in workers))
            raise WorkerLost("a worker process of the bots does not start; what it wrote to stderr says why")
        self.pids.update(worker.pid for worker in workers)
        self._drivers = [asyncio.create_task(self._drive(worker), name="thinker") for worker in workers]

    def start_soon(self) -> None:
        """Start without waiting; who asks meanwhile waits. A server can so play on before its bots are there."""
        self._starting = asyncio.create_task(self.start(), name="starting bots")

    async def close(self) -> None:
        """Gives up what is being thought: `choose` answers with a random move, the others raise WorkerLost."""
        if self._starting is not None:
            await asyncio.gather(self._starting, return_exceptions=True)
        drivers, self._drivers = self._drivers, []
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        for job in (*self._moves, *self._studies):
            job.fail("the bots are being stopped")

    async def choose(self, question: Question, deadline: float) -> Choice:
        """The agent's move, within `deadline` seconds from now; failing that, a random one."""
        asked = time.perf_counter()
        fallback = False
        try:
            if len(self._moves) >= self.queue:
                raise Busy("too many bots are waiting to move")
            action = await self._ask(packed(thinking.choose, question), _due(deadline), int, is_study=False)
        except AsobibaError as error:
            log.warning("%s at %s plays a random move: %s", question.spec, question.game, error)
            action, fallback = random.choice(question.state.legal()), True
            self.fallbacks += 1
        return Choice(action, time.perf_counter() - asked, fallback)

    async def advise(self, question: Question, deadline: float) -> Advised:
        """What every move is worth. Busy, TooSlow or WorkerLost when nobody can say; ConfigError of a wrong spec."""
        with self._study():
            return await self._ask(packed(thinking.advise, question), _due(deadline), Advised)

    async def analyse(
        self,
        record_text: str,
        spec: str,
        deadline: float,
        progress: Callable[[Judged, int], None] | None = None,
    ) -> list[Judged]:
        """Every move of a record, judged; luck is left out. `progress` gets each at once, and how many there will be.

        Raises what `advise` raises, and an AsobibaError for a broken record; what was judged until then, only
        `progress` has seen.
        """
        due = _due(deadline)
        with self._study():
            tasks = await self._ask(packed(thinking.unfold, record_text, spec), due, list[bytes])
            judged = []
            for task in tasks:
                judged.append(await self._ask(task, due, Judged))
                if progress is not None:
                    progress(judged[-1], len(tasks))
            return judged

    @contextmanager
    def _study(self) -> Iterator[None]:
        if self.studies >= self.queue:
            raise Busy("too many positions are being studied; ask again later")
        self.studies += 1
        try:
            yield
        finally:
            self.studies -= 1

    async def _ask(self, task: bytes, due: float, kind: type[T], *, is_study: bool = True) -> T:
        if self._starting is not None and not self._starting.done():
            await asyncio.wait([self._starting], timeout=max(0.0, due - asyncio.get_running_loop().time()))
        if not self._drivers:
            raise WorkerLost("the bots are not running")
        job = _Job(task, due, is_study, asyncio.get_running_loop().create_future())
        queue = self._studies if is_study else self._moves
        queue.append(job)
        self._news.set()
        try:
            async with asyncio.timeout_at(due):
                return _result(await job.answer, kind)
        except TimeoutError:
            raise TooSlow("no answer was found in time") from None
        finally:
            with suppress(ValueError):  # a worker has it already
                queue.remove(job)

    async def _drive(self, worker: Worker) -> None:
        """One worker after the other: each serves until it fails."""
        while True:
            try:
                await self._serve(worker)
            finally:
                self.pids.discard(worker.pid)
                await worker.stop()
            self.replaced += 1
            worker = await replacement(self.niceness)
            self.pids.add(worker.pid)

    async def _serve(self, worker: Worker) -> None:
        while (job := await self._next(worker)) is not None:
            self.busy += 1
            try:
                async with asyncio.timeout_at(job.due + GRACE):
                    answer = await worker.perform(job.task)
                if not job.answer.done():
                    job.answer.set_result(answer)
            except (EOFError, OSError):  # the worker's end; TimeoutError is an OSError
                log.warning("a worker of the bots is replaced: it crashed, or thought on after its deadline")
                return
            finally:
                job.fail("the worker process ended while it thought")
                self.busy -= 1
                if job.is_study:
                    self._is_studying = False
                    self._news.set()

    async def _next(self, worker: Worker) -> _Job | None:
        """What to do next; None when the worker has died in the meantime, which costs nobody an answer."""
        while True:
            if worker.has_ended:
                return None
            if self._moves:
                return self._moves.popleft()
            if self._studies and not self._is_studying:
                self._is_studying = True
                return self._studies.popleft()
            self._news.clear()
            await self._news.wait()


def _due(deadline: float) -> float:
    return asyncio.get_running_loop().time() + deadline


def _result(answer: bytes, kind: type[T]) -> T:
    if answer[:1] == DONE:
        return msgspec.msgpack.decode(answer[1:], type=kind)
    code, sentence = msgspec.msgpack.decode(answer[1:], type=tuple[str, str])
    raise (ConfigError if code == ConfigError.code else AsobibaError)(sentence)
