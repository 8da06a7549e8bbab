"""What a program must not be able to do to a kernel: run by test_boundary.py in a process of its own, which may crash.

python -m tests.native.boundary CHECK GAME
"""

import array
import contextlib
import copy
import gc
import itertools
import operator
import os
import pickle
import random
import resource
import signal
import sys
import threading
import time
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from asobiba._native import kernels
from asobiba._native.memory import lasting
from asobiba.agents import arrays as parts
from asobiba.core.registry import find_game, game_names

COUNT = 3
WITH_KERNELS = [name for name in game_names() if find_game(name).part(parts.Arrays).kernel is not None]
REFUSALS = (TypeError, ValueError, LookupError, OverflowError, MemoryError, BufferError, RuntimeError)


def rules_of(name: str) -> Any:
    kernel = find_game(name).part(parts.Arrays).kernel
    assert kernel is not None
    return kernel.rules(find_game(name).options())


def class_of(name: str) -> Any:
    kernel = find_game(name).part(parts.Arrays).kernel
    assert kernel is not None
    return kernel.batch


class Arrays:
    """The arrays that a batch of this game writes."""

    def __init__(self, name: str, count: int = COUNT) -> None:
        found, options = find_game(name), find_game(name).options()
        sample = found.part(parts.Arrays).encode.observe(found.start(options), 0)
        self.rewards = lasting((count, len(found.seats(options))), np.float32)
        self.to_play = lasting(count, np.int8)
        self.mask = lasting((count, found.actions(options)), np.int8)
        self.seen = lasting((count, *sample.shape), sample.dtype)

    def all(self) -> tuple[Any, ...]:
        return self.rewards, self.to_play, self.mask, self.seen


def open_batch(name: str, *, own_luck: bool = True, threads: int = 1) -> Any:
    return class_of(name)(rules_of(name), COUNT, 1, own_luck, threads)


def known(batch: Any) -> list[Any]:
    """All that there is to know of a batch, whoever may have played with it."""
    return [(batch.position(i), batch.dice(i), batch.to_play(i)) for i in range(COUNT)]


def legal_actions(batch: Any) -> Any:
    actions = np.zeros(len(batch), np.int32)
    batch.clone().random_actions(actions)
    return actions


def good_arguments(name: str, batch: Any) -> dict[str, tuple[Any, ...]]:
    """Of every method, arguments that it takes."""
    arrays, rules = Arrays(name), rules_of(name)
    return {
        "attach": arrays.all(),
        "bytes_at": (0, np.zeros(COUNT, np.uint8)),
        "clone": (),
        "dice": (0,),
        "hashes": (np.zeros(COUNT, np.uint64),),
        "look": (),
        "observe": (0, arrays.seen),
        "perft": (rules, batch.position(0), 1, "A"),
        "place": (0, batch.position(0), 1),
        "position": (0,),
        "random_action": (0,),
        "random_actions": (np.zeros(COUNT, np.int32),),
        "random_games": (rules, 10, 1),
        "reseed": (0, 1),
        "reset": (np.ones(COUNT, np.uint8),),
        "scores": (arrays.rewards,),
        "step": (legal_actions(batch),),
        "step_one": (0, int(legal_actions(batch)[0])),
        "to_play": (0,),
    }


def public(kind: Any) -> list[str]:
    """Its methods; the searches that a batch names are classes of their own."""
    named = {each: getattr(kind, each) for each in dir(kind) if not each.startswith("_")}
    return [each for each, found in named.items() if callable(found) and not isinstance(found, type)]


def junk() -> list[Any]:
    """No method takes any of these, wherever they stand."""
    classes = [kind for kind in vars(kernels).values() if isinstance(kind, type)]
    numbers = [-(2**63), -(2**31) - 1, -1, 2**60, 2**63, 2**64, 10**30, 0.5, float("nan"), 1j]
    texts = ["", "Z", "AA", "\0", b"", b"x", bytes(1000), bytearray(24), memoryview(b"x")]
    containers: list[Any] = [[], [0] * COUNT, (), {}, {1}, object(), len, kernels]
    return [*classes, *numbers, *texts, *containers]


def bad_values(name: str, method: str, good: Any) -> list[Any]:
    """What cannot stand for this argument."""
    found = [*junk(), *bad_arrays()]
    found += [rules_of(other) for other in WITH_KERNELS if other != name]
    if isinstance(good, np.ndarray):
        found += spoiled(good)
        if method not in ("step", "reset"):
            found.append(read_only(good))
    if not isinstance(good, np.ndarray) or method not in ("attach", "reset"):
        found.append(None)
    if isinstance(good, bytes):
        found += [good[:-1], good + b"\0", b"\xff" * len(good), bytearray(good)]
    return found


