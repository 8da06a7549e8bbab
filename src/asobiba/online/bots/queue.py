"""What waits to be thought about and what is being thought about, in the order of fairness.

A move whose time is over before it was begun is hurried: only a quick move is asked for, and before all others. When
too many wait, those are hurried who have used most. Who thinks aloud about a position gives way to others who study.
"""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from asobiba.online.bots.shares import Payer, Shares

MARGIN: Final = 1.0
"""Who has used so many seconds more than one who waits stops thinking."""
LEAST: Final = 0.01
"""Seconds that everything begun counts as: the second move of one payer comes after the first of another."""

_numbers = itertools.count()


@dataclass(slots=True, eq=False)
class Job:
    task: bytes
    due: float
    """By the clock of the event loop."""
    payer: Payer
    answer: "asyncio.Future[bytes]"
    quick: bytes | None = None
    """The task of a quick move; a study has none."""
    heard: Callable[[bytes], None] | None = None
    """Gets the parts of what is thought aloud."""
    is_hurried: bool = False
    is_stopped: bool = False
    number: int = field(default_factory=lambda: next(_numbers))

    def hurry_after(self, now: float) -> None:
        self.is_hurried = self.is_hurried or (not self.is_study and self.due <= now)

    @property
    def next_task(self) -> bytes:
        return self.quick if self.quick is not None and self.is_hurried else self.task

    @property
    def is_study(self) -> bool:
        return self.quick is None


class Queue:
    """`now` is always the time by the clock of the event loop."""

    def __init__(self, most: int) -> None:
        """`most` moves may wait without being hurried."""
        self.shares, self.most = Shares(), most
        self.jobs: list[Job] = []
        self._paid: dict[Job, float] = {}
        """What is being thought about, and until when it has been paid for."""

    def __len__(self) -> int:
        return len(self.jobs)

    def put(self, job: Job, now: float) -> None:
        job.hurry_after(now)
        self.jobs.append(job)
        patient = [each for each in self.jobs if not (each.is_study or each.is_hurried)]
        if len(patient) > self.most:
            self._settle(now)
            max(patient, key=lambda each: self._turn(each, now)).is_hurried = True

    def discard(self, job: Job) -> None:
        """Nobody waits for it any more."""
        if job in self.jobs:
            self.jobs.remove(job)

    def begin(self, now: float, *, studies: bool) -> Job | None:
        """What a free worker does next."""
        for job in self.jobs:
            job.hurry_after(now)
        able = [job for job in self.jobs if studies or not job.is_study]
        if not able:
            return None
        self._settle(now)
        first = min(able, key=lambda job: self._turn(job, now))
        self.jobs.remove(first)
        self.shares.charge(first.payer, LEAST, now)
        self._paid[first] = now
        return first

    def end(self, job: Job, now: float) -> None:
        self._settle(now)
        del self._paid[job]

    def to_stop(self, now: float) -> Job | None:
        """The move that gives way to one who waits: its payer has used most, and more than a fair share."""
        waiting = [job for job in self.jobs if not job.is_study]
        return self._heaviest([job for job in self._paid if not job.is_study], waiting, now)

    def study_to_stop(self, now: float) -> Job | None:
        """The same of one that is thought aloud: what it has found so far is told already."""
        waiting = [job for job in self.jobs if job.is_study]
        return self._heaviest([job for job in self._paid if job.heard is not None], waiting, now)

    def _heaviest(self, begun: Sequence[Job], waiting: Sequence[Job], now: float) -> Job | None:
        thought = [job for job in begun if not (job.is_hurried or job.is_stopped)]
        if not waiting or not thought:
            return None
        self._settle(now)
        next_one = min(waiting, key=lambda job: self.shares.standing(job.payer, now))
        excess, heaviest = max(
            ((self.shares.excess(job.payer, next_one.payer, now), job) for job in thought), key=lambda pair: pair[0]
        )
        return heaviest if excess >= MARGIN else None

    def _turn(self, job: Job, now: float) -> tuple[bool, bool, tuple[float, ...], int]:
        return job.is_study, not job.is_hurried, self.shares.standing(job.payer, now), job.number

    def _settle(self, now: float) -> None:
        """What is being thought about is paid for until now."""
        for job, until in self._paid.items():
            self.shares.charge(job.payer, now - until, now)
            self._paid[job] = now
