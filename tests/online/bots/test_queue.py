"""Who is thought for next, by a clock that the test turns."""

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest

from asobiba.online.bots.queue import MARGIN, Job, Queue
from asobiba.online.bots.shares import HALF_LIFE, Payer, Shares

ANN, BEN = Payer("10.0.0.1", "ann", "a"), Payer("10.0.0.2", "ben", "b")


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    found = asyncio.new_event_loop()
    yield found
    found.close()


class Asking:
    """One worker, and questions that take as long as the test says."""

    def __init__(self, loop: asyncio.AbstractEventLoop, most: int = 256) -> None:
        self.loop, self.queue, self.now = loop, Queue(most), 1000.0

    def ask(self, payer: Payer, due: float = 1e9, *, study: bool = False) -> Job:
        job = Job(b"task", due, payer, self.loop.create_future(), None if study else b"quick")
        self.queue.put(job, self.now)
        return job

    def begin(self, *, studies: bool = True) -> Job | None:
        return self.queue.begin(self.now, studies=studies)

    def think(self, seconds: float) -> Job:
        job = self.begin()
        assert job is not None
        self.now += seconds
        self.queue.end(job, self.now)
        return job

    def to_stop(self) -> Job | None:
        return self.queue.to_stop(self.now)

    def listen(self, payer: Payer) -> Job:
        """Thinks aloud about a position until it is stopped."""
        self.ask(payer, study=True).heard = lambda _: None
        job = self.begin()
        assert job is not None
        return job


@pytest.fixture
def asking(loop: asyncio.AbstractEventLoop) -> Asking:
    return Asking(loop)


CROWDS = {
    "five rooms of one guest": [Payer("10.0.0.1", "ann", f"room {number}") for number in range(5)],
    "five guests of one address": [Payer("10.0.0.1", f"guest {number}", f"room {number}") for number in range(5)],
}


@pytest.mark.parametrize("crowd", CROWDS.values(), ids=CROWDS)
def test_many_together_get_no_more_than_one_alone(asking: Asking, crowd: list[Payer]) -> None:
    served: Counter[str] = Counter()
    for payer in (*crowd, BEN):
        asking.ask(payer)
    for _ in range(100):
        job = asking.think(1.0)
        served[job.payer.address] += 1
        asking.ask(job.payer)

    assert abs(served[ANN.address] - served[BEN.address]) <= 2


def test_among_those_of_one_address_guests_are_equal_and_rooms_of_a_guest_too(asking: Asking) -> None:
    alone = Payer("10.0.0.1", "dan", "alone")
    many = [Payer("10.0.0.1", "ann", f"room {number}") for number in range(4)]
    served: Counter[Payer] = Counter()
    for payer in (*many, alone):
        asking.ask(payer)
    for _ in range(80):
        job = asking.think(1.0)
        served[job.payer] += 1
        asking.ask(job.payer)

    assert 38 <= served[alone] <= 42
    assert all(8 <= served[payer] <= 12 for payer in many)


def test_what_was_used_is_forgotten() -> None:
    shares = Shares()
    shares.charge(ANN, 8.0, 0.0)

    assert shares.standing(ANN, 3 * HALF_LIFE) == pytest.approx((1.0, 1.0, 1.0))
    assert shares.standing(BEN, 3 * HALF_LIFE) == (0.0, 0.0, 0.0)
    for number in range(100):
        shares.charge(Payer("10.0.0.3", "many", f"room {number}"), 1.0, (20 + number) * HALF_LIFE)
    assert len(shares) < 30


def test_a_move_gives_way_when_its_payer_has_used_much_more(asking: Asking) -> None:
    asking.ask(ANN)
    thought = asking.begin()
    assert thought is not None
    asking.ask(Payer("10.0.0.1", "ann", "another room"))
    asking.now += MARGIN / 2
    assert asking.to_stop() is None, "of her own rooms none is far behind"

    asking.ask(BEN)
    assert asking.to_stop() is None
    asking.now += MARGIN
    assert asking.to_stop() is thought
    thought.is_stopped = True
    assert asking.to_stop() is None, "it is stopped once"


def test_studies_do_not_give_way_and_come_last(asking: Asking) -> None:
    study = asking.ask(ANN, study=True)
    assert asking.begin(studies=False) is None
    assert asking.begin() is study
    asking.now += 100
    asking.ask(BEN)
    assert asking.to_stop() is None

    patient, move = asking.ask(BEN, study=True), asking.ask(ANN)
    assert [asking.think(1.0).payer for _ in range(2)] == [BEN, ANN]
    assert move.next_task == move.task
    assert asking.think(1.0) is patient


def test_a_move_that_could_not_begin_in_time_is_quick_and_first(asking: Asking) -> None:
    asking.queue.shares.charge(ANN, 100, asking.now)
    late, early = asking.ask(ANN, asking.now + 3), asking.ask(BEN)
    asking.now += 3

    assert asking.think(0) is late
    assert (late.next_task, early.next_task) == (b"quick", b"task")


def test_when_too_many_wait_those_who_used_most_are_quick(loop: asyncio.AbstractEventLoop) -> None:
    asking = Asking(loop, most=3)
    asking.queue.shares.charge(ANN, 1, asking.now)
    jobs = [asking.ask(payer) for payer in (BEN, ANN, ANN, ANN, BEN)]

    assert [job.is_hurried for job in jobs] == [False, False, True, True, False]


def test_who_thinks_aloud_gives_way_to_who_studies_and_to_nobody_else(asking: Asking) -> None:
    aloud = asking.listen(ANN)
    asking.ask(BEN)
    asking.now += 10 * MARGIN
    assert asking.queue.study_to_stop(asking.now) is None, "moves have workers of their own"

    asking.ask(BEN, study=True)

    assert asking.queue.study_to_stop(asking.now) is aloud
    assert asking.to_stop() is None
    aloud.is_stopped = True
    assert asking.queue.study_to_stop(asking.now) is None, "once is enough"


def test_a_study_that_tells_nothing_before_its_end_is_not_stopped(asking: Asking) -> None:
    asking.ask(ANN, study=True)
    asking.begin()
    asking.ask(BEN, study=True)
    asking.now += 10 * MARGIN

    assert asking.queue.study_to_stop(asking.now) is None