def bad_arrays() -> list[Any]:
    dtypes = ["f8", "f2", "i8", "u4", "c8", "?", "U3", "S1", "M8[s]", "O", "V4", ">i4", ">f4", ">u8"]
    wrong_type = [np.zeros(COUNT, dtype) for dtype in dtypes]
    wrong_size = [np.zeros(shape, dtype) for dtype in ("i4", "i1", "f4", "u8", "u1") for shape in (0, COUNT - 1, 10**6)]
    scalars = [np.int32(-1), np.float32(1.5), np.array(-1), np.zeros((), "V8")]
    records = [np.zeros(COUNT, [("a", "i4")]), np.ma.zeros(7)]
    return [*wrong_type, *wrong_size, *scalars, *records, array.array("d", [1.0])]


def spoiled(good: Any) -> list[Any]:
    """The same array, but with gaps, backwards, transposed, too short, too long, misaligned, of another type."""
    widened = np.zeros((*good.shape[:-1], 2 * good.shape[-1]), good.dtype)
    turned = [widened[..., ::2], good[::-1], np.asfortranarray(good)]
    found = [each for each in turned if not each.flags.c_contiguous]
    found += [good[:-1], np.concatenate([good, good])]
    if good.itemsize > 1:
        found.append(np.zeros(good.nbytes + 1, np.uint8)[1:].view(good.dtype).reshape(good.shape))
        found += [good.astype(good.dtype.newbyteorder(">")), good.view(f"V{good.itemsize}")]
    found += [good.astype(dtype) for dtype in "bBhHiIqQefd?" if np.dtype(dtype) != good.dtype]
    return found


def read_only(good: Any) -> Any:
    locked = good.copy()
    locked.flags.writeable = False
    return locked


def refused(call: Callable[[], Any], what: str) -> None:
    try:
        result = call()
    except REFUSALS:
        return
    raise AssertionError(f"{what} was taken and gave {result!r}")


def check_every_method_is_known(name: str) -> None:
    """Or the checks below would pass it by."""
    assert public(class_of(name)) == sorted(good_arguments(name, open_batch(name)))


def check_good_arguments_are_taken(name: str) -> None:
    batch = open_batch(name)
    for method in public(class_of(name)):
        getattr(batch, method)(*good_arguments(name, batch)[method])


def check_bad_arguments_are_refused(name: str) -> None:
    batch = open_batch(name)
    before = known(batch)
    for method, good in good_arguments(name, batch).items():
        call = getattr(batch, method)
        for at, value in enumerate(good):
            for wrong in bad_values(name, method, value):
                if not accepts(method, at, wrong):
                    arguments = (*good[:at], wrong, *good[at + 1 :])
                    refused(partial(call, *arguments), f"{method}, argument {at}: {wrong!r:.60}")
        refused(partial(call, *good, 0), f"{method} with one argument more")
        refused(partial(call, *good, no_such_name=0), f"{method} with an argument of no such name")
        if good:
            refused(call, f"{method} without arguments")
    assert known(batch) == before


def accepts(method: str, at: int, value: Any) -> bool:
    """Any 64 bits are dice and seeds; an illegal action is answered with False."""
    try:
        number = operator.index(value)
    except TypeError:
        return False
    if (method, at) in {("place", 2), ("reseed", 1), ("random_games", 2)}:
        return 0 <= number < 2**64
    return (method, at) == ("step_one", 1) and -(2**31) <= number < 2**31


def check_random_arguments_do_no_harm(name: str) -> None:
    """Every class and function of the module, those of a new kernel too, with anything in any place."""
    generator, batch, rules = random.Random(1), open_batch(name), rules_of(name)
    values = [*junk(), *bad_arrays(), None, rules, batch, 0, 1, 2, True, *Arrays(name).all(), batch.position(0), "A"]
    calls = [getattr(batch, method) for method in public(class_of(name))]
    calls += [each for key, each in vars(kernels).items() if callable(each) and not key.startswith("_")]
    for _ in range(5_000):
        arguments = [generator.choice(values) for _ in range(generator.randrange(7))]
        with contextlib.suppress(*REFUSALS):
            generator.choice(calls)(*arguments)
    batch.reset(None)
    assert batch.step(legal_actions(batch)) == COUNT


