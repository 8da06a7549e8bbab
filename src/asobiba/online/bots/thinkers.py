"""Bots that think in processes of their own, so that the server's event loop never waits for them.

A move is always found: when the agent is too slow, fails or cannot be asked, a quick one of about its level takes its
place, and only when nobody finds that either, a random one. Moves come before studies (advice and analysis), and only
one worker at a time may study, so that the others are there for moves. A study of a whole record is one task for every
position; one position may be thought about aloud, and then gives way to others who wait. Who has used less comes first
(shares.py), and who has used much more than one who waits stops thinking.
"""

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

import msgspec

from asobiba.agents.analysis import Advised
from asobiba.agents.spec import quick_spec
from asobiba.core.errors import AsobibaError, ConfigError, NotationError
from asobiba.online.bots import thinking
from asobiba.online.bots.queue import MARGIN, Job, Queue
from asobiba.online.bots.shares import Payer
from asobiba.online.bots.thinking import DONE, QUICK, Judged, Question, TooSlow, packed
from asobiba.online.bots.worker import Worker, replacement

__all__ = ["Advised", "Busy", "Choice", "Ending", "Judged", "Payer", "Question", "Thinkers", "TooSlow", "WorkerLost"]

GRACE = 2.0
"""Seconds after the deadline for a quick move to come, and for a worker to answer before it is killed."""
MOMENT = 0.001
"""A timer may ring a little early."""
NOBODY = Payer()

Fallback = Literal["late", "waited", "failed", "random"]
"""Why a move is not the agent's: it had to stop, it could not begin, it failed; nor was a quick move found."""

Ending = Literal["done", "time", "others"]
"""Why a position is thought about no longer: there is nothing more to find, the deadline has come, others wait."""

TOLD: Final[Mapping[str, type[AsobibaError]]] = {kind.code: kind for kind in (ConfigError, NotationError, TooSlow)}
"""What a worker may refuse, by its code; all else is an AsobibaError."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class Busy(AsobibaError):
    """Too much is being thought about already."""

    code = "busy"


class WorkerLost(AsobibaError):
    """The process that should have answered ended, or there is none."""

    code = "worker_lost"


@dataclass(frozen=True, slots=True)
class Choice:
    action: int
    seconds: float
    """From the call to the answer."""
    fallback: Fallback | None = None
    """Why this is not the agent's own move, if it is not."""