def check_counts_threads_and_depths_have_limits(name: str) -> None:
    kind, rules, raw = class_of(name), rules_of(name), open_batch(name).position(0)
    for count in (0, -1, 2**24 + 1, 2**31, 2**40, 2**60, 2**63, 2**64):
        refused(partial(kind, rules, count, 1, True, 1), f"count {count}")
    for threads in (0, -1, 257, 10**6, 2**31 - 1, 2**31):
        refused(partial(kind, rules, 1, 1, True, threads), f"threads {threads}")
    for seed in (-1, 2**64, 1.5, "1", None):
        refused(partial(kind, rules, 1, seed, True, 1), f"seed {seed}")
    for depth in (-1, -(2**31), 1001, 2**31 - 1, 2**31):
        refused(partial(kind.perft, rules, raw, depth, "A"), f"depth {depth}")
    for leaves in ("D", "a", "", "AB", "\0", "é", None, 65):
        refused(partial(kind.perft, rules, raw, 1, leaves), f"leaves {leaves!r}")
    assert len(kind(rules, 1, 2**64 - 1, True, 256)) == 1


def check_too_many_threads_are_done_without(name: str) -> None:
    """Where the system gives no more threads, a batch works with those that it has."""
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))  # room for a few hundred stacks of 8 MiB
    batches = [open_batch(name, threads=256) for _ in range(3)]
    for batch in batches:
        batch.step(legal_actions(batch))


def check_unfinished_objects_are_refused(name: str) -> None:
    kind, batch = class_of(name), open_batch(name)
    before = known(batch)
    empty = kind.__new__(kind)
    for method, good in good_arguments(name, batch).items():
        if method not in ("perft", "random_games"):
            refused(partial(getattr(empty, method), *good), f"{method} of no batch")
    rules: Any = type(rules_of(name))
    refused(partial(kind, rules.__new__(rules), COUNT, 1, True, 1), "rules without options")
    for copying in (copy.copy, copy.deepcopy, pickle.dumps):
        refused(partial(copying, batch), copying.__name__)
    refused(partial(batch.__init__, rules_of(name), COUNT, 2, True, 1), "a second __init__")
    assert known(batch) == before


def check_attached_arrays_stay(name: str) -> None:
    """They are kept alive, cannot be resized, and a failed attach leaves the old ones in place."""
    batch, arrays = open_batch(name), Arrays(name)
    batch.attach(*arrays.all())
    refused(partial(batch.attach, arrays.rewards, np.zeros(99, np.int8), None, None), "a wrong array")
    arrays.to_play[:] = 99
    batch.look()
    assert (arrays.to_play == [batch.to_play(i) for i in range(COUNT)]).all()
    del arrays
    gc.collect()
    rubbish = [np.full(2**k, 1, np.int8) for k in range(16)]
    for _ in range(50):
        batch.step(legal_actions(batch))
    assert all((each == 1).all() for each in rubbish)

    growing = array.array("b", [0] * COUNT)
    batch.attach(None, growing, None, None)
    refused(partial(growing.extend, [0] * 10**6), "an attached array that grows")
    batch.attach(None, None, None, None)
    growing.extend([0])
    batch.step(legal_actions(batch))


def check_no_array_is_resized_under_the_kernel(name: str) -> None:
    """numpy's own memory moves when `resize(refcheck=False)` is asked of it, so that it is not taken at all."""
    batch, arrays = open_batch(name), Arrays(name)
    owned = np.zeros(COUNT, np.int8)
    refused(partial(batch.attach, None, owned, None, None), "memory that numpy may resize")
    refused(partial(batch.attach, None, owned[:], None, None), "a view of it")
    batch.attach(*arrays.all())
    for each in arrays.all():
        for shown in (each, each.base, each.base.base):
            if isinstance(shown, np.ndarray):
                refused(partial(shown.resize, 10**7, refcheck=False), "resize")
    batch.step(legal_actions(batch))


def check_a_batch_with_threads_lives_through_a_fork(name: str) -> None:
    """The child has no threads of its parent: it makes its own, and both play the same games."""
    batch, arrays = class_of(name)(rules_of(name), 64, 1, True, 3), Arrays(name, 64)
    batch.attach(*arrays.all())
    batch.step(legal_actions(batch))
    told, telling = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(20)  # what hangs is ended
        batch.step(legal_actions(batch))
        os.write(telling, zlib.crc32(repr(known(batch)).encode()).to_bytes(4))
        del batch
        os._exit(0)
    batch.step(legal_actions(batch))
    assert os.waitpid(child, 0)[1] == 0
    assert os.read(told, 4) == zlib.crc32(repr(known(batch)).encode()).to_bytes(4)


class Enough(Exception):
    """That a signal has come."""


def stop(number: int, frame: object) -> None:
    raise Enough


def check_long_loops_answer_a_signal(name: str) -> None:
    kind, rules, start = class_of(name), rules_of(name), open_batch(name).position(0)
    before = signal.signal(signal.SIGALRM, stop)
    for loop in (partial(kind.random_games, rules, 10**14), partial(kind.perft, rules, start, 60)):
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            loop()
        except Enough:
            continue
        raise AssertionError("it went on to its end")
    signal.signal(signal.SIGALRM, before)


def interrupted(call: Callable[[], object], is_torn: Callable[[], bool]) -> bool:
    """Calls until a signal has ended one in its midst, not just after its end; for two minutes at most.

    How long a call takes is not known: the signal comes sooner and sooner, down to 16 microseconds, then late again.
    """
    before, until = signal.signal(signal.SIGALRM, stop), time.monotonic() + 120
    delays = itertools.cycle([0.001 / 2**halved for halved in range(7)])
    try:
        while not (torn := is_torn()) and time.monotonic() < until:
            try:
                signal.setitimer(signal.ITIMER_REAL, next(delays))
                call()
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Enough:
                pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return torn


def is_refused(call: Callable[[], object]) -> bool:
    try:
        call()
    except RuntimeError as error:
        return "interrupted the batch" in str(error)
    return False


def check_a_call_for_many_games_answers_a_signal(name: str) -> None:
    """What is left between two steps is of no use until all games are new; what only looks has changed nothing."""
    count = 1 << 17
    batch, arrays = class_of(name)(rules_of(name), count, 1, True, 2), Arrays(name, 1 << 10)
    batch.attach(lasting((count, arrays.rewards.shape[1]), np.float32), None, None, None)
    actions, hold = np.zeros(count, np.int32), np.full(count, -1, np.int32)
    changing = partial(batch.step, hold), partial(batch.reset, None), partial(batch.random_actions, actions)
    for call in changing:
        assert interrupted(call, lambda: is_refused(partial(batch.to_play, 0)))
        assert is_refused(partial(batch.step, hold))
        assert is_refused(partial(batch.reset, np.ones(count, np.uint8)))
        assert is_refused(batch.clone)
        batch.reset(None)
        assert batch.step(hold) == count

    hashes, begun = np.zeros(count, np.uint64), batch.position(count - 1)

    def half_way() -> bool:
        found = bool(hashes[0] != 0 and hashes[-1] == 0)
        hashes[:] = 0
        return found

    assert interrupted(partial(batch.hashes, hashes), half_way)
    assert batch.position(count - 1) == begun


def check_steps_need_no_arrays(name: str) -> None:
    batch = open_batch(name)
    batch.look()
    batch.step(legal_actions(batch))
    batch.reset(None)


def check_a_clone_outlives_its_batch(name: str) -> None:
    batch, arrays = open_batch(name, threads=2), Arrays(name)
    batch.attach(*arrays.all())
    twin, before = batch.clone(), known(batch)
    del batch, arrays
    gc.collect()
    assert known(twin) == before
    twin.step(legal_actions(twin))


def check_actions_are_those_that_were_checked(name: str) -> None:
    """The actions lie in the memory that the step itself writes."""
    batch = open_batch(name)
    seats = len(find_game(name).seats(find_game(name).options()))
    rewards = lasting((COUNT, seats), np.float32)
    batch.attach(rewards, None, None, None)
    shared = rewards.view(np.int32).reshape(-1)[:COUNT]
    twin = batch.clone()
    shared[:] = legal_actions(batch)
    assert twin.step(shared.copy()) == batch.step(shared) == COUNT
    assert known(twin) == known(batch)


def check_one_thread_at_a_time(name: str) -> None:
    """Whoever comes while another thread steps is turned away, and no game is harmed."""
    count = 20_000
    batch = class_of(name)(rules_of(name), count, 1, True, 2)
    hold, turned_away, failures = np.full(count, -1, np.int32), 0, []
    arrays = Arrays(name, count)
    batch.attach(*arrays.all())
    uses = [
        partial(batch.step, hold),
        partial(batch.reset, None),
        partial(batch.random_actions, np.zeros(count, np.int32)),
    ]
    uses += [batch.look, batch.clone, partial(batch.position, 0), partial(batch.attach, *arrays.all())]

    def use(seed: int) -> None:
        nonlocal turned_away
        generator = random.Random(seed)
        for _ in range(100):
            try:
                generator.choice(uses)()
            except RuntimeError as error:
                turned_away += 1
                if "another thread" not in str(error):
                    failures.append(error)

    threads = [threading.Thread(target=use, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert turned_away > 0
    assert not failures
    batch.reset(None)
    assert batch.step(hold) == count


CHECKS = {name.removeprefix("check_"): each for name, each in globals().items() if name.startswith("check_")}

if __name__ == "__main__":
    for check_name, check in CHECKS.items():
        sys.stdout.write(f"{check_name}\n")
        sys.stdout.flush()
        check(sys.argv[1])