class Thinkers:
    def __init__(self, workers: int = 1, *, queue: int = 256, niceness: int = thinking.NICENESS) -> None:
        """So many processes for moves, and one more, which may also study.

        `queue` is how many moves may wait before the least deserving of them has to be a quick one, and how many
        studies may be under way before more are turned away.
        """
        if workers < 1:
            raise ConfigError(f"workers={workers}: allowed is 1 or more", option="workers", value=workers)
        self.workers, self.queue, self.niceness = workers, queue, niceness
        self.pids: set[int] = set()
        self.busy = 0
        """Workers that are thinking now."""
        self.studies = 0
        """Calls of `advise`, `deepen` and those that judge under way."""
        self.fallbacks = 0
        """Other moves in the place of an agent's, so far."""
        self.replaced = 0
        """Workers that died or were killed, so far."""
        self._waiting = Queue(queue)
        self._is_studying = False
        self._idle = 0
        """Workers that wait for something to do."""
        self._thinking: dict[Job, tuple[Worker, asyncio.Timeout]] = {}
        """Who thinks about it, and when he is killed for it."""
        self._news = asyncio.Event()
        self._drivers: list[asyncio.Task[None]] = []
        self._starting: asyncio.Future[list[BaseException | None]] | None = None

    @property
    def waiting(self) -> int:
        """Tasks that no worker has begun."""
        return len(self._waiting)

    async def start(self) -> None:
        """Returns when every worker is ready; WorkerLost if one does not start."""
        starts = [Worker.start(self.niceness) for _ in range(self.workers + 1)]
        started = await asyncio.gather(*starts, return_exceptions=True)
        workers = [worker for worker in started if isinstance(worker, Worker)]
        if len(workers) < len(started):
            await asyncio.gather(*(worker.stop() for worker in workers))
            raise WorkerLost("a worker process of the bots does not start; what it wrote to stderr says why")
        for worker in workers:
            self._employ(worker)

    def start_soon(self) -> None:
        """Start without waiting; who asks meanwhile waits. A server can so play on before its bots are there.

        Who does not start is tried again: a machine that was busy for a while has its bots later.
        """

        async def start_one() -> None:
            self._employ(await replacement(self.niceness))

        # With exceptions returned it is done when all of them are: who closes waits for every process to end.
        self._starting = asyncio.gather(*(start_one() for _ in range(self.workers + 1)), return_exceptions=True)

    def _employ(self, worker: Worker) -> None:
        self.pids.add(worker.pid)
        self._drivers.append(asyncio.create_task(self._drive(worker), name="thinker"))

    async def close(self) -> None:
        """Gives up what is being thought: `choose` answers with a random move, the others raise WorkerLost."""
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        drivers, self._drivers = self._drivers, []
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        for job in self._waiting.jobs:
            _fail(job, "the bots are being stopped")

    async def choose(self, question: Question, deadline: float, payer: Payer = NOBODY) -> Choice:
        """The agent's move; if it has none `deadline` seconds from now, a quick one, at most GRACE later."""
        asked = time.perf_counter()
        action, fallback = await self._chosen(question, _due(deadline), payer)
        self.fallbacks += fallback is not None
        return Choice(action, time.perf_counter() - asked, fallback)

    async def _chosen(self, question: Question, due: float, payer: Payer) -> tuple[int, Fallback | None]:
        try:
            quick = packed(thinking.choose_quickly, question)
            return await self._move(_job(packed(thinking.choose, question), due, payer, quick))
        except AsobibaError as error:
            log.warning("%s at %s plays another's move: %s", question.spec, question.game, error)
            if _due(0.0) < due and quick_spec(question.spec) != question.spec:
                with suppress(AsobibaError):
                    return (await self._move(_job(quick, _due(0.0), payer, quick)))[0], "failed"
        return random.choice(question.state.legal()), "random"

    async def _move(self, job: Job) -> tuple[int, Fallback | None]:
        action = await self._ask(job, job.due + GRACE, int)
        if job.is_hurried:
            return action, "waited"
        return action, "late" if job.answer.result()[:1] == QUICK else None

    async def advise(self, question: Question, deadline: float, payer: Payer = NOBODY) -> Advised:
        """What every move is worth. Busy, TooSlow or WorkerLost when nobody can say; ConfigError of a wrong spec."""
        with self._study():
            return await self._ask(_job(packed(thinking.advise, question), _due(deadline), payer), None, Advised)

    async def deepen(
        self, question: Question, deadline: float, payer: Payer = NOBODY
    ) -> AsyncGenerator[Advised | Ending, None]:
        """The same, better and better, and at last why it ends. Who closes the generator stops the search.

        What comes faster than it is taken is left out. Raises what `advise` raises if there is nothing to tell.
        """
        latest, news = list[bytes](), asyncio.Event()

        def heard(part: bytes) -> None:
            latest[:] = [part]
            news.set()

        job = _job(packed(thinking.deepen, question), _due(deadline), payer, heard=heard)
        with self._study():
            asked = asyncio.create_task(self._ask(job, None, type(None)))
            asked.add_done_callback(lambda _: news.set())
            has_told = False
            try:
                while latest or not asked.done():
                    await news.wait()
                    news.clear()
                    if latest:
                        has_told = True
                        yield msgspec.msgpack.decode(latest.pop(), type=Advised)
                yield _ending(job, asked, has_told)
            finally:
                asked.cancel()
                await asyncio.gather(asked, return_exceptions=True)

    def judge_record(
        self, record_text: str, spec: str, deadline: float, payer: Payer = NOBODY
    ) -> AsyncGenerator[tuple[Judged, int], None]:
        """Every move of a record, judged, and how many there will be; luck is left out.

        Raises what `advise` raises, and an AsobibaError for a broken record.
        """
        return self._judged(packed(thinking.unfold, record_text, spec), deadline, payer)

    def judge_line(
        self, question: Question, position: str, moves: Sequence[str], deadline: float, payer: Payer = NOBODY
    ) -> AsyncGenerator[tuple[Judged, int], None]:
        """The same of moves from a position on; the question says which game and who judges."""
        return self._judged(packed(thinking.unfold_line, question, position, list(moves)), deadline, payer)

    def judge_timed(
        self,
        question: Question,
        seed: int,
        held: Sequence[tuple[int, int, int]],
        ticks: int,
        deadline: float,
        payer: Payer = NOBODY,
    ) -> AsyncGenerator[tuple[Judged, int], None]:
        """The same of a game on the clock, by what was held in it."""
        return self._judged(packed(thinking.unfold_timed, question, seed, list(held), ticks), deadline, payer)

    async def _judged(
        self, unfolding: bytes, deadline: float, payer: Payer
    ) -> AsyncGenerator[tuple[Judged, int], None]:
        due = _due(deadline)
        with self._study():
            tasks = await self._ask(_job(unfolding, due, payer), None, list[bytes])
            for task in tasks:
                yield await self._ask(_job(task, due, payer), None, Judged), len(tasks)

    @contextmanager
    def _study(self) -> Iterator[None]:
        if self.studies >= self.queue:
            raise Busy("too many positions are being studied; ask again later")
        self.studies += 1
        try:
            yield
        finally:
            self.studies -= 1

    async def _ask(self, job: Job, until: float | None, kind: type[T]) -> T:
        """Within the time of the job, or `until` then."""
        loop = asyncio.get_running_loop()
        if self._starting is not None and not self._drivers:
            await asyncio.wait([self._starting], timeout=max(0.0, job.due - loop.time()))
        if not self._drivers:
            raise WorkerLost("the bots are not running")
        self._waiting.put(job, loop.time())
        self._look_again()
        timers = [loop.call_later(after, self._look_again) for after in (job.due - loop.time() + MOMENT, MARGIN)]
        try:
            async with asyncio.timeout_at(until or job.due):
                return _result(await job.answer, kind)
        except TimeoutError:
            raise TooSlow from None
        finally:
            for timer in timers:
                timer.cancel()
            self._waiting.discard(job)
            self._interrupt(job)  # nobody waits for it any more

    def _look_again(self) -> None:
        """Somebody waits: a worker may be free, or think for one who has had enough."""
        self._news.set()
        if not self._idle and (stopped := self._waiting.to_stop(_due(0.0))) is not None:
            self._interrupt(stopped)
        if (stopped := self._waiting.study_to_stop(_due(0.0))) is not None:
            self._interrupt(stopped)

    def _interrupt(self, job: Job) -> None:
        """Within GRACE a quick move comes; of one that is thought about already, nothing needs to be said."""
        if job in self._thinking and not (job.is_hurried or job.is_stopped):
            job.is_stopped = True
            worker, limit = self._thinking[job]
            worker.interrupt()
            limit.reschedule(_due(GRACE))

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
            stop = asyncio.get_running_loop().call_at(job.due, self._interrupt, job)
            try:
                async with asyncio.timeout(GRACE if job.is_hurried else None) as limit:
                    self._thinking[job] = worker, limit
                    answer = await worker.perform(job.next_task, job.heard or _unheard)
                if not job.answer.done():
                    job.answer.set_result(answer)
            except (EOFError, OSError):  # the worker's end; TimeoutError is an OSError
                log.warning("a worker of the bots is replaced: it crashed, or thought on after its deadline")
                return
            finally:
                stop.cancel()
                del self._thinking[job]
                self._waiting.end(job, _due(0.0))
                _fail(job, "the worker process ended while it thought")
                self.busy -= 1
                if job.is_study:
                    self._is_studying = False
                    self._news.set()

    async def _next(self, worker: Worker) -> Job | None:
        """What to do next; None when the worker has died in the meantime, which costs nobody an answer."""
        loop = asyncio.get_running_loop()
        while True:
            if worker.has_ended:
                return None
            if (job := self._waiting.begin(loop.time(), studies=not self._is_studying)) is not None:
                self._is_studying = self._is_studying or job.is_study
                return job
            self._news.clear()
            self._idle += 1
            try:
                await self._news.wait()
            finally:
                self._idle -= 1


def _due(deadline: float) -> float:
    return asyncio.get_running_loop().time() + deadline


def _job(
    task: bytes,
    due: float,
    payer: Payer,
    quick: bytes | None = None,
    heard: Callable[[bytes], None] | None = None,
) -> Job:
    return Job(task, due, payer, asyncio.get_running_loop().create_future(), quick, heard)


def _unheard(part: bytes) -> None:
    return


def _ending(job: Job, asked: "asyncio.Task[None]", has_told: bool) -> Ending:
    try:
        asked.result()
    except TooSlow:
        if _due(0.0) < job.due:
            return "others"
        if not has_told:
            raise
        return "time"
    return "done"


def _fail(job: Job, sentence: str) -> None:
    if not job.answer.done():
        job.answer.set_exception(WorkerLost(sentence))


def _result(answer: bytes, kind: type[T]) -> T:
    if answer[:1] in (DONE, QUICK):
        return msgspec.msgpack.decode(answer[1:], type=kind)
    code, sentence = msgspec.msgpack.decode(answer[1:], type=tuple[str, str])
    raise TOLD.get(code, AsobibaError)(sentence)
